"""The share of sessions in which a metric reaches each value, such as the deepest drawdown."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from pathlib import Path
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.errors import require_type
from bankcraps.plots.own import LIGHT, OwnAxes
from bankcraps.plots.picture import Heading, drawing
from bankcraps.plots.style import BLUE, GREY, SKY, count_axis, money, money_axis, percent_axis, plain_axes
from bankcraps.results.distribution import Distribution

__all__ = ["tail", "tail_on"]

_SIZE: Final = (9.0, 4.6)
_MARKED: Final = (0.5, 0.05)
"""The shares of sessions whose value is marked."""


def tail(
    values: Distribution,
    heading: Heading,
    axis: str,
    *,
    in_cents: bool = False,
    of: str = "sessions",
    path: str | Path | None = None,
) -> Figure:
    """Draw the share of sessions, or of hands, with at least each value, as a falling staircase.

    Args:
        values: the distribution of the metric over sessions; no value is negative.
        heading: the title, subtitle and caption.
        axis: the label of the values' axis.
        in_cents: whether the values are money in cents.
        of: the whole of which the shares are parts.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    require_type(values, Distribution, "a picture draws a Distribution")
    unit = 100 if in_cents else 1
    named = {share: values.quantile(1 - share) for share in _MARKED}
    said = {share: money(value / 100) if in_cents else f"{value:,}" for share, value in named.items()}
    facts = f"half of the {of}: {said[0.5]} or more; one in twenty: {said[0.05]} or more"
    with drawing(heading, path, _SIZE, facts) as picture:
        axes = picture.subplots()
        plain_axes(axes, "both")
        _staircase(axes, values, axis, (BLUE, SKY), in_cents=in_cents, of=of)
        for share, value in named.items():
            axes.plot([value / unit, value / unit, 0], [0, share, share], color=GREY, linestyle=":")
        axes.set_xlim(0, max(float(values.values[-1] / unit), 1.0))
        axes.set_ylim(0, 1.04)
    return picture


def tail_on(
    own: OwnAxes, values: Distribution, axis: str, *, in_cents: bool = False, of: str = "sessions"
) -> Axes:
    """Draw the falling staircase alone, on the Axes of a caller.

    Args:
        own: the Axes.
        values: the distribution of the metric.
        axis: the label of the values' axis.
        in_cents: whether the values are money in cents.
        of: the whole of which the shares are parts.
    """
    colour = own.colour()
    return _staircase(own.axes, values, axis, (colour, colour), own.label, in_cents=in_cents, of=of)


def _staircase(  # noqa: PLR0913 - what is drawn, and how it is called
    axes: Axes,
    values: Distribution,
    axis: str,
    colours: tuple[str, str],
    label: str | None = None,
    *,
    in_cents: bool,
    of: str = "sessions",
) -> Axes:
    """Draw the share with at least each value, in the colours of the line and the area below it."""
    at_least = np.cumsum(values.chances[::-1])[::-1]
    places = np.concatenate(([0.0], values.values / (100 if in_cents else 1)))
    shares = np.concatenate((at_least, [0.0]))
    axes.step(places, shares, where="post", color=colours[0], linewidth=2, label=label)
    axes.fill_between(
        places, shares, step="post", facecolor=colours[1], alpha=0.3 if label is None else LIGHT, linewidth=0
    )
    percent_axis(axes, "y")
    if in_cents:
        money_axis(axes, "x")
    else:
        count_axis(axes)
    axes.set_xlabel(axis)
    axes.set_ylabel(f"share of {of} with this or more")
    return axes
