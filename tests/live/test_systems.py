"""Systems as players of the room: the same bets and money as in a simulation, whatever the crew rules."""

import random

import pytest
from msgspec.structs import replace
from tests.kit.profiles import LONG, share, usual
from tests.live.room import Room, hold_log
from tests.live.script import play, scripts

from bankcraps.analysis.chain.stopping import PLAYS
from bankcraps.analysis.question import Question
from bankcraps.analysis.simulation.stepwise import play_throws
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import thrower
from bankcraps.game.game import Game
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import BOOKS
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Bot
from bankcraps.live.log.settings import Timing
from bankcraps.live.system_player import SystemPlayer
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import read_snapshot
from bankcraps.live.wire.messages import Item
from bankcraps.live.wire.views import given_reasons, view
from bankcraps.strategies.checking import check
from bankcraps.strategies.inspecting import reasons
from bankcraps.strategies.library import library, system
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import Layout, Observation, Purse

AT_ONCE = Timing(betting_ms=60_000, warning_ms=0, throwing_ms=60_000, paying_ms=1, answer_ms=1000)
START = 1000 * 100
CAP = 10**6
"""More throws than any evening of a test has."""

WITH_MEMORY = [
    "when come_out: pass 10; progression martingale on pass up to 5 steps",
    "when come_out: pass 10; when point: place 6 12; after win of place 6: press place 6",
    "when come_out: pass 10; when point: place 5 10; place 6 12; stop after losing 60 or winning 90",
    "when point: come 10 up to 2; at most 2 come a shooter",
    "when come_out: pass 10; when ahead 20 and point: place 6 12; when behind 30: off all; down place",
    "when come_out: pass 5%; when point: odds half of losses; place 8 to reach 1100",
]
"""Systems that remember their own wins and losses, and would bet wrongly if they counted others'."""


class SystemsNight:
    """A room at which systems play. Everything that happens is heard by all of them.

    Attributes:
        room: the room.
        bots: the players by name.
        refused: the refusals that they got.
    """

    def __init__(self, rules, systems, bankroll=1000, *, seed=1, **settings):
        settings = {"pace": "shooter", "limits": "1:10000", "timing": AT_ONCE} | settings
        self.room = Room(rules, seed=seed, **settings)
        self.bots, self.refused, self.items = {}, [], []
        for name, text in systems.items():
            self.come(name, text, bankroll)

    def come(self, name, text, bankroll):
        self.room.sits(name, chips=bankroll)
        self.bots[name] = SystemPlayer(self.room.book, system(text), name)
        self.hear()

    def hear(self):
        heard = self.items[-1].seq if self.items else 0
        for one in (one for one in self.room.last.happened if one.seq > heard):
            self.items.append(Item(one.seq, one.entry, one.effects))
            for bot in self.bots.values():
                bot.hear(one.entry, one.effects)

    def say(self, person, line):
        self.room.does(person, line)
        self.hear()

    def seen(self):
        return view(self.room.book, self.room.table), self.room.state

    def act(self, *, throws=True):
        """Let every bot do what it wants to do now."""
        moved = True
        while moved:
            moved = False
            for name, bot in self.bots.items():
                for doing in bot.acts(*self.seen(), throws=throws):
                    moved = True
                    refused = self.room.ask(name, cm.Act, event=doing.event, why=doing.why)
                    self.hear()
                    if refused:
                        self.refused.append((name, doing, refused))
                        bot.refused(doing, refused.message, *self.seen())

    def throw(self):
        """Bet and throw, once. Return whether somebody threw."""
        counted = self.room.table.fairness.counted
        if self.room.phase == "paying":
            self.room.later(1)
            self.hear()
        self.act(throws=False)
        due = thrower(self.room.book, self.room.state)
        if due is not None and due.person not in self.bots:
            self.say(due.person, "throw") if due.role == "player" else self.room.until("in_the_air")
        self.act()
        return self.room.table.fairness.counted > counted

    def owned(self, name):
        seat = self.room.state.seat(name)
        return None if seat is None else seat.rail + seat.at_risk

    @property
    def thrown(self):
        return [event.throw for event in self.room.throws]


