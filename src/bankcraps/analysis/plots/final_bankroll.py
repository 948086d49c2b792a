"""The distribution of the final bankroll: bars, spikes for single sums that stand out, quantiles below."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bankcraps.strategies.plan import Plan
from bankcraps.support.distribution import Distribution
from bankcraps.support.plots.distributions import CENTS, Bars, bars, chances, chances_on, limits, span
from bankcraps.support.plots.picture import Heading, OwnAxes, apart, drawing
from bankcraps.support.plots.style import BLUE, GREY, INK, SKY, money, percent, plain_axes

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
_SIZE: Final = (9.0, 4.9)
_AXES: Final = 8.0
"""The approximate width of the axes in inches, for estimating the width of labels."""
_LABELLED: Final = 6
"""The most spikes that are labelled: those at the bankroll and the goal, then the largest."""


def final(
    spread: Distribution,
    bankroll: int,
    heading: Heading,
    *,
    goal: int | None = None,
    path: str | Path | None = None,
) -> Figure:
    """Draw the distribution of the final bankroll.

    Args:
        spread: the final bankroll, in cents.
        bankroll: the initial bankroll, in cents.
        heading: the title, subtitle and caption.
        goal: the goal in cents, if there is one.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    with drawing(heading, path, _SIZE, _facts(spread, bankroll)) as picture:
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
    axes.set_xlabel(f"taken home, in dollars (dashed: the {money(bankroll / 100)} brought)")


def _bars(axes: Axes, spread: Distribution, bankroll: int, goal: int | None) -> tuple[Bars, int, int]:
    """Draw the bars and spikes; return them with the lowest and the highest sum on the axes."""
    low, high = span(spread, [bankroll] if goal is None else [bankroll, goal])
    shown = bars(spread, low, high)
    limits(axes, shown, low, high, CENTS)
    chances(axes, shown, CENTS)
    return shown, low, high


def final_on(own: OwnAxes, spread: Distribution, bankroll: int, *, goal: int | None = None) -> Axes:
    """Draw the bars and spikes of `final` on the Axes of a caller, without labels and quantiles.

    Bars of several distributions can be compared: each shows the chance of as many dollars as the first.
    """
    chances_on(own, spread, CENTS, [bankroll] if goal is None else [bankroll, goal])
    own.axes.set_xlabel("final bankroll, in dollars")
    return own.axes


def _facts(spread: Distribution, bankroll: int) -> str:
    ahead, behind = spread.p_above(bankroll), spread.p_below(bankroll)
    even = max(0.0, 1.0 - ahead - behind)
    chances = [f"ahead {percent(ahead)}", f"behind {percent(behind)}"]
    if even > 1e-9:  # noqa: PLR2004 - more than rounding
        chances.insert(1, f"even {percent(even)}")
    return f"mean {money(spread.mean / 100, 2)}, sd {money(spread.sd / 100, 2)} · {', '.join(chances)}"


def _beyond(spread: Distribution, low: int, high: int) -> str:
    """A note about the probability that lies outside the axes."""
    parts: list[str] = []
    if (below := spread.p_below(low)) > 0:
        parts.append(f"{percent(below, 2)} lies below, down to {money(spread.values[0] / 100)}")
    if (above := spread.p_above(high)) > 0:
        parts.append(f"{percent(above, 2)} lies above, up to {money(spread.values[-1] / 100)}")
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
    labels = {bankroll: f"bankroll {money(bankroll / 100)}"}
    if goal is not None:
        labels[goal] = f"goal {money(goal / 100)}"
    _lines(axes, bankroll, goal)
    first = sorted(shown.spikes, key=lambda spike: (spike[0] not in labels, -spike[1]))
    for cents, chance in first[:_LABELLED]:
        labels[cents] = f"{labels.get(cents, money(cents / 100))}\n{percent(chance)}"
    if shown.spikes:
        labels = {cents: text if "\n" in text else f"{text}\n" for cents, text in labels.items()}
    _row(axes, [(cents / 100, text) for cents, text in sorted(labels.items())], 1.0, 0.035)


def _lines(axes: Axes, bankroll: int, goal: int | None) -> None:
    for cents, dashes in ((bankroll, "--"), (goal, ":")):
        if cents is not None and (cents != bankroll or dashes == "--"):
            axes.axvline(cents / 100, color=INK, linewidth=1.3, linestyle=dashes, zorder=2)


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
            color=GREY,
            linewidth=0.8,
            clip_on=False,
        )
        va = "bottom" if rise > 0 else "top"
        axes.text(
            centre, edge + rise * 1.2, text, transform=axes.transAxes, ha="center", va=va, fontsize=size
        )


def _strip(axes: Axes, spread: Distribution) -> None:
    """The quantiles as a box with whiskers, their sums written below."""
    plain_axes(axes, "")
    axes.spines["left"].set_visible(False)
    axes.set_yticks([])
    axes.set_ylim(0, 1)
    axes.tick_params(axis="x", length=3)
    sums = {q: spread.quantile(q) / 100 for q in QUANTILES}
    low, left, _, right, high = sums.values()
    axes.hlines(0.8, low, high, color=BLUE, linewidth=1.5)
    axes.add_patch(Rectangle((left, 0.64), right - left, 0.32, facecolor=SKY, edgecolor=BLUE, zorder=2))
    for q, dollars in sums.items():
        median = q == 0.5  # noqa: PLR2004 - by definition
        line = axes.vlines(dollars, 0.6, 1.0, color=INK if median else BLUE, linewidth=2.6 if median else 1.6)
        line.set_zorder(4 if median else 3)
    _row(axes, _quantile_labels(sums), 0.6, -0.14)


def _quantile_labels(sums: dict[float, float]) -> list[tuple[float, str]]:
    """A label for each different sum, with all quantiles that fall on it."""
    by_sum: dict[float, list[float]] = {}
    for q, dollars in sums.items():
        by_sum.setdefault(dollars, []).append(q)
    labels: list[tuple[float, str]] = []
    for dollars, qs in by_sum.items():
        named = f"{100 * qs[0]:g}%" if len(qs) == 1 else f"{100 * qs[0]:g} to {100 * qs[-1]:g}%"
        labels.append((dollars, f"{named}\n{money(dollars)}"))
    return labels


def played(plan: Plan) -> str:
    """A plan in the caption of a picture: `$500, goal $1,000, 200 throws`."""
    ends = "".join(f", {words}" for words in plan.ends(lambda cents: money(cents / 100)))
    return f"{money(plan.bankroll / 100)}{ends}, {plan.length}"
