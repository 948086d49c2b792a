"""The best play as a picture: what to bet by what is owned, beside bold play."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.plots.own import OwnAxes
from bankcraps.plots.picture import Heading, drawing, nothing_to_draw, require_rows
from bankcraps.plots.style import BLUE, GREY, money_axis, plain_axes

__all__ = ["BetBySum", "best_play", "best_play_on"]

_SIZE: Final = (9.0, 4.6)


@dataclass(frozen=True)
class BetBySum:
    """A sum that a player may own while nothing stands.

    Attributes:
        owned: in cents.
        stake: the chips of the best bet, in cents.
    """

    owned: int
    stake: int


def best_play(
    points: Sequence[BetBySum], goal: int, heading: Heading, *, path: str | Path | None = None
) -> Figure:
    """Draw the best bet by what is owned, beside bold play, which stakes all that is missing to the goal.

    Args:
        points: one for each sum, going up.
        goal: the goal, in cents.
        heading: the title, subtitle and caption.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if there are no points, or if the file cannot be written.
    """
    with drawing(heading, path, _SIZE) as picture:
        axes = picture.subplots()
        plain_axes(axes, "both")
        bold = [min(one.owned, goal - one.owned) / 100 for one in points]
        axes.plot([one.owned / 100 for one in points], bold, color=GREY, linestyle="--", label="bold play")
        _steps(axes, points, BLUE, "the best bet")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
    return picture


def best_play_on(own: OwnAxes, points: Sequence[BetBySum]) -> Axes:
    """Draw the best bet by what is owned on the Axes of a caller.

    Raises:
        BankcrapsError: if there are no points.
    """
    _steps(own.axes, points, own.colour(), own.label)
    return own.axes


def _steps(axes: Axes, points: Sequence[BetBySum], colour: str, label: str) -> None:
    require_rows(points, BetBySum)
    if not points:
        raise nothing_to_draw("there are no sums")
    owned = [one.owned / 100 for one in points]
    axes.step(owned, [one.stake / 100 for one in points], color=colour, where="post", label=label)
    money_axis(axes, "x")
    money_axis(axes, "y")
    axes.set_xlabel("owned, in dollars")
    axes.set_ylabel("bet while nothing stands, in dollars")
