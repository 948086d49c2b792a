"""Hints for words about money that players try: `5% on the pass line`, `all in`, `60 off the peak`."""

import re
from typing import Final

__all__ = ["about_money"]

_NUMBERS: Final = frozenset(
    {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "fifteen", "twenty"}
    | {"twenty-five", "thirty", "forty", "fifty", "hundred"}
)
_SHARE: Final = r"(half|all|%|percent)"
_SPREAD: Final = r"(inside|outside|across|hardways|hi[ _]?lo)"

_PLACES: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("STOP", r"", r"half", "a share comes after its wager, as in pass half or pass all"),
    ("STOP", r"", r"all", "a share comes after its wager, as in pass all; the wager All is make_em_all"),
    ("_EACH", r"[\d.,]+", r"%|percent", "a share comes after its wager, as in pass 5%"),
    ("", rf"{_SPREAD}\s+[\d.,]+", r"%|percent", "a share is for one wager: write place 6 5%; place 8 5%"),
    ("_SEP", rf"\S.*{_SHARE}", r"the|my|winn?ings|loss?es", "say of winnings, of losses or of start"),
    (
        "",
        rf"\S.*{_SHARE}\s+of",
        r"the|my|what|wins?|winn?ings?|loss?es|start\w*|bank\w*|money|chips|rail|roll|stakes?|\d.*",
        "say of winnings, of losses, of start or of a wager; half alone is of all that is owned",
    ),
    ("_EACH", r"(half\s+)?", r"kelly", "kelly comes after its wager, as in field kelly"),
    ("STOP", r"", r"kelly", "kelly comes after its wager, as in field kelly"),
    ("", rf"{_SPREAD}", r"kelly", "kelly is for one wager: write place 6 kelly; place 8 kelly"),
    ("PROGRESSION", r".*", r"kelly", "kelly is an amount: say field kelly in a when rule"),
    ("KELLY", r"\S.*", r"full|whole", "kelly alone is all of it, as in field kelly"),
    ("", r"\S.*\ball", r"in", "all means all in already, as in pass all"),
    ("", r"\S.*\bto[ _]reach", r"\D\S*", "say which sum, as in pass to reach 1000"),
    (
        "_BELOW_PEAK",
        r".*\b[\d.,]+",
        r"off|from|under|beneath|down|less",
        "say below, as in 60 below the peak",
    ),
    ("", r".*\b(ahead|behind)", r"by", "leave out by, as in ahead 50 this shooter"),
    (
        "",
        r".*\bbelow\b.*\bpeak",
        r"this|last|with|of",
        "the peak is of the whole session: say 25 below the peak alone, or behind 25 this shooter",
    ),
    (
        "_SEP",
        r"\S.*\bof\s+(winnings|losses)",
        r"this|last|with",
        "these are since the start; for a shooter say a sum, as in when ahead 50 this shooter: pass 25",
    ),
    (
        "",
        r"at[ _]most\s+[$\d.,]+",
        r"on|at|in|up|per|a|risk\w*|total",
        "say at most 100 on the table, at most 100 lost this shooter, or at most 3 come a shooter",
    ),
)
"""A terminal accepted there, the item before the word, the word, and the hint. The first that fits counts."""


def about_money(word: str, wanted: set[str], before: str) -> str:
    """The hint for a word about money, or an empty text.

    Args:
        word: the word that does not parse, in small letters.
        wanted: the terminals that are accepted there.
        before: the text before it.
    """
    *others, item = re.split(r"[;:\r\n]", before.lower())
    heads = [one.split()[0] for one in others if re.match(r"\s*(when|after)\b", one)]
    if word == "half" and heads[-1:] == ["after"]:
        return ""  # half press is meant
    item = item.strip()
    if word in _NUMBERS and wanted & {"PERCENT", "STOP"} and "ALWAYS" not in wanted:
        return "say a number in digits after its wager, as in pass 10 or pass 5%"
    for terminal, items, words, hint in _PLACES:
        fits = not terminal or terminal in wanted
        if fits and re.fullmatch(items, item) and re.fullmatch(words, word):
            return hint
    return ""
