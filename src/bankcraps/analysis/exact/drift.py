"""The drift of a session without a goal, and how unlikely it is to go far against it.

Without a goal there is no highest sum, and so no finite system of equations. But a bound of Lundberg's kind
says how far a player can go against the drift. Let M be the matrix of `chance * exp(theta * delta)` between
classes. If h is positive and `M @ h <= h`, then `h * exp(theta * owned)` is a supermartingale. So the
probability of ever going `far` units against the drift is at most
`max(h) / min(h) * exp(-abs(theta) * far)`. Such an h is the solution of `h - M @ h = 1`, if it is positive.
"""

from contextlib import suppress
from dataclasses import replace
from math import ceil
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import NEED_LEFT, Bools, Floats, Ints, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import GOAL, NEED_STOPPED, NO_GOAL
from bankcraps.analysis.exact.absorption import Solution, has_few_unknowns, reached, until_absorption
from bankcraps.analysis.exact.budget import QUICK_ADDITIONS, TooLargeError
from bankcraps.analysis.exact.long_run import Cycles, recurrent
from bankcraps.analysis.exact.quotient import Quotient, ways_from
from bankcraps.analysis.exact.solution import Problem, error_bound
from bankcraps.support.extras import Sparse, scipy

_FAIR: Final = 1e-12
"""A drift below this, in units a throw, counts as none: it may be rounding."""

_MAX_CLASSES: Final = 500
"""The most classes; more would take longer than a second."""

_STEPS: Final = 40

_ROUGH: Final = 1e13
"""A larger solution is unreliable: the equations are nearly singular."""

_FAR: Final = 50
"""The largest exponent tried for one throw."""


class Drift(NamedTuple):
    """A player's long-run gain if nothing stops them.

    Attributes:
        drift: the expected change of what is owned, in units a throw; 0 for a fair game.
        theta: the exponent of the bound, for each unit; 0 for a fair game.
        factor: the factor of the bound.
        moves: whether the sum owned varies for ever. Otherwise it comes to rest or repeats a cycle.
    """

    drift: float
    theta: float
    factor: float
    moves: bool = True

    def distance(self, chance: float) -> int:
        """The units that a player goes against the drift with at most this probability."""
        return int(np.ceil(np.log(self.factor / chance) / self.theta))

    def throws(self, chance: float) -> float:
        """About how many throws it takes, at least, until a player who loses is still there with this chance.

        By Chernoff's bound the chance falls by the factor `exp(-drift * theta / 4)` a throw, for small steps.
        The result is a quarter of what follows from that, to be safe.
        """
        return float(np.log(1 / chance) / (abs(self.drift) * self.theta))


class _Ways(NamedTuple):
    """The transitions between renumbered classes of play: one entry of each array per transition."""

    many: int
    origin: Ints
    to: Ints
    delta: Floats
    chance: Floats

    def matrix(self, theta: float) -> Sparse:
        """M, sparse."""
        terms = self.chance * np.exp(theta * self.delta)
        return scipy().sparse.csc_array((terms, (self.origin, self.to)), shape=(self.many, self.many))

    def supermartingale(self, theta: float) -> Floats | None:
        """The h of the bound, or None if there is none for this theta."""
        try:
            factors = scipy().linalg.splu((scipy().sparse.eye_array(self.many) - self.matrix(theta)).tocsc())
        except RuntimeError:  # singular
            return None
        h: Floats = factors.solve(np.ones(self.many))
        return h if np.isfinite(h).all() and h.min() > 0 and h.max() < _ROUGH else None


def drift_of(quotient: Quotient) -> Drift | None:
    """The long run of a system that never stops by itself; None if that cannot be found quickly."""
    ways = _play(quotient)
    lasting = None if ways is None else recurrent(ways.matrix(0.0))
    if ways is None or lasting is None:
        return None
    of_class = np.bincount(ways.origin, ways.chance * ways.delta)
    lasts = np.flatnonzero(lasting)
    drift = float(Cycles(ways.matrix(0.0)[lasts][:, lasts]).shares @ of_class[lasts])
    swing = float(np.abs(ways.delta).max())
    if abs(drift) < _FAIR * max(1.0, swing):
        return Drift(0.0, 0.0, 1.0, _moves(ways, lasting))
    theta = _root(ways, -1.0 if drift > 0 else 1.0, swing)
    h = ways.supermartingale(theta)
    if not theta or h is None:
        return None
    return Drift(drift, abs(theta), float(h.max() / h.min()))


