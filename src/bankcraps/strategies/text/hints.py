"""Hints for a word that does not parse: the likely meaning, or possible words."""

import difflib
import re
from typing import Final

from bankcraps.game.notation.usage import USAGE
from bankcraps.game.wagers import Kind
from bankcraps.strategies.text.money_hints import about_money

__all__ = ["unexpected"]

_ONE_WORD: Final = (
    *("_WHEN", "_AFTER", "_AND", "_OR", "_NOT", "NO", "_UP", "_TO", "_BY", "_EACH", "_OF", "_FROM", "ALWAYS"),
    *("POINT", "_THROWS", "_ADD", "_TAKE", "_REGRESS", "_RESET", "STOP", "LINE", "IT", "ALL", "_ONLY"),
    *("_PROGRESSION", "_STEPS", "_SINCE", "_WITHIN", "LOSING", "WINNING", "THROWS", "SHOOTERS", "DECISIONS"),
    *("_ODDS", "_DOWN", "_ON", "_OFF"),
)
"""Terminals that are called what they say."""

_WORDS: Final[dict[str, tuple[str, ...]]] = {
    **{name: (name.strip("_").lower(),) for name in _ONE_WORD},
    "_COLON": (":",),
    "_UP_TO": ("up to",),
    "_DOWN_TO": ("down to",),
    "_COME_OUT": ("come_out",),
    "NEW_SHOOTER": ("new_shooter",),
    "FIVE_COUNT": ("five_count",),
    "EVERY": ("every 2nd shooter",),
    "AHEAD": ("ahead", "behind"),
    "OWNING": ("owning",),
    "THIS_SHOOTER": ("this shooter",),
    "_LAST_SHOOTER": ("last shooter",),
    "_OF_LAST": ("of last",),
    "_THIS_STAGE": ("this stage",),
    "_OFTEN": ("times",),
    "_BELOW_PEAK": ("below the peak",),
    "OR_WHAT": ("or more", "or less"),
    "PERCENT": ("5%",),
    "HALF": ("half",),
    "_TO_REACH": ("to reach 1000",),
    "KELLY": ("kelly",),
    "OF_WHAT": ("of start", "of winnings", "of losses"),
    "_POINTS_MADE": ("points made",),
    "WIN": ("win", "wins"),
    "LOSS": ("loss", "losses"),
    "HAPPENED": (
        *("point_set", "point_made", "seven_out", "new_shooter"),
        *("natural", "craps", "dice_pass", "dice_miss"),
    ),
    "DICE_IN_A_ROW": ("dice_passes in a row", "dice_misses in a row"),
    "_SEVEN_OUTS": ("seven_outs in a row",),
    "THROW_OF": ("throw of 12",),
    "EXCEPT": ("except point",),
    "MAX": ("max", "maximum", "full"),
    "TIMES": ("2x", "double"),
    "MONEY": ("a number",),
    "COMBINATION": ("a combination",),
    "HOP_SEVENS": ("hop sevens",),
    "_PRESS": ("press", "double"),
    "_HALF_PRESS": ("half press",),
    "_PARLAY": ("parlay",),
    "_AT_MOST": ("at most",),
    "_A_SHOOTER": ("a shooter",),
    "_LOST": ("lost this shooter",),
    "_ON_TABLE": ("on the table",),
    "_STOP_AFTER": ("stop after",),
    "STAGE": ("stage one",),
    "GO_TO": ("go to two",),
    "PROGRESSION": (
        *("martingale", "paroli", "press", "half_press", "regress", "fibonacci", "dalembert"),
        *("reverse_dalembert", "1-3-2-6", "oscar"),
    ),
    "LABOUCHERE": ("labouchere 1-2-3-4", "reverse_labouchere 1-2-3-4"),
    "_UNITS": ("units",),
    "SERIES": ("series after wins 1 2 4",),
    "BACK": ("back 1",),
    "THEN_STAY": ("then stay",),
    "LPAR": ("(",),
    "RPAR": (")",),
}
"""The words of every terminal, as a hint writes them."""

