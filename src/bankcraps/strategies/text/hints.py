"""Hints for a word that does not parse: the likely meaning, or possible words."""

import difflib
import re
from functools import cache
from typing import Final

from bankcraps.game.notation.usage import USAGE
from bankcraps.game.wagers import Kind
from bankcraps.strategies.language import EXAMPLES, PHRASES, WORDS

_SPREADS: Final = frozenset({"ACROSS", "INSIDE", "OUTSIDE", "HARDWAYS", "HI_LO"})
_WAGERS: Final = _SPREADS | {"HOP_SEVENS"} | {kind.name for kind in Kind}
_COUNTS: Final = frozenset({"MONEY", "COMBINATION"})
_SHARES: Final = frozenset({"PERCENT", "HALF", "ALL", "_TO_REACH", "KELLY"})
_MEANT: Final = {
    "if": "when",
    "whenever": "when",
    "remove": "down",
    "rolls": "throws",
    "cancellation": "labouchere 1-2-3-4",
}
"""Words that people use for words of the grammar."""

_JOINING: Final = frozenset({"and", "or", "then", "plus", "but", "also", "&", "+", ","})
_EQUALS: Final = frozenset({"is", "=", "==", "four", "five", "six", "eight", "nine", "ten"})
_CONDITIONS: Final = frozenset(
    {"come_out", "always", "every", "not", "no", "five_count", "new_shooter", "ahead", "behind", "owning"}
)
_SPLITTING: Final = frozenset({"split", "divided", "johnson", "johnson's", "pyramid"})
_MOVING: Final = frozenset({"go", "goto", "advance", "retreat", "move", "next", "switch", "return", "back"})
_TYPO: Final = 0.78
"""The least likeness of a suggested word."""

_SHORTEST: Final = 3
_FEW: Final = 2

_RULE: Final = "begin a rule, as in when come_out: pass 10"
_JOIN: Final = "join conditions with 'and' or 'or'"
_ENDS: Final = "stop after losing 200 or winning 100"
_PACE: Final = "progression martingale on pass up to 7 steps"
_PLACES: Final[tuple[tuple[set[str], str], ...]] = (
    ({"_EACH", "_ON"}, "name the wager, as in pass 10 or 10 on pass"),
    ({"STOP"}, "say what to bet, as in pass 10, or what else to do, as in odds max or down place 6"),
    (
        {"ALWAYS"},
        (
            "say a condition: come_out, point, always, five_count, new_shooter, ahead 100, behind 100, "
            "or a wager up, as in place 6 up"
        ),
    ),
    (
        {"HAPPENED"},
        "say an event: win of pass, 2 losses of field, point_made, seven_out or throw of 12",
    ),
    ({"ALL", "_THROWS"}, "say throws, points made, or which wagers are up, as in 2 come up"),
    ({"WIN", "_THROWS"}, "say wins, losses, throws, points made or seven_outs in a row"),
    ({"_THROWS", "SHOOTERS"}, "say throws, decisions or shooters, as in within 2 shooters of seven_out"),
    ({"ALL"}, "say which wager, as in place 6, come, odds or all"),
    ({"MAX"}, "say how much, as in odds max, odds 2x or odds 20"),
    (
        {"PROGRESSION"},
        "say which one: martingale, paroli, fibonacci, dalembert, oscar or labouchere 1-2-3-4",
    ),
    ({"LOSING"}, "say losing 200, winning 100, 60 throws, 10 shooters or 20 decisions"),
    (
        {"DECISIONS"},
        "say throws, shooters or decisions after a number, or losing or winning before an amount",
    ),
    ({"_WHEN", "_AFTER"}, "say when, after or on, as in only when point or only after five_count"),
    ({"_A_SHOOTER"}, "say a shooter, as in at most 3 come a shooter"),
    ({"_AND", "RPAR"}, f"close the bracket with ), or {_JOIN}"),
    ({"_AND", "_COLON"}, f"put a : before the bets, or {_JOIN}"),
    ({"_AND"}, f"put a ; before what comes next, or {_JOIN}"),
    ({"_UP"}, "say up, as in place 6 up; the bets go after a :"),
    ({"_OF"}, "say of which wager, as in after win of pass, or put a : before what to do"),
    ({"_COLON"}, "put a : before what to do, as in after win of pass: stop"),
    ({"_OR"}, f"join ends with or, as in {_ENDS}, or put a ; before what comes next"),
)
"""Hints by place: the terminals accepted there, and the hint. The first place that fits counts."""

