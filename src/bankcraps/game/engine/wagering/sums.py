"""Sets of sums of money: from a least to a most, in steps. The limits on a wager are such sets."""

from math import gcd
from typing import Final

import msgspec

from bankcraps.game.chips import Cents

__all__ = ["Step", "Sums", "multiples"]

_NO_MOST: Final = Cents(2**63 - 1)


class Step(msgspec.Struct, frozen=True, array_like=True):
    """All sums that leave a remainder when they are divided by a size, in cents."""

    remainder: int
    size: int

    def meet(self, other: "Step") -> "Step | None":
        """Return the sums in both steps; None if there are none (Chinese remainder theorem)."""
        common = gcd(self.size, other.size)
        apart = other.remainder - self.remainder
        if apart % common:
            return None
        size = other.size // common
        times = apart // common * pow(self.size // common, -1, size) % size
        both = self.size * size
        return Step((self.remainder + times * self.size) % both, both)


class Sums(msgspec.Struct, frozen=True):
    """The sums from a least to a most, in cents, that are in one of some steps.

    >>> fives = Sums(Cents(1000), Cents(5000), (Step(0, 500),))
    >>> 1500 in fives, 1700 in fives, fives.at_most(1700), fives.at_least(1700)
    (True, False, 1500, 2000)
    """

    least: Cents = Cents(1)
    most: Cents = _NO_MOST
    steps: tuple[Step, ...] = (Step(0, 1),)

    def __contains__(self, amount: int) -> bool:
        if self.least <= amount <= self.most:
            for step in self.steps:  # a loop, because every bet passes here
                if (amount - step.remainder) % step.size == 0:
                    return True
        return False

    def __and__(self, other: "Sums") -> "Sums":
        """Return the sums that are in both."""
        met = (one.meet(another) for one in self.steps for another in other.steps)
        steps = tuple(step for step in met if step is not None)
        return Sums(max(self.least, other.least), min(self.most, other.most), steps)

    def less(self, amount: int) -> "Sums":
        """Return every one of these sums less an amount, without those that would not be above 0."""
        steps = tuple(Step((step.remainder - amount) % step.size, step.size) for step in self.steps)
        return Sums(Cents(max(1, self.least - amount)), Cents(self.most - amount), steps)

    def at_most(self, amount: int) -> Cents | None:
        """The largest of these sums up to an amount, or None."""
        top = min(amount, self.most)
        found = max((top - (top - step.remainder) % step.size for step in self.steps), default=0)
        return Cents(found) if found >= self.least else None

    def at_least(self, amount: int) -> Cents | None:
        """The smallest of these sums from an amount up, or None."""
        low = max(amount, self.least)
        found = min((low + (step.remainder - low) % step.size for step in self.steps), default=self.most + 1)
        return Cents(found) if found <= self.most else None


def multiples(size: int) -> Sums:
    """All multiples of an amount in cents."""
    return Sums(steps=(Step(0, size),))
