"""Phrases that mean different events at different tables: "odds 20" depends on what stands."""

from typing import Literal

import msgspec

from bankcraps.chips import Cents
from bankcraps.wagers import Wager

__all__ = ["All", "Odds", "Phrase", "Spread", "Spreads"]

Spreads = Literal["across", "inside", "outside", "hardways", "hi_lo"]
"""The words that put one sum on several numbers."""


class Odds(msgspec.Struct, frozen=True):
    """Odds, behind the flat wager named or the only one there is.

    Attributes:
        act: what is done with them.
        flat: the flat wager, or None where it was not said.
        amount: in cents, for a bet.
    """

    act: Literal["bet", "press", "down", "on", "off"]
    flat: Wager | None = None
    amount: Cents = Cents(0)
    token: bool = False
    confirmed: tuple[str, ...] = ()


class Spread(msgspec.Struct, frozen=True):
    """One sum over several wagers, as dealers split it.

    Attributes:
        name: "across", "inside", "outside", "hardways" or "hi_lo".
        amount: the whole sum, in cents.
    """

    name: Spreads
    amount: Cents


class All(msgspec.Struct, frozen=True):
    """Everything that may be: taken down, called on, called off."""

    act: Literal["down", "on", "off"]


Phrase = Odds | Spread | All
