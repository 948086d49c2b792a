"""The bet that would be taken instead of one that was refused for its sum."""

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine import Refusal, State, refusal
from bankcraps.engine import events as ev
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Wager

__all__ = ["BetInstead", "bet_instead"]

_TRIES: Final = 400
_TOO_MUCH: Final = ("over_maximum", "over_odds_limit", "not_enough_chips")
_Refused = Callable[[int], Refusal | None]
"""Why the rules refuse a sum of chips in cents, or None."""

_NO_UNIT: Final = ("off_unit", "not_payable")


class BetInstead(msgspec.Struct, frozen=True, rename={"amount": "amount_cents"}):
    """A bet that would be taken now: the wager, and the chips to add in cents."""

    wager: Wager
    amount: Cents


def bet_instead(book: Rulebook, state: State, bet: ev.Bet, why: Refusal) -> BetInstead | None:
    """Return the bet nearest to a refused one that the rules take now, or None if no other sum would do.

    A smaller one is preferred, so that nobody is asked for more than they wanted to bet.

    Args:
        book: the house.
        state: the table.
        bet: the bet that was refused.
        why: the engine's refusal of it.
    """
    if bet.tokens or why.code not in (*_TOO_MUCH, *_NO_UNIT, "under_minimum"):
        return None
    seat, chip = state.seated(bet.by.person), state.floor.chip
    standing = seat.on(bet.wager)
    there = standing.amount if standing else 0

    def refused(amount: int) -> Refusal | None:
        return refusal(book, state, replace(bet, amount=Cents(amount)))

    found = _down(refused, bet.amount, chip, there, seat.rail) or _up(refused, bet.amount, chip, there)
    return BetInstead(bet.wager, Cents(found)) if found else None


def _down(refused: _Refused, amount: int, chip: int, there: int, rail: int) -> int:
    """Go down from a sum to one that is taken; 0 if there is none."""
    for _ in range(_TRIES):
        why = refused(amount)
        if why is None:
            return amount
        if why.code == "not_enough_chips":
            amount = min(amount - 1, rail)
        elif why.code in _TOO_MUCH and why.limit and why.offered:
            # What is won and what is paid grow with the chips, so the limit is as far down as they are.
            most = (there + amount) * why.limit // why.offered - there
            amount = min(amount - 1, most + chip)
        elif why.code in _NO_UNIT:
            amount -= 1
        else:
            return 0
        amount = amount // chip * chip
        if amount <= 0:
            return 0
    return 0


def _up(refused: _Refused, amount: int, chip: int, there: int) -> int:
    """Go up from a sum to one that is taken; 0 if there is none."""
    for _ in range(_TRIES):
        why = refused(amount)
        if why is None:
            return amount
        if why.code == "under_minimum" and why.limit:
            amount = max(amount + 1, why.limit - there)
        elif why.code in _NO_UNIT:
            amount += 1
        else:
            return 0
        amount = -(-amount // chip) * chip
    return 0
