"""Conditions asked right after a throw: they see the puck, the counts and the money after it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from bankcraps.game.chips import LARGEST
from bankcraps.strategies.purse import Purse
from bankcraps.strategies.rules.conditions import Condition, Up, trackers_in
from bankcraps.strategies.rules.money_conditions import Ahead, BelowPeakBy, Owning
from bankcraps.strategies.rules.trackers import Puck, SinceStart, Tracker

if TYPE_CHECKING:
    from bankcraps.strategies.observation import Observation

__all__ = ["holds_after", "read_after", "unseen_in"]

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
