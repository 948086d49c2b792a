"""A fan chart of sessions: what players own after each throw, with a band around eight in ten of them."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from bankcraps.errors import BankcrapsError
from bankcraps.support.plots import style
from bankcraps.support.plots.picture import LIGHT, OwnAxes, Place, apart, drawing

Floats = NDArray[np.float64]

_SIZE: Final = (9.0, 4.9)
_BAND: Final = (10, 50, 90)
_ENOUGH: Final = 10
"""The fewest sessions for a band."""
_SAMPLES: Final = 12
"""The number of single sessions that are drawn beside a band."""
_POINTS: Final = 500
"""The most throws drawn; of more, only a sample."""
_NAMES: Final = {10: "10%", 50: "median", 90: "90%"}


def fan(
    place: Place, trajectories: Iterable[ArrayLike], bankroll: int, *, goal: int | None = None
) -> Figure | Axes:
    """Draw a band that holds eight in ten sessions, the median, and a few single sessions.

    A player who has left keeps what they left with, so the band is always about all players. If some
    left early, a panel below shows the share that is still at the table.

    On the Axes of a caller, there are the band and the median; of fewer than ten sessions, each.

    Args:
        place: where to draw.
        trajectories: a row for each session: what the player owns at the start and after each throw, in
            cents.
        bankroll: the initial bankroll, in cents.
        goal: the goal in cents, if there is one.

    Raises:
        BankcrapsError: if there are no sessions, or if the file cannot be written.
    """
    owned, lengths = _filled(trajectories)
    at, kept = _sampled(owned)
    if isinstance(place, OwnAxes):
        axes, colour = place.axes, place.colour()
        if len(kept) < _ENOUGH:
            _singles(axes, at, kept, len(kept), colour, place.label)
        _band(axes, at, kept, colour, colour, place.label)
        _name_axes(axes)
        axes.set_xlabel("throws")
        style.count_axis(axes)
        return axes
    early = bool((lengths < owned.shape[1]).any())
    with drawing(place, _SIZE, _facts(len(owned), early=early)) as picture:
        ratios = [5, 1] if early else [1]
        stack = picture.subplots(len(ratios), 1, sharex=True, height_ratios=ratios, squeeze=False)
        panels: list[Axes] = stack[:, 0].tolist()
        style.plain_axes(panels[0])
        _singles(panels[0], at, kept, _SAMPLES, style.BLUE if len(kept) < _ENOUGH else style.GREY)
        _band(panels[0], at, kept, style.BLUE, style.SKY)
        _name_axes(panels[0])
        panels[0].set_xlim(0, max(1, int(at[-1])))
        _levels(panels[0], kept, {"bankroll": bankroll, "goal": goal})
        if early:
            _at_the_table(panels[1], lengths, owned.shape[1])
        panels[-1].set_xlabel("throws")
        style.count_axis(panels[-1])
    return picture


def _sampled(owned: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The throws that are drawn, and what each session owns after them, in dollars."""
    last = owned.shape[1] - 1
    at = np.arange(min(_POINTS, last) + 1, dtype=np.int64) * last // max(1, min(_POINTS, last))
    return at, owned[:, at] / 100


def _filled(trajectories: Iterable[ArrayLike]) -> tuple[Floats, NDArray[np.int64]]:
    """Pad each row with its last sum: (n, most throws + 1) float64 cents; and (n,) the lengths."""
    rows = [np.asarray(row, np.float64) for row in trajectories]
    if not rows:
        raise BankcrapsError("there is nothing to draw: no session was recorded throw by throw")
    lengths = np.array([row.size for row in rows])
    owned = np.empty((len(rows), int(lengths.max())))
    for filled, row in zip(owned, rows, strict=True):
        filled[: row.size] = row
        filled[row.size :] = row[-1]
    return owned, lengths


def _facts(count: int, *, early: bool) -> str:
    if count == 1:
        return "one session"
    if count < _ENOUGH:
        return f"{count} sessions, of which {count} are drawn: too few for bands"
    each = f"; {min(count, _SAMPLES)} of them drawn singly"
    left = "; players who left keep what they had" if early else ""
    return f"{count:,} sessions, eight in ten of them within the band{each}{left}"


def _name_axes(axes: Axes) -> None:
    style.money_axis(axes, "y")
    axes.set_ylabel("owned, in dollars")


def _singles(
    axes: Axes, at: NDArray[np.int64], kept: Floats, samples: int, colour: str, label: str | None = None
) -> None:
    """Draw the first few sessions; a label names the first of them."""
    alone = len(kept) < _ENOUGH
    for number, row in enumerate(kept[:samples]):
        (line,) = axes.plot(at, row, color=colour, linewidth=1.2 if alone else 0.6, alpha=0.7)
        if label is not None and not number:
            line.set_label(label)


def _band(
    axes: Axes, at: NDArray[np.int64], kept: Floats, colour: str, fill: str, label: str | None = None
) -> None:
    """Draw the band and the median, if there are enough sessions."""
    if len(kept) < _ENOUGH:
        return
    low, middle, high = np.percentile(kept, _BAND, axis=0, method="inverted_cdf")
    axes.fill_between(at, low, high, facecolor=fill, alpha=0.4 if label is None else LIGHT, linewidth=0)
    for edge in (low, high):
        axes.plot(at, edge, color=colour, linewidth=1.1, linestyle="--")
    axes.plot(at, middle, color=colour, linewidth=2.4, label=label)


def _levels(axes: Axes, kept: Floats, marked: dict[str, int | None]) -> None:
    """Draw lines at the bankroll and the goal, and label all lines on the right."""
    levels: list[tuple[float, str]] = []
    for (name, cents), dashes in zip(marked.items(), ((0, (6, 4)), (0, (1, 2))), strict=True):
        if cents is not None:
            axes.axhline(cents / 100, color=style.INK, linewidth=1.1, linestyle=dashes)
            levels.append((cents / 100, f"{name} {style.money(cents / 100)}"))
    if len(kept) >= _ENOUGH:
        last = np.percentile(kept[:, -1], _BAND, method="inverted_cdf").tolist()
        levels += [
            (dollars, f"{_NAMES[p]} {style.money(dollars)}") for p, dollars in zip(_BAND, last, strict=True)
        ]
    low, high = axes.get_ylim()
    if low < 0 <= kept.min():
        low = -0.03 * high
    axes.set_ylim(low, high)
    _beside(axes, levels)


def _beside(axes: Axes, levels: Sequence[tuple[float, str]]) -> None:
    """Write labels on the right without overlaps, each with a line to its height."""
    low, high = axes.get_ylim()
    heights = [(dollars - low) / (high - low) for dollars, _ in levels]
    for height, centre, (_, text) in zip(heights, apart(heights, [0.052] * len(levels)), levels, strict=True):
        line = axes.plot(
            [1.0, 1.015], [height, centre], transform=axes.transAxes, color=style.GREY, linewidth=0.8
        )
        line[0].set_clip_on(False)
        axes.text(1.02, centre, text, transform=axes.transAxes, va="center", fontsize=8.5)


def _at_the_table(axes: Axes, lengths: NDArray[np.int64], columns: int) -> None:
    """Draw the share of players who have not left."""
    style.plain_axes(axes)
    still = 1 - np.cumsum(np.bincount(lengths, minlength=columns + 1))[:columns] / len(lengths)
    throws = np.arange(columns)
    axes.fill_between(throws, still, step="post", facecolor=style.PALE, edgecolor=style.GREY, linewidth=0.9)
    axes.set_ylim(0, 1.04)
    style.percent_axis(axes, "y", 2)
    axes.set_ylabel("at the\ntable")
