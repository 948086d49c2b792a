"""House edges as bars, and several houses side by side: a column for each house, a row for each wager."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from bankcraps.support import plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Key = TypeVar("Key", bound=Hashable)

_LISTED: Final = 6
"""The most wagers of a family listed one by one."""


Edge = tuple[str, float]
"""A wager, such as `pass_odds on 6`, and its edge as a share of the wager: 0.0141 is 1.41 percent."""


def joined(rows: Sequence[tuple[str, Key]]) -> list[tuple[str, Key]]:
    """Join the names of a family that have the same key.

    >>> joined([("place 4", 1), ("place 5", 2), ("place 10", 1), ("field", 1)])
    [('place 4, 10', 1), ('place 5', 2), ('field', 1)]
    """
    families: dict[tuple[str, Key], list[str]] = {}
    for name, key in rows:
        family, _, member = name.rpartition(" ")
        families.setdefault((family or name, key), []).append(member if family else "")
    return [(_named(family, members), key) for (family, key), members in families.items()]


def _named(family: str, members: Sequence[str]) -> str:
    named = [member for member in members if member]
    if not named:
        return family
    if len(named) > _LISTED:
        return f"{family} {named[0]} … {named[-1]} ({len(named)} of them)"
    return f"{family} {', '.join(named)}"


PLACES: Final = 3
"""Decimals of an edge in percent."""
_WIDTH: Final = 9.0
_ROW: Final = 0.23
"""The height of a bar and its gap, in inches."""
_TALL: Final = 24
"""With more rows than this, the scale is also drawn above the bars."""


def edges(place: "plots.Place", rows: Sequence[Edge]) -> "Figure | Axes":
    """Draw the house edges of one house, the lowest first. A family with one edge shares a bar.

    Args:
        place: where to draw; on the Axes of a caller, the bars alone.
        rows: the wagers; equal edges stay in this order.

    Raises:
        BankcrapsError: if the file cannot be written, or something else is drawn on the Axes.
    """
    bars = sorted(joined([(name, round(edge, 12)) for name, edge in rows]), key=lambda bar: bar[1])
    if isinstance(place, plots.OwnAxes):
        instead = "draw several houses with compare_houses([...]).plot(ax=ax)"
        axes = place.empty("a report of house edges", instead)
        _draw(axes, bars, place.colour(), place.label)
        return axes
    with plots.drawing(place, (_WIDTH, 0.7 + _ROW * max(2, len(bars)))) as picture:
        axes = picture.subplots()
        plots.plain_axes(axes, "x")
        _draw(axes, bars, plots.BLUE)
        axes.tick_params(axis="x", labeltop=len(bars) > _TALL)
    return picture


def _draw(axes: "Axes", bars: Sequence[Edge], colour: str, label: str = "") -> None:
    axes.barh(range(len(bars)), [edge for _, edge in bars], 0.66, color=colour, label=label)
    axes.tick_params(axis="y", length=0)
    _name_lanes(axes, bars)
    percent_scale(axes, [edge for _, edge in bars])
    for lane, (_, edge) in enumerate(bars):
        edge_text(axes, lane, edge)
    axes.set_xlabel("house edge: expected loss for each unit wagered, in percent")


def percent_scale(axes: "Axes", shown: Sequence[float], room: float = 0.12, ticks: int = 8) -> None:
    """Make a percent axis from 0, or from the lowest edge if it is negative, with room for the figures."""
    low, high = min(0.0, *shown), max(0.0, *shown)
    extent = (high - low) or 0.01
    axes.set_xlim(low - (room * extent if low < 0 else 0.0), high + room * extent)
    axes.axvline(0, color=plots.GREY, linewidth=1)
    plots.percent_axis(axes, "x", ticks)


def edge_text(axes: "Axes", lane: int, edge: float, *, bold: bool = False) -> None:
    """Write the edge at the end of its bar."""
    offset, ha = (3, "left") if edge >= 0 else (-3, "right")
    text = axes.annotate(
        plots.percent(edge, PLACES),
        (edge, lane),
        (offset, 0),
        textcoords="offset points",
        ha=ha,
        va="center",
        fontsize=8,
        fontweight="bold" if bold else "normal",
    )
    text.set_in_layout(False)


_NAMES: Final = 2.4
"""The width of the wagers' names, in inches."""
_COLUMN: Final = 1.75
_BOOK_ROW: Final = 0.22
_NONE: Final = "\N{EN DASH}"

