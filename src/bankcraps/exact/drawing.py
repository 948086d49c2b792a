"""Pictures of odds: what wagers cost in one house, and in several."""

from pathlib import Path

from matplotlib.figure import Figure

from bankcraps.chips import printed
from bankcraps.exact.houses import Comparison as SideBySide
from bankcraps.exact.odds import OddsReport
from bankcraps.plots import (
    Edge,
    Heading,
    WagerInBooks,
    caption,
    edges,
    edges_of_books,
)

__all__ = ["draw_edges", "draw_houses"]


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
