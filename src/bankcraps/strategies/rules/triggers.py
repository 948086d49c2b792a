"""Triggers of `after` rules: a win or a loss, a throw, an event of the puck, a tracker's count."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import msgspec

from bankcraps.game.chips import LARGEST
from bankcraps.game.dice import Throw
from bankcraps.game.wagers import Wager
from bankcraps.strategies.observation import Purse, ThrowResult
from bankcraps.strategies.rules.conditions import Condition, Up, trackers_in
from bankcraps.strategies.rules.money_conditions import Ahead, BelowPeakBy, Owning
from bankcraps.strategies.rules.trackers import Puck, SinceStart, Tracker
from bankcraps.strategies.wager_sets import WagerSet

if TYPE_CHECKING:
    from bankcraps.strategies.observation import Observation

__all__ = [
    "GameEvent",
    "SevenOuts",
    "ThrowOf",
    "TrackerReached",
    "Trigger",
    "WinOrLoss",
    "holds_after",
    "read_after",
    "unseen_in",
]

Fired = tuple[int, tuple[Wager, ...] | None]
"""The trigger's value after a throw, and the wagers it fired for; None if it did not fire."""

NO_WAGER: Final[tuple[Wager, ...]] = ()
"""A trigger that fired for no particular wager."""


class Trigger(msgspec.Struct, frozen=True):
    """Something that can happen on a throw. `str` prints it as text."""

    def start(self) -> int | None:
        """The value before the first throw; None if the memory needs none."""
        return None

    def after(self, value: int, result: ThrowResult) -> Fired:
        """The value after a throw, and whether the throw fired it."""
        raise NotImplementedError


class WinOrLoss(Trigger, frozen=True):
    """A wager won or lost, or the throw as a whole did: `win of place 6`, `3 wins of pass`, `loss`.

    Several wins or losses must come in a row. The count starts again after one of the other kind, and after
    the trigger fired.

    Attributes:
        won: whether it waits for wins.
        count: the number in a row.
        target: of which wagers, or None for the money of the whole throw.
    """

    won: bool
    count: int = 1
    target: WagerSet | None = None

    def start(self) -> int | None:
        return 0 if self.count > 1 else None

    def after(self, value: int, result: ThrowResult) -> Fired:
        if self.target is None:
            if result.throw is None:  # a commission paid with the bets is no loss
                return value, None
            value, fired = self._count(value, result.net)
            return value, NO_WAGER if fired else None
        about: list[Wager] = []
        for wager, net in result.decided:
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
        one, many = ("win", "wins") if self.won else ("loss", "losses")
        times = one if self.count == 1 else f"{self.count} {many}"
        return f"{times} of {self.target}" if self.target else times


class GameEvent(Trigger, frozen=True):
    """An event of the puck or the dice: `point_set`, `seven_out`, `natural`, `dice_pass`, `new_shooter`.

    Attributes:
        what: the name of the event; it is one of `ThrowResult`, or `new_shooter` for the end of a hand.
    """

    what: str

    def after(self, value: int, result: ThrowResult) -> Fired:
        happened = result.hand_over if self.what == "new_shooter" else getattr(result, self.what)
        return value, NO_WAGER if happened else None

    def __str__(self) -> str:
        return self.what


class SevenOuts(Trigger, frozen=True):
    """Seven-outs with no point made between them, of whichever shooters: `2 seven_outs in a row`.

    The count starts again after a point is made, and after the trigger fired.
    """

    count: int

    def start(self) -> int:
        return 0

    def after(self, value: int, result: ThrowResult) -> Fired:
        if result.seven_out:
            return (0, NO_WAGER) if value + 1 >= self.count else (value + 1, None)
        return 0 if result.point_made else value, None

    def __str__(self) -> str:
        return f"{self.count} seven_outs in a row"


class ThrowOf(Trigger, frozen=True):
    """Totals or combinations: `throw of 12`, `throw of 2 or 3 or 12`, `throw of 3-3`."""

    totals: tuple[int, ...] = ()
    combinations: tuple[Throw, ...] = ()

    def after(self, value: int, result: ThrowResult) -> Fired:
        throw = result.throw
        if throw is None:
            return value, None
        fired = throw.total in self.totals or throw.combination in self.combinations
        return value, NO_WAGER if fired else None

    def __str__(self) -> str:
        return "throw of " + " or ".join([*map(str, self.totals), *map(str, self.combinations)])


class TrackerReached(Trigger, frozen=True):
    """A tracker reaches its count on this throw: `3 throws`, `2 points made`, `five_count`."""

    tracker: Tracker

    def start(self) -> int:
        return self.tracker.start()

    def after(self, value: int, result: ThrowResult) -> Fired:
        now = self.tracker.after(value, result)
        reached = self.tracker.holds(now) and not self.tracker.holds(value)
        return now, NO_WAGER if reached else None

    def __str__(self) -> str:
        return str(self.tracker)


# Conditions asked right after a throw: they see the puck, the counts and the money after it.


_HALFWAY: Final = LARGEST // 2
"""A sum from which a player can win and lose: conditions since the start do not ask for it."""


class _AfterThrow(NamedTuple):
    """The view of a condition after a throw, in place of an observation."""

    puck: int
    purse: Purse

    @property
    def come_out(self) -> bool:
        return not self.puck


def read_after(condition: Condition) -> Iterator[Tracker]:
    """The trackers that a condition reads after a throw: its own, the puck, and the money since the start."""
    yield from trackers_in(condition)
    yield Puck()
    if _since_start(condition):
        yield SinceStart()


def holds_after(condition: Condition, trackers: Sequence[Tracker], counts: Sequence[int]) -> bool:
    """Whether a condition is true after a throw.

    Args:
        condition: the condition, with its trackers numbered.
        trackers: the trackers, with those of `read_after` among them.
        counts: their values after the throw.
    """
    known = dict(zip(trackers, counts, strict=False))
    purse = Purse(_HALFWAY + known.get(SinceStart(), 0), _HALFWAY)
    return condition.holds(cast("Observation", _AfterThrow(known.get(Puck(), 0), purse)), counts)


def unseen_in(condition: Condition) -> Condition | None:
    """A part of a condition that cannot be seen after a throw."""
    if isinstance(condition, Up | Owning) or (isinstance(condition, BelowPeakBy) and not condition.winnings):
        return condition
    return next((found for part in condition.parts if (found := unseen_in(part))), None)


def _since_start(condition: Condition) -> bool:
    return isinstance(condition, Ahead | BelowPeakBy) or any(map(_since_start, condition.parts))
