"""A simulation as a value: its figures with their errors, as JSON, as a table of Arrow, in a notebook."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, sqrt
from typing import TYPE_CHECKING, Any, Final, cast

from bankcraps.distribution import Distribution
from bankcraps.errors import BankcrapsError
from bankcraps.notebook import arrow
from bankcraps.simulation import figures as fig
from bankcraps.simulation.accounts import Refused, WagerCost
from bankcraps.simulation.summary import QUANTILES, Figures, quantiles, summary
from bankcraps.simulation.terms import OUTCOMES
from bankcraps.simulation.totals import RUIN_THROWS, Histogram, Totals
from bankcraps.strategy.plan import Counted, Plan

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

    from bankcraps.simulation.player import Player

__all__ = ["Simulation", "Z"]

Z: Final = 1.959963984540054
"""Standard errors on either side of a figure for a confidence of 95 %."""


_DRAWDOWN: Final = fig.NAMES[fig.DRAWDOWN]
_ACTION: Final = fig.NAMES[fig.ACTION]


@dataclass(frozen=True, eq=False, repr=False)
class Simulation:
    """What many sessions came to. Money is in cents.

    Attributes:
        player: who played: the game, the plan, and what a unit of money is.
        seed: whose sessions these are: 0 and on.
        totals: exact histograms and counts, in units of money.
        wagers: action and cost of each wager, a session.
        refused: what the house refused, a session.
        interrupted: whether it was stopped before all sessions were played.
        note: what a reader should know of how it was played; empty for nothing.
    """

    player: "Player"
    seed: int
    totals: Totals
    wagers: tuple[WagerCost, ...]
    refused: tuple[Refused, ...]
    interrupted: bool = False
    note: str = ""

    def __repr__(self) -> str:
        """In a line."""
        ends = ", ".join(f"{end} {share:.2%}" for end, share in self.ends.items() if share)
        return f"<Simulation {self.strategy!r}, {self.rules}: mean {self.final.mean / 100:,.2f}; {ends}>"

    @property
    def rules(self) -> str:
        """The rulebook's id, with its options."""
        return self.player.game.book.spec

    @property
    def strategy(self) -> str:
        """The system's name."""
        return self.player.game.system.name

    @property
    def plan(self) -> Plan:
        """The bankroll, and when the player leaves."""
        return self.player.plan

    @property
    def unit(self) -> int:
        """Cents in a unit of money."""
        return self.player.unit

    @property
    def sessions(self) -> int:
        """How many were played."""
        return self.totals.sessions

    @cached_property
    def ends(self) -> Mapping[str, float]:
        """The share of sessions with each end; "stopped" and "cut" only where there were some."""
        shares = {name: count / self.sessions for name, count in zip(OUTCOMES, self.totals.ends, strict=True)}
        return {name: share for name, share in shares.items() if share or name in OUTCOMES[:3]}

    def _money(self, name: str) -> Distribution:
        return _distribution(self.totals.histograms[name], self.unit, self.player.offset)

    @cached_property
    def final(self) -> Distribution:
        """What was taken home, in cents."""
        return self._money("final")

    @cached_property
    def highest(self) -> Distribution:
        """The most owned before any throw's betting, in cents."""
        return self._money("highest")

    @cached_property
    def lowest(self) -> Distribution:
        """The least owned before any throw's betting, in cents."""
        return self._money("lowest")

    @cached_property
    def throws(self) -> float:
        """Throws until the player left, on average."""
        return float(self.totals.histograms["throws"].mean())

    @cached_property
    def ruin_when(self) -> Distribution | None:
        """Throws after which ruin came, among the sessions that ended in it."""
        when = self.totals.histograms[RUIN_THROWS]
        return _distribution(when, 1, 0) if when.size else None

    @property
    def ruin_counted(self) -> Counted:
        """What `ruin_when` counts: always throws."""
        return "throws"

    def path(self, name: str) -> Distribution | None:
        """One of the figures that only a path has: `drawdown` and `action` in cents, `streak`, ..."""
        found = self.totals.histograms.get(name)
        if found is None:
            return None
        return _distribution(found, self.unit if name == _DRAWDOWN else 1, 0)

    def error(self, share: float) -> float:
        """The standard error of a share of the sessions."""
        return sqrt(share * (1.0 - share) / self.sessions)

    @cached_property
    def mean_error(self) -> float:
        """The standard error of what is taken home on average, in cents."""
        return self._error_of("final")

    @cached_property
    def sd_error(self) -> float:
        """The standard error of the standard deviation of what is taken home, in cents."""
        final = self.final
        if not final.sd:
            return 0.0
        fourth = float((final.values - final.mean) ** 4 @ final.chances)
        return sqrt(max(0.0, fourth - final.sd**4) / self.sessions) / (2.0 * final.sd)

    @cached_property
    def action_error(self) -> float | None:
        """The standard error of the action of a session on average, in cents; None where it was not kept."""
        action = self.totals.histograms.get(_ACTION)
        return None if action is None else sqrt(action.variance() / self.sessions)

    def _error_of(self, name: str) -> float:
        """The standard error of the mean of a figure of money, in cents; endless of one session."""
        if self.sessions == 1:
            return inf
        return self.unit * sqrt(self.totals.histograms[name].variance() / self.sessions)

    def quantile_interval(self, q: float) -> tuple[int, int]:
        """Between which sums a quantile of the final bankroll lies, with a confidence of 95 %, in cents."""
        spread = Z * sqrt(q * (1.0 - q) / self.sessions)
        return self.final.quantile(max(0.0, q - spread)), self.final.quantile(min(1.0, q + spread))

    @property
    def figures(self) -> Figures:
        """The same, where figures are asked for: a type checker does not see that a cached one is one."""
        return cast("Figures", self)

    def to_dict(self, *, distribution: bool = False) -> dict[str, Any]:
        """What `bankcraps simulate --json` prints; money in dollars, standard errors beside."""
        told: dict[str, Any] = summary(self.figures, "bankcraps.simulate/1", distribution=distribution)
        ahead = told["p_ahead"]
        told["throws"]["se"] = self.throws_error()
        if (
            self.action_error is None
        ):  # only a whole path tells what was wagered; chips are neither made nor lost
            cost = self.plan.bankroll - self.final.mean
            told |= {"action": None, "wagers": None, "refusals": None, "cost": cost / 100}
        return told | {
            "sessions": self.sessions,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "note": self.note,
            "error_bound": None,
            "ends_se": {name: self.error(share) for name, share in self.ends.items()},
            "mean_se": _dollars(self.mean_error),
            "sd_se": self.sd_error / 100,
            "highest_se": _dollars(self._error_of("highest")),
            "lowest_se": _dollars(self._error_of("lowest")),
            "p_ahead_se": self.error(ahead),
            "action_se": None if self.action_error is None else self.action_error / 100,
            "cost_se": _dollars(self.mean_error),
            "quantiles_95": {
                f"{q:g}": [cents / 100 for cents in self.quantile_interval(q)] for q in QUANTILES
            },
            "paths": self._paths(),
        }

    def plot(self, path: "str | Path | None" = None, shown: str = "paths") -> "Figure":
        """Draw the course of sampled sessions; or with `shown`, "final" bankrolls, or when "ruin" comes.

        Args:
            path: a PNG or SVG file to write, or None.
            shown: "paths", "final" or "ruin".

        Raises:
            BankcrapsError: if there is nothing to draw, or the file cannot be written.
        """
        from bankcraps.simulation import drawing  # noqa: PLC0415 - Matplotlib takes its time to load

        if shown == "paths":
            return drawing.draw_paths(self, path)
        how = f"{self.sessions:,} sessions of seed {self.seed}"
        if shown not in ("final", "ruin"):
            raise BankcrapsError(f"there are pictures of 'paths', of 'final' and of 'ruin', not of {shown!r}")
        return drawing.draw_figures(self.figures, shown, path, how)

    def to_arrow(self) -> Any:  # noqa: ANN401 - Arrow has no types
        """How many sessions took home how much, as a table of Arrow: `final` in cents, `sessions`."""
        histogram = self.totals.histograms["final"]
        return arrow({"final": self.final.values, "sessions": histogram.counts})

    def _repr_html_(self) -> str:
        from bankcraps.simulation.notebook import told  # noqa: PLC0415 - for notebooks alone

        return told(self.figures)

    def throws_error(self) -> float:
        """The standard error of the throws of a session on average."""
        return sqrt(self.totals.histograms["throws"].variance() / self.sessions)

    def _paths(self) -> dict[str, Any]:
        """What only paths tell: of each figure the mean and the quantiles."""
        told: dict[str, Any] = {}
        for name in fig.NAMES[fig.LEAN :]:
            found = self.path(name)
            if found is not None:
                unit = 100 if name in (_DRAWDOWN, _ACTION) else 1
                told[name] = {"mean": found.mean / unit, "quantiles": quantiles(found, unit)}
        return told


def _dollars(cents: float) -> float | None:
    return cents / 100 if isfinite(cents) else None


def _distribution(histogram: Histogram, unit: int, offset: int) -> Distribution:
    return Distribution(offset + unit * histogram.values, histogram.counts / histogram.size)