def simulated(night, text, bankroll=1000):
    """The system's money before each throw in the engine's own simulation, on the same dice."""
    settings = night.room.settings
    game = Game(night.room.book, settings.limits, settings.chip)
    question = Question(game, system(text), Plan(bankroll * 100))
    return list(play_throws(question, iter(night.thrown), CAP))


MONEY = {
    "share": "when come_out: pass 5%; when point: odds half of winnings",
    "half": "when come_out: pass half; when point: place 6 10% of start",
    "stages": (
        "stage one: when come_out: pass 10; go to two when ahead 30\n"
        "stage two: when come_out: pass 20; when point: odds 2x; go to one when not ahead 10\n"
        "go to one after 2 seven_outs in a row"
    ),
    "labouchere": "when come_out: pass 5; progression labouchere 1-2-3 on pass up to 40 units",
    "shooter": "when come_out and not behind 30 this shooter: pass 10; when point: place 6 12; place 8 12",
    "peak": "when come_out: pass 10; when point and not 40 below peak: odds max; at most 60 lost a shooter",
    "stops": "when come_out: pass 20; when ahead 90: stop; when behind 80: stop",
    "reach": "when come_out: pass to reach 1100; when point: field 5",
}
"""Systems that see their money."""


FIELD = wager("field")
COMMISSION = "when point: buy 4 20; buy 10 20; stop after losing 45"
"""It remembers the commission of its bets, too, and not only the results of the dice."""


def sampled(rules):
    """Every twentieth system of the library that the house takes, from a place that differs by house."""
    book = Room(rules).book
    first = list(BOOKS).index(rules) * 4
    return [name for name in list(library())[first::20] if not check(system(name), book)]


def beside_zoe(rules, text, throws=60, bankroll=1000):
    """A night at which a system plays beside Zoe, who bets on the line, on numbers and on come herself."""
    night = SystemsNight(rules, {}, seed=3)
    night.room.sits("Zoe", chips=10_000)
    night.come("Sys", text, bankroll)
    path = [night.owned("Sys")]
    for _ in range(throws):
        if night.room.phase == "paying":
            night.room.later(1)
            night.hear()
        if not night.room.state.puck and not night.room.on("Zoe", "pass"):
            night.say("Zoe", "pass 5")
        if night.room.state.puck:
            for line in ("place 6 6", "place 5 5", "come 5"):
                if not night.room.on("Zoe", line.rpartition(" ")[0]):
                    night.say("Zoe", line)
        if not night.throw() or night.owned("Sys") is None:
            break
        path.append(night.owned("Sys"))
    return night, path


def acts_of(night, name):
    """For each throw, the bets, take-downs and calls that a player made before it, with their reasons."""
    found = [[]]
    for entry in night.room.happenings(en.Acted):
        event = entry.event
        if isinstance(event, ev.Rolled):
            found.append([])
        elif isinstance(event, ev.Undoable) and event.by.person == name:
            found[-1].append((type(event), event.wager, getattr(event, "amount", None), entry.why))
    return found


SYSTEMS = [
    *(("three_four_five", text) for text in MONEY.values()),
    *share([(rules, text) for rules in BOOKS for text in (*WITH_MEMORY, *sampled(rules))], 13),
    ("classic", COMMISSION),
]


@pytest.mark.parametrize(("rules", "text"), SYSTEMS)
def test_bots_among_others_bet_what_the_simulation_bets_for_the_same_reasons(rules, text):
    """Zoe has the dice when nobody else may throw. Her wagers do not affect the system."""
    night, path = beside_zoe(rules, text, 120 if LONG else 40)
    played, policy, compared = simulated(night, text), system(text), 0
    assert path[: len(played)] == [one.owned for one in played][: len(path)]
    for at, (one, did) in enumerate(zip(played, acts_of(night, "Sys"), strict=False), 1):
        if one.end != PLAYS:  # the system stops, here and there
            assert len(path) == at
            break
        made = [(type(act), act.wager, getattr(act, "amount", None)) for act in one.betting.made]
        assert [act[:3] for act in did] == made, one.number
        seen = Observation(night.room.book, one.before, Purse(one.owned, START))
        whys = reasons(policy, seen, one.memory)
        assert all(why == whys[wager] for _, wager, _, why in did if wager in whys)
        compared += bool(made)
    assert compared > 2
    assert not night.refused, night.refused


