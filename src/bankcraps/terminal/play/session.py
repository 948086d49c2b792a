"""A table as the screen shows it, and the acts of people there: log lines, messages, bets, hints, throws.

The table may be from anywhere: a table of this program, a record, or a live table far away.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from bankcraps.errors import MoneyError, NotationError
from bankcraps.game.chips import Cents, dollars, money, printed
from bankcraps.game.dealing import clauses
from bankcraps.game.dice import Throw
from bankcraps.game.engine import BetRange, Seat, State, Step, bet_range, player, refusal, thrower
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import listed
from bankcraps.game.engine.shooter.turns import STICK
from bankcraps.game.engine.wagering import ranges
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.notation import tell
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import ODDS, Kind, Wager, find, number_of, odds_behind
from bankcraps.terminal.play.layout.chip_stacks import Gains, Scene, Spot

if TYPE_CHECKING:
    from bankcraps.game.engine import Refusal
    from bankcraps.live.table.commands import Refused

Tone = Literal["throw", "won", "lost", "back", "dice", "chips", "sum", "told"]


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    tone: Tone


_TONES: Final[dict[type[fx.Effect], Tone]] = {
    fx.Paid: "won",
    **dict.fromkeys((fx.Lost, fx.Forfeited), "lost"),
    **dict.fromkeys((fx.Returned, fx.Tied, fx.Moved), "back"),
    **dict.fromkeys((fx.Staked, fx.Vigorish, fx.Button, fx.CallAsked, fx.TokenIssued), "chips"),
    **dict.fromkeys((fx.Bought, fx.CashedOut, fx.Awarded, fx.Coloured), "chips"),
}


def lines_of(book: Rulebook, effects: Iterable[fx.Effect], number: int) -> list[LogLine]:
    """Effects as lines of the log.

    Args:
        book: the house.
        effects: the effects of an event.
        number: the number of throws so far, including one among these effects.
    """
    return [_line(book, effect, number) for effect in effects]


def _line(book: Rulebook, effect: fx.Effect, number: int) -> LogLine:
    if isinstance(effect, fx.Thrown):
        return LogLine(f"{number}. {effect.throw}: {call_of(book, effect, number)}", "throw")
    return LogLine(tell(effect, book), _TONES.get(type(effect), "dice"))


def history(book: Rulebook, log: Sequence[tuple[ev.Event, Step]], last: int) -> list[LogLine]:
    """The log of the last few events of a session that went before."""
    lines: list[LogLine] = []
    throws = 0
    for index, (_, came) in enumerate(log):
        throws += throws_in(came.effects)
        if index >= len(log) - last:
            lines += lines_of(book, came.effects, throws)
    return lines


def throws_in(effects: Iterable[fx.Effect]) -> int:
    """The number of throws among effects that count, less earlier ones that do not count any longer."""
    return sum(map(fx.throws_counted, effects))


def call_of(book: Rulebook, thrown: fx.Thrown, number: int) -> str:
    """Return the stickperson's call of a throw. If several calls fit, they take turns."""
    fitting = calls(book, thrown.throw, thrown.point)
    return fitting[number % len(fitting)]


def gains_of(effects: Iterable[fx.Effect]) -> Gains:
    """Return the gain or loss of each wager, in cents, less commission. A push is left out."""
    gains = dict[tuple[str, Wager], Cents]()
    for effect in effects:
        if isinstance(effect, fx.Paid | fx.Lost | fx.Vigorish | fx.Forfeited):
            spot = (effect.seat, effect.wager)
            gains[spot] = Cents(gains.get(spot, 0) + fx.won(effect))
    return gains


def nets_of(gains: Gains) -> dict[str, Cents]:
    """Return the gain or loss of each player, in cents."""
    nets: dict[str, Cents] = {}
    for (seat, _), gained in gains.items():
        nets[seat] = Cents(nets.get(seat, 0) + gained)
    return nets


