"""Systems as players of the room: the same money as in a simulation, at a table with others."""

import random

import pytest
from msgspec.structs import replace

from bankcraps.dice import Throw
from bankcraps.engine import events as ev
from bankcraps.engine import thrower
from bankcraps.house import commands as cm
from bankcraps.house import entries as en
from bankcraps.house.bots import Bot
from bankcraps.house.messages import Item
from bankcraps.house.settings import Timing
from bankcraps.house.system_player import SystemPlayer
from bankcraps.house.views import view
from bankcraps.markov.stopping import PLAYS
from bankcraps.question import Question
from bankcraps.rulebook import BOOKS
from bankcraps.simulation.stepwise import play_throws
from bankcraps.strategy.checking import check
from bankcraps.strategy.library import library, system
from bankcraps.strategy.plan import Plan
from bankcraps.strategy.policy import Layout
from bankcraps.wagers import wager

from .room import Room

AT_ONCE = Timing(betting_ms=60_000, warning_ms=0, throwing_ms=60_000, paying_ms=1, answer_ms=1000)
CAP = 10**6
FIELD = wager("field")


class Night:
    """A room at which systems play. Everything that happens is heard by all of them.

    Attributes:
        room: the room.
        bots: the players by name.
        refused: what the house refused of them.
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
        for one in self.room.last.happened:
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
                        bot.refused(doing, refused.message)

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
    """What the engine's own simulation owns before each throw, on the same dice."""
    settings = night.room.settings
    question = Question(night.room.book, system(text), settings.limits, settings.chip, Plan(bankroll * 100))
    return list(play_throws(question, iter(night.thrown), CAP))


@pytest.mark.parametrize("rules", BOOKS)
def test_a_lone_bot_owns_what_the_simulation_owns(rules):
    text = "three_point_molly"
    night = Night(rules, {"Molly": text})
    path = [night.owned("Molly")]
    while len(path) <= 150 and night.throw():
        path.append(night.owned("Molly"))
    played = simulated(night, text)
    assert len(path) > 100
    assert [one.owned for one in played] == path[: len(played)]
    assert not night.refused
    assert not night.bots["Molly"].complaints()


REMEMBER = [
    "when come_out: pass 10; progression martingale on pass up to 5 steps",
    "when come_out: pass 10; when point: place 6 12; after win of place 6: press place 6",
    "when come_out: pass 10; when point: place 5 10; place 6 12; stop after losing 60 or winning 90",
    "when point: come 10 up to 2; at most 2 come a shooter",
]
"""Systems whose memory would be wrong if it counted what others win and lose."""


def sampled(rules):
    """Every twentieth system of the library that the house takes, from a place that differs by house."""
    book = Room(rules).book
    first = list(BOOKS).index(rules) * 4
    return [name for name in list(library())[first::20] if not check(system(name), book)]


def beside_zoe(rules, text, throws=60, bankroll=1000):
    """A night at which a system plays beside Zoe, who bets on the line, on numbers and on come herself."""
    night = Night(rules, {}, seed=3)
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


@pytest.mark.parametrize("rules", BOOKS)
def test_bots_among_others_own_what_the_simulation_owns(rules):
    """Zoe has the dice when nobody else may throw. Her wagers are nothing to the system."""
    for text in (*REMEMBER, *sampled(rules)):
        night, path = beside_zoe(rules, text)
        played = [one.owned for one in simulated(night, text)]
        shared = min(len(path), len(played))
        assert path[:shared] == played[:shared], text
        assert shared > 1
        assert not night.refused, (text, night.refused)


def test_the_commission_of_a_bet_counts_as_lost():
    """What the bets themselves cost is remembered, and not only what the dice decide."""
    text = "when point: buy 4 20; buy 10 20; stop after losing 45"
    night, path = beside_zoe("classic", text, 200)
    played = simulated(night, text)
    assert [one.owned for one in played][: len(path)] == path
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "stop after losing 45"
    assert len(path) == next(number for number, one in enumerate(played) if one.end != PLAYS) + 1


def test_a_system_that_stops_leaves_and_says_why():
    night = Night("nsw", {"Stan": "when come_out: pass 10; stop after losing 30 or winning 20"}, 200)
    for _ in range(200):
        if not night.throw():
            break
    assert night.owned("Stan") is None
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "stop after losing 30 or winning 20"
    assert night.room.balances["wallet/Stan"] in (-3000, 2000)


def test_a_bot_that_cannot_pay_its_next_bet_leaves_and_says_why():
    night = Night("classic", {"Max": "when come_out: pass 40"}, 100, seed=2)
    while night.throw():
        pass
    assert night.owned("Max") is None
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "ruin: the 20 in the rail does not pay the next bets"
    assert night.room.balances["wallet/Max"] == -8000


