"""Small counters over throws, with no more states than they need: what gates, stops and rules remember."""

from typing import Final

import msgspec

from bankcraps.chips import Cents, printed
from bankcraps.strategy.outcome import Outcome
from bankcraps.wagers import BOX_NUMBERS

__all__ = [
    "Decisions",
    "EveryShooter",
    "FiveCount",
    "Money",
    "NewShooter",
    "Points",
    "Shooters",
    "Throws",
    "TotalThrows",
    "Tracker",
]

_FIVE: Final = 5


class Tracker(msgspec.Struct, frozen=True):
    """A counter. Its value is a whole number, never more than it takes to tell whether it `holds`."""

    def start(self) -> int:
        """The value before the first throw."""
        return 0

    def after(self, value: int, outcome: Outcome) -> int:
        """The value after a throw."""
        raise NotImplementedError

    def holds(self, value: int) -> bool:
        """Whether what it waits for is so."""
        raise NotImplementedError


class FiveCount(Tracker, frozen=True):
    """The five-count of the Captain, as Frank Scoblete gives it in "Beat the Craps Out of the Casinos".

    A shooter's first 4, 5, 6, 8, 9 or 10 is the one. The next three throws are the two, the three and the
    four, whatever they are. The next 4, 5, 6, 8, 9 or 10 after those is the five; until it comes the count
    holds at four. A seven-out ends it, and the next shooter starts at nothing.
    """

    def after(self, value: int, outcome: Outcome) -> int:
        """Count a throw."""
        if outcome.hand_over:
            return 0
        if value == _FIVE or outcome.throw is None:
            return value
        needs_number = value in (0, _FIVE - 1)
        return value + 1 if not needs_number or outcome.throw.total in BOX_NUMBERS else value

    def holds(self, value: int) -> bool:
        """Whether the count is complete."""
        return value == _FIVE

    def __str__(self) -> str:
        """As it is written."""
        return "five_count"


class NewShooter(Tracker, frozen=True):
    """Whether the shooter has yet to throw."""

    def start(self) -> int:
        """The first shooter is new."""
        return 1

    def after(self, value: int, outcome: Outcome) -> int:
        """A shooter who has thrown is not new; the next one is."""
        if outcome.hand_over:
            return 1
        return value if outcome.throw is None else 0

    def holds(self, value: int) -> bool:
        """Whether nothing was thrown yet."""
        return value == 1

    def __str__(self) -> str:
        """As it is written."""
        return "new_shooter"


class Throws(Tracker, frozen=True):
    """Whether this shooter has thrown so many times."""

    count: int

    def after(self, value: int, outcome: Outcome) -> int:
        """One more, up to the count."""
        if outcome.hand_over:
            return 0
        return value if outcome.throw is None else min(value + 1, self.count)

    def holds(self, value: int) -> bool:
        """Whether it has come to the count."""
        return value == self.count

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.count} throws"


class Points(Tracker, frozen=True):
    """Whether this shooter has made so many points."""

    count: int

    def after(self, value: int, outcome: Outcome) -> int:
        """One more, up to the count."""
        if outcome.hand_over:
            return 0
        return min(value + outcome.point_made, self.count)

    def holds(self, value: int) -> bool:
        """Whether it has come to the count."""
        return value == self.count

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.count} points made"


class EveryShooter(Tracker, frozen=True):
    """Whether it is the turn of every second, third, ... shooter; the first of all is not."""

    count: int

    def after(self, value: int, outcome: Outcome) -> int:
        """Shooters counted round and round."""
        return (value + outcome.hand_over) % self.count

    def holds(self, value: int) -> bool:
        """Whether this is the last of a round."""
        return value == self.count - 1

    def __str__(self) -> str:
        """As it is written: `every 3rd shooter`."""
        ending = {1: "st", 2: "nd", 3: "rd"}.get(self.count % 10, "th")
        if self.count % 100 in (11, 12, 13):
            ending = "th"
        return f"every {self.count}{ending} shooter"


class Money(Tracker, frozen=True):
    """Whether so much was lost, or won, since the beginning; where either is 0 there is no such end.

    Only with both are its values finitely many. Money is in cents; the chips standing are not counted.
    """

    losing: Cents = Cents(0)
    winning: Cents = Cents(0)

    def after(self, value: int, outcome: Outcome) -> int:
        """The balance, which stays where it reached an end."""
        if self.holds(value):
            return value
        value += outcome.net
        if self.losing and value <= -self.losing:
            return -self.losing
        return self.winning if self.winning and value >= self.winning else value

    def holds(self, value: int) -> bool:
        """Whether the balance came to an end."""
        return bool((self.losing and value <= -self.losing) or (self.winning and value >= self.winning))

    def __str__(self) -> str:
        """As it is written: `losing 200 or winning 100`."""
        ends = [
            f"{word} {printed(sum_)}"
            for word, sum_ in (("losing", self.losing), ("winning", self.winning))
            if sum_
        ]
        return " or ".join(ends)


class TotalThrows(Tracker, frozen=True):
    """Whether there were so many throws since the beginning."""

    count: int

    def after(self, value: int, outcome: Outcome) -> int:
        """One more, up to the count."""
        return value if outcome.throw is None else min(value + 1, self.count)

    def holds(self, value: int) -> bool:
        """Whether it has come to the count."""
        return value == self.count

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.count} throws"


class Shooters(Tracker, frozen=True):
    """Whether so many shooters' hands ended since the beginning."""

    count: int

    def after(self, value: int, outcome: Outcome) -> int:
        """One more, up to the count."""
        return min(value + outcome.hand_over, self.count)

    def holds(self, value: int) -> bool:
        """Whether it has come to the count."""
        return value == self.count

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.count} shooters"


class Decisions(Tracker, frozen=True):
    """Whether the line was decided so often since the beginning, on a come-out or by the point or seven-out.

    The value is twice the count, and one more while the puck is on: an effect does not say how it lay.
    """

    count: int

    def after(self, value: int, outcome: Outcome) -> int:
        """One more where the throw decided the line."""
        if self.holds(value) or outcome.throw is None:
            return value
        done, puck = divmod(value, 2)
        if outcome.point_set:
            return done * 2 + 1
        if puck and not (outcome.point_made or outcome.seven_out):
            return value
        return (done + 1) * 2

    def holds(self, value: int) -> bool:
        """Whether it has come to the count."""
        return value == self.count * 2

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.count} decisions"
