"""The chances of a distribution on one Axes: bars, and spikes for single values that stand out."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from bankcraps.errors import require_type
from bankcraps.plots.own import OwnAxes
from bankcraps.plots.picture import Heading, drawing
from bankcraps.plots.spread import LEAST_SPIKE, Bars, bars
from bankcraps.plots.style import (
    INK,
    SKY,
    VERMILLION,
    count_axis,
    money,
    money_axis,
    percent_axis,
    plain_axes,
)
from bankcraps.results.distribution import Distribution

__all__ = ["CENTS", "COUNTS", "Unit", "chances", "chances_on", "limits", "span", "spread_of"]

_SIZE: Final = (9.0, 4.6)
_TAIL: Final = 0.0005
"""The probability left out at each end, so that the rest is large enough to see."""
_FAR: Final = 3.0
"""Also left out: values further out than this many times the distance from the 5th to the 95th percentile."""
_CUT: Final = 3.0
"""A spike higher than this many times the highest bar is cut, and marked as cut."""


class Unit(NamedTuple):
    """The unit of the values.

    Attributes:
        size: the number of them that is 1 on the axis.
        sums: the word for one value.
        word: the label of the axis.
        said: writes a number of the axis.
        axis: formats the x axis.
    """

    size: int
    sums: str
    word: str
    said: Callable[[float], str]
    axis: Callable[[Axes], None]


def _dollars(axes: Axes) -> None:
    money_axis(axes, "x")


def _plain(value: float) -> str:
    return f"{value:,.6g}"


CENTS: Final = Unit(100, "sum", "dollars", money, _dollars)
COUNTS: Final = Unit(1, "value", "value", _plain, count_axis)


def spread_of(
    values: Distribution, heading: Heading, unit: Unit = COUNTS, *, path: str | Path | None = None
) -> Figure:
    """Draw any distribution: bars, and spikes for single values that stand out.

    Args:
        values: the distribution.
        heading: the title, subtitle and caption.
        unit: `CENTS` or `COUNTS`.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    require_type(values, Distribution, "a picture draws a Distribution")
    low, high = span(values, ())
    shown = bars(values, low, high)
    mean, sd = (unit.said(round(number / unit.size, 2)) for number in (values.mean, values.sd))
    with drawing(heading, path, _SIZE, f"mean {mean}, sd {sd}") as picture:
        axes = picture.subplots()
        limits(axes, shown, low, high, unit)
        chances(axes, shown, unit)
        axes.set_xlabel(unit.word)
    return picture


def chances(axes: Axes, shown: Bars, unit: Unit) -> None:
    """Draw bars and spikes in our colours, within limits that are set; a spike that is higher is cut."""
    plain_axes(axes)
    _name_axes(axes, unit)
    if shown.width:
        lefts, width = shown.edges[:-1] / unit.size, shown.width / unit.size
        axes.bar(lefts, shown.heights, width, align="edge", color=SKY, edgecolor="white", linewidth=0.4)
        axes.set_ylabel(f"chance, each bar {unit.said(width)} wide")
    _spikes(axes, shown, unit, VERMILLION, axes.get_ylim()[1])


def chances_on(own: OwnAxes, values: Distribution, unit: Unit, marked: Sequence[int] = ()) -> Axes:
    """Draw a distribution on the Axes of a caller: bars as an outline, and spikes.

    Distributions have bars of different widths. So that outlines on one Axes can be compared, each shows the
    chance of as wide a range as the bars of the first.

    Args:
        own: the Axes.
        values: the distribution.
        unit: `CENTS` or `COUNTS`.
        marked: values to show, however rare.
    """
    axes, colour = own.axes, own.colour()
    shown = bars(values, *span(values, marked))
    wide = next((_width(patch) for patch in axes.patches if isinstance(patch, StepPatch)), 0.0)
    if shown.width or not wide:
        _name_axes(axes, unit)
    if shown.width:
        width = shown.width / unit.size
        wide = wide or width
        heights = shown.heights * (wide / width)
        axes.stairs(heights, shown.edges / unit.size, color=colour, linewidth=1.6, label=own.label)
        axes.set_ylabel(f"chance of each {unit.said(wide)} (dots: of one {unit.sums})")
    _spikes(axes, shown, unit, colour, inf, None if shown.width else own.label)
    axes.set_xlabel(unit.word)
    return axes


def _width(outline: StepPatch) -> float:
    """The width of the first bar of an outline, in the unit of the axis."""
    _, edges, _ = outline.get_data()
    return float(edges[1] - edges[0])


def _name_axes(axes: Axes, unit: Unit) -> None:
    percent_axis(axes, "y")
    unit.axis(axes)
    axes.set_ylabel(f"chance of each {unit.sums}")


def _spikes(axes: Axes, shown: Bars, unit: Unit, colour: str, top: float, label: str | None = None) -> None:
    """Draw spikes up to a height; a label names the first of them."""
    for number, (value, chance) in enumerate(shown.spikes):
        at = value / unit.size
        line = axes.vlines(at, 0, min(chance, top), color=colour, linewidth=2.5, zorder=3)
        if label is not None and not number:
            line.set_label(label)
        if chance <= top:
            axes.plot([at], [chance], "o", color=colour, markersize=5, zorder=3)
        else:
            _cut(axes, at)


def _cut(axes: Axes, at: float) -> None:
    """Draw two strokes across a spike that is higher than the axes."""
    for y in (0.90, 0.92):
        axes.plot(
            [at],
            [y],
            transform=axes.get_xaxis_transform(),
            marker=[(-1, -0.4), (1, 0.4)],
            markersize=11,
            markeredgecolor=INK,
            markeredgewidth=1.2,
            zorder=4,
        )


# The range of values.


def span(spread: Distribution, marked: Sequence[int]) -> tuple[int, int]:
    """The lowest and highest value to draw. Rare values far out are left out if they take much room."""
    inner, outer = spread.quantile(0.05), spread.quantile(0.95)
    far = int(_FAR * (outer - inner)) or int(spread.values[-1] - spread.values[0])
    single = spread.values[spread.chances >= LEAST_SPIKE].tolist()
    near = spread.values[(spread.values >= inner - far) & (spread.values <= outer + far)]
    low = min([max(spread.quantile(_TAIL), int(near[0])), *marked, *single])
    high = max([min(spread.quantile(1 - _TAIL), int(near[-1])), *marked, *single])
    least, most = int(spread.values[0]), int(spread.values[-1])
    little = (high - low) / 6
    return least if low - least <= little else low, most if most - high <= little else high


def limits(axes: Axes, shown: Bars, low: int, high: int, unit: Unit) -> None:
    """Set the limits of the axes, with some room at the sides and at the top."""
    left, right = (low, high) if not shown.width else (shown.edges[0], max(high, shown.edges[-1]))
    pad = 0.02 * (right - left) or max(float(unit.size), 0.1 * abs(right))
    axes.set_xlim((min(left, low) - pad) / unit.size, (right + pad) / unit.size)
    bar = float(shown.heights.max(initial=0.0))
    spike = max((chance for _, chance in shown.spikes), default=0.0)
    axes.set_ylim(0, 1.35 * bar if bar and spike > _CUT * bar else 1.06 * max(bar, spike))
