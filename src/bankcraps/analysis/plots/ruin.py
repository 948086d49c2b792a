"""The risk of ruin, by bankroll and over the course of a session; and the best play by what is owned."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.strategies.plan import LengthUnit
from bankcraps.support.distribution import Distribution
from bankcraps.support.plots import style
from bankcraps.support.plots.picture import LIGHT, OwnAxes, Place, drawing

_SIZE: Final = (9.0, 4.6)
_MARKED: Final = 30
"""With more points than this, only some get a marker."""


Points = Sequence[tuple[int, float, float]]
"""Bankrolls in cents, in any order, each with the chance of ruin and that of taking home more."""


def ruin_curve(place: Place, points: Points, *, word: str = "ruin") -> Figure | Axes:
    """Draw the chances of ruin and of being ahead, by bankroll.

    On the Axes of a caller, the lines have one colour, and one label for a legend. The label of the y axis
    says which line is which chance.

    Args:
        place: where to draw.
        points: the bankrolls with their chances.
        word: the word for the chances of ruin: "ruin or floor" if there is a floor.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    cents, ruin, ahead = zip(*sorted(points), strict=True)
    dollars = [bankroll / 100 for bankroll in cents]
    if isinstance(place, OwnAxes):
        axes, colour = place.axes, place.colour()
        _curve(axes, dollars, ruin, "-o", colour, place.label)
        _curve(axes, dollars, ahead, "-.^", colour, None)
        _by_bankroll(axes)
        axes.set_ylabel(f"chance (solid: {word}, dash-dotted: ahead)")
        return axes
    with drawing(place, _SIZE) as picture:
        axes = picture.subplots()
        style.plain_axes(axes, "both")
        _curve(axes, dollars, ruin, "-o", style.VERMILLION, word)
        _curve(axes, dollars, ahead, "-.^", style.GREEN, "ahead")
        _by_bankroll(axes)
        axes.set_ylim(bottom=0)
        axes.set_ylabel("chance")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, handlelength=3.2)
    return picture


def _by_bankroll(axes: Axes) -> None:
    style.money_axis(axes, "x")
    style.percent_axis(axes, "y", 8)
    axes.set_xlabel("bankroll, in dollars")


def _curve(
    axes: Axes, dollars: Sequence[float], chances: Sequence[float], form: str, colour: str, label: str | None
) -> None:
    """Draw a line of chances, in dashes and with markers as Matplotlib writes them."""
    every = 1 if len(dollars) <= _MARKED else len(dollars) // 12
    axes.plot(dollars, chances, form, color=colour, linewidth=2, markersize=5, markevery=every, label=label)


class Ruin(NamedTuple):
    """The time at which ruin comes.

    Attributes:
        when: the count at which it comes, given that it comes; None if it never does.
        chance: the probability of ruin in the whole session.
        counted: the unit of the count.
        length: the length of the session in that unit; None to draw until the last possible ruin.
        word: the word for ruin: "ruin or floor" if there is a floor.
    """

    when: Distribution | None
    chance: float
    counted: LengthUnit = "throws"
    length: int | None = None
    word: str = "ruin"


