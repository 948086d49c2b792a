"""Pictures of exact answers: systems side by side, ruin by bankroll, house edges, a throw's outcomes."""

from pathlib import Path

from matplotlib.figure import Figure

from bankcraps.chips import printed
from bankcraps.exact.houses import Comparison as SideBySide
from bankcraps.exact.odds import OddsReport
from bankcraps.exact.risk import Curve
from bankcraps.exact.systems import Comparison
from bankcraps.plots import (
    BankrollChances,
    Edge,
    Heading,
    Played,
    WagerInBooks,
    caption,
    comparison,
    edges,
    edges_of_books,
    ruin_curve,
)
from bankcraps.simulation.drawing import spread_of
from bankcraps.simulation.result import Z

__all__ = ["draw_comparison", "draw_curve", "draw_edges", "draw_houses"]


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


def draw_edges(report: OddsReport, path: str | Path | None = None) -> Figure:
    """What the wagers of one house cost."""
    rows = [Edge(one.label, float(one.edge)) for one in report.wagers]
    heading = Heading(f"What each wager costs: {report.title}", _pays(report), caption(report.rules))
    return edges(rows, heading, path=path)


def _pays(report: OddsReport) -> str:
    return "ideal pays" if report.amount is None else f"as a wager of {printed(report.amount)} is really paid"


def draw_houses(found: SideBySide, path: str | Path | None = None) -> Figure:
    """What wagers cost in several houses."""
    rows = [
        WagerInBooks(one.label, {rules: float(odds.edge) for rules, odds in one.houses.items()})
        for one in found.wagers
    ]
    below = f"rulebooks: {', '.join(found.books)}"
    heading = Heading("What each wager costs, house by house", "ideal pays", below)
    return edges_of_books(rows, found.books, heading, path=path)


def draw_curve(found: Curve, path: str | Path | None = None) -> Figure:
    """The chances by bankroll."""
    points = [
        BankrollChances(one.bankroll, one.ruin, None, one.ahead)
        for one in sorted(found, key=lambda one: one.bankroll)
    ]
    said = f"rulebook {found.chain.rules} · system {found.chain.system} · {found.plan.length}"
    return ruin_curve(points, Heading("How the chances change with the bankroll", "exact", said), path=path)
