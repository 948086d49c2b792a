"""How high and how low a session goes: one sweep for each sum that may be reached.

To have owned at least so much at some time is to have left at a goal of that much; to have owned less, at a
floor.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.leaving import GOAL
from bankcraps.distribution import Distribution
from bankcraps.exact.grids import HARDLY, Prepared, additions, reach, sweep_grid
from bankcraps.strategy.plan import Plan

__all__ = ["extremes", "work"]

_SHARE: Final = 0.2
"""What part of all sums in reach is swept for, by what part of a sweep: the nearer goals are, the less."""


def work(ready: Prepared, plan: Plan) -> float:
    """About how many additions it takes to say how high and how low a session goes."""
    return _SHARE * sum(reach(ready, plan)) * additions(ready, plan, bare=True)


def extremes(ready: Prepared, plan: Plan) -> tuple[Distribution, Distribution]:
    """The distributions of the most and of the least owned before any throw's betting, in cents."""
    return _highest(ready, plan), _lowest(ready, plan)


def _highest(ready: Prepared, plan: Plan) -> Distribution:
    tabulated = ready.tabulated
    owned, top = tabulated.units(plan.bankroll), tabulated.goal(plan.goal)

    def reaches(level: int) -> float:
        swept = sweep_grid(ready, plan, goal=level, bare=True)
        return float(swept.ends[:, GOAL].sum())

    levels = count(owned + 1) if plan.goal is None else range(owned + 1, top + 1)
    at_least = [1.0, *_until_hardly(reaches, levels)]
    if owned + len(at_least) > top:
        # Whoever leaves at the goal may own more than that.
        left = sweep_grid(ready, plan, bare=True).left.sum(axis=0)
        at_least += [float(left[level:].sum()) for level in range(top + 1, top + tabulated.most + 1)]
    chances = -np.diff(np.array([*at_least, 0.0]))
    return _of(ready, np.arange(len(chances)) + owned, chances)


def _lowest(ready: Prepared, plan: Plan) -> Distribution:
    tabulated = ready.tabulated
    owned, floor = tabulated.units(plan.bankroll), tabulated.units(plan.floor)

    def falls_below(level: int) -> float:
        return float(sweep_grid(ready, plan, floor=level, bare=True).left[:, :level].sum())

    below = [1.0, *_until_hardly(falls_below, range(owned, floor, -1))]
    if below[-1] >= HARDLY:
        # Whoever leaves at the floor may own less than that.
        left = sweep_grid(ready, plan, bare=True).left.sum(axis=0)
        below += [float(left[:level].sum()) for level in range(floor, -1, -1)]
    chances = -np.diff(np.array([*below, 0.0]))
    return _of(ready, owned - np.arange(len(chances)), chances)


def _until_hardly(chance: Callable[[int], float], levels: Iterable[int]) -> Iterator[float]:
    """The chances of level after level until one hardly matters; as many at a time as there are cores."""
    cores, rest = os.cpu_count() or 1, iter(levels)
    with ThreadPoolExecutor(cores) as crew:
        while some := list(islice(rest, 4 * cores)):
            for found in crew.map(chance, some):
                yield found
                if found < HARDLY:
                    return


def _of(ready: Prepared, units: NDArray[np.int64], chances: NDArray[np.float64]) -> Distribution:
    some = np.argsort(units)
    some = some[chances[some] > HARDLY / 100]  # less is the rounding of a difference
    cents = ready.tabulated.offset + units[some] * ready.tabulated.tables.unit
    return Distribution(cents, chances[some])