def ruin_when(place: Place, ruin: Ruin) -> Figure | Axes:
    """Draw the chance that ruin has come after each throw, decision or hand of a session.

    Args:
        place: where to draw; on the Axes of a caller, the staircase alone.
        ruin: the time of ruin.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    if isinstance(place, OwnAxes):
        _staircase(place.axes, ruin, place.colour(), place.label)
        return place.axes
    with drawing(place, _SIZE, _facts(ruin)) as picture:
        axes = picture.subplots()
        style.plain_axes(axes, "both")
        axes.set_xlim(0, _staircase(axes, ruin, style.VERMILLION))
        axes.set_ylim(0, 1.1 * ruin.chance or 1)
        if ruin.when is not None:
            _halfway(axes, ruin.when, ruin.chance)
    return picture


def _staircase(axes: Axes, ruin: Ruin, colour: str, label: str | None = None) -> int:
    """Draw the chance that ruin has come by each count. Returns the last count."""
    when = ruin.when
    counts: list[int] = [] if when is None else when.values.tolist()
    chances: list[float] = [] if when is None else (ruin.chance * when.cumulative).tolist()
    corners = [0, *counts, max(ruin.length or 1, *counts, 0)], [0.0, *chances, ruin.chance]
    axes.step(*corners, where="post", color=colour, linewidth=2, label=label)
    opacity = 0.15 if label is None else LIGHT
    axes.fill_between(*corners, step="post", facecolor=colour, alpha=opacity, linewidth=0)
    style.percent_axis(axes, "y")
    style.count_axis(axes)
    axes.set_xlabel(_AXIS[ruin.counted])
    axes.set_ylabel(f"chance that {ruin.word} has come")
    return corners[0][-1]


_AXIS: Final = {"throws": "throws", "decisions": "decisions on the line", "shooters": "shooters' hands"}


def _facts(ruin: Ruin) -> str:
    if ruin.when is None:
        return f"{ruin.word} never comes"
    low, middle, high = (ruin.when.quantile(q) for q in (0.05, 0.5, 0.95))
    comes = f"chance of {ruin.word} {style.percent(ruin.chance, 2)}; if it comes"
    if low == high:
        return f"{comes}, nearly always after {low:,} {ruin.counted}"
    half = f"half of the time within {middle:,} {ruin.counted}"
    return f"{comes}: {half}, nine times in ten after {low:,} to {high:,}"


def _halfway(axes: Axes, when: Distribution, ruin: float) -> None:
    """Mark the count by which half of all ruins have come."""
    middle = when.quantile(0.5)
    axes.plot([middle, middle, 0], [0, ruin / 2, ruin / 2], color=style.GREY, linewidth=1, linestyle=":")
    axes.plot([middle], [ruin / 2], "o", color=style.VERMILLION, markersize=6)
    left, right = axes.get_xlim()
    side, ha = (-8, "right") if middle > (left + right) / 2 else (8, "left")
    axes.annotate(
        f"half of all ruins by {middle:,}",
        (middle, ruin / 2),
        xytext=(side, 8 if ha == "right" else -14),
        textcoords="offset points",
        ha=ha,
    )


# The best play: what to bet by what is owned, beside bold play.

_TWO: Final = (9.0, 7.2)
"""The size with the chances of a system below the bets."""

_CURVES: Final = ((style.BLUE, "-"), (style.GREEN, "-."), (style.SKY, ":"), (style.VERMILLION, "-"))
"""The colours and dashes of the chances: the best play, bold play, timid play, a system."""

_FEW: Final = 30
"""So many sums or fewer are marked one by one."""


Sums = Sequence[tuple[int, float]]
"""Sums owned, in cents, going up; each with the chips of a bet, in cents, or with a chance."""


def best_play(
    place: Place, points: Sums, goal: int | None = None, curves: Mapping[str, Sums] | None = None
) -> Figure | Axes:
    """Draw the best bet by what is owned; with a goal beside bold play, which stakes all that is missing.

    Args:
        place: where to draw; on the Axes of a caller, the best bet alone.
        points: the chips of the best bet with each sum, while nothing stands.
        goal: the goal, in cents; None for another aim.
        curves: the chances to draw below, by their words in the legend: those of the best play first, then of
            up to three others. Those of a system are of the sums that it may begin with or come back to.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    if isinstance(place, OwnAxes):
        _bets(place.axes, points, place.colour(), place.label)
        return place.axes
    with drawing(place, _TWO if curves else _SIZE) as picture:
        axes: Axes = picture.subplots() if goal is None or not curves else _chances(picture, curves, goal)
        style.plain_axes(axes, "both")
        if goal is not None:
            sums = [owned / 100 for owned, _ in points]
            bold = [min(owned, goal - owned) / 100 for owned, _ in points]
            axes.plot(sums, bold, color=style.GREY, linestyle="--", label="bold play")
        _bets(axes, points, style.BLUE, "the best bet")
        if goal is not None:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
        if curves:
            axes.set_xlabel("")
    return picture


def _chances(picture: Figure, curves: Mapping[str, Sums], goal: int) -> Axes:
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


def _bets(axes: Axes, points: Sums, colour: str, label: str) -> None:
    owned, stakes = [owned / 100 for owned, _ in points], [stake / 100 for _, stake in points]
    axes.step(owned, stakes, color=colour, where="post", label=label)
    style.money_axis(axes, "x")
    style.money_axis(axes, "y")
    axes.set_xlabel("owned, in dollars")
    axes.set_ylabel("bet while nothing stands, in dollars")
