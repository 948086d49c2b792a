"""Until absorption: solve a session that runs until the goal or ruin, by sparse linear equations.

The unknowns are the expected visits to each pair of a class and a sum owned. They satisfy one sparse linear
system (Kemeny and Snell, Finite Markov Chains, 1960, theorem 3.2.4: the fundamental matrix). The absorption
probabilities and the expected number of throws follow from the visits.
"""

from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import MAX_UNITS, NO_BELOW, Bools, Floats, Ints, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import ENDS, PLAYS
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.budget import NeverEndsError, TooLargeError
from bankcraps.analysis.exact.quotient import Quotient, deciding, sums_by, ways_from
from bankcraps.errors import BankcrapsError
from bankcraps.support.extras import scipy

MAX_UNKNOWNS: Final = 2_000_000
"""The most unknowns in one system of equations with a narrow band: some ten seconds, and 2 GB."""

_MAX_WIDE: Final = 400_000
"""The most unknowns in one with a wide band, whose factors fill in."""

_NARROW: Final = 300
"""The widest band, in classes times units, in which the factors hardly fill in."""

_NEVER: Final = 1e-9
"""Expected visits below this are rounding errors."""


_NEVER_ENDS: Final = (
    "some sessions never end, because some states lead to neither the goal nor ruin; "
    "give the session a length"
)


class Solution(NamedTuple):
    """The result of equations, or of a sweep of the grid.

    Attributes:
        left: (classes, width) the probability of leaving in each class with each sum, in units.
        ends: (counts, 5) the probability of each end, in the order of `ENDS`, by the count at which the
            player left.
        visits: (classes,) expected bets and throws from each class.
        bound: the error bound of a probability.
        throws_sd: the standard deviation of the number of throws; None if it is not known.
    """

    left: Floats
    ends: Floats
    visits: Floats
    bound: float
    throws_sd: float | None = None


def until_absorption(quotient: Quotient, plan: UnitPlan) -> Solution:
    """Solve a session until every player has left.

    The bound is the 1-norm of the residual, without the rounding of what follows from the visits.

    Args:
        quotient: the quotient chain.
        plan: a session with a goal.

    Raises:
        TooLargeError: if there are too many unknowns, or the result does not fit in memory.
        NeverEndsError: if some sessions never end.
    """
    equations, start = _equations(quotient, plan)
    visits, to_come, residual = _solved(equations.moves(), start, np.ones(equations.unknowns))
    left, ends = equations.leaving(visits)
    by_class = sums_by(equations.classes, visits, len(quotient.post))
    return Solution(left, ends.reshape(1, -1), by_class, residual, _throws_sd(visits, to_come))


class VisitsBySum(NamedTuple):
    """Every class with every sum in which a player may play on.

    Attributes:
        classes, sums: the pairs; sums are in units.
        visits: the expected bets and throws from each.
        reaches: from each, the probability of leaving with at least the sum that was asked about.
        left: (classes, width) the probability of leaving in each class with each sum, in units.
    """

    classes: Ints
    sums: Ints
    visits: Floats
    reaches: Floats
    left: Floats


def visits_by_sum(quotient: Quotient, plan: UnitPlan, aim: int) -> VisitsBySum:
    """Solve a session until every player has left, and say where they were with which sums.

    Args:
        quotient: the quotient chain.
        plan: a session with a goal.
        aim: the sum, in units, that `reaches` is about: the goal, or more.

    Raises:
        TooLargeError, NeverEndsError: as `until_absorption`.
    """
    equations, start = _equations(quotient, plan)
    visits, reaches, _ = _solved(equations.moves(), start, equations.arriving(aim))
    left, _ = equations.leaving(visits)
    return VisitsBySum(equations.classes, equations.sums, visits, reaches, left)


def _equations(quotient: Quotient, plan: UnitPlan) -> "tuple[_Equations, Floats]":
    """The equations of a session, and where it starts.

    Raises:
        TooLargeError, NeverEndsError: as `until_absorption`.
    """
    if not quotient.rows.size:  # otherwise they are counted one by one
        _require_few(_unknowns(quotient, plan), quotient)
    needed = 16 * len(quotient.post) * plan.goal
    if needed > budget.MAX_BYTES:
        raise TooLargeError(
            f"{len(quotient.post)} classes of states by {plan.goal:,} sums need {needed / 2**30:.1f} GB, "
            f"limit {budget.MAX_BYTES / 2**30:g} GB: lower the bankroll and the goal by the same sum"
        )
    equations = _Equations(quotient, plan)
    _require_few(equations.unknowns, quotient)
    (first,) = equations.decides(np.array([quotient.start]), np.array([plan.bankroll])).tolist()
    number = int(equations.index[first, plan.bankroll])
    if number < 0:
        raise BankcrapsError("there is no session: the player leaves before the first throw")
    equations.check_all_end(number)
    start = np.zeros(equations.unknowns)
    start[equations.index[first, plan.bankroll]] = 1.0  # unknowns that nobody comes to may be gone by now
    return equations, start


