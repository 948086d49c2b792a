"""What the stickperson calls: the throw by its traditional name, and what it means for the line.

Source: the names of rolls in the `classic` document; the reminders to the dealers ("pay the line") are the
trade's.
"""

from functools import cache
from typing import Final

from bankcraps.dice import Throw

__all__ = ["calls", "roll_name"]

_NAMES: Final = {
    2: ("Aces", "Snake eyes", "Two, craps two"),
    3: ("Ace-deuce", "Three, craps three", "Tracy"),
    4: ("Easy four", "Four, easy four"),
    5: ("Five, fever five", "Little Phoebe", "Five, no field five"),
    6: ("Easy six", "Six, came easy"),
    7: ("Seven", "Big red"),
    8: ("Easy eight", "Eight, came easy"),
    9: ("Nine, centre field", "Nina from Pasadena", "Nine, Jesse James"),
    10: ("Easy ten", "Ten, came easy"),
    11: ("Yo-leven", "Yo", "Six-five, no jive"),
    12: ("Boxcars", "Midnight", "Twelve, craps twelve"),
}
_HARD: Final = {
    4: ("Hard four", "Little Joe from Kokomo", "Four, the hard way"),
    6: ("Hard six", "Jimmie Hicks", "Six, the hard way"),
    8: ("Hard eight", "Eighter from Decatur", "Square pair", "Eight, the hard way"),
    10: ("Hard ten", "Puppy paws", "Pair of sunflowers", "Ten, the hard way"),
}
_SEVEN: Final = 7
_CRAPS: Final = (2, 3, 12)
_FIELD: Final = (2, 3, 4, 9, 10, 11, 12)


def roll_name(throw: Throw) -> str:
    """The plain name of a throw: "hard eight", "easy eight", "five", "yo-leven"."""
    names = _HARD.get(throw.total) if throw.hard else None
    return (names or _NAMES[throw.total])[0].lower()


@cache
def calls(throw: Throw, puck: int) -> tuple[str, ...]:
    """The calls that fit a throw with the puck as it stood before it; the first is the plainest.

    >>> calls(Throw(6, 5), 0)
    ('Yo-leven, front line winner', 'Yo, front line winner', 'Six-five, no jive, front line winner')
    >>> calls(Throw(4, 3), 6)[0]
    'Seven out, line away'
    """
    total = throw.total
    if total == _SEVEN and puck:
        return (
            "Seven out, line away",
            "Seven out, seven; take the line, pay the don'ts",
            "Up jumped the devil, seven out",
        )
    names = (_HARD.get(total) if throw.hard else None) or _NAMES[total]
    return tuple(name + _follow_up(throw, puck) for name in names)


def _follow_up(throw: Throw, puck: int) -> str:
    total = throw.total
    if puck:
        if total == puck:
            return ", winner, pay the line"
        if total in (2, 12):
            return ", double the field, come away"
        if total in _FIELD:
            return ", good field and come" if total == 11 else ", in the field"  # noqa: PLR2004 - the eleven
        return ""
    if total in _CRAPS:
        return ", line away"
    if total in (7, 11):
        return ", front line winner"
    return ", mark the point"
