"""Short scenes in a room, one for each act of the engine and each role that may do it, at every house.

A scene brings a table to where the act is possible, and does it. Every command is written down,
so that the same can be asked of a server.
"""

from typing import NamedTuple

from tests.live.room import Room

from bankcraps import Cents, Limits, Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import roles_of, who_may
from bankcraps.game.wagers import Kind, find
from bankcraps.live.log.settings import Timing
from bankcraps.live.round.crew_chairs import enters_throws
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Refused

PASS, HARD = find(Kind.PASS), find(Kind.HARD, 8)
HIGHER = Limits(Cents(1000), Cents(50_000), Cents(0))
LONG = 24 * 3_600_000
SLOW = Timing(
    betting_ms=LONG,
    warning_ms=0,
    shooter_ms=LONG,
    throwing_ms=LONG,
    paying_ms=0,
    answer_ms=LONG,
    away_ms=LONG,
)
"""Nothing happens unless somebody does it."""


class Asked(NamedTuple):
    """A command with its sender, its time, and the reason if it was refused."""

    now: int
    person: str
    command: cm.PersonCommand
    refused: Refused | None


class Scene(Room):
    """A room with real dice at which people act, and a list of their commands.

    The person in a chair of the crew has the name of the role.

    Attributes:
        asked: everything, in order.
    """

    def __init__(self, rules: str) -> None:
        self.asked: list[Asked] = []
        super().__init__(rules, pace="boxperson", dice="entered", timing=SLOW)
        self.began = self.now

    def ask(self, person, command, **fields):
        refused = super().ask(person, command, **fields)
        self.asked.append(Asked(self.now, person, command(id=str(self._ids), **fields), refused))
        return refused

    def must(self, person, event):
        assert self.act(person, event) is None, (person, event, self.last.refused)

    def takes_chair(self, role):
        if not self.table.holder(role):
            self.takes(role, role)

    def gives_chair(self, role):
        if self.table.holder(role):
            assert self.ask(role, cm.GiveChair, role=role) is None

    def crew(self, event):
        """The first role that may do something does it."""
        role = who_may(self.book, type(event))[0]
        self.takes_chair(role)
        self.must(role, event)

    def enters(self, role, first, second):
        """The dice come to rest like this."""
        self.takes_chair(role)
        for look in ("first", "second"):
            assert self.ask(role, cm.EnterThrow, throw=Throw(first, second), look=look) is None

    def throws_dice(self, first, second):
        """A whole throw."""
        readers = enters_throws(self.book)
        self.takes_chair(readers[0])
        if not self.state.out:
            self.crew(ev.NoMoreBets())
        callers = [role for role in self.book.dice.total_called_by or readers if role in readers]
        self.enters((callers or readers)[0], first, second)


def roles_at(book, act):
    """The roles that may do something, as the book names them; the player, for acts of players.

    If the book names nobody, a member of the crew tries it.
    """
    if act is ev.Rolled:
        called = book.table.filled(book.dice.total_called_by or ()) or enters_throws(book)
        return [role for role in enters_throws(book) if role in called]
    return ["player"] if roles_of(book, act) is None else who_may(book, act) or [book.table.crew[0]]


def possible(book, act):
    """Whether this house knows a reason for an act, and allows it at all."""
    lacking = {
        ev.OrderPass: not book.dice.pass_ordered_for,
        ev.OwnLimits: not book.floor.own_limits,
        ev.IssueToken: not book.betting.tokens,
        ev.Warn: not book.floor.breaches,
        ev.Investigate: not book.floor.investigated_by,
        ev.Vacate: not book.floor.idle_rounds,
        ev.AskReview: len(book.floor.disputes) == 1 and not book.floor.investigated_by,
        ev.Confirm: not book.betting.on_confirmed_by,
        ev.Reject: True,  # nobody at a live table lets a wager outside the limits stand
    }
    return not lacking.get(act, False)


def set_up(rules, act, role):
    """Bring a table to where a role may act. Return it, the person, and the act, or None if it is done."""
    room = Scene(rules)
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    return room, *SCENES[act](room, role)


