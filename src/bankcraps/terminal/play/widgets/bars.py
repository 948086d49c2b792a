"""The strips above and below: the title, the bar for hints and refusals, the keys."""

import textwrap
from typing import ClassVar, Final

from rich.cells import cell_len

from bankcraps.game.chips import printed
from bankcraps.terminal.play.help import KEYS, TYPING_KEYS
from bankcraps.terminal.play.layout.canvas import Canvas, clipped
from bankcraps.terminal.play.layout.palette import (
    FAINT,
    GOLD,
    GROUNDS,
    LABEL,
    LOST,
    PLAIN,
    PUCK_OFF,
    PUCK_ON,
    STRONG,
    Ink,
)
from bankcraps.terminal.play.messages import Message
from bankcraps.terminal.play.shortcuts import shortcuts
from bankcraps.terminal.play.table_view import TableView
from bankcraps.terminal.play.widgets.canvas_widget import CanvasWidget

__all__ = ["KeysBar", "MessageBar", "Title"]

Line = list[tuple[str, Ink]]
MOST_LINES: Final = 7
"""The most lines of a message: enough for a clause with the rule it prints, in the narrowest window."""
ROOMY: Final = 96
"""The least width of a title with words."""


class Title(CanvasWidget):
    """The house, the limits, the puck, the unit."""

    ID: ClassVar[str] = "title"

    def __init__(self, table_view: TableView, seed: int | None) -> None:
        """Show the title of a table."""
        super().__init__(table_view)
        self._seed = seed

    def paint(self, width: int, height: int) -> Canvas:
        """One line."""
        canvas = Canvas(width, height, GROUNDS["wood"])
        table, view = self._table_view.table, self._table_view.view
        limits, puck = table.state.floor.limits, table.state.puck
        x = canvas.put(1, 0, "BANKCRAPS", GOLD) + 2
        x = canvas.put(x, 0, table.rulebook.title, STRONG) + 2
        steps = f" by {printed(limits.unit)}" if limits.unit > table.state.floor.chip else ""
        canvas.put(x, 0, f"{printed(limits.minimum)} to {printed(limits.maximum)}{steps}", LABEL)
        told = [f"throw {view.throws}", f"unit {printed(view.unit)}"]
        told[:0] = [f"seed {self._seed}"] if self._seed is not None and width >= ROOMY else []
        text = "  ".join(told)
        end = width - 1 - cell_len(text)
        canvas.put(end, 0, text, LABEL)
        said = (f" ON {puck} ", PUCK_ON) if puck else (" OFF ", PUCK_OFF)
        word = " the point is" if puck else " come-out, puck"
        start = end - cell_len(said[0]) - 3
        canvas.put(start, 0, *said)
        if width >= ROOMY:
            canvas.put(start - len(word) - 1, 0, word, LABEL)
        return canvas


class MessageBar(CanvasWidget):
    """The reason why the last line did nothing; if it did something, a hint for the next act."""

    ID: ClassVar[str] = "bar"

    def lines(self, width: int) -> list[Line]:
        """Return the lines to show in that width."""
        message = self._table_view.view.message
        inner = max(1, width - 2)
        if message is None:
            text = self._table_view.hint()
            return [[(line, PLAIN)] for line in textwrap.wrap(text, inner)]
        found = _pointed(message, inner) if message.line else []
        sign = ("✗ ", LOST) if message.alarm else ("· ", GOLD)
        indented = max(1, inner - 2)
        for index, line in enumerate(textwrap.wrap(message.text, indented)):
            found.append([sign if not index else ("  ", PLAIN), (line, STRONG)])
        found += [[("  ", PLAIN), (line, LABEL)] for line in textwrap.wrap(message.rule, indented)]
        if message.advice:
            found.append([("  type  ", FAINT), (message.advice, GOLD)])
        return found

    def redraw(self) -> None:
        """Take as many lines as the message needs."""
        if self.size.width:
            rows = max(2, min(MOST_LINES, len(self.lines(self.size.width))))
            if rows != self.size.height:
                self.styles.height = rows
        super().redraw()

    def paint(self, width: int, height: int) -> Canvas:
        """The lines there is room for."""
        message = self._table_view.view.message
        alarm = message is not None and message.alarm
        canvas = Canvas(width, height, GROUNDS["alarm" if alarm else "bar"])
        lines = self.lines(width)
        for y, line in enumerate(lines[:height]):
            x = 1
            for text, ink in line:
                more = y == height - 1 and len(lines) > height and text == line[-1][0]
                x = canvas.put(x, y, clipped(text + " …", width - 1 - x) if more else text, ink)
        return canvas


def _pointed(message: Message, width: int) -> list[Line]:
    """The line with a caret under the error; a long line from shortly before it."""
    start = max(0, message.column + message.length + 4 - width)
    line = clipped(message.line[start:], width)
    caret = " " * (message.column - start) + "^" * min(message.length, width)
    return [[(line, GOLD)], [(caret, LOST)]]


class KeysBar(CanvasWidget):
    """The keys of the state that the line is in, and the shortcuts.

    Attributes:
        typing: whether there is something in the line.
    """

    ID: ClassVar[str] = "keys"

    def __init__(self, table_view: TableView) -> None:
        """Show the keys of a table."""
        super().__init__(table_view)
        self.typing = False

    def paint(self, width: int, height: int) -> Canvas:
        """As many keys and shortcuts as there is room for, the shortcuts in a row of their own."""
        canvas = Canvas(width, height, GROUNDS["night"])
        _put_keys(canvas, 0, self._keys())
        if height > 1:
            keys = shortcuts(self._table_view.table.rulebook)
            _put_keys(canvas, 1, [("type", "and enter:"), *keys])
        return canvas

    def _keys(self) -> list[tuple[str, str]]:
        if self.typing:
            return TYPING_KEYS
        unit = f"unit {printed(self._table_view.view.unit)}"
        keys = [(key, unit if about == "unit" else about) for key, about in KEYS]
        return [(key, about) for key, about in keys if key not in self._table_view.idle_keys]


def _put_keys(canvas: Canvas, y: int, keys: list[tuple[str, str]]) -> None:
    x = 1
    for key, about in keys:
        if x + cell_len(key) + cell_len(about) + 2 > canvas.width:
            return
        x = canvas.put(x, y, key, GOLD) + 1
        x = canvas.put(x, y, about, PLAIN) + 2