def test_a_bot_that_cannot_pay_its_next_bet_leaves_and_says_why():
    night = SystemsNight("classic", {"Max": "when come_out: pass 40"}, 100, seed=2)
    while night.throw():
        pass
    assert night.owned("Max") is None
    (left,) = leaving(night.room)
    assert left.why == "ruin: the 20 in the rail does not pay the next bets"
    assert night.room.balances["wallet/Max"] == -8000


def test_a_refusal_is_told_once():
    """Bob's bets are off the unit of the table, in every round. Others throw meanwhile."""
    texts = {"Ann": "when come_out: pass 10", "Bob": "when come_out: field 7; when point: place 6 7"}
    night = SystemsNight("nsw", texts, limits="5:500:5")
    told, rounds = [], 0
    for _ in range(30):
        rounds += night.throw()
        told += night.bots["Bob"].complaints()
    assert rounds == 30
    assert len(told) == 2
    assert told[0].startswith("Bob says 'field 7', and is refused: ")
    assert told[1].startswith("Bob says 'place 6 7', and is refused: ")
    assert not night.refused, "what the engine refuses is not even sent"


def test_what_the_room_refuses_is_not_tried_again_in_the_round():
    night = SystemsNight("nsw", {"Ann": "when come_out: pass 10"})
    night.room.own["Ann"] = replace(cm.Sender().own, time_out_until=night.room.now + 10**9)
    night.act()
    night.act()
    assert [refused.code for _, _, refused in night.refused] == ["own_limit"]
    assert len(night.bots["Ann"].complaints()) == 1


class OneMore:
    """A policy that wants 5 more on the field than stands there, whenever it is asked."""

    name = text = "one more"

    def start(self):
        return ()

    def layout(self, observation, memory):
        del memory
        return Layout({FIELD: observation.amount(FIELD) + 500})

    def remember(self, memory, effects):
        del effects
        return memory


def test_one_that_comes_back_in_mid_round_does_not_bet_twice():
    night = SystemsNight("nsw", {})
    night.room.sits("Sys")
    night.hear()
    night.bots["Sys"] = SystemPlayer(night.room.book, OneMore(), "Sys")
    night.act(throws=False)
    assert night.room.on("Sys", "field") == 5
    again = SystemPlayer(night.room.book, OneMore(), "Sys")
    again.read(night.items, night.room.table.fairness.counted)
    assert again.acts(*night.seen(), throws=False) == []
    (doing,) = SystemPlayer(night.room.book, OneMore(), "Sys").acts(*night.seen())
    assert doing.why == "one more wants it"


def test_a_bot_that_is_dismissed_takes_down_what_it_may_and_goes_when_the_rest_is_decided():
    night = SystemsNight(
        "three_four_five", {"Molly": "when come_out: pass 10; when point: place 6 12; place 8 12"}
    )
    while not night.room.state.puck or night.room.phase == "paying":
        night.throw()
        night.room.later(1)
        night.hear()
    night.act(throws=False)
    assert night.room.on("Molly", "place 6")
    night.bots["Molly"].dismiss("House asks it to leave")
    night.act(throws=False)
    assert not night.room.on("Molly", "place 6")
    assert night.room.on("Molly", "pass") == 10  # a contract wager
    while night.owned("Molly") is not None:
        assert night.throw() or night.owned("Molly") is None
    (left,) = leaving(night.room)
    assert left.why == "House asks it to leave"


# Rulings of the crew.

STAYS = [
    *WITH_MEMORY,
    *MONEY.values(),
    "when come_out: pass 10; when point: buy 4 20; buy 10 20; stop after losing 300",
]


