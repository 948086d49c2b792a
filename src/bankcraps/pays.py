"""What a winning wager is paid: an exact ratio, however a house prints it."""

import re
from fractions import Fraction
from typing import Final

from bankcraps.errors import BankcrapsError

__all__ = ["Pay"]

_PRINTED: Final = re.compile(r"(\d+(?:\.\d+)?)\s+(to|for)\s+(\d+)")


class Pay:
    """The winnings for each unit staked, beside which the stake itself comes back.

    "7 to 1" and "8 for 1" are two notations for one pay: houses that print "for" count the returned stake.

    >>> Pay("8 for 1") == Pay("7 to 1")
    True
    >>> str(Pay("7.5 to 1")), Pay("7.5 to 1").ratio
    ('7.5 to 1', Fraction(15, 2))
    >>> Pay("30 to 1").for_one()
    '31 for 1'

    Attributes:
        text: as the house prints it.
        ratio: winnings over stake.
        num, den: the same ratio in lowest terms, for whole-cent arithmetic.
    """

    __slots__ = ("den", "num", "ratio", "text")

    def __init__(self, text: str) -> None:
        """Read "9 to 5", "7.5 to 1" or "30 for 1"."""
        found = _PRINTED.fullmatch(text.strip())
        if found is None:
            message = f'{text!r} is not a pay; write "9 to 5", or "30 for 1" where the stake is counted in'
            raise BankcrapsError(message)
        paid, notation, staked = Fraction(found[1]), found[2], Fraction(found[3])
        if not staked:
            message = f"{text!r} pays on a stake of nothing"
            raise BankcrapsError(message)
        ratio = paid / staked if notation == "to" else paid / staked - 1
        if ratio <= 0:
            message = f"{text!r} pays a winner nothing"
            raise BankcrapsError(message)
        self.text = f"{found[1]} {notation} {found[3]}"
        self.ratio = ratio
        self.num, self.den = ratio.as_integer_ratio()

    def to_one(self) -> str:
        """The pay in "to" notation, lowest terms: `Pay("30 for 1").to_one()` is "29 to 1"."""
        return f"{self.num} to {self.den}"

    def for_one(self) -> str:
        """The pay in "for" notation, the stake counted in: `Pay("7 to 1").for_one()` is "8 for 1"."""
        return f"{self.num + self.den} for {self.den}"

    def __eq__(self, other: object) -> bool:
        """Two pays are equal when they pay the same, however printed."""
        return isinstance(other, Pay) and self.ratio == other.ratio

    def __hash__(self) -> int:
        """Hash by what is paid."""
        return hash(self.ratio)

    def __str__(self) -> str:
        """As the house prints it."""
        return self.text

    def __repr__(self) -> str:
        """Read back by Python."""
        return f"Pay({self.text!r})"
