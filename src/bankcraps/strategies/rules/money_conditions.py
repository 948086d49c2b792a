"""The conditions of rules on what the player owns: since the start, the peak, this shooter and the last."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from bankcraps.game.chips import Cents, printed
from bankcraps.strategies.observation import Observation
from bankcraps.strategies.rules.amounts import said_share, scaled
from bankcraps.strategies.rules.conditions import Condition, OnTracker
from bankcraps.strategies.rules.trackers import BelowPeak, LastShooterBalance

__all__ = ["Ahead", "AheadLastShooter", "BalanceOf", "BelowPeakBy", "Owning"]


class Owning(Condition, frozen=True):
    """The player's money, rail and layout together: `owning 300 or more`, `owning 300 or less`.

    Attributes:
        sum_: the sum, in cents.
        most: whether it holds at that sum and below, not at that sum and above.
    """

    sum_: Cents
    most: bool = False

    @property
    def looks_at_money(self) -> bool:
        return True

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del counts
        purse = observation.purse
        return not purse.at_least(self.sum_ + 1) if self.most else purse.at_least(self.sum_)

    def scaled(self, by: Fraction) -> "Owning":
        return Owning(scaled(self.sum_, by), self.most)

    def __str__(self) -> str:
        return f"owning {printed(self.sum_)} or {'less' if self.most else 'more'}"


class Ahead(Condition, frozen=True):
    """Owning so much more than at the start, or so much less: `ahead 100`, `behind 200`, `ahead`.

    Attributes:
        sum_: the sum in cents, at least; 1 for any.
        behind: whether it counts what is missing.
    """

    sum_: Cents = Cents(1)
    behind: bool = False

    @property
    def looks_at_money(self) -> bool:
        return True

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del counts
        purse = observation.purse
        if self.behind:
            return not purse.at_least(purse.start - self.sum_ + 1)
        return purse.at_least(purse.start + self.sum_)

    def scaled(self, by: Fraction) -> "Ahead":
        return self if self.sum_ == 1 else Ahead(scaled(self.sum_, by), self.behind)

    def __str__(self) -> str:
        word = "behind" if self.behind else "ahead"
        return word if self.sum_ == 1 else f"{word} {printed(self.sum_)}"


class BalanceOf(OnTracker, frozen=True):
    """So much won or lost since an earlier moment: `ahead 50 this shooter`, `60 below the peak`.

    Attributes:
        much: the sum, and whether it is won or lost.
    """

    much: Ahead = Ahead()

    @property
    def looks_at_money(self) -> bool:
        return True

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del observation
        value, sum_ = counts[self.index], self.much.sum_
        return value <= -sum_ if self.much.behind else value >= sum_

    def scaled(self, by: Fraction) -> "BalanceOf":
        return msgspec.structs.replace(self, much=self.much.scaled(by))

    def __str__(self) -> str:
        said = printed(self.much.sum_) if isinstance(self.tracker, BelowPeak) else self.much
        return f"{said} {self.tracker}"


class AheadLastShooter(OnTracker, frozen=True):
    """So much won or lost with the shooter before: `ahead 50 last shooter`.

    Attributes:
        much: the sum, and whether it is won or lost. Before the second shooter, nothing was.
    """

    much: Ahead = Ahead()

    @classmethod
    def of(cls, much: Ahead) -> "AheadLastShooter":
        """The condition for a sum."""
        return cls(LastShooterBalance(much.sum_, much.behind), much=much)

    @property
    def looks_at_money(self) -> bool:
        return True

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del observation
        return self.tracker.holds(counts[self.index])

    def scaled(self, by: Fraction) -> "AheadLastShooter":
        return AheadLastShooter.of(self.much.scaled(by))

    def __str__(self) -> str:
        return f"{self.much} {self.tracker}"


class BelowPeakBy(OnTracker, frozen=True):
    """A share given back: `half of winnings below the peak`, `25% below the peak`.

    Attributes:
        share: the share, above 0 and at most 1.
        winnings: whether it is a share of the most that they were ever ahead, and not of the most owned.
    """

    share: Fraction = Fraction(1)
    winnings: bool = False

    @classmethod
    def of(cls, share: Fraction, *, winnings: bool) -> "BelowPeakBy":
        """The condition for a share."""
        return cls(BelowPeak(), share=share, winnings=winnings)

    @property
    def looks_at_money(self) -> bool:
        return True

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        """Whether the peak was above the start, or nothing, and no more is left than that share less."""
        fallen = -counts[self.index]
        if not fallen:
            return False
        purse = observation.purse
        base = purse.start if self.winnings else 0
        most = base - fallen + fallen * self.share.denominator // self.share.numerator
        return purse.at_least(base - fallen + 1) and not purse.at_least(most + 1)

    def __str__(self) -> str:
        return f"{said_share(self.share)}{' of winnings' if self.winnings else ''} {self.tracker}"
