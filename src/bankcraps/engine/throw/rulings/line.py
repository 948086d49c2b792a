"""Pass, don't pass, come and don't come: a natural or craps before they have a number, then number or seven.

A pass wager's number is the puck's. A come wager's is its own, and while it lies in the come box it has none.
"""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.throw.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import DontTerms, LineTerms
from bankcraps.wagers import Wager, find

__all__ = ["comes", "passes"]


def passes(book: Rulebook, terms: LineTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """The pass line and the don't pass."""
    return _to_a_number(terms, puck, throw.total) if puck else _without_a_number(book, terms, throw.total)


def comes(book: Rulebook, terms: LineTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Come and don't come, in the box and on their numbers, wherever the puck is."""
    if wager.number:
        return _to_a_number(terms, wager.number, throw.total)
    if throw.total in book.come_out.points:
        return Ruling(Verdict.MOVES, terms, to=find(wager.kind, throw.total))
    return _without_a_number(book, terms, throw.total)


def _without_a_number(book: Rulebook, terms: LineTerms, total: int) -> Ruling | None:
    if total in book.come_out.points:
        return None
    if isinstance(terms, DontTerms) and total == terms.bar:
        return Ruling(Verdict.TIES, terms)
    return _decided(terms, for_the_dice=total in book.come_out.naturals)


def _to_a_number(terms: LineTerms, number: int, total: int) -> Ruling | None:
    if total not in (number, SEVEN):
        return None
    return _decided(terms, for_the_dice=total == number)


def _decided(terms: LineTerms, *, for_the_dice: bool) -> Ruling:
    if for_the_dice == isinstance(terms, DontTerms):
        return Ruling(Verdict.LOSES, terms)
    return Ruling(Verdict.WINS, terms, terms.pays)
