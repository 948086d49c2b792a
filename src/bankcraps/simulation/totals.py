"""What many sessions came to, in whole numbers: the same bits in whatever order they are added up.

Means, deviations and quantiles are taken from exact histograms when somebody asks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.leaving import RUIN
from bankcraps.simulation import figures as fig
from bankcraps.simulation.terms import OUTCOMES

__all__ = ["RUIN_THROWS", "Counts", "Histogram", "Totals"]

RUIN_THROWS: Final = "ruin_throws"
"""The histogram of throws of those sessions alone that ended in ruin."""

_CROWDED: Final = 16
"""Values spread over so many times their number or less are counted in an array from least to most."""

Integers = TypeVar("Integers", np.int32, np.int64)


class Histogram(NamedTuple):
    """How often each value came.

    Attributes:
        values: (n,) int64, rising.
        counts: (n,) int64, above 0.
    """

    values: NDArray[np.int64]
    counts: NDArray[np.int64]

    @staticmethod
    def of(values: NDArray[Integers]) -> "Histogram":
        """The histogram of some values."""
        if values.size == 0:
            return Histogram(np.zeros(0, np.int64), np.zeros(0, np.int64))
        least, most = int(values.min()), int(values.max())
        if most - least > _CROWDED * values.size:
            found, counts = np.unique(values, return_counts=True)
            return Histogram(found.astype(np.int64), counts.astype(np.int64))
        counts = np.bincount(values - least)
        found = np.flatnonzero(counts)
        return Histogram(found + least, counts[found])

    def __add__(self, other: "Histogram") -> "Histogram":  # pyright: ignore[reportIncompatibleMethodOverride]
        """The histogram of both together."""
        values = np.union1d(self.values, other.values)
        counts = np.zeros(values.size, np.int64)
        for part in (self, other):
            counts[np.searchsorted(values, part.values)] += part.counts
        return Histogram(values, counts)

    def same(self, other: "Histogram") -> bool:
        """Whether every value came as often in both."""
        return np.array_equal(self.values, other.values) and np.array_equal(self.counts, other.counts)

    @property
    def size(self) -> int:
        """How many values there were."""
        return int(self.counts.sum())

    def power_sum(self, power: int) -> int:
        """The sum of all values raised to a power, exactly."""
        pairs = zip(self.values.tolist(), self.counts.tolist(), strict=True)
        return sum(value**power * count for value, count in pairs)

    def mean(self) -> Fraction:
        """The mean of the values, exactly."""
        return Fraction(self.power_sum(1), self.size)

    def variance(self) -> Fraction:
        """The unbiased estimate of the variance of what the values were drawn from; 0 of a single value."""
        size, total = self.size, self.power_sum(1)
        return Fraction(size * self.power_sum(2) - total * total, size * max(1, size - 1))

    def quantile(self, share: Fraction | float) -> int:
        """The least value that at least this share of all values does not exceed."""
        rank = max(1, -(-self.size * Fraction(share) // 1))
        return int(self.values[np.searchsorted(np.cumsum(self.counts), int(rank))])


class Counts(NamedTuple):
    """Steps of the chain counted over all sessions.

    Attributes:
        visits: (rows, 36) int64, how often each throw was made from each row, settling included.
        left: (states,) int64, how many players left in each state.
    """

    visits: NDArray[np.int64]
    left: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Totals:
    """What some sessions came to.

    Attributes:
        sessions: how many.
        ends: how many ended in each way, in the order of `terms.OUTCOMES`.
        histograms: by the name of a figure (`figures.NAMES`), and `RUIN_THROWS`.
        counts: the steps of the chain, where the full kernel played.
    """

    sessions: int
    ends: tuple[int, ...]
    histograms: Mapping[str, Histogram]
    counts: Counts | None = None

    @staticmethod
    def of(figures: NDArray[Integers], counts: Counts | None = None) -> "Totals":
        """The totals of some sessions by their figures, (figures, sessions), rows by `figures`."""
        ends, throws = figures[fig.END], figures[fig.THROWS]
        histograms = {name: Histogram.of(line) for name, line in zip(fig.NAMES, figures, strict=False)}
        del histograms["end"]
        histograms[RUIN_THROWS] = Histogram.of(throws[ends == RUIN])
        by_end = np.bincount(ends, minlength=len(OUTCOMES)).tolist()
        return Totals(figures.shape[1], tuple(by_end), histograms, counts)

    def __add__(self, other: "Totals") -> "Totals":
        """The totals of both: it does not matter which comes first."""
        counts = None
        if self.counts and other.counts:
            counts = Counts(
                self.counts.visits + other.counts.visits,
                self.counts.left + other.counts.left,
            )
        return Totals(
            self.sessions + other.sessions,
            tuple(mine + theirs for mine, theirs in zip(self.ends, other.ends, strict=True)),
            {name: histogram + other.histograms[name] for name, histogram in self.histograms.items()},
            counts,
        )

    def same(self, other: "Totals") -> bool:
        """Whether both are the same in every number."""
        if (self.counts is None) != (other.counts is None):
            return False
        return (
            (self.sessions, self.ends) == (other.sessions, other.ends)
            and self.histograms.keys() == other.histograms.keys()
            and all(histogram.same(other.histograms[name]) for name, histogram in self.histograms.items())
            and all(np.array_equal(*pair) for pair in zip(self.counts or (), other.counts or (), strict=True))
        )

    @property
    def throws(self) -> int:
        """Throws in all sessions before leaving."""
        return self.histograms["throws"].power_sum(1)
