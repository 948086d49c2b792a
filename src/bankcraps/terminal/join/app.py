"""The terminal screen for a live table."""

from collections.abc import Awaitable, Iterable
from typing import ClassVar, Final, TypeVar

from textual.widget import Widget

from bankcraps.client import House, LiveTable
from bankcraps.errors import BankcrapsError
from bankcraps.terminal.join.live_bar import LiveBar
from bankcraps.terminal.join.live_session import LiveSession
from bankcraps.terminal.join.own_limits import (
    asks_for_money,
    is_about_limits,
    limits_in_words,
    money_in_words,
)
from bankcraps.terminal.join.room_words import ROOM_HELP, answer, farewell, kept
from bankcraps.terminal.play.help import Page, help_page
from bankcraps.terminal.play.log_lines import LogLine
from bankcraps.terminal.play.messages import sentence
from bankcraps.terminal.play.table_screen import ROLLING, TableScreen
from bankcraps.terminal.play.widgets.canvas_widget import DiceView
from bankcraps.terminal.play.widgets.input_line import HelpScreen

__all__ = ["JoinApp"]

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
        if said := answer(line, self.session.watch):
            self.session.add_to_log([LogLine(f"{one.rstrip('.')}.", "told") for one in said])
        elif is_about_limits(line):
            self.run_worker(self._tell(limits_in_words(self._house, line, self.session.live.now)))
        elif asks_for_money(line):
            self.run_worker(self._tell(money_in_words(self._house)))
        else:
            super().say(line)

    async def _tell(self, asking: Awaitable[list[str]]) -> None:
        """Ask the house about the person's limits or money, and show what it says."""
        try:
            said = await asking
            self.session.add_to_log([LogLine(one, "told") for one in said])
            self.session.tell(said[0])
        except BankcrapsError as error:
            self.session.tell(sentence(str(error)))
        self._show_answer()

    def tell_in_log(self, line: str) -> None:
        """Write a line into the log, such as what a system that plays here is refused."""
        self.session.add_to_log([LogLine(line, "told")])
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
    if not session.advice:
        pages = [page for page in pages if page[0] != "The game"]  # it speaks of the house's edge
    return [("At a live table", [*ROOM_HELP]), *pages]
