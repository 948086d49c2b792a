"""The distribution of the final bankroll: bars, spikes for single sums that stand out, quantiles below.

And several systems side by side: final bankroll, mean result, standard deviation, chance of being ahead.
"""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

import textwrap
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bankcraps.strategies.plan import Plan
from bankcraps.support.distribution import Distribution
from bankcraps.support.plots import style
from bankcraps.support.plots.distributions import CENTS, Bars, bars, chances, chances_on, limits, span
from bankcraps.support.plots.picture import OwnAxes, Place, apart, drawing
from bankcraps.support.structs import grouped

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
_SIZE: Final = (9.0, 4.9)
_AXES: Final = 8.0
"""The approximate width of the axes in inches, for estimating the width of labels."""
_LABELLED: Final = 6
"""The most spikes that are labelled: those at the bankroll and the goal, then the largest."""


def final(place: Place, spread: Distribution, bankroll: int, *, goal: int | None = None) -> Figure | Axes:
    """Draw the distribution of the final bankroll.

    On the Axes of a caller, there are no labels and no quantiles. Bars of several distributions can be
    compared there: each shows the chance of as many dollars as the first.

    Args:
        place: where to draw.
        spread: the final bankroll, in cents.
        bankroll: the initial bankroll, in cents.
        goal: the goal in cents, if there is one.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    if isinstance(place, OwnAxes):
        axes = chances_on(place, spread, CENTS, [bankroll] if goal is None else [bankroll, goal])
        axes.set_xlabel("final bankroll, in dollars")
        return axes
    with drawing(place, _SIZE, _facts(spread, bankroll)) as picture:
        chart, strip = picture.subplots(2, 1, sharex=True, height_ratios=[5, 1.15])
        shown, low, high = _bars(chart, spread, bankroll, goal)
        _marks(chart, shown, bankroll, goal)
        _strip(strip, spread)
        strip.set_xlabel("final bankroll, in dollars" + _beyond(spread, low, high))
    return picture


def final_bars(axes: Axes, spread: Distribution, bankroll: int, *, goal: int | None = None) -> None:
    """Draw the bars and spikes of `final` on an Axes of ours, with lines at the bankroll and the goal."""
    _bars(axes, spread, bankroll, goal)
    _lines(axes, bankroll, goal)
    axes.set_xlabel(f"taken home, in dollars (dashed: the {style.money(bankroll / 100)} brought)")


def _bars(axes: Axes, spread: Distribution, bankroll: int, goal: int | None) -> tuple[Bars, int, int]:
    """Draw the bars and spikes; return them with the lowest and the highest sum on the axes."""
    low, high = span(spread, [bankroll] if goal is None else [bankroll, goal])
    shown = bars(spread, low, high)
    limits(axes, shown, low, high, CENTS)
    chances(axes, shown, CENTS)
    return shown, low, high


def _facts(spread: Distribution, bankroll: int) -> str:
    ahead, behind = spread.p_above(bankroll), spread.p_below(bankroll)
    even = max(0.0, 1.0 - ahead - behind)
    chances = [f"ahead {style.percent(ahead)}", f"behind {style.percent(behind)}"]
    if even > 1e-9:  # noqa: PLR2004 - more than rounding
        chances.insert(1, f"even {style.percent(even)}")
    mean, sd = (style.money(cents / 100, 2) for cents in (spread.mean, spread.sd))
    return f"mean {mean}, sd {sd} · {', '.join(chances)}"


def _beyond(spread: Distribution, low: int, high: int) -> str:
    """A note about the probability that lies outside the axes."""
    parts: list[str] = []
    if (below := spread.p_below(low)) > 0:
        parts.append(f"{style.percent(below, 2)} lies below, down to {style.money(spread.values[0] / 100)}")
    if (above := spread.p_above(high)) > 0:
        parts.append(f"{style.percent(above, 2)} lies above, up to {style.money(spread.values[-1] / 100)}")
    return f"  ({'; '.join(parts)})" if parts else ""


# Marks.


def _fraction(axes: Axes, dollars: float) -> float:
    """The position of a sum along the axis, from 0 to 1."""
    left, right = axes.get_xlim()
    return (dollars - left) / (right - left)


def _width(text: str, size: float) -> float:
    """The approximate width of a label with a margin, as a share of the axis."""
    letters = max(len(line) for line in text.splitlines())
    return (letters + 1.6) * size * 0.6 / 72 / _AXES


def _marks(axes: Axes, shown: Bars, bankroll: int, goal: int | None) -> None:
    """Label the bankroll, the goal and the largest spikes, in a row above the bars."""
    labels = {bankroll: f"bankroll {style.money(bankroll / 100)}"}
    if goal is not None:
        labels[goal] = f"goal {style.money(goal / 100)}"
    _lines(axes, bankroll, goal)
    first = sorted(shown.spikes, key=lambda spike: (spike[0] not in labels, -spike[1]))
    for cents, chance in first[:_LABELLED]:
        labels[cents] = f"{labels.get(cents, style.money(cents / 100))}\n{style.percent(chance)}"
    if shown.spikes:
        labels = {cents: text if "\n" in text else f"{text}\n" for cents, text in labels.items()}
    _row(axes, [(cents / 100, text) for cents, text in sorted(labels.items())], 1.0, 0.035)


def _lines(axes: Axes, bankroll: int, goal: int | None) -> None:
    for cents, dashes in ((bankroll, "--"), (goal, ":")):
        if cents is not None and (cents != bankroll or dashes == "--"):
            axes.axvline(cents / 100, color=style.INK, linewidth=1.3, linestyle=dashes, zorder=2)


def _row(axes: Axes, labels: Sequence[tuple[float, str]], edge: float, rise: float) -> None:
    """Draw labels side by side along one edge of the axes, each with a line to its sum."""
    size = 8.5
    places = [_fraction(axes, dollars) for dollars, _ in labels]
    centres = apart(places, [_width(text, size) for _, text in labels], -0.04, 1.02)
    for place, centre, (_, text) in zip(places, centres, labels, strict=True):
        axes.plot(
            [place, centre],
            [edge, edge + rise],
            transform=axes.transAxes,
            color=style.GREY,
            linewidth=0.8,
            clip_on=False,
        )
        va = "bottom" if rise > 0 else "top"
        axes.text(
            centre, edge + rise * 1.2, text, transform=axes.transAxes, ha="center", va=va, fontsize=size
        )


def _strip(axes: Axes, spread: Distribution) -> None:
    """The quantiles as a box with whiskers, their sums written below."""
    style.plain_axes(axes, "")
    axes.spines["left"].set_visible(False)
    axes.set_yticks([])
    axes.set_ylim(0, 1)
    axes.tick_params(axis="x", length=3)
    sums = {q: spread.quantile(q) / 100 for q in QUANTILES}
    low, left, _, right, high = sums.values()
    axes.hlines(0.8, low, high, color=style.BLUE, linewidth=1.5)
    axes.add_patch(
        Rectangle((left, 0.64), right - left, 0.32, facecolor=style.SKY, edgecolor=style.BLUE, zorder=2)
    )
    for q, dollars in sums.items():
        median = q == 0.5  # noqa: PLR2004 - by definition
        line = axes.vlines(
            dollars, 0.6, 1.0, color=style.INK if median else style.BLUE, linewidth=2.6 if median else 1.6
        )
        line.set_zorder(4 if median else 3)
    _row(axes, _quantile_labels(sums), 0.6, -0.14)


def _quantile_labels(sums: dict[float, float]) -> list[tuple[float, str]]:
    """A label for each different sum, with all quantiles that fall on it."""
    by_sum = grouped((dollars, q) for q, dollars in sums.items())
    labels: list[tuple[float, str]] = []
    for dollars, qs in by_sum.items():
        named = f"{100 * qs[0]:g}%" if len(qs) == 1 else f"{100 * qs[0]:g} to {100 * qs[-1]:g}%"
        labels.append((dollars, f"{named}\n{style.money(dollars)}"))
    return labels


def played(plan: Plan) -> str:
    """A plan in the caption of a picture: `$500, goal $1,000, 200 throws`."""
    ends = "".join(f", {words}" for words in plan.ends(lambda cents: style.money(cents / 100)))
    return f"{style.money(plan.bankroll / 100)}{ends}, {plan.length}"


# Systems side by side.

_WIDTH: Final = 11.5
_ROW: Final = 0.52
"""The height of a system's row, in inches."""
_LANE: Final = "#F5F5F5"
_BOX: Final = dict(zip(("whislo", "q1", "med", "q3", "whishi"), QUANTILES, strict=True))
"""The quantiles of a box, by the names that Matplotlib has for them."""
_NAME: Final = 24
"""The most letters of a name in a line."""

