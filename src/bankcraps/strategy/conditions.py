"""When a rule applies: what can be seen before the betting, and what was counted so far."""

from collections.abc import Iterator, Sequence

import msgspec

from bankcraps.strategy.targets import Target
from bankcraps.strategy.trackers import Tracker
from bankcraps.strategy.view import View

__all__ = [
    "AllOf",
    "Always",
    "AnyOf",
    "ComeOut",
    "Condition",
    "Counted",
    "Not",
    "OnPoint",
    "Up",
    "bound",
    "trackers_in",
]


class Condition(msgspec.Struct, frozen=True):
    """Something that is so or not before each throw's betting."""

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """Whether it is so, with the values of the trackers, in the order in which they were bound."""
        raise NotImplementedError

    def possible(self, puck: int) -> bool:
        """Whether it may ever be so with the puck there (0 for off), whatever stands."""
        del puck
        return True

    def certain(self, puck: int) -> bool:
        """Whether it is always so with the puck there."""
        del puck
        return False


class Always(Condition, frozen=True):
    """Before every throw: `always`."""

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """Yes."""
        del view, counts
        return True

    def certain(self, puck: int) -> bool:
        """Yes."""
        del puck
        return True

    def __str__(self) -> str:
        """As it is written."""
        return "always"


class ComeOut(Condition, frozen=True):
    """Before a come-out throw: `come_out`."""

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """Whether the puck is off."""
        del counts
        return not view.puck

    def possible(self, puck: int) -> bool:
        """Only so."""
        return not puck

    def certain(self, puck: int) -> bool:
        """Always so."""
        return not puck

    def __str__(self) -> str:
        """As it is written."""
        return "come_out"


class OnPoint(Condition, frozen=True):
    """While there is a point: `point`, `point 6 or 8`, `point not 4`.

    Attributes:
        numbers: the points meant; none for any.
        other: whether the others are meant.
    """

    numbers: tuple[int, ...] = ()
    other: bool = False

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """Whether the point is one of those meant."""
        del counts
        return self.possible(view.puck)

    def possible(self, puck: int) -> bool:
        """Only so."""
        if not puck:
            return False
        return not self.numbers or (puck in self.numbers) != self.other

    def certain(self, puck: int) -> bool:
        """Always so."""
        return self.possible(puck)

    def __str__(self) -> str:
        """As it is written."""
        if not self.numbers:
            return "point"
        return f"point {'not ' if self.other else ''}{' or '.join(map(str, self.numbers))}"


class Up(Condition, frozen=True):
    """How many of some wagers stand: `place 6 up`, `2 come up` (at least), `no come`."""

    target: Target
    least: int = 1

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """Count them."""
        del counts
        wagers, least = self.target.wagers, self.least
        found = 0
        for standing in view.standing:
            if standing.wager in wagers:
                found += 1
                if found >= least:
                    return True
        return False

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.target} up" if self.least == 1 else f"{self.least} {self.target} up"


class Counted(Condition, frozen=True):
    """What a tracker counts has come: `new_shooter`, `five_count`, `3 throws`.

    Attributes:
        index: where its value is among those counted.
    """

    tracker: Tracker
    index: int = 0

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """Look at its value."""
        del view
        return self.tracker.holds(counts[self.index])

    def __str__(self) -> str:
        """As it is written."""
        return str(self.tracker)


class Not(Condition, frozen=True):
    """The opposite: `not five_count`; of wagers standing, `no place 6`."""

    inner: Condition

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """The opposite."""
        return not self.inner.holds(view, counts)

    def possible(self, puck: int) -> bool:
        """Unless the other is always so."""
        return not self.inner.certain(puck)

    def certain(self, puck: int) -> bool:
        """If the other can never be so."""
        return not self.inner.possible(puck)

    def __str__(self) -> str:
        """As it is written."""
        if isinstance(self.inner, Up) and self.inner.least == 1:
            return f"no {self.inner.target}"
        inner = f"({self.inner})" if isinstance(self.inner, AllOf | AnyOf) else str(self.inner)
        return f"not {inner}"


class AllOf(Condition, frozen=True):
    """All of several: `point and no place 6`."""

    inner: tuple[Condition, ...]

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """All of them."""
        return all(one.holds(view, counts) for one in self.inner)

    def possible(self, puck: int) -> bool:
        """If each may be so."""
        return all(one.possible(puck) for one in self.inner)

    def certain(self, puck: int) -> bool:
        """If each is."""
        return all(one.certain(puck) for one in self.inner)

    def __str__(self) -> str:
        """As it is written."""
        return " and ".join(f"({one})" if isinstance(one, AnyOf) else str(one) for one in self.inner)


class AnyOf(Condition, frozen=True):
    """Any of several: `come_out or no come`."""

    inner: tuple[Condition, ...]

    def holds(self, view: View, counts: Sequence[int]) -> bool:
        """One of them."""
        return any(one.holds(view, counts) for one in self.inner)

    def possible(self, puck: int) -> bool:
        """If one may be so."""
        return any(one.possible(puck) for one in self.inner)

    def certain(self, puck: int) -> bool:
        """If one always is."""
        return any(one.certain(puck) for one in self.inner)

    def __str__(self) -> str:
        """As it is written."""
        return " or ".join(str(one) for one in self.inner)


def trackers_in(condition: Condition) -> Iterator[Tracker]:
    """The trackers a condition asks."""
    if isinstance(condition, Counted):
        yield condition.tracker
    elif isinstance(condition, Not):
        yield from trackers_in(condition.inner)
    elif isinstance(condition, AllOf | AnyOf):
        for one in condition.inner:
            yield from trackers_in(one)


def bound(condition: Condition, trackers: Sequence[Tracker]) -> Condition:
    """The condition with each tracker's place among those counted."""
    if isinstance(condition, Counted):
        return Counted(condition.tracker, trackers.index(condition.tracker))
    if isinstance(condition, Not):
        return Not(bound(condition.inner, trackers))
    if isinstance(condition, AllOf):
        return AllOf(tuple(bound(one, trackers) for one in condition.inner))
    if isinstance(condition, AnyOf):
        return AnyOf(tuple(bound(one, trackers) for one in condition.inner))
    return condition
