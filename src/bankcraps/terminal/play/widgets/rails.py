"""The rails on the screen: who is here, with how many chips, and who shoots."""

from typing import ClassVar

from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import SEVEN
from bankcraps.game.engine import Seat
from bankcraps.terminal.play.layout.canvas import Canvas, clipped
from bankcraps.terminal.play.layout.chip_stacks import initials, seat_ink
from bankcraps.terminal.play.layout.palette import FAINT, GOLD, GROUNDS, LABEL, LOST, PLAIN, STRONG, WON, Ink
from bankcraps.terminal.play.widgets.canvas_widget import CanvasWidget

__all__ = ["Rails"]

COLUMN = 8
"""The width of a sum."""
NARROW = 34
"""Below this width there is no room for the result."""
ROOMY = 14
"""The least width of a name to mark the shooter by the word."""


class Rails(CanvasWidget):
    """A line for each player: name, chips in the rail, chips at risk, and the result so far."""

    ID: ClassVar[str] = "rails"

    def paint(self, width: int, height: int) -> Canvas:
        """The players as they stand."""
        canvas = Canvas(width, height, GROUNDS["wood"])
        sums = ("rail", "at risk", "so far") if width >= NARROW else ("rail", "risk")
        column = COLUMN if width >= NARROW else 6
        canvas.put(1, 0, "RAILS", GOLD)
        for index, name in enumerate(sums):
            _right(canvas, width - 1 - column * (len(sums) - 1 - index), 0, name, LABEL)
        state = self._table_view.table.state
        totals = self._table_view.results()
        marks = initials(tuple(seat.name for seat in state.seats))
        rows = self._in_view(height - 1)
        if len(rows) < height - 3:
            self._write_throws(canvas)
        for y, seat in enumerate(rows, 1):
            index = state.seats.index(seat)
            x = self._write_name(
                canvas, y, width - 1 - column * len(sums), seat, marks[seat.name], seat_ink(index)
            )
            shown = _sums(seat, totals[seat.name])[: len(sums)]
            for place, (text, ink) in enumerate(shown):
                _right(canvas, width - 1 - column * (len(sums) - 1 - place), y, text, ink)
            self._write_gain(canvas, x, y, width - 1 - column * (len(sums) - 1) - len(shown[0][0]), seat)
        hidden = len(state.seats) - len(rows)
        if hidden:
            canvas.put(7, 0, f"+{hidden} more", FAINT)
        return canvas

    def _write_throws(self, canvas: Canvas) -> None:
        """The totals thrown, the newest first, in the last line."""
        y, end = canvas.height - 1, canvas.width - 1
        x = canvas.put(1, y, "THROWN", GOLD) + 1
        for throw in reversed(self._table_view.view.thrown):
            text = str(throw.total)
            if x + len(text) > end:
                return
            x = canvas.put(x, y, text, LOST if throw.total == SEVEN else PLAIN) + 1

    def _in_view(self, rows: int) -> list[Seat]:
        """The seats that fit in the rows, starting one before the current seat."""
        seats = list(self._table_view.table.state.seats)
        names = [seat.name for seat in seats]
        who = self._table_view.view.who
        here = names.index(who) if who in names else 0
        first = max(0, min(here - rows // 2, len(seats) - rows))
        return seats[first : first + rows]

    def _write_name(self, canvas: Canvas, y: int, end: int, seat: Seat, mark: str, chip: Ink) -> int:
        """The name, marked for the current player and for the shooter; returns the column after it."""
        current = seat.name == self._table_view.view.who
        x = canvas.put(1, y, "▶" if current else " ", GOLD)
        x = canvas.put(x, y, f" {mark} " if mark else "  ", chip) + 1
        shoots = seat.name == self._table_view.table.shooter
        sign = (" shooter" if end - x >= ROOMY else " ⚂") if shoots else ""
        x = canvas.put(x, y, clipped(seat.name, end - x - len(sign)), STRONG if current else PLAIN)
        return canvas.put(x, y, sign, GOLD)

    def _write_gain(self, canvas: Canvas, x: int, y: int, end: int, seat: Seat) -> None:
        """Write the player's gain or loss on the last throw, if there is room for it."""
        net = self._table_view.view.nets.get(seat.name, 0)
        text = f" {'▲' if net > 0 else '▼'}{printed(abs(net))} "
        if net and x + len(text) <= end:
            canvas.put(x, y, text, WON if net > 0 else LOST)


def _sums(seat: Seat, total: Cents) -> list[tuple[str, Ink]]:
    """The chips in the rail, those on the layout, and the result so far."""
    at_risk = printed(seat.at_risk) if seat.at_risk else "-"
    result = f"{'+' if total > 0 else ''}{printed(total)}"
    return [
        (printed(seat.rail), STRONG),
        (at_risk, PLAIN),
        (result, WON if total > 0 else LOST if total else PLAIN),
    ]


def _right(canvas: Canvas, end: int, y: int, text: str, ink: Ink) -> None:
    """Write text that ends before a column."""
    canvas.put(max(0, end - len(text)), y, text, ink)
