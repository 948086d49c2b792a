"""A session with a length, by forward dynamic programming: on a grid, or over pairs if that has no room."""

from bankcraps.analysis.chain.arrays import UnitPlan
from bankcraps.analysis.chain.stopping import LIMIT
from bankcraps.analysis.exact.budget import TooLargeError, TooWideError
from bankcraps.analysis.exact.solution import (
    ROUNDING,
    Figures,
    Problem,
    Solution,
    error_bound,
    figures_of,
    throws_sd,
)
from bankcraps.analysis.exact.sparse.sweep import sparse_sweep
from bankcraps.support.distribution import Distribution

__all__ = ["swept"]


def swept(ready: Problem, plan: UnitPlan, *, endless: bool = False) -> Figures:
    """The figures of a session with a length.

    Args:
        ready: the prepared chain.
        plan: the session.
        endless: whether the session has no length in truth: those who play on at its end count as error.

    Raises:
        TooLargeError: if it needs too much memory or time.
    """
    try:
        found = _on_a_grid(ready, plan)
    except TooWideError as too_wide:
        try:
            found = _over_pairs(ready, plan)
        except TooLargeError as error:
            raise TooLargeError(f"{too_wide.need}, and {error}") from error
    if endless:
        found = found._replace(bound=found.bound + float(found.ends[-1, LIMIT]))
        found.ends[-1, LIMIT] = 0.0
    return found._replace(throws_sd=throws_sd(found.ends) if plan.counted == "throws" else None)


def _on_a_grid(ready: Problem, plan: UnitPlan) -> Figures:
    ready.require_room_to_settle()
    swept = ready.full.sweep(plan)
    bound = error_bound(ready, swept.lost, swept.passes, swept.left.shape[1])
    return figures_of(ready, Solution(swept.left, swept.ends, swept.visits, bound))


def _over_pairs(ready: Problem, plan: UnitPlan) -> Figures:
    units, found = ready.units, sparse_sweep(ready.full.quotient, plan)
    return Figures(
        final=Distribution(units.offset + found.home * units.arrays.unit, found.chances),
        leaving=found.leaving,
        ends=found.ends,
        visits=found.visits,
        bound=found.lost + found.terms * ROUNDING,
        width=found.highest + 1,
    )
