"""The effect of one throw on one wager, by family of wagers. Chips are the business of `settlement`."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from bankcraps.game.dice import SEVEN, Throw
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.schema import Rulebook
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
from bankcraps.game.wagers import HAND_WAGERS, WAGERS, Kind, Wager, find


class Verdict(Enum):
    """The sort of ruling.

    With MOVES a come wager goes to its number. With LEGS a wager is settled leg by leg. COUNTS and ENDS are
    for wagers on a shooter's hand.
    """

    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"
    MOVES = "moves"
    LEGS = "legs"
    COUNTS = "counts"
    ENDS = "ends"

    if not TYPE_CHECKING:
        __hash__ = object.__hash__  # faster, as for `Kind`


class Leg(msgspec.Struct, frozen=True, eq=False):
    """One part of a wager that has several.

    Attributes:
        wager: the wager whose pays the leg has.
        units: its share of the whole wager, in units.
        pay: the sum that it wins, or None if it lost.
    """

    wager: Wager
    units: int
    pay: Pay | None


class Ruling(msgspec.Struct, frozen=True, eq=False):
    """The effect of a throw on a wager.

    Attributes:
        verdict: the sort of ruling.
        terms: the wager's terms in the book.
        pay: the pay of a winner, else None.
        to: the wager that a moving wager becomes, else None.
        legs: the legs of a wager settled leg by leg.
        counted: the number that a wager on the hand counts.
        off_by_default: whether the wager is off now unless its owner called it on.
        returned_if_off: whether the wager is returned if it is off (odds whose flat wager was decided).
    """

    verdict: Verdict
    terms: Terms
    pay: Pay | None = None
    to: Wager | None = None
    legs: tuple[Leg, ...] = ()
    counted: int = 0
    off_by_default: bool = False
    returned_if_off: bool = False


# Pass, don't pass, come and don't come.
#
# Before such a wager has a number, naturals and craps decide it; afterwards, the number or a seven. The
# number of a pass or don't pass wager is the point. A come wager has its own, or none in the box.


def passes(book: Rulebook, terms: LineTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on pass and don't pass."""
    return _on_line_number(terms, puck, throw.total) if puck else _on_come_out(book, terms, throw.total)