def has_few_unknowns(quotient: Quotient, plan: UnitPlan) -> bool:
    """Whether a session has few enough unknowns, whatever sums its player comes to."""
    return _unknowns(quotient, plan) <= _most(quotient)


def _most(quotient: Quotient) -> int:
    return MAX_UNKNOWNS if _band(quotient) <= _NARROW else min(MAX_UNKNOWNS, _MAX_WIDE)


def _require_few(unknowns: int, quotient: Quotient) -> None:
    limit = _most(quotient)
    if unknowns > limit:
        raise TooLargeError(
            f"a session until this goal has {unknowns:,} unknowns to solve for, limit {limit:,}: set "
            "a nearer goal, use larger units or give the session a length; or simulate it"
        )


def _unknowns(quotient: Quotient, plan: UnitPlan) -> int:
    """The number of unknowns, counted before taking memory to refuse large problems."""
    least, ends = _spans(quotient, plan)
    return int(np.maximum(0, ends - least).sum())


def _spans(quotient: Quotient, plan: UnitPlan) -> tuple[Ints, Ints]:
    """(classes,) the first sum with which a player of a class plays on, and one more than the last.

    The span is empty where the system stops: its need there is more than a player can own.
    """
    least = np.maximum(quotient.need, np.maximum(quotient.least, max(0, plan.floor)))
    return least, np.where(reached(quotient), np.minimum(plan.goal, _tops(quotient)), 0)


def _tops(quotient: Quotient) -> Ints:
    """(classes,) the first sum for which the class above decides instead."""
    tops = np.full(len(quotient.post), MAX_UNITS, np.int64)
    above = np.flatnonzero(quotient.below != NO_BELOW)
    others = np.setdiff1d(quotient.below[above], (*quotient.to, quotient.start))
    tops[others] = 0
    np.maximum.at(tops, quotient.below[above], quotient.least[above])
    return tops


def fill_in(quotient: Quotient, plan: UnitPlan) -> int:
    """An upper bound on the entries of the factors: the unknowns times the bandwidth of the matrix."""
    return _unknowns(quotient, plan) * _band(quotient)


def _band(quotient: Quotient) -> int:
    """The bandwidth of the matrix."""
    return len(quotient.post) * int(np.abs(quotient.delta).max(initial=0))


class _Moves(NamedTuple):
    """The transitions between unknowns: one entry of each array per transition."""

    chance: Floats
    origin: Ints
    to: Ints


def _throws_sd(visits: Floats, to_come: Floats) -> float:
    """The standard deviation of the number of throws T.

    T (T + 1) / 2 is the sum, over all throws, of the number of throws from this one on.
    """
    mean = float(visits.sum())
    return sqrt(max(0.0, 2 * float(visits @ to_come) - mean - mean * mean))


def _solved(moves: _Moves, start: Floats, gains: Floats) -> tuple[Floats, Floats, float]:
    """Expected visits, the expected gains to come from each unknown, and the 1-norm of the residual.

    Each visit to an unknown gains what `gains` says: 1 counts the throws.
    """
    unknowns = len(start)
    chances = scipy().sparse.csc_array((moves.chance, (moves.origin, moves.to)), shape=(unknowns, unknowns))
    system = (scipy().sparse.eye_array(unknowns, format="csc") - chances.T).tocsc()
    try:
        factors = scipy().linalg.splu(system, permc_spec="MMD_AT_PLUS_A")
    except RuntimeError:
        raise NeverEndsError(_NEVER_ENDS) from None
    # Iterative refinement would gain nothing. The probabilities of a state add up to at most 1, so the system
    # is diagonally dominant by columns, and elimination at most doubles an entry (Higham, Accuracy and
    # Stability of Numerical Algorithms, 2002, theorem 9.9). The residual is only rounding.
    visits: Floats = factors.solve(start)
    # Rounding can make a tiny expected number of visits negative.
    visits = np.maximum(visits, 0.0)
    to_come: Floats = factors.solve(gains, trans="T")
    return visits, to_come, float(np.abs(start - system @ visits).sum())


