"""The house edges of one house, as bars."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.plots.families import Edge, joined
from bankcraps.plots.own import OwnAxes
from bankcraps.plots.picture import Heading, drawing, nothing_to_draw, require_rows
from bankcraps.plots.style import BLUE, GREY, percent, percent_axis, plain_axes

__all__ = ["PLACES", "edge_text", "edges", "edges_on", "percent_scale"]

PLACES: Final = 3
"""Decimals of an edge in percent."""
_WIDTH: Final = 9.0
_ROW: Final = 0.23
"""The height of a bar and its gap, in inches."""
_TALL: Final = 24
"""With more rows than this, the scale is also drawn above the bars."""


def edges(
    rows: Sequence[Edge], heading: Heading, *, together: bool = True, path: str | Path | None = None
) -> Figure:
    """Draw the house edges of one house, the lowest first.

    Args:
        rows: the wagers; equal edges stay in this order.
        heading: the title, subtitle and caption.
        together: whether wagers of one family that have the same edge share a bar.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if there are no wagers, or if the file cannot be written.
    """
    bars = _bars(rows, together=together)
    with drawing(heading, path, (_WIDTH, 0.7 + _ROW * max(2, len(bars)))) as picture:
        axes = picture.subplots()
        plain_axes(axes, "x")
        _draw(axes, bars, BLUE)
        axes.tick_params(axis="x", labeltop=len(bars) > _TALL)
    return picture


def edges_on(own: OwnAxes, rows: Sequence[Edge], *, together: bool = True) -> Axes:
    """Draw the bars of `edges` on the Axes of a caller.

    Raises:
        BankcrapsError: if there are no wagers, or if something else is drawn there.
    """
    bars = _bars(rows, together=together)
    axes = own.empty("a report of house edges", "draw several houses with compare_houses([...]).plot(ax=ax)")
    _draw(axes, bars, own.colour(), own.label)
    return axes


def _bars(rows: Sequence[Edge], *, together: bool) -> list[tuple[str, float]]:
    """The names and edges of the bars, the lowest edge first."""
    require_rows(rows, Edge)
    if not rows:
        raise nothing_to_draw("there are no wagers")
    priced = [(row.wager, round(float(row.edge), 12)) for row in rows]
    return sorted(joined(priced) if together else priced, key=lambda bar: bar[1])


def _draw(axes: Axes, bars: Sequence[tuple[str, float]], colour: str, label: str = "") -> None:
    axes.barh(range(len(bars)), [edge for _, edge in bars], 0.66, color=colour, label=label)
    axes.set_yticks(range(len(bars)), [name for name, _ in bars])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(bars) - 0.4, -0.6)
    percent_scale(axes, [edge for _, edge in bars])
    for lane, (_, edge) in enumerate(bars):
        edge_text(axes, lane, edge)
    axes.set_xlabel("house edge: expected loss for each unit wagered, in percent")


def percent_scale(axes: Axes, shown: Sequence[float], room: float = 0.12, ticks: int = 8) -> None:
    """Make a percent axis from 0, or from the lowest edge if it is negative, with room for the figures."""
    low, high = min(0.0, *shown), max(0.0, *shown)
    extent = (high - low) or 0.01
    axes.set_xlim(low - (room * extent if low < 0 else 0.0), high + room * extent)
    axes.axvline(0, color=GREY, linewidth=1)
    percent_axis(axes, "x", ticks)


def edge_text(axes: Axes, lane: int, edge: float, *, bold: bool = False) -> None:
    """Write the edge at the end of its bar."""
    offset, ha = (3, "left") if edge >= 0 else (-3, "right")
    text = axes.annotate(
        percent(edge, PLACES),
        (edge, lane),
        (offset, 0),
        textcoords="offset points",
        ha=ha,
        va="center",
        fontsize=8,
        fontweight="bold" if bold else "normal",
    )
    text.set_in_layout(False)
