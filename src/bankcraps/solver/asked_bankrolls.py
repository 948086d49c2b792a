"""The bankrolls and risks of a curve as people write them."""

from typing import Final

from bankcraps.chips import Cents, dollars
from bankcraps.errors import BankcrapsError
from bankcraps.solver.risk import MAX_BANKROLLS

__all__ = ["USUAL_RISKS", "bankrolls_between"]

USUAL_RISKS: Final = (0.5, 0.25, 0.1, 0.05, 0.01)
"""The risks of ruin for which bankrolls are found if nobody names any."""


def bankrolls_between(written: str, chip: Cents) -> list[Cents]:
    """Read bankrolls as FROM:TO or FROM:TO:STEP in dollars. Without STEP there are about ten.

    Raises:
        BankcrapsError: if they are written otherwise, do not go up, or are too many.
    """
    parts = written.split(":")
    if len(parts) not in (2, 3):
        raise BankcrapsError(
            f"bankrolls are written FROM:TO or FROM:TO:STEP, such as 100:1000:100, not {written!r}"
        )
    low, high, *step = map(dollars, parts)
    by = step[0] if step else max(1, -(-(high - low) // (10 * chip))) * chip
    if by <= 0 or high < low:
        raise BankcrapsError(f"bankrolls go up from the first to the second in steps, and {written} does not")
    if (high - low) // by >= MAX_BANKROLLS:
        raise BankcrapsError(
            f"{written} is {(high - low) // by + 1} bankrolls, and {MAX_BANKROLLS} are the most"
        )
    return [Cents(amount) for amount in range(low, high + 1, by)]
