"""The figures of a session as they are written: one shape for the solver's answers and the simulator's."""

from collections.abc import Mapping
from typing import Final, Protocol

from bankcraps.distribution import Distribution
from bankcraps.simulation.accounts import Refused, WagerCost
from bankcraps.strategy.plan import Counted, Plan

__all__ = ["QUANTILES", "Figures", "quantiles", "summary"]

QUANTILES: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)


class Figures(Protocol):
    """What is known of a session, whoever found it out. Money is in cents."""

    @property
    def rules(self) -> str: ...
    @property
    def strategy(self) -> str: ...
    @property
    def plan(self) -> Plan: ...
    @property
    def ends(self) -> Mapping[str, float]: ...
    @property
    def final(self) -> Distribution: ...
    @property
    def throws(self) -> float: ...
    @property
    def ruin_when(self) -> Distribution | None: ...
    @property
    def ruin_counted(self) -> Counted: ...
    @property
    def highest(self) -> Distribution | None: ...
    @property
    def lowest(self) -> Distribution | None: ...
    @property
    def wagers(self) -> tuple[WagerCost, ...]: ...
    @property
    def refused(self) -> tuple[Refused, ...]: ...


def quantiles(distribution: Distribution, unit: int = 100) -> dict[str, float]:
    """The usual quantiles, in dollars, or with a unit of 1 in what the distribution counts."""
    return {f"{q:g}": distribution.quantile(q) / unit for q in QUANTILES}


def summary(figures: Figures, schema: str, *, distribution: bool) -> dict[str, object]:
    """The common keys, money in dollars."""
    plan, final = figures.plan, figures.final
    told: dict[str, object] = {
        "schema": schema,
        "rules": figures.rules,
        "strategy": figures.strategy,
        "bankroll": plan.bankroll / 100,
        "goal": None if plan.goal is None else plan.goal / 100,
        "floor": plan.floor / 100,
        "limit": None if plan.count is None else {plan.counted: plan.count},
        "ends": dict(figures.ends),
        "mean": final.mean / 100,
        "sd": final.sd / 100,
        "p_ahead": final.p_above(plan.bankroll),
        "quantiles": quantiles(final),
        "throws": {"mean": figures.throws},
        "action": sum(wager.action for wager in figures.wagers) / 100,
        "cost": sum(wager.cost for wager in figures.wagers) / 100,
        "wagers": [
            {"wager": w.wager, "action": w.action / 100, "cost": w.cost / 100, "edge": w.edge}
            for w in figures.wagers
        ],
        "refusals": [{"code": r.code, "message": r.message, "times": r.times} for r in figures.refused],
        "ruin_when": _when(figures.ruin_counted, figures.ruin_when),
        "highest": _reached(figures.highest),
        "lowest": _reached(figures.lowest),
    }
    if distribution:
        told["distribution"] = _pairs(final, 100)
        told["ruin_when_distribution"] = None if figures.ruin_when is None else _pairs(figures.ruin_when, 1)
    return told


def _when(counted: Counted, when: Distribution | None) -> dict[str, object] | None:
    """When ruin comes, among the sessions that end in it."""
    if when is None:
        return None
    return {"counted": counted, "mean": when.mean, "quantiles": quantiles(when, 1)}


def _reached(reached: Distribution | None) -> dict[str, object] | None:
    if reached is None:
        return None
    return {"mean": reached.mean / 100, "quantiles": quantiles(reached)}


def _pairs(distribution: Distribution, unit: int) -> list[list[float]]:
    pairs = zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True)
    return [[value / unit, chance] for value, chance in pairs]
