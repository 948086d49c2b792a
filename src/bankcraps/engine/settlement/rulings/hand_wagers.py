"""Wagers on a shooter's hand (fire, all, tall, small, repeaters): what they count and what ends them."""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.settlement.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import HandTerms
from bankcraps.wagers import Wager

__all__ = ["over", "watches"]


def watches(book: Rulebook, terms: HandTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Count a number that the wager collects, or end the wager on a seven."""
    if throw.total == SEVEN and terms.ends == "seven":
        return over(terms)
    made = throw.total if terms.counts == "totals" or throw.total == puck else 0
    if not terms.counting(wager, (), made):
        return None
    return Ruling(Verdict.COUNTS, terms, counted=made)


def over(terms: HandTerms) -> Ruling:
    """End the wager. What it has counted decides whether it is paid."""
    return Ruling(Verdict.ENDS, terms)
