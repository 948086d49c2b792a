"""Ruin: how likely with which bankroll, and when it comes."""

# Matplotlib does not say the types of its keywords.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.plots.picture import Heading, drawing, nothing_to_draw
from bankcraps.plots.style import (
    BLUE,
    GREEN,
    GREY,
    VERMILLION,
    count_axis,
    money_axis,
    percent,
    percent_axis,
    plain_axes,
)
from bankcraps.results.distribution import Distribution
from bankcraps.strategy.plan import LengthUnit

__all__ = ["RuinPoint", "ruin_curve", "ruin_when"]

_SIZE: Final = (9.0, 4.6)
_MARKED: Final = 30
"""Up to this many points each have a marker; more would make the line a string of beads."""


@dataclass(frozen=True)
class RuinPoint:
    """What a bankroll comes to.

    Attributes:
        bankroll: what is brought, in cents.
        ruin: the chance of ruin.
        goal: the chance of the goal, where there is one.
        ahead: the chance of going home with more than was brought, where it is known.
    """

    bankroll: int
    ruin: float
    goal: float | None = None
    ahead: float | None = None


class _Line(NamedTuple):
    name: str
    colour: str
    dashes: str
    marker: str
    chances: list[float | None]


def ruin_curve(points: Sequence[RuinPoint], heading: Heading, *, path: str | Path | None = None) -> Figure:
    """The chance of ruin by bankroll, and those of the goal and of being ahead where they are known.

    Args:
        points: one for each bankroll, in any order.
        heading: the words.
        path: where to write it, as PNG or SVG.

    Raises:
        BankcrapsError: for no points, or a path that cannot be written.
    """
    if not points:
        raise nothing_to_draw("no bankroll was tried")
    rising = sorted(points, key=lambda point: point.bankroll)
    lines = [
        _Line("ruin", VERMILLION, "-", "o", [point.ruin for point in rising]),
        _Line("goal", BLUE, "--", "s", [point.goal for point in rising]),
        _Line("ahead", GREEN, "-.", "^", [point.ahead for point in rising]),
    ]
    with drawing(heading, path, _SIZE) as picture:
        axes = picture.subplots()
        plain_axes(axes, "both")
        for line in lines:
            _curve(axes, [point.bankroll / 100 for point in rising], line)
        money_axis(axes, "x")
        percent_axis(axes, "y", 8)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("bankroll, in dollars")
        axes.set_ylabel("chance")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, handlelength=3.2)
    return picture


def _curve(axes: Axes, dollars: list[float], line: _Line) -> None:
    """One line of chances, where any of them is known."""
    if all(chance is None for chance in line.chances):
        return
    heights = [np.nan if chance is None else chance for chance in line.chances]
    every = 1 if len(heights) <= _MARKED else len(heights) // 12
    axes.plot(
        dollars,
        heights,
        color=line.colour,
        linestyle=line.dashes,
        linewidth=2,
        marker=line.marker,
        markersize=5,
        markevery=every,
        label=line.name,
    )


def ruin_when(
    when: Distribution | None,
    ruin: float,
    heading: Heading,
    *,
    counted: LengthUnit = "throws",
    length: int | None = None,
    path: str | Path | None = None,
) -> Figure:
    """The chance that ruin has come by then.

    Args:
        when: how much had been counted when ruin came, given that it came; None where it never does.
        ruin: the chance of ruin in the whole session.
        heading: the words.
        counted: what is counted.
        length: how long the session is at most, in what is counted; None for as long as ruin may take.
        path: where to write it, as PNG or SVG.

    Raises:
        BankcrapsError: for a path that cannot be written.
    """
    comes = when if ruin > 0 else None
    end = length or (1 if comes is None else int(comes.values[-1]))
    with drawing(heading, path, _SIZE, _facts(comes, ruin, counted)) as picture:
        axes = picture.subplots()
        plain_axes(axes, "both")
        counts, chances = _steps(comes, ruin, end)
        axes.step(counts, chances, where="post", color=VERMILLION, linewidth=2)
        axes.fill_between(counts, chances, step="post", facecolor=VERMILLION, alpha=0.15, linewidth=0)
        axes.set_xlim(0, counts[-1])
        axes.set_ylim(0, 1.1 * ruin or 1)
        percent_axis(axes, "y")
        if comes is not None:
            _halfway(axes, comes, ruin)
        count_axis(axes)
        axes.set_xlabel(_AXIS[counted])
        axes.set_ylabel("chance that ruin has come")
    return picture


def _steps(when: Distribution | None, ruin: float, end: int) -> tuple[list[int], list[float]]:
    """The corners of a staircase: a count, and the chance that ruin has come by then."""
    counts: list[int] = [] if when is None else when.values.tolist()
    chances: list[float] = [] if when is None else (ruin * when.cumulative).tolist()
    return [0, *counts, max(end, *counts, 0)], [0.0, *chances, ruin]


_AXIS: Final = {"throws": "throws", "decisions": "decisions on the line", "shooters": "shooters' hands"}


def _facts(when: Distribution | None, ruin: float, counted: str) -> str:
    if when is None:
        return "ruin never comes"
    low, middle, high = (when.quantile(q) for q in (0.05, 0.5, 0.95))
    if low == high:
        return f"chance of ruin {percent(ruin, 2)}; when it comes, it nearly always takes {low:,} {counted}"
    return (
        f"chance of ruin {percent(ruin, 2)}; when it comes, it does so half of the time within {middle:,} "
        f"{counted}, nine times in ten from {low:,} to {high:,}"
    )


def _halfway(axes: Axes, when: Distribution, ruin: float) -> None:
    """Where half of the ruin has come."""
    middle = when.quantile(0.5)
    axes.plot([middle, middle, 0], [0, ruin / 2, ruin / 2], color=GREY, linewidth=1, linestyle=":")
    axes.plot([middle], [ruin / 2], "o", color=VERMILLION, markersize=6)
    left, right = axes.get_xlim()
    side, ha = (-8, "right") if middle > (left + right) / 2 else (8, "left")
    axes.annotate(
        f"half of it by {middle:,}",
        (middle, ruin / 2),
        xytext=(side, 8 if ha == "right" else -14),
        textcoords="offset points",
        ha=ha,
    )