Interval = tuple[float, float]


class Played(NamedTuple):
    """The results of one system.

    Attributes:
        name: the system's name.
        final: the final bankroll, in cents.
        mean_within: a confidence interval for the mean result (the final bankroll less the initial one), in
            cents; None if the mean is exact.
        ahead_within: a confidence interval for the chance of being ahead; None if it is exact.
    """

    name: str
    final: Distribution
    mean_within: Interval | None = None
    ahead_within: Interval | None = None


def comparison(place: Place, rows: Sequence[Played], bankroll: int) -> Figure | Axes:
    """Draw several systems that bring the same bankroll, a row each, in the order given.

    Args:
        place: where to draw; on the Axes of a caller, the boxes alone, each in a colour of its own.
        rows: the systems.
        bankroll: the initial bankroll, in cents.

    Raises:
        BankcrapsError: if the file cannot be written, or something else is drawn on the Axes.
    """
    if isinstance(place, OwnAxes):
        axes = place.empty("a comparison of systems", "compare all of them in one call of compare")
        _boxes(axes, rows, bankroll, [place.colour() for _ in rows], [row.name for row in rows], place.ink)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(_brought("final bankroll, in dollars", bankroll))
        return axes
    height = 0.9 + _ROW * len(rows)
    with drawing(place, (_WIDTH, height), _boxes_say(rows)) as picture:
        panels: list[Axes] = list(picture.subplots(1, 4, sharey=True, width_ratios=[5, 2.6, 2, 2.4]))
        for axes in panels:
            _lanes(axes, len(rows))
        _boxes(panels[0], rows, bankroll, [style.SKY] * len(rows))
        panels[0].set_title(_brought("final bankroll", bankroll), fontsize=9.5)
        means = [(row.final.mean - bankroll) / 100 for row in rows]
        within = [_dollars(row.mean_within) for row in rows]
        _dots(panels[1], means, within, lambda value: style.money(value, 2, signed=True))
        panels[1].axvline(0, color=style.INK, linewidth=1.1, linestyle="--", zorder=1)
        panels[1].set_title("mean result", fontsize=9.5)
        style.money_axis(panels[1], "x", 3)
        _dots(panels[2], [row.final.sd / 100 for row in rows], [None] * len(rows), _whole, zero=True)
        panels[2].set_title("standard deviation", fontsize=9.5)
        style.money_axis(panels[2], "x", 2)
        ahead = [row.final.p_above(bankroll) for row in rows]
        _dots(panels[3], ahead, [row.ahead_within for row in rows], style.percent, zero=True)
        panels[3].set_title("chance of being ahead", fontsize=9.5)
        style.percent_axis(panels[3], "x", 3)
    return picture


