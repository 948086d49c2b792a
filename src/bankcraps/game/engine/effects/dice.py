"""Effects of throws and of the procedure of the dice."""

from collections.abc import Sequence

from bankcraps.game.dice import Throw
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.effects.base import Effect

__all__ = [
    "Craps",
    "DiceAway",
    "DiceChosen",
    "DiceDeclined",
    "DiceOffered",
    "DiceOut",
    "DicePassed",
    "DiceTaken",
    "DiceThrown",
    "DieBack",
    "DieGone",
    "HandEnded",
    "LineDecided",
    "Natural",
    "NoRollCalled",
    "PointMade",
    "PointSet",
    "SameDiceAsked",
    "SetBrought",
    "SevenOut",
    "Thrown",
    "of_a_throw",
]


class DiceThrown(Effect, frozen=True, tag="dice_thrown"):
    """Somebody threw the dice, which have not come to rest."""

    by: Actor


class Thrown(Effect, frozen=True, tag="thrown"):
    """The dice came to rest. `point` is the point before the throw, or 0 on a come-out."""

    throw: Throw
    point: int


def of_a_throw(effects: Sequence[Effect]) -> Sequence[Effect]:
    """Return what the throw of an event did, from `Thrown` on; nothing if no dice came to rest.

    What comes before it is another matter: a correction first takes back the wrong throw.
    """
    at = next((at for at, effect in enumerate(effects) if isinstance(effect, Thrown)), len(effects))
    return effects[at:]


class PointSet(Effect, frozen=True, tag="point_set"):
    """A point was set. The puck went on."""

    point: int


class LineDecided(Effect, frozen=True):
    """The line was decided, by a natural, craps, the point made, or a seven-out."""


class Natural(LineDecided, frozen=True, tag="natural"):
    """A come-out total on which the pass line wins."""

    total: int


class Craps(LineDecided, frozen=True, tag="craps"):
    """A come-out total on which the pass line loses."""

    total: int


class PointMade(LineDecided, frozen=True, tag="point_made"):
    """The point was thrown again. The puck went off."""

    point: int


class SevenOut(LineDecided, frozen=True, tag="seven_out"):
    """A seven came before the point. The puck went off."""

    point: int


class DiceOffered(Effect, frozen=True, tag="dice_offered"):
    """A player was offered the dice."""

    to: str


class DiceTaken(Effect, frozen=True, tag="dice_taken"):
    """A player became the shooter."""

    seat: str


class DiceDeclined(Effect, frozen=True, tag="dice_declined"):
    """A player declined the dice."""

    seat: str


class DiceChosen(Effect, frozen=True, tag="dice_chosen"):
    """The shooter has two dice. The rest are in the bowl."""

    dice: tuple[int, ...]
    bowl: tuple[int, ...]


class DicePassed(Effect, frozen=True, tag="dice_passed"):
    """A shooter's hand ended. `why` says why."""

    seat: str
    why: str


HandEnded = SevenOut | DicePassed
"""The effects that end a hand. A stickperson's seven-out passes no dice; other hands end without a seven."""


class DiceOut(Effect, frozen=True, tag="dice_out"):
    """Betting closed."""


class NoRollCalled(Effect, frozen=True, tag="no_roll_called"):
    """The crew called "no roll": the throw does not count."""

    reason: str
    clause: str


class DiceAway(Effect, frozen=True, tag="dice_away"):
    """Dice left the table. The shooter is offered the rest of the set."""

    dice: tuple[int, ...]
    rest: tuple[int, ...]


class SameDiceAsked(Effect, frozen=True, tag="same_dice_asked"):
    """The shooter asked for the same dice back."""

    dice: tuple[int, ...]


class DieBack(Effect, frozen=True, tag="die_back"):
    """A die was found and inspected. It goes to the "shooter" or the "bowl", or is "removed"."""

    die: int
    to: str


class DieGone(Effect, frozen=True, tag="die_gone"):
    """A die was given up as lost."""

    die: int


class SetBrought(Effect, frozen=True, tag="set_brought"):
    """A new set of dice came to the table."""

    number: int
