"""The screen of a table: the layout, the dice, the rails, the log, and a line to type into."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final, Literal, NamedTuple, TypeVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import Input

from bankcraps.game.chips import printed
from bankcraps.game.notation import read
from bankcraps.terminal.play.commands import answer, command, shortcut
from bankcraps.terminal.play.help import help_on, help_page
from bankcraps.terminal.play.session import Session, TableView
from bankcraps.terminal.play.statistics import statistics
from bankcraps.terminal.play.widgets import bars as parts
from bankcraps.terminal.play.widgets.input_line import HelpScreen, InputLine

_Result = TypeVar("_Result")

SMALLEST = (80, 24)
"""The smallest columns and rows in which the table can be shown."""

_WHOLE_LAYOUT = (96, 28)
"""The least size to paint the whole layout, instead of a list."""

_WIDE = 112


class Shares(NamedTuple):
    """The rows of the parts whose height changes with the window.

    Attributes:
        name: the amount of detail that is shown.
        felt, keys: rows for the layout and for the keys.
        message: the message in a window that is too small.
    """

    name: Literal["full", "medium", "compact", "small"]
    felt: int = 0
    keys: int = 1
    message: str = ""


def shares(width: int, height: int, taken: int = 0) -> Shares:
    """The rows of each part in a window of that size, of which some rows are taken by other parts.

    >>> shares(120, 40).felt, shares(100, 30).felt, shares(80, 24).felt
    (23, 17, 13)
    >>> shares(70, 20).message
    'The table needs a window of 80 x 24. This one is 70 x 20.'
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        needed = f"{SMALLEST[0]} x {SMALLEST[1]}"
        return Shares(
            "small", message=f"The table needs a window of {needed}. This one is {width} x {height}."
        )
    if width < _WHOLE_LAYOUT[0] or height < _WHOLE_LAYOUT[1]:
        return Shares("compact", felt=min(18, height - 11 - taken))
    left = height - 6 - taken
    felt = min(30, left - min(11, max(7, left * 11 // 34)))
    return Shares("full" if width >= _WIDE else "medium", felt, keys=2)


class TableWindow(App[_Result]):
    """A window with a table, whose parts share its rows."""

    TITLE: str | None = "Bankcraps"
    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).parent / "widgets" / "table.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    ROWS_TAKEN = 0
    """The number of rows that parts of a subclass take."""

    @staticmethod
    def middle(table_view: TableView, rolling: float) -> ComposeResult:
        """The dice, the rails and the log, side by side. The dice tumble for some seconds."""
        with Horizontal(id="middle"):
            yield parts.DiceView(table_view, rolling)
            yield parts.Rails(table_view)
            yield parts.LogView(table_view)

    def on_resize(self, event: Resize) -> None:
        """Give each part its place in the new size."""
        share = shares(event.size.width, event.size.height, self.ROWS_TAKEN)
        screen = self.screen_stack[0]
        screen.update_classes({f"-{name}": share.name == name for name in ("compact", "medium", "small")})
        screen.query_one("#felt").styles.height = share.felt
        for keys in screen.query("#keys"):
            keys.styles.height = share.keys
        screen.query_one("#small", parts.Words).say(share.message)

    def redraw(self) -> None:
        """Show everything as it is now; each part repaints only what changed."""
        screen = self.screen_stack[0]
        for part in screen.query(parts.CanvasWidget):
            part.redraw()
        screen.query_one(parts.LogView).redraw()


_ACTS: Final[dict[str, Callable[[Session], object]]] = {
    "roll": lambda session: session.throw(),
    **dict.fromkeys(("undo", "ctrl+z"), lambda session: session.undo()),
    **dict.fromkeys(("back", "<"), lambda session: session.step_back()),
    "tab": lambda session: session.next_player(),
    "+": lambda session: session.change_unit(up=True),
    "-": lambda session: session.change_unit(up=False),
    "escape": lambda session: session.clear_message(),
}
"""The acts of commands and of keys."""

ROLLING: Final = 0.24
"""Seconds for which the dice tumble; any key ends it."""


class TableScreen(TableWindow[str]):
    """A craps table at the terminal, wherever the table is.

    The line has two states. While it is empty, a few keys act at once; none of them is a letter or a digit.
    While there is something in it, every key is typing, and nothing happens before the enter key.

    Attributes:
        session: the table, and what is shown.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#line"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,ctrl+d", "leave", "leave", show=False),
    ]

    def __init__(self, session: Session, *, rolling: float = ROLLING, seed: int | None = None) -> None:
        """Show a session.

        Args:
            session: the table.
            rolling: seconds for which the dice tumble.
            seed: the seed of the dice as the title shows it, if there is one.
        """
        super().__init__()
        self.session = session
        self._seed = seed
        self._rolling = rolling
        self._leaving = False

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        session = self.session
        yield parts.Title(session, self._seed)
        yield from self.bars()
        yield parts.Felt(session)
        yield from self.middle(session, self._rolling)
        yield parts.Words(id="small")
        yield parts.MessageBar(session)
        with Horizontal(id="speak"):
            yield parts.Words(id="state")
            yield parts.Words(id="prompt")
            yield InputLine(session)
        yield parts.KeysBar(session)

    def bars(self) -> Iterable[Widget]:
        """Bars below the title."""
        return ()

    def on_mount(self) -> None:
        """Show everything; then load the grammar, so that the first line need not wait for it."""
        self.redraw()
        self.call_after_refresh(self.run_worker, partial(read, "pass 1"), thread=True)

    # Lines, keys and clicks.

    def on_input_line_pressed(self, event: InputLine.Pressed) -> None:
        """A key that acts at once."""
        self._settle()
        if event.key == "ctrl+c":
            self.action_leave()
            return
        self._stay()
        if event.key == "space":
            self._acted(self.session.throw)
            return
        if event.key in _ACTS:
            _ACTS[event.key](self.session)
        elif event.key == "?":
            self.obey("help", "")
        else:
            log, pages = self.query_one(parts.LogView), -1 if event.key == "pageup" else 1
            log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)
        self.redraw()

    def on_input_line_said(self, event: InputLine.Said) -> None:
        """A whole line: a command, a shortcut, or words for the table."""
        self._settle()
        self._stay()
        self._acted(partial(self.say, event.line))

    def say(self, line: str) -> None:
        """Carry out a command or a shortcut, or say words at the table."""
        ordered, short = command(line), shortcut(line)
        if ordered is not None:
            self.obey(*ordered)
        elif short is not None:
            short(self.session)
        else:
            self.session.say(line)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the typed text at once, and do not make people wait for the dice."""
        if event.value:
            self._stay()
            self._settle()
        self._show_state()

    def on_felt_clicked(self, event: parts.Felt.Clicked) -> None:
        """A click on a box bets a unit, or takes the last wager there down."""
        self._settle()
        match event.box.spots:
            case (spot,) if event.down:
                self.session.take_down([self.session.last_bet_on(spot)])
            case (spot,):
                self.session.bet([self.session.next_bet_on(spot)])
            case _:
                self.query_one(InputLine).begin(f"{event.box.kind.value} " if event.box.kind else "")
        self.redraw()

    def action_leave(self) -> None:
        """Ask on the first press of the key, leave on the second."""
        if self._leaving:
            self.exit()
        else:
            self._leaving = True
            self.session.tell(
                f"Press ctrl+c again to leave the table. Anything else plays on. {self.leaving()}".strip()
            )
            self.redraw()

    def _stay(self) -> None:
        """Cancel the question about leaving."""
        if self._leaving:
            self._leaving = False
            self.session.clear_message()
            self.query_one(parts.MessageBar).redraw()

    def leaving(self) -> str:
        """Say in a sentence what happens to the session when the player leaves."""
        return ""

    def obey(self, word: str, rest: str) -> None:
        """Carry out a command."""
        session = self.session
        match word:
            case "roll" | "undo" | "back":
                _ACTS[word](session)
            case "seat":
                session.speak_for(rest)
            case "unit":
                session.set_unit(rest)
            case "wagers" | "status":
                session.add_to_log(*answer(word, session.table, session.view.who))
            case "stats":
                self.push_screen(HelpScreen(statistics(session)))
            case "new":
                self.exit("new")
            case "help":
                book, unit = session.table.rulebook, printed(session.view.unit)
                self.push_screen(HelpScreen(help_on(book, rest.lower()) if rest else help_page(book, unit)))
            case _:
                self.exit()

    # The dice.

    def _acted(self, act: Callable[[], object]) -> None:
        """Carry out an act. After a throw, let the dice tumble, then show the result."""
        throws = self.session.view.throws
        act()
        if self.session.view.throws != throws:
            self.show_throw()
        else:
            self.redraw()

    def show_throw(self) -> None:
        """Let the dice tumble, then show what they did."""
        self.query_one(parts.DiceView).roll(self.redraw)

    def _settle(self) -> None:
        """Stop the dice at once."""
        self.query_one(parts.DiceView).rest()

    def redraw(self) -> None:
        """Show everything as it is now, and whether the keys act."""
        super().redraw()
        self._show_state()

    def _show_state(self) -> None:
        """Show whether the keys act or the line is typed into, and whose line it is."""
        screen, who = self.screen_stack[0], self.session.view.who
        line = screen.query_one(InputLine)
        line.placeholder = self.session.prompt
        typing = bool(line.value)
        state = screen.query_one("#state", parts.Words)
        state.set_class(typing, "-typing")
        state.say("TYPING" if typing else "KEYS")
        screen.query_one("#prompt", parts.Words).say(f"{who} ▸" if who else "▸")
        bar = screen.query_one(parts.KeysBar)
        if bar.typing != typing:
            bar.typing = typing
            bar.redraw()
