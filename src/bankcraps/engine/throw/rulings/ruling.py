"""The shape of a ruling."""

from enum import Enum

import msgspec

from bankcraps.pays import Pay
from bankcraps.rulebook.terms import Terms
from bankcraps.wagers import Wager

__all__ = ["Leg", "Ruling", "Verdict"]


class Verdict(Enum):
    """What a throw does to a wager."""

    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"
    MOVES = "moves"
    LEGS = "legs"
    COUNTS = "counts"
    ENDS = "ends"

    __hash__ = object.__hash__  # as `Kind`


class Leg(msgspec.Struct, frozen=True, eq=False):
    """One part of a wager made of several.

    Attributes:
        wager: the wager it is paid as.
        units: its share of the whole, in units.
        pay: what it wins, or None if it lost.
    """

    wager: Wager
    units: int
    pay: Pay | None


class Ruling(msgspec.Struct, frozen=True, eq=False):
    """What a throw does to a wager.

    Attributes:
        verdict: won, lost, tied, moved to its number, settled leg by leg; or, for a wager on a shooter's
            hand, a number counted, or over with whatever it has counted.
        terms: the wager's terms in the book.
        pay: what a winner is paid.
        to: where a moving wager goes.
        legs: for a wager of legs.
        counted: the number that adds to a wager's progress.
        asleep: whether the puck keeps it out of action unless it is called on.
        given_back: whether, out of action, it comes back all the same (odds whose flat is decided).
    """

    verdict: Verdict
    terms: Terms
    pay: Pay | None = None
    to: Wager | None = None
    legs: tuple[Leg, ...] = ()
    counted: int = 0
    asleep: bool = False
    given_back: bool = False
