"""An exact session as a value: its figures, as JSON, as a table of Arrow, in a notebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bankcraps.chain.chain import Chain
from bankcraps.distribution import Distribution
from bankcraps.errors import BankcrapsError
from bankcraps.notebook import arrow
from bankcraps.simulation.accounts import Refused, WagerCost
from bankcraps.simulation.summary import summary
from bankcraps.strategy.plan import Counted, Plan

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

__all__ = ["Session"]


@dataclass(frozen=True, eq=False, repr=False)
class Session:
    """The exact answer to a plan. Money is in cents.

    Attributes:
        chain: the house and the system.
        plan: the bankroll, and when the player leaves.
        ends: the chance of each end: "goal", "ruin", "limit", and "stopped" where the system stops itself.
        final: what is taken home, all wagers decided.
        throws: expected throws until the player leaves.
        ruin_when: how much of the session had been counted when ruin came, given that it came; None where it
            never does, or where it takes too long to say.
        wagers: expected action and cost of each wager.
        refused: what the house is expected to refuse.
        error_bound: the most that any chance of an end or of a sum taken home can be wrong by.
        highest, lowest: the most and the least owned before any throw's betting, where quick or asked for.
    """

    chain: Chain
    plan: Plan
    ends: Mapping[str, float]
    final: Distribution
    throws: float
    ruin_when: Distribution | None
    wagers: tuple[WagerCost, ...]
    refused: tuple[Refused, ...]
    error_bound: float
    highest: Distribution | None = None
    lowest: Distribution | None = None

    def __repr__(self) -> str:
        """In a line."""
        ends = ", ".join(f"{end} {share:.2%}" for end, share in self.ends.items() if share)
        return f"<Session {self.strategy!r}, {self.rules}: mean {self.final.mean / 100:,.2f}; {ends}>"

    @property
    def rules(self) -> str:
        """The rulebook's id, with its options."""
        return self.chain.rules

    @property
    def strategy(self) -> str:
        """The system's name."""
        return self.chain.system

    @property
    def ruin_counted(self) -> Counted:
        """What `ruin_when` counts: what the session does."""
        return self.plan.counted

    def plot(self, path: "str | Path | None" = None, shown: str = "final") -> "Figure":
        """Draw what is taken home; or, with `shown`, when "ruin" comes.

        Args:
            path: a PNG or SVG file to write, or None.
            shown: "final" or "ruin".

        Raises:
            BankcrapsError: if there is nothing to draw, or the file cannot be written.
        """
        from bankcraps.simulation.drawing import draw_figures  # noqa: PLC0415 - Matplotlib takes its time

        if shown not in ("final", "ruin"):
            raise BankcrapsError(f"there are pictures of 'final' and of 'ruin', not of {shown!r}")
        return draw_figures(self, shown, path, "exact")

    def to_arrow(self) -> Any:  # noqa: ANN401 - Arrow has no types
        """The distribution of what is taken home as a table of Arrow: `final` in cents, `chance`."""
        return arrow({"final": self.final.values, "chance": self.final.chances})

    def _repr_html_(self) -> str:
        from bankcraps.simulation.notebook import told  # noqa: PLC0415 - for notebooks alone

        return told(self)

    def to_dict(self, *, distribution: bool = False) -> dict[str, object]:
        """What `bankcraps session --json` prints; money in dollars."""
        told = summary(self, "bankcraps.session/1", distribution=distribution)
        return told | {"error_bound": self.error_bound}
