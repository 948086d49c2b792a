"""The stickperson's calls: the throw by its traditional name, and its effect on the line and the field.

The names of throws are from the `classic` document. The reminders to the dealers ("pay the line") are
customary. What the field pays is from the rulebook.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bankcraps.game.dice import SEVEN, Throw
from bankcraps.game.notation.nicknames import names_of
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import OneRollTerms
from bankcraps.game.wagers import Kind

__all__ = ["calls"]

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


_NO_FIELD: Final = "No field five"
_IN_THE_FIELD: Final[dict[str, Callable[[Pay | None], bool]]] = {
    _NO_FIELD: lambda pay: pay is None,
    "Centerfield nine": lambda pay: pay is not None,
    "Double-action field traction": lambda pay: pay is not None and pay.ratio == Fraction(2),
}
"""The names that say what the field pays, each with what it must pay."""

SIX: Final = 6


@lru_cache(maxsize=4096)
def calls(book: Rulebook, throw: Throw, puck: int) -> tuple[str, ...]:
    """Return the calls that fit a throw, the plainest first. `puck` is the point before the throw, or 0.

    >>> from bankcraps.game.rulebook import BOOKS, load_rulebook
    >>> calls(load_rulebook(BOOKS[0]), Throw(6, 5), 0)
    ('Yo-leven, front line winner', 'Yo, front line winner', 'Six-five, no jive, front line winner')
    >>> calls(load_rulebook("classic:field_12=triple"), Throw(6, 6), 4)[0]
    'Boxcars, triple, come away'
    """
    if throw.total == SEVEN and puck:
        return _SEVEN_OUT
    paid = _field_pay(book, throw.total)
    names = [name for name in names_of(throw) if name not in _IN_THE_FIELD or _IN_THE_FIELD[name](paid)]
    if throw.total in book.come_out.craps and not puck:
        names = [_CRAPS[throw.total], *names]
    after = _after_point(book, throw.total, puck) if puck else _on_come_out(book, throw.total)
    said = tuple(name + ("" if name == _NO_FIELD and after == ", no field" else after) for name in names)
    if throw.total == puck == SIX:
        return (f"666, winner 6, came {'hard' if throw.hard else 'easy'}, pay the line", *said)
    if throw.total == SEVEN in book.come_out.naturals:
        return (*said, f"{said[0]}, pay the line", f"{said[0]}, take the don'ts")
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
    pay = _field_pay(book, total)
    if pay is None:
        return ", no field" if Kind.FIELD in book.wagers else ""
    paid = {Fraction(1): "good field", Fraction(2): "double the field", Fraction(3): "triple"}
    return f", {paid.get(pay.ratio, f'the field pays {pay}')}"


def _field_pay(book: Rulebook, total: int) -> Pay | None:
    terms = book.wagers.get(Kind.FIELD)
    return terms.pays.get(total) if isinstance(terms, OneRollTerms) else None
