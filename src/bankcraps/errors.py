"""The errors of Bankcraps, each a sentence for a person.

An ordinary "no" at the table is never an exception: it is a `Refusal` value. These are for input that cannot
be read at all::

    BankcrapsError
     +-- MoneyError      an amount that is not money
     +-- RulebookError   a rulebook that cannot be used, with its key and line
     +-- NotationError   words that nobody says at a table, with the place
     +-- RecordError     a record that is damaged, or does not replay
"""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["BankcrapsError", "MoneyError", "NotationError", "RecordError", "RulebookError", "did_you_mean"]


class BankcrapsError(Exception):
    """Anything wrong with what Bankcraps was given; its text is meant to be shown."""


class MoneyError(BankcrapsError):
    """An amount that is not a sum of money: a float such as 1.5, not finite, finer than a cent, too large."""


class RulebookError(BankcrapsError):
    """A rulebook that cannot be used.

    Attributes:
        key: where in the file, dotted (`place.pays`), or empty for the file as a whole.
        line: the line of that key, counted from 1, or None where there is none.
    """

    def __init__(self, message: str, *, source: str = "", key: str = "", line: int | None = None) -> None:
        """Compose the sentence from its place and what was wrong there."""
        place = source + (f", line {line}" if line else "")
        parts = [part for part in (place, key, message) if part]
        super().__init__(": ".join(parts))
        self.key = key
        self.line = line


class NotationError(BankcrapsError):
    """Words that nobody says at a table.

    Attributes:
        text: the line as it was written.
        column: where the trouble starts, counted from 1.
        word: the word there, empty at the end of the line.
    """

    def __init__(self, message: str, text: str, column: int = 1, word: str = "") -> None:
        """Keep the place, so that an interface can point at it."""
        super().__init__(message)
        self.text = text
        self.column = column
        self.word = word

    def pointed(self) -> str:
        """The line with a caret under the trouble, and the message below it."""
        caret = " " * (self.column - 1) + "^" * max(1, len(self.word))
        return f"{self.text}\n{caret}\n{self}"


class RecordError(BankcrapsError):
    """A record that is damaged or does not replay.

    Attributes:
        line: the first line that is wrong, counted from 1, or None for the record as a whole.
    """

    def __init__(self, message: str, *, source: str = "", line: int | None = None) -> None:
        """Put the place before the sentence."""
        place = source + (f", line {line}" if line and source else f"line {line}" if line else "")
        super().__init__(f"{place}: {message}" if place else message)
        self.line = line


def did_you_mean(said: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known name nearest to it, or nothing.

    >>> did_you_mean("plac 6", ["place 5", "place 6", "field"]), did_you_mean("roulette", ["field"])
    ('; did you mean place 6?', '')
    """
    near = get_close_matches(said, list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""
