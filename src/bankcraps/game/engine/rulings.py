"""The effect of one throw on one wager, by family of wagers. Chips are the business of `settlement`."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, cast

import msgspec
from msgspec.structs import replace

from bankcraps.game.dice import SEVEN, Throw
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook import terms as tm
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import COMES, WAGERS, Kind, Wager, find, number_of

Verdict = Literal["wins", "loses", "ties", "moves", "legs", "counts", "ends"]
"""The sort of ruling. A come wager "moves" to its number, and a wager with "legs" is settled leg by leg.
"counts" and "ends" are for wagers on a shooter's hand."""


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
    """

    verdict: Verdict
    terms: tm.Terms
    pay: Pay | None = None
    to: Wager | None = None
    legs: tuple[Leg, ...] = ()
    counted: int = 0
    off_by_default: bool = False


def _decided(terms: tm.Terms, pay: Pay | None) -> Ruling:
    """Rule that a wager wins at a pay or, without one, loses."""
    return Ruling("loses", terms) if pay is None else Ruling("wins", terms, pay)


def on_line(book: Rulebook, terms: tm.LineTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on pass, don't pass, come and don't come.

    Before such a wager has a number, naturals and craps decide it; afterwards, the number or a seven. The
    number of a pass or don't pass wager is the point. A come wager has its own, or none in the box.
    """
    total, number, rules = throw.total, number_of(wager, puck), book.come_out
    if number:
        if total not in (number, SEVEN):
            return None
        dice_pass = total == number
    elif total in rules.points:
        return Ruling("moves", terms, to=find(wager.kind, total)) if wager.kind in COMES else None
    elif isinstance(terms, tm.DontTerms) and total == terms.bar:
        return Ruling("ties", terms)
    else:
        dice_pass = total in rules.naturals
    return _decided(terms, terms.pays if dice_pass != isinstance(terms, tm.DontTerms) else None)


def odds(book: Rulebook, terms: tm.OddsTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on odds: they are decided together with their flat wager, and paid by the number.

    Odds on the line go by the point, odds on a come wager by its own number.
    """
    number = wager.number or puck
    if throw.total not in (number, SEVEN) or not number:
        return None
    with_the_dice = wager.kind in {Kind.PASS_ODDS, Kind.COME_ODDS}
    return _decided(terms, terms.pays[number] if with_the_dice == (throw.total == number) else None)


def on_number(book: Rulebook, terms: tm.NumberTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on place, buy, big, lay, place to lose and the hard ways, which a number or a seven decides.

    Lay and place to lose win if a seven comes before the number, and the others if the number does. A hard
    way must come as a pair.
    """
    if throw.total not in (wager.number, SEVEN):
        return None
    came = throw.total != SEVEN
    won = not came if wager.kind in _TO_LOSE else came and (throw.hard or wager.kind is not Kind.HARD)
    return _decided(terms, terms.best(wager) if won else None)


_TO_LOSE: Final = frozenset({Kind.PLACE_TO_LOSE, Kind.LAY})


def on_total(book: Rulebook, terms: tm.OneRollTerms, wager: Wager, puck: int, throw: Throw) -> Ruling:
    """Rule on field, any craps, horn and the like: they win on their totals and lose on all others."""
    if not terms.legs:
        return _decided(terms, terms.pays.get(throw.total))
    legs = tuple(
        Leg(leg, units, cast("tm.OneRollTerms", book.wagers[leg.kind]).pays.get(throw.total))
        for leg, units in terms.leg_units(wager).items()
    )
    return Ruling("legs", terms, legs=legs) if any(leg.pay for leg in legs) else Ruling("loses", terms)


def hop(book: Rulebook, terms: tm.HopTerms, wager: Wager, puck: int, throw: Throw) -> Ruling:
    """Rule on a hop: it wins on one combination, in either order of the dice."""
    return _decided(terms, terms.pay(throw.combination) if wager.dice == throw.combination else None)


def watches(book: Rulebook, terms: tm.HandTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on a wager on a shooter's hand: count a number that it collects, or end it on a seven."""
    if throw.total == SEVEN and terms.ends == "seven":
        return over(terms)
    made = throw.total if terms.counts == "totals" or throw.total == puck else 0
    return Ruling("counts", terms, counted=made) if terms.counting(wager, (), made) else None


def over(terms: tm.HandTerms) -> Ruling:
    """End the wager. What it has counted decides whether it is paid."""
    return Ruling("ends", terms)


# The ruling on any wager.

_Family = Callable[[Rulebook, Any, Wager, int, Throw], Ruling | None]

_FAMILIES: Final[dict[type[tm.Terms], _Family]] = {
    tm.LineTerms: on_line,
    tm.DontTerms: on_line,
    tm.OddsTerms: odds,
    tm.NumberTerms: on_number,
    tm.OneRollTerms: on_total,
    tm.HopTerms: hop,
    tm.HandTerms: watches,
}
"""The function that rules on each family of wagers, by the type of their terms."""

BY_FACES: Final = frozenset({Kind.HARD, Kind.HOP})
"""The kinds that the faces of a throw decide. All others look at its total alone."""


def ruling(book: Rulebook, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Return the effect of a throw on a wager that is working, or None if it has none.

    `puck` is the point as it was before the throw, 0 for off.
    """
    terms = book.terms(wager)
    found = None if terms is None else _FAMILIES[type(terms)](book, terms, wager, puck, throw)
    return found and replace(found, off_by_default=found.terms.off_by_default(puck))


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
        wager: over(one) if isinstance(one, tm.HandTerms) and one.ends == "hand" else None
        for wager, one in terms.items()
    }
