"""The largest size of a problem, and the ways to make it smaller."""

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from bankcraps.engine.limits import Limits
from bankcraps.errors import BankcrapsError

__all__ = [
    "MAX_CHOICES",
    "MAX_POSITIONS",
    "MAX_SETS",
    "TooLargeError",
    "fewest_sets",
    "layouts",
    "too_many",
    "too_many_positions",
]

MAX_CHOICES: Final = 10_000_000
"""The most choices of all positions."""

MAX_POSITIONS: Final = 20_000
"""The most positions. Pass with odds, from 500 to 1,000 in units of 1, has 6,994."""

MAX_SETS: Final = 30_000
"""The most sets of wagers in all positions; each takes about a tenth of a millisecond to put together."""


class TooLargeError(BankcrapsError):
    """A problem with too many positions, sums or choices."""


def too_many(choices: int) -> TooLargeError:
    """The error for too many choices; so many were counted before the count ended."""
    return TooLargeError(
        f"there are more than {min(choices, MAX_CHOICES):,} bets to choose from: fewer wagers or fewer at "
        "once, a nearer goal, a lower table maximum or larger units would make them fewer"
    )


def too_many_positions() -> TooLargeError:
    """The error for too many positions."""
    return TooLargeError(
        f"there are more than {MAX_POSITIONS:,} positions, by what stands on the line and on each "
        "number: fewer line and come wagers, or wagers with commission paid in advance, a nearer goal or "
        "larger units would make them fewer"
    )


def layouts(spots: int, limits: Limits, unit: int, room: int) -> float:
    """Count the ways to have some chips on at least one of several spots.

    Args:
        spots: the number.
        limits: the smallest and the largest amount on a spot.
        unit: the amounts are whole units, in cents.
        room: the most that all may be together, in cents. Beyond a thousand units it does not matter.
    """
    each = np.ones(min(room // unit, 1000) + 1)
    each[1 : -(-limits.minimum // unit)] = 0
    each[limits.maximum // unit + 1 :] = 0
    ways = np.ones(1)
    for _ in range(spots):
        ways = np.convolve(ways, each)[: each.size]
    return float(ways.sum()) - 1


def fewest_sets(amounts: list[npt.NDArray[np.int64]], at_once: int, room: int) -> int:
    """A number of sets of wagers with amounts that is surely not more than there are, worked out at once.

    Of k wagers only the amounts are counted for which there is room if all k have them.

    Args:
        amounts: of each wager, in cents, going up.
        at_once: the most wagers in a set.
        room: the most that all of them may be together, in cents.
    """
    found = 1
    for many in range(1, min(at_once, len(amounts)) + 1):
        sets = [1] + [0] * many  # by the number of wagers, chosen among those so far
        for one in amounts:
            size = int(np.searchsorted(one, room // many, side="right"))
            sets = [1, *(more + size * fewer for fewer, more in pairwise(sets))]
        found += sets[many]
        if found > MAX_CHOICES:
            break
    return found
