"""What an `after` rule waits for."""

from typing import Final

import msgspec

from bankcraps.dice import Throw
from bankcraps.strategy.outcome import Outcome
from bankcraps.strategy.targets import Target
from bankcraps.strategy.trackers import Tracker
from bankcraps.wagers import Wager

__all__ = ["Decided", "Happened", "Reached", "Thrown", "Trigger"]

Fired = tuple[int, tuple[Wager, ...] | None]
"""The value after a throw, and the wagers it fired for, or None where it did not."""

NOBODY: Final[tuple[Wager, ...]] = ()


class Trigger(msgspec.Struct, frozen=True):
    """Something that happens on a throw, once or after so many times in a row."""

    @property
    def counts(self) -> bool:
        """Whether it has to remember a number."""
        return False

    def start(self) -> int:
        """The number before the first throw."""
        return 0

    def after(self, value: int, outcome: Outcome) -> Fired:
        """What a throw does to it."""
        raise NotImplementedError


class Decided(Trigger, frozen=True):
    """A wager won or lost, or the throw as a whole did: `win of place 6`, `3 wins of pass`, `loss`.

    Several are in a row: a decision the other way begins the count again, and so does the rule itself.

    Attributes:
        won: whether it waits for wins.
        count: how many in a row.
        target: of which wagers, or None for the money of the whole throw.
    """

    won: bool
    count: int = 1
    target: Target | None = None

    @property
    def counts(self) -> bool:
        """If it waits for more than one."""
        return self.count > 1

    def after(self, value: int, outcome: Outcome) -> Fired:
        """Count the decisions of a throw."""
        if self.target is None:
            if outcome.throw is None:  # commission is paid with the bets, and decides nothing
                return value, None
            value, fired = self._count(value, outcome.net)
            return value, NOBODY if fired else None
        about: list[Wager] = []
        for wager, net in outcome.decided:
            if wager in self.target.wagers:
                value, fired = self._count(value, net)
                if fired:
                    about.append(wager)
        return value, tuple(about) or None

    def _count(self, value: int, net: int) -> tuple[int, bool]:
        if not net:
            return value, False
        if (net > 0) != self.won:
            return 0, False
        return (0, True) if value + 1 >= self.count else (value + 1, False)

    def __str__(self) -> str:
        """As it is written."""
        one, many = ("win", "wins") if self.won else ("loss", "losses")
        times = one if self.count == 1 else f"{self.count} {many}"
        return f"{times} of {self.target}" if self.target else times


class Happened(Trigger, frozen=True):
    """Something of the puck or the hand: `point_set`, `point_made`, `seven_out`, `new_shooter`."""

    what: str

    def after(self, value: int, outcome: Outcome) -> Fired:
        """Whether it did."""
        if self.what == "new_shooter":
            return value, NOBODY if outcome.hand_over else None
        return value, NOBODY if getattr(outcome, self.what) else None

    def __str__(self) -> str:
        """As it is written."""
        return self.what


class Thrown(Trigger, frozen=True):
    """Totals or combinations: `throw of 12`, `throw of 2, 3 or 12`, `throw of 3-3`."""

    totals: tuple[int, ...] = ()
    combinations: tuple[Throw, ...] = ()

    def after(self, value: int, outcome: Outcome) -> Fired:
        """Whether one of them was thrown."""
        throw = outcome.throw
        if throw is None:
            return value, None
        return value, NOBODY if throw.total in self.totals or throw.combination in self.combinations else None

    def __str__(self) -> str:
        """As it is written."""
        return "throw of " + " or ".join([*map(str, self.totals), *map(str, self.combinations)])


class Reached(Trigger, frozen=True):
    """A tracker comes to its count: `3 throws`, `2 points made`, `five_count`."""

    tracker: Tracker

    @property
    def counts(self) -> bool:
        """Always."""
        return True

    def start(self) -> int:
        """Where the tracker starts."""
        return self.tracker.start()

    def after(self, value: int, outcome: Outcome) -> Fired:
        """Whether it came to it on this throw."""
        now = self.tracker.after(value, outcome)
        came = self.tracker.holds(now) and not self.tracker.holds(value)
        return now, NOBODY if came else None

    def __str__(self) -> str:
        """As it is written."""
        return str(self.tracker)
