"""Wagers on the next throw alone: on totals, on several legs, and hops."""

from typing import cast

from bankcraps.dice import Throw
from bankcraps.engine.settlement.rulings.ruling import Leg, Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import HopTerms, OneRollTerms
from bankcraps.wagers import Wager

__all__ = ["hop", "totals"]


def totals(book: Rulebook, terms: OneRollTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on field, any craps, horn and the like: they win on their totals and lose on all others."""
    off_by_default = terms.off_by_default(puck)
    if terms.legs:
        return _legs(book, terms, wager, throw, off_by_default=off_by_default)
    pay = terms.pays.get(throw.total)
    if pay is None:
        return Ruling(Verdict.LOSES, terms, off_by_default=off_by_default)
    return Ruling(Verdict.WINS, terms, pay, off_by_default=off_by_default)


def hop(book: Rulebook, terms: HopTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on a hop: it wins on one combination, in either order of the dice."""
    off_by_default = terms.off_by_default(puck)
    if wager.dice == throw.combination:
        return Ruling(Verdict.WINS, terms, terms.pay(throw.combination), off_by_default=off_by_default)
    return Ruling(Verdict.LOSES, terms, off_by_default=off_by_default)


def _legs(book: Rulebook, terms: OneRollTerms, wager: Wager, throw: Throw, *, off_by_default: bool) -> Ruling:
    legs = tuple(
        Leg(leg, units, cast("OneRollTerms", book.wagers[leg.kind]).pays.get(throw.total))
        for leg, units in terms.leg_units(wager).items()
    )
    if not any(leg.pay for leg in legs):
        return Ruling(Verdict.LOSES, terms, off_by_default=off_by_default)
    return Ruling(Verdict.LEGS, terms, legs=legs, off_by_default=off_by_default)
