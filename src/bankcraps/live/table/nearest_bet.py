"""The amount of a bet that a table would take instead of one that it refused."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine import State, refusal
from bankcraps.engine.events import Bet
from bankcraps.rulebook import Rulebook

__all__ = ["nearest_bet"]

_MOST_TRIED: Final = 500
"""The most amounts that are tried on each side. The unit of every house is fewer chips."""

_UNITS: Final = frozenset({"off_unit", "not_payable"})
"""The codes of refusals whose limit is the unit or the chip of which the amount is no multiple."""


def nearest_bet(book: Rulebook, state: State, bet: Bet) -> Cents | None:
    """Return the nearest smaller amount that the table takes, in cents, or else the nearest larger one.

    The engine is asked about every amount, so it takes the one that is returned. With a smaller one, players
    risk no more than they meant to.

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
    """Try amounts from a bet's own downwards or upwards, until the table takes one or none can do."""
    beyond = bet.amount
    for _ in range(_MOST_TRIED):
        why = refusal(book, state, bet)
        if why is None:
            return _nearer(book, state, bet, beyond)
        if why.limit is None or why.offered is None:
            return None
        bounds = (bet.amount,)
        if why.code not in _UNITS:
            if (why.limit < why.offered) is not (side == "below"):
                return None
            beyond, bounds = bet.amount, _bounds(state, bet, why.limit, why.offered)
        bet = replace(bet, amount=_next(bet.amount, bounds, state.floor.chip, side))
        if bet.amount <= 0:
            return None
    return None


def _nearer(book: Rulebook, state: State, bet: Bet, beyond: Cents) -> Cents:
    """Go back towards an amount that is beyond a limit, as far as the table takes it.

    What a rail allows was worked out with the commission of the refused amount, and that of less is less.
    """
    step = state.floor.chip if beyond > bet.amount else -state.floor.chip
    for amount in range(bet.amount + step, beyond, step):
        nearer = replace(bet, amount=Cents(amount))
        why = refusal(book, state, nearer)
        if why is None:
            bet = nearer
        elif why.code not in _UNITS:
            break
    return bet.amount


def _bounds(state: State, bet: Bet, limit: int, offered: int) -> tuple[int, int]:
    """Return the amounts that meet a limit if it limits the chips on the spot, and if it limits their pay.

    A refusal does not say which it limits. A pay grows in proportion to all chips on the spot.
    """
    standing = state.seated(bet.by.person).on(bet.wager)
    there = standing.amount if standing else 0
    return limit - (offered - bet.amount), (there + bet.amount) * limit // offered - there


def _next(amount: int, bounds: Sequence[int], chip: int, side: Literal["below", "above"]) -> Cents:
    """Return the next multiple of the chip, and skip all amounts beyond both bounds."""
    if side == "below":
        return Cents(min(amount - 1, max(bounds)) // chip * chip)
    return Cents(-(-max(amount + 1, min(bounds)) // chip) * chip)