class _Equations:
    """The unknowns and their transitions. An unknown is a class with a sum where the player plays on.

    Attributes:
        unknowns: the number of unknowns.
        index: (classes, goal) the number of each unknown, or -1 where the player leaves.
        classes: (unknowns,) the class of each.
        sums: (unknowns,) the sum of each, in units.
        decides: the function that gives the classes that decide.
    """

    def __init__(self, quotient: Quotient, plan: UnitPlan) -> None:
        self.quotient, self.plan = quotient, plan
        self.decides = deciding(quotient)
        (least, ends), sums = _spans(quotient, plan), np.arange(plan.goal)
        plays = (sums >= least[:, None]) & (sums < ends[:, None])
        if quotient.rows.size:
            plays = self._reached_from(plays, plan.bankroll)
        self.index = np.empty(plays.shape, np.int64)
        self._number(*np.nonzero(plays.T)[::-1])

    def _reached_from(self, plays: Bools, bankroll: int) -> Bools:
        """(classes, goal) where a player plays on who began with this bankroll.

        A system that looks at its money comes to most states with few sums.
        """
        quotient, found = self.quotient, np.zeros_like(plays)
        fresh = self.decides(np.array([quotient.start]), np.array([bankroll])), np.array([bankroll])
        while len(fresh[0]):
            fresh = tuple(each[plays[fresh] & ~found[fresh]] for each in fresh)
            found[fresh] = True
            who, way = ways_from(quotient, quotient.post[fresh[0]])
            sums = fresh[1][who] + quotient.delta[way]
            inside = (sums >= 0) & (sums < self.plan.goal)
            to = self.decides(quotient.to[way[inside]], sums[inside])
            pairs = np.unique(to * self.plan.goal + sums[inside])
            fresh = pairs // self.plan.goal, pairs % self.plan.goal
        return found

    def check_all_end(self, start: int) -> None:
        """Check that absorption is certain from every unknown that can be reached; leave out the others.

        Raises:
            NeverEndsError: if it is not.
        """
        moves, away = self.moves(), self.unknowns
        ways = np.bincount(self._each()[0], minlength=away)
        leaves = np.flatnonzero(ways > np.bincount(moves.origin, minlength=away))
        # Search backwards from one extra node, which stands for all players who have left.
        to = np.concatenate((moves.to, np.full(len(leaves), away)))
        back = (np.ones(len(to), np.int8), (to, np.concatenate((moves.origin, leaves))))
        graph = scipy().sparse.csr_array(back, shape=(away + 1, away + 1))
        ends = scipy().csgraph.breadth_first_order(graph, away, return_predecessors=False)
        if len(ends) > away:
            return
        stuck = np.ones(away + 1, bool)
        stuck[ends] = False
        ahead = (np.ones(len(moves.to), np.int8), (moves.origin, moves.to))
        reached = scipy().csgraph.breadth_first_order(
            scipy().sparse.csr_array(ahead, shape=(away, away)), start, return_predecessors=False
        )
        if stuck[reached].any():
            raise NeverEndsError(_NEVER_ENDS)
        self._number(self.classes[~stuck[:away]], self.sums[~stuck[:away]])

    def _number(self, classes: Ints, sums: Ints) -> None:
        """Give each unknown a number."""
        self.classes, self.sums, self.unknowns = classes, sums, len(sums)
        self.index.fill(-1)
        self.index[classes, sums] = np.arange(self.unknowns)

    def _each(self) -> tuple[Ints, Ints]:
        """Every pair of an unknown and a transition from it, as two arrays."""
        return ways_from(self.quotient, self.quotient.post[self.classes])

    def moves(self) -> _Moves:
        """The transitions after which the player plays on."""
        who, way = self._each()
        to, sums = self.quotient.to[way], self.sums[who] + self.quotient.delta[way]
        inside = (sums >= 0) & (sums < self.plan.goal)
        to, sums = self.decides(to, sums), np.where(inside, sums, 0)
        target = np.where(inside, self.index[to, sums], -1)
        stays = target >= 0
        return _Moves(self.quotient.chance[way[stays]], who[stays], target[stays])

    def arriving(self, aim: int) -> Floats:
        """(unknowns,) the probability that the next throw leads to a sum or more, in units."""
        who, way = self._each()
        chance = self.quotient.chance[way]
        there = self.sums[who] + self.quotient.delta[way] >= aim
        return sums_by(who[there], chance[there], self.unknowns)

    def leaving(self, visits: Floats) -> tuple[Floats, Floats]:
        """The probability of leaving by class and sum, and of each end, from the expected visits."""
        quotient = self.quotient
        who, way = self._each()
        to, sums = quotient.to[way], self.sums[who] + quotient.delta[way]
        # Some unknowns are never visited: states with a sum below the standing chips.
        below = sums < 0
        if visits[who[below]].max(initial=0.0) > _NEVER:
            raise BankcrapsError("the chain is not sound: a player comes to own less than nothing")
        who, way, to, sums = (numbers[~below] for numbers in (who, way, to, sums))
        to = self.decides(to, sums)
        left = np.zeros((len(quotient.post), self.plan.goal + int(quotient.delta.max(initial=0)) + 1))
        np.add.at(left, (to, sums), visits[who] * quotient.chance[way])
        classes, owned = np.nonzero(left)
        reasons = self.plan.reasons(quotient.need[classes], owned)
        gone = reasons != PLAYS
        left[classes[~gone], owned[~gone]] = 0.0
        return left, sums_by(reasons[gone], left[classes[gone], owned[gone]], len(ENDS))


def reached(quotient: Quotient) -> Bools:
    """(classes,) whether a class can be reached from the start."""
    found, fresh = np.zeros(len(quotient.post), bool), np.array([quotient.start])
    while fresh.size:
        found[fresh] = True
        posts, below = quotient.post[fresh], quotient.below[fresh]
        _, ways = ways_from(quotient, posts[posts != ABSORBED])
        fresh = np.union1d(quotient.to[ways], below[below != NO_BELOW])
        fresh = fresh[~found[fresh]]
    return found
