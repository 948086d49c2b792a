"""The start screen: choose a house, limits and players, or go on with the last session."""

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.types import CSSPathType
from textual.widgets import Button, Checkbox, Input, Label, RadioButton, RadioSet, Static

from bankcraps.errors import BankcrapsError
from bankcraps.game.chance import dice_from
from bankcraps.game.rulebook import BOOKS, DEFAULT_BOOK, load_rulebook
from bankcraps.game.table import Table, read_seats
from bankcraps.terminal.play.local_session import LocalSession
from bankcraps.terminal.play.table_screen import ROLLING, TableScreen

_FIELDS: Final = {
    "limits": ("Limits", "1:10000", "least:most:unit, in dollars"),
    "chip": ("Smallest chip", "1", "the smallest the table pays in"),
    "seats": ("Players", "Player:500", "such as Ann:500 Bob:300"),
}
"""The fields to type into: the label, what stands there at first, and a note."""


class Start(NamedTuple):
    """The choice made on the start screen.

    Attributes:
        table: a new table; None to go on with the last session.
    """

    table: Table | None


class StartApp(App[Start]):
    """The start screen. Enter on the first button opens the table as it is filled in."""

    TITLE: str | None = "Bankcraps"
    CSS_PATH: ClassVar[CSSPathType | None] = "widgets/start.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    AUTO_FOCUS: ClassVar[str | None] = "#play"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,ctrl+d,escape", "leave", "leave", show=False, priority=True),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, last: str = "", rules: str = DEFAULT_BOOK) -> None:
        """Fill in the usual choices.

        Args:
            last: the description of the last session; empty if there is none.
            rules: the book chosen at first.
        """
        super().__init__()
        self._last = last
        self._houses = list(dict.fromkeys([*BOOKS, rules]))
        self._rules = rules

    def compose(self) -> ComposeResult:
        """The houses, the table, the players, the buttons."""
        books = [load_rulebook(house) for house in self._houses]
        yield Static("BANKCRAPS  Choose a table.", id="head")
        with Horizontal(id="house"):
            with RadioSet(id="rules"):
                for house, book in zip(self._houses, books, strict=True):
                    yield RadioButton(book.title, value=house == self._rules)
            yield Static(id="about")
        for name, (label, usual, note) in _FIELDS.items():
            with Horizontal(classes="row"):
                yield Label(label)
                yield Input(usual, id=name, compact=True)
                yield Label(note, classes="note")
        yield Checkbox("Practice: one player, who may take back throws", id="practice", compact=True)
        yield Static(id="problem")
        with Vertical(id="buttons"):
            yield Button("Play at this table", id="play", compact=True)
            if self._last:
                yield Button(f"Go on with {self._last}", id="resume", compact=True)
            yield Button("Leave", id="leave", compact=True)
        yield Static("tab and arrows move, space chooses, enter plays, ctrl+c leaves", id="foot")

    @on(RadioSet.Changed)
    def on_mount(self) -> None:
        """Describe the house chosen."""
        self.query_one("#about", Static).update(load_rulebook(self._house()).about)
        self._mark()

    @on(Checkbox.Changed)
    def _mark(self) -> None:
        """Mark the choices with a sign, for people who do not see colours."""
        for choice in self.query(RadioButton):
            choice.BUTTON_INNER = "●" if choice.value else " "
            choice.refresh()
        practice = self.query_one(Checkbox)
        practice.BUTTON_INNER = "X" if practice.value else " "
        practice.refresh()

    @on(Button.Pressed, "#resume")
    def _resume(self) -> None:
        self.exit(Start(None))

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Leave without a table."""
        self.exit()

    def _house(self) -> str:
        return self._houses[max(0, self.query_one("#rules", RadioSet).pressed_index)]

    @on(Button.Pressed, "#play")
    @on(Input.Submitted)
    def _play(self) -> None:
        """Open the table, or show the error."""
        limits, chip, seats = (self.query_one(f"#{name}", Input).value for name in _FIELDS)
        practice = self.query_one("#practice", Checkbox).value
        try:
            players = read_seats(seats.replace(",", " ").split())
            table = Table(self._house(), players, limits=limits, chip=chip, practice=practice)
        except BankcrapsError as error:
            self.query_one("#problem", Static).update(f"✗ {error}")
            return
        self.exit(Start(table))


# The terminal table of this program.


class TableApp(TableScreen):
    """A craps table at the terminal, with its dice."""

    def __init__(
        self,
        table: Table,
        *,
        seed: int | None = None,
        on_change: Callable[[], None] | None = None,
        rolling: float = ROLLING,
        saved: str = "",
        notice: str = "",
    ) -> None:
        """Open the table.

        Args:
            table: the table to play at.
            seed: for the same throws every time; None takes chance from the operating system.
            on_change: called after everything that changed the table.
            rolling: seconds for which the dice tumble.
            saved: where the session is saved, for people; empty if it is not.
            notice: the message to show first.
        """
        super().__init__(LocalSession(table, dice_from(seed), on_change), rolling=rolling, seed=seed)
        self._saved = saved
        if notice:
            self.session.tell(notice)

    def leaving(self) -> str:
        """Return a sentence about where the session is saved."""
        return f"The session is saved in {self._saved}." if self._saved else ""
