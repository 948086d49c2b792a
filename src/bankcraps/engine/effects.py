"""What follows from an event. Screens show effects, and programs that watch a table read them."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from bankcraps.chips import Cents
from bankcraps.dice import Throw
from bankcraps.engine.actor import Actor
from bankcraps.engine.state import Limits
from bankcraps.wagers import Wager

Why = Literal["taken down", "tied", "off", "void", "invalid", "undone"]
"""Why chips came back from the layout without a decision."""

_CENTS = {name: f"{name}_cents" for name in ("amount", "stands", "won")}


class Effect(msgspec.Struct, frozen=True, tag_field="type", rename=_CENTS):
    """Something that followed from an event. `seat` is a player's name, and money is in cents.

    If `token` is true, the stake is a promotional token, which is not one of the chips in a rail or the bank.
    """


# Chips.


class Seated(Effect, frozen=True, tag="seated"):
    """A player took a place."""

    seat: str
    place: int


class Left(Effect, frozen=True, tag="left"):
    """A player left the table."""

    seat: str


class Bought(Effect, frozen=True, tag="bought"):
    """A player bought chips."""

    seat: str
    amount: Cents


class CashedOut(Effect, frozen=True, tag="cashed_out"):
    """A player cashed chips for money."""

    seat: str
    amount: Cents


class Chips(msgspec.Struct, frozen=True, rename={"value": "value_cents"}):
    """A number of chips of one value, in cents."""

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
    """Chips went from a rail onto a wager. `stands` is the total that stands there now."""

    seat: str
    wager: Wager
    amount: Cents
    stands: Cents
    token: bool = False


class Vigorish(Effect, frozen=True, tag="vigorish"):
    """A player paid a commission or, if the amount is negative, got one back.

    If `again` is true, the wager won and stays up, and pays the commission for its next decision.
    """

    seat: str
    wager: Wager
    amount: Cents
    again: bool = False


class Capped(Effect, frozen=True, tag="capped"):
    """The player was told that one decision of a wager is paid at most `amount`, whatever its stake."""

    seat: str
    wager: Wager
    amount: Cents


class Button(Effect, frozen=True, tag="button"):
    """A wager was marked "on" or "off". An empty `call` means that its button was removed."""

    seat: str
    wager: Wager
    call: str


class Lost(Effect, frozen=True, tag="lost"):
    """The house took a wager, or one leg of it."""

    seat: str
    wager: Wager
    amount: Cents
    leg: Wager | None = None
    token: bool = False


class Paid(Effect, frozen=True, tag="paid"):
    """A wager, or one leg of it, won `won` on `amount`. `up` says whether it stays on the layout."""

    seat: str
    wager: Wager
    amount: Cents
    won: Cents
    up: bool = False
    leg: Wager | None = None
    token: bool = False


class Returned(Effect, frozen=True, tag="returned"):
    """Chips came back from the layout without a decision. `why` says why."""

    seat: str
    wager: Wager
    amount: Cents
    why: Why
    token: bool = False


class Tied(Effect, frozen=True, tag="tied"):
    """A wager tied and stays on the layout."""

    seat: str
    wager: Wager
    amount: Cents


class Forfeited(Effect, frozen=True, tag="forfeited"):
    """The house took a stake that did not lose: a token that was decided, or a guilty player's wager."""

    seat: str
    wager: Wager
    amount: Cents
    token: bool = False


class Counted(Effect, frozen=True, tag="counted"):
    """A wager on a shooter's hand counted a number. `progress` lists all it has counted, sorted."""

    seat: str
    wager: Wager
    progress: tuple[int, ...]


class Moved(Effect, frozen=True, tag="moved"):
    """A come or don't come wager went to its number."""

    seat: str
    wager: Wager
    to: Wager
    amount: Cents


# Dice.


class DiceThrown(Effect, frozen=True, tag="dice_thrown"):
    """Somebody threw the dice, which have not come to rest."""

    by: Actor


class Thrown(Effect, frozen=True, tag="thrown"):
    """The dice came to rest. `point` is the point before the throw, or 0 on a come-out."""

    throw: Throw
    point: int


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
"""The end of a hand. A seven-out by the stickperson passes no dice, and other hands end without a seven."""


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


# The house.


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
)
"""The effects of a throw that can be reversed."""


class Reversed(Effect, frozen=True, tag="reversed"):
    """An effect of the last throw was undone: chips, puck or dice went back the way they came."""

    effect: Reversible


class Owed(Effect, frozen=True, tag="owed"):
    """Chips that an invalid outcome should move are out of reach, and no chips move.

    The player owes the house the amount or, if it is negative, the house owes it to a player who has left.
    """

    seat: str
    amount: Cents


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


def every_effect(base: type[Effect] = Effect) -> Iterator[type[Effect]]:
    """Yield every type of effect."""
    for kind in base.__subclasses__():
        yield from every_effect(kind) if kind.__subclasses__() else (kind,)
