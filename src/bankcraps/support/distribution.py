"""A distribution of money or counts: exact probabilities, or the shares of sessions played."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, overload

import numpy as np
from numpy.typing import ArrayLike

from bankcraps.errors import BankcrapsError
from bankcraps.support import plots
from bankcraps.support.probabilities import Probabilities
from bankcraps.support.results import Equal
from bankcraps.support.tabular import Tabular, html

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LISTED: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The quantiles that a notebook shows."""


@dataclass(frozen=True, eq=False)
class Distribution(Probabilities, Equal, Tabular):
    """Values with their probabilities, as a table and as a plot.

    Attributes:
        values: (n,) int64, increasing; cents, or counts.
        chances: (n,) float64, adding up to one.
    """

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
        unit = plots.CENTS if in_cents else plots.COUNTS
        own = plots.own_axes(ax, path, label, "distribution")
        return plots.spread_of(own or plots.Heading("Distribution", path=path), self, unit)

    def _repr_html_(self) -> str:
        """For notebooks: mean, standard deviation and quantiles, with the chance of each value or less."""
        rows = [("mean", f"{self.mean:,.6g}", ""), ("standard deviation", f"{self.sd:,.6g}", "")]
        for q, value in zip(_LISTED, self.quantiles(_LISTED), strict=True):
            at_most = max(0.0, 1.0 - self.p_above(value))
            rows.append((f"{q:.0%} quantile", f"{value:,}", f"{at_most:.2%}"))
        low, high = int(self.values[0]), int(self.values[-1])
        said = f"{len(self.values):,} values from {low:,} to {high:,}"
        return html(("", "value", "chance of this or less"), rows, said)
