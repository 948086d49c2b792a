"""The conditions of rules, on what the player sees before the betting and on what trackers counted."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from bankcraps.strategies.observation import Observation
from bankcraps.strategies.rules.trackers import Balance, Tracker
from bankcraps.strategies.wager_sets import WagerSet

__all__ = [
    "AllOf",
    "Always",
    "AnyOf",
    "ComeOut",
    "Condition",
    "Not",
    "OnPoint",
    "OnTracker",
    "TrackerHolds",
    "Up",
    "bound",
    "note_balances",
    "trackers_in",
]


class Condition(msgspec.Struct, frozen=True):
    """Something that is true or false before each throw's betting. `str` prints it as text."""

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        """Whether it is true.

        Args:
            observation: the table before the betting.
            counts: the values of the trackers, in the order in which `bound` numbered them.
        """
        raise NotImplementedError

    def possible(self, puck: int) -> bool:
        """Whether it can be true with the puck there (0: off), whatever stands."""
        del puck
        return True

    def certain(self, puck: int) -> bool:
        """Whether it is always true with the puck there."""
        del puck
        return False

    @property
    def looks_at_money(self) -> bool:
        """Whether it depends on what the player owns."""
        return any(one.looks_at_money for one in self.parts)

    @property
    def parts(self) -> "tuple[Condition, ...]":
        """The conditions that it is made of."""
        return ()

    def made_of(self, parts: "tuple[Condition, ...]") -> "Condition":
        """The same made of other conditions, in the order of `parts`."""
        del parts
        return self

    def scaled(self, by: Fraction) -> "Condition":
        """The same with every sum of money times a scale.

        Raises:
            MoneyError: if a sum is then not a whole number of cents.
        """
        return self.made_of(tuple(one.scaled(by) for one in self.parts))


class Always(Condition, frozen=True):
    """Before every throw: `always`."""

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del observation, counts
        return True

    def certain(self, puck: int) -> bool:
        del puck
        return True

    def __str__(self) -> str:
        return "always"


class ComeOut(Condition, frozen=True):
    """Before a come-out throw: `come_out`."""

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del counts
        return observation.come_out

    def possible(self, puck: int) -> bool:
        return not puck

    def certain(self, puck: int) -> bool:
        return not puck

    def __str__(self) -> str:
        return "come_out"


class OnPoint(Condition, frozen=True):
    """While there is a point: `point`, `point 6 or 8`, `point not 4`.

    Attributes:
        numbers: the points named; none for any point.
        other: whether any other point is meant instead.
    """

    numbers: tuple[int, ...] = ()
    other: bool = False

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del counts
        return self.possible(observation.puck)

    def possible(self, puck: int) -> bool:
        if not puck:
            return False
        return not self.numbers or (puck in self.numbers) != self.other

    def certain(self, puck: int) -> bool:
        return self.possible(puck)

    def __str__(self) -> str:
        if not self.numbers:
            return "point"
        return f"point {'not ' if self.other else ''}{' or '.join(map(str, self.numbers))}"


class Up(Condition, frozen=True):
    """At least a number of some wagers stand: `place 6 up`, `2 come up`."""

    target: WagerSet
    least: int = 1

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del counts
        wagers, least = self.target.wagers, self.least
        found = 0
        for standing in observation.standing:
            if standing.wager in wagers:
                found += 1
                if found >= least:
                    return True
        return False

    def __str__(self) -> str:
        return f"{self.target} up" if self.least == 1 else f"{self.least} {self.target} up"


class OnTracker(Condition, frozen=True):
    """A condition on the value of a tracker.

    Attributes:
        index: the position of its value among the counts; `bound` sets it.
    """

    tracker: Tracker
    index: int = 0


class TrackerHolds(OnTracker, frozen=True):
    """A tracker has reached its count: `new_shooter`, `five_count`, `3 throws`."""

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        del observation
        return self.tracker.holds(counts[self.index])

    def __str__(self) -> str:
        return str(self.tracker)


class Not(Condition, frozen=True):
    """The opposite: `not five_count`; for wagers up, `no place 6`."""

    inner: Condition

    @property
    def parts(self) -> tuple[Condition, ...]:
        return (self.inner,)

    def made_of(self, parts: tuple[Condition, ...]) -> "Not":
        (inner,) = parts
        return Not(inner)

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        return not self.inner.holds(observation, counts)

    def possible(self, puck: int) -> bool:
        return not self.inner.certain(puck)

    def certain(self, puck: int) -> bool:
        return not self.inner.possible(puck)

    def __str__(self) -> str:
        if isinstance(self.inner, Up) and self.inner.least == 1:
            return f"no {self.inner.target}"
        inner = f"({self.inner})" if isinstance(self.inner, Several) else str(self.inner)
        return f"not {inner}"


class Several(Condition, frozen=True):
    """Several conditions joined by one word."""

    inner: tuple[Condition, ...]

    @property
    def parts(self) -> tuple[Condition, ...]:
        return self.inner

    def made_of(self, parts: tuple[Condition, ...]) -> "Several":
        return type(self)(parts)


class AllOf(Several, frozen=True):
    """All of several: `point and no place 6`."""

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        return all(one.holds(observation, counts) for one in self.inner)

    def possible(self, puck: int) -> bool:
        return all(one.possible(puck) for one in self.inner)

    def certain(self, puck: int) -> bool:
        return all(one.certain(puck) for one in self.inner)

    def __str__(self) -> str:
        return " and ".join(f"({one})" if isinstance(one, AnyOf) else str(one) for one in self.inner)


class AnyOf(Several, frozen=True):
    """At least one of several: `come_out or no come`."""

    def holds(self, observation: Observation, counts: Sequence[int]) -> bool:
        return any(one.holds(observation, counts) for one in self.inner)

    def possible(self, puck: int) -> bool:
        return any(one.possible(puck) for one in self.inner)

    def certain(self, puck: int) -> bool:
        return any(one.certain(puck) for one in self.inner)

    def __str__(self) -> str:
        return " or ".join(str(one) for one in self.inner)


def trackers_in(condition: Condition) -> Iterator[Tracker]:
    """The trackers that a condition reads."""
    if isinstance(condition, OnTracker):
        yield condition.tracker
    for part in condition.parts:
        yield from trackers_in(part)


def note_balances(observation: Observation, trackers: Sequence[Tracker], counts: Sequence[int]) -> None:
    """Let the purse know of each balance, whether or not a condition asks for it now."""
    for tracker, count in zip(trackers, counts, strict=False):
        if isinstance(tracker, Balance):
            observation.purse.changed_by(tracker.change(count))


def bound(condition: Condition, trackers: Sequence[Tracker]) -> Condition:
    """The condition with each of its trackers numbered by its position in `trackers`."""
    if isinstance(condition, OnTracker):
        return msgspec.structs.replace(condition, index=trackers.index(condition.tracker))
    return condition.made_of(tuple(bound(one, trackers) for one in condition.parts))
