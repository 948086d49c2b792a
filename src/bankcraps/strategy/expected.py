"""What would be understood at a place where something else was said."""

import difflib
from typing import Final

__all__ = ["unexpected"]

_WAGER: Final = "a wager"
_WORDS: Final[dict[str, str]] = {
    "_WHEN": "when",
    "_AFTER": "after",
    "_COLON": ":",
    "_AND": "and",
    "_OR": "or",
    "_NOT": "not",
    "_NO": "no",
    "_UP": "up",
    "_UP_TO": "up to",
    "_DOWN_TO": "down to",
    "_TO": "to",
    "_BY": "by",
    "_OF": "of",
    "_FROM": "from",
    "ALWAYS": "always",
    "_COME_OUT": "come_out",
    "POINT": "point",
    "POINT_ON": "point 6",
    "NEW_SHOOTER": "new_shooter",
    "FIVE_COUNT": "five_count",
    "EVERY": "every 2nd shooter",
    "_THROWS": "throws",
    "_POINTS_MADE": "points made",
    "WIN": "win",
    "LOSS": "loss",
    "HAPPENED": "seven_out",
    "THROW_OF": "throw of 12",
    "EXCEPT": "except point",
    "MAX": "max",
    "TIMES": "2x",
    "MONEY": "a number",
    "COMBINATION": "a combination such as 3-4",
    "_PRESS": "press",
    "_HALF_PRESS": "half press",
    "_ADD": "add",
    "_TAKE": "take",
    "_REGRESS": "regress",
    "_RESET": "reset",
    "STOP": "stop",
    "LINE": "line",
    "IT": "it",
    "ALL": "all",
    "_ONLY": "only",
    "_AT_MOST": "at most",
    "_A_SHOOTER": "a shooter",
    "_STOP_AFTER": "stop after",
    "_PROGRESSION": "progression",
    "SERIES": "series after wins",
    "_STEPS": "steps",
    "LOSING": "losing",
    "WINNING": "winning",
    "THROWS": "throws",
    "SHOOTERS": "shooters",
    "DECISIONS": "decisions",
    "_ODDS": "odds",
    "_DOWN": "down",
    "_ON": "on",
    "_OFF": "off",
    "$END": "the end",
    "_SEP": ";",
    "LPAR": "(",
    "RPAR": ")",
}
_NAMES: Final = ("martingale", "paroli", "press", "half_press", "regress", "fibonacci", "dalembert", "oscar")
_SPREADS: Final = frozenset({"ACROSS", "INSIDE", "OUTSIDE", "HARDWAYS", "HI_LO"})
_WAGERS: Final = frozenset(
    {
        *(
            "PASS",
            "DONT_PASS",
            "PASS_ODDS",
            "DONT_PASS_ODDS",
            "COME",
            "DONT_COME",
            "COME_ODDS",
            "DONT_COME_ODDS",
        ),
        *("PLACE", "PLACE_TO_LOSE", "BUY", "LAY", "BIG", "HARD", "FIELD", "ANY_CRAPS", "ANY_SEVEN", "TWO"),
        *("THREE", "ELEVEN", "TWELVE", "CRAPS_ELEVEN", "HORN", "HORN_HIGH", "WORLD", "HOP", "FIRE"),
    }
)
_MANY: Final = 9


def unexpected(word: str, wanted: set[str]) -> str:
    """The sentence for a word where one of those terminals of the grammar was wanted."""
    said = [_WORDS[name] for name in sorted(wanted) if name in _WORDS and name not in ("$END", "_SEP")]
    wagers = {name for name in wanted if name in _WAGERS | _SPREADS}
    choices = [*said, *(name.lower() for name in wagers)]
    if "PROGRESSION" in wanted:
        said += _NAMES
        choices += _NAMES
    if wagers:
        said.append(_WAGER)
    what = f"{word!r} is not understood here" if word else "this is not finished"
    near = difflib.get_close_matches(word.lower(), choices, 1) if word else []
    if near:
        return f"{what}; did you mean {near[0]}?"
    if word and "_SEP" in wanted:
        return f"{what}; put a ; before what is said next" + (f", or say {_either(said)}" if said else "")
    return f"{what}; {_listed(said)}"


def _listed(said: list[str]) -> str:
    if not said:
        return "nothing more is said here: begin the next with ; or on a new line"
    if len(said) > _MANY and {"when", "after", "only"} <= set(said):
        return "say, for example, when come_out: pass 10"
    shown = [word for word in said if word != _WAGER][:_MANY] + ([_WAGER] if _WAGER in said else [])
    return f"say {_either(shown)}"


def _either(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
