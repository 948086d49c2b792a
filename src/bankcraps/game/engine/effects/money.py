"""Effects on chips: bought, staked, paid, lost, returned."""

from typing import Literal

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine.effects.base import Effect
from bankcraps.game.wagers import Wager

__all__ = [
    "Awarded",
    "Bought",
    "Button",
    "CallAsked",
    "Capped",
    "CashedOut",
    "Chips",
    "Coloured",
    "Counted",
    "Forfeited",
    "Left",
    "Lost",
    "Moved",
    "Paid",
    "Returned",
    "Seated",
    "Staked",
    "Tied",
    "TokenIssued",
    "Vigorish",
    "Why",
]


Why = Literal["taken down", "tied", "off", "void", "invalid", "undone", "rejected"]
"""The reason why chips came back from the layout without a decision."""


class Seated(Effect, frozen=True, tag="seated"):
    """A player took a place."""

    seat: str
    place: int


class Left(Effect, frozen=True, tag="left"):
    """A player left the table, and took along the promotional tokens that were not on a wager."""

    seat: str
    tokens: tuple[Cents, ...] = ()


class Bought(Effect, frozen=True, tag="bought"):
    """A player bought chips."""

    seat: str
    amount: Cents


class CashedOut(Effect, frozen=True, tag="cashed_out"):
    """A player cashed chips for money."""

    seat: str
    amount: Cents


class Awarded(Effect, frozen=True, tag="awarded"):
    """A ruling had the house pay a player or, if the amount is negative, take chips back from the rail.

    `clause` gives the power to rule so. An award is no result of a wager.
    """

    seat: str
    amount: Cents
    why: str
    clause: str


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
    """A player put chips or tokens on a wager. `stands` is the total that stands there now."""

    seat: str
    wager: Wager
    amount: Cents
    stands: Cents
    tokens: tuple[Cents, ...] = ()


class Vigorish(Effect, frozen=True, tag="vigorish"):
    """A player paid a commission or, if the amount is negative, got one back.

    If `again` is true, the wager won and stays up, and pays the commission for its next decision.
    """

    seat: str
    wager: Wager
    amount: Cents
    again: bool = False


class Capped(Effect, frozen=True, tag="capped"):
    """The house announced that one decision of a wager is paid at most `amount`, whatever its stake."""

    seat: str
    wager: Wager
    amount: Cents


class Button(Effect, frozen=True, tag="button"):
    """A wager was marked "on" or "off". An empty `call` means that its button was removed."""

    seat: str
    wager: Wager
    call: str


class CallAsked(Effect, frozen=True, tag="call_asked"):
    """A player called a wager on while the dice are out. The call waits until the crew confirms it."""

    seat: str
    wager: Wager


class Lost(Effect, frozen=True, tag="lost"):
    """The house took a wager, or one leg of it."""

    seat: str
    wager: Wager
    amount: Cents
    leg: Wager | None = None
    tokens: tuple[Cents, ...] = ()


class Paid(Effect, frozen=True, tag="paid"):
    """A wager, or one leg of it, won `won` on `amount`. `up` says whether its chips stay on the layout."""

    seat: str
    wager: Wager
    amount: Cents
    won: Cents
    up: bool = False
    leg: Wager | None = None
    tokens: tuple[Cents, ...] = ()


class Returned(Effect, frozen=True, tag="returned"):
    """Chips or tokens came back from the layout without a decision. `why` says why."""

    seat: str
    wager: Wager
    amount: Cents
    why: Why
    tokens: tuple[Cents, ...] = ()


class Tied(Effect, frozen=True, tag="tied"):
    """A wager tied and stays on the layout."""

    seat: str
    wager: Wager
    amount: Cents


class Forfeited(Effect, frozen=True, tag="forfeited"):
    """The house took a stake that did not lose: tokens that were decided, or a guilty player's wager."""

    seat: str
    wager: Wager
    amount: Cents
    tokens: tuple[Cents, ...] = ()


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
