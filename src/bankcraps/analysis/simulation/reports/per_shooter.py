"""Averages of a simulation over shooters' hands."""

from dataclasses import dataclass

from bankcraps.analysis.results.session_data import PerShooterData

__all__ = ["PerShooter"]


@dataclass(frozen=True)
class PerShooter:
    """Averages over shooters' hands: totals of all sessions over hands ended. Money is in cents.

    Attributes:
        hands: hands ended in a session.
        throws, decisions, action, cost: for each hand ended, those of an unfinished last hand included.
    """

    hands: float
    throws: float
    decisions: float
    action: float
    cost: float

    def to_data(self) -> PerShooterData:
        """The same for programs."""
        return PerShooterData(
            hands=self.hands,
            throws=self.throws,
            decisions=self.decisions,
            action_cents=self.action,
            cost_cents=self.cost,
        )
