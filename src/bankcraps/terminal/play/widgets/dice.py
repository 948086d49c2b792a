"""The dice on the screen: they tumble for a moment, then rest, with the stickperson's call below."""

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from bankcraps.game.dice import Throw
from bankcraps.terminal.play.layout.canvas import Canvas, clipped
from bankcraps.terminal.play.layout.palette import FAINT, GROUNDS, PIPS, STRONG
from bankcraps.terminal.play.table_view import TableView
from bankcraps.terminal.play.widgets.canvas_widget import CanvasWidget

if TYPE_CHECKING:
    from textual.timer import Timer

__all__ = ["DiceView"]

_TUMBLES: Final = ((2, 6), (5, 1), (3, 4), (6, 2), (1, 5), (4, 3))
"""The faces shown while the dice tumble; they say nothing about the throw."""

_WIDTH: Final = 9
_HEIGHT: Final = 5
_PIPS: Final = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


class DiceView(CanvasWidget):
    """Two dice, and what the stickperson called."""

    ID: ClassVar[str] = "dice"

    def __init__(self, table_view: TableView, seconds: float) -> None:
        """Show the dice of a table.

        Args:
            table_view: the table.
            seconds: the time that they tumble; 0 for no tumbling.
        """
        super().__init__(table_view)
        self._seconds = seconds
        self._tumble = 0
        self._timer: Timer | None = None
        self._rested: Callable[[], None] | None = None

    @property
    def rolling(self) -> bool:
        """Whether they tumble."""
        return self._rested is not None

    def roll(self, rested: Callable[[], None]) -> None:
        """Tumble, then call `rested`."""
        self.rest()
        self._rested = rested
        if self._seconds <= 0:
            self.rest()
            return
        self._tumble = 0
        self._timer = self.set_interval(self._seconds / len(_TUMBLES), self._tumble_on)
        self.redraw()

    def _tumble_on(self) -> None:
        self._tumble += 1
        if self._tumble >= len(_TUMBLES):
            self.rest()
        else:
            self.redraw()

    def rest(self) -> None:
        """Come to rest at once."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        rested, self._rested = self._rested, None
        if rested is not None:
            rested()

    def paint(self, width: int, height: int) -> Canvas:
        """The dice in the air or at rest."""
        canvas = Canvas(width, height, GROUNDS["night"])
        view = self._table_view.view
        throw = Throw(*_TUMBLES[self._tumble]) if self.rolling else view.thrown[-1] if view.thrown else None
        top = 1 if height > _HEIGHT + 3 else 0
        left = max(0, (width - 2 * _WIDTH - 2) // 2)
        if throw is None:
            canvas.put(2, top + 1, clipped("dice in the bowl", width - 2), FAINT)
            return canvas
        lift = self._tumble % 2 if self.rolling and top else 0
        _draw_die(canvas, left, top - lift, throw.a)
        _draw_die(canvas, left + _WIDTH + 2, top + lift, throw.b)
        if not self.rolling:
            self._write_call(canvas, top + _HEIGHT, view.call)
        return canvas

    @staticmethod
    def _write_call(canvas: Canvas, y: int, call: str) -> None:
        """The call in the rows below the dice; without room for all of it, only its first parts."""
        width, room = max(1, canvas.width - 2), max(0, canvas.height - y)
        parts = call.split(", ")
        lines = textwrap.wrap(call, width)
        while len(lines) > room and len(parts) > 1:
            parts.pop()
            lines = textwrap.wrap(", ".join(parts), width)
        y += room > len(lines) + 1
        for row, line in enumerate(lines[:room]):
            canvas.put(max(1, (canvas.width - len(line)) // 2), y + row, line, STRONG)


def _draw_die(canvas: Canvas, x: int, y: int, face: int) -> None:
    """Draw one die with its upper left corner there."""
    canvas.put(x, y, "╭───────╮", PIPS)
    for line, pips in enumerate(_PIPS[face], 1):
        canvas.put(x, y + line, f"│{pips}│", PIPS)
    canvas.put(x, y + _HEIGHT - 1, "╰───────╯", PIPS)
