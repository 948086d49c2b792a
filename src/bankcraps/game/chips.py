"""Money in whole cents: reading dollars, printing dollars, and the one function that rounds.

Money is never computed in floats. A whole float such as 12.0 is read as 12; any other float is refused,
because 5.83 as a float is not 5.83.
"""

import math
import operator
import re
from decimal import Decimal, InvalidOperation
from numbers import Integral, Real
from typing import Final, Literal, NewType, SupportsIndex, cast

from bankcraps.errors import MoneyError, quoted

Cents = NewType("Cents", int)
"""A sum of money in the smallest unit, cents."""

Rounding = Literal["up", "down", "nearest"]
"""The rounding of a sum that chips cannot pay exactly. "nearest" rounds a half up."""

LARGEST = Cents(10**13)
"""The largest sum accepted, in cents: 100 billion dollars.

It also bounds a player's chips at a table, and what the house gives a wallet: the engine sells and awards a
player chips up to `LARGEST` in all, and takes bets from nobody with more than `2 * LARGEST`
(`game.engine.wagering.betting`). What lies on the layout when dice are thrown is part of that, whatever the
number of wagers. The highest pay in the books is 999 to 1, so a throw pays a player less than
`1000 * 2 * LARGEST`, which is 2 * 10**16 cents, and at most 20 players. What adds up over many throws,
awards and purchases is bounded by the books of a house (`live.proof.ledger.MOST`), before the dice go out.
"""

_MOST_BITS: Final = 1000
"""The largest size, in bits, of a sum that is written in dollars."""

_CENT: Final = Decimal("0.01")

_GROUPED: Final = re.compile(r"-?\d{1,3}(,\d{3})+(?!,|\d)")
"""Commas between thousands. Any other comma is refused, because it may be a decimal point."""


Money = SupportsIndex | Decimal | str
"""A sum in dollars, as people give it: text such as "12.50", a `Decimal`, or a whole number, also NumPy's.

A whole float such as 12.0 is read, too. It is not in the type, because no type checker can tell it from 7.5.
"""


def dollars(amount: Money) -> Cents:
    """Read a sum of dollars into cents.

    >>> dollars(12), dollars(12.0), dollars("7.50"), dollars("$1,500")
    (1200, 1200, 750, 150000)

    Raises:
        MoneyError: for a float that is not whole, anything not a number, fractions of a cent, or more than
            `LARGEST`.
    """
    value = _number(amount)
    if not value.is_finite():
        message = f"an amount of money must be finite, not {quoted(amount)}"
        raise MoneyError(message)
    if value.copy_abs() > LARGEST // 100:
        message = f"{quoted(amount)} is more than the largest sum, {printed(LARGEST)}"
        raise MoneyError(message)
    if value != value.quantize(_CENT):
        message = f"{quoted(amount)} has fractions of a cent"
        raise MoneyError(message)
    return Cents(int(value * 100))


def _number(amount: object) -> Decimal:
    if isinstance(amount, Decimal):
        return amount
    if isinstance(amount, str):
        return _read(amount)
    if isinstance(amount, bool) or not isinstance(amount, Real):
        given = f"the {type(amount).__name__} {quoted(amount)}"
        message = f"money must be a whole number, a Decimal or text such as '12.50', not {given}"
        raise MoneyError(message)
    if isinstance(amount, Integral):
        return Decimal(operator.index(amount))
    try:
        whole = math.floor(amount)
    except (ValueError, OverflowError):  # not a number, or infinite
        return Decimal("NaN")
    if amount != whole:
        given = type(amount).__name__
        wrong = f"{quoted(amount, str)} is not"
        message = f"a {given} is money only if it is whole, and {wrong}; write cents as text: '12.50'"
        raise MoneyError(message)
    return Decimal(int(whole))


def written_number(text: str, digits: int = 18) -> int | None:
    """Read a whole number of at most so many digits; None for any other text.

    Only the digits 0 to 9 count. Those of other scripts are easily taken for one another.

    >>> written_number("12"), written_number("٣"), written_number("-1")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def _read(text: str) -> Decimal:
    written = text.strip().removeprefix("$")
    try:
        plain = written.replace(",", "") if _GROUPED.match(written) else written
        return Decimal(plain if plain.isascii() else "no sum")  # it reads the digits of any script
    except InvalidOperation:
        message = f"{quoted(text)} is not a sum of money; write dollars, such as 12 or 12.50"
        raise MoneyError(message) from None


def printed(cents: int) -> str:
    """Write a sum of cents in dollars, with cents only if there are any.

    >>> printed(1200), printed(750), printed(-5), printed(150000)
    ('12', '7.50', '-0.05', '1500')
    """
    plain = type(cents) is int or isinstance(cast("object", cents), Integral)
    if not plain or int(cents).bit_length() > _MOST_BITS:
        return f"{quoted(cents)} cents"  # no sum of money: a refusal quotes it
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{whole}.{rest:02}" if rest else f"{sign}{whole}"


def money(cents: int) -> str:
    """Write a sum of cents as people do, with the sign of dollars; anything else is quoted.

    >>> money(1200), money(750), money(-5)
    ('$12', '$7.50', '-$0.05')
    """
    said = printed(cents)
    if said.endswith("cents"):
        return said
    return f"-${said[1:]}" if said.startswith("-") else f"${said}"


def is_sum(amount: object) -> bool:
    """Whether an amount can be bet, bought or paid: whole cents, more than 0, at most `LARGEST`."""
    return type(amount) is int and 0 < amount <= LARGEST


def limits_of_sums(amount: object) -> str:
    """Return the bounds of `is_sum` in words, as far as this amount breaks them."""
    least = "more than $0"
    return least if isinstance(amount, int) and amount <= 0 else f"{least} and at most {money(LARGEST)}"


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
