"""Several systems on the same dice: differences of their final bankrolls, session by session."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.runs.chunks import Chunk
from bankcraps.analysis.simulation.runs.totals import Histogram, Totals
from bankcraps.analysis.simulation.simulators import Simulator

__all__ = ["PairedTotals", "PairedWork"]


@dataclass(frozen=True, eq=False)
class PairedTotals:
    """The totals of several systems on the same dice.

    Attributes:
        each: the totals of each system.
        differences: for each system after the first, the histogram of what it took home less what the first
            did, in cents.
        above: (systems, systems) int64, the sessions in which one system took home more than another.
    """

    each: tuple[Totals, ...]
    differences: tuple[Histogram, ...]
    above: NDArray[np.int64]

    @property
    def sessions(self) -> int:
        """The number of sessions played."""
        return self.each[0].sessions

    @property
    def throws(self) -> int:
        """Throws in all sessions of all systems before leaving."""
        return sum(totals.throws for totals in self.each)

    def __add__(self, other: "PairedTotals") -> "PairedTotals":
        """Both together."""
        return PairedTotals(
            tuple(mine + theirs for mine, theirs in zip(self.each, other.each, strict=True)),
            tuple(mine + theirs for mine, theirs in zip(self.differences, other.differences, strict=True)),
            self.above + other.above,
        )

    def difference(self, number: int) -> tuple[Fraction, float]:
        """Return system `number`'s mean gain over the first and its standard error, in cents taken home."""
        difference = self.differences[number - 1]
        return difference.mean(), sqrt(difference.variance() / difference.size)


@dataclass(frozen=True, eq=False)
class PairedWork:
    """Several systems on the dice of a seed."""

    simulators: Sequence[Simulator]
    seed: int

    def __call__(self, chunk: Chunk) -> PairedTotals:
        """A chunk of sessions of each."""
        played = [one.metrics(self.seed, chunk) for one in self.simulators]
        home = [
            one.offset + one.unit * metrics[metric.FINAL]
            for one, (metrics, _) in zip(self.simulators, played, strict=True)
        ]
        return PairedTotals(
            tuple(totals for _, totals in played),
            tuple(Histogram.of(other - home[0]) for other in home[1:]),
            np.array([[np.count_nonzero(one > other) for other in home] for one in home], np.int64),
        )

    def chunks(self, sessions: int) -> list[Chunk]:
        """Chunks as small as the slowest system needs."""
        return max((one.chunks(sessions) for one in self.simulators), key=len)
