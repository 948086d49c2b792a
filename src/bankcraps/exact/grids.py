"""A chain made ready for sweeping, and a grid as wide as a session needs."""

from dataclasses import dataclass, field
from typing import Final

import msgspec
import numpy as np

from bankcraps.chain.chain import Chain
from bankcraps.chain.leaving import ENDS, LIMIT
from bankcraps.exact.lumping import Lumped, lump
from bankcraps.exact.settling import Settling, settlings
from bankcraps.exact.sweep import TINY, Swept, sweep
from bankcraps.exact.trouble import TooLargeError
from bankcraps.simulation.tabulate import Tabulated, tabulate
from bankcraps.strategy.plan import Counted, Plan

__all__ = [
    "HARDLY",
    "WORTH_WAITING",
    "Prepared",
    "additions",
    "long_enough",
    "prepared",
    "reach",
    "sweep_grid",
]

MARKS: Final[dict[Counted, int]] = {"throws": 0, "decisions": 1, "shooters": 2}

_SPREAD: Final = 9.0
"""A grid begins so many standard deviations wide, and is doubled where that is too narrow."""

_THROWS_EACH: Final[dict[Counted, float]] = {"throws": 1.0, "decisions": 3.4, "shooters": 8.6}
"""About how many throws each thing takes that a session may count."""

_PASSES_EACH: Final[dict[Counted, float]] = {"throws": 1.0, "decisions": 130.0, "shooters": 270.0}
"""How many passes each of them takes until it is over but for a chance that does not count."""

HARDLY: Final = 1e-13
"""The chance of a session that goes on, or of going further, at which nothing more is asked."""

BARELY: Final = 1e-19
"""What is cut off at the edge where only such chances are asked for."""

MOST_BYTES: Final = 4 * 2**30
"""How much memory a grid may take."""

_MOST_THROWS: Final = 2**24
"""After so many throws a session without a length goes on for too long."""

QUICK: Final = 6e9
"""How many additions may be made, unasked, for figures that can be left out: a second or two's worth."""

WORTH_WAITING: Final = 1e12
"""How many may be made where there is no answer without them: up to a minute or two."""

MOST_ADDITIONS: Final = 1e13
"""How many additions a sweep may take: about half an hour."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A chain made ready to be swept, for bankrolls that differ by whole units of its money.

    Attributes:
        tabulated: the chain in arrays.
        lumped: its classes.
        settling: what becomes of the wagers of those who leave.
    """

    tabulated: Tabulated
    lumped: Lumped
    settling: Settling
    _bare: dict[int, Lumped] = field(default_factory=dict)

    def bare(self, counted: Counted) -> Lumped:
        """The classes where nobody asks what a wager costs, or what becomes of wagers after leaving."""
        mark = MARKS[counted]
        if mark not in self._bare:
            self._bare[mark] = lump(self.tabulated, mark)
        return self._bare[mark]


def prepared(chain: Chain, bankroll: int) -> Prepared:
    """A chain made ready for a bankroll, in cents; kept beside the chain for the next question."""
    kept: dict[int, Prepared] = vars(chain).setdefault("prepared", {})
    offset = bankroll % chain.unit
    if offset not in kept:
        tabulated = tabulate(chain, offset)
        lumped = lump(tabulated)
        kept[offset] = Prepared(tabulated, lumped, settlings(lumped))
    return kept[offset]


def sweep_grid(
    ready: Prepared, plan: Plan, goal: int | None = None, floor: int | None = None, *, bare: bool = False
) -> Swept:
    """All passes of a session, on as wide a grid as it takes.

    Args:
        ready: the chain.
        plan: the session, with a count.
        goal: another goal than the plan's, in units.
        floor: another floor than the plan's, in units.
        bare: whether only money is asked about: the classes are then those of `Prepared.bare`, and chances
            that could not matter are cut off earlier.

    Raises:
        TooLargeError: if the grid does not fit in memory, or nobody would wait for it.
    """
    assert plan.count is not None
    tabulated, lumped = ready.tabulated, ready.bare(plan.counted) if bare else ready.lumped
    owned = tabulated.units(plan.bankroll)
    goal = tabulated.goal(plan.goal) if goal is None else goal
    floor = tabulated.units(plan.floor) if floor is None else floor
    swing = tabulated.most + 1
    throws = plan.count * _THROWS_EACH[plan.counted]
    width = owned + 4 * swing + round(_SPREAD * _deviation(lumped) * throws**0.5)
    while True:
        width = min(width, goal + swing)
        _fits(lumped, width, plan.count)
        _soon(ready, plan, bare=bare)
        tiny = BARELY if bare else TINY
        done = sweep(lumped, owned, goal, floor, plan.count, MARKS[plan.counted], width, tiny)
        if not done.narrow:
            return done
        width *= 2


