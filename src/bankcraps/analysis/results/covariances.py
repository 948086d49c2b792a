"""Covariances of the results of a session's wagers."""

from dataclasses import dataclass
from math import sqrt

from bankcraps.analysis.results.session_data import (
    CovariancesData,
)
from bankcraps.errors import BankcrapsError

__all__ = ["Covariances"]


@dataclass(frozen=True)
class Covariances:
    """The covariances between the results of wagers in a session: what each wins or loses, with commission.

    Attributes:
        wagers: the names of the wagers, as in `WagerCost`.
        matrix: the covariance of each wager with each, in cents squared. All together are the variance of
            what is taken home.
    """

    wagers: tuple[str, ...]
    matrix: tuple[tuple[float, ...], ...]

    def covariance(self, one: str, other: str) -> float:
        """The covariance of the results of two wagers, in cents squared.

        Raises:
            BankcrapsError: if the session has no such wager.
        """
        return self.matrix[self._number(one)][self._number(other)]

    def sd(self, wager: str) -> float:
        """The standard deviation of a wager's result, in cents."""
        return sqrt(max(0.0, self.covariance(wager, wager)))

    def correlation(self, one: str, other: str) -> float | None:
        """The correlation of the results of two wagers, from -1 to 1; None if one does not vary."""
        spread = self.sd(one) * self.sd(other)
        return self.covariance(one, other) / spread if spread else None

    def _number(self, wager: str) -> int:
        if wager not in self.wagers:
            raise BankcrapsError(f"no {wager} in this session; its wagers are {', '.join(self.wagers)}")
        return self.wagers.index(wager)

    def to_data(self) -> CovariancesData:
        """The same for programs."""
        return CovariancesData(wagers=list(self.wagers), cents_squared=[list(row) for row in self.matrix])
