"""The Axes of a caller: what a result's `plot` draws on when it is given `ax`."""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from bankcraps.errors import BankcrapsError, quoted, require_text

__all__ = ["LIGHT", "OwnAxes", "own_axes"]

LIGHT: Final = 0.1
"""The opacity of areas, so that several of them can lie on each other."""


@dataclass(frozen=True)
class OwnAxes:
    """The Axes of a caller, drawn on in the caller's style.

    Attributes:
        axes: the Axes. Its figure, layout, title and legend are the caller's.
        label: the text of a legend; empty where the picture names its own parts.
    """

    axes: Axes
    label: str = ""

    def colour(self) -> str:
        """The next colour of the caller's cycle, as #rrggbb. The next picture gets the one after it."""
        (line,) = self.axes.plot([], [])
        line.remove()
        return to_hex(line.get_color())

    @property
    def ink(self) -> str:
        """The colour of lines that belong to no entry of the legend: that of the label of the x axis."""
        return to_hex(self.axes.xaxis.label.get_color())

    def empty(self, what: str, instead: str) -> Axes:
        """The Axes, for a picture that cannot share it.

        Raises:
            BankcrapsError: if something is drawn there already.
        """
        if self.axes.has_data():
            raise BankcrapsError(f"{what} needs an Axes with nothing on it: {instead}")
        return self.axes


def own_axes(ax: Axes | None, path: str | Path | None, label: str | None, name: str | None) -> OwnAxes | None:
    """Check the arguments of a result's `plot`; None if it makes a figure of its own.

    Args:
        ax: the caller's Axes, or None.
        path: the file to write, or None.
        label: the caller's words for a legend, or None.
        name: those without a label, such as the name of the system; None if the picture names its own parts.

    Raises:
        BankcrapsError: for something that is no Axes, or arguments that do not go together.
    """
    given: object = cast("object", ax)
    if given is None:
        if label is not None:
            raise BankcrapsError("a label is for the legend of your own Axes: give ax, too")
        return None
    if not isinstance(given, Axes) or given.name != "rectilinear":
        raise BankcrapsError(
            f"ax is a Matplotlib Axes with x and y, as in fig, ax = plt.subplots(), not {quoted(given)}"
        )
    if path is not None:
        raise BankcrapsError(
            "a picture on your own Axes writes no file: leave out path, and save your figure"
        )
    if label is None:
        return OwnAxes(given, name or "")
    if name is None:
        raise BankcrapsError("this picture names its own parts: leave out label")
    require_text(label, "the label of a picture")
    return OwnAxes(given, label)
