"""Results that draw themselves. Matplotlib loads when a picture is first asked for."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, overload

from bankcraps.support import plots

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Sketch:
    """The picture of a result, apart from the place to draw it at.

    Attributes:
        heading: the words around a new figure; `plot` adds the path.
        draw: draws it at a place.
        name: its words in a legend without a label; None if the picture names its own parts.
    """

    heading: "plots.Heading"
    draw: "Callable[[plots.Place], Figure | Axes]"
    name: str | None = None


class Pictured:
    """A result with a picture. Its docstring says what the picture shows."""

    __slots__ = ()

    def _sketch(self) -> Sketch:
        """The picture to draw."""
        raise NotImplementedError

    @overload
    def plot(self, path: str | Path | None = None, *, ax: None = None, label: None = None) -> "Figure": ...

    @overload
    def plot(self, path: None = None, *, ax: "Axes", label: str | None = None) -> "Axes": ...

    def plot(
        self, path: str | Path | None = None, *, ax: "Axes | None" = None, label: str | None = None
    ) -> "Figure | Axes":
        """Draw the result; its class says what the picture shows.

        Args:
            path: a PNG or SVG file to write, or None.
            ax: a Matplotlib Axes to draw on instead, in your style.
            label: its words in a legend of that Axes.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if the file cannot be written, or arguments do not go together.
        """
        sketch = self._sketch()
        own = plots.own_axes(ax, path, label, sketch.name)
        return sketch.draw(own or replace(sketch.heading, path=path))
