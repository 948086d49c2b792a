"""Money in whole cents: reading dollars, printing dollars, and the one function that rounds.

Floats are refused, because they cannot hold most sums exactly.
"""

import re
from decimal import Decimal, InvalidOperation
from typing import Final, Literal, NewType

from bankcraps.errors import MoneyError

__all__ = ["LARGEST", "Cents", "Money", "Rounding", "dollars", "is_sum", "multiple_of", "printed"]

Cents = NewType("Cents", int)
"""A sum of money in cents."""

Rounding = Literal["up", "down", "nearest"]
"""How to pay a sum that chips cannot pay exactly. "nearest" rounds a half up."""

LARGEST = Cents(10**15)
"""The largest sum accepted: ten trillion dollars."""


_CENT: Final = Decimal("0.01")

_GROUPED: Final = re.compile(r"-?\d{1,3}(,\d{3})+(?!,|\d)")
"""Commas between thousands. Any other comma is refused, because it may be a decimal point."""


Money = int | str | Decimal
"""A sum in dollars."""


def dollars(amount: Money) -> Cents:
    """Read a sum in dollars and return it in cents.

    >>> dollars(12), dollars("7.50"), dollars("$1,500")
    (1200, 750, 150000)

    Raises:
        MoneyError: for a float, for what is not a number, for fractions of a cent, and above `LARGEST`.
    """
    value = _number(amount)
    if not value.is_finite():
        message = f"an amount of money must be finite, not {amount!r}"
        raise MoneyError(message)
    if value.copy_abs() > LARGEST // 100:
        message = f"{amount!r} is more than the largest sum, {printed(LARGEST)}"
        raise MoneyError(message)
    if value != value.quantize(_CENT):
        message = f"{amount!r} has fractions of a cent"
        raise MoneyError(message)
    return Cents(int(value * 100))


def _number(amount: object) -> Decimal:
    if isinstance(amount, bool) or not isinstance(amount, int | str | Decimal):
        given = type(amount).__name__
        message = (
            f"money must be a whole number, a Decimal or text such as '12.50', not the {given} {amount!r}"
        )
        raise MoneyError(message)
    text = amount.strip().removeprefix("$") if isinstance(amount, str) else amount
    try:
        return Decimal(text.replace(",", "") if isinstance(text, str) and _GROUPED.match(text) else text)
    except InvalidOperation:
        message = f"{amount!r} is not a sum of money; write dollars, such as 12 or 12.50"
        raise MoneyError(message) from None


def printed(cents: int) -> str:
    """Write a sum of cents in dollars, with cents only if there are any.

    >>> printed(1200), printed(750), printed(-5), printed(150000)
    ('12', '7.50', '-0.05', '1500')
    """
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{whole}.{rest:02}" if rest else f"{sign}{whole}"


def is_sum(amount: object) -> bool:
    """Whether an amount can be bet, bought or paid: whole cents, more than 0, at most `LARGEST`."""
    return type(amount) is int and 0 < amount <= LARGEST


def multiple_of(chip: int, numerator: int, denominator: int, rounding: Rounding) -> Cents:
    """Round numerator/denominator cents to a whole number of chips. No other code rounds money.

    >>> multiple_of(100, 500 * 7, 6, "down"), multiple_of(100, 500 * 7, 6, "up")
    (500, 600)
    """
    step = denominator * chip
    if rounding == "down":
        return Cents(numerator // step * chip)
    if rounding == "up":
        return Cents(-(-numerator // step) * chip)
    return Cents((2 * numerator + step) // (2 * step) * chip)
