"""The chances of a distribution on one Axes: bars, and spikes for single values that stand out."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch
from numpy.typing import NDArray

from bankcraps.support.plots import style
from bankcraps.support.plots.picture import LIGHT, OwnAxes, Place, drawing
from bankcraps.support.probabilities import Probabilities

# Matplotlib has no types for its keyword arguments.

FEW: Final = 12
"""With no more values than this, every value is a spike."""
BARS: Final = 80
"""The most bars."""
_NICE: Final = (1, 2, 4, 5, 10, 20, 25, 50)
LEAST_SPIKE: Final = 0.005
"""The least probability of a spike."""
_STANDS_OUT: Final = 2.0
"""A spike has more than this many times the probability of its surroundings."""


@dataclass(frozen=True)
class Bars:
    """A distribution as bars and spikes. Sums in cents.

    Attributes:
        edges: (n + 1,) the edges of the bars; (0,) if there are no bars.
        heights: (n,) the probability of each bar, without the spikes.
        spikes: single values that stand out, with their probabilities.
    """

    edges: NDArray[np.float64]
    heights: NDArray[np.float64]
    spikes: tuple[tuple[int, float], ...]

    @property
    def width(self) -> float:
        """The width of a bar."""
        return float(self.edges[1] - self.edges[0]) if len(self.edges) else 0.0


def bars(spread: Probabilities, low: int, high: int) -> Bars:
    """Turn the part of a distribution between two sums into at most `BARS` bars of equal width.

    Each bar spans the same number of possible sums; otherwise a bar with one sum more would look higher.
    Values that stand out, such as 0 or the goal, become spikes.
    """
    inside = (spread.values >= low) & (spread.values <= high) & (spread.chances > 0)
    values, chances = spread.values[inside], spread.chances[inside]
    if len(values) <= FEW:
        spikes = zip(values.tolist(), chances.tolist(), strict=True)
        return Bars(np.empty(0), np.empty(0), tuple(spikes))
    step = int(np.gcd.reduce(np.diff(values)))
    width = step * _nice((values[-1] - values[0]) / step / BARS)
    first = values[0] - step / 2
    where = ((values - first) // width).astype(np.int64)
    heights = np.zeros(where[-1] + 1)
    np.add.at(heights, where, chances)
    edges = first + width * np.arange(heights.size + 1)
    spikes = [
        k for k in np.flatnonzero(chances >= LEAST_SPIKE).tolist() if _spike(heights, where[k], chances[k])
    ]
    np.subtract.at(heights, where[spikes], chances[spikes])
    found = tuple((int(values[k]), float(chances[k])) for k in spikes)
    return Bars(edges, np.maximum(heights, 0), found)


def _nice(steps: float) -> int:
    """The smallest round number that is at least `steps`."""
    return next(nice * 100**k for k in count() for nice in _NICE if nice * 100**k >= steps)


def _spike(heights: NDArray[np.float64], bar: int, chance: float) -> bool:
    """Whether one value has much more probability than the rest of its bar and the bars beside it."""
    around = [heights[k] for k in range(bar - 2, bar + 3) if k != bar and 0 <= k < len(heights)]
    others = max(float(heights[bar]) - chance, float(np.median(around)) if around else 0.0)
    return chance > _STANDS_OUT * others


# Matplotlib has no types for its keyword arguments.


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


CENTS: Final = Unit(100, "sum", "dollars", style.money, partial(style.money_axis, which="x"))
COUNTS: Final = Unit(1, "value", "value", "{:,.6g}".format, style.count_axis)


def spread_of(place: Place, values: Probabilities, unit: Unit = COUNTS) -> Figure | Axes:
    """Draw any distribution: bars, and spikes for single values that stand out.

    Args:
        place: where to draw.
        values: the distribution.
        unit: `CENTS` or `COUNTS`.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    if isinstance(place, OwnAxes):
        return chances_on(place, values, unit)
    low, high = span(values, ())
    shown = bars(values, low, high)
    mean, sd = (unit.said(round(number / unit.size, 2)) for number in (values.mean, values.sd))
    with drawing(place, _SIZE, f"mean {mean}, sd {sd}") as picture:
        axes = picture.subplots()
        limits(axes, shown, low, high, unit)
        chances(axes, shown, unit)
        axes.set_xlabel(unit.word)
    return picture


