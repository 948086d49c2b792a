"""Sessions until a goal or ruin, and goals so far against the drift that almost nobody reaches them."""

from contextlib import suppress
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Final

from bankcraps.analysis.chain.arrays import UnitPlan
from bankcraps.analysis.chain.stopping import GOAL
from bankcraps.analysis.exact.budget import QUICK_ADDITIONS, TooLargeError
from bankcraps.analysis.exact.solution import Problem, Solution, error_bound

if TYPE_CHECKING:
    from bankcraps.analysis.exact.drift import Drift

__all__ = ["against_the_drift", "below_the_goal", "drift_of_session", "until_goal", "with_a_far_goal"]

_HARDLY_EVER: Final = (1e-13, 1e-9)
"""Probabilities, tried in order, of reaching the artificial goal of a session without one."""

_NEARER: Final = 2
"""The ratio of the next artificial goal to the last, for a system that looks at its money."""


def drift_of_session(ready: Problem) -> "Drift | None":
    """The drift of the prepared chain; None if that cannot be found quickly."""
    from bankcraps.analysis.exact.drift import drift_of  # noqa: PLC0415 - SciPy loads slowly

    return drift_of(ready.full.quotient)


def _until_absorption(ready: Problem, plan: UnitPlan) -> Solution:
    """Solve a session without a length by linear equations."""
    from bankcraps.analysis.exact.absorption import until_absorption  # noqa: PLC0415 - SciPy loads slowly

    found = until_absorption(ready.full.quotient, plan)
    # For the rounding bound, each expected throw counts as one pass of a sweep.
    passes = 1 + ceil(found.visits.sum())
    bound = error_bound(ready, found.residual, passes, found.left.shape[1])
    return Solution(found.left, found.ends.reshape(1, -1), found.visits, bound, found.throws_sd)


def until_goal(ready: Problem, plan: UnitPlan) -> Solution:
    """Solve a session until its goal; one against the drift, far out of reach, as if there were none."""
    from bankcraps.analysis.exact.absorption import has_few_unknowns  # noqa: PLC0415 - SciPy loads slowly

    looks = ready.full.quotient.rows.size > 0
    if looks and not has_few_unknowns(ready.full.quotient, plan):
        with suppress(TooLargeError):
            return below_the_goal(ready, plan)
    try:
        return _until_absorption(ready, plan)
    except TooLargeError:
        run = None if looks else drift_of_session(ready)
        if run is None or run.drift >= 0 or plan.bankroll + run.distance(_HARDLY_EVER[0]) >= plan.goal:
            raise
        with suppress(TooLargeError):
            return against_the_drift(ready, plan, run)
        raise


def below_the_goal(ready: Problem, plan: UnitPlan) -> Solution:
    """Solve a session of a system that looks at its money, whose goal is too far or which has none.

    A nearer goal is tried, and a farther one until hardly anybody reaches it. Everybody who reaches the goal
    of the plan reaches the nearer one before, so the probability of that counts as error.

    Raises:
        TooLargeError: if there are too many unknowns, or if the goal is so near that some reach it.
    """
    swing = int(ready.full.quotient.delta.max(initial=0))
    far = max(plan.bankroll, int(ready.full.quotient.least.max(initial=0))) + swing
    while (far := _NEARER * far) < plan.goal:
        found = _until_absorption(ready, replace(plan, goal=far))
        reached = float(found.ends[0, GOAL])
        if reached <= _HARDLY_EVER[1]:
            found.left[:, far:] = 0.0
            found.ends[0, GOAL] = 0.0
            return found._replace(bound=found.bound + reached)
    raise TooLargeError("")


def against_the_drift(ready: Problem, plan: UnitPlan, run: "Drift") -> Solution:
    """Solve a losing session without a goal by adding a goal that is almost never reached.

    The probability of reaching it counts as error.
    """
    try:
        found, far = with_a_far_goal(ready, plan, run)
    except TooLargeError as error:
        lasts = plan.bankroll / -run.drift
        fits = ready.full.longest(plan, 10 * QUICK_ADDITIONS)
        raise TooLargeError(
            f"without a goal this session ends in ruin after some {lasts:,.0f} throws on average, and is too "
            f"long to solve; give it a goal or a length, such as {fits:,} throws, or simulate it"
        ) from error
    found.left[:, far:] = 0.0
    found.ends[0, GOAL] = 0.0
    return found


def with_a_far_goal(ready: Problem, plan: UnitPlan, run: "Drift") -> tuple[Solution, int]:
    """Solve with an artificial goal that almost nobody reaches or returns from. Return solution and goal.

    Raises:
        TooLargeError: if there are too many unknowns.
    """
    trouble = TooLargeError("")
    for chance in _HARDLY_EVER:
        far = plan.bankroll + run.distance(chance)
        try:
            found = _until_absorption(ready, replace(plan, goal=far))
        except TooLargeError as error:
            trouble = error
            continue
        return found._replace(bound=found.bound + chance), far
    raise trouble
