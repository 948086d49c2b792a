"""The distribution of the drawdown: the largest fall from the highest sum so far. One sweep for each fall."""

from dataclasses import replace

import numpy as np

from bankcraps.analysis.chain.arrays import UnitChain, UnitPlan
from bankcraps.analysis.chain.stopping import GOAL, NEED_STOPPED, NO_GOAL
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.budget import PATIENT_ADDITIONS, TooLargeError
from bankcraps.analysis.exact.extremes import chances_at_once, threads_for, until_rare
from bankcraps.analysis.exact.falling import Fall, chance_of_falling, planes_of
from bankcraps.analysis.exact.grid import RARE, Grid, money_grid
from bankcraps.errors import BankcrapsError
from bankcraps.support.distribution import Distribution

__all__ = ["additions", "drawdown"]


def drawdown(units: UnitChain, plan: UnitPlan) -> Distribution:
    """The distribution of the most by which a session falls below its highest sum so far, in cents.

    Sums count before any throw's betting, as for the highest and the lowest.

    Args:
        units: the chain in units.
        plan: a session of throws.

    Raises:
        BankcrapsError: if the system looks at its money, or the session is not one of throws.
        TooLargeError: if it takes too long.
    """
    money = money_grid(units, plan.counted)
    if money.quotient.rows.size:
        raise BankcrapsError(
            f"the drawdown of {units.chain.system} is not solved, because it looks at its money: leave "
            "drawdown out, or simulate the session instead"
        )
    if not plan.limited or plan.counted != "throws":
        raise BankcrapsError(
            "the drawdown is solved for a number of throws: give the session one, leave drawdown out, or "
            "simulate the session instead"
        )
    _require_time(money, plan)
    if plan.goal != NO_GOAL and money.sweep(plan).ends[:, GOAL].sum() < RARE:
        plan = replace(plan, goal=NO_GOAL)
    threads = threads_for(_bytes(money, plan))

    def falls(by: int) -> float:
        return chance_of_falling(money.quotient, _fall(money, plan, by))

    # Nobody falls by more than ever is owned, so the levels come to an end.
    levels = range(1, 2 * (plan.bankroll + plan.limit * _swing(money)))
    at_least = [1.0, *until_rare(chances_at_once(falls, levels, threads), len(levels))]
    chances = -np.diff(np.array([*at_least, 0.0]))
    some = np.flatnonzero(chances > RARE / 100)  # a smaller one is only the rounding of a difference
    return Distribution(some * units.arrays.unit, chances[some])


def _require_time(money: Grid, plan: UnitPlan) -> None:
    needed = additions(money, plan)
    if needed > PATIENT_ADDITIONS:
        raise TooLargeError(
            f"the drawdown needs about {needed:.0e} additions to solve, limit {PATIENT_ADDITIONS:.0e}: leave "
            "drawdown out, shorten the session, or simulate the session instead"
        )


def _bytes(money: Grid, plan: UnitPlan) -> int:
    """The memory that the largest sweep needs.

    Raises:
        TooLargeError: if that is too much.
    """
    cells = 0
    for by in (1, _farthest(money, plan)):
        planes = planes_of(_fall(money, plan, by))
        cells = max(cells, (planes + 2) * (by + planes + 1))
    needed = 16 * len(money.quotient.post) * cells
    if needed > budget.MAX_BYTES:
        raise TooLargeError(
            f"the drawdown needs {needed / 2**30:.1f} GB, limit {budget.MAX_BYTES / 2**30:g} GB: leave "
            "drawdown out, use larger units or a nearer goal; or simulate the session instead"
        )
    return needed


def additions(money: Grid, plan: UnitPlan) -> float:
    """The approximate number of additions that `drawdown` needs, at most."""
    lines, total = len(money.quotient.to) + len(money.quotient.post), 0.0
    falls = np.arange(1, _farthest(money, plan) + 1, dtype=np.float64)
    need = _fall(money, plan, 1).need
    if plan.goal == NO_GOAL:
        near = falls + need > plan.bankroll  # ruin comes first for some
        total = float((falls * (1 + near * need) / 2).sum())
    else:
        total = float((falls * max(1, money.reach(plan)[1]) / 2).sum())
    return plan.limit * lines * total


def _fall(money: Grid, plan: UnitPlan, by: int) -> Fall:
    needs = money.quotient.need[money.quotient.need < NEED_STOPPED]
    need = max(int(needs.max(initial=0)), plan.floor)
    return Fall(plan.bankroll, plan.goal, plan.floor, need, plan.limit, by, money.negligible)


def _farthest(money: Grid, plan: UnitPlan) -> int:
    """About the largest fall that can have a probability: up, and then down to nothing or as far as ever."""
    below, above = money.reach(plan)
    far = above + below
    return round(min(far, (plan.bankroll - plan.floor + far) / 2)) + 1


def _swing(money: Grid) -> int:
    return int(np.abs(money.quotient.delta).max(initial=0)) + 1
