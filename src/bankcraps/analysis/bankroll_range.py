"""The bankrolls of a curve as people write them: FROM:TO or FROM:TO:STEP, in dollars."""

from typing import Final, NamedTuple

from bankcraps.errors import BankcrapsError, quoted
from bankcraps.game.chips import Cents, dollars, printed

MAX_BANKROLLS: Final = 200
"""The most bankrolls in one curve."""

_FEW: Final = 10
"""About how many bankrolls there are without a step."""


class BankrollRange(NamedTuple):
    """Bankrolls that go up in steps, in cents.

    Attributes:
        low, high: the first, and the most that the last may be.
        step: by how much they go up; None for about ten of them.
    """

    low: Cents
    high: Cents
    step: Cents | None = None

    @classmethod
    def read(cls, written: str) -> "BankrollRange":
        """Read FROM:TO or FROM:TO:STEP.

        >>> str(BankrollRange.read("$100:1000:50.00"))
        '100:1000:50'

        Raises:
            BankcrapsError: if it is written otherwise, does not go up, or has too many bankrolls.
        """
        parts = written.split(":")
        if len(parts) not in (2, 3):
            raise BankcrapsError(
                "bankrolls are written FROM:TO or FROM:TO:STEP, such as 100:1000:100, not " + quoted(written)
            )
        found = cls(*map(dollars, parts))
        if found.low < 0 or found.high < found.low or (found.step is not None and found.step <= 0):
            raise BankcrapsError(
                f"bankrolls go up from the first to the second in steps, and {found} does not"
            )
        if found.step and (number := (found.high - found.low) // found.step + 1) > MAX_BANKROLLS:
            raise BankcrapsError(f"{found} is {number:,} bankrolls, and {MAX_BANKROLLS} are the most")
        return found

    def __str__(self) -> str:
        """Write the bankrolls as `read` reads them."""
        return ":".join(printed(amount) for amount in self if amount is not None)

    def bankrolls(self, chip: Cents) -> list[Cents]:
        """Every bankroll, in cents. Without a step they go up by whole chips."""
        step = self.step or max(1, -(-(self.high - self.low) // (_FEW * chip))) * chip
        return [Cents(amount) for amount in range(self.low, self.high + 1, step)]
