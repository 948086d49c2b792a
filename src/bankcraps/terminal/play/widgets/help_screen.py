"""Help, over the table."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rich.console import Console, ConsoleOptions, Group
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from bankcraps.terminal.play.help import Page

__all__ = ["HelpScreen"]


class HelpScreen(ModalScreen[None]):
    """Pages of help. No letter does anything here, so that a fast typist's words do nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,ctrl+c,ctrl+q,ctrl+d", "dismiss", "close", show=False),
    ]

    def __init__(self, page: Page) -> None:
        """Show a page."""
        super().__init__()
        self._page = page

    def compose(self) -> ComposeResult:
        """The page, which scrolls."""
        with VerticalScroll(id="help"):
            yield Static(_Written(self._page))
            yield Static("Escape or enter closes the help. Until then no key bets or throws.", id="close")

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#help").focus()


class _Written:
    """A page rendered by Rich, cached by width because Textual asks often."""

    def __init__(self, page: Page) -> None:
        """Write that page."""
        self._parts = Group(*_parts(page))
        self._by_width: dict[int, list[Segment]] = {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Segment]:
        """The page in a width."""
        width = options.max_width
        if width not in self._by_width:
            self._by_width = {width: list(console.render(self._parts, options))}
        return self._by_width[width]


def _parts(page: Page) -> Iterator[Text | Table]:
    """Headings, each with its lines in two columns; a line without a word is a paragraph."""
    for number, (heading, lines) in enumerate(page):
        yield Text(f"\n{heading}" if number else heading, style="bold #ffffff")
        columns = Table.grid(padding=(0, 2))
        columns.add_column(style="#ffd75f", min_width=16, max_width=34)
        columns.add_column()
        for word, about in lines:
            if word:
                columns.add_row(Text(word), Text(about))
            else:
                yield Text(about)
        if columns.row_count:
            yield columns
