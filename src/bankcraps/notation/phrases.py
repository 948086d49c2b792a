"""Phrases whose meaning depends on the table: "odds 20" goes behind the wager that stands."""

from typing import Literal

import msgspec

from bankcraps.chips import Cents
from bankcraps.wagers import Wager

__all__ = ["All", "Odds", "Phrase", "Spread", "Spreads"]

Spreads = Literal["across", "inside", "outside", "hardways", "hi_lo"]
"""The words that split one sum over several wagers."""


class Odds(msgspec.Struct, frozen=True):
    """Odds behind the flat wager named, or behind the only one.

    Attributes:
        act: what to do with them.
        flat: the flat wager, or None if the line names none.
        amount: for a bet, the amount in cents.
        token, confirmed: as in `Bet`.
    """

    act: Literal["bet", "press", "down", "on", "off"]
    flat: Wager | None = None
    amount: Cents = Cents(0)
    token: bool = False
    confirmed: tuple[str, ...] = ()


class Spread(msgspec.Struct, frozen=True):
    """One sum over several wagers, split the way dealers split it.

    Attributes:
        name: "across", "inside", "outside", "hardways" or "hi_lo".
        amount: the whole sum, in cents.
    """

    name: Spreads
    amount: Cents


class All(msgspec.Struct, frozen=True):
    """Take down, call on or call off every wager that allows it."""

    act: Literal["down", "on", "off"]


Phrase = Odds | Spread | All
