"""The nearest amount that a table takes, where it refused a bet for its amount."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine import State, refusal
from bankcraps.engine.events import Bet
from bankcraps.rulebook import Rulebook

__all__ = ["nearest_bet"]

_MOST_TRIED: Final = 500
"""How many amounts are tried on each side: more than a unit of any house has chips."""

_UNITS: Final = frozenset({"off_unit", "not_payable"})
"""Refusals of an amount that units or chips do not make. Their limit is the unit."""


def nearest_bet(book: Rulebook, state: State, bet: Bet) -> Cents | None:
    """Return the amount that would do instead of a refused one, in cents.

    The table itself is asked about every amount, so it takes the one that is returned. A smaller amount is
    preferred to a larger one: a player then risks no more than they meant to.

    Args:
        book: the house.
        state: the table that refused the bet.
        bet: the bet, by whoever made it.

    Returns:
        The amount; None if the bet is not refused for its amount, or if no other amount will do.
    """
    if bet.tokens:
        return None
    return _search(book, state, bet, "below") or _search(book, state, bet, "above")


def _search(book: Rulebook, state: State, bet: Bet, side: Literal["below", "above"]) -> Cents | None:
    """Go from a bet's amount to the next one that the table takes, past units and up to limits."""
    for _ in range(_MOST_TRIED):
        why = refusal(book, state, bet)
        if why is None:
            return bet.amount
        if why.limit is None or why.offered is None:
            return None
        around = (bet.amount,)
        if why.code not in _UNITS:
            if (why.limit < why.offered) is not (side == "below"):
                return None
            around = _around(state, bet, why.limit, why.offered)
        bet = replace(bet, amount=_next(bet.amount, around, state.floor.chip, side))
        if bet.amount <= 0:
            return None
    return None


def _around(state: State, bet: Bet, limit: int, offered: int) -> tuple[int, int]:
    """Return the bet that keeps to a limit of the chips on a spot, and to one of what they could be paid."""
    standing = state.seated(bet.by.person).on(bet.wager)
    there = standing.amount if standing else 0
    return limit - (offered - bet.amount), (there + bet.amount) * limit // offered - there


def _next(amount: int, around: Sequence[int], chip: int, side: Literal["below", "above"]) -> Cents:
    """Return the next amount that chips make, at once that of a limit farther off."""
    if side == "below":
        return Cents(min(amount - 1, max(around)) // chip * chip)
    return Cents(-(-max(amount + 1, min(around)) // chip) * chip)
