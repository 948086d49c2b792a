"""Changes of a wager's size by an `after` rule: press, take, regress, reset, or keep it down."""

from fractions import Fraction
from typing import Final

import msgspec

from bankcraps.game.chips import Cents, printed
from bankcraps.strategies.rules.amounts import scaled
from bankcraps.strategies.rules.instructions import DOWN
from bankcraps.strategies.wager_sets import WagerSet

__all__ = ["LARGEST_SIZE", "Change", "HalfPress", "KeepDown", "Parlay", "Press", "Regress", "Reset", "Take"]

LARGEST_SIZE: Final = Cents(100_000_000)
"""The largest size, $1,000,000. It keeps the memory finite."""


class Change(msgspec.Struct, frozen=True):
    """A change of size. `str` prints it as text.

    Attributes:
        target: the wagers to change; `it` is the wager that the event was about.
    """

    target: WagerSet

    def to(self, size: int, said: int, won: int = 0) -> int:
        """The new size.

        Args:
            size: the size now, in cents, or `DOWN`.
            said: the amount in the `when` rule, in cents.
            won: the sum that the wager won on this throw, in cents.
        """
        raise NotImplementedError

    def scaled(self, by: Fraction) -> "Change":
        """The same with every amount times a scale."""
        del by
        return self


def _up_to(limit: Cents) -> str:
    return f" up to {printed(limit)}" if limit else ""


class Press(Change, frozen=True):
    """Double the size, or add an amount: `press place 6`, `press place 6 by 6 up to 96`. It never shrinks.

    Attributes:
        by: the amount to add, in cents, or 0 to double.
        up_to: the largest size, in cents, or 0 for no limit.
    """

    by: Cents = Cents(0)
    up_to: Cents = Cents(0)

    def to(self, size: int, said: int, won: int = 0) -> int:
        del said, won
        if size == DOWN:
            return DOWN
        return max(size, min(size + (self.by or size), self.up_to or LARGEST_SIZE))

    def scaled(self, by: Fraction) -> "Press":
        return Press(self.target, scaled(self.by, by), scaled(self.up_to, by))

    def __str__(self) -> str:
        return f"press {self.target}{f' by {printed(self.by)}' if self.by else ''}{_up_to(self.up_to)}"


class Parlay(Change, frozen=True):
    """Add what the wager won: `parlay hard 6`, `parlay place 6 up to 100`. The house takes it rounded down.

    Attributes:
        up_to: the largest size, in cents, or 0 for no limit.
    """

    up_to: Cents = Cents(0)

    def to(self, size: int, said: int, won: int = 0) -> int:
        del said
        if size == DOWN:
            return DOWN
        return max(size, min(size + won, self.up_to or LARGEST_SIZE))

    def scaled(self, by: Fraction) -> "Parlay":
        return Parlay(self.target, scaled(self.up_to, by))

    def __str__(self) -> str:
        return f"parlay {self.target}{_up_to(self.up_to)}"


class HalfPress(Change, frozen=True):
    """Add half, in steps of half the amount said: 12, 18, 24, 36, 54. `half press place 6 up to 60`."""

    up_to: Cents = Cents(0)

    def to(self, size: int, said: int, won: int = 0) -> int:
        del won
        if size == DOWN:
            return DOWN
        step = max(1, said // 2)
        more = max(step, size // 2 // step * step)
        return max(size, min(size + more, self.up_to or LARGEST_SIZE))

    def scaled(self, by: Fraction) -> "HalfPress":
        return HalfPress(self.target, scaled(self.up_to, by))

    def __str__(self) -> str:
        return f"half press {self.target}{_up_to(self.up_to)}"


class Take(Change, frozen=True):
    """Take an amount off: `take 10 from pass`. It stops at `down_to`, or else at the amount said."""

    amount: Cents
    down_to: Cents = Cents(0)

    def to(self, size: int, said: int, won: int = 0) -> int:
        del won
        if size == DOWN:
            return DOWN
        return min(size, max(size - self.amount, self.down_to or said))

    def scaled(self, by: Fraction) -> "Take":
        return Take(self.target, scaled(self.amount, by), scaled(self.down_to, by))

    def __str__(self) -> str:
        end = f" down to {printed(self.down_to)}" if self.down_to else ""
        return f"take {printed(self.amount)} from {self.target}{end}"


class Regress(Change, frozen=True):
    """Set the size to an amount: `regress place 6 to 12`."""

    amount: Cents

    def to(self, size: int, said: int, won: int = 0) -> int:
        del said, won
        return DOWN if size == DOWN else self.amount

    def scaled(self, by: Fraction) -> "Regress":
        return Regress(self.target, scaled(self.amount, by))

    def __str__(self) -> str:
        return f"regress {self.target} to {printed(self.amount)}"


class Reset(Change, frozen=True):
    """Back to the amount in the `when` rule: `reset pass`."""

    def to(self, size: int, said: int, won: int = 0) -> int:
        del size, won
        return said

    def __str__(self) -> str:
        return f"reset {self.target}"


class KeepDown(Change, frozen=True):
    """Take down, and do not bet again until the hand ends or a rule resets it: `down place`."""

    def to(self, size: int, said: int, won: int = 0) -> int:
        del size, said, won
        return DOWN

    def __str__(self) -> str:
        return f"down {self.target}"
