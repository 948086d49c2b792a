"""Until absorption: a session without a length, played until goal or ruin, as sparse linear equations.

The expected visits to every class of states with every sum owned satisfy one sparse linear system (Kemeny and
Snell, Finite Markov Chains, 1960, theorem 3.2.4: the fundamental matrix). Where players leave, and how long
that takes, follow from them.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # pyright: ignore[reportMissingTypeStubs]
from scipy.sparse import csgraph, linalg  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.markov.arrays import UnitPlan
from bankcraps.markov.stopping import ENDS, NEED_STOPPED, PLAYS, stopping_reason
from bankcraps.solver import budget
from bankcraps.solver.budget import NeverEndsError, TooLargeError
from bankcraps.solver.quotient import Quotient, sums_by

__all__ = ["UntilAbsorption", "fill_in", "until_absorption"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_UNKNOWNS: Final = 400_000
"""States with sums, solved for together."""

# SciPy has no types.
_sparse: Any = sparse
_linalg: Any = linalg
_csgraph: Any = csgraph


_NEVER_ENDS: Final = (
    "some sessions never end: there are states from which neither goal nor ruin can be reached; "
    "give the session a length"
)


class UntilAbsorption(NamedTuple):
    """Where players leave in the end.

    Attributes:
        left: (classes, width) the probability of leaving from a class with each sum, in units.
        ends: (5,) the probability of each end.
        visits: (classes,) expected bets and throws from each class.
        residual: what the solution misses, as a 1-norm: no probability is wrong by more.
    """

    left: Floats
    ends: Floats
    visits: Floats
    residual: float


def until_absorption(quotient: Quotient, plan: UnitPlan) -> UntilAbsorption:
    """Solve a session until every player has left.

    Args:
        quotient: the chain.
        plan: a session with a goal.

    Raises:
        TooLargeError: if there is too much to solve for.
        NeverEndsError: if some sessions never end.
    """
    goal = plan.goal
    unknowns = _unknowns(quotient, plan)
    if unknowns > MAX_UNKNOWNS:
        raise TooLargeError(
            f"until the goal there are {unknowns:,} states and sums to solve for, and "
            f"{MAX_UNKNOWNS:,} is the most; a nearer goal or a system with larger units would fit, or a "
            "session with an end; `simulate` solves nothing"
        )
    needed = 16 * len(quotient.post) * goal
    if needed > budget.MAX_BYTES:
        raise TooLargeError(
            f"{len(quotient.post)} classes of states by {goal:,} sums take {needed / 2**30:.1f} GB, "
            f"and {budget.MAX_BYTES / 2**30:g} GB is the most: a smaller "
            "bankroll, as far from its goal, would fit"
        )
    ways = _Ways(quotient, plan)
    ways.check_all_end()
    start = np.zeros(ways.unknowns)
    start[ways.index[quotient.start, plan.bankroll]] = 1.0
    visits, residual = _solved(ways.moves(), start)
    left, ends = ways.leaving(visits)
    by_class = sums_by(ways.classes, visits, len(quotient.post))
    return UntilAbsorption(left, ends, by_class, residual)


def _unknowns(quotient: Quotient, plan: UnitPlan) -> int:
    """How many states with sums a player plays on from, counted before any memory is taken."""
    needs = quotient.need[_reached(quotient) & (quotient.need != NEED_STOPPED)].tolist()
    return sum(max(0, plan.goal - max(need, plan.floor, 0)) for need in needs)


def fill_in(quotient: Quotient, plan: UnitPlan) -> int:
    """The most entries that the factors may have: a band as wide as a throw reaches, in all classes."""
    return _unknowns(quotient, plan) * len(quotient.post) * int(np.abs(quotient.delta).max(initial=0))


class _Moves(NamedTuple):
    """The ways from one unknown to another: (ways,) each, the chance and the numbers of the two."""

    chance: Floats
    origin: Ints
    to: Ints


def _solved(moves: _Moves, start: Floats) -> tuple[Floats, float]:
    """Expected visits, and the 1-norm of the residual."""
    unknowns = len(start)
    chances = _sparse.csc_array((moves.chance, (moves.origin, moves.to)), shape=(unknowns, unknowns))
    system = (_sparse.eye_array(unknowns, format="csc") - chances.T).tocsc()
    try:
        factors = _linalg.splu(system, permc_spec="MMD_AT_PLUS_A")
    except RuntimeError:
        raise NeverEndsError(_NEVER_ENDS) from None
    # Iterative refinement would gain nothing. The system is diagonally dominant by columns, because a state's
    # ways add up to one at most, so elimination at most doubles an entry (Higham, Accuracy and Stability of
    # Numerical Algorithms, 2002, theorem 9.9). The residual is rounding alone, and it is measured below.
    visits: Floats = factors.solve(start)
    # What is hardly ever visited may come out as less than never.
    visits = np.maximum(visits, 0.0)
    return visits, float(np.abs(start - system @ visits).sum())


class _Ways:
    """Every way from a state with a sum owned to another.

    Attributes:
        unknowns: how many states with sums a player plays on from.
        index: (classes, goal) the number of each, or -1 where the player has left.
        classes: (unknowns,) the class of each.
        sums: (unknowns,) the sum of each, in units.
    """

    def __init__(self, quotient: Quotient, plan: UnitPlan) -> None:
        self.quotient = quotient
        goal, floor = self.goal, self.floor = plan.goal, plan.floor
        plays = np.zeros((len(quotient.post), goal), bool)
        for c, need in enumerate(quotient.need.tolist()):
            # A player plays on with what is needed or more, below the goal.
            least = max(0, floor, need) if need != NEED_STOPPED else goal
            some = (least, goal - 1) if least < goal else ()
            assert all(stopping_reason(m, goal, floor, need, 1) == PLAYS for m in some)
            plays[c, least:] = True
        plays &= _reached(quotient)[:, None]
        self.sums, self.classes = np.nonzero(plays.T)
        self.unknowns = len(self.sums)
        self.index = np.full(plays.shape, -1, np.int64)
        self.index[self.classes, self.sums] = np.arange(self.unknowns)

    def check_all_end(self) -> None:
        """Check that every player leaves in the end.

        Raises:
            NeverEndsError: if one may never leave.
        """
        moves, away = self.moves(), self.unknowns
        ways = np.bincount(self._each()[0], minlength=away)
        leaves = np.flatnonzero(ways > np.bincount(moves.origin, minlength=away))
        # Search backwards from one node that stands for having left.
        to = np.concatenate((moves.to, np.full(len(leaves), away)))
        back = (np.ones(len(to), np.int8), (to, np.concatenate((moves.origin, leaves))))
        graph = _sparse.csr_array(back, shape=(away + 1, away + 1))
        if len(_csgraph.breadth_first_order(graph, away, return_predecessors=False)) <= away:
            raise NeverEndsError(_NEVER_ENDS)

    def _each(self) -> tuple[Ints, Ints]:
        """Every (unknown, way) pair."""
        quotient = self.quotient
        posts = quotient.post[self.classes]
        many = quotient.first[posts + 1] - quotient.first[posts]
        who = np.repeat(np.arange(self.unknowns), many)
        begins = np.repeat(np.cumsum(many) - many, many)
        way = np.arange(len(who)) - begins + np.repeat(quotient.first[posts], many)
        return who, way

    def moves(self) -> _Moves:
        """The ways that do not leave the unknowns."""
        who, way = self._each()
        to, sums = self.quotient.to[way], self.sums[who] + self.quotient.delta[way]
        inside = (sums >= 0) & (sums < self.goal)
        target = np.where(inside, self.index[to, np.where(inside, sums, 0)], -1)
        stays = target >= 0
        return _Moves(self.quotient.chance[way[stays]], who[stays], target[stays])

    def leaving(self, visits: Floats) -> tuple[Floats, Floats]:
        """Where players leave, and why."""
        quotient = self.quotient
        who, way = self._each()
        to, sums = quotient.to[way], self.sums[who] + quotient.delta[way]
        left = np.zeros((len(quotient.post), self.goal + int(quotient.delta.max(initial=0)) + 1))
        np.add.at(left, (to, sums), visits[who] * quotient.chance[way])
        ends = np.zeros(len(ENDS))
        for c, m in zip(*np.nonzero(left), strict=True):
            end = stopping_reason(int(m), self.goal, self.floor, int(quotient.need[c]), 1)
            if end == PLAYS:
                left[c, m] = 0.0
            else:
                ends[end] += left[c, m]
        return left, ends


def _reached(quotient: Quotient) -> NDArray[np.bool_]:
    """Which classes play can come to."""
    found = np.zeros(len(quotient.post), bool)
    found[quotient.start] = True
    fresh = [quotient.start]
    while fresh:
        c = fresh.pop()
        post = quotient.post[c]
        if post < 0:
            continue
        for to in quotient.to[quotient.first[post] : quotient.first[post + 1]].tolist():
            if not found[to]:
                found[to] = True
                fresh.append(to)
    return found
