"""Any sequence of commands, drops, chairs and clocks leaves a table that keeps the laws and can go on.

Each evening's money is right then, and its wagers come to its result.
"""

from hypothesis import settings, stateful
from hypothesis import strategies as st
from tests.kit.acts import act as sensible
from tests.kit.profiles import examples
from tests.kit.tape import Tape, tapes
from tests.live.people.evenings import hold_evenings
from tests.live.room import Room, hold_log

from bankcraps import BOOKS, Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import CREW
from bankcraps.game.wagers import Kind, find
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import SeatSystem
from bankcraps.live.log.settings import Timing
from bankcraps.live.table import commands as cm

PASS, FIELD = find(Kind.PASS), find(Kind.FIELD)
CHAIRS = (*CREW, "dealer", "second_dealer", "stickperson")
PEOPLE = ("Ann", "Bob", "Cyd", "Dora", "Sid")
LINES = (
    "pass 10",
    "dont_pass 10",
    "place 6 12",
    "place 8 6",
    "down place 6",
    "take_down pass",
    "undo",
    "same bet",
)
FAST = Timing(
    betting_ms=1000,
    warning_ms=100,
    throwing_ms=200,
    paying_ms=50,
    answer_ms=150,
    shooter_ms=1200,
    place_ms=300,
    away_ms=1500,
)
people, roles, either = st.sampled_from(PEOPLE), st.sampled_from(CHAIRS), st.booleans()
throws = st.builds(Throw, st.integers(1, 6), st.integers(1, 6))
ASKED = {
    cm.Say: {"line": st.sampled_from(LINES)},
    cm.GiveSeed: {"seed": st.sampled_from(["abc-seed", "xyz-seed"])},
    cm.TakeChair: {"role": roles},
    cm.TakeBackChair: {"role": roles},
    cm.GiveChair: {"role": roles},
    cm.SitOut: {"out": either},
    cm.Ready: {"ready": either},
    cm.Wait: {"waiting": either},
    cm.ConfirmLate: {"player": people, "confirmed": either},
    cm.EnterThrow: {"look": st.sampled_from(["first", "second"]), "throw": throws},
    cm.LetGo: {},
}
"""The commands of people, and the values of each field."""

TOLD = {
    cm.StartSystem: {"seat": people.map(lambda name: SeatSystem(name, "one", "when come_out: pass 10"))},
    cm.StopSystem: {"name": people},
    cm.Vanished: {"person": people},
    cm.Returned: {"person": people},
    cm.Opened: {},
}
"""The commands of the host, and the values of each field."""


def some_of(kinds):
    """A command of one of these kinds, as its kind and its fields."""
    return st.one_of([st.tuples(st.just(kind), st.fixed_dictionaries(of)) for kind, of in kinds.items()])


