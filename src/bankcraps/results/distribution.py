"""A distribution of money or counts: exact probabilities, or the shares of sessions played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bankcraps.errors import BankcrapsError, finite_number
from bankcraps.results.equal import Equal
from bankcraps.tabular import Tabular, html

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Distribution", "share_of_one"]

_LISTED: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The quantiles that a notebook shows."""


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
class Distribution(Equal, Tabular):
    """Values with their probabilities.

    Attributes:
        values: (n,) int64, increasing; cents, or counts.
        chances: (n,) float64, adding up to one.
    """

    values: NDArray[np.int64]
    chances: NDArray[np.float64]

    @staticmethod
    def of(values: ArrayLike, weights: ArrayLike) -> "Distribution":
        """A distribution of values in any order, each once, with probabilities or weights.

        Raises:
            BankcrapsError: for no values, or weights that make no distribution.
        """
        given, shares = np.asarray(values, np.int64), np.asarray(weights, np.float64)
        if given.ndim != 1 or given.shape != shares.shape:
            raise BankcrapsError(f"{given.size} values with {shares.size} chances are no distribution")
        if not given.size:
            raise BankcrapsError("a distribution has at least one value")
        if not np.isfinite(shares).all() or shares.min() < 0 or not shares.sum():
            raise BankcrapsError("the chances of a distribution are not below 0, and not all 0")
        order = np.argsort(given)
        return Distribution(given[order], shares[order] / shares.sum())

    def __repr__(self) -> str:
        """`<Distribution of 59 values from 0 to 15000, mean 9738.7>`."""
        low, high = int(self.values[0]), int(self.values[-1])
        return f"<Distribution of {len(self.values):,} values from {low} to {high}, mean {self.mean:.6g}>"

    def _columns(self) -> Mapping[str, object]:
        """`value`, in the unit of the values, and `chance`."""
        return {"value": self.values, "chance": self.chances}

    @overload
    def plot(
        self, path: str | Path | None = None, *, in_cents: bool = False, ax: None = None, label: None = None
    ) -> "Figure": ...

    @overload
    def plot(
        self, path: None = None, *, in_cents: bool = False, ax: "Axes", label: str | None = None
    ) -> "Axes": ...

    def plot(
        self,
        path: str | Path | None = None,
        *,
        in_cents: bool = False,
        ax: "Axes | None" = None,
        label: str | None = None,
    ) -> "Figure | Axes":
        """Draw the chances: bars, and spikes for single values that stand out.

        Args:
            path: a PNG or SVG file to write, or None.
            in_cents: whether the values are money in cents; the axis is then in dollars.
            ax: a Matplotlib Axes to draw on instead, in your style, with the bars as an outline. Rare values
                far out are left out.
            label: its words in a legend; without it "distribution".

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if the file cannot be written, or arguments do not go together.
        """
        from bankcraps import plots  # noqa: PLC0415 - Matplotlib loads slowly

        unit = plots.CENTS if in_cents else plots.COUNTS
        if own := plots.own_axes(ax, path, label, "distribution"):
            return plots.chances_on(own, self, unit)
        return plots.spread_of(self, plots.Heading("Distribution"), unit, path=path)

    def _repr_html_(self) -> str:
        """For notebooks: mean, standard deviation and quantiles, with the chance of each value or less."""
        rows = [("mean", f"{self.mean:,.6g}", ""), ("standard deviation", f"{self.sd:,.6g}", "")]
        for q, value in zip(_LISTED, self.quantiles(_LISTED), strict=True):
            at_most = max(0.0, 1.0 - self.p_above(value))
            rows.append((f"{q:.0%} quantile", f"{value:,}", f"{at_most:.2%}"))
        low, high = int(self.values[0]), int(self.values[-1])
        said = f"{len(self.values):,} values from {low:,} to {high:,}"
        return html(("", "value", "chance of this or less"), rows, said)

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
        """The weight of both tails, against 0 of a normal distribution; None if nothing varies."""
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
        """The least value with a probability of at least `q` of it or less.

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
