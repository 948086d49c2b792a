"""The figures of a session: one shape for what is solved and for what is simulated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec import UNSET

from bankcraps.analysis.results import session_data as data
from bankcraps.analysis.results.asked import asked
from bankcraps.analysis.results.costs import RefusalRate, WagerCost
from bankcraps.strategies.plan import LengthUnit, Plan
from bankcraps.support.distribution import Distribution
from bankcraps.support.equal import Equal
from bankcraps.support.tabular import ArrowTable, Same, Tabular, arrow_table, html

__all__ = ["NOTICED", "QUANTILES", "SessionFigures", "money_data", "quantiles"]

NOTICED: Final = 1e-9
"""Chances that differ by less are the same to a reader."""

QUANTILES: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SessionFigures(Equal, Tabular):
    """The results of a session. Money is in cents.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the bankroll, and when the player leaves.
        ends: the probability of each end: "goal"; "ruin", too little for the next wager; "limit", the session
            is over; "floor", if there is one; "stopped" if the system stops by itself. For a system that says
            `stop after winning 50`, "goal" is that stop, and "floor" is `stop after losing 200`: see `Plan`.
        final: the sum that the player takes home once every wager is decided.
        throws: expected throws until the player leaves.
        ruin_when: the part of the session that had passed when ruin or the floor came, given that one came;
            None if neither does, if the chance is not far above the error bound, or if that takes too long
            to solve.
        ruin_counted: the thing that `ruin_when` counts.
        wagers: expected action and cost of each wager.
        refused: the things that the house refuses, and their number.
        highest, lowest: the most and the least owned before any throw's betting, if known.
        throws_sd: the standard deviation of the number of throws; None if unknown, as it is in an exact
            session of decisions or shooters.
        goal_when: the part of the session that had passed when the goal was reached, given that it was,
            counted as `ruin_when`; None if it never is, or if that takes too long to solve, and in a
            simulation.
    """

    house: str
    system: str
    plan: Plan
    ends: Mapping[str, float]
    final: Distribution
    throws: float
    ruin_when: Distribution | None
    ruin_counted: LengthUnit
    wagers: tuple[WagerCost, ...]
    refused: tuple[RefusalRate, ...]
    highest: Distribution | None = None
    lowest: Distribution | None = None
    throws_sd: float | None = None
    goal_when: Distribution | None = None

    def __repr__(self) -> str:
        """Write it in a line."""
        kind = type(self).__name__
        told = f"mean {self.final.mean / 100:,.2f}; {self._ends_in_words()}{self._remark()}"
        return f"<{kind} {self.system!r}, {self.house}: {told}>"

    def _remark(self) -> str:
        """The end of the line: why no wager was made, if none was."""
        return f"; no wager is made, {self.refused[0].message}" if self.refused and not self.action else ""

    def _ends_in_words(self) -> str:
        ends = [f"{end} {share:.2%}" for end, share in self.ends.items() if share]
        home = [] if self.taken_home is None else [f"goal taken home {self.taken_home:.2%}"]
        return ", ".join(ends + home)

    @property
    def taken_home(self) -> float | None:
        """The probability of taking the goal home, where it is less than that of reaching the goal.

        The goal counts chips on the layout at face value, and those that must wait may still lose. None
        without a goal, or where nothing is lost so.
        """
        if self.plan.goal is None:
            return None
        home = self.final.p_above(self.plan.goal - 1)
        return home if self.ends["goal"] - home > NOTICED else None

    @property
    def p_ahead(self) -> float:
        """The probability of taking home more than the bankroll."""
        return self.final.p_above(self.plan.bankroll)

    @property
    def p_ruin_or_floor(self) -> float:
        """The probability of leaving with too little for the next wager, or below the floor."""
        return self.ends["ruin"] + self.ends.get("floor", 0.0)

    @property
    def action(self) -> float:
        """Expected chips staked on what the dice decided, pushes included, all wagers together, in cents."""
        return sum(wager.action for wager in self.wagers)

    @property
    def cost(self) -> float:
        """Expected loss, all wagers together, in cents."""
        return sum(wager.cost for wager in self.wagers)

    def each_wager(self) -> ArrowTable:
        """The expected action and cost of each wager, a row each; the costliest first."""
        return arrow_table(
            {
                **self._question(),
                "wager": [one.wager for one in self.wagers],
                "action_mean_cents": [one.action for one in self.wagers],
                "cost_cents": [one.cost for one in self.wagers],
                "edge": [one.edge for one in self.wagers],
                "edge_se": [one.edge_error for one in self.wagers],
            }
        )

    def _question(self) -> Mapping[str, Same]:
        """The columns of what was asked."""
        return asked(self.house, self.system, self.plan)

    def shared_data(self, *, distribution: bool) -> dict[str, Any]:
        """The fields of `FiguresData` that no attribute of the result, its plan or `final` has."""
        plan, final, when = self.plan, self.final, self.ruin_when
        told: dict[str, Any] = {
            "stops_ahead_cents": plan.stops_ahead or UNSET,
            "stops_behind_cents": plan.stops_behind or UNSET,
            "ends": dict(self.ends),
            "quantiles_cents": quantiles(final),
            "throws": data.ThrowsData(mean=self.throws, sd=self.throws_sd),
            "refusals": self.refused,
            "goal_when": self.goal_when and self._when_data(self.goal_when),
            "ruin_when": when and self._when_data(when),
            "highest": self.highest and money_data(self.highest),
            "lowest": self.lowest and money_data(self.lowest),
        }
        if distribution:
            told["distribution"] = data.FinalsData(
                final_cents=final.values.tolist(), chance=final.chances.tolist()
            )
            told["ruin_when_distribution"] = when and data.RuinsData(
                counted=self.ruin_counted, when=when.values.tolist(), chance=when.chances.tolist()
            )
        return told

    def _when_data(self, when: Distribution) -> data.RuinData:
        return data.RuinData(counted=self.ruin_counted, mean=when.mean, quantiles=quantiles(when))

    def _repr_html_(self) -> str:
        plan, final = self.plan, self.final
        rows = [
            ("ends", self._ends_in_words()),
            ("ahead", f"{self.p_ahead:.2%}"),
            ("taken home", f"{final.mean / 100:,.2f} ± {final.sd / 100:,.2f} (sd)"),
            ("median", f"{final.quantile(0.5) / 100:,.2f}"),
            ("throws", f"{self.throws:,.1f}"),
        ]
        head = f"{self.system}, {self.house}: {plan.bankroll / 100:,.2f} dollars, {plan.length}"
        costs = [
            (wager.wager, f"{wager.action / 100:,.2f}", f"{wager.cost / 100:,.2f}", f"{wager.edge:.3%}")
            for wager in self.wagers
        ]
        return html((), rows, head) + html(("wager", "action", "cost", "edge"), costs)


def quantiles(distribution: Distribution) -> dict[str, int]:
    """The usual quantiles, by share."""
    return {f"{q:g}": value for q, value in zip(QUANTILES, distribution.quantiles(QUANTILES), strict=True)}


def money_data(distribution: Distribution) -> data.MoneyData:
    """A distribution of money in short."""
    return data.MoneyData.of(distribution, quantiles_cents=quantiles(distribution))