def totals(nets: dict[str, Cents]) -> list[LogLine]:
    """Return a line for each player whom a throw concerned, with their gain or loss."""
    lines: list[LogLine] = []
    for seat, net in nets.items():
        result = f"wins {money(net)}" if net > 0 else f"loses {money(-net)}" if net else "breaks even"
        lines.append(LogLine(f"{seat} {result} on the throw", "sum"))
    return lines


# Messages in the bar above the line: a hint, or why the last line did nothing, and the rule behind it.


_PASS: Final = find(Kind.PASS)
_DONT_PASS: Final = find(Kind.DONT_PASS)


class Message(msgspec.Struct, frozen=True):
    """A message in the bar.

    Attributes:
        text: the message or the reason.
        rule: the clause and its text; empty where there is none.
        line: the line that could not be read; empty where it could.
        column, length: the unreadable place in that line, counted from 0.
        advice: a line that would help.
        alarm: whether something was refused.
    """

    text: str
    rule: str = ""
    line: str = ""
    column: int = 0
    length: int = 1
    advice: str = ""
    alarm: bool = True


def told(text: str, advice: str = "") -> Message:
    """Plain information; nothing was refused."""
    return Message(text, advice=advice, alarm=False)


def unreadable(error: NotationError, line: str, advice: str = "") -> Message:
    """A line that the grammar does not know, with the place of the error."""
    length = max(1, len(error.word))
    return Message(str(error), line=line, column=error.column - 1, length=length, advice=advice)


def refused(book: Rulebook, refusal: "Refusal | Refused", why: str, buy_in: str, sit: str = "") -> Message:
    """An act that the rules do not allow now, with the clause and its text.

    Args:
        book: the house.
        refusal: the refusal, of the engine or of a house.
        why: the reason, in words.
        buy_in: the line that buys chips, for somebody who lacks them.
        sit: the line that takes a place, for somebody who has none.
    """
    advice = {"not_enough_chips": buy_in, "not_seated": sit}.get(refusal.code, "")
    return Message(sentence(why), rule_text(book, refusal.clause), advice=advice)


def sentence(text: str) -> str:
    """Begin with a capital, end with a full stop. An empty text stays empty."""
    ends = not text or text.endswith((".", "?"))
    return f"{text[:1].upper()}{text[1:]}{'' if ends else '.'}"


def rule_text(book: Rulebook, clause: str | None) -> str:
    """A clause and its text; several where a value comes from several."""
    if clause is None:
        return ""
    if clause == "convention":
        return f"By convention: the rules of {book.title} are silent here."
    says = clauses(book.id) or clauses(book.extends or "")
    cited = [part.strip() for part in clause.split(",")]
    return "  ".join(f"{part}: {says[part].says}" if part in says else part for part in cited)


# The amounts that shortcuts bet.


_UNITS: Final = tuple(Cents(dollars * 100) for dollars in (1, 2, 5, 10, 15, 20, 25, 50, 100, 200, 500, 1000))
_USUAL: Final = Cents(500)


def first_unit(state: State) -> Cents:
    """The unit at the start: five dollars, or the table's minimum if that is more."""
    return max(_USUAL, state.floor.limits.minimum)


def next_unit(unit: Cents, state: State, *, up: bool) -> Cents:
    """The next larger or smaller unit, within the limits of the table."""
    limits = state.floor.limits
    steps = sorted({limits.minimum, *(step for step in _UNITS if limits.minimum <= step <= limits.maximum)})
    beyond = [step for step in steps if (step > unit if up else step < unit)]
    if not beyond:
        return unit
    return beyond[0] if up else beyond[-1]


def stake(book: Rulebook, state: State, name: str, wager: Wager, unit: Cents) -> Cents:
    """A unit on a wager, or the next amount up that may be bet; a little more if that pays without rounding.

    A unit of 5 on the 6 is 6, as a dealer would ask for. Where no amount may be bet, it is the unit.
    """
    found = bet_range(book, state, ev.Bet(wager, unit, by=player(name)))
    least = found.amounts.at_least(unit) if isinstance(found, BetRange) else None
    if not isinstance(found, BetRange) or least is None:
        return unit
    return found.a_little_more(least) or least


