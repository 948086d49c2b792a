"""The common parts of every picture: a figure with a title, subtitle and caption, and a file."""

# pyright: reportUnknownMemberType=false

import textwrap
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from threading import RLock
from typing import Final, cast

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from bankcraps.errors import BankcrapsError, quoted, require_text
from bankcraps.support.new_files import ExistsError, UnwritableError, check_place, write_bytes
from bankcraps.support.plots.style import BLUE, GREEN, GREY, RC, SKY, VERMILLION

# Matplotlib has no types for its keyword arguments.


DPI: Final = 150
"""Dots per inch of a PNG."""

_CARD: Final = (6.0, 3.15)
"""The size of a card in inches: 1200 by 630 dots, as pages show previews of links."""
_CARD_DPI: Final = 200

_SUFFIXES: Final = (".png", ".svg")
_MARGIN: Final = 0.14
"""The margin around the picture, in inches."""
_LONG: Final = 200
"""The most letters of a path that an error repeats."""
_DRAWING: Final = RLock()
"""A lock while a picture is made, because Matplotlib's settings are global."""


@dataclass(frozen=True)
class Heading:
    """The words around a picture.

    Attributes:
        title: the subject of the picture, in a few words.
        subtitle: one more line, or several.
        caption: the question it answers: rulebook, system, plan; see `caption`.
        path: a PNG or SVG file to write, or None.
    """

    title: str
    subtitle: str = ""
    caption: str = ""
    path: str | Path | None = None


class Picture(Figure):
    """A figure that shows itself in a notebook."""

    def _repr_png_(self) -> bytes:
        with _borrowed_settings():
            return _drawn(self, ".png", "")


def caption(rules: str, strategy: str = "", played: str = "") -> str:
    """The caption of a picture: the rulebook and, if given, the system and the plan in words.

    >>> caption("nsw", "pass", "$500, goal $1,000, 200 throws")
    'rulebook nsw · system pass · $500, goal $1,000, 200 throws'
    >>> caption("nsw")
    'rulebook nsw'
    """
    parts = [f"rulebook {rules}"]
    if strategy:
        parts.append(f"system {textwrap.shorten(strategy, 160, placeholder=' …')}")
    if played:
        parts.append(played)
    return " · ".join(parts)


