"""The line that is typed into, which is a row of keys while nothing is in it."""

from collections.abc import Callable
from typing import Final

from textual.events import Key as KeyPressed
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from bankcraps.play.key_run import KeyRun
from bankcraps.play.keys import KEYS
from bankcraps.play.session import Session
from bankcraps.play.vocabulary import Vocabulary

__all__ = ["Line"]

_SCREEN_KEYS: Final = ("?", "q")


class _Completing(Suggester):
    """Offers the rest of a word, and then an example of its use."""

    def __init__(self, session: Session) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._session = session

    async def get_suggestion(self, value: str) -> str | None:
        table = self._session.table
        return Vocabulary(table.rulebook, table.state).completed(value) or None


class Line(Input):
    """What is said at the table.

    Until something is typed, letters and numbers are keys that act at once, and space throws. When
    letters turn out to begin a word, the keys they were are taken back.
    """

    class Pressed(Message):
        """A key was pressed in an empty line: one of `KEYS`, "throw", or a key's own name."""

        def __init__(self, key: str) -> None:
            """Remember which."""
            super().__init__()
            self.key = key

    class Typed(Message):
        """The last so many keys were letters of a word; what they did is to be taken back."""

        def __init__(self, keys: int) -> None:
            """Remember how many."""
            super().__init__()
            self.keys = keys

    class Said(Message):
        """A line was said."""

        def __init__(self, line: str) -> None:
            """Remember it."""
            super().__init__()
            self.line = line

    def __init__(self, session: Session) -> None:
        """A line for the table of that session."""
        placeholder = " space throws; or type  place 6 12  or  Bob: come 10"
        super().__init__(placeholder=placeholder, suggester=_Completing(session), compact=True, id="line")
        self.cursor_blink = False
        self._session = session
        self._run = KeyRun()
        self._said: list[str] = []
        self._shown = 0

    def _words(self) -> Vocabulary:
        return Vocabulary(self._session.table.rulebook, self._session.table.state)

    async def _on_key(self, event: KeyPressed) -> None:
        """Act on a key at once: a binding would act only after the next key of a quick typist."""
        act = _ACTS.get(event.key)
        if act is not None:
            event.stop()
            event.prevent_default()
            act(self)
            self._run.forget()
        elif event.is_printable and event.character and not self.value:
            self._first(event, event.character)

    def _first(self, event: KeyPressed, letter: str) -> None:
        """A key in the empty line: it acts, or it begins a word."""
        if letter == " ":
            word = self._run.word(event.time, self._words())
            self._run.forget()
            if word:
                self._take_over(word)
            else:
                self._press("throw", event)
        elif letter in _SCREEN_KEYS or letter in KEYS:
            self._press(letter, event)
            self._run.pressed(letter, event.time)
        else:
            self._take_over(self._run.begun(letter, event.time, self._words()))

    def _press(self, key: str, event: KeyPressed) -> None:
        """A key that is not a letter."""
        event.stop()
        event.prevent_default()
        self.post_message(self.Pressed(key))

    def _take_over(self, keys: str) -> None:
        """Keys were letters: they go into the line, before the one that is typed now."""
        self._run.forget()
        if keys:
            self.post_message(self.Typed(len(keys)))
            self.insert_text_at_cursor(keys)

    def end(self) -> None:
        """Say the line. With nothing in it nothing happens: a second enter after a bet must not throw."""
        word = "" if self.value else self._run.word(self.Pressed("").time, self._words())
        if word:
            self._take_over(word)
        self._run.forget()
        line = self.value.strip()
        if not line:
            self.value = ""
            return
        if self._said[-1:] != [line]:
            self._said.append(line)
        self._shown = len(self._said)
        self.post_message(self.Said(self.value))
        self.value = ""

    def complete(self) -> None:
        """Finish the word; in an empty line, go to the next seat."""
        if self.value:
            self._fill(self._words().completed(self.value) or self.value)
        else:
            self.post_message(self.Pressed("tab"))

    def earlier(self) -> None:
        """The line said before."""
        self._shown = max(0, self._shown - 1)
        self._fill("".join(self._said[self._shown : self._shown + 1]))

    def later(self) -> None:
        """The line said after."""
        self._shown = min(len(self._said), self._shown + 1)
        self._fill("".join(self._said[self._shown : self._shown + 1]))

    def empty(self) -> None:
        """Begin again."""
        self._run.forget()
        self._fill("")
        self.post_message(self.Pressed("escape"))

    def begin(self, words: str) -> None:
        """Put the beginning of a line there, to be finished."""
        self._fill(words)
        self.focus()

    def _fill(self, words: str) -> None:
        self.value = words
        self.cursor_position = len(words)


def _asking(key: str) -> Callable[[Line], object]:
    return lambda line: line.post_message(Line.Pressed(key))


_ACTS: Final[dict[str, Callable[[Line], object]]] = {
    "enter": Line.end,
    "tab": Line.complete,
    "up": Line.earlier,
    "down": Line.later,
    "escape": Line.empty,
    "pageup": _asking("pageup"),
    "pagedown": _asking("pagedown"),
    "backspace": Line.action_delete_left,
    "delete": Line.action_delete_right,
    "left": Line.action_cursor_left,
    "right": Line.action_cursor_right,
    "home": Line.action_home,
    "end": Line.action_end,
}
"""The keys that are no letters."""
