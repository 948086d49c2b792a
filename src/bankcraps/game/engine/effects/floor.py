"""Effects of what the house does: signs, invalid outcomes, warnings, disputes."""

from collections.abc import Iterable, Sequence

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine.effects.base import Effect
from bankcraps.game.engine.effects.dice import (
    Craps,
    DiceChosen,
    DiceDeclined,
    DiceOffered,
    DiceOut,
    DicePassed,
    DiceTaken,
    Natural,
    PointMade,
    PointSet,
    SetBrought,
    SevenOut,
    Thrown,
)
from bankcraps.game.engine.effects.money import Counted, Forfeited, Lost, Moved, Paid, Returned, Vigorish
from bankcraps.game.engine.limits import Limits

__all__ = [
    "OF_THE_LINE",
    "DisputeDecided",
    "DisputeInvestigated",
    "DisputeRaised",
    "DisputeReferred",
    "Excluded",
    "GameInvalid",
    "LimitsSet",
    "Owed",
    "Reversed",
    "Reversible",
    "SignPosted",
    "TableClosed",
    "ThrowConfirmed",
    "ThrowCorrected",
    "ThrowInvalid",
    "Warned",
    "throws_counted",
    "without_reversed",
]


class SignPosted(Effect, frozen=True, tag="sign_posted"):
    """A notice was posted. What it announces may be done from `due` on, in seconds."""

    about: str
    due: int
    limits: Limits | None = None


class LimitsSet(Effect, frozen=True, tag="limits_set"):
    """The limits changed, for the table or for one player."""

    limits: Limits
    player: str | None = None


class TableClosed(Effect, frozen=True, tag="table_closed"):
    """The table closed."""


class GameInvalid(Effect, frozen=True, tag="game_invalid"):
    """The round was declared invalid. The puck is off."""

    reason: str


class ThrowInvalid(Effect, frozen=True, tag="throw_invalid"):
    """The outcome of the last throw was declared invalid. The puck is back on `point`, or off at 0."""

    reason: str
    throw: Throw
    point: int


class ThrowCorrected(Effect, frozen=True, tag="throw_corrected"):
    """The last throw was called `wrong` and was `throw`. What followed is undone, and it is settled again."""

    wrong: Throw
    throw: Throw


class ThrowConfirmed(Effect, frozen=True, tag="throw_confirmed"):
    """A role that decides which faces count says that the last throw was called rightly."""

    throw: Throw
    role: str


OF_THE_LINE = (PointSet, Natural, Craps, PointMade, SevenOut)
"""The effects that tell what a throw did on the line."""

Reversible = (
    Paid
    | Lost
    | Forfeited
    | Vigorish
    | Moved
    | Counted
    | PointSet
    | Natural
    | Craps
    | PointMade
    | SevenOut
    | DicePassed
    | SetBrought
    | Returned
    | Thrown
    | DiceOut
    | DiceOffered
    | DiceDeclined
    | DiceTaken
    | DiceChosen
)
"""The effects that can be reversed: those of a throw, what came down since, and what the dice did."""


class Reversed(Effect, frozen=True, tag="reversed"):
    """An effect of the last throw, or since, was undone: chips, puck or dice went back the way they came."""

    effect: Reversible


def throws_counted(effect: Effect) -> int:
    """Return how an effect changes the number of throws that count: 1 for a throw, else 0 or -1.

    A throw that is corrected or declared invalid counts no longer.
    """
    match effect:
        case Thrown():
            return 1
        case Reversed(Thrown()) | ThrowInvalid():
            return -1
        case _:
            return 0


def without_reversed(effects: Iterable[Effect]) -> list[Effect]:
    """Return effects without invalid throws, and without effects that were undone later and their undoing."""
    kept: list[Effect] = []
    for effect in effects:
        at = _undone_by(effect, kept)
        if at is not None:
            del kept[at]
        if not isinstance(effect, Reversed):
            kept.append(effect)
    return kept


def _undone_by(effect: Effect, earlier: Sequence[Effect]) -> int | None:
    """Return the index of the latest effect that this one undoes, if any. An invalid throw undoes a throw."""
    match effect:
        case Reversed(undone):
            found = [at for at, one in enumerate(earlier) if one == undone]
        case ThrowInvalid():
            found = [at for at, one in enumerate(earlier) if isinstance(one, Thrown)]
        case _:
            found = []
    return found[-1] if found else None


class Owed(Effect, frozen=True, tag="owed"):
    """Chips that an invalid outcome or a correction should move are out of reach, and no chips move.

    The player owes the house the amount or, if it is negative, the house owes it to a player who has left.

    Attributes:
        seat: the player's name.
        amount: the debt, in cents.
        away: whether the player has left. Their chips have left with them, so none were moved back before.
    """

    seat: str
    amount: Cents
    away: bool = False


class Excluded(Effect, frozen=True, tag="excluded"):
    """A person was excluded from the game."""

    player: str
    reason: str


class Warned(Effect, frozen=True, tag="warned"):
    """Somebody was warned for breaking a rule of conduct."""

    player: str
    reason: str
    clause: str


class DisputeRaised(Effect, frozen=True, tag="dispute_raised"):
    """A player raised a dispute. The role in `before` must decide it."""

    number: int
    by: str
    about: str
    before: str


class DisputeDecided(Effect, frozen=True, tag="dispute_decided"):
    """A dispute was decided. The role in `next` may review it, unless that is empty."""

    number: int
    ruling: str
    next: str


class DisputeInvestigated(Effect, frozen=True, tag="dispute_investigated"):
    """A complaint was investigated. The decision stands."""

    number: int
    finding: str


class DisputeReferred(Effect, frozen=True, tag="dispute_referred"):
    """A player asked for a review. The role in `before` must decide it."""

    number: int
    before: str
