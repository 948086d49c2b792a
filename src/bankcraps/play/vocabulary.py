"""The words that can be typed: to complete them, and to tell a word from a row of keys."""

import re
from typing import Final

from bankcraps.engine import State
from bankcraps.notation.usage import USAGE
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Kind

__all__ = ["COMMANDS", "Vocabulary"]

COMMANDS: Final = {
    "roll": "roll",
    "undo": "undo",
    "seat": "seat Ann",
    "unit": "unit 10",
    "wagers": "wagers",
    "help": "help place",
    "quit": "quit",
}
"""What is said to the screen and not to the table, each with an example."""

_KINDS: Final = {kind.value: kind for kind in Kind}
_SPEAKER: Final = re.compile(r"\s*(?:[^\s:\"]+\s*:\s+)?")


class Vocabulary:
    """What can be said at one table.

    Attributes:
        words: every word a line can begin with, without the wagers that the house does not take.
        names: the players.
    """

    def __init__(self, book: Rulebook, state: State) -> None:
        """Gather the words."""
        self.words = [word for word in (*COMMANDS, *USAGE) if self._taken(book, word)]
        self.names = [seat.name for seat in state.seats]

    @staticmethod
    def _taken(book: Rulebook, word: str) -> bool:
        kind = _KINDS.get(word)
        return kind is None or kind in book.wagers

    def begins(self, text: str) -> bool:
        """Whether a word or a name begins like that."""
        begun = text.casefold()
        return any(word.casefold().startswith(begun) for word in (*self.words, *self.names))

    def knows(self, text: str) -> bool:
        """Whether that is a whole word."""
        return text.casefold() in self.words

    def completed(self, text: str) -> str:
        """The line that was probably meant: the word finished, then an example of its use; empty for no idea.

        >>> from bankcraps import Table
        >>> table = Table("three_four_five", {"Ann": 500, "Bob": 300})
        >>> words = Vocabulary(table.rulebook, table.state)
        >>> words.completed("pl"), words.completed("Bob: place "), words.completed("seat B")
        ('place', 'Bob: place 6 12', 'seat Bob')
        """
        spoken = _SPEAKER.match(text)
        begun = spoken.end() if spoken else 0
        said, rest = text[:begun], text[begun:]
        if not rest:
            return ""
        return next(
            (said + rest + more[len(rest) :] for more in self._guesses(rest, named=bool(said.strip()))), ""
        )

    def _guesses(self, rest: str, *, named: bool) -> list[str]:
        """What the words after the name could become, the likeliest first."""
        verb, space, _ = rest.partition(" ")
        if not space:
            found = [word for word in self.words if word.startswith(rest.casefold())]
            speakers = [] if named else [f"{name}: " for name in self.names]
            return found + [name for name in speakers if name.casefold().startswith(rest.casefold())]
        if verb == "seat":
            guesses = [f"seat {name}" for name in self.names]
        elif verb == "help":
            guesses = [f"help {word}" for word in self.words]
        else:
            guesses = _examples(verb)
        return [guess for guess in guesses if guess.casefold().startswith(rest.casefold())]


def _examples(verb: str) -> list[str]:
    usage = USAGE.get(verb, COMMANDS.get(verb, ""))
    return [example for example in re.split(r", (?:or: )?", usage) if example.startswith(verb)]
