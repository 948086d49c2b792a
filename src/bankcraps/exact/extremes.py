"""How high and how low a session goes: one sweep for each sum that may be reached.

To have owned at least so much at some time is to have left at a goal of that much; to have owned less, at a
floor.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.leaving import GOAL
from bankcraps.distribution import Distribution
from bankcraps.exact.grids import Prepared, sweep_grid
from bankcraps.strategy.plan import Plan

__all__ = ["QUICK", "extremes", "work"]

HARDLY: Final = 1e-13
"""The chance of going further at which no further sum is asked for."""


QUICK: Final = 6.0
"""So many billions of additions take about a second or two."""


def work(ready: Prepared, plan: Plan) -> float:
    """About how many billions of additions it takes to say how high and how low a session goes."""
    assert plan.count is not None
    owned = ready.tabulated.units(plan.bankroll)
    throws = plan.count * (1 if plan.counted == "throws" else _THROWS[plan.counted])
    reach = 8 * ready.tabulated.most * throws**0.5
    levels = min(owned, reach) + min(ready.tabulated.goal(plan.goal) - owned, reach)
    return levels * len(ready.lumped.to) * throws * min(2 * reach, owned + reach) / 1e9


_THROWS: Final = {"decisions": 130, "shooters": 270}
"""How many passes one decision or one hand takes until it is over but for a chance that does not count."""


def extremes(ready: Prepared, plan: Plan) -> tuple[Distribution, Distribution]:
    """The distributions of the most and of the least owned before any throw's betting, in cents."""
    return _highest(ready, plan), _lowest(ready, plan)


def _highest(ready: Prepared, plan: Plan) -> Distribution:
    tabulated = ready.tabulated
    owned = tabulated.units(plan.bankroll)
    top = tabulated.goal(plan.goal)
    at_least = [1.0]
    while at_least[-1] > HARDLY:
        level = owned + len(at_least)
        if level > top + tabulated.most:
            break
        at_least.append(_reaches(ready, plan, level) if level <= top else _beyond(ready, plan, level))
    chances = -np.diff(np.array([*at_least, 0.0]))
    return _of(ready, np.arange(len(chances)) + owned, chances)


def _reaches(ready: Prepared, plan: Plan, level: int) -> float:
    """The chance of owning so much at some time, in units, where the goal is no nearer."""
    swept = sweep_grid(ready, plan, goal=level)
    return float(swept.ends[:, GOAL].sum())


def _beyond(ready: Prepared, plan: Plan, level: int) -> float:
    """The chance of owning so much more than the goal at the moment of reaching it."""
    swept = sweep_grid(ready, plan)
    return float(swept.left[:, level:].sum())


def _lowest(ready: Prepared, plan: Plan) -> Distribution:
    tabulated = ready.tabulated
    owned = tabulated.units(plan.bankroll)
    below = [1.0]  # the chance of ever owning less than `owned + 1 - i`
    for level in range(owned, -1, -1):
        swept = sweep_grid(ready, plan, floor=max(level, tabulated.units(plan.floor)))
        below.append(float(swept.left[:, :level].sum()))
        if below[-1] < HARDLY:
            break
    chances = -np.diff(np.array([*below, 0.0]))
    return _of(ready, owned - np.arange(len(chances)), chances)


def _of(ready: Prepared, units: NDArray[np.int64], chances: NDArray[np.float64]) -> Distribution:
    some = np.argsort(units)
    some = some[chances[some] > HARDLY / 100]  # less is the rounding of a difference
    cents = ready.tabulated.offset + units[some] * ready.tabulated.tables.unit
    return Distribution(cents, chances[some])
