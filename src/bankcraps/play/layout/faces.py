"""The faces of the dice, large and small."""

from typing import Final

from bankcraps.play.layout.canvas import Canvas
from bankcraps.play.layout.palette import PIPS

__all__ = ["HEIGHT", "WIDTH", "draw_die", "glyph"]

WIDTH: Final = 9
HEIGHT: Final = 5

_ROWS: Final = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def draw_die(canvas: Canvas, x: int, y: int, face: int) -> None:
    """Draw one die with its upper left corner there."""
    canvas.put(x, y, "╭───────╮", PIPS)
    for line, pips in enumerate(_ROWS[face], 1):
        canvas.put(x, y + line, f"│{pips}│", PIPS)
    canvas.put(x, y + HEIGHT - 1, "╰───────╯", PIPS)


def glyph(face: int) -> str:
    """A die in one character.

    >>> glyph(1) + glyph(6)
    '⚀⚅'
    """
    return chr(0x267F + face)
