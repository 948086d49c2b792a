"""Pictures of exact answers: systems side by side, ruin by bankroll."""

from pathlib import Path

from matplotlib.figure import Figure

from bankcraps.exact.risk import Curve
from bankcraps.exact.systems import Comparison
from bankcraps.plots import (
    BankrollChances,
    Heading,
    Played,
    caption,
    comparison,
    ruin_curve,
)
from bankcraps.simulation.drawing import spread_of
from bankcraps.simulation.result import Z

__all__ = ["draw_comparison", "draw_curve"]


def draw_comparison(found: Comparison, path: str | Path | None = None) -> Figure:
    """Systems side by side: exact where that is known, else with the intervals of the sessions played."""
    rows: list[Played] = []
    for one in found.systems:
        if one.exact is not None:
            rows.append(Played(one.strategy, spread_of(one.exact.final)))
            continue
        played, bankroll = one.played, found.plan.bankroll
        mean, ahead = played.final.mean - bankroll, played.final.p_above(bankroll)
        apart, off = Z * played.mean_error, Z * played.error(ahead)
        within = (mean - apart, mean + apart)
        rows.append(Played(one.strategy, spread_of(played.final), within, (ahead - off, ahead + off)))
    heading = Heading("Systems side by side", "", caption(found.rules, "", found.plan))
    return comparison(rows, found.plan.bankroll, heading, path=path)


def draw_curve(found: Curve, path: str | Path | None = None) -> Figure:
    """The chances by bankroll."""
    points = [
        BankrollChances(one.bankroll, one.ruin, None, one.ahead)
        for one in sorted(found, key=lambda one: one.bankroll)
    ]
    said = f"rulebook {found.chain.rules} · system {found.chain.system} · {found.plan.length}"
    return ruin_curve(points, Heading("How the chances change with the bankroll", "exact", said), path=path)
