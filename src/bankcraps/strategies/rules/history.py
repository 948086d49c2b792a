"""Counters of what happened before: since an event, on the last shooter, and what won with this one."""

from typing import Final

from bankcraps.strategies.observation import ThrowResult
from bankcraps.strategies.plan import LengthUnit
from bankcraps.strategies.rules.trackers import CountTo, OfShooter, Tracker
from bankcraps.strategies.rules.triggers import Trigger
from bankcraps.strategies.wager_sets import WagerSet

__all__ = ["LastShooter", "LastShooters", "Since", "TimesThisShooter", "WinsOrLosses", "Within"]


class _SinceEvent(Tracker, frozen=True):
    """Counts throws, decisions or shooters' hands from an event on.

    The value is the event's own, times `count` + 1, plus the count, which goes no further than `count`.

    Attributes:
        count: the number that it counts.
        unit: the unit that it counts. The throw of the event counts as none, and ends no hand and no
            decision.
        event: the event, after which it counts anew.
    """

    count: int
    unit: LengthUnit
    event: Trigger

    def after(self, value: int, result: ThrowResult) -> int:
        own, passed = divmod(value, self.count + 1)
        own, about = self.event.after(own, result)
        if about is not None:
            passed = 0
        elif _uses_up(self.unit, result):
            passed = min(passed + 1, self.count)
        return own * (self.count + 1) + passed

    def _begins(self, passed: int) -> int:
        return (self.event.start() or 0) * (self.count + 1) + passed

    def _passed(self, value: int) -> int:
        return value % (self.count + 1)

    @property
    def _said(self) -> str:
        return f"{self.count} {self.unit if self.count > 1 else self.unit[:-1]}"


class Since(_SinceEvent, frozen=True):
    """Whether so many came since an event, or since the start without it: `3 throws since point_set`."""

    def start(self) -> int:
        return self._begins(0)

    def holds(self, value: int) -> bool:
        return self._passed(value) == self.count

    def __str__(self) -> str:
        return f"{self._said} since {self.event}"


class Within(_SinceEvent, frozen=True):
    """Whether an event happened, and not so many came since: `within 2 shooters of seven_out`."""

    def start(self) -> int:
        return self._begins(self.count)

    def holds(self, value: int) -> bool:
        return self._passed(value) < self.count

    def __str__(self) -> str:
        return f"within {self._said} of {self.event}"


def _uses_up(unit: LengthUnit, result: ThrowResult) -> bool:
    """Whether a throw uses up one throw, decision or hand."""
    if unit == "throws":
        return result.throw is not None
    return result.line_decided if unit == "decisions" else result.hand_over


class WinsOrLosses(CountTo, OfShooter, frozen=True):
    """Whether some wagers won, or lost, `count` times with this shooter: `2 wins of place this shooter`.

    They need not come in a row.

    Attributes:
        won: whether it counts wins.
        target: of which wagers, or None for the money of whole throws.
    """

    won: bool
    target: WagerSet | None = None

    def counted(self, value: int, result: ThrowResult) -> int:
        if self.target is None:
            nets = [result.net] if result.throw is not None else []
        else:
            nets = [net for wager, net in result.decided if wager in self.target.wagers]
        return min(value + sum(net > 0 if self.won else net < 0 for net in nets), self.count)

    def __str__(self) -> str:
        word = ("win", "wins") if self.won else ("loss", "losses")
        times = word[0] if self.count == 1 else f"{self.count} {word[1]}"
        return f"{times}{f' of {self.target}' if self.target else ''}{_THIS}"


class TimesThisShooter(CountTo, OfShooter, frozen=True):
    """Whether something happened `count` times with this shooter: `2 times throw of 6 this shooter`.

    Attributes:
        event: the event; it remembers nothing itself.
    """

    event: Trigger

    def counted(self, value: int, result: ThrowResult) -> int:
        return min(value + (self.event.after(0, result)[1] is not None), self.count)

    def __str__(self) -> str:
        return f"{self.count} times {self.event}{_THIS}"


_THIS: Final = " this shooter"


class LastShooter(Tracker, frozen=True):
    """Whether a count was reached by the shooter before: `2 points made last shooter`.

    The value is twice that of this shooter's count, plus 1 if so. Before the second shooter it is not.

    Attributes:
        of: the count.
    """

    of: OfShooter

    def start(self) -> int:
        return 2 * self.of.start()

    def after(self, value: int, result: ThrowResult) -> int:
        now, before = divmod(value, 2)
        if result.hand_over:
            return 2 * self.of.start() + self.of.holds(self.of.counted(now, result))
        return 2 * self.of.counted(now, result) + before

    def holds(self, value: int) -> bool:
        return bool(value % 2)

    def __str__(self) -> str:
        return f"{str(self.of).removesuffix(_THIS)} last shooter"


class LastShooters(Tracker, frozen=True):
    """Whether a count was reached by so many of the last shooters: `2 points made by 2 of last 3 shooters`.

    The value is this shooter's count times two to the power of `hands`, plus a bit for each of the last
    hands, that of the latest the lowest. Before there were so many, those missing did not reach it.

    Attributes:
        of: the count.
        many: the number of hands that must have reached it.
        hands: the number of hands that it looks back.
    """

    of: OfShooter
    many: int
    hands: int

    def start(self) -> int:
        return self.of.start() << self.hands

    def after(self, value: int, result: ThrowResult) -> int:
        now, before = divmod(value, 1 << self.hands)
        now = self.of.counted(now, result)
        if not result.hand_over:
            return now << self.hands | before
        return self.start() | (before << 1 | self.of.holds(now)) & (1 << self.hands) - 1

    def holds(self, value: int) -> bool:
        return (value & (1 << self.hands) - 1).bit_count() >= self.many

    def __str__(self) -> str:
        return f"{str(self.of).removesuffix(_THIS)} by {self.many} of last {self.hands} shooters"
