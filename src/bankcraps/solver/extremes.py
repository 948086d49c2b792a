"""How high and how low a session goes: one sweep for each sum that may be reached.

To own at least a sum at some time is to leave at a goal of that sum. To own less is to leave at a floor.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.markov.stopping import GOAL
from bankcraps.results.distribution import Distribution
from bankcraps.solver import budget
from bankcraps.solver.forward import ForwardPass
from bankcraps.solver.grid import RARE, Grid
from bankcraps.strategy.plan import Plan

__all__ = ["extremes", "work"]

_SHARE: Final = 0.2
"""What part of all sums in reach is swept for, times what part of a sweep: a nearer goal takes less."""


def work(money: Grid, plan: Plan) -> float:
    """About how many additions the extremes take."""
    return _SHARE * sum(money.reach(plan)) * money.additions(plan)


def extremes(money: Grid, plan: Plan) -> tuple[Distribution, Distribution]:
    """The distributions of the most and of the least owned before any throw's betting, in cents.

    Args:
        money: the grid of money, counting what the plan counts.
        plan: the session, with a length.
    """
    whole = money.sweep(plan)
    crew = crew_of(money.bytes(whole.left.shape[1], plan.count or 0))
    return _highest(money, plan, whole, crew), _lowest(money, plan, whole, crew)


def crew_of(sweep_bytes: int) -> int:
    """How many sweeps may run at the same time: one a core, and together no more than the memory allowed.

    A sweep for a nearer goal or a higher floor never needs a wider grid than the whole session's.
    """
    return max(1, min(os.cpu_count() or 1, budget.MAX_BYTES // max(1, sweep_bytes)))


def _highest(money: Grid, plan: Plan, whole: ForwardPass, crew: int) -> Distribution:
    units = money.units
    owned, top = units.units(plan.bankroll), units.goal(plan.goal)

    def reaches(level: int) -> float:
        return float(money.sweep(plan, goal=level).ends[:, GOAL].sum())

    levels = count(owned + 1) if plan.goal is None else range(owned + 1, top + 1)
    at_least = [1.0, *_until_rare(reaches, levels, crew)]
    if owned + len(at_least) > top:
        # A player who leaves at the goal may own more than the goal.
        left = whole.left.sum(axis=0)
        at_least += [float(left[level:].sum()) for level in range(top + 1, top + units.max_gain + 1)]
    chances = -np.diff(np.array([*at_least, 0.0]))
    return _distribution(money, np.arange(len(chances)) + owned, chances)


def _lowest(money: Grid, plan: Plan, whole: ForwardPass, crew: int) -> Distribution:
    units = money.units
    owned, floor = units.units(plan.bankroll), units.units(plan.floor)

    def falls_below(level: int) -> float:
        return float(money.sweep(plan, floor=level).left[:, :level].sum())

    below = [1.0, *_until_rare(falls_below, range(owned, floor, -1), crew)]
    if below[-1] >= RARE:
        # A player who leaves at the floor may own less than the floor.
        left = whole.left.sum(axis=0)
        below += [float(left[:level].sum()) for level in range(floor, -1, -1)]
    chances = -np.diff(np.array([*below, 0.0]))
    return _distribution(money, owned - np.arange(len(chances)), chances)


def _until_rare(chance: Callable[[int], float], levels: Iterable[int], crew: int) -> Iterator[float]:
    """The probabilities of level after level, until one is rare."""
    rest = iter(levels)
    with ThreadPoolExecutor(crew) as pool:
        while some := list(islice(rest, 4 * crew)):
            for found in pool.map(chance, some):
                yield found
                if found < RARE:
                    return


def _distribution(money: Grid, units: NDArray[np.int64], chances: NDArray[np.float64]) -> Distribution:
    some = np.argsort(units)
    some = some[chances[some] > RARE / 100]  # less is the rounding of a difference
    return Distribution(money.units.offset + units[some] * money.units.arrays.unit, chances[some])