def real_dice(rules, text):
    """A night with dice that Box enters, and Pat on the line. Sue may correct or invalidate."""
    night = SystemsNight(rules, {}, dice="entered", pace="boxperson")
    room = night.room
    room.takes("Box", *dict.fromkeys(room.book.table.filled(("boxperson", "stickperson"))))
    floor = room.book.floor
    room.takes(
        "Sue", *dict.fromkeys(room.book.table.filled(who)[-1] for who in (floor.disputes, floor.in_charge))
    )
    night.come("Pat", "when come_out: pass 5", 1000)  # there is a shooter, whatever the system bets on
    night.come("Sys", text, 1000)
    return night


def bet_again(night):
    night.room.until("betting")
    night.hear()
    night.act()


def entered(night, throw):
    """Box enters a throw."""
    room = night.room
    room.until("betting")
    night.hear()
    night.act()
    night.say("Box", "no more bets")
    night.act()
    for look in ("first", "second"):
        assert room.ask("Box", cm.EnterThrow, throw=throw, look=look) is None, room.last.refused
        night.hear()


def what_counts(night):
    """The system's memory, its end, its rail and its wagers."""
    bot, seat = night.bots["Sys"], night.room.state.seat("Sys")
    assert seat is not None
    return bot.memory, bot.end, seat.rail, seat.wagers


def comes_back(night):
    """Whether a player that only reads the log knows all that the bot at the table knows."""
    return reread(night).memory == night.bots["Sys"].memory