def play(rules, act, role):
    """Play the scene of an act by a role. The last command is the act."""
    room, person, event = set_up(rules, act, role)
    if event is None:
        return room
    if role != "player":
        room.takes_chair(role)
    room.act(person, event)
    return room


def _by_crew(make, prepare=None):
    def scene(room, role):
        if prepare is not None:
            prepare(room, role)
        return role, make(room)

    return scene


def _by_player(event, *lines, person="Ann", accepts=False):
    def scene(room, _):
        room.does("Ann", *lines)
        if accepts:
            room.must("Ann", ev.Accept())
        return person, event

    return scene


def _first(reasons):
    return next(iter(reasons), "")


def _lost_dice(room, *, held=True):
    """Two dice leave the table; once their shooter has passed the others on they are given up as lost."""
    stick = room.book.no_roll.called_by[0]
    room.must("Ann", ev.Accept())
    room.takes_chair(stick)
    room.must(stick, ev.NoRoll("off_table", room.state.dice.bowl[:2]))
    room.gives_chair(stick)
    if not held:
        room.must("Ann", ev.PassDice())
        for die in room.state.dice.away:
            room.crew(ev.DieLost(die))


def _same_dice(room, _):
    room.must("Ann", ev.Accept())
    room.must("Ann", ev.Choose((1, 2)))
    stick = who_may(room.book, ev.NoRoll)[0]
    room.takes_chair(stick)
    room.must(stick, ev.NoRoll("off_table", (2,)))
    return "Ann", ev.SameDice()


def _disputed(room, decided=()):
    room.must("Ann", ev.Dispute("the chips moved"))
    for role in decided:
        room.takes_chair(role)
        room.must(role, ev.Decide(1, "stands"))
        if room.book.floor.disputes[-1] != role or room.book.floor.investigated_by:
            room.must("Ann", ev.AskReview(1))


def _decide(room, role):
    ladder = room.book.table.filled(room.book.floor.disputes)
    _disputed(room, ladder[: ladder.index(role)])
    return role, ev.Decide(1, "stands")


def _ask_review(room, _):
    room.must("Ann", ev.Dispute("the chips moved"))
    first = room.book.table.filled(room.book.floor.disputes)[0]
    room.takes_chair(first)
    room.must(first, ev.Decide(1, "stands"))
    return "Ann", ev.AskReview(1)


def _investigate(room, role):
    if room.book.floor.investigated_by:
        _disputed(room, room.book.table.filled(room.book.floor.disputes))
    return role, ev.Investigate(1, "all in order")


def _sign(limits):
    def prepare(room, role):
        room.takes_chair(role)
        room.must(role, ev.PostSign(limits))
        room.now += 20 * 60_000

    return prepare


def _throw(room, _):
    """The dice are entered at this table, and the shooter still says that they fly."""
    for role in enters_throws(room.book):
        room.takes_chair(role)
    room.crew(ev.NoMoreBets())
    return "Ann", ev.ThrowDice()


def _roll(room, role):
    for one in enters_throws(room.book):
        room.takes_chair(one)
    room.crew(ev.NoMoreBets())
    room.enters(role, 4, 2)
    return role, None


def _confirm(room, role):
    """Ann calls a wager on while the dice are out."""
    room.does("Ann", "hard 8 10", "off hard 8")
    room.takes_chair(enters_throws(room.book)[0])
    room.crew(ev.NoMoreBets())
    if room.book.betting.on_confirmed_by:
        room.must("Ann", ev.Call(HARD, "on"))
    return role, ev.Confirm("Ann", HARD)


def _vacate(room, role):
    """A full table, and Bob does not play."""
    if room.book.floor.idle_rounds:
        others = [f"Guest_{number}" for number in range(room.book.table.places - 2)]
        room.sits(*others)
        assert room.ask("Cyd", cm.Wait, waiting=True) is None
        room.takes_chair(role)
        for _ in range(room.book.floor.idle_rounds):
            for person in ("Ann", *others):
                room.say(person, "pass 10")
            room.throws_dice(4, 3)
            room.tell(cm.Tick())
    return role, ev.Vacate("Bob")


