"""Wagers on a number against the seven: place, buy, big, lay, place to lose, and the hard ways."""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.settlement.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import NumberTerms
from bankcraps.wagers import Wager

__all__ = ["hard", "to_lose", "to_win"]


def to_win(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on place, buy and big: they win if the number comes before a seven."""
    return _decided(terms, wager, puck, throw, won=throw.total == wager.number)


def to_lose(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on lay and place to lose: they win if a seven comes before the number."""
    return _decided(terms, wager, puck, throw, won=throw.total == SEVEN)


def hard(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on a hard way: it wins on the pair and loses on a seven or the number thrown easy."""
    return _decided(terms, wager, puck, throw, won=throw.total == wager.number and throw.hard)


def _decided(terms: NumberTerms, wager: Wager, puck: int, throw: Throw, *, won: bool) -> Ruling | None:
    if throw.total not in (wager.number, SEVEN):
        return None
    off_by_default = terms.off_by_default(puck)
    if won:
        return Ruling(Verdict.WINS, terms, terms.best(wager), off_by_default=off_by_default)
    return Ruling(Verdict.LOSES, terms, off_by_default=off_by_default)