def full_odds_bet(book: Rulebook, state: State, seat: Seat) -> ev.Bet:
    """Full odds behind the first flat wager that has room for more, as far as the rail goes.

    Without such a wager the bet returned is one that the rules refuse, so that the player sees why.
    """
    for standing in seat.wagers:
        odds = odds_behind(standing.wager)
        if odds is None or not number_of(standing.wager, state.puck):
            continue
        bet = ev.Bet(odds, state.floor.chip, by=player(seat.name))
        more = ranges.full_odds(book, state, bet)
        if more:
            return replace(bet, amount=more)
    flat = Kind.DONT_PASS if seat.on(find(Kind.DONT_PASS)) else Kind.PASS
    return ev.Bet(find(ODDS[flat]), state.floor.chip, by=player(seat.name))


# Hints.


def hint(book: Rulebook, state: State, who: str, unit: Cents, throwing: str | None = None) -> str:
    """Suggest what the current player might do next, in a sentence or two for somebody new to the game.

    Args:
        book: the house.
        state: the table.
        who: the current player.
        unit: the sum that a shortcut bets.
        throwing: a sentence about the thrower and the way to throw; None for the space key.
    """
    seat = state.seat(who)
    if seat is None:
        return "Nobody sits here. Type  Ann: sit  and then  buy_in 500."
    least = limits_for(state, seat).minimum
    if seat.rail < least and not seat.wagers:
        has = f"{printed(seat.rail)} left, less than the minimum of {printed(least)}"
        return f"{who} has {has if seat.rail else 'no chips'}. Type  buy_in 500  to play, or  quit."
    if state.floor.closed:
        return "The table is closed. The wagers on the layout are played to their end."
    if throwing is None:
        by_stick = thrower(book, state) == STICK
        throwing = "Space lets the stickperson throw." if by_stick else "Space throws."
    if state.out:
        return f"No more bets: the dice are out. {throwing}"
    now = _on_a_point(book, state, seat) if state.puck else _on_the_come_out(book, seat, unit)
    return f"{now} {throwing}"


def _on_the_come_out(book: Rulebook, seat: Seat, unit: Cents) -> str:
    naturals, craps, rest = book.come_out.naturals, book.come_out.craps, "any other total becomes the point"
    if seat.on(_PASS) is not None:
        lose = f", {listed(craps)} lose{_s(craps)}" if craps else ""
        return f"Come-out: {listed(naturals)} win{_s(naturals)}{lose}, {rest}."
    if seat.on(_DONT_PASS) is not None:
        win = ", craps wins unless barred" if craps else ""
        return f"Come-out: {listed(naturals)} lose{_s(naturals)}{win}, {rest}."
    bets = [(key, kind) for key, kind in (("p", Kind.PASS), ("d", Kind.DONT_PASS)) if kind in book.wagers]
    how = " or ".join(f"{key} for the {book.wagers[kind].name}" for key, kind in bets)
    return f"Come-out: to bet {printed(unit)}, type {how}, then enter."


def _s(totals: Sequence[int]) -> str:
    return "s" if len(totals) == 1 else ""


def _on_a_point(book: Rulebook, state: State, seat: Seat) -> str:
    point = f"The point is {state.puck}"
    if refusal(book, state, full_odds_bet(book, state, seat)) is None:
        return f"{point}. Type o for full odds: the house has no edge on them."
    if seat.on(_PASS) is not None:
        return (
            f"{point}: it wins the line unless a 7 comes first. Type c for a come bet, a number to place it."
        )
    if seat.on(_DONT_PASS) is not None:
        return f"{point}: a 7 wins unless the {state.puck} comes first."
    return f"{point}. Type a number to place it, c for a come bet, f for the field."


