"""What the log says: each effect in words, with a tone that the screen shows as a sign and a colour."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from bankcraps.chips import Cents, printed
from bankcraps.dice import Throw
from bankcraps.engine import Step
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.notation import write_effect
from bankcraps.notation.stick_calls import calls
from bankcraps.play.layout.scene import Gains
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Wager

__all__ = ["Note", "Tone", "call_of", "gains_of", "history", "nets_of", "notes_of", "summed"]

Tone = Literal["throw", "won", "lost", "back", "dice", "chips", "sum", "told"]


class Note(NamedTuple):
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
    fx.Bought: "chips",
    fx.CashedOut: "chips",
    fx.Coloured: "chips",
    fx.TokenIssued: "chips",
}


def notes_of(book: Rulebook, effects: Iterable[fx.Effect], number: int, puck: int) -> list[Note]:
    """Effects as lines of the log.

    Args:
        book: the house.
        effects: what followed from an event.
        number: how many throws there have been, the one among them included.
        puck: the point before the event, 0 for off.
    """
    return [_note(book, effect, number, puck) for effect in effects]


def _note(book: Rulebook, effect: fx.Effect, number: int, puck: int) -> Note:
    if isinstance(effect, fx.Thrown):
        return Note(f"{number}. {effect.throw}: {call_of(book, effect.throw, number, puck)}", "throw")
    return Note(write_effect(effect, book), _TONES.get(type(effect), "dice"))


def history(book: Rulebook, log: Sequence[tuple[ev.Event, Step]], last: int) -> list[Note]:
    """The log of the last few events of a session that went before."""
    notes: list[Note] = []
    puck, throws = 0, 0
    for index, (_, came) in enumerate(log):
        throws += any(isinstance(effect, fx.Thrown) for effect in came.effects)
        if index >= len(log) - last:
            notes += notes_of(book, came.effects, throws, puck)
        puck = came.state.puck
    return notes


def call_of(book: Rulebook, throw: Throw, number: int, puck: int) -> str:
    """What the stickperson says, another of the fitting calls at every throw."""
    fitting = calls(book, throw, puck)
    return fitting[number % len(fitting)]


def gains_of(effects: Iterable[fx.Effect]) -> Gains:
    """What each wager won or lost; a token lost costs nothing."""
    gains = dict[tuple[str, Wager], Cents]()
    for effect in effects:
        if isinstance(effect, fx.Paid | fx.Lost):
            lost = 0 if effect.token else effect.amount
            gained = effect.won if isinstance(effect, fx.Paid) else -lost
            spot = (effect.seat, effect.wager)
            gains[spot] = Cents(gains.get(spot, 0) + gained)
    return gains


def nets_of(gains: Gains) -> dict[str, Cents]:
    """What each seat won or lost."""
    nets: dict[str, Cents] = {}
    for (seat, _), gained in gains.items():
        nets[seat] = Cents(nets.get(seat, 0) + gained)
    return nets


def summed(nets: dict[str, Cents]) -> list[Note]:
    """A throw in a line for each seat it concerned."""
    return [Note(f"{seat} {_by(net)} on the throw", "sum") for seat, net in nets.items()]


def _by(net: Cents) -> str:
    if not net:
        return "breaks even"
    return f"wins {printed(net)}" if net > 0 else f"loses {printed(-net)}"
