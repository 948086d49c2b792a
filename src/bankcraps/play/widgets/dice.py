"""The dice on the screen: tumbling for a moment, then at rest, with the stick's call below."""

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bankcraps.dice import Throw
from bankcraps.play.layout.canvas import Canvas, clipped
from bankcraps.play.layout.faces import HEIGHT, WIDTH, draw_die
from bankcraps.play.layout.palette import FAINT, GROUNDS, STRONG
from bankcraps.play.session import Session
from bankcraps.play.widgets.sheet import Sheet

if TYPE_CHECKING:
    from textual.timer import Timer

__all__ = ["DiceView"]

_TUMBLES: Final = ((2, 6), (5, 1), (3, 4), (6, 2), (1, 5), (4, 3))
"""What is seen of the dice in the air; no chance is needed for that."""


class DiceView(Sheet):
    """Two dice and what the stickperson said of them."""

    def __init__(self, session: Session, seconds: float) -> None:
        """Show the dice of that session.

        Args:
            session: the evening.
            seconds: how long they tumble; 0 for not at all.
        """
        super().__init__(id="dice")
        self._session = session
        self._seconds = seconds
        self._tumble = 0
        self._timer: Timer | None = None
        self._rested: Callable[[], None] | None = None

    @property
    def rolling(self) -> bool:
        """Whether they tumble."""
        return self._rested is not None

    def roll(self, rested: Callable[[], None]) -> None:
        """Tumble, and say when that is over."""
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
        canvas = Canvas(width, height, GROUNDS["night"])
        now = self._session.now
        throw = Throw(*_TUMBLES[self._tumble]) if self.rolling else now.thrown[-1] if now.thrown else None
        top = 1 if height > HEIGHT + 3 else 0
        left = max(0, (width - 2 * WIDTH - 2) // 2)
        if throw is None:
            canvas.put(2, top + 1, clipped("dice in the bowl", width - 2), FAINT)
            return canvas
        lift = self._tumble % 2 if self.rolling and top else 0
        draw_die(canvas, left, top - lift, throw.a)
        draw_die(canvas, left + WIDTH + 2, top + lift, throw.b)
        if not self.rolling:
            self._write_call(canvas, top + HEIGHT, now.call)
        return canvas

    @staticmethod
    def _write_call(canvas: Canvas, y: int, call: str) -> None:
        lines = textwrap.wrap(call, canvas.width - 2)
        room = canvas.height - y
        y += room > len(lines) + 1
        for row, line in enumerate(lines[:room]):
            cut = clipped(line + " …", canvas.width - 2) if row == room - 1 and len(lines) > room else line
            canvas.put(max(1, (canvas.width - len(cut)) // 2), y + row, cut, STRONG)
