"""Ordinary talk made plain: "place the 6 for twelve dollars" is `place 6 12`.

Words that add nothing become blanks, and numbers in words become digits. Every line keeps its length, so that
an error still points at the right column.
"""

import re
from collections.abc import Callable
from typing import Final

__all__ = ["plain"]

_UNITS: Final = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905 - shorter
_TENS: Final = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70}
_NUMBERS: Final = {
    **{word: number for number, word in enumerate(_UNITS, 1)},
    **_TENS,
    "fifteen": 15,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
}
_ONE_WORD: Final = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_NUMBER: Final = rf"(?:a (?=hundred))?(?:{_ONE_WORD})(?:[ \t-]+(?:{_ONE_WORD}))*"
"""A number in one word or several. It is read whole or not at all: "two hundred" is no bet on the two."""

_NAMES: Final = {
    **dict.fromkeys(("yo", "yo-leven", "yoleven", "yo leven", "eleven"), 11),
    **dict.fromkeys(("aces", "snake eyes", "deuce"), 2),
    **dict.fromkeys(("ace deuce", "ace-deuce"), 3),
    **dict.fromkeys(("boxcars", "midnight"), 12),
}

_BEFORE_MONEY: Final = re.compile(
    rf"\b({_NUMBER})(?=[ \t-]+(?:dollars?|bucks?|on|each|odds)\b)", re.IGNORECASE
)
_A_DOLLAR: Final = re.compile(r"\ba (?=(?:dollar|buck)\b)", re.IGNORECASE)
_AFTER_A_WORD: Final = re.compile(
    r"(?<=\b)((?:place|buy|lay|big|hard|hardway|hard way|come|odds|press|high|the|my|and|on|each|for)[ \t]+)"
    rf"({_NUMBER})(?![\w-])",
    re.IGNORECASE,
)
_NAME: Final = "|".join(sorted(_NAMES, key=len, reverse=True))
_HORN_HIGH: Final = re.compile(rf"\b(horn[ _]high[ \t]+(?:the[ \t]+)?)({_NAME})\b", re.IGNORECASE)
_HARD_WAY: Final = re.compile(
    r"\b(4|6|8|10|four|six|eight|ten)[ \t]+(?:the[ \t]+)?hard(?:[ _]?way)?\b"
    r"(?![ \t]+(?:four|six|eight|ten)\b)",
    re.IGNORECASE,
)
_ON_THE_LINE: Final = re.compile(r"\b(?:the|my) line\b", re.IGNORECASE)
_FILLERS: Final = re.compile(
    r"\b(?:the dice|the|my|an?|please|turn|dollars?|bucks?|for|put|bet|give me|i want|i'll take|i'll have)\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r'"(?:\\.|[^"\\])*"')


def plain(words: str) -> str:
    """Make ordinary talk plain, character for character.

    >>> plain("two dollars on the hard six").split()
    ['2', 'on', 'hard', '6']
    >>> plain("4 the hard way for 5").split()
    ['hard', '4', '5']
    """
    if _QUOTED.search(words):
        return words
    for pattern, change in _CHANGES:
        words = pattern.sub(change, words)
    return words


def _padded(text: str, found: re.Match[str]) -> str:
    """Make a text as long as what it replaces."""
    return text.ljust(len(found[0]))


def _number(said: str) -> str:
    """Write a number in digits; leave several words that make no number as they are."""
    if said.isdecimal():
        return said
    number = 0
    for word in re.split(r"[\s-]+", said.lower().removeprefix("a ")):
        value = _NUMBERS[word]
        if word == "hundred" and number < 10:  # noqa: PLR2004 - one to nine hundred
            number = max(1, number) * value
        elif number % 100 == 0 or (number % 100 in _TENS.values() and value < 10):  # noqa: PLR2004
            number += value
        else:
            return said
    return str(number)


_CHANGES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (_HORN_HIGH, lambda found: _padded(f"{found[1]}{_NAMES[found[2].lower()]}", found)),
    (_HARD_WAY, lambda found: _padded(f"hard {_number(found[1])}", found)),
    (_A_DOLLAR, lambda found: _padded("1", found)),
    (_BEFORE_MONEY, lambda found: _padded(_number(found[1]), found)),
    (_AFTER_A_WORD, lambda found: _padded(f"{found[1]}{_number(found[2])}", found)),
    (_AFTER_A_WORD, lambda found: _padded(f"{found[1]}{_number(found[2])}", found)),
    (_ON_THE_LINE, lambda found: _padded("pass", found)),
    (_FILLERS, lambda found: _padded("", found)),
)
"""What changes, in this order. Numbers change twice, since one may follow another."""
