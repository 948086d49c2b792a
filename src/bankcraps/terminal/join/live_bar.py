"""The extra strip of a live table: the phase and its clock, the dice, and the people."""

from typing import ClassVar, Final

from rich.cells import cell_len

from bankcraps.terminal.join.live_session import LiveSession
from bankcraps.terminal.join.room_words import inspected, people
from bankcraps.terminal.play.layout.canvas import Canvas, clipped
from bankcraps.terminal.play.layout.palette import FAINT, GOLD, GROUNDS, LABEL, LOST, PLAIN, WON, Ink
from bankcraps.terminal.play.widgets.canvas_widget import CanvasWidget

__all__ = ["LiveBar"]

_PHASES: Final = {
    "betting": "BETTING",
    "last_bets": "LAST BETS",
    "dice_out": "DICE OUT",
    "in_the_air": "DICE IN THE AIR",
    "paying": "PAYING",
}
_CLOSERS: Final = {
    "clock": "until somebody can throw",
    "shooter": "until the throw",
    "boxperson": "until no more bets",
}
_ALONE: Final = "until you throw or say ready"
_SHOWN: Final = 8
"""Characters of a commitment in the strip. The word `fair` shows all of it."""


class LiveBar(CanvasWidget):
    """One line: what part of the round it is and for how long, the sealed throw, the people."""

    ID: ClassVar[str] = "live"

    def __init__(self, session: LiveSession) -> None:
        """Show the strip of a table."""
        super().__init__(session)
        self._session = session

    def paint(self, width: int, height: int) -> Canvas:
        """As many parts as there is room for."""
        canvas = Canvas(width, height, GROUNDS["bar"])
        x = 1
        for text, ink in self._parts():
            if x + cell_len(text) > width - 1:
                canvas.put(x, 0, clipped(text, width - 1 - x), ink)
                break
            x = canvas.put(x, 0, text, ink) + 3
        return canvas

    def _parts(self) -> list[tuple[str, Ink]]:
        session = self._session
        if session.watch.lost:
            return [("NO CONNECTION", LOST), ("it is made again by itself", PLAIN)]
        parts = [(self._phase(), GOLD), self._fairness()]
        parts += [(said, LABEL) for said in people(session.live.view)]
        if session.live.inspection is not None:
            parts += [(said, LABEL) for said in inspected(session.live.inspection)]
        return [(text, ink) for text, ink in parts if text]

    def _phase(self) -> str:
        view = self._session.live.view
        phase = view.phase
        name = _PHASES[phase.name]
        if phase.until is not None:
            left = max(0, -(-(phase.until - self._session.live.now) // 1000))
            return f"{name} {left} s"
        if phase.name != "betting":
            return name
        yours = view.alone and view.alone == self._session.live.you.name
        return f"{name} {_ALONE if yours else _CLOSERS[view.settings.pace]}"

    def _fairness(self) -> tuple[str, Ink]:
        watch = self._session.watch
        view, check = watch.live.view, watch.check
        if watch.distrust:
            return (f"DO NOT TRUST THESE DICE: {watch.distrust}", LOST)
        if view.settings.dice == "entered":
            waits = f"{view.entered.throw} waits for a second look" if view.entered else "real dice"
            return (waits, PLAIN)
        sealed = view.fairness.commitment[:_SHOWN]
        said = f"throw {view.fairness.number} sealed {sealed}" if sealed else "the dice are not sealed yet"
        said += f", throw {check.checked} checked" if check.checked else ""
        said += f", {view.fairness.withheld} withheld" if view.fairness.withheld else ""
        return (said, WON if check.checked else FAINT)
