"""The lines of the log: each effect in words, with a tone that the screen shows as a sign and a colour."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

import msgspec

from bankcraps.errors import NotationError, RulebookError
from bankcraps.game.chips import Cents, money, printed
from bankcraps.game.engine import Seat, State, Step, refusal, thrower
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.sentence import listed
from bankcraps.game.engine.turn import STICK
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.notation import tell
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook import Rulebook, clauses_of
from bankcraps.game.wagers import Kind, Wager, find
from bankcraps.terminal.play.bet_sizes import full_odds_bet
from bankcraps.terminal.play.layout.chip_stacks import Gains

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
    return [LogLine(f"{seat} {_by(net)} on the throw", "sum") for seat, net in nets.items()]


def _by(net: Cents) -> str:
    if not net:
        return "breaks even"
    return f"wins {money(net)}" if net > 0 else f"loses {money(-net)}"


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


def refused(book: Rulebook, why: str, code: str, clause: str | None, buy_in: str, sit: str = "") -> Message:
    """An act that the rules do not allow now, with the clause and its text.

    Args:
        book: the house.
        why: the reason, in words.
        code: the sort of refusal.
        clause: the clause behind it, if there is one.
        buy_in: the line that buys chips, for somebody who lacks them.
        sit: the line that takes a place, for somebody who has none.
    """
    advice = {"not_enough_chips": buy_in, "not_seated": sit}.get(code, "")
    return Message(sentence(why), rule_text(book, clause), advice=advice)


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
    says = _clause_texts(book.id) or _clause_texts(book.extends or "")
    cited = [part.strip() for part in clause.split(",")]
    return "  ".join(f"{part}: {says[part]}" if part in says else part for part in cited)


@cache
def _clause_texts(book: str) -> dict[str, str]:
    """A document's clauses by id; none for your own book."""
    try:
        return {clause.id: clause.says for clause in clauses_of(book)}
    except RulebookError:
        return {}


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
    throwing = _how_to_throw(book, state) if throwing is None else throwing
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


def _how_to_throw(book: Rulebook, state: State) -> str:
    by_stick = thrower(book, state) == STICK
    return "Space lets the stickperson throw." if by_stick else "Space throws."
