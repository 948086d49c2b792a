"""The log on the screen: what happened, in words."""

import textwrap
from functools import lru_cache
from typing import ClassVar, Final

from rich.segment import Segment
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bankcraps.terminal.play.layout.palette import FAINT, GROUNDS, LOST, PLAIN, STRONG, WON, Ink
from bankcraps.terminal.play.log_lines import LogLine, Tone
from bankcraps.terminal.play.table_view import TableView
from bankcraps.terminal.play.widgets.canvas_widget import style_of

__all__ = ["LogView"]

_SIGNS: Final[dict[Tone, str]] = {"won": "▲ ", "lost": "▼ ", "back": "◂ ", "throw": "", "sum": "= "}
_INKS: Final[dict[Tone, Ink]] = {
    "throw": STRONG,
    "won": WON._replace(bold=False),
    "lost": LOST._replace(bold=False),
    "back": Ink("#87d7ff"),
    "dice": Ink("#ffd75f"),
    "chips": PLAIN,
    "sum": STRONG,
    "told": FAINT,
}
"""The colour of each tone. The words say the same, for people who do not see colours."""


class LogView(ScrollView):
    """The log, the newest line at the bottom. It follows that line until somebody scrolls back."""

    ALLOW_SELECT: ClassVar[bool] = True
    can_focus = False

    def __init__(self, table_view: TableView) -> None:
        """Show the log of a table."""
        super().__init__(id="log")
        self._table_view = table_view
        self._lines: list[tuple[str, Ink]] = []
        self._following = True

    def redraw(self) -> None:
        """Show the log as it is now."""
        width = self.scrollable_content_region.width
        if not width:
            return
        lines = [line for entry in self._table_view.view.log for line in _wrapped(entry, width - 2)]
        if lines == self._lines and self.virtual_size.width == width:
            return
        self._lines = lines
        following = self._following
        self.virtual_size = Size(width, len(lines))
        self.refresh()
        if following:
            self._show_newest()

    def _show_newest(self) -> None:
        """Scroll to the end, but let a new session begin at the first line of its welcome."""
        if len(self._table_view.view.log) > 1:
            self.scroll_end(animate=False, immediate=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Follow the newest line as long as it is in view."""
        super().watch_scroll_y(old_value, new_value)
        self._following = new_value >= self.max_scroll_y

    def on_resize(self, event: Resize) -> None:
        """Wrap the lines anew, and go on showing the newest."""
        del event
        self.redraw()
        if self._following:
            self._show_newest()

    def render_line(self, y: int) -> Strip:
        """One line of the log, as Textual wants it."""
        width, row = self.size.width, y + self.scroll_offset.y
        ground = GROUNDS["night"]
        if row >= len(self._lines):
            return Strip([Segment(" " * width, style_of(PLAIN, ground))], width)
        text, ink = self._lines[row]
        return Strip([Segment(f" {text}", style_of(ink, ground))]).extend_cell_length(
            width, style_of(PLAIN, ground)
        )


@lru_cache(1024)
def _wrapped(entry: LogLine, width: int) -> tuple[tuple[str, Ink], ...]:
    indent = "" if entry.tone in ("throw", "told") else "  "
    text = f"{indent}{_SIGNS.get(entry.tone, '')}{entry.text}"
    found = textwrap.wrap(text, max(12, width), subsequent_indent=indent + "  ")
    return tuple((line, _INKS[entry.tone]) for line in found)