SCENES = {
    ev.Sit: _by_player(ev.Sit(), person="Cyd"),
    ev.Leave: _by_player(ev.Leave(), person="Bob"),
    ev.BuyIn: _by_player(ev.BuyIn(Cents(1000))),
    ev.CashOut: _by_player(ev.CashOut(), person="Bob"),
    ev.Bet: _by_player(ev.Bet(HARD, Cents(1000))),
    ev.TakeDown: _by_player(ev.TakeDown(HARD), "hard 8 10"),
    ev.Call: _by_player(ev.Call(HARD, "off"), "hard 8 10"),
    ev.Confirm: _confirm,
    ev.Reject: _by_crew(lambda _: ev.Reject("Ann", PASS)),
    ev.Undo: _by_player(ev.Undo()),
    ev.Accept: _by_player(ev.Accept()),
    ev.Decline: _by_player(ev.Decline()),
    ev.Choose: _by_player(ev.Choose((1, 2)), accepts=True),
    ev.PassDice: _by_player(ev.PassDice(), accepts=True),
    ev.SameDice: _same_dice,
    ev.ThrowDice: _throw,
    ev.Rolled: _roll,
    ev.Correct: _by_crew(lambda _: ev.Correct(Throw(4, 4)), lambda room, _: room.throws_dice(4, 2)),
    ev.Dispute: _by_player(ev.Dispute("the chips moved")),
    ev.AskReview: _ask_review,
    ev.Vacate: _vacate,
    ev.ColourUp: _by_crew(lambda _: ev.ColourUp("Ann")),
    ev.Offer: _by_crew(lambda _: ev.Offer("Ann")),
    ev.NoAnswer: _by_crew(
        lambda _: ev.NoAnswer(), lambda room, role: (room.takes_chair(role), room.must(role, ev.Offer("Ann")))
    ),
    ev.NewSet: _by_crew(lambda _: ev.NewSet(), lambda room, _: _lost_dice(room, held=False)),
    ev.Inspect: _by_crew(lambda _: ev.Inspect(1), lambda room, _: _lost_dice(room)),
    ev.DieLost: _by_crew(lambda _: ev.DieLost(1), lambda room, _: _lost_dice(room)),
    ev.OrderPass: _by_crew(
        lambda room: ev.OrderPass(_first(room.book.dice.pass_ordered_for)),
        lambda room, _: room.must("Ann", ev.Accept()),
    ),
    ev.NoMoreBets: _by_crew(
        lambda _: ev.NoMoreBets(), lambda room, _: room.takes_chair(enters_throws(room.book)[0])
    ),
    ev.NoRoll: _by_crew(lambda _: ev.NoRoll("cocked")),
    ev.Decide: _decide,
    ev.Investigate: _investigate,
    ev.Award: _by_crew(lambda _: ev.Award("Ann", Cents(500), "the six was paid short")),
    ev.PostSign: _by_crew(lambda _: ev.PostSign(HIGHER)),
    ev.SetLimits: _by_crew(lambda _: ev.SetLimits(HIGHER), _sign(HIGHER)),
    ev.OwnLimits: _by_crew(lambda _: ev.OwnLimits("Ann", Limits(Cents(100), Cents(90_000), Cents(0)))),
    ev.Close: _by_crew(lambda _: ev.Close(), _sign(None)),
    ev.IssueToken: _by_crew(lambda _: ev.IssueToken("Ann", Cents(500))),
    ev.Invalidate: _by_crew(lambda _: ev.Invalidate("fire")),
    ev.VoidWager: _by_crew(lambda room: ev.VoidWager("Ann", PASS, _first(room.book.floor.void_for))),
    ev.Exclude: _by_crew(lambda room: ev.Exclude("Bob", _first(room.book.floor.exclude_for))),
    ev.Warn: _by_crew(lambda room: ev.Warn("Bob", _first(room.book.floor.breaches))),
}