def test_every_bet_says_its_rule():
    night = Night("nsw", {"Molly": "three_point_molly"})
    for _ in range(40):
        night.throw()
    whys = {one.why for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Bet)}
    assert whys == {"when come_out: pass 10", "when point: odds max", "when point: come 10 up to 2"}


def test_a_grown_bet_says_how_it_grew():
    night = Night(
        "nsw", {"Pat": "when point: place 6 12; when come_out: pass 10; after win of place 6: press place 6"}
    )
    for _ in range(120):
        night.throw()
    whys = {one.why for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Bet)}
    assert "when point: place 6 12, now 24" in whys


def test_a_refusal_is_told_once():
    """Bob's bets are off the unit of the table, in every round. Others throw meanwhile."""
    texts = {"Ann": "when come_out: pass 10", "Bob": "when come_out: field 7; when point: place 6 7"}
    night = Night("nsw", texts, limits="5:500:5")
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
    night = Night("nsw", {"Ann": "when come_out: pass 10"})
    night.room.own["Ann"] = replace(cm.Sender().own, time_out_until=night.room.now + 10**9)
    night.act()
    night.act()
    assert [refused.code for _, _, refused in night.refused] == ["own_limit"]
    assert len(night.bots["Ann"].complaints()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "when come_out: pass 10; progression martingale on pass up to 7 steps",
        "three_point_molly",
        "when come_out: pass 10; stop after losing 90",
    ],
)
def test_a_bot_that_comes_back_remembers(text):
    """One that reads the log at any moment knows what one knows who was there all the time."""
    night = Night("nsw", {"Zoe": "when come_out: pass 10", "Mart": text})
    for _ in range(60):
        night.throw()
        if night.owned("Mart") is None:
            break
        again = SystemPlayer(night.room.book, system(text), "Mart")
        again.read(night.items, night.room.table.fairness.counted)
        assert again.memory == night.bots["Mart"].memory
        night.bots["Mart"] = again


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
    night = Night("nsw", {})
    night.room.sits("Sys")
    night.hear()
    night.bots["Sys"] = SystemPlayer(night.room.book, OneMore(), "Sys")
    night.act(throws=False)
    assert night.room.on("Sys", "field") == 5
    again = SystemPlayer(night.room.book, OneMore(), "Sys")
    again.read(night.items, night.room.table.fairness.counted)
    assert again.acts(*night.seen(), throws=False) == []
    assert [doing.why for doing in SystemPlayer(night.room.book, OneMore(), "Sys").acts(*night.seen())] == [
        "one more wants it"
    ]


def test_a_bot_that_is_dismissed_takes_down_what_it_may_and_goes_when_the_rest_is_decided():
    night = Night("three_four_five", {"Molly": "when come_out: pass 10; when point: place 6 12; place 8 12"})
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
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "House asks it to leave"


# A throw that was wrong, and is put right.

STAYS = [*REMEMBER, "when come_out: pass 10; when point: buy 4 20; buy 10 20; stop after losing 300"]


def real_dice(rules, text):
    """A night with dice that Box enters, and Pat on the line. Sue may correct or invalidate."""
    night = Night(rules, {}, dice="entered", pace="boxperson")
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
    """What the system knows and has, and why it leaves."""
    bot, seat = night.bots["Sys"], night.room.state.seat("Sys")
    assert seat is not None
    return bot.memory, bot.end, seat.rail, seat.wagers


def comes_back(night):
    """Whether one that reads the log knows what the bot knows that was there."""
    again = SystemPlayer(night.room.book, night.bots["Sys"].policy, "Sys")
    again.read(night.items, night.room.table.fairness.counted)
    return again.memory == night.bots["Sys"].memory


@pytest.mark.parametrize("rules", BOOKS)
def test_a_corrected_throw_is_forgotten_for_the_right_one(rules):
    """One who saw the wrong throw, and perhaps bet after it, bets on as one who never saw it."""
    rng = random.Random(rules)
    book = Room(rules).book
    for text in (text for text in STAYS if not check(system(text), book)):
        wronged, straight = real_dice(rules, text), real_dice(rules, text)
        corrected = 0
        for _ in range(40):
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


def test_a_bot_that_a_wrong_throw_drove_away_stays():
    night = real_dice("nsw", "when come_out: pass 10; when point: place 6 600; after loss: stop")
    entered(night, Throw(2, 2))
    entered(night, Throw(3, 4))
    night.room.until("betting")
    night.hear()
    assert night.bots["Sys"].acts(*night.seen())[-1].event.__class__ is ev.Leave
    assert night.bots["Sys"].end
    night.say("Sue", "correct 4-4")
    bet_again(night)
    assert night.bots["Sys"].end == ""
    assert (night.room.on("Sys", "pass"), night.room.on("Sys", "place 6")) == (10, 600)


