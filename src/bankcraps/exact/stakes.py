"""A stake on which a house's pays come out exactly, so that nothing is rounded."""

from collections.abc import Iterable
from math import lcm

import msgspec

from bankcraps.pays import Pay
from bankcraps.rulebook import Rulebook
from bankcraps.rulebook.terms import NumberTerms, OneRollTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["exact_stake", "multiple_for", "uncapped"]


def exact_stake(book: Rulebook, wager: Wager) -> int:
    """Cents on which every pay of a wager, and its commission, is a whole number of cents.

    That is the number of units the wager is made in (four for a horn) times the least common multiple of the
    denominators of its pays, those of its legs included; and, where there is a commission, times a hundred,
    for it is a percentage of the stake or of what that wins.
    """
    terms = book.wagers[wager.kind]
    stake = multiple_for(pay for part in _parts(book, terms) for _, pay in part.rows())
    if isinstance(terms, OneRollTerms):
        stake *= terms.units
    return stake * 100 if isinstance(terms, NumberTerms) and terms.commission else stake


def _parts(book: Rulebook, terms: Terms) -> list[Terms]:
    legs = terms.legs if isinstance(terms, OneRollTerms) else {}
    return [terms, *(book.wagers[leg] for leg in legs)]


def multiple_for(pays: Iterable[Pay]) -> int:
    """The least number of units on which all these pays are whole."""
    return lcm(*(pay.den for pay in pays))


def uncapped(book: Rulebook) -> Rulebook:
    """The same house without its caps on what one decision may pay."""
    if all(terms.max_pay is None for terms in book.wagers.values()):
        return book
    wagers = {kind: msgspec.structs.replace(terms, max_pay=None) for kind, terms in book.wagers.items()}
    return msgspec.structs.replace(book, wagers=wagers)
