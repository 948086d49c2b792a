"""How an `after` rule changes the size of a wager: press, add, take, regress, reset, take down."""

from fractions import Fraction
from typing import Final

import msgspec

from bankcraps.chips import Cents, printed
from bankcraps.strategy.acts import scaled
from bankcraps.strategy.desk import OFF
from bankcraps.strategy.targets import Target

__all__ = ["MOST", "Change", "HalfPress", "Press", "Regress", "Reset", "Take", "TakeDown"]

MOST: Final = Cents(100_000_000)
"""A million dollars: no size grows beyond it, so that memory ends. No sign at a table is so high."""


class Change(msgspec.Struct, frozen=True):
    """A change of sizes.

    Attributes:
        target: whose; `it` is the wager the event was about.
    """

    target: Target

    def to(self, size: int, said: int) -> int:
        """The size after it.

        Args:
            size: the size now, in cents, or `OFF`.
            said: the sum that the `when` rule says, in cents.
        """
        raise NotImplementedError

    def scaled(self, by: Fraction) -> "Change":
        """The same with every sum times a scale."""
        del by
        return self


def _limit(up_to: Cents) -> str:
    return f" up to {printed(up_to)}" if up_to else ""


class Press(Change, frozen=True):
    """Double it, or add a sum: `press place 6`, `press place 6 by 6`, with `up to 96` or without.

    Attributes:
        by: what is added, in cents, or 0 to double.
        up_to: the most it comes to, in cents, or 0 for no end.
    """

    by: Cents = Cents(0)
    up_to: Cents = Cents(0)

    def to(self, size: int, said: int) -> int:
        """More, and never less than it was."""
        del said
        if size == OFF:
            return OFF
        return max(size, min(size + (self.by or size), self.up_to or MOST))

    def scaled(self, by: Fraction) -> "Press":
        """The sums scaled."""
        return Press(self.target, scaled(self.by, by), scaled(self.up_to, by))

    def __str__(self) -> str:
        """As it is written."""
        return f"press {self.target}{f' by {printed(self.by)}' if self.by else ''}{_limit(self.up_to)}"


class HalfPress(Change, frozen=True):
    """Add half of it, in steps of half the sum said: 12, 18, 24, 36, 54. `half press place 6 up to 60`."""

    up_to: Cents = Cents(0)

    def to(self, size: int, said: int) -> int:
        """Half as much again."""
        if size == OFF:
            return OFF
        step = max(1, said // 2)
        more = max(step, size // 2 // step * step)
        return max(size, min(size + more, self.up_to or MOST))

    def scaled(self, by: Fraction) -> "HalfPress":
        """The sum scaled."""
        return HalfPress(self.target, scaled(self.up_to, by))

    def __str__(self) -> str:
        """As it is written."""
        return f"half press {self.target}{_limit(self.up_to)}"


class Take(Change, frozen=True):
    """Less by a sum: `take 10 from pass`, never below the sum said unless `down to` says lower."""

    amount: Cents
    down_to: Cents = Cents(0)

    def to(self, size: int, said: int) -> int:
        """Less, and never more than it was."""
        if size == OFF:
            return OFF
        return min(size, max(size - self.amount, self.down_to or said))

    def scaled(self, by: Fraction) -> "Take":
        """The sums scaled."""
        return Take(self.target, scaled(self.amount, by), scaled(self.down_to, by))

    def __str__(self) -> str:
        """As it is written."""
        end = f" down to {printed(self.down_to)}" if self.down_to else ""
        return f"take {printed(self.amount)} from {self.target}{end}"


class Regress(Change, frozen=True):
    """To a sum, which is usually less: `regress place 6 to 12`."""

    amount: Cents

    def to(self, size: int, said: int) -> int:
        """That sum."""
        del said
        return OFF if size == OFF else self.amount

    def scaled(self, by: Fraction) -> "Regress":
        """The sum scaled."""
        return Regress(self.target, scaled(self.amount, by))

    def __str__(self) -> str:
        """As it is written."""
        return f"regress {self.target} to {printed(self.amount)}"


class Reset(Change, frozen=True):
    """Back to the sum that the `when` rule says: `reset pass`."""

    def to(self, size: int, said: int) -> int:
        """That sum."""
        del size
        return said

    def __str__(self) -> str:
        """As it is written."""
        return f"reset {self.target}"


class TakeDown(Change, frozen=True):
    """Down, and not made again until the hand is over or it is reset: `down place`."""

    def to(self, size: int, said: int) -> int:
        """Nothing."""
        del size, said
        return OFF

    def __str__(self) -> str:
        """As it is written."""
        return f"down {self.target}"
