"""A widget that shows a canvas, and repaints only the rows that changed."""

from abc import abstractmethod
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from bankcraps.terminal.play.layout.canvas import Canvas, Run
from bankcraps.terminal.play.layout.palette import GROUNDS, LINES, Ink
from bankcraps.terminal.play.table_view import TableView

__all__ = ["CanvasWidget", "style_of"]


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
