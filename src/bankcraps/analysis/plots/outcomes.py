"""Heat maps of the win or loss of each of the 36 throws, by first and second die."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Sequence
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from numpy.typing import ArrayLike, NDArray

from bankcraps.game.dice import OUTCOMES
from bankcraps.support.plots.picture import OwnAxes, Place, drawing
from bankcraps.support.plots.style import BLUE, INK, VERMILLION, money

_SIZE: Final = (7.4, 5.9)
_FACES: Final = 6
_DIVERGING: Final = LinearSegmentedColormap.from_list("lost_and_won", [VERMILLION, "#FFFFFF", BLUE])
"""Colours from the largest loss through zero to the largest win."""
_DARK: Final = 0.62
"""Blue cells above this share of the largest sum need white text. Vermillion never does."""

_LARGE: Final = 10_000
"""From this sum in dollars, cents are left out."""


def die_by_die(combinations: Sequence[float]) -> NDArray[np.float64]:
    """Arrange what the 21 combinations do, in the order of `OUTCOMES`, as (6, 6) by first and second die."""
    table = np.zeros((_FACES, _FACES))
    for throw, change in zip(OUTCOMES, combinations, strict=True):
        table[throw.a - 1, throw.b - 1] = table[throw.b - 1, throw.a - 1] = change
    return table


def heat(place: Place, changes: ArrayLike) -> Figure | Axes:
    """Draw what each of the 36 throws does to a layout.

    Args:
        place: where to draw; on the Axes of a caller, the 36 cells without the bar of colours.
        changes: (6, 6) by first and second die: the change of what is owned, in cents.

    Raises:
        BankcrapsError: if the file cannot be written, or something else is drawn on the Axes.
    """
    table = np.asarray(changes, np.float64) / 100
    if isinstance(place, OwnAxes):
        axes = place.empty("a grid of the 36 throws", "make an Axes for each, as in plt.subplots(1, 2)")
        _draw(axes, table)
        return axes
    with drawing(place, _SIZE, _facts(table)) as picture:
        axes = picture.subplots()
        image = _draw(axes, table)
        bar = picture.colorbar(image, ax=axes, shrink=0.86, pad=0.03)
        bar.ax.yaxis.set_major_formatter(lambda value, _: money(value, signed=True))
        bar.set_label("won or lost by the throw, in dollars")
        bar.outline.set_visible(False)
    return picture


def _draw(axes: Axes, table: NDArray[np.float64]) -> AxesImage:
    extent = float(np.abs(table).max()) or 1.0
    image = axes.imshow(table, cmap=_DIVERGING, norm=Normalize(-extent, extent))
    _cells(axes, table, extent)
    _faces(axes)
    return image


def _facts(table: NDArray[np.float64]) -> str:
    won, lost = int((table > 0).sum()), int((table < 0).sum())
    mean = float(table.mean())
    said = money(mean, 4 if abs(mean) < 10 else 2, signed=True)  # noqa: PLR2004 - small ones need their decimals
    return f"on average {said} a throw; of 36 throws {won} win, {lost} lose, {36 - won - lost} do neither"


def _cells(axes: Axes, table: NDArray[np.float64], extent: float) -> None:
    """Write the money and the total of the dice into each cell."""
    places = 0 if extent >= _LARGE else None
    longest = max(len(money(value, places, signed=True)) for value in table.flat)
    size = 11 if longest <= 7 else 9 if longest <= 9 else 7.5  # noqa: PLR2004 - what fits a cell
    for (a, b), change in np.ndenumerate(table):
        colour = "white" if change > _DARK * extent else INK
        said = money(float(change), places, signed=True) if change else "0"
        axes.text(b, a, said, ha="center", va="center", color=colour, fontsize=size, fontweight="bold")
        axes.text(b - 0.44, a - 0.42, f"{a + b + 2}", ha="left", va="top", color=colour, fontsize=7)


def _faces(axes: Axes) -> None:
    """Write the faces of the dice along the sides, and draw lines between the cells."""
    faces = range(_FACES)
    axes.set_xticks(faces, [str(face + 1) for face in faces])
    axes.set_yticks(faces, [str(face + 1) for face in faces])
    axes.set_xticks(np.arange(_FACES + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(_FACES + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="#B0B0B0", linewidth=0.8)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("second die")
    axes.set_ylabel("first die (small: the total)")
