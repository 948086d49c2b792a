"""What each wager costs in a session, and what the house refuses. A chain tells it without NumPy."""

from dataclasses import dataclass

from bankcraps.results.session_data import RefusalRateData, WagerCostData

__all__ = ["RefusalRate", "WagerCost"]


@dataclass(frozen=True)
class WagerCost:
    """One wager's part in a session.

    Attributes:
        wager: its name. Come wagers share one name, whatever their number; so do their odds.
        action: expected chips decided, in cents.
        cost: expected loss, commission included, in cents.
    """

    wager: str
    action: float
    cost: float

    @property
    def edge(self) -> float:
        """The loss per cent of action; 0 if there was none."""
        return self.cost / self.action if self.action else 0.0

    def to_data(self) -> WagerCostData:
        """The same for programs."""
        return WagerCostData(wager=self.wager, action_cents=self.action, cost_cents=self.cost, edge=self.edge)


@dataclass(frozen=True)
class RefusalRate:
    """What the house refuses, and how often the system asks for it in a session."""

    code: str
    message: str
    times: float

    def to_data(self) -> RefusalRateData:
        """The same for programs."""
        return RefusalRateData(code=self.code, message=self.message, times=self.times)
