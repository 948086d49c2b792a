"""The game told a second time, in plain words, from the pays and the options of a rulebook alone.

Nothing here calls the engine. What a throw should do to what stands is worked out with fractions, one wager
at a time, so that the engine has something to disagree with.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from bankcraps import Rulebook, Throw, Wager
from bankcraps.engine.state import Standing
from bankcraps.rulebook.terms import (
    DontTerms,
    HopTerms,
    LineTerms,
    NumberTerms,
    OddsTerms,
    OneRollTerms,
    Terms,
)
from bankcraps.wagers import Kind

__all__ = ["Fate", "chips", "fate", "is_off", "legs_of", "vig"]

POINTS: Final = (4, 5, 6, 8, 9, 10)
LEG_TOTALS: Final = {2: Kind.TWO, 3: Kind.THREE, 11: Kind.ELEVEN, 12: Kind.TWELVE}
DONTS: Final = (Kind.DONT_PASS, Kind.DONT_COME, Kind.DONT_PASS_ODDS, Kind.DONT_COME_ODDS)
AGAINST: Final = (*DONTS, Kind.LAY, Kind.PLACE_TO_LOSE)
FLAT: Final = (Kind.PASS, Kind.DONT_PASS, Kind.COME, Kind.DONT_COME)
ODDS: Final = (Kind.PASS_ODDS, Kind.DONT_PASS_ODDS, Kind.COME_ODDS, Kind.DONT_COME_ODDS)


@dataclass(frozen=True)
class Fate:
    """What should become of a wager: how it ends, what it should win, and where it goes."""

    ends: Literal["stands", "wins", "loses", "ties", "moves", "returned", "legs"]
    won: int = 0
    to: int = 0
    legs: tuple[tuple[Kind, int, int | None], ...] = ()


STANDS: Final = Fate("stands")
LOSES: Final = Fate("loses")


def chips(exact: Fraction, chip: int, rounding: str) -> int:
    """A sum in whole chips."""
    pieces = exact / chip
    whole = {
        "up": math.ceil(pieces),
        "down": math.floor(pieces),
        "nearest": math.floor(pieces + Fraction(1, 2)),
    }
    return whole[rounding] * chip


def prize(book: Rulebook, terms: Terms, chip: int, stake: int, ratio: Fraction) -> int:
    """What a stake wins: rounded as the house rounds, and no more than its cap, in chips."""
    won = chips(stake * ratio, chip, book.betting.rounding)
    return won if terms.max_pay is None else min(won, terms.max_pay // chip * chip)


def vig(terms: Terms, wager: Wager, stake: int, chip: int) -> int:
    """The commission on a buy or lay, never nothing."""
    if not isinstance(terms, NumberTerms) or terms.commission is None:
        return 0
    rule = terms.commission
    base = Fraction(stake) * (terms.pays[wager.number or 0].ratio if rule.on == "win" else 1)
    return max(chip, chips(base * rule.percent / 100, chip, rule.rounding))


def is_off(terms: Terms, standing: Standing, puck: int) -> bool:
    """Whether a wager is out of action for this throw: its button says so, or the puck does."""
    if standing.call:
        return standing.call == "off"
    return terms.works == "puck_on" and not puck


def fate(book: Rulebook, chip: int, puck: int, throw: Throw, standing: Standing) -> Fate:
    """What a throw should do to a wager that stands, with the puck as it was before the throw."""
    wager, total = standing.wager, throw.total
    terms = book.wagers[wager.kind]
    off = is_off(terms, standing, puck)
    decided = _decided(book, terms, chip, puck, throw, standing)
    if off and wager.kind in ODDS and decided.ends != "stands":
        return Fate("returned")
    if off:
        return STANDS
    del total
    return decided


def _decided(book: Rulebook, terms: Terms, chip: int, puck: int, throw: Throw, standing: Standing) -> Fate:
    wager, total, stake = standing.wager, throw.total, standing.amount
    match terms:
        case LineTerms():
            return _flat(book, terms, chip, puck, total, standing)
        case OddsTerms():
            number = wager.number or puck
            return _race(
                book, terms, chip, number, total, standing, terms.pays[number].ratio if number else None
            )
        case NumberTerms():
            ratio = terms.pays[wager.number or 0].ratio
            if wager.kind is Kind.HARD and total == wager.number and not throw.hard:
                return LOSES
            return _race(book, terms, chip, wager.number or 0, total, standing, ratio)
        case HopTerms():
            assert wager.dice
            if {throw.a, throw.b} != {wager.dice.a, wager.dice.b}:
                return LOSES
            pay = terms.hard if throw.a == throw.b else terms.easy
            return Fate("wins", prize(book, terms, chip, stake, pay.ratio))
        case OneRollTerms() if terms.legs:
            return _legs(book, terms, chip, total, standing)
        case OneRollTerms():
            pay = terms.pays.get(total)
            return Fate("wins", prize(book, terms, chip, stake, pay.ratio)) if pay else LOSES
        case _:
            return STANDS


def _flat(book: Rulebook, terms: LineTerms, chip: int, puck: int, total: int, standing: Standing) -> Fate:
    """Pass, don't pass, come, don't come."""
    wager = standing.wager
    on_line = wager.kind in (Kind.PASS, Kind.DONT_PASS)
    number = puck if on_line else wager.number or 0
    if number:
        return _race(book, terms, chip, number, total, standing, terms.pays.ratio)
    if total in POINTS:
        return STANDS if on_line else Fate("moves", to=total)
    if isinstance(terms, DontTerms) and total == terms.bar:
        return Fate("returned") if terms.tie == "returned" else Fate("ties")
    with_dice = total in (7, 11)
    if with_dice == (wager.kind in DONTS):
        return LOSES
    return Fate("wins", prize(book, terms, chip, standing.amount, terms.pays.ratio))


def _race(
    book: Rulebook,
    terms: Terms,
    chip: int,
    number: int,
    total: int,
    standing: Standing,
    ratio: Fraction | None,
) -> Fate:
    """A number against the seven."""
    if not number or ratio is None or total not in (number, 7):
        return STANDS
    if (total == 7) == (standing.wager.kind in AGAINST):
        return Fate("wins", prize(book, terms, chip, standing.amount, ratio))
    return LOSES


def legs_of(terms: OneRollTerms, wager: Wager) -> dict[Kind, int]:
    """The units on each leg."""
    units = dict(terms.legs)
    if wager.number:
        units[LEG_TOTALS[wager.number]] += terms.high
    return units


def _legs(book: Rulebook, terms: OneRollTerms, chip: int, total: int, standing: Standing) -> Fate:
    """Each leg for itself; a horn high has more on the number named."""
    units = legs_of(terms, standing.wager)
    unit = standing.amount // sum(units.values())
    settled: list[tuple[Kind, int, int | None]] = []
    for leg, share in units.items():
        own = book.wagers[leg]
        assert isinstance(own, OneRollTerms)
        pay = own.pays.get(total)
        won = prize(book, terms, chip, unit * share, pay.ratio) if pay else None
        settled.append((leg, unit * share, won))
    if all(won is None for _, _, won in settled):
        return LOSES
    return Fate("legs", legs=tuple(settled))
