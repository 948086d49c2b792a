"""The pay of a winning wager: an exact ratio, however the house prints it."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final

from bankcraps.errors import BankcrapsError, quoted, require_text

_PRINTED: Final = re.compile(r"(\d+(?:\.\d+)?)\s+(to|for)\s+(\d+)", re.ASCII)


_LONGEST: Final = 100
"""The most characters of a pay."""


class Pay:
    """The winnings for each unit staked. The player also gets the stake back.

    "7 to 1" and "8 for 1" are the same pay: houses that print "for" count the stake in.

    >>> Pay("8 for 1") == Pay("7 to 1")
    True
    >>> str(Pay("7.5 to 1")), Pay("7.5 to 1").ratio
    ('7.5 to 1', Fraction(15, 2))
    >>> Pay("30 to 1").for_one()
    '31 for 1'

    Attributes:
        text: the pay as the house prints it.
        ratio: winnings divided by stake.
        num, den: the ratio in lowest terms.
    """

    __slots__ = ("den", "num", "ratio", "text")

    def __init__(self, text: str) -> None:
        """Read "9 to 5", "7.5 to 1" or "30 for 1". Raises `BankcrapsError` for anything else."""
        require_text(text, "a pay")
        found = _PRINTED.fullmatch(text.strip())
        if found is None:
            message = f'{quoted(text)} is not a pay; write "9 to 5", or "30 for 1" if the stake is counted in'
            raise BankcrapsError(message)
        if len(text) > _LONGEST:
            raise BankcrapsError(f"{quoted(text)} has too many digits for a pay")
        paid, notation, staked = Fraction(found[1]), found[2], Fraction(found[3])
        if not staked:
            message = f"{quoted(text)} has a stake of 0"
            raise BankcrapsError(message)
        ratio = paid / staked if notation == "to" else paid / staked - 1
        if ratio <= 0:
            message = f"{quoted(text)} pays the winner nothing"
            raise BankcrapsError(message)
        self.text: str = f"{found[1]} {notation} {found[3]}"
        self.ratio: Fraction = ratio
        self.num: int = ratio.numerator
        self.den: int = ratio.denominator

    def to_one(self) -> str:
        """Write the pay with "to", in lowest terms: `Pay("30 for 1").to_one()` is "29 to 1"."""
        return f"{self.num} to {self.den}"

    def for_one(self) -> str:
        """Write the pay with "for", counting the stake in: `Pay("7 to 1").for_one()` is "8 for 1"."""
        return f"{self.num + self.den} for {self.den}"

    def __eq__(self, other: object) -> bool:
        """Compare by ratio, however the pays are printed."""
        return isinstance(other, Pay) and self.ratio == other.ratio

    def __hash__(self) -> int:
        return hash(self.ratio)

    def __str__(self) -> str:
        """Write the pay as the house prints it."""
        return self.text

    def __repr__(self) -> str:
        """Write the pay so that Python reads it back."""
        return f"Pay({self.text!r})"


class Times(Fraction):
    """An exact multiple of a flat wager, for its odds: 2, or 2.5.

    >>> Times("2.5") * 1000, str(Times("2.5")), str(Times(3))
    (Fraction(2500, 1), '2.5', '3')
    """

    __slots__ = ()

    def __str__(self) -> str:
        """Write an exact decimal if there is one."""
        decimal = str(Decimal(self.numerator) / self.denominator)
        return decimal if Fraction(decimal) == self else f"{self.numerator}/{self.denominator}"

    __repr__ = __str__