def test_a_dismissal_outlives_a_correction():
    night = real_dice("nsw", "when come_out: pass 10; when point: place 6 12")
    entered(night, Throw(2, 2))
    entered(night, Throw(4, 4))
    night.bots["Sys"].dismiss("House asks it to leave")
    night.say("Sue", "correct 5-5")
    bet_again(night)
    assert night.bots["Sys"].end == "House asks it to leave"
    assert night.room.on("Sys", "place 6") == 0


def test_an_invalid_throw_is_forgotten():
    """The martingale lost, and has its wager back: it bets 10 again, and its loss is no loss."""
    text = "when come_out: pass 10; progression martingale on pass up to 5 steps; stop after losing 60"
    night = real_dice("nsw", text)
    start = night.bots["Sys"].memory
    for bets in (False, True):
        entered(night, Throw(1, 1))
        if bets:
            bet_again(night)
            assert night.room.on("Sys", "pass") == 20
        night.say("Sue", "invalidate fire")
        bet_again(night)
        assert night.bots["Sys"].memory == start
        assert (night.room.on("Sys", "pass"), night.owned("Sys")) == (10, 100_000)
        assert comes_back(night)


def test_an_invalid_throw_that_decided_nothing_of_ones_own_is_forgotten():
    """A system that counts throws has not seen it."""
    night = real_dice("nsw", "only after five_count; when come_out: pass 10; when point: place 6 12")
    for throw in (Throw(2, 2), Throw(5, 4), Throw(5, 4)):
        entered(night, throw)
    before = night.bots["Sys"].memory
    for _ in range(2):
        entered(night, Throw(6, 2))
        assert night.bots["Sys"].memory != before
        assert night.room.act("Sue", ev.Invalidate("fire", scope="throw")) is None, night.room.last.refused
        night.hear()
        assert night.bots["Sys"].memory == before
        assert comes_back(night)
    bet_again(night)
    assert night.room.on("Sys", "place 6") == 0


def test_after_a_round_that_is_given_up_one_bets_again():
    night = real_dice("nsw", "when come_out: pass 10")
    bet_again(night)
    night.say("Box", "no more bets")
    night.say("Sue", "invalidate fire")
    bet_again(night)
    assert night.room.on("Sys", "pass") == 10


def test_a_throw_of_real_dice_that_was_no_roll_is_thrown_again():
    night = real_dice("nsw", "when come_out: pass 10")
    for _ in range(3):
        bet_again(night)
        night.say("Box", "no more bets")
        night.act()
        assert night.room.phase == "in_the_air"
        night.say("Box", "no roll not_together")


# Reasons, and bots in the log.


def test_a_reason_goes_into_the_log_and_is_shown():
    room = Room("nsw")
    room.sits("Ann")
    assert room.ask("Ann", cm.Say, line="pass 10, odds 5", why="I feel lucky") is not None  # no odds yet
    assert room.ask("Ann", cm.Say, line="pass 10", why="I feel lucky") is None
    assert [entry.why for entry in room.entries if isinstance(entry, en.Acted)] == ["I feel lucky"]


@pytest.mark.parametrize("why", ["x" * 201, "two\nlines", "\x1b[2J"])
def test_a_reason_that_is_none_is_refused(why):
    room = Room("nsw")
    room.sits("Ann")
    assert room.ask("Ann", cm.Say, line="pass 10", why=why).code == "bad_words"
    assert room.on("Ann", "pass") == 0


def test_the_log_knows_the_bots():
    room = Room("nsw")
    bot = Bot("Molly", "three_point_molly", system("three_point_molly").text, 50_000)
    room.tell(cm.SeatBot(bot, "House"))
    assert view(room.book, room.table).bots == (bot,)
    room.tell(cm.SeatBot(bot, "House"))
    assert room.last.refused.message == "Molly is at this table already"
    room.sits("Molly")
    room.tell(cm.DismissBot("Molly", "House"))
    assert [one.leaves for one in room.table.bots] == [True]
    room.does("Molly", "leave")
    assert room.table.bots == ()


def test_a_bot_that_has_not_sat_down_is_gone_at_once():
    room = Room("nsw")
    room.tell(cm.SeatBot(Bot("Molly", "x", "when come_out: pass 10", 50_000), "House"))
    room.tell(cm.DismissBot("Molly", "House"))
    assert room.table.bots == ()
    room.tell(cm.DismissBot("Molly", "House"))
    assert "no bot of the name" in room.last.refused.message


def test_nobody_takes_the_name_of_a_player():
    room = Room("nsw")
    room.sits("Ann")
    room.tell(cm.SeatBot(Bot("Ann", "x", "when come_out: pass 10", 50_000), "House"))
    assert room.last.refused.message == "Ann is at this table already"
