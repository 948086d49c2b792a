"""The terminal table: the layout, the dice, the rails, the log, and a line to type into."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.widgets import Input, Static

from bankcraps.chance import dice_from
from bankcraps.chips import printed
from bankcraps.notation import read
from bankcraps.play.commands import command, standing
from bankcraps.play.helping import Page, help_on, help_page
from bankcraps.play.keys import KEYS, press
from bankcraps.play.session import Session
from bankcraps.play.sizes import Sizes, sizes
from bankcraps.play.widgets.bars import Keys, Title, TroubleBar
from bankcraps.play.widgets.dice import DiceView
from bankcraps.play.widgets.felt import Felt
from bankcraps.play.widgets.help_screen import HelpScreen
from bankcraps.play.widgets.line import Line
from bankcraps.play.widgets.log import LogView
from bankcraps.play.widgets.rails import Rails
from bankcraps.play.widgets.sheet import Sheet
from bankcraps.table import Table

if TYPE_CHECKING:
    from bankcraps.play.moment import Kept

__all__ = ["ROLLING", "TableApp"]

ROLLING: Final = 0.24
"""Seconds for which the dice tumble; any key ends it."""

_KEPT: Final = 8


class TableApp(App[None]):
    """A craps table at the terminal.

    Attributes:
        session: the evening: the table, the dice, and what is shown.
    """

    TITLE = "Bankcraps"
    CSS_PATH = "widgets/table.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "#line"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,ctrl+d", "quit", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        table: Table,
        *,
        seed: int | None = None,
        on_change: Callable[[], None] | None = None,
        rolling: float = ROLLING,
    ) -> None:
        """Sit down.

        Args:
            table: the table to play at.
            seed: for the same throws every time; None for the system's own chance.
            on_change: called after everything that changed the table.
            rolling: seconds for which the dice tumble.
        """
        super().__init__()
        self.session = Session(table, dice_from(seed), on_change)
        self._seed = seed
        self._rolling = rolling
        self._kept: list[Kept] = []
        self._leaving = False
        self._prompted: str | None = None

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        session = self.session
        yield Title(session, self._seed)
        yield Felt(session)
        with Horizontal(id="middle"):
            yield DiceView(session, self._rolling)
            yield Rails(session)
            yield LogView(session)
        yield TroubleBar(session)
        with Horizontal(id="speak"):
            yield Static(id="prompt")
            yield Line(session)
        yield Keys(session)
        yield Static(id="small")

    def on_mount(self) -> None:
        """Show who speaks; then learn the words, so that the first line typed need not wait for that."""
        self._redraw()
        self.call_after_refresh(self.run_worker, partial(read, "pass 1"), thread=True)

    # Sizes.

    def on_resize(self, event: Resize) -> None:
        """Give each part its place in the new size."""
        self._arrange(sizes(event.size.width, event.size.height))

    def _arrange(self, fitting: Sizes) -> None:
        screen = self.screen_stack[0]
        for name in ("compact", "medium", "small"):
            screen.set_class(fitting.name == name, f"-{name}")
        screen.query_one("#felt").styles.height = fitting.felt
        screen.query_one("#keys").styles.height = fitting.keys
        screen.query_one("#small", Static).update(fitting.message)
        if fitting.name != "small":
            screen.query_one(Line).focus()

    # What is said and pressed.

    def on_line_pressed(self, event: Line.Pressed) -> None:
        """One key."""
        self._settle()
        leaving, self._leaving = self._leaving, False
        if event.key in KEYS or event.key == "q":
            self._kept = [*self._kept[1 - _KEPT :], self.session.keep()]
        if event.key in KEYS:
            press(self.session, event.key)
        elif event.key == "throw":
            self._throw()
            return
        elif event.key == "tab":
            self.session.next_seat()
        elif event.key == "?":
            self._help(help_page(self.session.table.rulebook, printed(self.session.now.unit)))
        elif event.key == "q" and leaving:
            self.exit()
        elif event.key == "q":
            self._leaving = True
            self.session.tell("Press q again to leave the table; any other key plays on.")
        elif event.key == "escape":
            self.session.calm()
        else:
            self._scroll_log(-1 if event.key == "pageup" else 1)
        self._redraw()

    def on_line_typed(self, event: Line.Typed) -> None:
        """Keys that were letters of a word: as if they had not been pressed."""
        self._settle()
        self._leaving = False
        if event.keys <= len(self._kept):
            self.session.go_back(self._kept[-event.keys])
            del self._kept[-event.keys :]
        self._redraw()

    def on_line_said(self, event: Line.Said) -> None:
        """A whole line."""
        self._settle()
        self._kept.clear()
        self._leaving = False
        to_screen = command(event.line)
        throws = self.session.now.throws
        if to_screen is None:
            self.session.say(event.line)
        else:
            self._obey(*to_screen)
        if self.session.now.throws != throws:
            self._roll()
        else:
            self._redraw()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Somebody types: the dice need not be waited for."""
        if event.value:
            self._settle()

    def on_felt_pointed(self, event: Felt.Pointed) -> None:
        """A box was clicked: a unit on it, or what lies there down."""
        self._settle()
        match event.cell.spots:
            case (spot,) if event.down:
                self.session.take_down([self.session.last_of(spot)])
            case (spot,):
                self.session.bet([self.session.open_to(spot)])
            case _:
                self.query_one(Line).begin(f"{event.cell.kind.value} " if event.cell.kind else "")
        self._redraw()

    def _obey(self, word: str, rest: str) -> None:
        """Words for the screen."""
        session = self.session
        match word:
            case "roll":
                session.throw()
            case "undo":
                session.undo()
            case "seat":
                session.sit_with(rest)
            case "unit":
                session.set_unit(rest)
            case "wagers":
                session.note(standing(session.table))
            case "help" if rest:
                self._help(help_on(session.table.rulebook, rest.lower()))
            case "help":
                self._help(help_page(session.table.rulebook, printed(session.now.unit)))
            case _:
                self.exit()

    def _help(self, page: Page) -> None:
        self.push_screen(HelpScreen(page))

    def _scroll_log(self, pages: int) -> None:
        """Look back in the log, or forward."""
        log = self.query_one(LogView)
        log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)

    # The dice.

    def _throw(self) -> None:
        self._kept.clear()
        if self.session.throw():
            self._roll()
        else:
            self._redraw()

    def _roll(self) -> None:
        """Let the dice tumble, and show what they did when they rest."""
        self.query_one(DiceView).roll(self._redraw)

    def _settle(self) -> None:
        """Whatever is shown too late is shown now."""
        self.query_one(DiceView).rest()

    def _redraw(self) -> None:
        """Show everything as it is now; the parts find out themselves what changed."""
        for part in self.query(Sheet):
            part.redraw()
        self.query_one(LogView).redraw()
        if self._prompted != (who := self.session.now.who):
            self._prompted = who
            self.query_one("#prompt", Static).update(f"▶ {who}:" if who else "▶")
