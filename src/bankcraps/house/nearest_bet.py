"""The nearest bet that a house would take, where it refused one for its amount."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine import Refusal, State, refusal
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Code
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Wager

__all__ = ["NearestBet", "nearest_bet"]

_TOO_MUCH: Final[frozenset[Code]] = frozenset({"over_maximum", "over_odds_limit", "not_enough_chips"})
_TOO_LITTLE: Final[frozenset[Code]] = frozenset({"under_minimum"})
_UNITS: Final[frozenset[Code]] = frozenset({"off_unit", "not_payable"})

_MOST_TRIES: Final = 250
"""Amounts that the engine is asked about before the search ends."""


class NearestBet(msgspec.Struct, frozen=True, rename={"amount": "amount_cents"}):
    """A bet that the house would take: the wager, and the chips to put there."""

    wager: Wager
    amount: Cents


def nearest_bet(book: Rulebook, state: State, bet: ev.Bet) -> NearestBet | None:
    """Return the nearest bet that the engine allows: the largest below it, or else the smallest above it.

    Nobody is asked for more chips than they offered if fewer will do. Return None if no amount would do, or
    if the bet is refused for another reason than its amount.
    """
    if bet.tokens or state.seat(bet.by.person) is None:
        return None
    found = _search(book, state, bet, -1) or _search(book, state, bet, 1)
    return NearestBet(bet.wager, found) if found else None


def _search(book: Rulebook, state: State, bet: ev.Bet, way: int) -> Cents | None:
    """Go down or up from an amount, in chips, until the engine allows a bet."""
    chip = state.floor.chip
    standing = state.seated(bet.by.person).on(bet.wager)
    there = standing.amount if standing else 0
    amount = bet.amount
    for _ in range(_MOST_TRIES):
        why = refusal(book, state, replace(bet, amount=Cents(amount)))
        if why is None:
            return Cents(amount)
        to = _next(why, way, amount, there, chip)
        if to is None:
            return None
        amount = min(amount - 1, to) // chip * chip if way < 0 else -(-max(amount + 1, to) // chip) * chip
        if amount <= 0:
            return None
    return None


def _next(why: Refusal, way: int, amount: int, there: int, chip: int) -> int | None:
    """The amount to ask about next: at the limit that the refusal names, or beside it if that is a unit.

    At least a chip farther is gone in any case. A limit on what a bet could cost, win or be paid is one on
    the bet in proportion. What that is was rounded, so the estimate is a chip too generous.
    """
    if why.code in _UNITS:
        return amount
    ends = _TOO_MUCH if way < 0 else _TOO_LITTLE
    if why.code not in ends or why.limit is None or why.offered is None:
        return None
    if why.code != "not_enough_chips" and why.offered in (amount, there + amount):
        return amount + why.limit - why.offered
    total = amount if why.code == "not_enough_chips" else there + amount
    return total * why.limit // max(1, why.offered + way * chip) - total + amount
