"""The errors of Bankcraps: each message is a sentence for people.

An act that the rules forbid is no error: the engine returns a `Refusal`. These errors are for input that
cannot be read or used::

    BankcrapsError
     +-- FaceError       a face that no die has
     +-- MoneyError      an amount that is not money
     +-- RulebookError   an invalid rulebook, with the key and line
     +-- NotationError   a line that is not in the notation, with the column
     +-- RecordError     a record that is damaged or does not replay
"""

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from math import isfinite
from operator import index
from types import UnionType
from typing import Final, SupportsFloat, SupportsIndex, cast

_ALIKE: Final = 0.7
"""The least likeness of two words for a hint."""

_LONGEST: Final = 200
"""The most characters of a value in a message."""

_PART_OF_ESCAPE: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:x.?|u.{0,3}|U.{0,7})?\Z", re.DOTALL)
"""An escape without its end, where a value is cut."""

_MOST_BITS: Final = 1000
"""The largest whole number in a message has this many bits: 300 digits. Python writes at most 4300."""


def printable(text: str, *, lines: bool = False) -> str:
    r"""Return a text with escapes in place of characters that a terminal would obey.

    What a foreign log says could otherwise write over what this program says of it.

    >>> printable("Ann\x1b[2J")
    'Ann\\x1b[2J'

    Args:
        text: the text.
        lines: whether it may have several lines.
    """
    kept = "\n" if lines else ""
    return "".join(
        char if char.isprintable() or char in kept else char.encode("unicode_escape").decode()
        for char in text
    )


class BankcrapsError(Exception):
    """The base of all errors about input. Its text is meant to be quoted to people.

    Attributes:
        option: the option of a command that does what the text asks for, such as "--rules FILE", or empty.
            The command line prints it after the text.
    """

    option: str = ""


class FaceError(BankcrapsError, ValueError):
    """A face that no die has."""


class MoneyError(BankcrapsError):
    """An amount that is not money: a float such as 1.5, infinite, finer than a cent, or too large."""


class RulebookError(BankcrapsError):
    """A rulebook that is not valid.

    Attributes:
        key: the dotted key in the file (`place.pays`), or empty for the whole file.
        line: the line of that key, counted from 1, or None.
    """

    def __init__(self, message: str, *, source: str = "", key: str = "", line: int | None = None) -> None:
        """Put source, line and key before the message."""
        place = source + (f", line {line}" if line else "")
        parts = [part for part in (place, key, message) if part]
        super().__init__(": ".join(parts))
        self.key = key
        self.line = line


class NotationError(BankcrapsError):
    """A line that is not in the notation.

    Attributes:
        text: the whole line.
        column: where the problem starts, counted from 1.
        word: the word there; empty at the end of the line.
        to_you: the message said to the person who spoke, if it is about them; else empty.
    """

    def __init__(self, message: str, text: str, column: int = 1, word: str = "", *, to_you: str = "") -> None:
        super().__init__(message)
        self.to_you = to_you
        self.text = text
        self.column = column
        self.word = word

    def pointed(self) -> str:
        """Return the line with a caret under the problem, and the message below it."""
        caret = " " * (self.column - 1) + "^" * max(1, len(self.word))
        return f"{self.text}\n{caret}\n{self}"


class RecordError(BankcrapsError):
    """A record that is damaged or does not replay.

    Attributes:
        line: the first line that is wrong, counted from 1, or None for the whole record.
    """

    def __init__(self, message: str, *, source: str = "", line: int | None = None) -> None:
        """Put source and line before the message."""
        place = source + (f", line {line}" if line and source else f"line {line}" if line else "")
        super().__init__(f"{place}: {message}" if place else message)
        self.line = line


def closest_word(word: str, known: Iterable[str]) -> list[str]:
    """The most similar known word, or none. Words must be more alike than names: `put` is not `dispute`.

    >>> closest_word("pas", ["pass", "place"]), closest_word("put", ["dispute"])
    (['pass'], [])
    """
    return get_close_matches(word, list(known), 1, _ALIKE)


def did_you_mean(said: str, known: Iterable[str]) -> str:
    """End a message about an unknown name with the most similar known name, if there is one.

    >>> did_you_mean("plac 6", ["place 5", "place 6", "field"]), did_you_mean("roulette", ["field"])
    ('; did you mean place 6?', '')
    """
    near = get_close_matches(said, list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""


def require_text(value: object, what: str) -> None:
    """Refuse a value that is not text: bytes, None, a number.

    Raises:
        BankcrapsError: with the type that was given.
    """
    if not isinstance(value, str):
        raise BankcrapsError(f"{what} must be text, not the {type(value).__name__} {quoted(value)}")


def require_type(value: object, type_: type | UnionType, what: str) -> None:
    """Refuse a value of another type.

    Args:
        value: the value.
        type_: the type it must have.
        what: the right thing, such as "a state is what open_table or a step returns".

    Raises:
        BankcrapsError: with the value that was given.
    """
    if not isinstance(value, type_):
        raise BankcrapsError(f"{what}, not {quoted(value)}")


def require_list(value: object, what: str, but: tuple[type, ...] = (str, bytes, Mapping)) -> None:
    """Refuse a value that is not a list.

    Args:
        value: the value.
        what: the right thing, such as "systems are a list of two or more".
        but: types that can be iterated over and are no lists.

    Raises:
        BankcrapsError: with the value that was given.
    """
    if isinstance(value, but) or not isinstance(value, Iterable):
        raise BankcrapsError(f"{what}, not {quoted(value)}")


def quoted(value: object, write: Callable[[object], str] = repr) -> str:
    """Write a value for a message, but never more than a few lines of it, and a number of any size.

    >>> quoted("pass"), quoted(10**5000), quoted("x" * 10**6)[-9:]
    ("'pass'", 'an int of too many digits', "xxxxx...'")
    """
    try:
        text = write(value)
    except ValueError:
        name = type(value).__name__
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name} of too many digits"
    if len(text) <= _LONGEST:
        return text
    end = text[-1] if text[0] == text[-1] and text[0] in "'\"" else ""
    whole = _PART_OF_ESCAPE.sub(r"\1", text[:_LONGEST])
    return f"{whole}...{end}"


def whole_number(name: str, value: object) -> int:
    """Read a number given as an argument, from Python or NumPy.

    Raises:
        BankcrapsError: if it is not a whole number.
    """
    try:
        number = None if isinstance(value, bool) else index(cast("SupportsIndex", value))
    except TypeError:
        number = None
    if number is None or number.bit_length() > _MOST_BITS:
        raise BankcrapsError(f"{name} is a whole number, not {quoted(value)}")
    return number


def true_or_false(name: str, value: object) -> bool:
    """Read a choice given as an argument: True or False, also NumPy's.

    Raises:
        BankcrapsError: if it is another value, such as the text "no".
    """
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return bool(value)
    raise BankcrapsError(f"{name} is True or False, not {quoted(value)}")


def finite_number(name: str, value: object) -> float:
    """Read a number given as an argument: a float, a fraction, a whole number, also NumPy's.

    Raises:
        BankcrapsError: if it is not a number, or not finite.
    """
    try:
        number = float("nan") if isinstance(value, str | bytes) else float(cast("SupportsFloat", value))
    except (TypeError, ValueError, ArithmeticError):
        number = float("nan")
    if not isfinite(number):
        raise BankcrapsError(f"{name} is a number, not {quoted(value)}")
    return number
