"""Lines that were read, and phrases that depend on the table: "odds 20" goes behind the wager that stands."""

from typing import Literal

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine import events as ev
from bankcraps.engine.actor import Actor
from bankcraps.errors import NotationError
from bankcraps.wagers import Wager

__all__ = ["All", "Odds", "Phrase", "Said", "Spread", "Spreads"]

Spreads = Literal["across", "inside", "outside", "hardways", "hi_lo"]
"""The words that split one sum over several wagers."""


class Odds(msgspec.Struct, frozen=True):
    """Odds behind the flat wager named, or behind the only one.

    Attributes:
        act: what to do with them.
        flat: the flat wager, or None if the line names none.
        amount: for a bet, the amount in cents.
        token, confirmed, unrejected: as in `Bet`.
    """

    act: Literal["bet", "press", "down", "on", "off"]
    flat: Wager | None = None
    amount: Cents = Cents(0)
    token: bool = False
    confirmed: tuple[str, ...] = ()
    unrejected: bool = False


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


class Said(msgspec.Struct, frozen=True):
    """A line that was read.

    Attributes:
        text: the line.
        by: the actor, or `NOBODY` if the line names none.
        at: the time in seconds, or None.
        words: an event without an actor, or a phrase whose meaning depends on the table.
        column: where the words begin in the line, counted from 1.
    """

    text: str
    by: Actor
    at: int | None
    words: ev.Event | Phrase
    column: int = 1

    def unclear(self, message: str) -> NotationError:
        """Make the error for a line that parses but means nothing at this table."""
        words = self.text[self.column - 1 :].strip()
        return NotationError(message, self.text, self.column, words)
