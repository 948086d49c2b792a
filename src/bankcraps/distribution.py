"""A distribution over sums of money or counts: exact chances, or a histogram of sessions played."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["Distribution"]


@dataclass(frozen=True, eq=False)
class Distribution:
    """Values with their chances.

    Attributes:
        values: (n,) int64, increasing; sums in cents, or counts.
        chances: (n,) float64, adding up to one.
    """

    values: NDArray[np.int64]
    chances: NDArray[np.float64]

    @cached_property
    def mean(self) -> float:
        """The expected value, in the unit of the values."""
        return float(self.values @ self.chances)

    @cached_property
    def sd(self) -> float:
        """The standard deviation, in the unit of the values."""
        return float(np.sqrt((self.values - self.mean) ** 2 @ self.chances))

    @cached_property
    def cumulative(self) -> NDArray[np.float64]:
        """(n,) the chance of each value or less."""
        return np.cumsum(self.chances)

    def quantile(self, q: float) -> int:
        """The least value that is not passed with chance `q` at least."""
        index = int(np.searchsorted(self.cumulative, q * (1 - 1e-12)))
        return int(self.values[min(index, len(self.values) - 1)])

    def p_above(self, value: float) -> float:
        """The chance of more than a value."""
        return float(self.chances[self.values > value].sum())

    def p_below(self, value: float) -> float:
        """The chance of less than a value."""
        return float(self.chances[self.values < value].sum())
