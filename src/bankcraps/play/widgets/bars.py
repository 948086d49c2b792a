"""The strips above and below: the title, the bar for troubles and hints, the keys."""

import textwrap

from rich.cells import cell_len

from bankcraps.chips import printed
from bankcraps.play.hints import hint
from bankcraps.play.keys import legend
from bankcraps.play.layout.canvas import Canvas, clipped
from bankcraps.play.layout.palette import (
    FAINT,
    GOLD,
    GROUNDS,
    LABEL,
    LOST,
    PLAIN,
    PUCK_OFF,
    PUCK_ON,
    STRONG,
    Ink,
)
from bankcraps.play.session import Session
from bankcraps.play.trouble import Trouble
from bankcraps.play.widgets.sheet import Sheet

__all__ = ["Keys", "Title", "TroubleBar"]

Line = list[tuple[str, Ink]]
MOST_LINES = 4
TALL = 28
"""The height from which there is room for all of them."""
ROOMY = 96
"""The width from which the title has room for words."""


class Title(Sheet):
    """The house, the limits, the puck, the unit."""

    def __init__(self, session: Session, seed: int | None) -> None:
        """Show where one is."""
        super().__init__(id="title")
        self._session = session
        self._seed = seed

    def paint(self, width: int, height: int) -> Canvas:
        """One line."""
        canvas = Canvas(width, height, GROUNDS["wood"])
        table, now = self._session.table, self._session.now
        limits, puck = table.state.floor.limits, table.state.puck
        x = canvas.put(1, 0, "BANKCRAPS", GOLD) + 2
        x = canvas.put(x, 0, table.rulebook.title, STRONG) + 2
        steps = f" by {printed(limits.unit)}" if limits.unit > table.state.floor.chip else ""
        canvas.put(x, 0, f"{printed(limits.minimum)} to {printed(limits.maximum)}{steps}", LABEL)
        told = [f"throw {now.throws}", f"unit {printed(now.unit)}"]
        told[:0] = [f"seed {self._seed}"] if self._seed is not None and width >= ROOMY else []
        text = "  ".join(told)
        end = width - 1 - cell_len(text)
        canvas.put(end, 0, text, LABEL)
        said = (f" ON {puck} ", PUCK_ON) if puck else (" OFF ", PUCK_OFF)
        word = " the point is" if puck else " come-out, puck"
        start = end - cell_len(said[0]) - 3
        canvas.put(start, 0, *said)
        if width >= ROOMY:
            canvas.put(start - len(word) - 1, 0, word, LABEL)
        return canvas


class TroubleBar(Sheet):
    """Why the last thing said did not happen; while all is well, what one might do next."""

    def __init__(self, session: Session) -> None:
        """Show the troubles of that session."""
        super().__init__(id="bar")
        self._session = session

    def lines(self, width: int) -> list[Line]:
        """What to show in that width."""
        trouble = self._session.now.trouble
        inner = width - 2
        if trouble is None:
            return [[(line, PLAIN)] for line in textwrap.wrap(hint(self._session), inner)]
        found = _pointed(trouble, inner) if trouble.line else []
        sign = ("✗ ", LOST) if trouble.alarm else ("· ", GOLD)
        for index, line in enumerate(textwrap.wrap(trouble.what, inner - 2)):
            found.append([sign if not index else ("  ", PLAIN), (line, STRONG)])
        found += [[("  ", PLAIN), (line, LABEL)] for line in textwrap.wrap(trouble.rule, inner - 2)]
        if trouble.hint:
            found.append([("  say  ", FAINT), (trouble.hint, GOLD)])
        return found

    def redraw(self) -> None:
        """Take as many lines as it needs."""
        if self.size.width:
            most = MOST_LINES if self.screen.size.height >= TALL else MOST_LINES - 1
            rows = max(2, min(most, len(self.lines(self.size.width))))
            if rows != self.size.height:
                self.styles.height = rows
        super().redraw()

    def paint(self, width: int, height: int) -> Canvas:
        """The lines there is room for."""
        trouble = self._session.now.trouble
        alarm = trouble is not None and trouble.alarm
        canvas = Canvas(width, height, GROUNDS["alarm" if alarm else "bar"])
        lines = self.lines(width)
        for y, line in enumerate(lines[:height]):
            x = 1
            for text, ink in line:
                more = y == height - 1 and len(lines) > height and text == line[-1][0]
                x = canvas.put(x, y, clipped(text + " …", width - 1 - x) if more else text, ink)
        return canvas


def _pointed(trouble: Trouble, width: int) -> list[Line]:
    """The line with a caret under the trouble; a long line from shortly before it."""
    start = max(0, trouble.column + trouble.length + 4 - width)
    line = clipped(trouble.line[start:], width)
    caret = " " * (trouble.column - start) + "^" * min(trouble.length, width)
    return [[(line, GOLD)], [(caret, LOST)]]


class Keys(Sheet):
    """The keys and what they do."""

    def __init__(self, session: Session) -> None:
        """Show the keys for that house."""
        super().__init__(id="keys")
        self._session = session

    def paint(self, width: int, height: int) -> Canvas:
        """As many as there is room for."""
        canvas = Canvas(width, height, GROUNDS["night"])
        x, y = 1, 0
        for key, about in legend(self._session.table.rulebook, printed(self._session.now.unit)):
            if x + cell_len(key) + cell_len(about) + 2 > width:
                x, y = 1, y + 1
            x = canvas.put(x, y, key, GOLD) + 1
            x = canvas.put(x, y, about, PLAIN) + 2
        return canvas
