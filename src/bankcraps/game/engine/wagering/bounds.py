"""A rule about how much may stand on a wager: the totals that it takes, and its refusal of any other."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from bankcraps.game.engine.refusals import Code, Refusal, refuse
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.wagering.sums import Sums
from bankcraps.game.rulebook.section import Section

__all__ = ["Bound", "Bounds", "Rule"]

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
