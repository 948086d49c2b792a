"""Systems around systems: gates, limits, progressions and stops. Each wraps any system at all.

The memory of each is a pair: its own, as small as it can be, and that of the system inside.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine.effects import Effect
from bankcraps.strategy.conditions import Condition, Counted, bound, trackers_in
from bankcraps.strategy.outcome import Outcome
from bankcraps.strategy.progressions import Progression
from bankcraps.strategy.protocol import Layout, System
from bankcraps.strategy.targets import Target
from bankcraps.strategy.trackers import EveryShooter, Tracker
from bankcraps.strategy.view import View
from bankcraps.wagers import ODDS, Kind, Wager

if TYPE_CHECKING:
    from bankcraps.engine.state import Call

__all__ = ["AtMost", "Gate", "Paced", "StopAfter", "Wrapper"]

Pair = tuple[Any, Any]
_BOXES: Final = (Kind.COME, Kind.DONT_COME)


class Wrapper(msgspec.Struct, frozen=True):
    """A system around another.

    Attributes:
        base: the system inside.
    """

    base: System

    @property
    def words(self) -> str:
        """The line that says it in the text form."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The name of what is inside, and what is around it."""
        return f"{self.base.name}, {self.words}"

    @property
    def text(self) -> str:
        """The line and the text of what is inside; nothing where that has none."""
        return f"{self.words}\n{self.base.text}" if self.base.text else ""

    def start(self) -> Pair:
        """Nothing counted yet."""
        return 0, self.base.start()

    def layout(self, view: View, memory: Pair) -> Layout | None:
        """What is wanted inside, as far as this lets it."""
        raise NotImplementedError

    def observe(self, memory: Pair, effects: tuple[Effect, ...]) -> Pair:
        """Both memories after a throw."""
        raise NotImplementedError


class Gate(Wrapper, frozen=True):
    """While a condition does not hold, nothing new: no wager, no odds, no press. What stands, stands.

    What the system takes down or calls meanwhile is done all the same.
    """

    condition: Condition

    @property
    def words(self) -> str:
        """As it is written: `only after five_count`, `only when point 6 or 8`."""
        if not isinstance(self.condition, Counted):
            return f"only when {self.condition}"
        lone = "on" if isinstance(self.condition.tracker, EveryShooter) else "after"
        return f"only {lone} {self.condition}"

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """What the condition asks."""
        return _prepared(self.condition)[0]

    def start(self) -> Pair:
        """The trackers at their start."""
        return tuple(tracker.start() for tracker in self.trackers), self.base.start()

    def layout(self, view: View, memory: Pair) -> Layout | None:
        """What is wanted inside; behind a closed gate, no more of anything than stands."""
        counts, inner = memory
        wanted = self.base.layout(view, inner)
        if wanted is None or _prepared(self.condition)[1].holds(view, counts):
            return wanted
        stands = view.stakes()
        stakes = {w: min(amount, stands[w]) for w, amount in wanted.stakes.items() if w in stands}
        calls: dict[Wager, Call] = {wager: call for wager, call in wanted.calls.items() if wager in stands}
        return Layout(stakes, calls)

    def observe(self, memory: Pair, effects: tuple[Effect, ...]) -> Pair:
        """Trackers and what is inside."""
        counts, inner = memory
        if counts:
            outcome = Outcome(effects)
            pairs = zip(self.trackers, counts, strict=True)
            counts = tuple(tracker.after(value, outcome) for tracker, value in pairs)
        return counts, self.base.observe(inner, effects)


@lru_cache(maxsize=256)
def _prepared(condition: Condition) -> tuple[tuple[Tracker, ...], Condition]:
    """The trackers a condition asks, and the condition that knows their places."""
    trackers = tuple(dict.fromkeys(trackers_in(condition)))
    return trackers, bound(condition, trackers)