Prices = tuple[float | None, ...]
"""The edge in each house, in the order of the columns; None if the house does not take the wager."""


WagerInBooks = tuple[str, Mapping[str, float]]
"""A wager, and its edge by the name of the house, such as `nsw`, where the house takes it."""


def edges_of_books(
    place: "plots.Place", rows: Sequence[WagerInBooks], books: Sequence[str]
) -> "Figure | Axes":
    """Draw house edges in several houses, the lowest first. The best house for a wager has a dark bar.

    Wagers of a family that have the same edges share a row. On the Axes of a caller, all houses are in one
    panel: a group of bars for each wager, a colour for each house.

    Args:
        place: where to draw.
        rows: the wagers.
        books: the houses, in the order of the columns.

    Raises:
        BankcrapsError: if the file cannot be written, or something else is drawn on the Axes.
    """
    lanes = _lanes(rows, books)
    if isinstance(place, plots.OwnAxes):
        return _groups(place, lanes, books)
    size = (_NAMES + _COLUMN * max(2, len(books)), 0.8 + _BOOK_ROW * max(2, len(lanes)))
    facts = (
        "expected loss for each unit wagered, in percent; dark and bold: the best house, where they differ; "
        "dash: the house does not take the wager"
    )
    with plots.drawing(place, size, facts) as picture:
        stack = picture.subplots(1, len(books), sharey=True, sharex=True, squeeze=False)
        panels: list[Axes] = stack[0].tolist()
        everything = [edge for _, prices in lanes for edge in prices if edge is not None]
        for number, (axes, book) in enumerate(zip(panels, books, strict=True)):
            _column(axes, book, [(prices[number], prices) for _, prices in lanes])
            percent_scale(axes, everything, 0.52, 3)
            axes.tick_params(axis="x", labeltop=len(lanes) > _TALL)
            axes.set_xlabel("house edge")
        _name_lanes(panels[0], lanes)
    return picture


def _groups(own: "plots.OwnAxes", lanes: Sequence[tuple[str, Prices]], books: Sequence[str]) -> "Axes":
    """Draw all houses on the Axes of a caller."""
    axes = own.empty("a comparison of houses", "compare all of them in one call of compare_houses")
    height = 0.8 / len(books)
    for number, book in enumerate(books):
        taken = [
            (lane, edge) for lane, (_, prices) in enumerate(lanes) if (edge := prices[number]) is not None
        ]
        at = [lane + (number - (len(books) - 1) / 2) * height for lane, _ in taken]
        axes.barh(at, [edge for _, edge in taken], height, color=own.colour(), label=book)
    plots.percent_axis(axes, "x")
    _name_lanes(axes, lanes)
    axes.set_xlabel("house edge")
    return axes


def _lanes(rows: Sequence[WagerInBooks], books: Sequence[str]) -> list[tuple[str, Prices]]:
    """The names of the rows with their edges in each house, the lowest edge first."""
    priced = [(name, _prices(edges, books)) for name, edges in rows]
    return sorted(joined(priced), key=lambda lane: _best(lane[1]))


def _name_lanes(axes: "Axes", lanes: Sequence[tuple[str, object]]) -> None:
    axes.set_yticks(range(len(lanes)), [name for name, _ in lanes])
    axes.set_ylim(len(lanes) - 0.4, -0.6)


def _prices(edges: Mapping[str, float], books: Sequence[str]) -> Prices:
    return tuple(round(edges[book], 12) if book in edges else None for book in books)


def _best(prices: Prices) -> float:
    return min((edge for edge in prices if edge is not None), default=float("inf"))


def _column(axes: "Axes", book: str, lanes: Sequence[tuple[float | None, Prices]]) -> None:
    """Draw the column of one house."""
    plots.plain_axes(axes, "x")
    axes.set_title(book, fontsize=9.5, fontweight="bold")
    axes.tick_params(axis="y", length=0)
    for lane, (edge, prices) in enumerate(lanes):
        if edge is None:
            axes.annotate(_NONE, (0, lane), (4, 0), textcoords="offset points", va="center", color=plots.GREY)
            continue
        known = {one for one in prices if one is not None}
        best = len(known) > 1 and edge == min(known)
        axes.barh(lane, edge, 0.66, color=plots.BLUE if best else plots.SKY)
        edge_text(axes, lane, edge, bold=best)
