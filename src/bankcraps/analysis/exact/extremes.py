"""The highest and the lowest sum that a player owns in a session: one sweep for each sum in reach.

A player owns at least g at some time if and only if a goal of g would stop them. They own less than f at some
time if and only if a floor of f would. Where hardly anybody is ruined or leaves at the other end, one sweep
backwards does for all sums: with much money the sum owned changes no decision, and only the distance to a
level counts (`reaching`).
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, count, islice, repeat
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import Bools, Floats, Ints, UnitChain, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import FLOOR, GOAL, NEED_STOPPED, NO_GOAL, RUIN
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.forward import ForwardPass
from bankcraps.analysis.exact.grid import COUNTED_MARKS, RARE, Grid
from bankcraps.analysis.exact.passes import STUCK, clear, shift
from bankcraps.analysis.exact.quotient import Quotient, counts, sums_by
from bankcraps.support.compiled import compiled
from bankcraps.support.distribution import Distribution

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
    brought, unit = units.offset + plan.bankroll * units.arrays.unit, units.arrays.unit
    highest, lowest = (solve(money, plan, whole, threads) for solve in (_highest, _lowest))
    return by_level(highest, brought, unit), by_level(lowest, brought, -unit)


def threads_for(sweep_bytes: int) -> int:
    """The number of sweeps to run at once: at most one per core, and no more than fit in `MAX_BYTES`.

    A sweep with a nearer goal or a higher floor never needs a wider grid than the whole session does.
    """
    return max(1, min(os.cpu_count() or 1, budget.MAX_BYTES // max(1, sweep_bytes)))


def _highest(money: Grid, plan: UnitPlan, whole: ForwardPass, threads: int) -> list[float]:
    """The probability of ever owning each sum from the bankroll upwards."""
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
    return at_least


def _lowest(money: Grid, plan: UnitPlan, whole: ForwardPass, threads: int) -> list[float]:
    """The probability of ever owning each sum or less from the bankroll downwards."""
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
    return below


def _at_once(money: Grid, plan: UnitPlan, sign: int, early: float) -> Iterator[float] | None:
    """The probability of each level by one sweep backwards; None if many leave early, or money is looked at.

    It counts those who leave early as if they played on, so `early` bounds its error. Levels go up with a
    sign of 1, and down with -1. None also if it takes too much memory.
    """
    if early >= RARE or money.quotient.rows.size:
        return None
    quotient, mark = money.quotient, COUNTED_MARKS[plan.counted]
    width = 2 * money.swing_either_way + round(money.spread(plan))
    while 24 * (len(quotient.first) - 1) * width <= budget.MAX_BYTES:
        found, beyond = reaching(quotient, mark, plan.limit, width, sign)
        if beyond < RARE / 100:
            return chain(found[1:].tolist(), repeat(0.0))
        width *= 2
    return None


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


def by_level(reaches: Sequence[float], first: int = 0, step: int = 1) -> Distribution:
    """The distribution of the last level that is reached, from the probability to come to each.

    Args:
        reaches: the probability to come to each level or beyond; 1 for the first.
        first: the first level.
        step: the distance from each to the next; below 0 if they go down.
    """
    chances = -np.diff(np.array([*reaches, 0.0]))
    some = np.flatnonzero(chances > RARE / 100)  # a smaller one is only the rounding of a difference
    some = some if step > 0 else some[::-1]
    return Distribution(first + some * step, chances[some])


class _Ways(NamedTuple):
    """The transitions, as in `Quotient`.

    Attributes:
        first: the first one of each post-decision class.
        post: the post-decision class they lead to, or `ABSORBED` for a player who leaves.
        delta: the units by which the distance falls.
        chance: the probability.
        after: whether the count goes on.
    """

    first: Ints
    post: Ints
    delta: Ints
    chance: Floats
    after: Bools


def reaching(
    quotient: Quotient, counted_mark: int, count: int, width: int, sign: int
) -> tuple[Floats, float]:
    """The probability of ever owning so much more than at the start, or so much less.

    Args:
        quotient: the quotient chain, of a system that does not look at its money.
        counted_mark: the mark that is counted, or 0 for every throw.
        count: the number of throws, decisions or shooters in the session.
        width: the number of distances, in units.
        sign: 1 for more, -1 for less.

    Returns:
        (width,) the probability by distance; the first is 1. And the largest probability, over all classes,
        of the last distance: what is farther away is left out.
    """
    playing = (quotient.post != ABSORBED) & (quotient.need != NEED_STOPPED)
    post = np.where(playing, quotient.post, ABSORBED)
    after = counts(quotient, counted_mark)
    ways = _Ways(quotient.first, post[quotient.to], sign * quotient.delta, quotient.chance, after)
    layers = np.zeros((3, len(quotient.first) - 1, width))
    last = layers[_reach(ways, count, _passes_each(ways) if counted_mark else 1, layers)]
    start = int(post[quotient.start])
    found = last[start].copy() if start != ABSORBED else np.zeros(width)
    found[0] = 1.0
    return found, float(last[:, -1].max(initial=0.0))


def _passes_each(ways: _Ways) -> int:
    """The number of throws until the count goes on, with near certainty."""
    origin = np.repeat(np.arange(len(ways.first) - 1), np.diff(ways.first))
    stays = ~ways.after & (ways.post != ABSORBED)
    waiting = np.ones(len(ways.first) - 1)
    passes = 0
    while waiting.max(initial=0.0) > STUCK:
        waiting = sums_by(origin[stays], ways.chance[stays] * waiting[ways.post[stays]], len(waiting))
        passes += 1
    return passes


@compiled
def _reach(ways: _Ways, count: int, passes: int, layers: Floats) -> int:
    """Fill the layers, (3, post-decision classes, width). Returns the number of the last one."""
    first, width = ways.first, layers.shape[2]
    before, same, fresh = 0, 1, 2
    for _ in range(count):
        for r in range(len(first) - 1):
            for d in range(width):
                layers[same, r, d] = layers[before, r, d]
        for _ in range(passes):
            for r in range(len(first) - 1):
                into = layers[fresh, r]
                clear(into, 0, width)
                for w in range(first[r], first[r + 1]):
                    by, share, to = ways.delta[w], ways.chance[w], ways.post[w]
                    for d in range(1, min(width, by + 1)):
                        into[d] += share
                    if to != ABSORBED:
                        source = layers[before if ways.after[w] else same, to]
                        shift(into, source, max(1 - by, 1), min(width - by, width), by, share)
            same, fresh = fresh, same
        before, same = same, before
    return before
