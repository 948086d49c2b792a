"""The game told a second time, in plain words, from the pays and the options of a rulebook alone.

Nothing here calls the engine. What a throw should do to what stands is worked out with fractions, one wager
at a time, so that the engine has something to disagree with.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from bankcraps import Rulebook, Throw, Wager
from bankcraps.game.engine.state import Standing
from bankcraps.game.rulebook.terms import (
    DontTerms,
    HandTerms,
    HopTerms,
    LineTerms,
    NumberTerms,
    OddsTerms,
    OneRollTerms,
    Terms,
)
from bankcraps.game.wagers import HAND_WAGERS, Kind

LEG_TOTALS: Final = {2: Kind.TWO, 3: Kind.THREE, 11: Kind.ELEVEN, 12: Kind.TWELVE}
DONTS: Final = (Kind.DONT_PASS, Kind.DONT_COME, Kind.DONT_PASS_ODDS, Kind.DONT_COME_ODDS)
AGAINST: Final = (*DONTS, Kind.LAY, Kind.PLACE_TO_LOSE)
FLAT: Final = (Kind.PASS, Kind.DONT_PASS, Kind.COME, Kind.DONT_COME)
ODDS: Final = (Kind.PASS_ODDS, Kind.DONT_PASS_ODDS, Kind.COME_ODDS, Kind.DONT_COME_ODDS)


@dataclass(frozen=True)
class Fate:
    """The right result of a wager: how it ends, what it wins, and where it goes."""

    ends: Literal["stands", "wins", "loses", "ties", "moves", "returned", "legs"]
    won: int = 0
    to: int = 0
    progress: tuple[int, ...] = ()
    legs: tuple[tuple[Kind, int, int | None], ...] = ()
    net: int = 0
    """The sum that all legs win together, where the whole wager stays up."""


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
    """The win of a stake in chips: rounded as the house rounds, and no more than its cap."""
    won, most = chips(stake * ratio, chip, book.betting.rounding), cap(terms, stake)
    return won if most is None else min(won, most // chip * chip)


def cap(terms: Terms, stake: int) -> int | None:
    """The most that a stake may win."""
    if terms.max_pay is None:
        return None
    return max(0, terms.max_pay - (stake if terms.max_pay_on == "payoff" else 0))


def vig(terms: Terms, wager: Wager, stake: int, chip: int) -> int:
    """The commission on a buy or lay. If it comes to less than a chip, the house's rule applies."""
    if not isinstance(terms, NumberTerms) or terms.commission is None:
        return 0
    rule, exact = terms.commission, vig_exactly(terms, wager, stake)
    if exact < chip and rule.small != "refused":
        return chip if rule.small == "up" else 0
    return chips(exact, chip, rule.rounding)


def vig_exactly(terms: Terms, wager: Wager, stake: int) -> Fraction:
    """The commission on a buy or lay before any rounding; on another wager more than any chip."""
    rule = terms.commission if isinstance(terms, NumberTerms) else None
    if not isinstance(terms, NumberTerms) or rule is None:
        return Fraction(10**18)
    base = Fraction(stake) * (terms.pays[wager.number or 0].ratio if rule.on == "win" else 1)
    return base * rule.percent / 100


def is_off(terms: Terms, standing: Standing, puck: int) -> bool:
    """Whether a wager is out of action for this throw: its button says so, or the puck does."""
    if standing.call:
        return standing.call == "off"
    return terms.works == "puck_on" and not puck


def fate(book: Rulebook, chip: int, puck: int, throw: Throw, standing: Standing) -> Fate:
    """The right result of a throw for a wager that stands, with the puck as it was before the throw."""
    wager = standing.wager
    terms = book.wagers[wager.kind]
    off = is_off(terms, standing, puck)
    decided = _decided(book, terms, chip, puck, throw, standing)
    if off and wager.kind in ODDS and decided.ends != "stands":
        return Fate("returned")
    if off:
        return STANDS
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
        case HandTerms():
            return _watching(book, terms, chip, puck, total, standing)
        case _:
            return STANDS


