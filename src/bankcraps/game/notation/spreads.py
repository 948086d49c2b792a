"""Splits "across", "inside" and "outside" as dealers do: from one sum, or from an amount for each number."""

from collections.abc import Mapping
from typing import Final

from bankcraps.game.chips import Cents
from bankcraps.game.notation.phrases import SHARES, Spreads
from bankcraps.game.wagers import Wager

__all__ = ["LEAVES_OUT_POINT", "for_each", "means_each", "split"]

LEAVES_OUT_POINT: Final[tuple[Spreads, ...]] = ("across", "inside", "outside")
"""The words for place wagers on several numbers. One of these may be the point."""

_DOLLAR: Final = 100
_FIVE: Final = 500


def means_each(name: str, amount: int, *, without: int = 0) -> bool:
    """Whether an amount is for each number, and not the whole sum: `across 5` is 32 in all.

    It is if it is in fives, and below the smallest sum that dealers split: 32 across, 22 inside, 20 outside,
    or what these are without the point.

    Args:
        name: the word.
        amount: the amount, in cents.
        without: the point, which a sum may leave out; 0 for none.
    """
    if name not in LEAVES_OUT_POINT or amount <= 0 or amount % _FIVE:
        return False
    return amount < sum(share for wager, share in SHARES[name].items() if wager.number != without) * _DOLLAR


def for_each(name: str, amount: int, chip: int) -> dict[Wager, Cents] | None:
    """Return the bets for an amount on each number: with 5 on the others, 6 on the 6 and 8.

    None if chips cannot make these bets.
    """
    shares = SHARES[name]
    least = min(shares.values())
    if amount <= 0 or amount % (least * chip):
        return None
    return {wager: Cents(amount // least * share) for wager, share in shares.items()}


def split(shares: Mapping[Wager, int], amount: int, chip: int) -> dict[Wager, Cents] | None:
    """Return the bets that make up a sum; None if it does not split."""
    whole = sum(shares.values())
    if amount <= 0 or amount % (whole * chip):
        return None
    return {wager: Cents(amount // whole * share) for wager, share in shares.items()}
