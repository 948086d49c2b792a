"""A widget that shows a canvas, and repaints only the rows that changed."""

from abc import abstractmethod
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from bankcraps.terminal.play.layout.boxes import Box
from bankcraps.terminal.play.layout.canvas import Canvas, Run
from bankcraps.terminal.play.layout.painting import box_at, paint
from bankcraps.terminal.play.layout.palette import GROUNDS, LINES, Ink
from bankcraps.terminal.play.table_view import TableView

__all__ = ["CanvasWidget", "Felt", "Words", "style_of"]


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

    def on_resize(self, event: Resize) -> None:
        """Paint in the new size."""
        del event
        self._rows = []
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One row, as Textual wants it."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width, style_of(LINES, GROUNDS["night"]))
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = _strip_of(self._rows[y], self.size.width)
        return strip


def _strip_of(runs: tuple[Run, ...], width: int) -> Strip:
    """A row of a canvas as Textual wants it."""
    return Strip([Segment(text, style_of(ink, ground)) for text, ink, ground in runs], width)


@lru_cache(2048)
def style_of(ink: Ink, ground: str) -> Style:
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
