"""The terminal screen for a live table."""

from collections.abc import Awaitable, Iterable
from typing import ClassVar, Final, TypeVar

from rich.cells import cell_len
from textual.widget import Widget

from bankcraps.client import House, LiveTable
from bankcraps.errors import BankcrapsError
from bankcraps.terminal.join.live_session import LiveSession
from bankcraps.terminal.join.own_limits import asked_of_house
from bankcraps.terminal.join.room_words import ROOM_HELP, answer, farewell, inspected, kept, people
from bankcraps.terminal.play.help import Page, help_page
from bankcraps.terminal.play.layout import inks
from bankcraps.terminal.play.layout.canvas import Canvas, clipped
from bankcraps.terminal.play.session import sentence
from bankcraps.terminal.play.table_screen import ROLLING, TableScreen
from bankcraps.terminal.play.widgets.bars import CanvasWidget, DiceView
from bankcraps.terminal.play.widgets.input_line import HelpScreen

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
        canvas = Canvas(width, height, inks.GROUNDS["bar"])
        x = 1
        for text, ink in self._parts():
            if x + cell_len(text) > width - 1:
                canvas.put(x, 0, clipped(text, width - 1 - x), ink)
                break
            x = canvas.put(x, 0, text, ink) + 3
        return canvas

    def _parts(self) -> list[tuple[str, inks.Ink]]:
        session = self._session
        if session.table.lost:
            return [("NO CONNECTION", inks.LOST), ("it is made again by itself", inks.PLAIN)]
        parts = [(self._phase(), inks.GOLD), self._fairness()]
        parts += [(said, inks.LABEL) for said in people(session.live.view)]
        if session.live.inspection is not None:
            parts += [(said, inks.LABEL) for said in inspected(session.live.inspection)]
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

    def _fairness(self) -> tuple[str, inks.Ink]:
        watch = self._session.table
        view, checked = watch.live.view, watch.live.own_seeds.checked
        if watch.distrust:
            return (f"DO NOT TRUST THESE DICE: {watch.distrust}", inks.LOST)
        if view.settings.dice == "entered":
            waits = f"{view.entered.throw} waits for a second look" if view.entered else "real dice"
            return (waits, inks.PLAIN)
        sealed = view.fairness.commitment[:_SHOWN]
        said = f"throw {view.fairness.number} sealed {sealed}" if sealed else "the dice are not sealed yet"
        said += f", throw {checked} checked" if checked else ""
        said += f", {view.fairness.withheld} withheld" if view.fairness.withheld else ""
        return (said, inks.WON if checked else inks.FAINT)


_W = TypeVar("_W", bound=Widget)

_TICK_S: Final = 0.25
"""Seconds between redraws of the clock, which shows whole seconds."""


class JoinApp(TableScreen):
    """A live table at the terminal. Its result is the message to show after it has closed."""

    ROWS_TAKEN = 1
    CSS: ClassVar[str] = "#live { height: 1; } .-small #live { display: none; }"

    session: LiveSession

    def __init__(self, live: LiveTable, house: House, *, rolling: float = ROLLING) -> None:
        """Show a table that has been entered.

        Args:
            live: the table.
            house: the house that it is in.
            rolling: seconds for which the dice tumble.
        """
        self._hearing = live.heard()
        self._house = house
        super().__init__(LiveSession(live, self._show_answer), rolling=rolling)

    def bars(self) -> Iterable[Widget]:
        """The phase, the dice, the people."""
        yield LiveBar(self.session)

    def on_mount(self) -> None:
        """Start receiving news, and start the clock."""
        super().on_mount()
        self.run_worker(self._hear())
        self.set_interval(_TICK_S, self._tick)

    async def _hear(self) -> None:
        """Show the news until the connection ends for good."""
        session = self.session
        async for news in self._hearing:
            throws = session.view.throws
            session.hear(news)
            if session.view.throws != throws and self._parts(DiceView):
                self.show_throw()
            else:
                self._show_answer()
        self.exit(farewell(session.live))

    def _show_answer(self) -> None:
        """Show the table now, or when the dice come to rest."""
        if not any(dice.rolling for dice in self._parts(DiceView)):
            for _ in self._parts(LiveBar):
                self.redraw()

    def _tick(self) -> None:
        for bar in self._parts(LiveBar):
            bar.redraw()

    def _parts(self, kind: type[_W]) -> list[_W]:
        """The parts of a kind on the screen; none before the screen opens and after it closes."""
        return [part for screen in self.screen_stack[:1] for part in screen.query(kind)]

    def leaving(self) -> str:
        """Say what happens to the player's place when they leave."""
        if not self.session.view.who:
            return ""
        return f"{kept(self.session.live.view)}; type leave to take your chips with you."

    def say(self, line: str) -> None:
        """Some words are for the room of a live table."""
        if said := answer(line, self.session.table):
            self.session.add_to_log(*(f"{one.rstrip('.')}." for one in said))
        elif asking := asked_of_house(line, self._house, self.session.live.now):
            self.run_worker(self._tell(asking))
        else:
            super().say(line)

    async def _tell(self, asking: Awaitable[list[str]]) -> None:
        """Ask the house about the person's limits or money, and show what it says."""
        try:
            said = await asking
            self.session.add_to_log(*said)
            self.session.tell(said[0])
        except BankcrapsError as error:
            self.session.tell(sentence(str(error)))
        self._show_answer()

    def tell_in_log(self, line: str) -> None:
        """Write a line into the log, such as what a system that plays here is refused."""
        self.session.add_to_log(line)
        self._show_answer()

    def obey(self, word: str, rest: str) -> None:
        """Carry out a command of the screen."""
        if word == "new":
            self.session.tell(
                "To go to another table, leave this one and come to that one:  bankcraps join ADDRESS NAME"
            )
        elif word == "help" and not rest:
            self.push_screen(HelpScreen(_help(self.session)))
        else:
            super().obey(word, rest)


def _help(session: LiveSession) -> Page:
    """The help of the terminal table, with the words of a live one."""
    book = session.table.rulebook
    pages = help_page(book, "a unit")
    if not session.live.view.advice:
        pages = [page for page in pages if page[0] != "The game"]  # it speaks of the house's edge
    return [("At a live table", ROOM_HELP), *pages]
