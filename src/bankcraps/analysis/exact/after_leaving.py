"""After a player leaves: the distribution of the win or loss of the wagers still standing."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import NEED_LEFT
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.exact.passes import clear, shift
from bankcraps.analysis.exact.quotient import Quotient, sums_by
from bankcraps.support.compiled import compiled

__all__ = ["UNSETTLED", "AfterLeaving", "after_leaving", "changes_after_leaving", "visits_after_leaving"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNSETTLED: Final = 1e-18
"""Passes stop when the probability of an undecided wager is below this."""

_MAX_PASSES: Final = 20_000


class AfterLeaving(NamedTuple):
    """The change of the player's wealth between leaving and the moment when no wager stands.

    Attributes:
        chance: (classes, changes) the probability of each change, by the class of a player who has left.
        lowest: the change that column 0 stands for, in units; each column is one unit more.
        lost: the largest probability, over the classes, that is still undecided when the passes stop.
        passes: the number of throws that were followed.
    """

    chance: Floats
    lowest: int
    lost: float
    passes: int


def after_leaving(quotient: Quotient, reach: Ints) -> AfterLeaving:
    """Compute the distribution for every class of a player who has left.

    Args:
        quotient: the quotient chain.
        reach: its `changes_after_leaving`.
    """
    low = int(reach.min(initial=0))
    chance = np.zeros((len(quotient.post), int(reach.max(initial=0)) - low + 1))
    gone = quotient.need == NEED_LEFT
    over = np.flatnonzero(gone & (quotient.post == ABSORBED))
    chance[over, quotient.fee[over] - low] = 1.0
    waits = np.flatnonzero(gone & (quotient.post != ABSORBED))
    settled = _Settling(chance, np.zeros(len(quotient.post)))
    settled.unsettled[waits] = 1.0
    fresh = _Settling(np.zeros((len(waits), chance.shape[1])), np.zeros(len(waits)))
    lost, passes = _settle(quotient, waits, reach - low, settled, fresh)
    return AfterLeaving(chance, low, lost, passes)


def changes_after_leaving(quotient: Quotient) -> Ints:
    """(classes, 2) the least and the greatest total change, by following transitions to a fixed point.

    Both are 0 for a class of a player who has not left.

    Raises:
        TooLargeError: if there is no greatest.
    """
    gone = np.flatnonzero(quotient.need == NEED_LEFT)
    waits = gone[quotient.post[gone] != ABSORBED]
    low = np.where(quotient.post == ABSORBED, quotient.fee, 0)
    high = low.copy()
    ways = [slice(int(quotient.first[r]), int(quotient.first[r + 1])) for r in map(int, quotient.post[waits])]
    for _ in range(len(gone) + 1):
        before = low.copy(), high.copy()
        for c, way in zip(waits, ways, strict=True):
            low[c] = (quotient.delta[way] + low[quotient.to[way]]).min()
            high[c] = (quotient.delta[way] + high[quotient.to[way]]).max()
        if (low == before[0]).all() and (high == before[1]).all():
            reach = np.zeros((len(low), 2), np.int64)
            reach[gone] = np.stack((low[gone], high[gone]), axis=1)
            return reach
    raise TooLargeError(
        "a wager stays up after the player leaves, and can win any number of times before it loses, so the "
        "sum taken home has no upper bound; simulate it instead"
    )


class _Settling(NamedTuple):
    """The probability of each change, and that of an undecided wager, for some classes."""

    chance: Floats
    unsettled: Floats


@compiled
def _settle(
    quotient: Quotient, waits: Ints, reach: Ints, settled: _Settling, fresh: _Settling
) -> tuple[float, int]:
    """Throw until nearly every wager is decided. Each pass moves the distributions back by one throw.

    Of each class, only the columns between the two of `reach` hold anything. `settled` has all classes, and
    `fresh` has room for those of players who wait.
    """
    most = 0.0
    for passed in range(_MAX_PASSES):
        most = 0.0
        for i, c in enumerate(waits):
            clear(fresh.chance[i], reach[c, 0], reach[c, 1] + 1)
            fresh.unsettled[i] = 0.0
            for w in range(quotient.first[quotient.post[c]], quotient.first[quotient.post[c] + 1]):
                to, share = quotient.to[w], quotient.chance[w]
                low, high = reach[to, 0], reach[to, 1] + 1
                shift(fresh.chance[i], settled.chance[to], low, high, quotient.delta[w], share)
                fresh.unsettled[i] += share * settled.unsettled[to]
        for i, c in enumerate(waits):
            clear(settled.chance[c], reach[c, 0], reach[c, 1] + 1)
            shift(settled.chance[c], fresh.chance[i], reach[c, 0], reach[c, 1] + 1, 0, 1.0)
            settled.unsettled[c] = fresh.unsettled[i]
            most = max(most, fresh.unsettled[i])
        if most < UNSETTLED:
            return most, passed
    return most, _MAX_PASSES


def visits_after_leaving(quotient: Quotient, leaving: Floats) -> Floats:
    """(classes,) expected visits after leaving, from the probability of leaving into each class."""
    visits, here = np.zeros(len(quotient.post)), leaving.copy()
    of_way = np.repeat(np.arange(len(quotient.first) - 1), np.diff(quotient.first))
    throws = quotient.post != ABSORBED
    for _ in range(_MAX_PASSES):
        visits += here  # counted even if nothing is thrown: taking down can return commission
        here[~throws] = 0.0
        if here.sum() < UNSETTLED:
            break
        thrown = sums_by(quotient.post[throws], here[throws], len(quotient.first) - 1)
        here = sums_by(quotient.to, thrown[of_way] * quotient.chance, len(quotient.post))
    return visits
