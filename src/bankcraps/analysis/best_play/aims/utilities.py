"""Utilities: the worth of a sum in dollars to a player."""

from dataclasses import dataclass
from math import inf, isfinite, log, log1p, sqrt
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from bankcraps.errors import BankcrapsError

__all__ = ["Utility", "read_utility"]

Kind = Literal["log", "power", "exponential", "quadratic"]

_MOST: Final = 500.0
"""The largest exponent: floats end at e to the 709th."""

_MOST_WANTED: Final = 1_000_000
"""The most dollars that a quadratic utility may want: beyond, the mean alone counts."""

_EXAMPLES: Final = "log, power:2, exponential:0.01 or quadratic:100"


@dataclass(frozen=True)
class Utility:
    """A utility.

    - log: the logarithm of the sum.
    - power: the sum to the power 1 - G, divided by 1 - G. G is the relative risk aversion, below 0 for a
      player who likes risk. With G = 1 it would be the logarithm.
    - exponential: (1 - exp(-A w)) / A for a sum w. A is the absolute risk aversion, for each dollar; 0 is for
      a player who looks at the mean alone.
    - quadratic: -(w - C)^2: the player wants to take home C dollars, and the square of what is missing or too
      much counts. Of all plays with its mean, the best one has the least variance.

    Attributes:
        kind: log, power, exponential or quadratic.
        aversion: G, A or C; 1 for the logarithm.
    """

    kind: Kind
    aversion: float

    def __str__(self) -> str:
        """Write it as people do: `power:2`."""
        return self.kind if self.kind == "log" else f"{self.kind}:{self.aversion:g}"

    def check(self, goal: float) -> None:
        """Refuse what floats cannot hold for sums up to a goal in dollars.

        Raises:
            BankcrapsError: if exponents are too large.
        """
        if self.kind == "quadratic":
            return
        exponent = self.aversion * goal if self.kind == "exponential" else (1 - self.aversion) * log(goal)
        if abs(exponent) > _MOST:
            raise BankcrapsError(f"{self} is too extreme for sums up to {goal:,.0f}")

    def of(self, sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The utility of sums in dollars; -inf for nothing, where there is no bound below."""
        with np.errstate(divide="ignore"):
            if self.kind == "exponential":
                return sums if self.aversion == 0 else -np.expm1(-self.aversion * sums) / self.aversion
            if self.kind == "log":
                return np.log(sums)
            if self.kind == "quadratic":
                return -((sums - self.aversion) ** 2)
            return sums ** (1 - self.aversion) / (1 - self.aversion)

    def sure(self, utility: float) -> float:
        """The sum in dollars with a utility: a player would take it instead of what is worth as much."""
        if self.kind == "log":
            return float(np.exp(utility))
        if self.kind == "quadratic":
            return max(0.0, self.aversion - sqrt(-utility))
        if self.kind == "power":
            return (
                0.0
                if utility == -inf
                else float(((1 - self.aversion) * utility) ** (1 / (1 - self.aversion)))
            )
        return utility if self.aversion == 0 else -log1p(-self.aversion * utility) / self.aversion


def read_utility(text: str) -> Utility:
    """Read a utility: `log`, `power:2`, `exponential:0.01`.

    >>> str(read_utility("power:0.5"))
    'power:0.5'

    Raises:
        BankcrapsError: with what would be right.
    """
    kind, _, number = text.strip().lower().partition(":")
    if kind == "log" and not number:
        return Utility("log", 1.0)
    try:
        aversion = float(number)
    except ValueError:
        aversion = inf
    if kind not in ("power", "exponential", "quadratic") or not isfinite(aversion):
        raise BankcrapsError(f"{text!r} is no utility; write {_EXAMPLES}")
    if kind == "power" and aversion == 1:
        raise BankcrapsError("power:1 is the logarithm; write log")
    if kind == "quadratic" and not 0 < aversion <= _MOST_WANTED:
        raise BankcrapsError(
            f"quadratic:C has a sum C above 0, at most {_MOST_WANTED:,} dollars, not {number}"
        )
    return Utility(kind, aversion)
