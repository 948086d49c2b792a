"""Hints for a word that does not parse: the likely meaning, or possible words.

`hints.txt` says which hint belongs to which place.
"""

import difflib
import re
from functools import cache
from typing import Final, NamedTuple

from bankcraps.game.engine.refusals import listed
from bankcraps.game.notation.usage import USAGE
from bankcraps.game.wagers import Kind
from bankcraps.strategies.language import EXAMPLES, PHRASES, WORDS
from bankcraps.support.files import shipped_rows

_SPREADS: Final = frozenset({"ACROSS", "INSIDE", "OUTSIDE", "HARDWAYS", "HI_LO"})
_WAGERS: Final = _SPREADS | {"HOP_SEVENS"} | {kind.name for kind in Kind}
_COUNTS: Final = frozenset({"MONEY", "COMBINATION"})
_SHARES: Final = frozenset({"PERCENT", "HALF", "ALL", "_TO_REACH", "KELLY"})
_FILE: Final = shipped_rows("bankcraps.strategies.text", "hints.txt")
_MEANT: Final = dict(_FILE.pop("meant"))
_AS_IN: Final = dict(_FILE.pop("as in"))

_TYPO: Final = 0.78
"""The least likeness of a suggested word."""

_SHORTEST: Final = 3
_FEW: Final = 2


def _hints(*names: str) -> list[str]:
    """Words as hints write them."""
    return [said for name in names if name in WORDS for said in WORDS[name].hints]


@cache
def _known() -> frozenset[str]:
    """Words that are right elsewhere, and so no typos."""
    return frozenset({*_hints(*WORDS), *(name.lower() for name in _WAGERS)})


@cache
def _beginnings() -> frozenset[str]:
    """The first words of what can begin a line or a step."""
    steps = (one.grammar for one in PHRASES.values() if one.of in ("act", "change", "wrapper"))
    first = (re.match(r"\(?(_?[A-Z]\w*)", grammar) for grammar in steps)
    names = {"_WHEN", "_AFTER", "STAGE", "GO_TO", *_WAGERS, *(found[1] for found in first if found)}
    return frozenset(re.split(r"[ _]", said)[0] for said in (*_hints(*names), *map(str.lower, names)))


def _events() -> list[str]:
    return [one for one in (*_hints("WIN", "LOSS", "HAPPENED"), "throw") if one != "new_shooter"]


def unexpected(word: str, wanted: set[str], before: str) -> str:
    """The message for a word that does not parse.

    Args:
        word: the word; empty at the end of the text.
        wanted: the terminals of the grammar that are accepted there.
        before: the text before the word.
    """
    what = f"{word!r} is not understood here" if word else "the text is not finished"
    low, before = word.lower(), before.lower()
    item = re.split(r"[;:\r\n]", before)[-1].strip()
    if money := _told("money", low, wanted, before, item):
        return f"{what}; {money}"
    if near := _near(low, wanted):
        return f"{what}; did you mean {' or '.join(near)}?"
    # A number is what is missing, unless a share is half spelled.
    wanted = wanted - _SHARES if "PERCENT" in wanted else wanted
    hint = _told("word", low, wanted, before, item)
    if not hint and word == ")" and before.count("(") <= before.count(")"):
        hint = "no bracket is open"
    hint = hint or _told("place", low, wanted, before, item) or _for_the_place(low, wanted, item)
    return f"{what}; {hint}"


class _Hint(NamedTuple):
    """A line of `hints.txt`.

    Attributes:
        accepted: sets of words of the grammar; one of each must be accepted.
        refused: words of the grammar that must not be accepted.
        before: a pattern for the end of the text before the word or, behind a `^`, for the line before it.
        word: a pattern for the word.
        says: the hint.
    """

    accepted: tuple[frozenset[str], ...]
    refused: frozenset[str]
    before: re.Pattern[str]
    word: re.Pattern[str]
    says: str

    def fits(self, word: str, wanted: set[str], before: str, item: str) -> bool:
        """Whether it is for this place; the arguments are those of `_told`."""
        text = item if self.before.pattern.startswith("^") else before
        accepted = all(wanted & one for one in self.accepted) and not wanted & self.refused
        return accepted and bool(self.word.fullmatch(word) and self.before.search(text))


@cache
def _every_hint() -> dict[str, list[_Hint]]:
    """The lines of `hints.txt`, by part."""
    named = {"<event>": _events(), "<progression>": _hints("PROGRESSION")}
    parts = dict[str, list[_Hint]]()
    for part, rows in _FILE.items():
        for place, says in rows:
            grammar, before, word = place.split(" | ")
            names = [name for name in grammar.split() if name != "-"]
            for name, words in named.items():
                word = word.replace(name, "|".join(map(re.escape, words)))
            hint = _Hint(
                tuple(frozenset(name.split("/")) for name in names if name[0] != "-"),
                frozenset(name[1:] for name in names if name[0] == "-"),
                re.compile("" if before == "-" else rf"{before}\s*\Z"),
                re.compile(".*" if word == "-" else word),
                says,
            )
            parts.setdefault(part, []).append(hint)
    return parts


def _told(part: str, word: str, wanted: set[str], before: str, item: str) -> str:
    """The hint of the first line of a part that fits, or an empty text.

    Args:
        part: the part of `hints.txt`.
        word: the word that does not parse, in small letters.
        wanted: the words of the grammar that are accepted there.
        before: the text before it, in small letters.
        item: the line before it, without the space around.
    """
    fits = (hint.says for hint in _every_hint()[part] if hint.fits(word, wanted, before, item))
    return next(fits, "").replace("<word>", word)


def _near(word: str, wanted: set[str]) -> list[str]:
    """Guess the words meant: a synonym, words that begin with it, or a word spelled almost the same."""
    asked = _hints(*sorted(wanted - _COUNTS))
    wagers = [name.lower() for name in sorted(wanted & _WAGERS)]
    if _MEANT.get(word) in asked:
        return [_MEANT[word]]
    # Any wager can begin a condition, so that a condition begins like a wager says little.
    begun = [said for said in asked + ([] if "ALWAYS" in wanted else wagers) if _begins(word, said)]
    if begun or word in _known():
        return sorted(begun, key=len)[:_FEW]
    choices = [said for said in asked + wagers if len(said) >= _SHORTEST]
    swapped = [said for said in choices if sorted(said) == sorted(word)]
    return swapped[:1] or difflib.get_close_matches(word, choices, 1, _TYPO)


def _begins(word: str, said: str) -> bool:
    """Whether a word is the first of several in a phrase."""
    return bool(word) and word != said and re.split(r"[ _]", said)[0] == word


def _for_the_place(word: str, wanted: set[str], item: str) -> str:
    """The hint for a place that `hints.txt` does not have."""
    words = _hints(*sorted(wanted))
    if "_SEP" not in wanted:
        return f"say {_either(words)}{_example(item)}"
    more = [] if word in _beginnings() else [said for said in words if said not in _hints("MONEY")]
    return "put a ; before what comes next" + (f", or say {_either(more)}" if more else "")


def _example(item: str) -> str:
    """An example for the longest known beginning of an item."""
    words = re.split(r"[ \t_]+", item.replace("'", ""))
    for count in range(len(words), 0, -1):
        begun = " ".join(words[:count])
        found = (
            EXAMPLES.get(begun)
            or _AS_IN.get(begun)
            or USAGE.get(begun.replace(" ", "_"), "").partition(",")[0]
        )
        if found:
            return f", as in {found}"
    return ""


def _either(words: list[str]) -> str:
    return listed(words, "or") if words else "which wager, as in pass or come"