def additions(ready: Prepared, plan: Plan, *, bare: bool = False) -> float:
    """About how many additions a sweep takes: a chance for every way from every sum, pass after pass."""
    assert plan.count is not None
    lumped = ready.bare(plan.counted) if bare else ready.lumped
    lines = len(lumped.to) + 2 * len(lumped.row) + len(lumped.first)
    below, above = reach(ready, plan)
    return plan.count * _PASSES_EACH[plan.counted] * lines * (1 + 2 / 3 * (below + above))


def reach(ready: Prepared, plan: Plan) -> tuple[float, float]:
    """About how far a session may go down from the bankroll, and up, in units."""
    assert plan.count is not None
    tabulated = ready.tabulated
    owned = tabulated.units(plan.bankroll)
    far = _SPREAD * _deviation(ready.lumped) * (plan.count * _THROWS_EACH[plan.counted]) ** 0.5
    return min(owned - tabulated.units(plan.floor), far), min(tabulated.goal(plan.goal) - owned, far)


def long_enough(ready: Prepared, plan: Plan, most: float = QUICK) -> tuple[Plan, Swept] | None:
    """A session without a length, as one of so many throws that hardly anybody is left at its end.

    Returns:
        That session, and its sweep of bare classes; None if it takes more than so many additions.
    """
    count = 2**10
    while count <= _MOST_THROWS:
        tried = msgspec.structs.replace(plan, counted="throws", count=count)
        if additions(ready, tried, bare=True) > most:
            return None
        try:
            swept = sweep_grid(ready, tried, bare=True)
        except TooLargeError:
            return None
        if swept.ends[-1, LIMIT] < HARDLY:
            return tried, swept
        count *= 4
    return None


def _soon(ready: Prepared, plan: Plan, *, bare: bool) -> None:
    """Nobody waits for days."""
    if additions(ready, plan, bare=bare) <= MOST_ADDITIONS:
        return
    fits, too_many = 0, plan.count or 0
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        shorter = msgspec.structs.replace(plan, count=middle)
        soon = additions(ready, shorter, bare=bare) <= MOST_ADDITIONS
        fits, too_many = (middle, too_many) if soon else (fits, middle)
    raise TooLargeError(
        f"{plan.length} take about {additions(ready, plan, bare=bare):.0e} additions to solve, and "
        f"{MOST_ADDITIONS:.0e}, half an hour, is the most: {fits:,} {plan.counted} would fit, or a nearer "
        "goal, and `simulate` solves nothing"
    )


def _deviation(lumped: Lumped) -> float:
    """The most that a throw spreads what is owned, in units: of the rows, the largest standard deviation."""
    squares = lumped.chance * lumped.delta**2
    return float(np.add.reduceat(squares, lumped.first[:-1]).max() ** 0.5) if len(squares) else 0.0


def _fits(lumped: Lumped, width: int, count: int) -> None:
    """Nobody waits for a grid that the machine has no room for."""
    classes, rows = len(lumped.row), len(lumped.first) - 1
    needed = 8 * (width * (4 * classes + rows) + len(ENDS) * count)
    if needed > MOST_BYTES:
        raise TooLargeError(
            f"the grid of {classes} classes of moments by {width} sums takes {needed / 2**30:.1f} GB, and "
            f"{MOST_BYTES / 2**30:g} GB is the most; a goal, a shorter session or a system with larger units "
            "would fit, and `simulate` needs no grid"
        )
