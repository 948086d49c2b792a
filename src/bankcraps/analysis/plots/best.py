"""The best play as a picture: what to bet by what is owned, beside bold play."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.support.plots import style
from bankcraps.support.plots.picture import Heading, OwnAxes, drawing, require_rows

_SIZE: Final = (9.0, 4.6)
_TWO: Final = (9.0, 7.2)
"""The size with the chances of a system below the bets."""

_CURVES: Final = ((style.BLUE, "-"), (style.GREEN, "-."), (style.SKY, ":"), (style.VERMILLION, "-"))
"""The colours and dashes of the chances: the best play, bold play, timid play, a system."""

_FEW: Final = 30
"""So many sums or fewer are marked one by one."""


@dataclass(frozen=True)
class BetBySum:
    """A sum that a player may own while nothing stands.

    Attributes:
        owned: in cents.
        stake: the chips of the best bet, in cents.
    """

    owned: int
    stake: int


@dataclass(frozen=True)
class ChanceBySum:
    """The probability to reach the goal with a sum, in cents."""

    owned: int
    chance: float


@dataclass(frozen=True)
class ChanceCurve:
    """The chances of a play by the sum owned.

    Attributes:
        name: its words in the legend.
        points: one for each sum, going up; of a system, the sums that it may begin with or come back to.
    """

    name: str
    points: Sequence[ChanceBySum]


def best_play(
    points: Sequence[BetBySum],
    heading: Heading,
    *,
    goal: int | None = None,
    curves: Sequence[ChanceCurve] = (),
    path: str | Path | None = None,
) -> Figure:
    """Draw the best bet by what is owned; with a goal beside bold play, which stakes all that is missing.

    Args:
        points: one for each sum, going up.
        heading: the title, subtitle and caption.
        goal: the goal, in cents; None for another aim.
        curves: the chances to draw below: those of the best play first, then of up to three others.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if there are no points, or if the file cannot be written.
    """
    with drawing(heading, path, _TWO if curves else _SIZE) as picture:
        axes: Axes = picture.subplots() if goal is None or not curves else _chances(picture, curves, goal)
        style.plain_axes(axes, "both")
        if goal is not None:
            bold = [min(one.owned, goal - one.owned) / 100 for one in points]
            owned = [one.owned / 100 for one in points]
            axes.plot(owned, bold, color=style.GREY, linestyle="--", label="bold play")
        _steps(axes, points, style.BLUE, "the best bet")
        if goal is not None:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
        if curves:
            axes.set_xlabel("")
    return picture


def best_play_on(own: OwnAxes, points: Sequence[BetBySum]) -> Axes:
    """Draw the best bet by what is owned on the Axes of a caller.

    Raises:
        BankcrapsError: if there are no points.
    """
    _steps(own.axes, points, own.colour(), own.label)
    return own.axes


def _chances(picture: Figure, curves: Sequence[ChanceCurve], goal: int) -> Axes:
    """Draw the chances below, beside those of a fair game. Returns the Axes above."""
    above, axes = picture.subplots(2, 1, sharex=True)
    style.plain_axes(axes, "both")
    axes.plot([0, goal / 100], [0, 1], color=style.GREY, linestyle="--", label="a game without an edge")
    for curve, (colour, dashes) in zip(curves, _CURVES, strict=False):
        require_rows(curve.points, ChanceBySum)
        sums = [one.owned / 100 for one in curve.points]
        marker = "o" if len(curve.points) <= _FEW else ""
        chances = [one.chance for one in curve.points]
        axes.plot(
            *(sums, chances), color=colour, linestyle=dashes, label=curve.name, marker=marker, markersize=3
        )
    axes.legend(loc="upper left", frameon=False)
    style.money_axis(axes, "x")
    style.percent_axis(axes, "y")
    axes.set_xlabel("owned, in dollars")
    axes.set_ylabel("chance to reach the goal")
    return above


def _steps(axes: Axes, points: Sequence[BetBySum], colour: str, label: str) -> None:
    require_rows(points, BetBySum, "there are no sums")
    owned = [one.owned / 100 for one in points]
    axes.step(owned, [one.stake / 100 for one in points], color=colour, where="post", label=label)
    style.money_axis(axes, "x")
    style.money_axis(axes, "y")
    axes.set_xlabel("owned, in dollars")
    axes.set_ylabel("bet while nothing stands, in dollars")
