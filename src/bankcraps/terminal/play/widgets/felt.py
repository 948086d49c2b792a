"""The layout on the screen; a click on a box bets there."""

from typing import ClassVar

from textual.events import Click
from textual.message import Message

from bankcraps.terminal.play.layout.boxes import Box
from bankcraps.terminal.play.layout.canvas import Canvas
from bankcraps.terminal.play.layout.painting import box_at, paint
from bankcraps.terminal.play.widgets.canvas_widget import CanvasWidget

__all__ = ["Felt"]

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
