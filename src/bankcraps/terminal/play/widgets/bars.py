"""The widgets that show a table on canvases: felt and dice, title, hints, keys and rails; and the log."""

import textwrap
from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message as WidgetMessage
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import SEVEN, Throw
from bankcraps.game.engine import Seat
from bankcraps.terminal.play.commands import shortcuts
from bankcraps.terminal.play.help import KEYS, TYPING_KEYS
from bankcraps.terminal.play.layout import inks
from bankcraps.terminal.play.layout.boxes import Box
from bankcraps.terminal.play.layout.canvas import Canvas, clipped
from bankcraps.terminal.play.layout.chip_stacks import initials, seat_ink
from bankcraps.terminal.play.layout.painting import box_at, paint
from bankcraps.terminal.play.session import LogLine, Message, TableView, Tone

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
        self._strips: list[Strip] = []

    @abstractmethod
    def paint(self, width: int, height: int) -> Canvas:
        """The picture in that size. Whatever does not fit is left out: any size is possible."""

    def redraw(self) -> None:
        """Paint again, and show the rows that changed."""
        width, height = self.size
        if not width or not height:
            return
        canvas, before = self.paint(width, height), self._strips
        self._strips = [
            Strip([Segment(text, style_of(ink, ground)) for text, ink, ground in canvas.runs(y)], width)
            for y in range(height)
        ]
        changed = [y for y, strip in enumerate(self._strips) if before[y : y + 1] != [strip]]
        if changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def on_resize(self) -> None:
        """Paint in the new size."""
        self._strips = []
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One row, as Textual wants it."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, style_of(inks.LINES, inks.GROUNDS["night"]))


@lru_cache(2048)
def style_of(ink: inks.Ink, ground: str) -> Style:
    """An ink on a ground, in Rich's terms."""
    return Style(color=ink.colour, bgcolor=ground, bold=ink.bold, italic=ink.italic)


# The layout on the screen; a click on a box bets there.


_RIGHT = 3


class Felt(CanvasWidget):
    """The painted layout with its chips."""

    ID: ClassVar[str] = "felt"

    class Clicked(WidgetMessage):
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


Line = list[tuple[str, inks.Ink]]
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
        canvas = Canvas(width, height, inks.GROUNDS["wood"])
        table, view = self._table_view.table, self._table_view.view
        limits, puck = table.state.floor.limits, table.state.puck
        x = canvas.put(1, 0, "BANKCRAPS", inks.GOLD) + 2
        x = canvas.put(x, 0, table.rulebook.title, inks.STRONG) + 2
        steps = f" by {printed(limits.unit)}" if limits.unit > table.state.floor.chip else ""
        canvas.put(x, 0, f"{printed(limits.minimum)} to {printed(limits.maximum)}{steps}", inks.LABEL)
        told = [f"throw {view.throws}", f"unit {printed(view.unit)}"]
        told[:0] = [f"seed {self._seed}"] if self._seed is not None and width >= ROOMY else []
        text = "  ".join(told)
        end = width - 1 - cell_len(text)
        canvas.put(end, 0, text, inks.LABEL)
        said = (f" ON {puck} ", inks.PUCK_ON) if puck else (" OFF ", inks.PUCK_OFF)
        word = " the point is" if puck else " come-out, puck"
        start = end - cell_len(said[0]) - 3
        canvas.put(start, 0, *said)
        if width >= ROOMY:
            canvas.put(start - len(word) - 1, 0, word, inks.LABEL)
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
            return [[(line, inks.PLAIN)] for line in textwrap.wrap(text, inner)]
        found = _pointed(message, inner) if message.line else []
        sign = ("✗ ", inks.LOST) if message.alarm else ("· ", inks.GOLD)
        indented = max(1, inner - 2)
        for index, line in enumerate(textwrap.wrap(message.text, indented)):
            found.append([sign if not index else ("  ", inks.PLAIN), (line, inks.STRONG)])
        found += [[("  ", inks.PLAIN), (line, inks.LABEL)] for line in textwrap.wrap(message.rule, indented)]
        if message.advice:
            found.append([("  type  ", inks.FAINT), (message.advice, inks.GOLD)])
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
        canvas = Canvas(width, height, inks.GROUNDS["alarm" if alarm else "bar"])
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
    return [[(line, inks.GOLD)], [(caret, inks.LOST)]]


class KeysBar(CanvasWidget):
    """The keys of the state that the line is in, and the shortcuts.

    Attributes:
        typing: whether there is something in the line.
    """

    ID: ClassVar[str] = "keys"
    typing = False

    def paint(self, width: int, height: int) -> Canvas:
        """As many keys and shortcuts as there is room for, the shortcuts in a row of their own."""
        canvas = Canvas(width, height, inks.GROUNDS["night"])
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
        x = canvas.put(x, y, key, inks.GOLD) + 1
        x = canvas.put(x, y, about, inks.PLAIN) + 2


# The rails on the screen: who is here, with how many chips, and who shoots.


COLUMN = 8
"""The width of a sum."""
NARROW = 34
"""Below this width there is no room for the result."""
ROOMY_RAIL = 14
"""The least width of a name to mark the shooter by the word."""


