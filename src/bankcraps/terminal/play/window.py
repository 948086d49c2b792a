"""The division of a window of some size among the parts of the screen."""

from pathlib import Path
from typing import ClassVar, Literal, NamedTuple, TypeVar

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.types import CSSPathType

from bankcraps.terminal.play.table_view import TableView
from bankcraps.terminal.play.widgets.bars import LogView, Rails
from bankcraps.terminal.play.widgets.canvas_widget import CanvasWidget, DiceView, Words

__all__ = ["SMALLEST", "Shares", "TableWindow", "shares"]

_Result = TypeVar("_Result")

SMALLEST = (80, 24)
"""The smallest columns and rows in which the table can be shown."""

_WHOLE_LAYOUT = (96, 28)
"""The least size to paint the whole layout, instead of a list."""

_WIDE = 112


class Shares(NamedTuple):
    """The rows of the parts whose height changes with the window.

    Attributes:
        name: the amount of detail that is shown.
        felt, keys: rows for the layout and for the keys.
        message: the message in a window that is too small.
    """

    name: Literal["full", "medium", "compact", "small"]
    felt: int = 0
    keys: int = 1
    message: str = ""


def shares(width: int, height: int, taken: int = 0) -> Shares:
    """The rows of each part in a window of that size, of which some rows are taken by other parts.

    >>> shares(120, 40).felt, shares(100, 30).felt, shares(80, 24).felt
    (23, 17, 13)
    >>> shares(70, 20).message
    'The table needs a window of 80 x 24. This one is 70 x 20.'
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        needed = f"{SMALLEST[0]} x {SMALLEST[1]}"
        return Shares(
            "small", message=f"The table needs a window of {needed}. This one is {width} x {height}."
        )
    if width < _WHOLE_LAYOUT[0] or height < _WHOLE_LAYOUT[1]:
        return Shares("compact", felt=min(18, height - 11 - taken))
    left = height - 6 - taken
    felt = min(30, left - min(11, max(7, left * 11 // 34)))
    return Shares("full" if width >= _WIDE else "medium", felt, keys=2)


class TableWindow(App[_Result]):
    """A window with a table, whose parts share its rows."""

    TITLE: str | None = "Bankcraps"
    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).parent / "widgets" / "table.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    ROWS_TAKEN = 0
    """The number of rows that parts of a subclass take."""

    @staticmethod
    def middle(table_view: TableView, rolling: float) -> ComposeResult:
        """The dice, the rails and the log, side by side. The dice tumble for some seconds."""
        with Horizontal(id="middle"):
            yield DiceView(table_view, rolling)
            yield Rails(table_view)
            yield LogView(table_view)

    def on_resize(self, event: Resize) -> None:
        """Give each part its place in the new size."""
        share = shares(event.size.width, event.size.height, self.ROWS_TAKEN)
        screen = self.screen_stack[0]
        screen.update_classes({f"-{name}": share.name == name for name in ("compact", "medium", "small")})
        screen.query_one("#felt").styles.height = share.felt
        for keys in screen.query("#keys"):
            keys.styles.height = share.keys
        screen.query_one("#small", Words).say(share.message)

    def redraw(self) -> None:
        """Show everything as it is now; each part repaints only what changed."""
        screen = self.screen_stack[0]
        for part in screen.query(CanvasWidget):
            part.redraw()
        screen.query_one(LogView).redraw()
