"""The style that all pictures share: colours, type, and the format of money and percentages."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from typing import TYPE_CHECKING, Final

from matplotlib.ticker import MaxNLocator

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

# The palette of Okabe and Ito, which colour-blind people can tell apart. No meaning is in the colour alone:
# shape, dash or position says it too.
BLUE: Final = "#0072B2"
SKY: Final = "#56B4E9"
GREEN: Final = "#009E73"
VERMILLION: Final = "#D55E00"
INK: Final = "#1A1A1A"
GREY: Final = "#5C5C5C"
PALE: Final = "#E4E4E4"

RC: Final[dict[str, object]] = {
    "figure.dpi": 100,
    "font.size": 9,
    "text.parse_math": False,  # a dollar is a dollar
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "bankcraps",
}
"""Settings on top of Matplotlib's defaults, used while a picture is drawn and written."""

MINUS: Final = "\N{MINUS SIGN}"
_RARE: Final = 0.0001
"""In percent; smaller chances are all written as less than this."""
_MILLION: Final = 1_000_000


def money(dollars: float, places: int | None = None, *, signed: bool = False) -> str:
    """Format dollars: with cents if there are any, or with a fixed number of decimals.

    >>> money(1500), money(7.5), money(0.004), money(12.345, 2), money(20, signed=True), money(2.5e7)
    ('$1,500', '$7.50', '$0', '$12.35', '+$20', '$25M')
    """
    size = abs(dollars)
    if size >= 10 * _MILLION:
        text = f"{size / _MILLION:,.4g}M"
    else:
        if places is None:
            places = 0 if abs(size - round(size)) < 0.005 else 2  # noqa: PLR2004 - half a cent
        text = f"{size:,.{places}f}"
    nothing = not any(digit in text for digit in "123456789")
    sign = "" if nothing else MINUS if dollars < 0 else "+" if signed else ""
    return f"{sign}${text}"


def percent(chance: float, places: int = 1) -> str:
    """Format a probability. A rare event is not rounded to 0%, nor a nearly certain one to 100%.

    >>> percent(0.4142), percent(0.0), percent(0.0000123), percent(1e-9), percent(0.99999), percent(1.0)
    ('41.4%', '0%', '0.0012%', '<0.0001%', '>99.9%', '100%')
    """
    if chance in {0.0, 1.0}:
        return f"{100 * chance:.0f}%"
    least = 10.0**-places
    if 0.0 < 100 * chance < _RARE:
        return f"<{_RARE:f}".rstrip("0") + "%"
    if 0.0 < 100 * chance < least:
        return f"{100 * chance:.2g}%"
    if 0.0 < 100 * (1 - chance) < least / 2:
        return f">{100 - least:.{places}f}%"
    return f"{100 * chance:.{places}f}%".replace("-", MINUS)


# The ticks of an axis. Matplotlib gives a formatter the value and the number of the tick.


def money_axis(axes: "Axes", which: str, ticks: int = 8) -> None:
    """Format the x or y axis as dollars, with at most `ticks` labels."""
    _round_ticks(axes, which, ticks, lambda value, _: money(value))


def count_axis(axes: "Axes") -> None:
    """Format the x axis as whole numbers."""
    axes.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")


def percent_axis(axes: "Axes", which: str, ticks: int = 6) -> None:
    """Format the x or y axis, whose data are probabilities, as percent."""
    _round_ticks(axes, which, ticks, lambda value, _: f"{100 * value:.6g}%".replace("-", MINUS))


def _round_ticks(axes: "Axes", which: str, ticks: int, text: "Callable[[float, float], str]") -> None:
    """Put at most `ticks` ticks at round values of the x or y axis."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(nbins=ticks, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(text)


def plain_axes(axes: "Axes", grid: str = "y") -> None:
    """Remove the box around the axes. Draw a faint grid along `grid`: "x", "y", "both", or "" for none."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_axisbelow(True)
    for which in ("x", "y") if grid == "both" else grid:
        axes.grid(axis="x" if which == "x" else "y", color=PALE, linewidth=0.8)