class Rails(CanvasWidget):
    """A line for each player: name, chips in the rail, chips at risk, and the result so far."""

    ID: ClassVar[str] = "rails"

    def paint(self, width: int, height: int) -> Canvas:
        """The players as they stand."""
        canvas = Canvas(width, height, inks.GROUNDS["wood"])
        sums = ("rail", "at risk", "so far") if width >= NARROW else ("rail", "risk")
        column = COLUMN if width >= NARROW else 6
        ends = [width - 1 - column * after for after in reversed(range(len(sums)))]
        canvas.put(1, 0, "RAILS", inks.GOLD)
        for end, name in zip(ends, sums, strict=True):
            _right(canvas, end, 0, name, inks.LABEL)
        state = self._table_view.table.state
        totals = self._table_view.results()
        marks = initials(tuple(seat.name for seat in state.seats))
        rows = self._in_view(height - 1)
        if len(rows) < height - 3:
            self._write_throws(canvas)
        for y, seat in enumerate(rows, 1):
            chip = seat_ink(state.seats.index(seat))
            x = self._write_name(canvas, y, ends[0] - column, seat, marks[seat.name], chip)
            shown = _sums(seat, totals[seat.name])
            for end, (text, ink) in zip(ends, shown, strict=False):
                _right(canvas, end, y, text, ink)
            self._write_gain(canvas, x, y, ends[0] - len(shown[0][0]), seat)
        hidden = len(state.seats) - len(rows)
        if hidden:
            canvas.put(7, 0, f"+{hidden} more", inks.FAINT)
        return canvas

    def _write_throws(self, canvas: Canvas) -> None:
        """The totals thrown, the newest first, in the last line."""
        y, end = canvas.height - 1, canvas.width - 1
        x = canvas.put(1, y, "THROWN", inks.GOLD) + 1
        for throw in reversed(self._table_view.view.thrown):
            text = str(throw.total)
            if x + len(text) > end:
                return
            x = canvas.put(x, y, text, inks.LOST if throw.total == SEVEN else inks.PLAIN) + 1

    def _in_view(self, rows: int) -> list[Seat]:
        """The seats that fit in the rows, starting one before the current seat."""
        seats = list(self._table_view.table.state.seats)
        names = [seat.name for seat in seats]
        who = self._table_view.view.who
        here = names.index(who) if who in names else 0
        first = max(0, min(here - rows // 2, len(seats) - rows))
        return seats[first : first + rows]

    def _write_name(self, canvas: Canvas, y: int, end: int, seat: Seat, mark: str, chip: inks.Ink) -> int:
        """The name, marked for the current player and for the shooter; returns the column after it."""
        current = seat.name == self._table_view.view.who
        x = canvas.put(1, y, "▶" if current else " ", inks.GOLD)
        x = canvas.put(x, y, f" {mark} " if mark else "  ", chip) + 1
        shoots = seat.name == self._table_view.table.shooter
        sign = (" shooter" if end - x >= ROOMY_RAIL else " ⚂") if shoots else ""
        x = canvas.put(x, y, clipped(seat.name, end - x - len(sign)), inks.STRONG if current else inks.PLAIN)
        return canvas.put(x, y, sign, inks.GOLD)

    def _write_gain(self, canvas: Canvas, x: int, y: int, end: int, seat: Seat) -> None:
        """Write the player's gain or loss on the last throw, if there is room for it."""
        net = self._table_view.view.nets.get(seat.name, 0)
        text = f" {'▲' if net > 0 else '▼'}{printed(abs(net))} "
        if net and x + len(text) <= end:
            canvas.put(x, y, text, inks.WON if net > 0 else inks.LOST)


def _sums(seat: Seat, total: Cents) -> list[tuple[str, inks.Ink]]:
    """The chips in the rail, those on the layout, and the result so far."""
    at_risk = printed(seat.at_risk) if seat.at_risk else "-"
    result = f"{'+' if total > 0 else ''}{printed(total)}"
    return [
        (printed(seat.rail), inks.STRONG),
        (at_risk, inks.PLAIN),
        (result, inks.WON if total > 0 else inks.LOST if total else inks.PLAIN),
    ]


def _right(canvas: Canvas, end: int, y: int, text: str, ink: inks.Ink) -> None:
    """Write text that ends before a column."""
    canvas.put(max(0, end - len(text)), y, text, ink)


# The log on the screen: what happened, in words.


_SIGNS: Final[dict[Tone, str]] = {"won": "▲ ", "lost": "▼ ", "back": "◂ ", "throw": "", "sum": "= "}
_INKS: Final[dict[Tone, inks.Ink]] = {
    "throw": inks.STRONG,
    "won": inks.WON._replace(bold=False),
    "lost": inks.LOST._replace(bold=False),
    "back": inks.Ink("#87d7ff"),
    "dice": inks.Ink("#ffd75f"),
    "chips": inks.PLAIN,
    "sum": inks.STRONG,
    "told": inks.FAINT,
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
        self._lines: list[tuple[str, inks.Ink]] = []
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

    def on_resize(self) -> None:
        """Wrap the lines anew, and go on showing the newest."""
        self.redraw()
        if self._following:
            self._show_newest()

    def render_line(self, y: int) -> Strip:
        """One line of the log, as Textual wants it."""
        row, ground = y + self.scroll_offset.y, inks.GROUNDS["night"]
        text, ink = self._lines[row] if row < len(self._lines) else ("", inks.PLAIN)
        line = Strip([Segment(f" {text}", style_of(ink, ground))])
        return line.extend_cell_length(self.size.width, style_of(inks.PLAIN, ground))


@lru_cache(1024)
def _wrapped(entry: LogLine, width: int) -> tuple[tuple[str, inks.Ink], ...]:
    indent = "" if entry.tone in ("throw", "told") else "  "
    text = f"{indent}{_SIGNS.get(entry.tone, '')}{entry.text}"
    found = textwrap.wrap(text, max(12, width), subsequent_indent=indent + "  ")
    return tuple((line, _INKS[entry.tone]) for line in found)
