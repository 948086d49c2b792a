"""Counters over throws. Each has as few values as its question needs, so that the memory stays finite."""

from typing import Final

import msgspec

from bankcraps.game.chips import Cents, printed
from bankcraps.game.wagers import BOX_NUMBERS
from bankcraps.strategies.observation import ThrowResult

__all__ = [
    "Balance",
    "BelowPeak",
    "Decisions",
    "EveryShooter",
    "FiveCount",
    "LastShooterBalance",
    "Money",
    "NewShooter",
    "OfShooter",
    "Points",
    "Puck",
    "ShooterBalance",
    "Shooters",
    "SinceStart",
    "StageBalance",
    "Streak",
    "Throws",
    "TotalThrows",
    "Tracker",
]

_FIVE: Final = 5


class Tracker(msgspec.Struct, frozen=True):
    """A counter whose value is a whole number, kept within what it needs to tell whether it `holds`."""

    def start(self) -> int:
        """The value before the first throw."""
        return 0

    def after(self, value: int, result: ThrowResult) -> int:
        """The value after a throw, or after bets: these leave it as it is, unless it counts money."""
        raise NotImplementedError

    def holds(self, value: int) -> bool:
        """Whether the count is reached."""
        raise NotImplementedError


class OfShooter(Tracker, frozen=True):
    """A tracker of this shooter's hand: it begins again with the next one."""

    def counted(self, value: int, result: ThrowResult) -> int:
        """The value with a throw of this hand, also with its last one."""
        raise NotImplementedError

    def after(self, value: int, result: ThrowResult) -> int:
        return self.start() if result.hand_over else self.counted(value, result)


class FiveCount(OfShooter, frozen=True):
    """The Captain's five-count, from Frank Scoblete, "Beat the Craps Out of the Casinos".

    A shooter's first point number counts one. The next three throws count two, three and four, whatever they
    are. The next point number after them counts five; until it comes, the count stays at four. A seven-out
    ends the count, and the next shooter starts at zero.

    Attributes:
        count: the number to which it counts; a longer or shorter count begins and ends with a point number,
            too.
        at: the part of the count for which the tracker waits: `3 of five_count`; 0 for all.
    """

    count: int = 5
    at: int = 0

    def counted(self, value: int, result: ThrowResult) -> int:
        if value == self.count or result.throw is None:
            return value
        needs_point_number = value in (0, self.count - 1)
        return value + 1 if not needs_point_number or result.throw.total in BOX_NUMBERS else value

    def holds(self, value: int) -> bool:
        return (self.at or self.count) <= value <= self.count

    def __str__(self) -> str:
        name = "five_count" if self.count == _FIVE else f"{self.count}_count"
        return f"{self.at} of {name}" if self.at else name


class NewShooter(Tracker, frozen=True):
    """Whether the shooter has not thrown yet. The value is 1 if so."""

    def start(self) -> int:
        return 1

    def after(self, value: int, result: ThrowResult) -> int:
        if result.hand_over:
            return 1
        return value if result.throw is None else 0

    def holds(self, value: int) -> bool:
        return value == 1

    def __str__(self) -> str:
        return "new_shooter"


class CountTo(Tracker, frozen=True):
    """A tracker that counts up to `count`, and then holds."""

    count: int

    def holds(self, value: int) -> bool:
        return value == self.count


class Throws(CountTo, OfShooter, frozen=True):
    """Whether this shooter has thrown `count` times."""

    def counted(self, value: int, result: ThrowResult) -> int:
        return value if result.throw is None else min(value + 1, self.count)

    def __str__(self) -> str:
        return f"{self.count} throws"


class Points(CountTo, OfShooter, frozen=True):
    """Whether this shooter has made `count` points."""

    def counted(self, value: int, result: ThrowResult) -> int:
        return min(value + result.point_made, self.count)

    def __str__(self) -> str:
        return f"{self.count} points made"


class Streak(CountTo, frozen=True):
    """Whether the dice passed, or missed, at least `count` times in a row, with any shooters.

    The dice pass with a natural or a point that is made, and miss with craps on the come-out or a seven-out.

    Attributes:
        passes: whether it counts passes.
    """

    passes: bool = True

    def after(self, value: int, result: ThrowResult) -> int:
        if result.dice_pass or result.dice_miss:
            return min(value + 1, self.count) if result.dice_pass == self.passes else 0
        return value

    def __str__(self) -> str:
        return f"{self.count} dice_{'passes' if self.passes else 'misses'} in a row"


