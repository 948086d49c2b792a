"""How much a shortcut bets."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from bankcraps.chips import Cents
from bankcraps.engine import Seat, State, player, refusal
from bankcraps.engine import events as ev
from bankcraps.notation.expanding import most_odds
from bankcraps.rulebook import Rulebook
from bankcraps.rulebook.terms import NumberTerms
from bankcraps.wagers import ODDS, Kind, Wager, find

__all__ = ["first_unit", "full_odds", "next_unit", "stake"]

_UNITS: Final = tuple(Cents(dollars * 100) for dollars in (1, 2, 5, 10, 15, 20, 25, 50, 100, 200, 500, 1000))
_USUAL: Final = Cents(500)
_SUMS: Final = frozenset({"off_unit", "under_minimum", "not_payable"})
"""The codes of refusals that another amount avoids."""


def first_unit(state: State) -> Cents:
    """The unit at the start: five dollars, or the table's minimum if that is more."""
    return max(_USUAL, state.floor.limits.minimum)


def next_unit(unit: Cents, state: State, *, up: bool) -> Cents:
    """The next larger or smaller unit, within the limits of the table."""
    limits = state.floor.limits
    steps = sorted({limits.minimum, *(step for step in _UNITS if limits.minimum <= step <= limits.maximum)})
    beyond = [step for step in steps if (step > unit if up else step < unit)]
    if not beyond:
        return unit
    return beyond[0] if up else beyond[-1]


def stake(book: Rulebook, state: State, name: str, wager: Wager, unit: Cents) -> Cents:
    """A unit on a wager, or the next amount up that may be bet; a little more if that pays without rounding.

    A unit of 5 on the 6 is 6, as a dealer would ask for.
    """
    possible = (
        amount for amount in _amounts_from(unit, state) if _may_be_made(book, state, name, wager, amount)
    )
    least = next(possible, unit)
    chip = state.floor.chip
    for amount in range(least, least * 5 // 4 + 1, chip):
        if _pays_without_rounding(book, wager, amount, chip) and _may_be_made(
            book, state, name, wager, Cents(amount)
        ):
            return Cents(amount)
    return least


def _amounts_from(unit: Cents, state: State) -> Iterator[Cents]:
    """Amounts to try: the unit and a few chips more, then whole units of the table."""
    chip, step = state.floor.chip, state.floor.limits.unit
    whole = -(-unit // step) * step
    return map(Cents, chain(range(unit, unit + 12 * chip, chip), range(whole, whole + 24 * step, step)))


def _may_be_made(book: Rulebook, state: State, name: str, wager: Wager, amount: Cents) -> bool:
    refused = refusal(book, state, ev.Bet(wager, amount, by=player(name)))
    return refused is None or refused.code not in _SUMS


def _pays_without_rounding(book: Rulebook, wager: Wager, amount: int, chip: Cents) -> bool:
    terms = book.terms(wager)
    if not isinstance(terms, NumberTerms):
        return True
    pay = terms.best(wager)
    return amount * pay.num % (pay.den * chip) == 0


def full_odds(book: Rulebook, state: State, seat: Seat) -> ev.Bet:
    """Full odds behind the first flat wager that has room for more, as far as the rail goes.

    Without such a wager the bet returned is one that the rules refuse, so that the player hears why.
    """
    for standing in seat.wagers:
        kind, number = ODDS.get(standing.wager.kind), standing.wager.number
        if kind is None or not (number or (state.puck and kind in (Kind.PASS_ODDS, Kind.DONT_PASS_ODDS))):
            continue
        odds = find(kind, number)
        more = most_odds(book, state, seat, odds)
        if more > 0:
            return ev.Bet(odds, more, by=player(seat.name))
    flat = Kind.DONT_PASS if seat.on(find(Kind.DONT_PASS)) else Kind.PASS
    return ev.Bet(find(ODDS[flat]), state.floor.chip, by=player(seat.name))
