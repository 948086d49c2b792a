"""Turns ordinary talk into notation: "place the 6 for twelve dollars" is `place 6 12`.

Words that add nothing become blanks, and numbers in words become digits. Every line keeps its length, so that
an error still points at the right column.
"""

import re
from collections.abc import Callable
from typing import Final

__all__ = ["plain"]

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
    rf"\b({_NUMBER})(?=[ \t-]+(?:dollars?|bucks?|on|in|each|odds|behind|times|no|more|across|inside|outside"
    r"|field|come|pass|line|don'?t|hard|horn|world|whirl|any|yo|hop|hi|high|and|off|down)\b)",
    re.IGNORECASE,
)
_COMMA_AMOUNT: Final = re.compile(
    rf",([ \t]*\$?)(\d[\d.]*|{_NUMBER})(?=(?:[ \t]+(?:dollars?|bucks?))?(?:[ \t]+each)?[ \t.!]*$)",
    re.IGNORECASE,
)
"""The amount after a bet that was named first: "yo, five dollars"."""
_ODDS_FOR: Final = re.compile(
    r"(\d[ \t]+(?:dollars?[ \t]+|bucks?[ \t]+)?odds[ \t]+)for(?=[ \t]+(?:(?:the|my)[ \t]+)?\d)", re.IGNORECASE
)
_HOOK: Final = re.compile(r"\b(?:for|on|in|at)[ \t]+the[ \t]+hook\b", re.IGNORECASE)
"""The bend of the rail. A player who stands there means their own wagers."""
_DOWN_WITH: Final = re.compile(r"\bdown[ \t]+(?:with|on)\b", re.IGNORECASE)
_A_DOLLAR: Final = re.compile(r"\ba (?=(?:dollar|buck)\b)|^[ \t]*dollar\b", re.IGNORECASE)
_AFTER_A_WORD: Final = re.compile(
    r"(?<=\b)((?:place|buy|lay|no|big|hard|hardway|hard way|come|odds|press|high|the|my|and|on|each|for|to|by"
    rf"|change)[ \t]+)({_NUMBER})(?![\w-])",
    re.IGNORECASE,
)
_NAME: Final = "|".join(sorted(_NAMES, key=len, reverse=True))
_HORN_HIGH: Final = re.compile(rf"\b(horn[ _]high[ \t]+(?:the[ \t]+)?)({_NAME})\b", re.IGNORECASE)
_HORN_BET_HIGH: Final = re.compile(r"\bhorn[ _]bet[ \t]+high\b", re.IGNORECASE)
_HORN_SUM_HIGH: Final = re.compile(
    rf"\bhorn(?:[ _]bet)?[ \t]+\$?(\d+)[ \t]+high[ \t]+(?:the[ \t]+)?(2|3|11|12|two|three|twelve|{_NAME})$",
    re.IGNORECASE,
)
"""A horn with its sum before the high number: "horn 5 high yo"."""
_HARD_WAY: Final = re.compile(
    r"\b(4|6|8|10|four|six|eight|ten)[ \t]+(?:the[ \t]+)?hard(?:[ _]?way)?\b"
    r"(?![ \t]+(?:four|six|eight|ten)\b)",
    re.IGNORECASE,
)
_HOP: Final = re.compile(r"\bhop(?:ping)?[ \t]+(?:the[ \t]+)?([1-6])[ \t-]+([1-6])\b", re.IGNORECASE)
_ON_THE_HOP: Final = re.compile(
    r"\b([1-6])[ \t-]([1-6])[ \t]+(?:(?:on[ \t]+)?the[ \t]+hop|hopping|hop)\b", re.IGNORECASE
)
_SEVENS: Final = r"(?:sevens|7'?s)"
_HOP_THE_SEVENS: Final = re.compile(
    rf"\bhop(?:ping)?[ \t]+(?:all[ \t]+)?(?:the[ \t]+)?(?:{_SEVENS}|reds)(?!\w)"
    rf"|\b{_SEVENS}[ \t]+(?:(?:on[ \t]+)?the[ \t]+hop|hopping)\b",
    re.IGNORECASE,
)
_ON_THE_LINE: Final = re.compile(
    r"\b(?:the|my) line(?: bet)?\b|(?<!pass )(?<!win )\bline(?: bet)?(?=[ \t]+\$?\d)|(?<=\d )line(?: bet)?$",
    re.IGNORECASE,
)
_LEAD_IN: Final = re.compile(
    r"^[ \t]*(?:(?:hey|ok|okay|alright)\b,?[ \t]*)?(?:(?:dealer|stick|stickman|sir|boss|boys|guys)\b,?)?",
    re.IGNORECASE,
)
_TAKE_ODDS: Final = re.compile(
    r"^[ \t]*(?:take|lay)(?=[ \t].*\bodds\b)(?!.*\b(?:down|off|from)\b)", re.IGNORECASE
)
_DOUBLE_WHAT_STANDS: Final = re.compile(r"\bdouble(?=[ \t]+(?:the|my)[ \t]+odds\b)", re.IGNORECASE)
_FILLERS: Final = re.compile(
    r"\b(?:the dice|the|my|an?|please|turn|dollars?|bucks?|for|put|bet|just|are|is|more|"
    r"give me|gimme|lemme get|lemme have|let me get|let me have|i want|i need|i'll take|i'll have|i'd like|"
    r"can i get|can i have|could i get|could i have|in(?=[ \t]+odds\b))(?!\w)",
    re.IGNORECASE,
)
_ODDS_ON: Final = re.compile(
    r"(?<=\bodds)[ \t]+on(?=[ \t]+(?:(?:the|my)[ \t]+)?(?:4|5|6|8|9|10|four|five|six|eight|nine|ten)[ \t]+"
    rf"(?:for[ \t]+)?(?:\$?\d|max|full|single|double|triple|(?:{_NUMBER})\b))",
    re.IGNORECASE,
)
"""Odds on a number, with their amount last: "odds on the nine 20"."""
_POINTS: Final = "four|five|six|eight|nine|ten"
_PUT_ME_ON: Final = re.compile(r"^[ \t]*put[ \t]+me[ \t]+on\b(?=.*\bfor\b)", re.IGNORECASE)
_DOWN_ON: Final = re.compile(r"(?<=^down)[ \t]+on\b|(?<=^off)[ \t]+on\b", re.IGNORECASE)
_DARK_SIDE: Final = re.compile(r"\bdark side\b", re.IGNORECASE)
_SIX_EIGHT: Final = re.compile(r"\bsix[ \t-]eight\b", re.IGNORECASE)
_ALL_HARD_WAYS: Final = re.compile(
    r"\ball[ \t]+(?:(?:of[ \t]+)?(?:the|my)[ \t]+)?(?=hard[ _]?ways\b)", re.IGNORECASE
)
_DOLLAR_NUMBER: Final = re.compile(
    rf"\b(?:dollars?|bucks?)[ \t]+((?:{_POINTS}|4|5|6|8|9|10)(?:[ \t]+and\b|[ \t]*$))", re.IGNORECASE
)
_SUM_NUMBER: Final = re.compile(r"^[ \t]*\$(\d+)[ \t]+(four|five|six|eight|nine)[ \t]*$", re.IGNORECASE)
_NUMBER_FOR: Final = re.compile(
    rf"^[ \t]*(?:the[ \t]+(4|5|6|8|9|10|{_POINTS})|({_POINTS}))[ \t]+for[ \t]+"
    rf"\$?(\d+|{_NUMBER})(?:[ \t]+(?:dollars?|bucks?))?[ \t]*$",
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
    for line, instead in _LINES:
        if line.fullmatch(words):
            return instead.ljust(len(words))
    for pattern, change in _CHANGES:
        words = pattern.sub(change, words)
    return words


def _padded(text: str, found: re.Match[str]) -> str:
    """Pad a text to the length of what it replaces."""
    return text.ljust(len(found[0]))


def _number(said: str) -> str:
    """Write a number in digits; leave several words that make no number as they are."""
    if said[0].isdecimal():
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


def _horn_with_sum(found: re.Match[str]) -> str:
    """Put the high number of a horn before its sum."""
    high = found[2].lower()
    return _padded(f"horn_high {_NAMES.get(high, _NUMBERS.get(high, high))} {found[1]}", found)


def _each_hard_way(found: re.Match[str]) -> str:
    """A sum before all the hard ways is for each of them."""
    before = found.string[: found.start()].strip()
    return _padded("each" if before and before[-1].isalnum() and len(found[0]) > len("all ") else "", found)


_SAYINGS: Final = (
    (r"take (?:me|(?:all )?(?:of )?my bets|my action) down", "down all"),
    (r"(?:take|bring|pull) (?:down )?(?:all )?(?:of )?my (?:bets|action)(?: down)?", "down all"),
    (r"take (?:them|'?em)(?: all)? down", "down all"),
    (r"pass the dice", "pass_dice"),
    (r"(?:roll|throw|shoot) (?:them|'?em|those dice|those bones|them bones)", "roll"),
    (r"(?:colou?r me (?:up|in)|colou?r(?:ing)? (?:coming )?in|colou?ring up)", "colour_up"),
    (r"cash me (?:in|out)", "cash_out"),
    (r"pass them", "pass_dice"),
    (r"same dice", "same_dice"),
    (r"dice are out", "dice_out"),
    (r"turn me off", "off all"),
    (r"turn me on", "on all"),
    (r"again|(?:same|do|run|bet|put) (?:it|that|them|thing) (?:again|back|back up)|same for me", "same"),
)
"""Whole lines, and the words for them. None becomes longer."""

_LINES: Final = tuple(
    (re.compile(rf"[ \t]*{said.replace(' ', '[ ]+')}[ \t.!]*", re.IGNORECASE), words)
    for said, words in _SAYINGS
)
_HINTS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), hint)
    for pattern, hint in (
        (
            r"\b(?:two|2)[ -]way\b|\bfor the (?:boys|dealers?|crew)\b",
            "nobody bets for the crew at this table; say your own bet, as in: yo 1",
        ),
        (
            r"^(?:put|move) (?:up )?(?:my|the) come|\bcome bets? up\b",
            "a come bet moves to its number by itself; nobody has to say so",
        ),
        (
            r"\b(?:leave|let) (?:it|them|my bets|that)\b.*\b(?:up|ride|stay)\b|^let it ride",
            "wagers stay up unless somebody takes them down; nothing has to be said",
        ),
        (
            r"\b(?:nickel|quarter|red|green|black)s?\b(?=$|.*\b(?:on|chips?|hard|yo|line|each)\b)",
            "say the amount in dollars: a nickel is 5, a quarter 25, a black chip 100",
        ),
        (
            r"\b(?:three|3)[ -]way (?:seven|7|red)\b",
            "a seven has three hops; say, for one on each: hop sevens 3",
        ),
        (
            r"\b(?:three|3)[ -]way\b",
            "say each bet, as in: two 1, three 1, twelve 1",
        ),
        (r"\bhi(?:gh)?[ -]lo(?:w)?[ -](?:yo|eleven)", "say each bet, as in: hi_lo 2, yo 1"),
        (
            r"\bhorn\b.*\bhigh\b|\bhigh\b.*\bhorn\b",
            "say the high number and the amount, as in: horn high yo 5",
        ),
        (
            rf"\bhop(?:ping)?\b.*\b{_SEVENS}\b|\b{_SEVENS}\b.*\bhop(?:ping)?\b",
            "say how much on all three, as in: hop sevens 3, or on each: hop sevens 1 each",
        ),
        (
            r"\bred ?heads?\b",
            "say which bet you mean: any seven 5, or the three hops of the seven: hop sevens 3",
        ),
        (
            r"\bhop(?:ping)?\b.*\b(?:hard|easy|fours|fives|sixes|sevens|eights|nines|tens)\b|\bhopping\b",
            "name the two dice, as in: hop 3-3 1",
        ),
        (r"\beasy\b", "an easy way is a hop bet on two dice, as in: hop 4-2 1"),
        (
            r"^(?:don'?t[ _])?come[ _](?:odds[ \t]+\$?[\d.]+$|\d+[ \t]+odds\b)",
            "say the number that the come bet is on, as in: odds come 8 20, or: come_odds 8 20",
        ),
        (
            r"^(?:(?:take|lay|put) +)?(?:(?:the|my) +)?odds(?: +(?:on|behind) +(?:(?:the|my) +)?\S+)?[ .!]*$",
            "say how much, as in: odds 20, or: odds max; for one of several: odds on the nine 20",
        ),
        (
            r"^(?:back|cover) (?:me|it|my|the|up)\b",
            "a line bet is backed up with odds, as in: odds 20, or: odds max",
        ),
        (
            r"\bodds on (?:everything|all|my come bets)\b",
            "say which odds, as in: odds max, or: odds come 6 max",
        ),
        (
            r"\b(?:off|on|working|work)\b.*\bcome[ -]?out\b|^make .*\bwork\b",
            "say: off all, on all, off place 6 or on place 6",
        ),
        (r"^(?:seven|7)\b(?!.*\bout\b)", "a bet on the seven is: any seven 5, or: 5 on big red"),
        (
            r"\bparlay\b|\b(?:power|full|half) press\b|\bunits?\b",
            "say by how much, as in: press place 6 by 12",
        ),
        (
            r"^press (?:across|inside|outside|everything|all|them|'?em)\b",
            "say which, as in: press place, for all place bets, or: press the 6 and 8",
        ),
        (r"^move\b", "take the one down and bet the other, as in: down place 6, place 5 10"),
        (
            r"\bto \$?\d+ (?:inside|outside|across)\b",
            "say each wager, as in: regress place 8 to 6, or: down place 4",
        ),
        (r"\biron cross\b", "say each bet, as in: 5 on the 5, 6 each on the 6 and 8, field 5"),
        (r"\bwith\b.*\bodds\b", "say the bet and its odds one after the other, as in: pass 10, odds 20"),
        (
            r"\ball\b.*\btall\b|\btall\b.*\ball\b|\ball day\b",
            "say each bet, as in: small 5, tall 5, make_em_all 5",
        ),
        (r"^lay (?:all|the|inside|outside|across)\b", "say each number, as in: lay 4 40, lay 10 40"),
        (r"^double up$|^presses$", "say which wager, as in: press place 8, or: press it after it has won"),
        (r"^(?:place|buy|lay|take) the point\b", "say the number, as in: place 6 12"),
        (r"^no roll$", "say why, as in: no_roll off_table"),
        (r"^c ?(?:and|&) ?e$|^craps? check$", "say how much, as in: c&e 2, or: any_craps 2"),
        (rf"^no[ \t]+(?:\d+|{_ONE_WORD})$", "that is a lay against a number; say how much, as in: no 10 40"),
        (r"^all[ -]in\b|\bit all\b$", "say how much and on what, as in: 50 on the line"),
        (
            r"^(?:i'm|i am) (?:out|done|leaving|off)\b|^rack\b",
            "say leave, to leave the table; off all, to call wagers off; or take me down, to take them down",
        ),
        (
            r"^help\b",
            "say a bet or a call, such as: pass 10, 12 on the 6, press my 8, odds max, or: same bet",
        ),
        (
            r"\?\s*$|^(?:how|what|what's|who|who's|whose|where|when|why|which|can i|do i|is|does)\b",
            "that is no bet and no call; say: help, for what can be said, or: help field, about one wager",
        ),
    )
)
"""Requests that the table cannot meet, each with an alternative."""