def _brought(what: str, bankroll: int) -> str:
    return f"{what} (dashed: the {style.money(bankroll / 100)} brought)"


def _boxes_say(rows: Sequence[Played]) -> str:
    box = "box: the middle half, whiskers: 5% to 95%, line: median, diamond: mean"
    sampled = any(row.mean_within or row.ahead_within for row in rows)
    return box + ("; bars beside dots: confidence intervals" if sampled else "")


def _dollars(within: Interval | None) -> Interval | None:
    return None if within is None else (within[0] / 100, within[1] / 100)


def _whole(dollars: float) -> str:
    return style.money(dollars, 0 if abs(dollars) >= 100 else 2)  # noqa: PLR2004 - cents of large sums say nothing


def _broken(name: str) -> str:
    """Break a name into three lines at most."""
    wrapped = textwrap.wrap(name.replace("_", "_\v"), _NAME + 4, replace_whitespace=False)
    lines = [line.replace("\v", "") for line in wrapped] or [""]
    if len(lines) > 3:  # noqa: PLR2004 - a row has room for three
        lines = [*lines[:2], f"{lines[2][: _NAME - 2]} …"]
    return "\n".join(lines)


def _lanes(axes: Axes, count: int) -> None:
    """Make a row for each system, the first on top. Every other row is shaded, to guide the eye."""
    style.plain_axes(axes, "x")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(count - 0.5, -0.5)
    for lane in range(0, count, 2):
        axes.axhspan(lane - 0.5, lane + 0.5, facecolor=_LANE, zorder=0)


