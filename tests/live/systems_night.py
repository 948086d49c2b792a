"""A room at which systems play, for tests."""

from tests.live.room import Room

from bankcraps.analysis.question import Question
from bankcraps.analysis.simulation.stepwise import play_throws
from bankcraps.game.engine import thrower
from bankcraps.live.log.settings import Timing
from bankcraps.live.system_player import SystemPlayer
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.messages import Item
from bankcraps.live.wire.views import view
from bankcraps.strategies.library import system
from bankcraps.strategies.plan import Plan

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
    question = Question(night.room.book, system(text), settings.limits, settings.chip, Plan(bankroll * 100))
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
