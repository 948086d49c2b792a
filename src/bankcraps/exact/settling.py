"""What becomes of the wagers of players who left: the distribution of the change until nothing stands."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.chain import DONE
from bankcraps.exact.lumping import Lumped, sums
from bankcraps.exact.trouble import TooLargeError
from bankcraps.simulation.compiled import compiled
from bankcraps.simulation.tables import NO_NEED

__all__ = ["Settling", "settlings", "visits_until_settled"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNSETTLED: Final = 1e-18
"""Chance of still waiting at which the waiting is given up."""

_TRIES: Final = 20_000


class Settling(NamedTuple):
    """The changes of what is owned from leaving until nothing stands.

    Attributes:
        chance: (classes, changes) by class of somebody who has left, and change; zero for other classes.
        lowest: the change of column 0, in units; the columns go up by one.
        lost: the most chance left unsettled.
        passes: throws followed.
    """

    chance: Floats
    lowest: int
    lost: float
    passes: int


def settlings(lumped: Lumped) -> Settling:
    """The distribution for every class of somebody who has left."""
    low, high = _reach(lumped)
    chance = np.zeros((len(lumped.row), high - low + 1))
    gone = lumped.need == NO_NEED
    over = np.flatnonzero(gone & (lumped.row == DONE))
    chance[over, lumped.fee[over] - low] = 1.0
    waits = np.flatnonzero(gone & (lumped.row != DONE))
    unsettled = np.zeros(len(lumped.row))
    unsettled[waits] = 1.0
    ways = (lumped.row, lumped.first, lumped.to, lumped.delta, lumped.chance)
    fresh, still = np.zeros((len(waits), chance.shape[1])), np.zeros(len(waits))
    lost, passes = _settle(waits, *ways, chance, unsettled, fresh, still)
    return Settling(chance, low, lost, passes)


def _reach(lumped: Lumped) -> tuple[int, int]:
    """The least and the greatest change, from what each way adds."""
    gone = np.flatnonzero(lumped.need == NO_NEED)
    waits = gone[lumped.row[gone] != DONE]
    low = np.where(lumped.row == DONE, lumped.fee, 0)
    high = low.copy()
    ways = [slice(int(lumped.first[r]), int(lumped.first[r + 1])) for r in map(int, lumped.row[waits])]
    for _ in range(len(gone) + 1):
        before = low.copy(), high.copy()
        for c, way in zip(waits, ways, strict=True):
            low[c] = (lumped.delta[way] + low[lumped.to[way]]).min()
            high[c] = (lumped.delta[way] + high[lumped.to[way]]).max()
        if (low == before[0]).all() and (high == before[1]).all():
            return int(low[gone].min(initial=0)), int(high[gone].max(initial=0))
    raise TooLargeError(
        "a wager stays up after the player has left, and may win any number of times before it is lost: what "
        "is taken home knows no bounds; `simulate` plays it"
    )


@compiled
def _settle(
    waits: Ints,
    row: Ints,
    first: Ints,
    to: Ints,
    delta: Ints,
    chance: Floats,
    settled: Floats,
    unsettled: Floats,
    fresh: Floats,
    still: Floats,
) -> tuple[float, int]:
    """Throw for all who wait, as often as it takes; each pass carries what is known back by one throw."""
    columns = settled.shape[1]
    most = 0.0
    for passed in range(_TRIES):
        most = 0.0
        for i, c in enumerate(waits):
            for m in range(columns):
                fresh[i, m] = 0.0
            still[i] = 0.0
            for w in range(first[row[c]], first[row[c] + 1]):
                d = delta[w]
                for m in range(max(0, d), min(columns, columns + d)):
                    fresh[i, m] += chance[w] * settled[to[w], m - d]
                still[i] += chance[w] * unsettled[to[w]]
        for i, c in enumerate(waits):
            for m in range(columns):
                settled[c, m] = fresh[i, m]
            unsettled[c] = still[i]
            most = max(most, still[i])
        if most < UNSETTLED:
            return most, passed
    return most, _TRIES


def visits_until_settled(lumped: Lumped, leaving: Floats) -> Floats:
    """How often each class is expected to be come to, from the chance of having left at each class."""
    visits, here = np.zeros(len(lumped.row)), leaving.copy()
    of_way = np.repeat(np.arange(len(lumped.first) - 1), np.diff(lumped.first))
    throws = lumped.row != DONE
    for _ in range(_TRIES):
        visits += here  # who has nothing left to throw for still takes down, and is given commission back
        here[~throws] = 0.0
        if here.sum() < UNSETTLED:
            break
        thrown = sums(lumped.row[throws], here[throws], len(lumped.first) - 1)
        here = sums(lumped.to, thrown[of_way] * lumped.chance, len(lumped.row))
    return visits
