"""A picture from start to end: its size, its words, its file."""

# Matplotlib does not say the types of its keywords.
# pyright: reportUnknownMemberType=false

import textwrap
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import Final

from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from bankcraps.errors import BankcrapsError
from bankcraps.plots.style import GREY, RC, money
from bankcraps.strategy.plan import Plan

__all__ = ["DPI", "Heading", "Picture", "caption", "drawing", "nothing_to_draw", "usable"]

DPI: Final = 150
"""Dots per inch of a PNG."""

_SUFFIXES: Final = (".png", ".svg")
_MARGIN: Final = 0.14
"""Inches left free around everything."""
_LONG: Final = 200
"""Letters of a path that are repeated in an error."""
_DRAWING: Final = RLock()
"""Matplotlib's settings are shared by a whole program, and borrowed while a picture is made."""


@dataclass(frozen=True)
class Heading:
    """The words of a picture.

    Attributes:
        title: what it shows, in a few words.
        subtitle: one more line, or several.
        caption: what it holds for: rulebook, system, plan; see `caption`.
    """

    title: str
    subtitle: str = ""
    caption: str = ""


class Picture(Figure):
    """A figure that shows itself in a notebook."""

    def _repr_png_(self) -> bytes:
        with _borrowed_settings():
            return _drawn(self, ".png", "")


def caption(rules: str, strategy: str = "", plan: Plan | None = None) -> str:
    """The line that says what a picture holds for: the rulebook; the system and the plan, if it has them.

    >>> caption("nsw", "pass", Plan(50000, goal=100000, count=200))
    'rulebook nsw · system pass · $500, goal $1,000, 200 throws'
    >>> caption("nsw")
    'rulebook nsw'
    """
    parts = [f"rulebook {rules}"]
    if strategy:
        parts.append(f"system {textwrap.shorten(strategy, 160, placeholder=' …')}")
    if plan is not None:
        goal = "" if plan.goal is None else f", goal {money(plan.goal / 100)}"
        floor = f", floor {money(plan.floor / 100)}" if plan.floor else ""
        parts.append(f"{money(plan.bankroll / 100)}{goal}{floor}, {plan.length}")
    return " · ".join(parts)


def nothing_to_draw(what: str) -> BankcrapsError:
    """The error for empty data."""
    return BankcrapsError(f"there is nothing to draw: {what}")


@contextmanager
def drawing(
    heading: Heading, path: str | Path | None, size: tuple[float, float], facts: str = ""
) -> Generator[Picture]:
    """A picture to draw on, with its words; written to the path, if there is one, when all is drawn.

    Args:
        heading: the words.
        path: a file that ends in .png or .svg.
        size: width and height in inches of what is drawn; the words come on top of that.
        facts: figures to read beside the picture, under the subtitle.

    Raises:
        BankcrapsError: for a path that cannot be written.
    """
    file = None if path is None else usable(path)
    with _borrowed_settings():
        picture = _worded(heading, facts, size)
        yield picture
        _settle(picture)
        if file is not None:
            _write(file, _drawn(picture, file.suffix.lower(), heading.title))


@contextmanager
def _borrowed_settings() -> Generator[None]:
    with _DRAWING, style.context(["default", RC]):
        yield


def usable(path: str | Path) -> Path:
    """The path, where a picture may be written there.

    Raises:
        BankcrapsError: where none may.
    """
    file = Path(path)
    if file.suffix.lower() not in _SUFFIXES:
        ending = f"not in {file.suffix}" if file.suffix else "and this has no ending"
        raise BankcrapsError(f"{file}: a picture's name ends in .png or .svg, {ending}")
    try:
        if file.is_dir():
            raise BankcrapsError(f"{file}: that is a folder, not a file")
        if not file.parent.is_dir():
            raise BankcrapsError(f"{file}: there is no folder {file.parent} to put it in")
    except OSError as error:
        raise _unwritable(file, error) from None
    return file


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise _unwritable(file, error) from None


def _unwritable(file: Path, error: OSError) -> BankcrapsError:
    name = str(file) if len(str(file)) <= _LONG else f"{str(file)[:_LONG]}…"
    return BankcrapsError(f"{name}: the picture cannot be written: {error.strerror or error}")


def _settle(picture: Picture) -> None:
    """Lay everything out, once: the last bits of where the layout puts axes differ from time to time."""
    picture.draw_without_rendering()
    picture.set_layout_engine("none")
    for axes in picture.axes:
        left, low, width, height = (round(edge, 5) for edge in axes.get_position(original=True).bounds)
        axes.set_position((left, low, width, height))


def _drawn(picture: Figure, suffix: str, title: str) -> bytes:
    """The file's content, the same whenever and wherever it is drawn."""
    content = BytesIO()
    if suffix == ".svg":
        words = {"Title": title, "Creator": "Bankcraps", "Date": None}
        picture.savefig(content, format="svg", metadata=words)
    else:
        picture.savefig(content, format="png", dpi=DPI, metadata={"Title": title, "Software": "Bankcraps"})
    return content.getvalue()


# The words.


@dataclass(frozen=True)
class _Line:
    """Words in one type size, as they are broken into lines."""

    text: str
    size: float
    most: int
    weight: str = "normal"
    colour: str | None = None

    def broken(self, width: float) -> list[str]:
        """Lines that fit a width in inches; no more than `most` of them."""
        letters = int(width * 72 / (self.size * (0.64 if self.weight == "bold" else 0.54)))
        lines = [line for part in self.text.splitlines() for line in textwrap.wrap(part, letters)]
        if len(lines) <= self.most:
            return lines
        return [*lines[: self.most - 1], f"{lines[self.most - 1][: letters - 2]} …"]

    def height(self, lines: int) -> float:
        """The height of some lines, in inches."""
        return lines * self.size * 1.3 / 72


def _worded(heading: Heading, facts: str, size: tuple[float, float]) -> Picture:
    """A picture with its words, and the rest of the room left to the layout."""
    width = size[0]
    above = [
        _Line(heading.title, 13, 2, "bold"),
        _Line(heading.subtitle, 10, 3),
        _Line(facts, 9, 2, colour=GREY),
    ]
    below = _Line(heading.caption, 8, 3, colour=GREY)
    broken = [(line, line.broken(width - 2 * _MARGIN)) for line in above]
    footer = below.broken(width - 2 * _MARGIN)
    top = _MARGIN + sum(line.height(len(lines)) for line, lines in broken) + 0.08
    bottom = _MARGIN + below.height(len(footer)) + (0.06 if footer else 0)
    height = size[1] + top + bottom
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
    """Lines of words; `inches` is from their upper edge to the foot of the picture."""
    if lines:
        width, height = picture.get_size_inches()
        text = picture.text(_MARGIN / width, inches / height, "\n".join(lines), va="top", fontsize=line.size)
        text.set(fontweight=line.weight, linespacing=1.3, in_layout=False)
        if line.colour:
            text.set_color(line.colour)
