"""The largest size of a problem, and the ways to make it smaller."""

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.limits import Limits

__all__ = [
    "MAX_CHOICES",
    "MAX_POSITIONS",
    "MAX_SETS",
    "TooLargeError",
    "fitting_limits",
    "layouts",
    "require_few_sets",
    "sets_with_room",
    "too_many",
    "too_many_positions",
]

MAX_CHOICES: Final = 10_000_000
"""The most choices of all positions."""

MAX_POSITIONS: Final = 20_000
"""The most positions. Pass with odds, from 500 to 1,000 in units of 1, has 6,994."""

MAX_SETS: Final = 30_000
"""The most sets of wagers in all positions; each takes about a tenth of a millisecond to put together."""


_LARGER: Final = (5, 10, 25, 50, 100, 250, 500, 1000)
"""Units that are offered in place of a smaller one, in steps of the table."""


class TooLargeError(BankcrapsError):
    """A problem with too many positions, sums or choices."""


def too_many(choices: int) -> TooLargeError:
    """The error for too many choices; so many were counted before the count ended."""
    return TooLargeError(
        f"there are more than {min(choices, MAX_CHOICES):,} bets to choose from: fewer wagers or fewer at "
        "once, a nearer goal, a lower table maximum or larger units would make them fewer"
    )


def too_many_positions(fits: Limits | None) -> TooLargeError:
    """The error for too many positions; with limits that would leave few enough, if there are any."""
    larger = "larger units" if fits is None else f"larger units, as in limits of {fits},"
    return TooLargeError(
        f"there are more than {MAX_POSITIONS:,} positions, by what stands on the line and on each "
        "number: fewer line and come wagers, or wagers with commission paid in advance, a nearer goal or "
        f"{larger} would make them fewer"
    )


def fitting_limits(spots: int, pucks: int, limits: Limits, step: int, room: int) -> Limits | None:
    """Limits with larger units, so that so many spots have at most half as many positions as there may be.

    Args:
        spots: the number of spots on the line and on numbers.
        pucks: the number of places of the puck, with each of which chips may stand there.
        limits: the sign at the table.
        step: the step in which wagers go up there, in cents.
        room: the most that may stand together, in cents. A bet should be at most half of it.
    """
    for times in _LARGER:
        unit = times * step
        least, most = -(-limits.minimum // unit) * unit, limits.maximum // unit * unit
        if not 0 < least <= most or 2 * least > room:
            continue
        larger = Limits(Cents(least), Cents(most), Cents(unit))
        if pucks * layouts(spots, larger, unit, room) <= MAX_POSITIONS / 2:
            return larger
    return None


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


def require_few_sets(amounts: list[npt.NDArray[np.int64]], at_once: int, room: int) -> None:
    """Refuse wagers with too many sets of amounts, before they are put together.

    Most have few enough even without looking at the room.

    Args:
        amounts: of each wager, in cents, going up.
        at_once: the most wagers in a set.
        room: the most that all of them may be together, in cents.

    Raises:
        TooLargeError: if there are too many.
    """
    many = min(at_once, len(amounts))
    sets = [1] + [0] * many  # by the number of wagers, chosen among those so far
    for one in amounts:
        sets = [1, *(more + one.size * fewer for fewer, more in pairwise(sets))]
    if sum(sets) > MAX_CHOICES and (found := sets_with_room(amounts, at_once, room)) > MAX_CHOICES:
        raise too_many(found)


def sets_with_room(amounts: list[npt.NDArray[np.int64]], at_once: int, room: int) -> int:
    """Count the sets as above. The count ends with a wager that makes them too many."""
    unit = int(np.gcd.reduce(np.concatenate(amounts)))
    ways = np.zeros((min(at_once, len(amounts)) + 1, room // unit + 1))  # by their number and their sum
    ways[0, 0] = 1
    for one in amounts:
        each = np.zeros(ways.shape[1])
        each[one // unit] = 1
        more = np.array([np.convolve(row, each)[: row.size] for row in ways[:-1]])
        ways[1:] += more
        if ways.sum() > MAX_CHOICES:
            break
    return int(ways.sum())