def _flat(book: Rulebook, terms: LineTerms, chip: int, puck: int, total: int, standing: Standing) -> Fate:
    """Pass, don't pass, come, don't come."""
    wager = standing.wager
    on_line = wager.kind in (Kind.PASS, Kind.DONT_PASS)
    number = puck if on_line else wager.number or 0
    if number:
        return _race(book, terms, chip, number, total, standing, terms.pays.ratio)
    if total in book.come_out.points:
        return STANDS if on_line else Fate("moves", to=total)
    if isinstance(terms, DontTerms) and total == terms.bar:
        return Fate("returned") if terms.tie == "returned" else Fate("ties")
    with_dice = total in book.come_out.naturals
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


# Wagers that watch a shooter's hand.


def watches_hand(wager: Wager) -> bool:
    """Whether a wager is decided by several throws of one shooter."""
    return wager.kind in HAND_WAGERS


def counted_by(
    terms: HandTerms, wager: Wager, so_far: tuple[int, ...], puck: int, total: int
) -> tuple[int, ...]:
    """The count of a wager once that total is thrown: points count only when they are made."""
    if terms.counts == "points" and (not puck or total != puck):
        return so_far
    if total == 7 and terms.ends == "seven":
        return so_far
    repeater = wager.kind is Kind.REPEATER
    if total not in ([wager.number] if repeater else terms.among):
        return so_far
    if total in so_far and not repeater and not terms.repeats:
        return so_far
    if len(so_far) == max(rungs(terms, wager)):
        return so_far
    return tuple(sorted([*so_far, total]))


def rungs(terms: HandTerms, wager: Wager) -> dict[int, Fraction]:
    """The pays of a wager by its count."""
    if wager.kind is Kind.REPEATER:
        return {terms.need[wager.number or 0]: terms.pays[wager.number or 0].ratio}
    return {count: pay.ratio for count, pay in terms.pays.items()}


def hand_over(book: Rulebook, chip: int, standing: Standing) -> Fate:
    """The result of a wager when the time that it watched is over."""
    terms = book.wagers[standing.wager.kind]
    assert isinstance(terms, HandTerms)
    reached = {c: ratio for c, ratio in rungs(terms, standing.wager).items() if c <= len(standing.progress)}
    if terms.paid == "at_once" or not reached:
        return LOSES
    return Fate("wins", prize(book, terms, chip, standing.amount, reached[max(reached)]))


def _watching(book: Rulebook, terms: HandTerms, chip: int, puck: int, total: int, standing: Standing) -> Fate:
    """A throw counts, or ends the wager; that the hand ends with it comes after."""
    if total == 7 and terms.ends == "seven":
        return hand_over(book, chip, standing)
    now = counted_by(terms, standing.wager, standing.progress, puck, total)
    rung = rungs(terms, standing.wager).get(len(now))
    if terms.paid == "at_once" and len(now) > len(standing.progress) and rung is not None:
        return Fate("wins", prize(book, terms, chip, standing.amount, rung), progress=now)
    return Fate("stands", progress=now)


def legs_of(terms: OneRollTerms, wager: Wager) -> dict[Kind, int]:
    """The units on each leg."""
    units = dict(terms.legs)
    if wager.number:
        units[LEG_TOTALS[wager.number]] += terms.high
    return units


def _legs(book: Rulebook, terms: OneRollTerms, chip: int, total: int, standing: Standing) -> Fate:
    """Each leg for itself; a horn high has more on the number named."""
    units = legs_of(terms, standing.wager)
    unit, chips_each = (sum_ // sum(units.values()) for sum_ in (standing.amount, standing.chips))
    settled: list[tuple[Kind, int, int | None]] = []
    net = Fraction(0)
    for leg, share in units.items():
        own, stake = book.wagers[leg], unit * share
        assert isinstance(own, OneRollTerms)
        pay = own.pays.get(total)
        won = prize(book, terms, chip, stake, pay.ratio) if pay else None
        settled.append((leg, stake, won))
        most = cap(terms, stake)
        exact = stake * pay.ratio if pay else Fraction(-chips_each * share)
        net += exact if most is None else min(exact, most)
    if all(won is None for _, _, won in settled):
        return LOSES
    return Fate("legs", legs=tuple(settled), net=chips(net, chip, book.betting.rounding))
