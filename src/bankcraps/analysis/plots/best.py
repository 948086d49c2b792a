"""The best play as a picture: what to bet by what is owned, beside bold play."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.support.plots import style
from bankcraps.support.plots.picture import Heading, OwnAxes, drawing

_SIZE: Final = (9.0, 4.6)
_TWO: Final = (9.0, 7.2)
"""The size with the chances of a system below the bets."""

_CURVES: Final = ((style.BLUE, "-"), (style.GREEN, "-."), (style.SKY, ":"), (style.VERMILLION, "-"))
"""The colours and dashes of the chances: the best play, bold play, timid play, a system."""

_FEW: Final = 30
"""So many sums or fewer are marked one by one."""


Points = Sequence[tuple[int, float]]
"""Sums owned, in cents, going up; each with the chips of a bet, in cents, or with a chance."""


def best_play(
    points: Points,
    heading: Heading,
    *,
    goal: int | None,
    curves: Mapping[str, Points],
    path: str | Path | None = None,
) -> Figure:
    """Draw the best bet by what is owned; with a goal beside bold play, which stakes all that is missing.

    Args:
        points: the chips of the best bet with each sum, while nothing stands.
        heading: the title, subtitle and caption.
        goal: the goal, in cents; None for another aim.
        curves: the chances to draw below, by their words in the legend: those of the best play first, then of
            up to three others. Those of a system are of the sums that it may begin with or come back to.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    with drawing(heading, path, _TWO if curves else _SIZE) as picture:
        axes: Axes = picture.subplots() if goal is None or not curves else _chances(picture, curves, goal)
        style.plain_axes(axes, "both")
        if goal is not None:
            bold = [min(owned, goal - owned) / 100 for owned, _ in points]
            axes.plot(
                [owned / 100 for owned, _ in points],
                bold,
                color=style.GREY,
                linestyle="--",
                label="bold play",
            )
        _steps(axes, points, style.BLUE, "the best bet")
        if goal is not None:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
        if curves:
            axes.set_xlabel("")
    return picture


def best_play_on(own: OwnAxes, points: Points) -> Axes:
    """Draw the best bet by what is owned on the Axes of a caller."""
    _steps(own.axes, points, own.colour(), own.label)
    return own.axes


def _chances(picture: Figure, curves: Mapping[str, Points], goal: int) -> Axes:
    """Draw the chances below, beside those of a fair game. Returns the Axes above."""
    above, axes = picture.subplots(2, 1, sharex=True)
    style.plain_axes(axes, "both")
    axes.plot([0, goal / 100], [0, 1], color=style.GREY, linestyle="--", label="a game without an edge")
    for (name, points), (colour, dashes) in zip(curves.items(), _CURVES, strict=False):
        sums, chances = [owned / 100 for owned, _ in points], [chance for _, chance in points]
        marker = "o" if len(points) <= _FEW else ""
        axes.plot(sums, chances, color=colour, linestyle=dashes, label=name, marker=marker, markersize=3)
    axes.legend(loc="upper left", frameon=False)
    style.money_axis(axes, "x")
    style.percent_axis(axes, "y")
    axes.set_xlabel("owned, in dollars")
    axes.set_ylabel("chance to reach the goal")
    return above


def _steps(axes: Axes, points: Points, colour: str, label: str) -> None:
    owned, stakes = [owned / 100 for owned, _ in points], [stake / 100 for _, stake in points]
    axes.step(owned, stakes, color=colour, where="post", label=label)
    style.money_axis(axes, "x")
    style.money_axis(axes, "y")
    axes.set_xlabel("owned, in dollars")
    axes.set_ylabel("bet while nothing stands, in dollars")