class ViewState(msgspec.Struct, frozen=True):
    """The contents of the screen beside the table itself.

    Attributes:
        who: the current player, whose line needs no name; empty while nobody sits here.
        unit: the sum that a shortcut bets, in cents.
        throws: their number so far.
        log: the lines of the log, the newest last.
        message: the text of the bar about the last line or key, or None for a hint.
        thrown: the last throws, the newest last.
        call: the stickperson's call of the last throw.
        gains: the results of the last throw by wager, until the next act.
    """

    who: str
    unit: Cents
    throws: int = 0
    log: tuple[LogLine, ...] = ()
    message: Message | None = None
    thrown: tuple[Throw, ...] = ()
    call: str = ""
    gains: Gains = msgspec.field(default_factory=dict[tuple[str, Wager], Cents])

    @property
    def nets(self) -> dict[str, Cents]:
        """The result of the last throw by player."""
        return nets_of(self.gains)


KEPT: Final = 400
"""The numbers of log lines and of throws kept for the screen."""


class ShownTable(Protocol):
    """A table as the screen needs it. `Table` is one."""

    @property
    def rulebook(self) -> Rulebook:
        """The house's rules."""
        ...

    @property
    def state(self) -> State:
        """The table now."""
        ...

    @property
    def shooter(self) -> str | None:
        """The shooter, or None."""
        ...


class TableView(ABC):
    """A table, and what the screen shows of it.

    Attributes:
        table: the table.
        view: the values that the screen shows beside the table.
    """

    def __init__(self, table: ShownTable) -> None:
        """Show a table."""
        self.table = table
        who = next((seat.name for seat in table.state.seats), "")
        self.view: ViewState = ViewState(who, first_unit(table.state))

    @property
    def idle_keys(self) -> frozenset[str]:
        """Keys that do nothing here, so that the screen need not name them."""
        return frozenset()

    @abstractmethod
    def effects(self) -> list[fx.Effect]:
        """Everything that happened at the table, as far as it is known here."""

    @abstractmethod
    def results(self) -> dict[str, Cents]:
        """Return each player's result in cents; below zero for a loss."""

    def hint(self) -> str:
        """Suggest what the current player might do next."""
        return hint(self.table.rulebook, self.table.state, self.view.who, self.view.unit)

    @property
    def seat(self) -> Seat | None:
        """The seat of the current player."""
        return self.table.state.seat(self.view.who)

    def scene(self) -> Scene:
        """The layout as it is now."""
        return Scene(self.table.rulebook, self.table.state, self.view.who, self.view.gains)

    def has(self, wager: Wager) -> bool:
        """Whether the current player has chips on a wager."""
        return self.seat is not None and self.seat.on(wager) is not None

    def next_bet_on(self, spot: Spot) -> Wager:
        """Return the wager for more chips on a spot: the odds, once the flat wager there has its number."""
        flat, last = spot[0], spot[-1]
        return last if self.has(flat) and (flat.number or self.table.state.puck) else flat

    def last_bet_on(self, spot: Spot) -> Wager:
        """Return the wager that comes down first from a spot: the odds, if there are any."""
        return spot[-1] if self.has(spot[-1]) else spot[0]

    def tell(self, text: str, advice: str = "") -> bool:
        """Show a message in the bar; false, because nothing happened."""
        self._show(message=told(text, advice))
        return False

    def clear_message(self) -> None:
        """Take the message off the bar."""
        self._show()

    def add_to_log(self, *said: str, tone: Tone = "told", message: Message | None = None) -> None:
        """Put sentences into the log that did not happen at the table, and a message into the bar."""
        self._show([LogLine(one, tone) for one in said], message=message)

    def _show(
        self, lines: Sequence[LogLine] = (), *, message: Message | None = None, **changes: object
    ) -> None:
        log = (*self.view.log, *lines)[-KEPT:] if lines else self.view.log
        self.view = replace(self.view, log=log, message=message, **changes)

    def _drop_invalid(self, effects: Sequence[fx.Effect]) -> None:
        """Take a throw that was declared invalid out of the throws. The effects hold no new throw."""
        if invalid := throws_in(effects):
            self._show(throws=self.view.throws + invalid, thrown=self.view.thrown[:invalid])

    def _show_throws(self, effects: Sequence[fx.Effect], lines: Sequence[LogLine], gains: Gains) -> None:
        """Show effects with at least one throw: the dice, the call, and each player's win or loss.

        Args:
            effects: all of them, in order. A corrected throw is taken back first.
            lines: the same in words.
            gains: the results of the throws.
        """
        thrown = [effect for effect in effects if isinstance(effect, fx.Thrown)]
        number = self.view.throws + throws_in(effects)
        before = self.view.thrown[: throws_in(effects) - len(thrown) or None]  # without a throw corrected
        self._show(
            (*lines, *totals(nets_of(gains))),
            throws=number,
            thrown=(*before, *(effect.throw for effect in thrown))[-KEPT:],
            call=call_of(self.table.rulebook, thrown[-1], number),
            gains=gains,
        )


