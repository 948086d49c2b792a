"""Wagers on a number against the seven: place, buy, big; lay, place to lose; the hard ways."""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.throw.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import NumberTerms
from bankcraps.wagers import Wager

__all__ = ["hard", "to_lose", "to_win"]


def to_win(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Place, buy and big: the number before a seven."""
    return _decided(terms, wager, puck, throw, won=throw.total == wager.number)


def to_lose(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Lay and place to lose: a seven before the number."""
    return _decided(terms, wager, puck, throw, won=throw.total == SEVEN)


def hard(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """The number as a pair, before it comes easy and before a seven."""
    return _decided(terms, wager, puck, throw, won=throw.total == wager.number and throw.hard)


def _decided(terms: NumberTerms, wager: Wager, puck: int, throw: Throw, *, won: bool) -> Ruling | None:
    if throw.total not in (wager.number, SEVEN):
        return None
    asleep = terms.sleeps(puck)
    if won:
        return Ruling(Verdict.WINS, terms, terms.best(wager), asleep=asleep)
    return Ruling(Verdict.LOSES, terms, asleep=asleep)
