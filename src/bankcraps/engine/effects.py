"""What followed from an event. Screens show effects, and what listens to a table learns from them."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from bankcraps.chips import Cents
from bankcraps.dice import Throw
from bankcraps.engine.actor import Actor
from bankcraps.engine.state import Limits
from bankcraps.wagers import Wager

Why = Literal["taken down", "tied", "off", "void", "invalid", "undone"]
"""Why chips came back from the layout undecided."""


_CENTS = {name: f"{name}_cents" for name in ("amount", "stands", "won")}


class Effect(msgspec.Struct, frozen=True, tag_field="type", rename=_CENTS):
    """Something that followed. `seat` is a player's name; money is in cents.

    Where `token` is true the stake is a promotional token, which is no chip of the rail or the bank.
    """


# Chips.


class Seated(Effect, frozen=True, tag="seated"):
    """A player took a place."""

    seat: str
    place: int


class Left(Effect, frozen=True, tag="left"):
    """A player went."""

    seat: str


class Bought(Effect, frozen=True, tag="bought"):
    """Chips were sold into a rail."""

    seat: str
    amount: Cents


class CashedOut(Effect, frozen=True, tag="cashed_out"):
    """Chips were taken from a rail for money."""

    seat: str
    amount: Cents


class Chips(msgspec.Struct, frozen=True, rename={"value": "value_cents"}):
    """So many chips of one value, in cents."""

    value: Cents
    count: int


class Coloured(Effect, frozen=True, tag="coloured"):
    """A rail was changed into the fewest chips, the largest first."""

    seat: str
    chips: tuple[Chips, ...]


class TokenIssued(Effect, frozen=True, tag="token_issued"):
    """A player was given a promotional token."""

    seat: str
    amount: Cents


class Staked(Effect, frozen=True, tag="staked"):
    """Chips went from a rail onto a wager; `stands` is what now lies there."""

    seat: str
    wager: Wager
    amount: Cents
    stands: Cents
    token: bool = False


class Vigorish(Effect, frozen=True, tag="vigorish"):
    """A commission was taken; below zero, it was given back."""

    seat: str
    wager: Wager
    amount: Cents


class Button(Effect, frozen=True, tag="button"):
    """A wager was marked "on" or "off", or, with an empty word, its button was lifted."""

    seat: str
    wager: Wager
    call: str


class Lost(Effect, frozen=True, tag="lost"):
    """A wager, or one leg of it, was taken by the house."""

    seat: str
    wager: Wager
    amount: Cents
    leg: Wager | None = None
    token: bool = False


class Paid(Effect, frozen=True, tag="paid"):
    """A wager, or one leg of it, won `won` on `amount`; `up` says whether it stays on the layout."""

    seat: str
    wager: Wager
    amount: Cents
    won: Cents
    up: bool = False
    leg: Wager | None = None
    token: bool = False


class Returned(Effect, frozen=True, tag="returned"):
    """Chips came back from the layout undecided: taken down, tied, off, void, refunded."""

    seat: str
    wager: Wager
    amount: Cents
    why: Why
    token: bool = False


class Tied(Effect, frozen=True, tag="tied"):
    """A wager tied and stays where it lies."""

    seat: str
    wager: Wager
    amount: Cents


class Forfeited(Effect, frozen=True, tag="forfeited"):
    """A stake went to the house without a result: a token after its one decision, the wager of the guilty."""

    seat: str
    wager: Wager
    amount: Cents
    token: bool = False


class Counted(Effect, frozen=True, tag="counted"):
    """A wager on a shooter's hand counted another number; `progress` has all of them."""

    seat: str
    wager: Wager
    progress: tuple[int, ...]


class Moved(Effect, frozen=True, tag="moved"):
    """A wager went to its number."""

    seat: str
    wager: Wager
    to: Wager
    amount: Cents


# Dice.


class DiceThrown(Effect, frozen=True, tag="dice_thrown"):
    """Somebody threw, and the dice are in the air."""

    by: Actor


class Thrown(Effect, frozen=True, tag="thrown"):
    """The dice came to rest. `point` is the point before the throw, or 0 on a come-out."""

    throw: Throw
    point: int


