"""The layout on the screen; a click on a box stakes there."""

from textual.events import Click
from textual.message import Message

from bankcraps.play.layout.canvas import Canvas
from bankcraps.play.layout.cells import Cell
from bankcraps.play.layout.painting import paint, place_at
from bankcraps.play.session import Session
from bankcraps.play.widgets.sheet import Sheet

__all__ = ["Felt"]

_RIGHT = 3


class Felt(Sheet):
    """The painted layout with its chips."""

    class Pointed(Message):
        """A box was clicked.

        Attributes:
            cell: the box.
            down: whether what lies there should come down.
        """

        def __init__(self, cell: Cell, *, down: bool) -> None:
            """Remember which."""
            super().__init__()
            self.cell = cell
            self.down = down

    def __init__(self, session: Session) -> None:
        """Show the table of that session."""
        super().__init__(id="felt")
        self._session = session

    def paint(self, width: int, height: int) -> Canvas:
        """The layout as it is now."""
        return paint(self._session.scene(), width, height)

    def on_click(self, event: Click) -> None:
        """Tell which box it was."""
        state = self._session.table.state
        book, (width, height) = self._session.table.rulebook, self.size
        cell = place_at(book, width, height, event.x, event.y, crowd=len(state.seats) > 1)
        if cell is not None and cell.spots:
            self.post_message(self.Pointed(cell, down=event.button == _RIGHT or event.shift))