class EveryShooter(Tracker, frozen=True):
    """Whether it is the turn of every `count`-th shooter. The value counts shooters modulo `count`."""

    count: int

    def after(self, value: int, result: ThrowResult) -> int:
        return (value + result.hand_over) % self.count

    def holds(self, value: int) -> bool:
        return value == self.count - 1

    def __str__(self) -> str:
        ending = {1: "st", 2: "nd", 3: "rd"}.get(self.count % 10, "th")
        if self.count % 100 in (11, 12, 13):
            ending = "th"
        return f"every {self.count}{ending} shooter"


class Money(Tracker, frozen=True):
    """Whether the player has lost or won so much since the start. The value is the balance, in cents.

    The balance counts wins, losses and commission, but not chips on the layout. It has finitely many values
    only if both `losing` and `winning` are set; 0 means no limit on that side.
    """

    losing: Cents = Cents(0)
    winning: Cents = Cents(0)

    def after(self, value: int, result: ThrowResult) -> int:
        if self.holds(value):
            return value
        value += result.net
        if self.losing and value <= -self.losing:
            return -self.losing
        return self.winning if self.winning and value >= self.winning else value

    def holds(self, value: int) -> bool:
        return bool((self.losing and value <= -self.losing) or (self.winning and value >= self.winning))

    def __str__(self) -> str:
        ends = [
            f"{word} {printed(sum_)}"
            for word, sum_ in (("losing", self.losing), ("winning", self.winning))
            if sum_
        ]
        return " or ".join(ends)


class Balance(Tracker, frozen=True):
    """The change of what is owned since an earlier moment, in cents. Only what can be owned bounds it.

    A system that asks for it looks at its money.
    """

    def change(self, value: int) -> int:
        """The change that a value stands for."""
        return value

    def holds(self, value: int) -> bool:
        """Always; a condition compares the value."""
        del value
        return True


class ShooterBalance(Balance, frozen=True):
    """The change since this shooter's hand began."""

    def after(self, value: int, result: ThrowResult) -> int:
        return 0 if result.hand_over else value + result.net

    def __str__(self) -> str:
        return "this shooter"


class LastShooterBalance(Balance, frozen=True):
    """Whether the last shooter brought or cost so much. The value is twice the change since, plus 1 if so.

    Attributes:
        sum_: the least sum, in cents.
        behind: whether it is a loss.
    """

    sum_: Cents
    behind: bool

    def change(self, value: int) -> int:
        return value >> 1

    def after(self, value: int, result: ThrowResult) -> int:
        now = (value >> 1) + result.net
        if result.hand_over:
            return int((-now if self.behind else now) >= self.sum_)
        return 2 * now + (value & 1)

    def holds(self, value: int) -> bool:
        return bool(value & 1)

    def __str__(self) -> str:
        return "last shooter"


class BelowPeak(Balance, frozen=True):
    """The change since the most was owned so far: 0 there, and below zero elsewhere.

    What is owned counts after each throw. Commission that comes back with a bet makes no peak.
    """

    def after(self, value: int, result: ThrowResult) -> int:
        now = value + result.net
        return now if result.throw is None else min(0, now)

    def __str__(self) -> str:
        return "below the peak"


class StageBalance(Balance, frozen=True):
    """The change since this stage began."""

    def after(self, value: int, result: ThrowResult) -> int:
        return value + result.net

    def __str__(self) -> str:
        return "this stage"


class SinceStart(Balance, frozen=True):
    """The change since the start."""

    def after(self, value: int, result: ThrowResult) -> int:
        return value + result.net

    def __str__(self) -> str:
        return "since the start"


class Puck(Tracker, frozen=True):
    """The place of the puck: the value is the point, or 0 while there is none."""

    def after(self, value: int, result: ThrowResult) -> int:
        if result.point_set and result.throw is not None:
            return result.throw.total
        return 0 if result.point_made or result.seven_out else value

    def holds(self, value: int) -> bool:
        return bool(value)

    def __str__(self) -> str:
        return "point"


class TotalThrows(CountTo, frozen=True):
    """Whether there were `count` throws since the start."""

    def after(self, value: int, result: ThrowResult) -> int:
        return value if result.throw is None else min(value + 1, self.count)

    def __str__(self) -> str:
        return f"{self.count} throws"


class Shooters(CountTo, frozen=True):
    """Whether `count` shooters' hands ended since the start."""

    def after(self, value: int, result: ThrowResult) -> int:
        return min(value + result.hand_over, self.count)

    def __str__(self) -> str:
        return f"{self.count} shooters"


class Decisions(CountTo, frozen=True):
    """Whether the line was decided `count` times since the start. The value is how often it was."""

    def after(self, value: int, result: ThrowResult) -> int:
        return value + 1 if result.line_decided and not self.holds(value) else value

    def __str__(self) -> str:
        return f"{self.count} decisions"