class PointSet(Effect, frozen=True, tag="point_set"):
    """The puck went on."""

    point: int


class LineDecided(Effect, frozen=True):
    """The round on the line is over: a natural, craps, the point made, or a seven-out."""


class Natural(LineDecided, frozen=True, tag="natural"):
    """A come-out total on which the pass line wins."""

    total: int


class Craps(LineDecided, frozen=True, tag="craps"):
    """A come-out total on which the pass line loses."""

    total: int


class PointMade(LineDecided, frozen=True, tag="point_made"):
    """The point was thrown again, and the puck went off."""

    point: int


class SevenOut(LineDecided, frozen=True, tag="seven_out"):
    """Seven before the point; the puck went off."""

    point: int


class DiceOffered(Effect, frozen=True, tag="dice_offered"):
    """The dice were pushed to a player."""

    to: str


class DiceTaken(Effect, frozen=True, tag="dice_taken"):
    """A player became the shooter."""

    seat: str


class DiceDeclined(Effect, frozen=True, tag="dice_declined"):
    """A player let the dice go by."""

    seat: str


class DiceChosen(Effect, frozen=True, tag="dice_chosen"):
    """The shooter has two dice; the rest are in the bowl."""

    dice: tuple[int, ...]
    bowl: tuple[int, ...]


class DicePassed(Effect, frozen=True, tag="dice_passed"):
    """A shooter's hand ended."""

    seat: str
    why: str


class DiceOut(Effect, frozen=True, tag="dice_out"):
    """No more bets."""


class NoRollCalled(Effect, frozen=True, tag="no_roll_called"):
    """The throw does not count."""

    reason: str
    clause: str


class DiceAway(Effect, frozen=True, tag="dice_away"):
    """Dice left the table; the rest of the set is offered."""

    dice: tuple[int, ...]
    rest: tuple[int, ...]


class SameDiceAsked(Effect, frozen=True, tag="same_dice_asked"):
    """The shooter wants the same dice back."""

    dice: tuple[int, ...]


class DieBack(Effect, frozen=True, tag="die_back"):
    """A die was found and checked: it goes to the "shooter" or the "bowl", or is "removed"."""

    die: int
    to: str


class DieGone(Effect, frozen=True, tag="die_gone"):
    """A die is lost."""

    die: int


class SetBrought(Effect, frozen=True, tag="set_brought"):
    """A new set is at the table."""

    number: int


# Those in charge.


class SignPosted(Effect, frozen=True, tag="sign_posted"):
    """A notice stands; what it announces may be done from `due` on, in seconds."""

    about: str
    due: int
    limits: Limits | None = None


class LimitsSet(Effect, frozen=True, tag="limits_set"):
    """The limits of the table, or of one player, changed."""

    limits: Limits
    player: str | None = None


class TableClosed(Effect, frozen=True, tag="table_closed"):
    """The table is closed."""


class GameInvalid(Effect, frozen=True, tag="game_invalid"):
    """The game in progress has no result; the puck is off."""

    reason: str


class Excluded(Effect, frozen=True, tag="excluded"):
    """A person may not play on."""

    player: str
    reason: str


class Warned(Effect, frozen=True, tag="warned"):
    """A breach of conduct was noted."""

    player: str
    reason: str
    clause: str


class DisputeRaised(Effect, frozen=True, tag="dispute_raised"):
    """A dispute waits for a decision by `before`."""

    number: int
    by: str
    about: str
    before: str


class DisputeDecided(Effect, frozen=True, tag="dispute_decided"):
    """A dispute was decided; it can still be taken to `next`, if that is not empty."""

    number: int
    ruling: str
    next: str


class DisputeReferred(Effect, frozen=True, tag="dispute_referred"):
    """A decided dispute went to `before`."""

    number: int
    before: str


def every_effect(base: type[Effect] = Effect) -> Iterator[type[Effect]]:
    """Every kind of effect there is."""
    for kind in base.__subclasses__():
        yield from every_effect(kind) if kind.__subclasses__() else (kind,)
