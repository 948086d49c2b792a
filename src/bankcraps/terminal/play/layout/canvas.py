"""A grid of character cells to draw on: text, grounds, and ruled lines that join where they meet."""

from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from bankcraps.terminal.play.layout.inks import LINES, Ink

Run = tuple[str, Ink, str]
"""A stretch of one line in one style: its text, its ink, and the ground under it."""

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_JOINTS: Final = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""The box character for each sum of directions."""


class Canvas:
    """Rows of cells, each a character in an ink on a ground. Drawing outside it does nothing.

    Attributes:
        width, height: in cells.
    """

    def __init__(self, width: int, height: int, ground: str) -> None:
        """An empty canvas."""
        self.width = width
        self.height = height
        self._text = [[" "] * width for _ in range(height)]
        self._inks = [[LINES] * width for _ in range(height)]
        self._grounds = [[ground] * width for _ in range(height)]
        self._lines = [[0] * width for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Lay a ground under a rectangle."""
        left, right = max(x, 0), min(x + width, self.width)
        for row in self._grounds[max(y, 0) : max(y + height, 0)]:
            for column in range(left, right):
                row[column] = ground

    def put(self, x: int, y: int, text: str, ink: Ink) -> int:
        """Write text. What lies outside the canvas is left out.

        Returns:
            The column after it.
        """
        if not 0 <= y < self.height:
            return x
        letters, inks = self._text[y], self._inks[y]
        for character in text:
            width = _cells(character)
            if not width or x + width > self.width:
                continue
            if x >= 0:
                letters[x] = character
                inks[x] = ink
                if width > 1:
                    letters[x + 1] = ""
                    inks[x + 1] = ink
            x += width
        return x

    def across(self, x: int, y: int, width: int) -> None:
        """Rule a line from left to right, ends included."""
        for column in range(x, x + width):
            self._rule(column, y, (LEFT if column > x else 0) | (RIGHT if column < x + width - 1 else 0))

    def down(self, x: int, y: int, height: int, *, above: bool = False, below: bool = False) -> None:
        """Rule a line from top to bottom, ends included.

        With `above` or `below` it goes on beyond that end.
        """
        for row in range(y, y + height):
            up, down = above or row > y, below or row < y + height - 1
            self._rule(x, row, (UP if up else 0) | (DOWN if down else 0))

    def _rule(self, x: int, y: int, ways: int) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self._lines[y][x] |= ways
            self._text[y][x] = _JOINTS[self._lines[y][x]]
            self._inks[y][x] = LINES

    def runs(self, y: int) -> tuple[Run, ...]:
        """A row, in stretches of one style."""
        found: list[Run] = []
        start = 0
        text, inks, grounds = self._text[y], self._inks[y], self._grounds[y]
        for x in range(1, self.width + 1):
            if x == self.width or inks[x] != inks[start] or grounds[x] != grounds[start]:
                found.append(("".join(text[start:x]), inks[start], inks[start].ground or grounds[start]))
                start = x
        return tuple(found)

    def text(self) -> str:
        """Return the text without its colours."""
        return "\n".join("".join(row).rstrip() for row in self._text)


@lru_cache(1024)
def _cells(character: str) -> int:
    return cell_len(character)


def clipped(text: str, width: int) -> str:
    """Text cut to a width, with an ellipsis where something is missing.

    >>> clipped("Constantine", 6), clipped("Ann", 6)
    ('Const…', 'Ann')
    """
    if cell_len(text) <= width:
        return text
    kept = ""
    for character in text:
        if cell_len(kept + character) >= width:
            break
        kept += character
    return kept + "…" if width > 0 else ""