def hint_for(words: str) -> str:
    """Return what to say instead of a saying that means nothing here; empty for other words."""
    return next((hint for pattern, hint in _HINTS if pattern.search(words.strip())), "")


_CHANGES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (_LEAD_IN, lambda found: _padded("", found)),
    (_HOOK, lambda found: _padded("", found)),
    (_DOWN_WITH, lambda found: _padded("down", found)),
    (_COMMA_AMOUNT, lambda found: _padded(f" {found[1]}{_number(found[2])}", found)),
    (_PUT_ME_ON, lambda found: _padded("", found)),
    (_NUMBER_FOR, lambda found: _padded(f"{_number(found[3])} on {_number(found[1] or found[2])}", found)),
    (_DOWN_ON, lambda found: _padded("", found)),
    (re.compile(r"(?<=\b[1-6]-[1-6])'?s\b", re.IGNORECASE), lambda found: _padded("", found)),
    (_DARK_SIDE, lambda found: _padded("dont_pass", found)),
    (_SIX_EIGHT, lambda found: _padded("6 and 8", found)),
    (_ALL_HARD_WAYS, _each_hard_way),
    (_SUM_NUMBER, lambda found: _padded(f"{found[1]} on {_number(found[2])}", found)),
    (_DOLLAR_NUMBER, lambda found: _padded(f"on {found[1]}", found)),
    (re.compile(r"^[ \t]*drop\b", re.IGNORECASE), lambda found: _padded("down", found)),
    (_ODDS_ON, lambda found: _padded("", found)),
    (_HORN_BET_HIGH, lambda found: _padded("horn_high", found)),
    (_HORN_SUM_HIGH, _horn_with_sum),
    (
        _HOP_THE_SEVENS,
        lambda found: _padded("hop 7s" if len(found[0]) < len("hop sevens") else "hop sevens", found),
    ),
    (_HORN_HIGH, lambda found: _padded(f"{found[1]}{_NAMES[found[2].lower()]}", found)),
    (_HARD_WAY, lambda found: _padded(f"hard {_number(found[1])}", found)),
    (_ON_THE_HOP, lambda found: _padded(f"hop {found[1]}-{found[2]}", found)),
    (_HOP, lambda found: _padded(f"hop {found[1]}-{found[2]}", found)),
    (_TAKE_ODDS, lambda found: _padded("", found)),
    (_DOUBLE_WHAT_STANDS, lambda found: _padded("press", found)),
    (re.compile(r"\b(?:odds[ \t]+)?behind\b", re.IGNORECASE), lambda found: _padded("odds", found)),
    (re.compile(r"\bin(?=[ \t]+(?:the|my)\b)", re.IGNORECASE), lambda found: _padded("on", found)),
    (re.compile(r"^[ \t]*(?:bring|pull)\b", re.IGNORECASE), lambda found: _padded("take", found)),
    (re.compile(r"(?<=\bit)[ \t]+up\b", re.IGNORECASE), lambda found: _padded("", found)),
    (_A_DOLLAR, lambda found: _padded("1", found)),
    (_BEFORE_MONEY, lambda found: _padded(_number(found[1]), found)),
    (_AFTER_A_WORD, lambda found: _padded(f"{found[1]}{_number(found[2])}", found)),
    (_AFTER_A_WORD, lambda found: _padded(f"{found[1]}{_number(found[2])}", found)),
    (_ODDS_FOR, lambda found: _padded(f"{found[1]}on", found)),
    (re.compile(r"^[ \t]*change(?=[ \t]+\$?\d)", re.IGNORECASE), lambda found: _padded("buy_in", found)),
    (_ON_THE_LINE, lambda found: _padded("pass", found)),
    (_FILLERS, lambda found: _padded("", found)),
)
"""The changes, in order. Numbers change twice, since one may follow another."""
