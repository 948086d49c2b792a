"""The cost of each wager in a session, and the house's refusals. Computed from a chain without NumPy."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from msgspec import UNSET

from bankcraps.analysis.results.session_data import (
    RefusalRateData,
    WagerCostData,
)

__all__ = ["Costs", "Moments", "RefusalRate", "WagerCost"]


@dataclass(frozen=True)
class WagerCost:
    """One wager's part in a session.

    Attributes:
        wager: its name. Come wagers share one name, whatever their number; so do their odds.
        action: expected chips staked on what the dice decided, in cents. A wager counts each time that it
            wins, loses or pushes; odds that come back because they were off push.
        cost: expected loss, commission included, in cents.
        edge_error: the standard error of `edge` if it was simulated. It takes the throws that decide the
            wager as independent.
    """

    wager: str
    action: float
    cost: float
    edge_error: float | None = None

    @property
    def edge(self) -> float:
        """The loss per cent of action; 0 if there was none."""
        return self.cost / self.action if self.action else 0.0

    def to_data(self) -> WagerCostData:
        """The same for programs."""
        return WagerCostData(
            wager=self.wager,
            action_cents=self.action,
            cost_cents=self.cost,
            edge=self.edge,
            edge_se=UNSET if self.edge_error is None else self.edge_error,
        )


class Moments(NamedTuple):
    """Sums over the throws that decided a wager: of action and net in cents, their squares and product."""

    action: float = 0
    net: float = 0
    action_squared: float = 0
    action_net: float = 0
    net_squared: float = 0

    def plus(self, action: float, net: float, weight: float = 1) -> "Moments":
        """The sums with one more throw, or with `weight` equal ones."""
        terms = (action, net, action * action, action * net, net * net)
        return Moments(*(mine + weight * term for mine, term in zip(self, terms, strict=True)))

    @property
    def edge_error(self) -> float:
        """The standard error of the edge: of a ratio of two sums, from its residuals."""
        if not self.action:
            return 0.0
        edge = -self.net / self.action
        squares = self.net_squared + 2 * edge * self.action_net + edge**2 * self.action_squared
        return sqrt(max(0.0, squares)) / self.action


@dataclass(frozen=True)
class RefusalRate:
    """A refusal by the house, and how often the system meets it in a session."""

    code: str
    message: str
    times: float

    def to_data(self) -> RefusalRateData:
        """The same for programs."""
        return RefusalRateData(code=self.code, message=self.message, times=self.times)


class Costs(NamedTuple):
    """The costs of a session.

    Attributes:
        wagers: each wager's part, the costliest first.
        refused: the refusals of the house, the commonest first.
    """

    wagers: tuple[WagerCost, ...]
    refused: tuple[RefusalRate, ...]

    @staticmethod
    def of(wagers: Iterable[WagerCost], refused: Iterable[RefusalRate]) -> "Costs":
        """Put wagers and refusals in their order."""
        return Costs(
            tuple(sorted(wagers, key=lambda each: (-each.cost, each.wager))),
            tuple(sorted(refused, key=lambda each: (-each.times, each.message))),
        )
