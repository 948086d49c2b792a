"""The records of the fast kernel: rows of 36, one for each throw, and how they lead on.

Where a system looks at its money and a few thresholds divide all sums into ranges, the rows that sums decide
for are there once for every range. So a throw is one read, as without thresholds: the range says how far on
from a place to go.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import SIDES

__all__ = ["Layout"]


class Layout(NamedTuple):
    """A chain that is being packed.

    Attributes:
        begins: (states,) where the records of each post-decision state begin.
        delta: (posts, 36) the change of what is owned.
        asked: (states,) what a state needs that somebody may come to with less; 0 for others.
        firsts: the states that have places.
        place: the place of each of them, counted from 0.
        size: the number of records without copies.
        bits: the number of low bits in each that say where the next ones begin.
    """

    begins: NDArray[np.int64]
    delta: NDArray[np.int64]
    asked: NDArray[np.int64]
    firsts: NDArray[np.int64]
    place: NDArray[np.int64]
    size: int
    bits: int

    def ways(self, light: int) -> NDArray[np.int64]:
        """The way to each state, with its mark."""
        return self.begins | np.where(self.asked > light, np.int64(1 << self.bits), 0)

    def records(self, following: NDArray[np.int32], light: int) -> NDArray[np.int64]:
        """The records; the way to each place is a number from `size` on."""
        ways = self.ways(light)
        ways[self.firsts] = self.size + self.place
        done = np.full(SIDES, self.size - SIDES)
        return np.append((self.delta << (self.bits + 1) | ways[following]).ravel(), done)

    def in_ranges(self, record: NDArray[np.int64], decided: NDArray[np.int64]) -> NDArray[np.int64]:
        """The records, and after them for each place and range a copy of the row that is decided for.

        A copy has the mark of its state in all its records, so the mark is seen when the row is read.

        Args:
            record: the records without copies.
            decided: (places, ranges) the ways that are decided for.
        """
        low_bits = (1 << self.bits) - 1
        way = record & low_bits
        further = np.where(way >= self.size, (way - self.size) * (decided.shape[1] * SIDES - 1), 0)
        rows = (record + further).reshape(-1, SIDES)
        copied = decided.ravel()
        marks = copied & 1 << self.bits
        return np.append(rows, rows[(copied & low_bits) // SIDES] | marks[:, np.newaxis])
