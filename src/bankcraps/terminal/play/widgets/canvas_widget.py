"""A widget that shows a canvas, and repaints only the rows that changed."""

import textwrap
from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from bankcraps.game.dice import Throw
from bankcraps.terminal.play.layout import inks
from bankcraps.terminal.play.layout.boxes import Box
from bankcraps.terminal.play.layout.canvas import Canvas, Run, clipped
from bankcraps.terminal.play.layout.painting import box_at, paint
from bankcraps.terminal.play.table_view import TableView

if TYPE_CHECKING:
    from textual.timer import Timer


class CanvasWidget(Widget):
    """A part of a table's screen, painted cell by cell."""

    ALLOW_SELECT: ClassVar[bool] = False

    ID: ClassVar[str]
    """Its name in the style sheet."""

    def __init__(self, table_view: TableView) -> None:
        """Show a table, with an empty canvas at first."""
        super().__init__(id=self.ID)
        self._table_view = table_view
        self._rows: list[tuple[Run, ...]] = []
        self._strips: dict[int, Strip] = {}

    @abstractmethod
    def paint(self, width: int, height: int) -> Canvas:
        """The picture in that size. Whatever does not fit is left out: any size is possible."""

    def redraw(self) -> None:
        """Paint again, and show the rows that changed."""
        width, height = self.size
        if not width or not height:
            return
        canvas = self.paint(width, height)
        rows = [canvas.runs(y) for y in range(height)]
        if len(rows) != len(self._rows):
            self._rows = rows
            self._strips.clear()
            self.refresh()
            return
        changed = [y for y, row in enumerate(rows) if row != self._rows[y]]
        self._rows = rows
        for y in changed:
            self._strips.pop(y, None)
        if changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def on_resize(self) -> None:
        """Paint in the new size."""
        self._rows = []
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One row, as Textual wants it."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width, style_of(inks.LINES, inks.GROUNDS["night"]))
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = _strip_of(self._rows[y], self.size.width)
        return strip


def _strip_of(runs: tuple[Run, ...], width: int) -> Strip:
    """A row of a canvas as Textual wants it."""
    return Strip([Segment(text, style_of(ink, ground)) for text, ink, ground in runs], width)


@lru_cache(2048)
def style_of(ink: inks.Ink, ground: str) -> Style:
    """An ink on a ground, in Rich's terms."""
    return Style(color=ink.colour, bgcolor=ground, bold=ink.bold, italic=ink.italic)


# The layout on the screen; a click on a box bets there.


_RIGHT = 3


class Felt(CanvasWidget):
    """The painted layout with its chips."""

    ID: ClassVar[str] = "felt"

    class Clicked(Message):
        """A box was clicked.

        Attributes:
            box: the box.
            down: whether the last wager there should come down.
        """

        def __init__(self, box: Box, *, down: bool) -> None:
            """Remember which."""
            super().__init__()
            self.box = box
            self.down = down

    def paint(self, width: int, height: int) -> Canvas:
        """The layout as it is now."""
        return paint(self._table_view.scene(), width, height)

    def on_click(self, event: Click) -> None:
        """Post which box it was."""
        state = self._table_view.table.state
        book, (width, height) = self._table_view.table.rulebook, self.size
        box = box_at(book, width, height, event.x, event.y, crowd=len(state.seats) > 1)
        if box is not None and box.spots:
            self.post_message(self.Clicked(box, down=event.button == _RIGHT or event.shift))


# Changing text on the screen.


class Words(Static):
    """Words of its own width. Only other words lay the screen out again, which takes most of a key's time."""

    def say(self, words: str) -> None:
        """Show these words."""
        if words != self.content:
            self.update(words)


# The dice on the screen: they tumble for a moment, then rest, with the stickperson's call below.


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
        canvas = Canvas(width, height, inks.GROUNDS["night"])
        view = self._table_view.view
        throw = Throw(*_TUMBLES[self._tumble]) if self.rolling else view.thrown[-1] if view.thrown else None
        top = 1 if height > _HEIGHT + 3 else 0
        left = max(0, (width - 2 * _WIDTH - 2) // 2)
        if throw is None:
            canvas.put(2, top + 1, clipped("dice in the bowl", width - 2), inks.FAINT)
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
            canvas.put(max(1, (canvas.width - len(line)) // 2), y + row, line, inks.STRONG)


def _draw_die(canvas: Canvas, x: int, y: int, face: int) -> None:
    """Draw one die with its upper left corner there."""
    canvas.put(x, y, "╭───────╮", inks.PIPS)
    for line, pips in enumerate(_PIPS[face], 1):
        canvas.put(x, y + line, f"│{pips}│", inks.PIPS)
    canvas.put(x, y + _HEIGHT - 1, "╰───────╯", inks.PIPS)
