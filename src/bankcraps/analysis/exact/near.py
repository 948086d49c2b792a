"""A step precomputed for players near a boundary, for each sum.

Players too near to ruin, a floor or the goal cannot leap, and are followed throw by throw. What becomes of
them is the same at every count. So in a long session it is followed once for each class and sum with which a
count begins, and added up at each count by how many players begin it so.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.stopping import ENDS
from bankcraps.analysis.exact.layers import EMPTY, Layer, add
from bankcraps.analysis.exact.leaps import Leaps
from bankcraps.analysis.exact.passes import ABOVE, BELOW_ZERO, Layers, Thresholds, empty_layers, follow
from bankcraps.analysis.exact.quotient import Quotient, most_terms
from bankcraps.analysis.exact.ways import Ways
from bankcraps.support.compiled import inlined

__all__ = ["Counts", "Near", "by_sum", "nobody_near", "sums_near"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOST_BYTES: Final = 2**28
"""The most memory for what becomes of all of them."""


class Near(NamedTuple):
    """The next count of a player, by the class and the sum with which they begin one.

    Attributes:
        row: (many, width) the number of each class and sum that is known; -1 for others.
        after: (known, many, width) the probability of beginning the next count in a class with a sum.
        spans: (known, many, 2) the first sum above zero there, and one more than the last.
        ends: (known, 5) the probability of each end before.
        lost: (known,) the probability that was cut off.
        passes: the number of passes of a sweep with as large a rounding error.
        begun: (many, width) the expected number of counts that began so, added to.
    """

    row: Ints
    after: Floats
    spans: Ints
    ends: Floats
    lost: Floats
    passes: int
    begun: Floats


def nobody_near(leaps: Leaps, width: int) -> Near:
    """Nothing known."""
    many = len(leaps.begins)
    return Near(
        row=np.full((many, width), -1),
        after=np.zeros((0, many, width)),
        spans=np.zeros((0, many, 2), np.int64),
        ends=np.zeros((0, len(ENDS))),
        lost=np.zeros(0),
        passes=0,
        begun=np.zeros((many, width)),
    )


def sums_near(safe: Ints, thresholds: Thresholds, width: int) -> list[tuple[int, int]]:
    """The places in `begins`, each with a sum that does not leap though its changes stay in the grid.

    None if what becomes of them needs too much memory.
    """
    goal = thresholds.goal if thresholds.goal < width else 0
    found = [
        (i, m)
        for i, (least, most) in enumerate(safe.tolist())
        for m in (*range(min(least, width)), *range(max(least, most), goal))
    ]
    return found if 8 * len(found) * len(safe) * width <= _MOST_BYTES else []


class Counts(NamedTuple):
    """A chain whose counts are followed.

    Attributes:
        quotient: the quotient chain.
        into: its transitions by where they lead.
        thresholds: when a player leaves, and what is counted.
        leaps: the changes from one count to the next.
        stays: (classes, 2) the sums with which a player of a class stays, but for the last count.
    """

    quotient: Quotient
    into: Ways
    thresholds: Thresholds
    leaps: Leaps
    stays: Ints

    def near(self, sums: list[tuple[int, int]], width: int) -> Near | None:
        """The next count of a player who begins one in each of these classes with that sum.

        None if the grid is too narrow.
        """
        blank, many = nobody_near(self.leaps, width), len(self.leaps.begins)
        known = blank._replace(
            after=np.zeros((len(sums), many, width)),
            spans=np.zeros((len(sums), many, 2), np.int64),
            ends=np.zeros((len(sums), len(ENDS))),
            lost=np.zeros(len(sums)),
        )
        layers, passes = empty_layers(self.quotient, width), 0
        left, visits = np.zeros_like(layers.now.chances), np.zeros(len(self.stays))
        for number, (i, m) in enumerate(sums):
            known.row[i, m] = number
            self._begin(layers, i, m, 1.0)
            known.lost[number], took = self._follow(layers, left, visits, known.ends[number])
            if took == ABOVE:
                return None
            if took == BELOW_ZERO:  # nobody owns less than what stands
                known.row[i, m], layers = -1, empty_layers(self.quotient, width)
                continue
            passes = max(passes, took)
            after = layers.after
            known.after[number], known.spans[number] = (
                after.chances[self.leaps.begins],
                after.spans[self.leaps.begins],
            )
            after.chances[self.leaps.begins] = 0.0
            after.spans[:] = EMPTY, 0
        return known._replace(passes=passes + 1 + len(sums) * many // most_terms(self.quotient))

    def add_up(self, near: Near, left: Floats, visits: Floats) -> None:
        """Add what the players left and threw who began counts near to leaving, all counts at once."""
        layers = empty_layers(self.quotient, near.begun.shape[1])
        for i, m in np.argwhere(near.begun > 0).tolist():
            self._begin(layers, i, m, float(near.begun[i, m]))
        self._follow(layers, left, visits, np.zeros(len(ENDS)))

    def _begin(self, layers: Layers, i: int, m: int, chance: float) -> None:
        c = self.leaps.begins[i]
        layers.now.chances[c, m] = chance
        span = layers.now.spans[c]
        span[:] = min(span[0], m), max(span[1], m + 1)

    def _follow(self, layers: Layers, left: Floats, visits: Floats, ends: Floats) -> tuple[float, int]:
        nowhere = np.zeros((0, 2), np.int64)
        steps = (self.quotient, self.into, self.thresholds)
        return follow(*steps, 1, layers, left, ends, visits, self.stays, nowhere)


@inlined
def by_sum(
    near: Near | None, leaps: Leaps | None, more: int, now: Layer, after: Layer, ends: Floats
) -> tuple[int, float]:
    """Move the players whose next count is known, but not at the last one. Returns as `leap` does."""
    if near is None or leaps is None:
        return 0, 0.0
    if more == 0:
        return 0, 0.0
    lost, passes = 0.0, 0
    for i in range(len(leaps.begins)):
        chances, span = now.chances[leaps.begins[i]], now.spans[leaps.begins[i]]
        for m in range(span[0], span[1]):
            number, chance = near.row[i, m], chances[m]
            if number < 0 or chance == 0.0:
                continue
            _come(near, leaps, number, chance, after, ends)
            near.begun[i, m] += chance
            lost += chance * near.lost[number]
            chances[m] = 0.0
            passes = near.passes
        while span[0] < span[1] and chances[span[0]] == 0.0:
            span[0] += 1
        while span[0] < span[1] and chances[span[1] - 1] == 0.0:
            span[1] -= 1
    return passes, lost


@inlined
def _come(near: Near, leaps: Leaps, number: int, chance: float, after: Layer, ends: Floats) -> None:
    """Move players to what becomes of them."""
    for j in range(len(leaps.begins)):
        first, last = near.spans[number, j, 0], near.spans[number, j, 1]
        if first < last:
            c = leaps.begins[j]
            add(after.chances[c], after.spans[c], near.after[number, j], first, last, 0, chance)
    for end in range(len(ends)):
        ends[end] += chance * near.ends[number, end]