def comes(book: Rulebook, terms: LineTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on come and don't come, in the box and on numbers. The puck does not matter."""
    if wager.number:
        return _on_line_number(terms, wager.number, throw.total)
    if throw.total in book.come_out.points:
        return Ruling(Verdict.MOVES, terms, to=find(wager.kind, throw.total))
    return _on_come_out(book, terms, throw.total)


def _on_come_out(book: Rulebook, terms: LineTerms, total: int) -> Ruling | None:
    if total in book.come_out.points:
        return None
    if isinstance(terms, DontTerms) and total == terms.bar:
        return Ruling(Verdict.TIES, terms)
    return _line_decided(terms, dice_pass=total in book.come_out.naturals)


def _on_line_number(terms: LineTerms, number: int, total: int) -> Ruling | None:
    if total not in (number, SEVEN):
        return None
    return _line_decided(terms, dice_pass=total == number)


def _line_decided(terms: LineTerms, *, dice_pass: bool) -> Ruling:
    if dice_pass == isinstance(terms, DontTerms):
        return Ruling(Verdict.LOSES, terms)
    return Ruling(Verdict.WINS, terms, terms.pays)


# Odds: decided together with their flat wager and paid by the number.


def odds(book: Rulebook, terms: OddsTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on odds. Odds on the line go by the point, odds on a come wager by its own number.

    Odds that are off when their flat wager is decided are returned to the player.
    """
    number = wager.number or puck
    if throw.total not in (number, SEVEN) or not number:
        return None
    off_by_default = terms.off_by_default(puck)
    with_the_dice = wager.kind in {Kind.PASS_ODDS, Kind.COME_ODDS}
    if with_the_dice == (throw.total == number):
        return Ruling(
            Verdict.WINS, terms, terms.pays[number], off_by_default=off_by_default, returned_if_off=True
        )
    return Ruling(Verdict.LOSES, terms, off_by_default=off_by_default, returned_if_off=True)


# Wagers on a number against the seven: place, buy, big, lay, place to lose, and the hard ways.


def to_win(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on place, buy and big: they win if the number comes before a seven."""
    return _on_number(terms, wager, puck, throw, won=throw.total == wager.number)


def to_lose(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on lay and place to lose: they win if a seven comes before the number."""
    return _on_number(terms, wager, puck, throw, won=throw.total == SEVEN)


def hard(book: Rulebook, terms: NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on a hard way: it wins on the pair and loses on a seven or the number thrown easy."""
    return _on_number(terms, wager, puck, throw, won=throw.total == wager.number and throw.hard)


def _on_number(terms: NumberTerms, wager: Wager, puck: int, throw: Throw, *, won: bool) -> Ruling | None:
    if throw.total not in (wager.number, SEVEN):
        return None
    off_by_default = terms.off_by_default(puck)
    if won:
        return Ruling(Verdict.WINS, terms, terms.best(wager), off_by_default=off_by_default)
    return Ruling(Verdict.LOSES, terms, off_by_default=off_by_default)


# Wagers on the next throw alone: on totals, on several legs, and hops.


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


# Wagers on a shooter's hand (fire, all, tall, small, repeaters): what they count and what ends them.


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


# The ruling on any wager.

_Family = Callable[[Rulebook, Any, Wager, int, Throw], Ruling | None]

_FAMILIES: Final[dict[Kind, _Family]] = {
    Kind.PASS: passes,
    Kind.COME: comes,
    Kind.DONT_PASS: passes,
    Kind.DONT_COME: comes,
    Kind.PASS_ODDS: odds,
    Kind.COME_ODDS: odds,
    Kind.DONT_PASS_ODDS: odds,
    Kind.DONT_COME_ODDS: odds,
    Kind.PLACE: to_win,
    Kind.BUY: to_win,
    Kind.BIG: to_win,
    Kind.PLACE_TO_LOSE: to_lose,
    Kind.LAY: to_lose,
    Kind.HARD: hard,
    Kind.HOP: hop,
    **dict.fromkeys(HAND_WAGERS, watches),
}
"""The function that rules on each kind of wager. Kinds not listed are one-roll wagers on totals."""

BY_FACES: Final = frozenset({Kind.HARD, Kind.HOP})
"""The kinds that the faces of a throw decide. All others look at its total alone."""


def ruling(book: Rulebook, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Return the effect of a throw on a wager that is working, or None if it has none.

    `puck` is the point as it was before the throw, 0 for off.
    """
    terms = book.terms(wager)
    if terms is None:
        return None
    return _FAMILIES.get(wager.kind, totals)(book, terms, wager, puck, throw)


class Rulings(dict[Wager, Ruling | None]):
    """The ruling of a throw on each wager, None if it does nothing. A wager is ruled on when asked for."""

    __slots__ = ("_throw",)

    def __init__(self, book: Rulebook, puck: int, throw: Throw) -> None:
        """Rule for a house, the point before the throw, and a throw."""
        super().__init__()
        self._throw = book, puck, throw

    def __missing__(self, wager: Wager) -> Ruling | None:
        book, puck, throw = self._throw
        return self.setdefault(wager, ruling(book, wager, puck, throw))


@lru_cache(maxsize=4096)
def rulings(book: Rulebook, puck: int, throw: Throw) -> Rulings:
    """Return the rulings of a throw. Kept by book, puck and combination, because every throw asks."""
    return rulings(book, puck, throw.combination) if throw.a > throw.b else Rulings(book, puck, throw)


@lru_cache(maxsize=64)
def hand_end_rulings(book: Rulebook) -> Mapping[Wager, Ruling | None]:
    """The rulings of the end of a shooter's hand on each wager, None where it does nothing."""
    terms = {wager: book.terms(wager) for wager in WAGERS.values()}
    return {
        wager: over(one) if isinstance(one, HandTerms) and one.ends == "hand" else None
        for wager, one in terms.items()
    }