_AS_IN: Final = {"place all": "place all the numbers 32", "no": "no 10 40"}
"""Examples for words that the table does not have, or uses otherwise."""


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
    low, item = word.lower(), re.split(r"[;:\r\n]", before)[-1].strip().lower()
    money = _about_money(low, wanted, before)
    if money:
        return f"{what}; {money}"
    near = _near(low, wanted)
    if near:
        return f"{what}; did you mean {' or '.join(near)}?"
    # A number is what is missing, unless a share is half spelled.
    wanted = wanted - _SHARES if "PERCENT" in wanted else wanted
    hint = _for_a_joining_word(low, wanted, item) or _for_a_word_elsewhere(low, wanted, before)
    return f"{what}; {hint or _for_the_place(low, wanted, before, item)}"


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


def _for_a_joining_word(word: str, wanted: set[str], item: str) -> str:
    """The hint for `and`, `or`, a comma and the like that join nothing."""
    if word not in _JOINING or wanted & {"_AND", "_OR", "_UP", "STOP"}:
        return ""
    if item.startswith("progression"):
        return f"a progression is on one wager or one kind: write a line for each, as in {_PACE}"
    if "_SEP" in wanted:
        return "put a ; between two steps"
    one_event = "an after rule waits for one event: write a rule for each, or say when before a condition"
    return one_event if "_COLON" in wanted else ""


def _for_a_word_elsewhere(word: str, wanted: set[str], before: str) -> str:
    """The hint for a word that belongs somewhere else, or needs another form."""
    hints = (
        (
            "GO_TO" in wanted and word in _MOVING,
            "name the stage and say why, as in go to two when ahead 70 or go to one after seven_out",
        ),
        (
            _ends(before, r"stop"),
            f"write stop alone, or give it a line of its own, as in {_ENDS}",
        ),
        (
            _ends(before, r"stop[ \t]+after[ \t]+\d+") and word.removesuffix("s") in (*_events(), "point"),
            "that is an event: give it a rule, as in after 3 wins of pass: stop",
        ),
        (
            _ends(before, r"progression") and word in _SPLITTING,
            "a loss is written as one number, as in labouchere 1-2-3-4; say other rows as series or stages",
        ),
        (
            _ends(before, r"point[ \t]+\d+[ \t]+and[ \t]+\d+"),
            "there is one point at a time: join points with or, as in point 6 or 8",
        ),
        (
            _ends(before, r"point") and word in _EQUALS,
            "say which point with a number, as in point 6",
        ),
        (
            "ALWAYS" in wanted and word in _events(),
            "that is an event: begin with after, as in after win of pass: stop",
        ),
        (
            bool(wanted & {"HAPPENED", "_PROGRESSION"}) and word in _CONDITIONS,
            "that is a condition: begin with when, as in when come_out: pass 10",
        ),
        (
            "_PROGRESSION" in wanted and word in _hints("PROGRESSION"),
            f"say progression before it, as in {_PACE}",
        ),
        (
            word in ("when", "after") and "_SEP" in wanted and ":" not in before,
            f"{word} comes first in a rule, as in when come_out: pass 10",
        ),
        (
            "_LAST_SHOOTER" in wanted and not wanted & {"_COLON", "_AND"},
            "that is an event, as in after win of pass: stop; a condition is 2 wins of pass this shooter",
        ),
        (
            word == ")" and before.count("(") <= before.count(")"),
            "no bracket is open",
        ),
    )
    return next((hint for applies, hint in hints if applies), "")


def _ends(before: str, with_: str) -> bool:
    return re.search(rf"\b{with_}\s*\Z", before, re.IGNORECASE) is not None


def _for_the_place(word: str, wanted: set[str], before: str, item: str) -> str:
    """The hint for any other word: what fits at that place."""
    if {"_WHEN", "STOP"} <= wanted:
        return f"{_RULE}, or say what to bet, as in pass 10" if ":" in before else _RULE
    for terminals, hint in _PLACES:
        if terminals <= wanted:
            return hint
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
    if not words:
        return "which wager, as in pass or come"
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


# Words about money that players try: `5% on the pass line`, `all in`, `60 off the peak`.


_NUMBERS: Final = frozenset(
    {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "fifteen", "twenty"}
    | {"twenty-five", "thirty", "forty", "fifty", "hundred"}
)
_SHARE: Final = r"(half|all|%|percent)"
_SPREAD: Final = r"(inside|outside|across|hardways|hi[ _]?lo)"

_MONEY_PLACES: Final[tuple[tuple[str, str, str, str], ...]] = (
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


def _about_money(word: str, wanted: set[str], before: str) -> str:
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
    for terminal, items, words, hint in _MONEY_PLACES:
        fits = not terminal or terminal in wanted
        if fits and re.fullmatch(items, item) and re.fullmatch(words, word):
            return hint
    return ""
