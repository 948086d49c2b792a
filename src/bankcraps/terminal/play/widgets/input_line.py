"""The line to type into. While it is empty, a few keys act at once; letters and digits never do."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Final

from rich.console import Console, ConsoleOptions, Group
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Input, Static

from bankcraps.terminal.play.commands import completed
from bankcraps.terminal.play.help import Page
from bankcraps.terminal.play.session import Session


class _Suggester(Suggester):
    """Offers the rest of a word, and then an example of its use."""

    def __init__(self, session: Session) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._session = session

    async def get_suggestion(self, value: str) -> str | None:
        table = self._session.table
        return completed(value, table.rulebook, table.state) or None


class InputLine(Input):
    """The line where a player types.

    No word begins with one of the keys that act at once, so a word that is typed can do nothing but what it
    says, and only after the enter key.
    """

    class Pressed(Message):
        """A key acts at once.

        Attributes:
            key: "space", "+", "-", "?", "<", "tab", "ctrl+z", "ctrl+c", "escape", "pageup" or "pagedown".
        """

        def __init__(self, key: str) -> None:
            """Remember which."""
            super().__init__()
            self.key = key

    class Said(Message):
        """The enter key ended a line."""

        def __init__(self, line: str) -> None:
            """Remember it."""
            super().__init__()
            self.line = line

    def __init__(self, session: Session) -> None:
        """A line for the table of a session."""
        super().__init__(placeholder=session.prompt, suggester=_Suggester(session), compact=True, id="line")
        self.cursor_blink = False
        self._session = session
        self._said: list[str] = []
        self._shown = 0

    async def _on_key(self, event: Key) -> None:
        """Act on a key at once; a binding would act only after the next key of a fast typist."""
        act = _EDITING.get(event.key)
        key = _ACTING.get(event.character or "")
        if act is not None:
            act(self)
        elif key is not None and not self.value:
            self.post_message(self.Pressed(key))
        else:
            return
        event.stop()
        event.prevent_default()

    def say(self) -> None:
        """Say the line. An empty line says nothing: a second enter after a bet must not throw."""
        line = self.value.strip()
        if line:
            if self._said[-1:] != [line]:
                self._said.append(line)
            self._shown = len(self._said)
            self.post_message(self.Said(self.value))
        self.value = ""

    def complete(self) -> None:
        """Complete the word; in an empty line, go to the next player."""
        if self.value:
            table = self._session.table
            self._fill(completed(self.value, table.rulebook, table.state) or self.value)
        else:
            self.post_message(self.Pressed("tab"))

    def recall(self, by: int) -> None:
        """Bring back the line said before (-1) or after (1)."""
        self._shown = min(max(0, self._shown + by), len(self._said))
        self._fill("".join(self._said[self._shown : self._shown + 1]))

    def clear_line(self) -> None:
        """Clear the line, and the message in the bar."""
        self._fill("")
        self.post_message(self.Pressed("escape"))

    def undo(self) -> None:
        """Undo the last line said, unless another is being typed."""
        if not self.value:
            self.post_message(self.Pressed("ctrl+z"))

    def begin(self, words: str) -> None:
        """Put the beginning of a line there, to be finished."""
        self._fill(words)
        self.focus()

    def _fill(self, words: str) -> None:
        self.value = words
        self.cursor_position = len(words)


def _press(key: str) -> Callable[[InputLine], object]:
    return lambda line: line.post_message(InputLine.Pressed(key))


_ACTING: Final = {" ": "space", "+": "+", "=": "+", "-": "-", "?": "?", "<": "<"}
"""The characters that act at once in an empty line. No word may begin with one of them."""

_EDITING: Final[dict[str, Callable[[InputLine], object]]] = {
    "enter": InputLine.say,
    "tab": InputLine.complete,
    "up": lambda line: line.recall(-1),
    "down": lambda line: line.recall(1),
    "escape": InputLine.clear_line,
    "ctrl+z": InputLine.undo,
    **dict.fromkeys(("ctrl+c", "ctrl+d", "ctrl+q"), _press("ctrl+c")),
    "pageup": _press("pageup"),
    "pagedown": _press("pagedown"),
    "backspace": InputLine.action_delete_left,
    "ctrl+h": InputLine.action_delete_left,
    "delete": InputLine.action_delete_right,
    "left": InputLine.action_cursor_left,
    "right": InputLine.action_cursor_right,
    "home": InputLine.action_home,
    "end": InputLine.action_end,
    "ctrl+a": InputLine.action_home,
    "ctrl+e": InputLine.action_end,
    "ctrl+u": InputLine.action_delete_left_all,
    "ctrl+k": InputLine.action_delete_right_all,
    "ctrl+w": InputLine.action_delete_left_word,
}
"""The keys that are no characters."""


# Help, over the table.


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