def _boxes(
    axes: Axes,
    rows: Sequence[Played],
    bankroll: int,
    colours: Sequence[str],
    labels: Sequence[str] | None = None,
    ink: str = style.INK,
) -> None:
    """Draw the final bankrolls as boxes, a row each with the name of its system."""
    axes.set_yticks(range(len(rows)), [_broken(row.name) for row in rows])
    boxes = [
        {name: row.final.quantile(q) / 100 for name, q in _BOX.items()} | {"mean": row.final.mean / 100}
        for row in rows
    ]
    drawn = axes.bxp(
        boxes,
        positions=range(len(rows)),
        orientation="horizontal",
        widths=0.46,
        showfliers=False,
        showmeans=True,
        patch_artist=True,
        manage_ticks=False,
        boxprops={"edgecolor": style.BLUE},
        medianprops={"color": style.INK, "linewidth": 2.4},
        whiskerprops={"color": style.BLUE, "linewidth": 1.4},
        capprops={"color": style.BLUE, "linewidth": 1.4},
        meanprops={
            "marker": "D",
            "markerfacecolor": "white",
            "markeredgecolor": style.VERMILLION,
            "markersize": 5.5,
        },
    )
    for number, (box, colour) in enumerate(zip(drawn["boxes"], colours, strict=True)):
        box.set_facecolor(colour)
        if labels is not None:
            box.set_label(labels[number])
    axes.axvline(bankroll / 100, color=ink, linewidth=1.1, linestyle="--", zorder=1)
    style.money_axis(axes, "x", 6)


def _dots(
    axes: Axes,
    values: Sequence[float],
    within: Sequence[Interval | None],
    said: Callable[[float], str],
    *,
    zero: bool = False,
) -> None:
    """Draw a dot for each system, its value above it, and its confidence interval if there is one."""
    for lane, (value, interval) in enumerate(zip(values, within, strict=True)):
        if interval is not None:
            axes.plot(interval, [lane + 0.12] * 2, color=style.BLUE, linewidth=2.2, marker="|", markersize=8)
        axes.plot([value], [lane + 0.12], "o", color=style.BLUE, markersize=6, zorder=4)
        label = axes.annotate(
            said(value), (value, lane + 0.12), (0, 6), textcoords="offset points", ha="center", fontsize=8
        )
        label.set_bbox({"facecolor": _LANE if lane % 2 == 0 else "white", "linewidth": 0, "pad": 0.8})
        label.set_in_layout(False)
    ends = [*values, *(end for interval in within if interval for end in interval)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    extent = high - low or 1.0
    axes.set_xlim(low - (0.18 if zero else 0.3) * extent, high + 0.3 * extent)
