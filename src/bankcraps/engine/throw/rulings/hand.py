"""Wagers on a shooter's hand: fire, all, tall, small, repeaters. What counts for them, and what ends them."""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.throw.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import HandTerms
from bankcraps.wagers import Wager

__all__ = ["over", "watches"]


def watches(book: Rulebook, terms: HandTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """A throw that counts, or a seven that ends the wager."""
    if throw.total == SEVEN and terms.ends == "seven":
        return over(terms)
    made = throw.total if terms.counts == "totals" or throw.total == puck else 0
    if not terms.counting(wager, (), made):
        return None
    return Ruling(Verdict.COUNTS, terms, counted=made)


def over(terms: HandTerms) -> Ruling:
    """The wager is over, and what it has counted decides it."""
    return Ruling(Verdict.ENDS, terms)
