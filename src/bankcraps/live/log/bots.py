"""Betting systems in the log: bots of the house, and seats that a system plays for their players."""

import msgspec

from bankcraps.game.chips import Cents

__all__ = ["Bot", "SeatSystem"]


class Bot(msgspec.Struct, frozen=True, omit_defaults=True, rename={"bankroll": "bankroll_cents"}):
    """A player that is a betting system.

    Attributes:
        name: the name it plays under.
        system: the name of the system: its name in the library or of its chart, or its text.
        text: the system as text, or its chart as JSON.
        bankroll: the chips it buys when it sits down, in cents.
        leaves: whether it is to leave.
    """

    name: str
    system: str
    text: str
    bankroll: Cents
    leaves: bool = False


class SeatSystem(msgspec.Struct, frozen=True):
    """A betting system that plays a person's seat.

    Attributes:
        name: the person.
        system: the name of the system: its name in the library or of its chart, or its text.
        text: the system as text, or its chart as JSON.
    """

    name: str
    system: str
    text: str
