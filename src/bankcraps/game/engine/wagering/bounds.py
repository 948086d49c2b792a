"""A rule about how much may stand on a wager: the totals that it takes, and its refusal of any other."""

from collections.abc import Callable, Sequence
from math import gcd
from typing import Final, Literal

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine.refusals import Code, Refusal, Sentence, refuse
from bankcraps.game.rulebook.section import Section

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


Rule = Literal["odds", "minimum", "legs", "unit", "pay", "maximum", "max_pay", "commission", "chip", "rail"]
"""The rules that bound a wager: the odds that its flat wager allows; the sign's minimum, unit and maximum;
whole units for each leg; a pay and a commission of at least one chip; the cap on pays; the smallest chip; and
the chips that the player has."""


class Bound(msgspec.Struct, frozen=True, eq=False):
    """A rule about how much may stand on a wager.

    Attributes:
        rule: the rule.
        takes: the totals that it allows to stand, in cents.
        code: the code of its refusals.
        says: the sentence of its refusals. Its parts `limit`, `offered` and `stake` are filled in.
        limit: the limit that a refusal names, in cents.
        section, key: the value of the rulebook that it comes from; None and empty if it needs no rule.
        offered: for a total that it does not take, the amount that is held against the limit, in cents, if
            that is not the total itself but, for example, what it could win.
    """

    rule: Rule
    takes: Sums
    code: Code
    says: Sentence
    limit: int
    section: Section | None = None
    key: str = ""
    offered: Callable[[int], int] = int

    @property
    def clause(self) -> str | None:
        """The clause behind the rule."""
        return self.section.clause(self.key) or None if self.section else None

    def refusal(self, total: int) -> Refusal | None:
        """Refuse a total in cents that the rule does not take."""
        if total in self.takes:
            return None
        offered = self.offered(total)
        return refuse(
            self.code, self.says, self.section, self.key, limit=self.limit, offered=offered, stake=total
        )


class Bounds(msgspec.Struct, frozen=True, eq=False):
    """Several rules about how much may stand on a wager.

    Attributes:
        rules: the rules, in the order in which they refuse.
        takes: the totals that all of them allow, in cents.
    """

    rules: tuple[Bound, ...]
    takes: Sums

    @classmethod
    def of(cls, rules: Sequence[Bound]) -> "Bounds":
        """Put rules together."""
        takes = Sums()
        for rule in rules:
            takes &= rule.takes
        return cls(tuple(rules), takes)

    def without(self, rules: frozenset[Rule]) -> "Bounds":
        """Leave out some rules."""
        return Bounds.of([bound for bound in self.rules if bound.rule not in rules])

    def refusal(self, total: int) -> Refusal | None:
        """Return the refusal of the first rule that does not take a total in cents, or None."""
        if total in self.takes:
            return None
        return next(why for bound in self.rules if (why := bound.refusal(total)) is not None)