@pytest.mark.parametrize("rules", usual("nsw"))
def test_a_corrected_throw_is_forgotten_for_the_right_one(rules):
    """A system that saw the wrong throw, and perhaps bet after it, goes on like one that never saw it."""
    book = Room(rules).book
    systems = [text for text in STAYS if not check(system(text), book)]
    assert len(systems) >= len(STAYS) - 1
    for text in share(systems, 5):
        rng = random.Random(f"{rules} {text}")
        wronged, straight = real_dice(rules, text), real_dice(rules, text)
        corrected = 0
        for _ in range(40 if LONG else 25):
            wrong, right = (Throw(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(2))
            entered(straight, right)
            if wrong.combination == right.combination or rng.random() < 0.5:
                entered(wronged, right)
            else:
                entered(wronged, wrong)
                if rng.random() < 0.7:
                    bet_again(wronged)
                    if wronged.owned("Sys") is None:  # it has left, and nothing can be corrected
                        break
                wronged.say("Sue", f"correct {right}")
                corrected += 1
            for night in (wronged, straight):
                bet_again(night)
            if straight.owned("Sys") is None:
                assert wronged.owned("Sys") is None
                break
            assert what_counts(wronged) == what_counts(straight), text
            assert comes_back(wronged)
        assert corrected > 1, text
        assert not wronged.refused


def reread(night):
    """A player that only reads the log: it must know what the bot at the table knows."""
    bot = night.bots["Sys"]
    again = type(bot)(night.room.book, bot.policy, "Sys")
    again.read(night.items, night.room.table.fairness.counted)
    return again


def rules_something(night, rng):
    """Do as the crew may between throws: correct, invalidate, award, declare void, change the limits."""
    book = night.room.book
    seat = night.room.state.seat("Sys")
    lines = {
        "Sue": [
            f"correct {rng.randint(1, 6)}-{rng.randint(1, 6)}",
            f"invalidate {next(iter(book.floor.invalidate_for))} {rng.choice(['throw', 'round'])}",
            f'award Sys {rng.choice([5, 40, -5, -20])} "a wrong pay"',
            *(f"void Sys {one.wager} {next(iter(book.floor.void_for))}" for one in seat.wagers[:1]),
        ],
        "Box": [f"limits {rng.choice(['1:500', '2:300', '5:1000'])}"],
    }
    who = rng.choice(["Sue", "Sue", "Sue", "Box"])
    taken = night.room.say(who, rng.choice(lines[who])) is None
    night.hear()
    return taken


@pytest.mark.parametrize("name", MONEY)
@pytest.mark.parametrize("rules", usual("classic"))
@pytest.mark.some
def test_whatever_the_crew_rules_a_system_knows_what_it_brought(rules, name):
    """An award is won or lost, like the pay that it puts right. Every bet is one that the table takes."""
    ruled = 0
    for seed in range(4 if LONG else 2):
        rng = random.Random(f"{name} {seed}")
        night = real_dice(rules, MONEY[name])
        for _ in range(25):
            bet_again(night)
            if thrower(night.room.book, night.room.state) is None:
                break
            entered(night, Throw(rng.randint(1, 6), rng.randint(1, 6)))
            if rng.random() < 0.5:
                bet_again(night)
            if night.owned("Sys") is not None and rng.random() < 0.6:
                ruled += rules_something(night, rng)
            bet_again(night)
            seat, bot = night.room.state.seat("Sys"), night.bots["Sys"]
            if seat is None:
                break
            again = reread(night)
            assert bot.brought(seat) == again.brought(seat) == START
            assert again.memory == bot.memory
            assert not acts_of(night, "Sys")[-1] or again.acts(*night.seen()) == []  # not twice in a round
        assert not night.refused
    assert ruled > (10 if LONG else 3)


def test_chips_bought_later_are_brought():
    night = SystemsNight("nsw", {"Sys": "when come_out: pass 10% of start"})
    night.say("Sys", "buy_in 500")
    night.act(throws=False)
    assert night.room.on("Sys", "pass") == 150


RULED = """
a bot that a wrong throw drove away stays
    nsw: when come_out: pass 10; when point: place 6 600; after loss: stop
    dice 2-2; dice 3-4; wants to leave; Sue: correct 4-4; bets; ends; Sys has 10 on pass
    Sys has 600 on place 6
a dismissal outlives a correction
    nsw: when come_out: pass 10; when point: place 6 12
    dice 2-2; dice 4-4; dismissed; Sue: correct 5-5; bets; ends House asks it to leave; Sys has 0 on place 6
an invalid throw is forgotten, also after the next bets, and its loss is no loss
    nsw: when come_out: pass 10; progression martingale on pass up to 5 steps; stop after losing 60
    remember; dice 1-1; Sue: invalidate fire; bets; remembers; Sys has 10 on pass; owns 1000
    dice 1-1; bets; Sys has 20 on pass; Sue: invalidate fire; bets; remembers; Sys has 10 on pass; owns 1000
an invalid throw that decided nothing of ones own is forgotten by who counts throws
    nsw: only after five_count; when come_out: pass 10; when point: place 6 12
    dice 2-2; dice 5-4; dice 5-4; remember; dice 6-2; remembers more; Sue: invalidate fire throw; remembers
    dice 6-2; remembers more; Sue: invalidate fire throw; remembers; bets; Sys has 0 on place 6
a throw that was no roll is thrown again
    nsw: when come_out: pass 10
    bets; Box: no more bets; acts; now in_the_air; Box: no roll not_together
    bets; Box: no more bets; acts; now in_the_air; Box: no roll not_together
an award takes the system to its aim, and a correction takes nothing of it
    classic: when come_out: pass 10; when ahead 25: stop
    dice 3-4; Sue: award Sys 10 "the seven was paid short"; Sue: correct 6-5; owns 1020
    Sue: award Sys 5 "a mistake"; bets; Sys is gone; left when ahead 25: stop
a token that is lost is no loss of a person whose seat was handed to the system
    nsw: when come_out: pass 20; when behind 10: stop
    Sue: issue_token Sys 25; Sys: field 25 token; Sys has 25 on field; dice 4-4; bets; Sys has 0 on field
    owns 1000; ends
"""


def night_parts(night):
    """Parts of scripts about a night. `bets` is all that the systems want to do until the next throw."""
    bot, noted = night.bots["Sys"], []
    return {
        r"dice (\d)-(\d)": lambda _, *faces: entered(night, Throw(*map(int, faces))),
        r"bets": lambda _: bet_again(night),
        r"acts": lambda _: night.act(),
        r"wants to leave": lambda _: (type(wishes(night)[-1].event), ev.Leave),
        r"dismissed": lambda _: bot.dismiss("House asks it to leave"),
        r"ends(?: (.+))?": lambda _, why: (bot.end, why or ""),
        r"left (.+)": lambda room, why: (leaving(room)[0].why, why),
        r"owns (\d+)": lambda room, sum_: (
            (night.owned("Sys"), bot.brought(room.state.seat("Sys"))),
            (int(sum_) * 100, START),
        ),
        r"remember": lambda _: noted.append(bot.memory),
        r"remembers": lambda _: ((bot.memory, comes_back(night)), (noted[0], True)),
        r"remembers more": lambda _: (bot.memory != noted[0], True),
        r"(Sue|Box|Sys): (.+)": lambda _, who, line: night.say(who, line),
    }


def leaving(room):
    """The acts by which somebody left."""
    return [one for one in room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]


def wishes(night):
    night.room.until("betting")
    night.hear()
    return night.bots["Sys"].acts(*night.seen())


@pytest.mark.parametrize("script", scripts(RULED))
def test_whatever_is_ruled_a_system_goes_on_as_it_should(script):
    head, _, lines = script.strip().partition("\n")
    night = real_dice(*head.split(": ", 1))
    play(lines, night.room, parts=night_parts(night))


# Reasons, and bots in the log.


def test_somebody_who_comes_later_hears_the_reasons_of_the_last_round():
    room = play("at classic dice=entered pace=boxperson: Ann Bob; Box takes stickperson; Box takes boxperson")
    assert room.ask("Ann", cm.Say, line="pass 10", why="come-out") is None
    assert room.ask("Ann", cm.Say, line="field 5", why="always") is None
    assert room.ask("Bob", cm.Say, line="field 5", why="a hunch") is None
    assert room.ask("Bob", cm.Say, line="any_craps 5") is None

    def told():
        return [(one.player, one.words, one.why) for one in given_reasons(room.book, room.table)]

    first = [("Ann", "come-out"), ("Ann", "always"), ("Bob", "a hunch")]
    assert [(player, why) for player, _, why in told()] == first
    assert told()[1][1] == "Ann puts $5 on the Field"
    play("Box: no more bets; Box enters 4-2; until betting", room)
    assert [(player, why) for player, _, why in told()] == first  # until they give others
    assert room.ask("Ann", cm.Say, line="come 10", why="a point") is None
    assert [(player, why) for player, _, why in told()] == [("Bob", "a hunch"), ("Ann", "a point")]
    hold_log(room)
    assert read_snapshot(encode(room.table).decode()).reasoned == room.table.reasoned


def test_the_log_knows_the_bots():
    room = Room("nsw")
    bot = Bot("Molly", "three_point_molly", system("three_point_molly").text, 50_000)

    def told(command):
        room.tell(command)
        return room.last.refused.message if room.last.refused else ""

    assert told(cm.SeatBot(bot, "House")) == ""
    assert view(room.book, room.table).bots == (bot,)
    assert told(cm.SeatBot(bot, "House")) == "Molly is at this table already"
    assert told(cm.DismissBot("Molly", "House")) == ""
    assert room.table.bots == ()  # it had not sat down, and is gone at once
    assert "no bot of the name" in told(cm.DismissBot("Molly", "House"))
    room.tell(cm.SeatBot(bot, "House"))
    room.sits("Molly", "Ann")
    assert told(cm.DismissBot("Molly", "House")) == ""
    assert [one.leaves for one in room.table.bots] == [True]
    room.does("Molly", "leave")
    assert room.table.bots == ()
    assert told(cm.SeatBot(Bot("Ann", "x", bot.text, 50_000), "House")) == "Ann is at this table already"


def test_a_reason_goes_into_the_log_if_it_is_short_and_can_be_printed():
    room = Room("nsw")
    room.sits("Ann")
    for why in ("x" * 201, "two\nlines", "\x1b[2J"):
        refused = room.ask("Ann", cm.Say, line="pass 10", why=why)
        assert (refused.code, room.on("Ann", "pass")) == ("bad_words", 0)
        assert "a reason has at most" in refused.message
        assert room.ask("Ann", cm.Act, event=ev.Leave(), why=why).code == "bad_words"
    assert room.ask("Ann", cm.Say, line="pass 10", why="I feel lucky") is None
    assert [entry.why for entry in room.entries if isinstance(entry, en.Acted)] == ["I feel lucky"]