def chances(axes: Axes, shown: Bars, unit: Unit) -> None:
    """Draw bars and spikes in our colours, within limits that are set; a spike that is higher is cut."""
    style.plain_axes(axes)
    _name_axes(axes, unit)
    if shown.width:
        lefts, width = shown.edges[:-1] / unit.size, shown.width / unit.size
        axes.bar(lefts, shown.heights, width, align="edge", color=style.SKY, edgecolor="white", linewidth=0.4)
        axes.set_ylabel(f"chance, each bar {unit.said(width)} wide")
    _spikes(axes, shown, unit, style.VERMILLION, axes.get_ylim()[1])


def chances_on(own: OwnAxes, values: Probabilities, unit: Unit, marked: Sequence[int] = ()) -> Axes:
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
    style.percent_axis(axes, "y")
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
            markeredgecolor=style.INK,
            markeredgewidth=1.2,
            zorder=4,
        )


# The range of values.


def span(spread: Probabilities, marked: Sequence[int]) -> tuple[int, int]:
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


_MARKED: Final = (0.5, 0.05)
"""The shares of sessions whose value is marked."""


def tail(
    place: Place, values: Probabilities, axis: str, *, in_cents: bool = False, of: str = "sessions"
) -> Figure | Axes:
    """Draw the share of sessions, or of hands, with at least each value, as a falling staircase.

    Args:
        place: where to draw; on the Axes of a caller, the staircase alone.
        values: the distribution of the metric over sessions; no value is negative.
        axis: the label of the values' axis.
        in_cents: whether the values are money in cents.
        of: the whole of which the shares are parts.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    if isinstance(place, OwnAxes):
        colour = place.colour()
        return _staircase(place.axes, values, axis, (colour, colour), place.label, in_cents=in_cents, of=of)
    unit = 100 if in_cents else 1
    named = {share: values.quantile(1 - share) for share in _MARKED}
    said = {share: style.money(value / 100) if in_cents else f"{value:,}" for share, value in named.items()}
    facts = f"half of the {of}: {said[0.5]} or more; one in twenty: {said[0.05]} or more"
    with drawing(place, _SIZE, facts) as picture:
        axes = picture.subplots()
        style.plain_axes(axes, "both")
        _staircase(axes, values, axis, (style.BLUE, style.SKY), in_cents=in_cents, of=of)
        for share, value in named.items():
            axes.plot([value / unit, value / unit, 0], [0, share, share], color=style.GREY, linestyle=":")
        axes.set_xlim(0, max(float(values.values[-1] / unit), 1.0))
        axes.set_ylim(0, 1.04)
    return picture


def _staircase(  # noqa: PLR0913 - what is drawn, and how it is called
    axes: Axes,
    values: Probabilities,
    axis: str,
    colours: tuple[str, str],
    label: str | None = None,
    *,
    in_cents: bool,
    of: str = "sessions",
) -> Axes:
    """Draw the share with at least each value, in the colours of the line and the area below it."""
    at_least, unit = np.cumsum(values.chances[::-1])[::-1], CENTS if in_cents else COUNTS
    places = np.concatenate(([0.0], values.values / unit.size))
    shares = np.concatenate((at_least, [0.0]))
    axes.step(places, shares, where="post", color=colours[0], linewidth=2, label=label)
    axes.fill_between(
        places, shares, step="post", facecolor=colours[1], alpha=0.3 if label is None else LIGHT, linewidth=0
    )
    style.percent_axis(axes, "y")
    unit.axis(axes)
    axes.set_xlabel(axis)
    axes.set_ylabel(f"share of {of} with this or more")
    return axes
