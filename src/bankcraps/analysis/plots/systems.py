"""Systems side by side: final bankroll, mean result, standard deviation, chance of being ahead."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.support.distribution import Distribution
from bankcraps.support.plots import style
from bankcraps.support.plots.picture import Heading, OwnAxes, drawing

_WIDTH: Final = 11.5
_ROW: Final = 0.52
"""The height of a system's row, in inches."""
_LANE: Final = "#F5F5F5"
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


def comparison(
    rows: Sequence[Played], bankroll: int, heading: Heading, *, path: str | Path | None = None
) -> Figure:
    """Draw several systems that bring the same bankroll, a row each, in the order given.

    Args:
        rows: the systems.
        bankroll: the initial bankroll, in cents.
        heading: the title, subtitle and caption.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    height = 0.9 + _ROW * len(rows)
    with drawing(heading, path, (_WIDTH, height), _facts(rows)) as picture:
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


def comparison_on(own: OwnAxes, rows: Sequence[Played], bankroll: int) -> Axes:
    """Draw the boxes of `comparison` on the Axes of a caller, a colour and a label for each system.

    Raises:
        BankcrapsError: if something else is drawn there.
    """
    axes = own.empty("a comparison of systems", "compare all of them in one call of compare")
    _boxes(axes, rows, bankroll, [own.colour() for _ in rows], [row.name for row in rows], own.ink)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(_brought("final bankroll, in dollars", bankroll))
    return axes


def _brought(what: str, bankroll: int) -> str:
    return f"{what} (dashed: the {style.money(bankroll / 100)} brought)"


def _facts(rows: Sequence[Played]) -> str:
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
        dict(
            zip(
                ("whislo", "q1", "med", "q3", "whishi"),
                (row.final.quantile(q) / 100 for q in (0.05, 0.25, 0.5, 0.75, 0.95)),
                strict=True,
            ),
            mean=row.final.mean / 100,
        )
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
