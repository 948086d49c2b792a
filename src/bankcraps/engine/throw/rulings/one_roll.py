"""Wagers on the next throw alone: totals, wagers made of legs, hops."""

from typing import cast

from bankcraps.dice import Throw
from bankcraps.engine.throw.rulings.ruling import Leg, Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import HopTerms, OneRollTerms
from bankcraps.wagers import Kind, Wager, find

__all__ = ["hop", "leg_units", "totals"]

_HIGH = {2: Kind.TWO, 3: Kind.THREE, 11: Kind.ELEVEN, 12: Kind.TWELVE}


def totals(book: Rulebook, terms: OneRollTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Field, any craps, horn and the like: win on their totals, lose on the rest, whatever the puck."""
    asleep = terms.sleeps(puck)
    if terms.legs:
        return _legs(book, terms, wager, throw, asleep=asleep)
    pay = terms.pays.get(throw.total)
    if pay is None:
        return Ruling(Verdict.LOSES, terms, asleep=asleep)
    return Ruling(Verdict.WINS, terms, pay, asleep=asleep)


def hop(book: Rulebook, terms: HopTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """One combination of the two dice, in either order."""
    asleep = terms.sleeps(puck)
    if wager.dice == throw.combination:
        return Ruling(Verdict.WINS, terms, terms.pay(throw.combination), asleep=asleep)
    return Ruling(Verdict.LOSES, terms, asleep=asleep)


def leg_units(terms: OneRollTerms, wager: Wager) -> dict[Wager, int]:
    """The units on each leg of a wager of legs; horn high has more on the number named."""
    units = {find(leg): share for leg, share in terms.legs.items()}
    if wager.number:
        units[find(_HIGH[wager.number])] += terms.high
    return units


def _legs(book: Rulebook, terms: OneRollTerms, wager: Wager, throw: Throw, *, asleep: bool) -> Ruling:
    legs = tuple(
        Leg(leg, units, cast("OneRollTerms", book.wagers[leg.kind]).pays.get(throw.total))
        for leg, units in leg_units(terms, wager).items()
    )
    if not any(leg.pay for leg in legs):
        return Ruling(Verdict.LOSES, terms, asleep=asleep)
    return Ruling(Verdict.LEGS, terms, legs=legs, asleep=asleep)
