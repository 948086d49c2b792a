"""A chain made ready for sweeping, and a grid as wide as a session needs."""

from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from bankcraps.chain.chain import Chain
from bankcraps.chain.leaving import ENDS
from bankcraps.errors import BankcrapsError
from bankcraps.exact.lumping import Lumped, lump
from bankcraps.exact.settling import Settling, settlings
from bankcraps.exact.sweep import Swept, sweep
from bankcraps.simulation.tabulate import Tabulated, tabulate
from bankcraps.strategy.plan import Counted, Plan

__all__ = ["NeverEndsError", "Prepared", "TooLargeError", "additions", "prepared", "sweep_grid"]

MARKS: Final[dict[Counted, int]] = {"throws": 0, "decisions": 1, "shooters": 2}

_SPREAD: Final = 9.0
"""A grid begins so many standard deviations wide, and is doubled where that is too narrow."""

_THROWS_EACH: Final[dict[Counted, float]] = {"throws": 1.0, "decisions": 3.4, "shooters": 8.6}
"""About how many throws each thing takes that a session may count."""

_PASSES_EACH: Final[dict[Counted, float]] = {"throws": 1.0, "decisions": 130.0, "shooters": 270.0}
"""How many passes each of them takes until it is over but for a chance that does not count."""

MOST_BYTES: Final = 4 * 2**30
"""How much memory a grid may take."""

MOST_ADDITIONS: Final = 2e12
"""How many additions a sweep may take: about half an hour."""


class NeverEndsError(BankcrapsError):
    """A session without a length that some players never leave."""


class TooLargeError(BankcrapsError):
    """A session that takes more memory or time than anybody has; it can still be simulated."""


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


def prepared(chain: Chain, bankroll: int) -> Prepared:
    """A chain made ready for a bankroll, in cents; kept beside the chain for the next question."""
    kept: dict[int, Prepared] = vars(chain).setdefault("prepared", {})
    offset = bankroll % chain.unit
    if offset not in kept:
        tabulated = tabulate(chain, offset)
        lumped = lump(tabulated)
        kept[offset] = Prepared(tabulated, lumped, settlings(lumped))
    return kept[offset]


def sweep_grid(ready: Prepared, plan: Plan, goal: int | None = None, floor: int | None = None) -> Swept:
    """All passes of a session, on as wide a grid as it takes.

    Args:
        ready: the chain.
        plan: the session, with a count.
        goal: another goal than the plan's, in units.
        floor: another floor than the plan's, in units.

    Raises:
        TooLargeError: if the grid does not fit in memory, or nobody would wait for it.
    """
    assert plan.count is not None
    tabulated, lumped = ready.tabulated, ready.lumped
    owned = tabulated.units(plan.bankroll)
    goal = tabulated.goal(plan.goal) if goal is None else goal
    floor = tabulated.units(plan.floor) if floor is None else floor
    swing = tabulated.most + 1
    throws = plan.count * _THROWS_EACH[plan.counted]
    width = owned + 4 * swing + round(_SPREAD * _deviation(lumped) * throws**0.5)
    while True:
        width = min(width, goal + swing)
        _fits(lumped, width, plan.count)
        _soon(ready, plan)
        done = sweep(lumped, owned, goal, floor, plan.count, MARKS[plan.counted], width)
        if not done.narrow:
            return done
        width *= 2


def additions(ready: Prepared, plan: Plan) -> float:
    """About how many additions a sweep takes: a chance for every way from every sum, pass after pass."""
    assert plan.count is not None
    tabulated = ready.tabulated
    owned = tabulated.units(plan.bankroll)
    reach = _SPREAD * _deviation(ready.lumped) * (plan.count * _THROWS_EACH[plan.counted]) ** 0.5
    below = min(owned - tabulated.units(plan.floor), reach)
    above = min(tabulated.goal(plan.goal) - owned, reach)
    passes = plan.count * _PASSES_EACH[plan.counted]
    return passes * len(ready.lumped.to) * (1 + 2 / 3 * (below + above))


def _soon(ready: Prepared, plan: Plan) -> None:
    """Nobody waits for days."""
    if additions(ready, plan) <= MOST_ADDITIONS:
        return
    fits, too_many = 0, plan.count or 0
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        soon = additions(ready, msgspec.structs.replace(plan, count=middle)) <= MOST_ADDITIONS
        fits, too_many = (middle, too_many) if soon else (fits, middle)
    raise TooLargeError(
        f"{plan.length} take about {additions(ready, plan):.0e} additions to solve, and "
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
