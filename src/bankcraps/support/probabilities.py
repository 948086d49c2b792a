"""Values with their probabilities, and their moments and quantiles."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bankcraps.errors import BankcrapsError, finite_number


def share_of_one(given: float) -> float:
    """Read a share, such as that of a quantile.

    Raises:
        BankcrapsError: if it is not a number from 0 to 1.
    """
    share = finite_number("a share", given)
    if not 0 <= share <= 1:
        raise BankcrapsError(f"a share goes from 0 to 1, and {given} does not")
    return share


@dataclass(frozen=True, eq=False)
class Probabilities:
    """Values with their probabilities.

    Attributes:
        values: (n,) int64, increasing; cents, or counts.
        chances: (n,) float64, adding up to one.
    """

    values: NDArray[np.int64]
    chances: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The expected value, in the unit of the values."""
        return float(self.values @ self.chances)

    @property
    def sd(self) -> float:
        """The standard deviation, in the unit of the values."""
        return float(np.sqrt((self.values - self.mean) ** 2 @ self.chances))

    @property
    def skew(self) -> float | None:
        """The skewness. Positive: rare big values; negative: rare small ones; None if nothing varies."""
        return self._standardized(3)

    @property
    def excess_kurtosis(self) -> float | None:
        """The weight of the tails: 0 for a normal distribution, more if heavier; None if nothing varies."""
        fourth = self._standardized(4)
        return None if fourth is None else fourth - 3

    def _standardized(self, power: int) -> float | None:
        """The mean power of the distance from the mean, in standard deviations."""
        if np.count_nonzero(self.chances) < 2:  # noqa: PLR2004 - one value does not vary
            return None
        return float(((self.values - self.mean) / self.sd) ** power @ self.chances)

    @property
    def cumulative(self) -> NDArray[np.float64]:
        """(n,) the probability of each value or less."""
        return np.cumsum(self.chances)

    def quantile(self, q: float) -> int:
        """The least value such that it or less has a probability of at least `q`.

        Raises:
            BankcrapsError: if `q` is not from 0 to 1.
        """
        return self.quantiles([q])[0]

    def quantiles(self, shares: Sequence[float]) -> list[int]:
        """The quantile of each share, a number from 0 to 1."""
        wanted = np.array([share_of_one(share) for share in shares])
        indices = np.searchsorted(self.cumulative, wanted * (1 - 1e-12))
        return self.values[np.minimum(indices, len(self.values) - 1)].tolist()

    def p_above(self, value: float) -> float:
        """The probability of more than a value."""
        return float(self.chances[self.values > finite_number("a value", value)].sum())

    def p_below(self, value: float) -> float:
        """The probability of less than a value."""
        return float(self.chances[self.values < finite_number("a value", value)].sum())
