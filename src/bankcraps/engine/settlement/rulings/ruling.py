"""`Ruling`: what a throw does to a wager."""

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from bankcraps.pays import Pay
from bankcraps.rulebook.terms import Terms
from bankcraps.wagers import Wager

__all__ = ["Leg", "Ruling", "Verdict"]


class Verdict(Enum):
    """The sort of ruling.

    With MOVES a come wager goes to its number. With LEGS a wager is settled leg by leg. COUNTS and ENDS are
    for
    wagers on a shooter's hand.
    """

    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"
    MOVES = "moves"
    LEGS = "legs"
    COUNTS = "counts"
    ENDS = "ends"

    if not TYPE_CHECKING:
        __hash__ = object.__hash__  # faster, as for `Kind`


class Leg(msgspec.Struct, frozen=True, eq=False):
    """One part of a wager that has several.

    Attributes:
        wager: the wager whose pays the leg has.
        units: its share of the whole wager, in units.
        pay: the sum that it wins, or None if it lost.
    """

    wager: Wager
    units: int
    pay: Pay | None


class Ruling(msgspec.Struct, frozen=True, eq=False):
    """The effect of a throw on a wager.

    Attributes:
        verdict: the sort of ruling.
        terms: the wager's terms in the book.
        pay: the pay of a winner, else None.
        to: the wager that a moving wager becomes, else None.
        legs: the legs of a wager settled leg by leg.
        counted: the number that a wager on the hand counts.
        off_by_default: whether the wager is off now unless its owner called it on.
        returned_if_off: whether the wager is returned if it is off (odds whose flat wager was decided).
    """

    verdict: Verdict
    terms: Terms
    pay: Pay | None = None
    to: Wager | None = None
    legs: tuple[Leg, ...] = ()
    counted: int = 0
    off_by_default: bool = False
    returned_if_off: bool = False
