"""Names of throws, which the stickperson calls, and of several bets at once; players bet with both.

The names of throws are those of the `classic` document. The others are from the glossaries that the page
"Sayings" of the documentation names.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.wagers import BOX_NUMBERS, HARD_NUMBERS, WAGERS, Wager
from bankcraps.support.files import shipped_rows

UNITS: Final = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905 - shorter
"""The numbers in words, from one to twelve."""


class Named(NamedTuple):
    """The names of a throw.

    Attributes:
        throw: a total, a total thrown hard or easy, or two faces: `5`, `hard 4`, `easy 4`, `5-4`.
        called: names that are only called, the plainest first.
        names: names that players bet with, too.
        means: the wager that such a bet means, or a question, if it could be one of several.
    """

    throw: str
    called: list[str]
    names: list[str]
    means: str


def _named(written: str, means: str) -> Named:
    throw, *names = written.split(" | ")
    called, bet = ([name for name in some.split("; ") if name != "-"] for some in names)
    return Named(throw, called, bet, means)


_FILE: Final = shipped_rows("bankcraps.game.notation", "nicknames.txt")
_THROWS: Final = tuple(_named(*row) for row in _FILE["throws"])


def names_of(throw: Throw) -> Iterator[str]:
    """Yield the names of a throw, the plainest first.

    >>> list(names_of(Throw(1, 2)))
    ['Three, ace-deuce', 'Ace-deuce', 'Tracy', 'Acey deucey', 'Ace caught a deuce']
    """
    way = "hard" if throw.hard else "easy"
    faces = f"{max(throw.a, throw.b)}-{min(throw.a, throw.b)}"
    found = [row for row in _THROWS if row.throw in (str(throw.total), f"{way} {throw.total}", faces)]
    for names in (*(row.called for row in found), *(row.names for row in found)):
        yield from names


# Several bets at once.


def _hops(total: int, *, hard: bool = False, easy: bool = False) -> dict[str, int]:
    return {
        f"hop {dice}": 1
        for dice in OUTCOMES
        if dice.total == total and not (hard and not dice.hard) and not (easy and dice.hard)
    }


_HARDWAYS: Final = {f"hard {number}": 1 for number in HARD_NUMBERS}
_SHARES: Final[dict[str, dict[str, int]]] = {
    "three_way": {"two": 1, "three": 1, "twelve": 1},
    "hi_lo_yo": {"two": 1, "twelve": 1, "eleven": 1},
    "ace_deuce_split": {"two": 1, "three": 1},
    "buffalo": _HARDWAYS | {"any_seven": 1},
    "buffalo_yo": _HARDWAYS | {"eleven": 1},
    "iron_cross": {"field": 5, "place 5": 5, "place 6": 6, "place 8": 6},
    "hop_sevens": _hops(7),
    "hop_fives": _hops(5),
    "hop_nines": _hops(9),
    **{f"hop_easy_{total}": _hops(total, easy=True) for total in HARD_NUMBERS},
    **{f"hop_hard_{total}": _hops(total, hard=True) for total in HARD_NUMBERS},
}
GROUPS: Final = {
    name: {WAGERS[wager]: units for wager, units in shares.items()} for name, shares in _SHARES.items()
}
"""The names of several bets at once, and the units on each."""


_WORDS: Final = {number: UNITS[number - 1] for number in BOX_NUMBERS}
_WAYS: Final = "say which way: hop easy {0} {1}, or hop hard {0} 1, for the pair"


def _hop_words() -> Iterator[tuple[str, str]]:
    """Yield words for all hops on a total, and the name of their group; a question, if they are unclear."""
    hop, hopped = r"hop(?:ping)?(?: all)?(?: the)? ", r" (?:(?:on )?(?:the )?hop|hopping)"
    for number, word in _WORDS.items():
        plural = word + ("es" if word == "six" else "s")
        one, several = rf"(?:{word}|{plural}|{number}(?:'?s)?)", rf"(?:{word}|{plural}|{number}'?s)"
        ways = _WAYS.format(number, len(_hops(number, easy=True)))
        yield f"{hop}{several}|{several}{hopped}", ways if number in HARD_NUMBERS else f"hop_{plural}"
        for way in ("easy", "hard") if number in HARD_NUMBERS else ():
            said = rf"(?:{way} {one}|{one}(?: the)? {way}(?: ?ways?)?|{way} ?ways? {one})"
            yield f"{hop}{said}|{said}{hopped}", f"hop_{way}_{number}"


def _pattern(words: str) -> str:
    """A pattern for words with any blanks, dashes or underscores between them."""
    return re.sub(r" (\??)", lambda blank: rf"[ \t,_-]{'*' if blank[1] else '+'}", words)


def _of_name(name: str) -> str:
    return (
        re.escape(name.lower().replace(",", "").replace("-", " "))
        .replace(r"\ ", " ")
        .replace(" a ", "(?: a)? ")
        .replace("deucey", "deuce?y")
        .replace("'", "'?")
    )


_MEANT: Final = {
    **{_pattern(_of_name(name)): row.means for row in _THROWS for name in row.names},
    **{_pattern(words): means for words, means in (*_FILE["groups"], *_hop_words())},
}
"""The meaning of each nickname by its pattern: a wager, a group, or a question."""

NICKNAME: Final = rf"(?:{'|'.join(sorted(_MEANT, key=len, reverse=True))})(?![\w-])"
"""A pattern for every nickname that somebody can bet with."""


def meaning_of(words: str) -> Wager | str:
    """Return the wager that a nickname means, or the name of a group of `GROUPS`.

    >>> meaning_of("Ozzie and Harriet"), meaning_of("hop the fives")
    (wager('hard 8'), 'hop_fives')

    Raises:
        ValueError: if it could be one of several; the text asks which.
    """
    means = next(means for one, means in _MEANT.items() if re.fullmatch(one, words, re.IGNORECASE))
    if means not in GROUPS and means not in WAGERS:
        raise ValueError(means)
    return means if means in GROUPS else WAGERS[means]


# Turns ordinary talk into notation: "place the 6 for twelve dollars" is `place 6 12`.


_TEENS: Final = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: SIM905 - shorter
_TENS: Final = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70}
_NUMBERS: Final = {
    **{word: number for number, word in enumerate(UNITS, 1)},
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


@cache
def _spoken() -> tuple[tuple[tuple[re.Pattern[str], str], ...], ...]:
    """Return the changes to talk, and the hints: compiled for the first who talks, because it takes long."""
    parts = shipped_rows("bankcraps.game.notation", "spoken.txt").values()
    return tuple(tuple((_compiled(pattern), said) for pattern, said in rows) for rows in parts)


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
    for pattern, said in _spoken()[0]:
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
            each, half = int(two["sum"]), int(two["sum"]) // 2
            numbers = f"each on the {two['a']} and {two['b']}"
            if each % 2:
                return f"say it so, if you mean that: {each} {numbers}"
            return f"say which: {each} {numbers}, or {half} {numbers}, which is {each} in all"
    return next((hint for pattern, hint in _spoken()[1] if pattern.search(words.strip())), "")
