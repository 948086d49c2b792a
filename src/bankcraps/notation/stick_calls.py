"""The stickperson's calls: the throw by its traditional name, and its effect on the line and the field.

The names of throws are from the `classic` document. The reminders to the dealers ("pay the line") are
customary. What the field pays is from the rulebook.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from bankcraps.dice import SEVEN, Throw
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OneRollTerms
from bankcraps.wagers import Kind

__all__ = ["calls"]

_NAMES: Final = {
    2: ("Aces", "Snake eyes"),
    3: ("Three, ace-deuce", "Ace-deuce", "Tracy"),
    4: ("Easy four", "Four, came easy"),
    5: ("Five, fever five", "Little Phoebe", "Fever in the south"),
    6: ("Easy six", "Six, came easy"),
    7: ("Seven", "Big red"),
    8: ("Easy eight", "Eight, came easy"),
    9: ("Nine", "Nina from Pasadena", "Jesse James"),
    10: ("Easy ten", "Ten, came easy"),
    11: ("Yo-leven", "Yo", "Six-five, no jive"),
    12: ("Boxcars", "Midnight"),
}
_HARD: Final = {
    4: ("Hard four", "Little Joe from Kokomo", "Four, the hard way"),
    6: ("Hard six", "Jimmie Hicks", "Six, the hard way"),
    8: ("Hard eight", "Eighter from Decatur", "Square pair", "Eight, the hard way"),
    10: ("Hard ten", "Puppy paws", "Pair of sunflowers", "Ten, the hard way"),
}
_WORDS: Final = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "eleven",
    12: "twelve",
}
_CRAPS: Final = {total: f"{word.capitalize()}, craps {word}" for total, word in _WORDS.items()}
"""The first call, by total, on a come-out that loses the line. In your own book any total but 7 may."""

_SEVEN_OUT: Final = (
    "Seven out, line away",
    "Seven out, seven; take the line, pay the don'ts",
    "Up jumped the devil, seven out",
)


SIX: Final = 6


@lru_cache(maxsize=4096)
def calls(book: Rulebook, throw: Throw, puck: int) -> tuple[str, ...]:
    """Return the calls that fit a throw, the plainest first. `puck` is the point before the throw, or 0.

    >>> from bankcraps.rulebook import BOOKS, load_rulebook
    >>> calls(load_rulebook(BOOKS[0]), Throw(6, 5), 0)
    ('Yo-leven, front line winner', 'Yo, front line winner', 'Six-five, no jive, front line winner')
    >>> calls(load_rulebook("classic:field_12=triple"), Throw(6, 6), 4)[0]
    'Boxcars, triple, come away'
    """
    if throw.total == SEVEN and puck:
        return _SEVEN_OUT
    names = (_HARD.get(throw.total) if throw.hard else None) or _NAMES[throw.total]
    if throw.total in book.come_out.craps and not puck:
        names = (_CRAPS[throw.total], *names)
    after = _after_point(book, throw.total, puck) if puck else _on_come_out(book, throw.total)
    said = tuple(name + after for name in names)
    if throw.total == puck == SIX:
        return (f"666, winner 6, came {'hard' if throw.hard else 'easy'}, pay the line", *said)
    return said


def _on_come_out(book: Rulebook, total: int) -> str:
    if total in book.come_out.points:
        return ", mark the point"
    if total in book.come_out.naturals:
        return ", front line winner"
    field = _field(book, total)
    return f"{field}, line away" if field == ", triple" else ", line away"


def _after_point(book: Rulebook, total: int, puck: int) -> str:
    if total == puck:
        return ", winner, pay the line"
    field = _field(book, total)
    if total in book.come_out.points:
        return field
    if total in book.come_out.naturals:
        return f"{field} and come"
    return ", come away single" if field == ", good field" else f"{field}, come away"


def _field(book: Rulebook, total: int) -> str:
    """Say what the field wins on a total: nothing, even money, double or triple."""
    terms = book.wagers.get(Kind.FIELD)
    pay = terms.pays.get(total) if isinstance(terms, OneRollTerms) else None
    if pay is None:
        return ", no field" if terms else ""
    paid = {Fraction(1): "good field", Fraction(2): "double the field", Fraction(3): "triple"}
    return f", {paid.get(pay.ratio, f'the field pays {pay}')}"
