"""Help, over the table."""

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from bankcraps.play.helping import Page

__all__ = ["HelpScreen"]


class HelpScreen(ModalScreen[None]):
    """Pages of help that any of the usual keys closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,space", "dismiss", "close", show=False),
    ]

    def __init__(self, page: Page) -> None:
        """Show that page."""
        super().__init__()
        self._page = page

    def compose(self) -> ComposeResult:
        """A scroll of it."""
        with VerticalScroll(id="help"):
            yield Static(_written(self._page))
            yield Static("escape closes", id="close")

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#help").focus()


def _written(page: Page) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="#ffd75f", no_wrap=True)
    table.add_column()
    for index, (heading, lines) in enumerate(page):
        if heading:
            table.add_row(Text("\n" * bool(index) + heading, style="bold #ffffff"), "")
        for word, about in lines:
            table.add_row(Text(word), Text(about))
    return table
