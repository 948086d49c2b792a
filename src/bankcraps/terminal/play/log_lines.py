"""The lines of the log: each effect in words, with a tone that the screen shows as a sign and a colour."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from bankcraps.game.chips import Cents, money
from bankcraps.game.engine import Step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import tell
from bankcraps.game.notation.stick_calls import calls
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.terminal.play.layout.chip_stacks import Gains

__all__ = ["LogLine", "Tone", "call_of", "gains_of", "history", "lines_of", "nets_of", "throws_in", "totals"]

Tone = Literal["throw", "won", "lost", "back", "dice", "chips", "sum", "told"]


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    tone: Tone


_TONES: Final[dict[type[fx.Effect], Tone]] = {
    fx.Paid: "won",
    fx.Lost: "lost",
    fx.Forfeited: "lost",
    fx.Returned: "back",
    fx.Tied: "back",
    fx.Moved: "back",
    fx.Staked: "chips",
    fx.Vigorish: "chips",
    fx.Button: "chips",
    fx.CallAsked: "chips",
    fx.Bought: "chips",
    fx.CashedOut: "chips",
    fx.Awarded: "chips",
    fx.Coloured: "chips",
    fx.TokenIssued: "chips",
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
