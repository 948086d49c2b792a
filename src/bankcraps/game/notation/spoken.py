"""Turns ordinary talk into notation: "place the 6 for twelve dollars" is `place 6 12`.

Words that add nothing become blanks, and numbers in words become digits. Every line keeps its length, so that
an error still points at the right column. The patterns are in `spoken.txt`.
"""

import re
from importlib import resources
from typing import Final

from bankcraps.game.chips import Cents, printed

__all__ = ["hint_for", "plain"]

_UNITS: Final = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905 - shorter
_TEENS: Final = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: SIM905 - shorter
_TENS: Final = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70}
_NUMBERS: Final = {
    **{word: number for number, word in enumerate(_UNITS, 1)},
    **_TENS,
    **{word: number for number, word in enumerate(_TEENS, 13)},
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
}
_NAMES: Final = {
    **dict.fromkeys(("yo", "yo-leven", "yoleven", "yo leven"), 11),
    **dict.fromkeys(("aces", "snake eyes", "deuce"), 2),
    **dict.fromkeys(("ace deuce", "ace-deuce"), 3),
    **dict.fromkeys(("boxcars", "midnight"), 12),
}
"""Names of the numbers of a horn."""


def _one_of(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_PARTS: Final = {
    "<number>": rf"(?:a (?=hundred))?(?:{_one_of(_NUMBERS)})(?:[ \t-]+(?:{_one_of(_NUMBERS)})){{0,5}}",
    "<word>": _one_of(_NUMBERS),
    "<point>": "4|5|6|8|9|10|four|five|six|eight|nine|ten",
    "<high>": f"2|3|11|12|two|three|eleven|twelve|{_one_of(_NAMES)}",
    "<sevens>": "sevens|7'?s",
    "<dollars>": "dollars?|bucks?",
}
"""Parts of the patterns below. A number in words is read whole: "two hundred" is no bet on the two."""

_BLANK: Final = re.compile(r"(\[[^]]*\]|\(\?<[=!][^)]*\))| (\??)")


def _compiled(pattern: str) -> re.Pattern[str]:
    for part, words in _PARTS.items():
        pattern = pattern.replace(part, words)
    pattern = _BLANK.sub(lambda one: one[1] or (r"[ \t]*" if one[2] else r"[ \t]+"), pattern)
    pattern = re.sub(r"^\^", r"^[ \\t]*", re.sub(r"(?<!\*)\$$", r"[ \\t]*$", pattern))
    return re.compile(pattern, re.IGNORECASE)


def _table(text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = (line.partition(" =>") for line in text.splitlines() if line and not line.startswith("#"))
    return tuple((_compiled(pattern), said.removeprefix(" ")) for pattern, _, said in rows)


_CHANGES, _HINTS = map(
    _table,
    resources.files("bankcraps.game.notation").joinpath("spoken.txt").read_text("utf-8").split("[hints]\n"),
)


_QUOTED: Final = re.compile(r'"(?:\\.|[^"\\])*"')
_GROUP: Final = re.compile(r"([\\#])(\d)")


def plain(words: str) -> str:
    """Make ordinary talk plain, character for character.

    >>> plain("two dollars on the hard six").split()
    ['2', 'on', 'hard', '6']
    >>> plain("4 the hard way for 5").split()
    ['hard', '4', '5']
    """
    if _QUOTED.search(words):
        return words
    for pattern, said in _CHANGES:
        words = pattern.sub(lambda found, said=said: _instead(found, said), words)
    return words


def _instead(found: re.Match[str], said: str) -> str:
    """Fill in what is said instead of a match, at its length."""

    def group(part: re.Match[str]) -> str:
        text = found[int(part[2])] or ""
        return text if part[1] == "\\" else _in_digits(text)

    return _GROUP.sub(group, said).ljust(len(found[0]))


def _in_digits(said: str) -> str:
    """Write numbers in digits: "twenty four" is 24, and "eight twelve" two numbers.

    >>> _in_digits("a hundred fifty"), _in_digits("eight twelve"), _in_digits("yo")
    ('150', '8 12', '11')
    """
    if not said or said[0].isdecimal():
        return said
    words = " ".join(said.lower().split())
    if words in _NAMES:
        return str(_NAMES[words])
    numbers = [0]
    for word in re.split(r"[ -]+", words.removeprefix("a ")):
        value, number = _NUMBERS[word], numbers[-1]
        if word == "hundred" and number < 10:  # noqa: PLR2004 - one to nine hundred
            numbers[-1] = max(1, number) * value
        elif number % 100 == 0 or (number % 100 in _TENS.values() and value < 10):  # noqa: PLR2004
            numbers[-1] += value
        else:
            numbers.append(value)
    return " ".join(map(str, numbers))


_LONGEST: Final = 200
"""The most characters of a saying."""

_FOR_TWO: Final = (
    _compiled(r"^(?:place )?\$?(?P<sum>\d+)(?: on)? (?P<a>\d+) and (?P<b>\d+)$"),
    _compiled(r"^(?:place )?(?P<a>\d+) and (?P<b>\d+) \$?(?P<sum>\d+)$"),
)
"""One sum for two numbers: it may be for each, or for both."""


def hint_for(words: str) -> str:
    """Return what to say instead of words that are unclear or mean nothing here; empty for other words.

    Only the beginning of a long line counts, because some patterns look at each pair of its words.
    """
    words = words[:_LONGEST]
    plainer = plain(words)
    for pattern in _FOR_TWO:
        if two := pattern.search(plainer):
            each, half = int(two["sum"]), printed(Cents(int(two["sum"]) * 50))
            numbers = f"each on the {two['a']} and {two['b']}"
            return f"say which: {each} {numbers}, or {half} {numbers}, which is {each} in all"
    return next((hint for pattern, hint in _HINTS if pattern.search(words.strip())), "")
