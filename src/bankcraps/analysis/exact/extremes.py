"""The highest and the lowest sum that a player owns in a session: one sweep for each sum in reach.

A player owns at least g at some time if and only if a goal of g would stop them. They own less than f at some
time if and only if a floor of f would. Where hardly anybody is ruined or leaves at the other end, one sweep
backwards does for all sums.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, count, islice, repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import UnitChain, UnitPlan
from bankcraps.analysis.chain.stopping import FLOOR, GOAL, NO_GOAL, RUIN
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.forward import ForwardPass
from bankcraps.analysis.exact.grid import RARE, Grid
from bankcraps.support.distribution import Distribution

__all__ = ["additions", "chances_at_once", "extremes", "threads_for", "until_rare"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SHARE: Final = 0.2
"""The average work of one of these sweeps, as a share of a full sweep. Near goals end them sooner."""


def additions(money: Grid, plan: UnitPlan) -> float:
    """The approximate number of additions that `extremes` needs."""
    below, above = money.reach(plan)
    no_ruin, no_goal = money.is_far_from(plan)
    alike = not money.quotient.rows.size
    highest = 1.0 if alike and no_ruin else _SHARE * above
    lowest = 1.0 if alike and no_ruin and no_goal else _SHARE * below
    return (1.0 + highest + lowest) * money.additions(plan)


def extremes(units: UnitChain, money: Grid, plan: UnitPlan) -> tuple[Distribution, Distribution]:
    """The distributions of the highest and of the lowest sum owned before any throw's betting, in cents.

    Args:
        units: the chain in units.
        money: its grid of money, with the marks that the plan counts.
        plan: the session, with a length.
    """
    whole = money.sweep(plan)
    threads = threads_for(money.bytes(whole.left.shape[1], plan.limit))
    return (
        _in_cents(units, *_highest(money, plan, whole, threads)),
        _in_cents(units, *_lowest(money, plan, whole, threads)),
    )


def threads_for(sweep_bytes: int) -> int:
    """The number of sweeps to run at once: at most one per core, and no more than fit in `MAX_BYTES`.

    A sweep with a nearer goal or a higher floor never needs a wider grid than the whole session does.
    """
    return max(1, min(os.cpu_count() or 1, budget.MAX_BYTES // max(1, sweep_bytes)))


def _highest(money: Grid, plan: UnitPlan, whole: ForwardPass, threads: int) -> tuple[Ints, Floats]:
    owned, top = plan.bankroll, plan.goal

    def reaches(level: int) -> float:
        return float(money.sweep(replace(plan, goal=level)).ends[:, GOAL].sum())

    levels = count(owned + 1) if top == NO_GOAL else range(owned + 1, top + 1)
    early = float(whole.ends[:, [RUIN, FLOOR]].sum())
    chances = _at_once(money, plan, 1, early) or chances_at_once(reaches, levels, threads)
    at_least = [1.0, *until_rare(chances, top - owned)]
    if owned + len(at_least) > top:
        # A player who leaves at the goal may own more than the goal.
        left = whole.left.sum(axis=0)
        gain = int(money.quotient.delta.max(initial=0))
        at_least += [float(left[level:].sum()) for level in range(top + 1, top + gain + 1)]
    chances = -np.diff(np.array([*at_least, 0.0]))
    return np.arange(len(chances)) + owned, chances


def _lowest(money: Grid, plan: UnitPlan, whole: ForwardPass, threads: int) -> tuple[Ints, Floats]:
    owned, floor = plan.bankroll, plan.floor

    def falls_below(level: int) -> float:
        return float(money.sweep(replace(plan, floor=level)).left[:, :level].sum())

    levels = range(owned, floor, -1)
    early = float(whole.ends[:, [RUIN, GOAL]].sum())
    chances = _at_once(money, plan, -1, early) or chances_at_once(falls_below, levels, threads)
    below = [1.0, *until_rare(chances, owned - floor)]
    if below[-1] >= RARE:
        # A player who leaves at the floor may own less than the floor.
        left = whole.left.sum(axis=0)
        below += [float(left[:level].sum()) for level in range(floor, -1, -1)]
    chances = -np.diff(np.array([*below, 0.0]))
    return owned - np.arange(len(chances)), chances


def _at_once(money: Grid, plan: UnitPlan, sign: int, early: float) -> Iterator[float] | None:
    """The probability of each level by one sweep backwards; None if many leave early, or money is looked at.

    It counts those who leave early as if they played on, so `early` bounds its error.
    """
    if early >= RARE or money.quotient.rows.size:
        return None
    found = money.ever(plan, sign)
    return None if found is None else chain(found[1:].tolist(), repeat(0.0))


def chances_at_once(chance: Callable[[int], float], levels: Iterable[int], threads: int) -> Iterator[float]:
    """The probability of each level, by a sweep each."""
    rest = iter(levels)
    with ThreadPoolExecutor(threads) as pool:
        while some := list(islice(rest, 4 * threads)):
            yield from pool.map(chance, some)


def until_rare(chances: Iterator[float], most: int) -> Iterator[float]:
    """The probability of each level up to the last, or the first below `RARE`."""
    for _, found in zip(range(most), chances, strict=False):
        yield found
        if found < RARE:
            return


def _in_cents(units: UnitChain, owned: Ints, chances: Floats) -> Distribution:
    some = np.argsort(owned)
    some = some[chances[some] > RARE / 100]  # a smaller one is only the rounding of a difference
    return Distribution(units.offset + owned[some] * units.arrays.unit, chances[some])