def _play(quotient: Quotient) -> _Ways | None:
    """The classes reached in play, with their transitions; None if the system stops or there are many."""
    classes = np.flatnonzero(reached(quotient))
    stays = (quotient.post != ABSORBED) & (quotient.need != NEED_STOPPED) & (quotient.need != NEED_LEFT)
    if not stays[classes].all() or len(classes) > _MAX_CLASSES:
        return None
    origin, way = ways_from(quotient, quotient.post[classes])
    to = np.searchsorted(classes, quotient.to[way])
    return _Ways(len(classes), origin, to, quotient.delta[way].astype(np.float64), quotient.chance[way])


def _moves(ways: _Ways, lasting: Bools) -> bool:
    """Whether some cycle of classes changes the money. If none does, the class determines it."""
    inside = np.flatnonzero(lasting[ways.origin])
    level = {int(ways.origin[inside[0]]): 0.0}
    waiting = list(inside)
    while waiting:
        known = [way for way in waiting if int(ways.origin[way]) in level]
        for way in known:
            reached = level[int(ways.origin[way])] + ways.delta[way]
            if level.setdefault(int(ways.to[way]), reached) != reached:
                return True
        waiting = [way for way in waiting if way not in known]
    return False


def _root(ways: _Ways, sign: float, swing: float) -> float:
    """The theta farthest from 0 that is found to have a supermartingale; 0 if there is none."""
    low, high = 0.0, sign * 1e-3 / swing
    while ways.supermartingale(high) is not None and abs(high) * swing < _FAR:
        low, high = high, 2 * high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if ways.supermartingale(middle) is not None:
            low = middle
        else:
            high = middle
    return low


_HARDLY_EVER: Final = (1e-13, 1e-9)
"""Probabilities, tried in order, of reaching the artificial goal of a session without one."""

_NEARER: Final = 2
"""The ratio of the next artificial goal to the last, for a system that looks at its money."""


def _until_absorption(ready: Problem, plan: UnitPlan) -> Solution:
    """Solve a session without a length by linear equations."""
    found = until_absorption(ready.full.quotient, plan)
    # For the rounding bound, each expected throw counts as one pass of a sweep.
    passes = 1 + ceil(found.visits.sum())
    return found._replace(bound=error_bound(ready, found.bound, passes, found.left.shape[1]))


def without_length(ready: Problem, plan: UnitPlan, run: Drift | None) -> Solution:
    """Solve a session without a length; `run` is its drift if it has no goal and that is known.

    Raises:
        TooLargeError: if there are too many unknowns.
    """
    if plan.goal != NO_GOAL:
        return _until_goal(ready, plan)
    if run is not None:
        return _against_the_drift(ready, plan, run)
    if ready.full.quotient.rows.size:
        with suppress(TooLargeError):
            return _below_the_goal(ready, plan)
    raise TooLargeError(
        "without a goal and a length, this session can go on too long to solve; give it a goal or "
        "a length, or simulate it, which cuts very long sessions short"
    )


def _until_goal(ready: Problem, plan: UnitPlan) -> Solution:
    """Solve a session until its goal. A goal out of reach against the drift is left out if it must be."""
    looks = ready.full.quotient.rows.size > 0
    if looks and not has_few_unknowns(ready.full.quotient, plan):
        with suppress(TooLargeError):
            return _below_the_goal(ready, plan)
    try:
        return _until_absorption(ready, plan)
    except TooLargeError:
        run = None if looks else drift_of(ready.full.quotient)
        if run is None or run.drift >= 0 or plan.bankroll + run.distance(_HARDLY_EVER[0]) >= plan.goal:
            raise
        with suppress(TooLargeError):
            return _against_the_drift(ready, plan, run)
        raise


def _below_the_goal(ready: Problem, plan: UnitPlan) -> Solution:
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
            return _without_goal(found, far, reached)
    raise TooLargeError("")


def _against_the_drift(ready: Problem, plan: UnitPlan, run: Drift) -> Solution:
    """Solve a losing session without a goal by adding a goal that is almost never reached.

    The probability of reaching it counts as error.
    """
    try:
        return with_a_far_goal(ready, plan, run)
    except TooLargeError as error:
        lasts = plan.bankroll / -run.drift
        fits = ready.full.longest(plan, 10 * QUICK_ADDITIONS)
        raise TooLargeError(
            f"without a goal this session ends in ruin after some {lasts:,.0f} throws on average, and is too "
            f"long to solve; give it a goal or a length, such as {fits:,} throws, or simulate it"
        ) from error


def with_a_far_goal(ready: Problem, plan: UnitPlan, run: Drift) -> Solution:
    """Solve with an artificial goal that almost nobody reaches or returns from.

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
        return _without_goal(found, far, chance)
    raise trouble


def _without_goal(found: Solution, far: int, reached: float) -> Solution:
    """Remove the players who reach an artificial goal. Their probability joins the error bound."""
    found.left[:, far:] = 0.0
    found.ends[0, GOAL] = 0.0
    return found._replace(bound=found.bound + reached)