@contextmanager
def drawing(heading: Heading, size: tuple[float, float], facts: str = "") -> Generator[Picture]:
    """Open a picture to draw on. On exit, lay it out and write the file if there is one to write.

    Args:
        heading: the words around it, and the file.
        size: the width and height of the drawing in inches, without the words around it.
        facts: the main figures in a line, under the subtitle.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    file = None if heading.path is None else usable(heading.path)
    with _borrowed_settings():
        picture = _worded(heading, facts, size)
        yield picture
        _settle(picture)
        if file is not None:
            _write(file, _drawn(picture, file.suffix.lower(), heading.title))


def card(heading: Heading, draw: Callable[[Axes], object]) -> bytes:
    """Draw a picture for the preview of a link, as PNG: 1200 by 630 dots, with large words.

    Args:
        heading: the title, subtitle and caption.
        draw: draws the chart.
    """
    with _borrowed_settings():
        picture = _worded(heading, "", _CARD, words_too=True)
        axes: Axes = picture.subplots()
        axes.set_prop_cycle(color=[BLUE, VERMILLION, GREEN, SKY])
        draw(axes)
        _settle(picture)
        return _drawn(picture, ".png", heading.title, _CARD_DPI)


@contextmanager
def _borrowed_settings() -> Generator[None]:
    with _DRAWING, style.context(["default", RC]):
        yield


def usable(path: str | Path, *, replace: bool = True) -> Path:
    """Check that a picture can be written to a path, before any work is done.

    Args:
        path: the file.
        replace: whether a file that exists may be replaced.

    Raises:
        BankcrapsError: if not, with the reason.
    """
    try:
        file = Path(path)
    except TypeError:
        raise BankcrapsError(f"a picture is written to a path, not to {quoted(path)}") from None
    if file.suffix.lower() not in _SUFFIXES:
        ending = f"not in {file.suffix}" if file.suffix else "and this name has no ending"
        raise BankcrapsError(f"{file}: a picture's name ends in .png or .svg, {ending}")
    try:
        if file.is_dir():
            raise BankcrapsError(f"{file}: that is a folder, not a file")
        if not file.parent.is_dir():
            raise BankcrapsError(f"{file}: there is no folder {file.parent} to put it in")
        check_place(file, replace=replace, devices=True)
    except (OSError, UnwritableError) as error:
        raise _unwritable(file, error) from None
    return file


def _write(file: Path, content: bytes) -> None:
    try:
        write_bytes(file, content)
    except UnwritableError as error:
        raise _unwritable(file, error) from None


def _unwritable(file: Path, error: OSError | UnwritableError) -> BankcrapsError:
    name = str(file) if len(str(file)) <= _LONG else f"{str(file)[:_LONG]}…"
    if isinstance(error, ExistsError):
        return BankcrapsError(f"{name} {error}")
    why = error.strerror if isinstance(error, OSError) else error
    return BankcrapsError(f"{name}: the picture cannot be written: {why or error}")


def _settle(picture: Picture) -> None:
    """Lay the picture out and round the positions, because their last bits differ from run to run."""
    picture.draw_without_rendering()
    picture.set_layout_engine("none")
    for axes in picture.axes:
        left, low, width, height = (round(edge, 5) for edge in axes.get_position(original=True).bounds)
        axes.set_position((left, low, width, height))


def _drawn(picture: Figure, suffix: str, title: str, dpi: int = DPI) -> bytes:
    """The bytes of the file. They are the same on every run and every machine."""
    content = BytesIO()
    if suffix == ".svg":
        words = {"Title": title, "Creator": "Bankcraps", "Date": None}
        picture.savefig(content, format="svg", metadata=words)
    else:
        picture.savefig(content, format="png", dpi=dpi, metadata={"Title": title, "Software": "Bankcraps"})
    return content.getvalue()


# The words around a picture.


@dataclass(frozen=True)
class _Line:
    """A text in one type size, to be broken into lines."""

    text: str
    size: float
    most: int
    weight: str = "normal"
    colour: str | None = None

    def broken(self, width: float) -> list[str]:
        """Break the text into lines that fit a width in inches, `most` lines at most."""
        letters = int(width * 72 / (self.size * (0.64 if self.weight == "bold" else 0.54)))
        lines = [line for part in self.text.splitlines() for line in textwrap.wrap(part, letters)]
        if len(lines) <= self.most:
            return lines
        return [*lines[: self.most - 1], f"{lines[self.most - 1][: letters - 2]} …"]

    def height(self, lines: int) -> float:
        """The height of some lines, in inches."""
        return lines * self.size * 1.3 / 72


def _worded(heading: Heading, facts: str, size: tuple[float, float], *, words_too: bool = False) -> Picture:
    """A new picture with its words; the layout engine fills the rest.

    The size is that of the rest, or with `words_too` that of all.
    """
    width = size[0]
    above = [
        _Line(heading.title, 13, 3 if words_too else 2, "bold"),
        _Line(heading.subtitle, 10, 3),
        _Line(facts, 9, 2, colour=GREY),
    ]
    below = _Line(heading.caption, 8, 3, colour=GREY)
    broken = [(line, line.broken(width - 2 * _MARGIN)) for line in above]
    footer = below.broken(width - 2 * _MARGIN)
    top = _MARGIN + sum(line.height(len(lines)) for line, lines in broken) + 0.08
    bottom = _MARGIN + below.height(len(footer)) + (0.06 if footer else 0)
    height = size[1] if words_too else size[1] + top + bottom
    picture = Picture(figsize=(width, height), facecolor="white")
    FigureCanvasAgg(picture)
    at = height - _MARGIN
    for line, lines in broken:
        _put(picture, line, lines, at)
        at -= line.height(len(lines))
    _put(picture, below, footer, bottom - 0.06)
    side, low = _MARGIN / width, bottom / height
    rect = (side, low, 1 - 2 * side, 1 - low - top / height)
    picture.set_layout_engine(ConstrainedLayoutEngine(rect=rect, h_pad=0.02, w_pad=0.02))
    return picture


def _put(picture: Picture, line: _Line, lines: list[str], inches: float) -> None:
    """Write lines of text; `inches` is the height of their upper edge above the bottom of the picture."""
    if lines:
        width, height = picture.get_size_inches()
        text = picture.text(_MARGIN / width, inches / height, "\n".join(lines), va="top", fontsize=line.size)
        text.set(fontweight=line.weight, linespacing=1.3, in_layout=False)
        if line.colour:
            text.set_color(line.colour)


# Matplotlib has no types for its keyword arguments.


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


Place = OwnAxes | Heading
"""Where a picture is drawn: on the Axes of a caller, or on a new figure with such words around it."""


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


# Place labels so that none overlaps another.


def apart(
    wanted: Sequence[float], widths: Sequence[float], low: float = 0.0, high: float = 1.0
) -> list[float]:
    """Centres for labels, between two bounds, in the same order, as close as possible to the wanted centres.

    Labels that would overlap stand side by side, around the mean of their wanted places. If there is not
    enough room for all, they begin at `low` and go beyond `high`.

    >>> [round(centre, 3) for centre in apart([0.5, 0.5], [0.2, 0.2])]
    [0.4, 0.6]
    >>> [round(centre, 3) for centre in apart([0.0, 0.02, 0.9], [0.1, 0.1, 0.1])]
    [0.05, 0.15, 0.9]
    """
    order = sorted(range(len(wanted)), key=lambda label: wanted[label])
    ends = list(accumulate(widths[label] for label in order))
    # Where the first label begins if this one has its place. These have to rise: the closest that do are
    # found by the formula of isotonic regression.
    wishes = [wanted[label] + widths[label] / 2 - end for label, end in zip(order, ends, strict=True)]
    places = range(len(order))
    centres = [0.0] * len(order)
    for at, label in enumerate(order):
        begins = max(min(fmean(wishes[a : b + 1]) for b in places[at:]) for a in places[: at + 1])
        centres[label] = max(low, min(begins, high - ends[-1])) + ends[at] - widths[label] / 2
    return centres