_SPREADS: Final = frozenset({"ACROSS", "INSIDE", "OUTSIDE", "HARDWAYS", "HI_LO"})
_WAGERS: Final = _SPREADS | {"HOP_SEVENS"} | {kind.name for kind in Kind}
_COUNTS: Final = frozenset({"MONEY", "COMBINATION"})
_SHARES: Final = frozenset({"PERCENT", "HALF", "ALL", "_TO_REACH", "KELLY"})
_STARTS: Final = _WAGERS | {
    *("_WHEN", "_AFTER", "_ONLY", "_AT_MOST", "_STOP_AFTER", "_PROGRESSION", "_ODDS", "_DOWN", "_ON", "_OFF"),
    *("_PRESS", "_HALF_PRESS", "_PARLAY", "_ADD", "_TAKE", "_REGRESS", "_RESET", "STOP", "STAGE", "GO_TO"),
}
"""Terminals that can begin a line or a step."""

_BEGINNINGS: Final = frozenset(
    re.split(r"[ _]", said)[0] for name in _STARTS for said in (*_WORDS.get(name, ()), name.lower())
)
_KNOWN: Final = frozenset(word for words in _WORDS.values() for word in words) | {w.lower() for w in _WAGERS}
"""Words that are right elsewhere, and so no typos."""

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
_EVENTS: Final = frozenset({*_WORDS["WIN"], *_WORDS["LOSS"], *_WORDS["HAPPENED"], "throw"} - {"new_shooter"})
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

_AS_IN: Final = {
    "at most": "at most 3 come a shooter",
    "stop after": _ENDS,
    "progression labouchere": "progression labouchere 1-2-3-4 on pass up to 20 units",
    "progression series": "progression series after wins 1 2 4 on pass",
    "progression": _PACE,
    "press": "press place 6 by 6 up to 60",
    "double": "double pass up to 640",
    "half press": "half press place 6 up to 60",
    "parlay": "parlay hard 6 up to 500",
    "add": "add 10 to pass up to 100",
    "take": "take 10 from pass down to 10",
    "regress": "regress place 6 to 12",
    "place all": "place all the numbers 32",
    "no": "no 10 40",
    "hop sevens": "hop sevens 3",
    "come": "come 10 up to 2",
    "dont come": "dont_come 10 up to 2",
    "odds": "odds come 20",
}
"""Examples for words that the table does not have, or uses otherwise."""


def unexpected(word: str, wanted: set[str], before: str) -> str:
    """The message for a word that does not parse.

    Args:
        word: the word; empty at the end of the text.
        wanted: the terminals of the grammar that are accepted there.
        before: the text before the word.
    """
    what = f"{word!r} is not understood here" if word else "the text is not finished"
    low, item = word.lower(), re.split(r"[;:\r\n]", before)[-1].strip().lower()
    money = about_money(low, wanted, before)
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
    asked = [said for name in sorted(wanted - _COUNTS) for said in _WORDS.get(name, ())]
    wagers = [name.lower() for name in sorted(wanted & _WAGERS)]
    if _MEANT.get(word) in asked:
        return [_MEANT[word]]
    # Any wager can begin a condition, so that a condition begins like a wager says little.
    begun = [said for said in asked + ([] if "ALWAYS" in wanted else wagers) if _begins(word, said)]
    if begun or word in _KNOWN:
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
            _ends(before, r"stop[ \t]+after[ \t]+\d+") and word.removesuffix("s") in (*_EVENTS, "point"),
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
            "ALWAYS" in wanted and word in _EVENTS,
            "that is an event: begin with after, as in after win of pass: stop",
        ),
        (
            bool(wanted & {"HAPPENED", "_PROGRESSION"}) and word in _CONDITIONS,
            "that is a condition: begin with when, as in when come_out: pass 10",
        ),
        (
            "_PROGRESSION" in wanted and word in _WORDS["PROGRESSION"],
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
    words = [said for name in sorted(wanted) for said in _WORDS.get(name, ())]
    if "_SEP" not in wanted:
        return f"say {_either(words)}{_example(item)}"
    more = [] if word in _BEGINNINGS else [said for said in words if said not in _WORDS["MONEY"]]
    return "put a ; before what comes next" + (f", or say {_either(more)}" if more else "")


def _example(item: str) -> str:
    """An example for the longest known beginning of an item."""
    words = re.split(r"[ \t_]+", item.replace("'", ""))
    for count in range(len(words), 0, -1):
        begun = " ".join(words[:count])
        found = _AS_IN.get(begun) or USAGE.get(begun.replace(" ", "_"), "").partition(",")[0]
        if found:
            return f", as in {found}"
    return ""


def _either(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