class Session(TableView):
    """A table that somebody plays at."""

    # Acts of people. Each returns whether it happened at once.

    @abstractmethod
    def say(self, line: str) -> bool:
        """Say a line at the table. Without a name it is the current player's."""

    @abstractmethod
    def do(self, events: Sequence[ev.Event]) -> bool:
        """Let events happen, and show what followed."""

    @property
    def prompt(self) -> str:
        """The text in the line while nothing is typed."""
        return "space throws; or type a bet and press enter, such as  place 6 12"

    @abstractmethod
    def throw(self) -> bool:
        """Throw the dice."""

    @abstractmethod
    def undo(self) -> bool:
        """Take back what was bet, called or taken down last."""

    @abstractmethod
    def step_back(self) -> bool:
        """In practice, take back the last throw and everything after it."""

    @abstractmethod
    def speak_for(self, name: str) -> bool:
        """Make another player the current one."""

    @abstractmethod
    def next_player(self) -> None:
        """Make the next player clockwise the current one."""

    def bet(self, wagers: Sequence[Wager]) -> bool:
        """Bet a unit on each of some wagers for the current player."""
        state, who = self.table.state, self.view.who
        if not who:
            return self.nobody_here()
        return self.do(
            [
                ev.Bet(wager, stake(self.table.rulebook, state, who, wager, self.view.unit), by=player(who))
                for wager in wagers
            ]
        )

    def take_odds(self) -> bool:
        """Bet full odds behind the current player's next flat wager that has room for them."""
        seat = self.seat
        if seat is None:
            return self.nobody_here()
        return self.do([full_odds_bet(self.table.rulebook, self.table.state, seat)])

    def nobody_here(self) -> bool:
        """Say that somebody must sit down first."""
        return self.tell("Nobody sits here yet.", "Ann: sit")

    def take_down(self, wagers: Sequence[Wager]) -> bool:
        """Take some of the current player's wagers down."""
        return self.do([ev.TakeDown(wager, by=player(self.view.who)) for wager in wagers])

    # Settings of the screen alone.

    def change_unit(self, *, up: bool) -> None:
        """Make a shortcut bet more, or less."""
        self._show(unit=next_unit(self.view.unit, self.table.state, up=up))

    def set_unit(self, amount: str) -> bool:
        """Make a shortcut bet that much, in dollars."""
        limits = self.table.state.floor.limits
        try:
            unit = dollars(amount)
        except MoneyError as error:
            return self.tell(str(error), "unit 5")
        if not limits.minimum <= unit <= limits.maximum:
            least, most = printed(limits.minimum), printed(limits.maximum)
            text = f"A unit at this table is from {least} to {most}, not {printed(unit)}."
            return self.tell(text, f"unit {least}")
        self._show(unit=unit)
        return True