class AtMost(Wrapper, frozen=True):
    """At most so many new wagers of some sort a shooter: `at most 3 come a shooter`.

    A come wager in the box is one, and counts on when it moves to its number; a wager that wins and stays up
    is still that one. Memory counts those that left the spot where they were made.
    """

    count: int
    target: Target

    @property
    def words(self) -> str:
        """As it is written."""
        return f"at most {self.count} {self.target} a shooter"

    def layout(self, view: View, memory: Pair) -> Layout | None:
        """What is wanted inside, less the new wagers beyond the count."""
        counted, inner = memory
        wanted = self.base.layout(view, inner)
        if wanted is None:
            return None
        mine = [w for w in wanted.stakes if w in self.target.wagers and _is_made(w)]
        stands = [wager for wager in mine if view.amount(wager)]
        room = self.count - counted - len(stands)
        over = [wager for wager in mine if wager not in stands][max(0, room) :]
        if not over:
            return wanted
        stakes = {wager: amount for wager, amount in wanted.stakes.items() if wager not in over}
        return Layout(stakes, wanted.calls)

    def observe(self, memory: Pair, effects: tuple[Effect, ...]) -> Pair:
        """Count what left its spot; a new shooter begins at nothing."""
        counted, inner = memory
        outcome = Outcome(effects)
        if outcome.hand_over:
            counted = 0
        else:
            left = {wager for wager in outcome.ended if wager in self.target.wagers and _is_made(wager)}
            counted = min(self.count, counted + len(left))
        return counted, self.base.observe(inner, effects)


def _is_made(wager: Wager) -> bool:
    """Whether a player makes that wager: come wagers reach their numbers by themselves."""
    return wager.kind not in _BOXES or not wager.number


class Paced(Wrapper, frozen=True):
    """A progression on the stakes of some wagers: `progression martingale on pass up to 7 steps`.

    The system inside says the first stake, as if nothing stood there; the progression multiplies it. A flat
    wager on its number is left alone until it is decided, and no stake grows beyond the table's maximum.

    Attributes:
        progression: how the multiple follows from wins and losses.
        target: on which wagers; all of them are on one and the same step.
    """

    progression: Progression
    target: Target

    @property
    def words(self) -> str:
        """As it is written."""
        head, up_to, steps = self.progression.words.partition(" up to ")
        return f"progression {head} on {self.target}{up_to}{steps}"

    def layout(self, view: View, memory: Pair) -> Layout | None:
        """What is wanted inside, with these stakes multiplied."""
        state, inner = memory
        wanted = self.base.layout(view, inner)
        multiple = self.progression.multiple(state)
        if wanted is None:
            return None
        mine = _made(self.target)
        bare = self.base.layout(view.without(mine), inner)
        stakes = dict(wanted.stakes)
        for wager, amount in bare.stakes.items() if bare else ():
            if wager not in mine:
                continue
            stands = view.amount(wager)
            if stands and wager.kind in ODDS and view.number(wager):
                continue
            stakes[wager] = Cents(min(int(amount * multiple), max(amount, view.limits.maximum)))
        return Layout(stakes, wanted.calls)

    def observe(self, memory: Pair, effects: tuple[Effect, ...]) -> Pair:
        """A step for each decision of those wagers."""
        state, inner = memory
        for wager, net in Outcome(effects).decided:
            if net and wager in self.target.wagers:
                state = self.progression.after(state, won=net > 0)
        return state, self.base.observe(inner, effects)


@lru_cache(maxsize=256)
def _made(target: Target) -> frozenset[Wager]:
    """Those of the wagers meant that a player makes."""
    return frozenset(wager for wager in target.wagers if _is_made(wager))


class StopAfter(Wrapper, frozen=True):
    """Stop for good once a tracker holds: `stop after losing 200 or winning 100`, `stop after 60 throws`."""

    tracker: Tracker

    @property
    def words(self) -> str:
        """As it is written."""
        return f"stop after {self.tracker}"

    def start(self) -> Pair:
        """The tracker at its start."""
        return self.tracker.start(), self.base.start()

    def layout(self, view: View, memory: Pair) -> Layout | None:
        """What is wanted inside, until then."""
        value, inner = memory
        return None if self.tracker.holds(value) else self.base.layout(view, inner)

    def observe(self, memory: Pair, effects: tuple[Effect, ...]) -> Pair:
        """Count; once it holds, nothing more is remembered."""
        value, inner = memory
        if self.tracker.holds(value):
            return memory
        return self.tracker.after(value, Outcome(effects)), self.base.observe(inner, effects)