class Evening(stateful.RuleBasedStateMachine):
    """An evening at a live table. Every command is followed by the laws of `hold`."""

    @stateful.initialize(
        rules=st.sampled_from(BOOKS),
        pace=st.sampled_from(["clock", "shooter", "boxperson"]),
        dice=st.sampled_from(
            [("sealed", ""), ("sealed", ""), ("entered", ""), ("sealed", "strict"), ("entered", "free")]
        ),
        steady=st.booleans(),
        hosted=st.booleans(),
        seed=st.integers(0, 1000),
    )
    def open(self, rules, pace, dice, steady, hosted, seed):
        how = {"pace": pace, "dice": dice[0], "steady": steady, "hosted": hosted, "dealt": dice[1]}
        opener = "Ann" if hosted else ""
        self.room = Room(rules, seed=seed, timing=FAST, limits="1:1000:1", opener=opener, **how)
        self.room.roles = dict.fromkeys(("Dora", "Sid"), frozenset(CREW))
        self.room.sits("Ann", "Bob")

    def _ask(self, person, kind, fields):
        """Send a command. If it is refused, it leaves only what was due by the clock, which is the host's."""
        self.room.ask(person, kind, **fields)
        if self.room.last.refused is not None:
            theirs = en.SeedGiven | en.ChairTaken | en.ChairOffered | en.LateBetAsked
            assert not any(isinstance(one, theirs) for one in self.room.entries)

    @stateful.rule(asked=st.lists(st.tuples(people, some_of(ASKED)), min_size=1, max_size=3))
    def people_ask(self, asked):
        for person, (kind, fields) in asked:
            self._ask(person, kind, fields)

    @stateful.rule(told=st.lists(some_of(TOLD), min_size=1, max_size=2))
    def the_host_tells(self, told):
        for kind, fields in told:
            self.room.tell(kind(**fields))

    @stateful.rule(tape=tapes())
    def somebody_does_something(self, tape):
        event = sensible(Tape(tape), self.room.book, self.room.state)
        chairs = {chair.role: chair.person for chair in self.room.table.chairs}
        person = event.by.person or chairs.get(event.by.role, "Dora")
        self._ask(person, cm.Act, {"event": event})

    @stateful.rule()
    def the_shooter_throws(self):
        for person in PEOPLE:
            if self.room.say(person, "throw") is None:
                return

    @stateful.rule(host=st.sampled_from(["Ann", "Ann", "Bob"]), person=people, role=roles)
    def a_chair_is_offered_and_taken(self, host, person, role):
        self._ask(host, cm.OfferChair, {"role": role, "person": person})
        self._ask(person, cm.TakeChair, {"role": role})

    @stateful.rule()
    def everybody_says_ready(self):
        for seat in self.room.state.seats:
            self.room.ask(seat.name, cm.Ready)

    @stateful.rule(
        person=st.sampled_from(["Ann", "Bob", "Cyd"]), faces=st.sampled_from([(4, 2), (3, 4), (6, 5), (1, 1)])
    )
    def a_round_is_played(self, person, faces):
        self.room.returns(person)
        for line in ("sit", "buy_in 500", "pass 10", "no more bets"):
            self.room.say(person, line)
        self.room.later(1550)
        for crew in ("Dora", "Sid"):
            self.room.say(crew, "no more bets")
            for look in ("first", "second"):
                self.room.ask(crew, cm.EnterThrow, throw=Throw(*faces), look=look)

    @stateful.rule(right=st.booleans(), action=st.sampled_from(["pay", "take", "move", "return"]))
    def the_dealers_deal(self, right, action):
        for task in self.room.table.work.tasks:
            did = task.action if right or not task.player else action
            sum_ = task.right if right else 700
            self.room.ask(
                self.room.table.holder(task.chair),
                cm.Deal,
                action=did,
                player=task.player,
                wager=task.wager,
                cents=sum_ if did == "pay" else 0,
                puck=max(task.puck, 0),
            )

    @stateful.rule()
    def the_house_says_what_each_may_do(self):
        for person in PEOPLE:
            assert self.room.may(person) == self.room.taken_from(person)

    @stateful.rule(milliseconds=st.sampled_from([1, 60, 150, 400, 2000, 1_300_000]))
    def time_passes(self, milliseconds):
        self.room.later(min(milliseconds, 4000))
        self.room.now += max(0, milliseconds - 4000)

    @stateful.rule(milliseconds=st.sampled_from([5, 5000]))
    def the_clock_is_set_back(self, milliseconds):
        self.room.now -= milliseconds
        self.room.tell(cm.Tick())

    def teardown(self):
        if hasattr(self, "room"):
            hold_log(self.room)
            hold_evenings(self.room)
            goes_on(self.room)
            hold_log(self.room)


def goes_on(room: Room) -> None:
    """However the table was left, a newcomer who bets sees a throw, or it is closed or full."""
    room.now = max(room.now, room.table.now)
    for person in PEOPLE:
        room.vanishes(person)
    room.later(4 * FAST.away_ms)
    assert not room.table.chairs
    if room.settings.dice == "entered":
        room.takes("Max", "boxperson", "stickperson")
    if not room.state.floor.closed and len(room.state.seats) < room.book.table.places:
        assert room.say("Zoe", "sit") is None
        assert room.say("Zoe", "buy_in 1000") is None
    thrown = len(room.throws)
    for _ in range(200):
        if len(room.throws) > thrown:
            return
        if room.phase in ("betting", "last_bets") and room.state.seat("Zoe"):
            least = room.state.floor.limits.minimum
            wagers = room.state.seated("Zoe").wagers
            if not wagers and room.act("Zoe", ev.Bet(PASS, least)) is not None:
                room.act("Zoe", ev.Bet(FIELD, least))  # a point may stand without a shooter
            room.say("Max", "no more bets")
            room.ask("Zoe", cm.Ready)
        if room.settings.dice == "entered" and room.state.out:
            for look in ("first", "second"):
                refused = room.ask("Max", cm.EnterThrow, throw=Throw(4, 2), look=look)
                assert refused is None
        room.later(100)
    nobody = room.state.floor.closed and not any(seat.wagers for seat in room.state.seats)
    assert nobody or len(room.state.seats) == room.book.table.places or not room.state.seat("Zoe"), room.table


TestEvening = Evening.TestCase
TestEvening.settings = settings(examples(60), stateful_step_count=30)
