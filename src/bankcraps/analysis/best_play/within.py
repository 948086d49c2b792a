"""The best play before a deadline: backward, from the last throw, decision or shooter.

With each number that is left there is one layer of positions. A throw that uses up one of the count leads to
the next layer. Where throws are counted, all do, and a layer is worked out at once. A throw that does not
count stays in the layer, which is then a problem without a deadline: its exits are worth what the next layer
says.
"""

from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.best_play.choices import TooLargeError
from bankcraps.analysis.best_play.improving import STEP, Pays, Solved, choose, each_throw, evaluate, improved
from bankcraps.analysis.best_play.kernels import NO_CHOICE, Floats, Integers, Ints, Worths
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.best_play.throws import Bets
from bankcraps.game.dice import OUTCOMES
from bankcraps.strategies.plan import Deadline, LengthUnit

_MOST: Final = 500_000_000
"""The most decisions that are kept: pairs of a position and a sum, with each number that is left."""

_MOST_WORK: Final = 100_000_000_000
"""The most pairs of a choice and a sum, times what is counted."""

_ROUNDS: Final = 5
"""About how often a layer is gone through where not every throw counts."""


class Timed(NamedTuple):
    """The best choices for each number of throws, decisions or shooters left.

    Without end there is one policy, and a throw leads back to the same values.

    Attributes:
        start: the sum that the player brings, in units above the least.
        values: by position and sum, the worth at the start.
        after: by row of `Problem.lands` and sum, the worth after a throw.
        policies: for each number that is left, from 1: by position and sum, the choice.
        slack: the most by which rounding may make the worth wrong.
    """

    values: Floats
    after: Floats
    policies: tuple[Ints, ...]
    slack: float
    start: int

    @property
    def value(self) -> float:
        """The worth of the start."""
        return float(self.values[0, self.start])

    @property
    def lower(self) -> float:
        """A bound that is proved, of a chance."""
        return max(0.0, self.value - self.slack)

    @property
    def upper(self) -> float:
        """The other."""
        return min(1.0, self.value + self.slack)


def within(
    problem: Problem,
    deadline: Deadline,
    end: float | Floats = 0.0,
    *,
    top: float = 1.0,
    idle: float = 0.0,
    smaller: str = "a nearer goal",
) -> Timed:
    """Work back from the deadline.

    Args:
        problem: the positions and choices.
        deadline: the deadline of the play.
        end: the worth of coming to the deadline; maybe by position and sum.
        top: the worth of the goal; other than 1 only where throws are counted.
        idle: the worth where nothing can be done; other than 0 only where throws are counted.
        smaller: advice to make the problem smaller, beside a nearer deadline.

    Raises:
        TooLargeError: if there would be too many decisions.
    """
    at_once = bool(problem.counts.all())
    check_size(problem, deadline, 1 if at_once else _ROUNDS, smaller)
    size = len(problem.positions)
    after, policies = np.zeros((2 * size, problem.width)), list[Ints]()
    policy = np.full(after.shape, NO_CHOICE, np.int32)
    after[:size] = end
    layer, seeds = _layer(problem), _seeds(problem)
    worths = Pays(top, 0.0, np.full(size, idle)).worths(problem, 2 * size, step=STEP * problem.moves_cost)
    lost = 0.0
    for _ in range(deadline.number):
        after[size:] = after[:size]
        if at_once:
            policy[:] = NO_CHOICE
            after[:size] = idle
            choose(layer, after[:size], after, policy[:size], worths)
            lost += problem.rounding + (_lost_by_steps(layer, after[:size]) if problem.moves_cost else 0.0)
        else:
            begin = Solved(after, policy, np.inf, np.inf)
            evaluate(layer, after, policy, seeds, Pays(1.0))
            lost += each_throw(problem, improved(layer, begin, seeds, Pays(1.0)))
        policies.append(policy[:size].copy())
    lasts = 1.0 if at_once else _mean_throws(problem.table, deadline.unit)
    return Timed(after[:size], after, tuple(policies), lost * lasts, problem.start)


def check_size(problem: Problem, deadline: Deadline, rounds: int, smaller: str, *, kept: int = 1) -> None:
    """Refuse a problem that is gone through in some rounds, with so many policies kept, if it is too large.

    Raises:
        TooLargeError: with its size, and what would make it smaller.
    """
    decisions = len(problem.positions) * problem.width * deadline.number
    work = problem.work * deadline.number * rounds
    if decisions * kept > _MOST or work > _MOST_WORK:
        raise TooLargeError(
            f"with {deadline} there are {decisions:,} sums in positions to choose in, among {work:,} bets: "
            f"fewer {deadline.unit} or wagers, {smaller} or larger units would make them fewer"
        )


def _layer(problem: Problem) -> Problem:
    """The problem of one layer. Behind its positions the same again are exits, without choices."""
    arrays, size = problem.arrays, len(problem.positions)

    def longer(begins: Ints) -> Ints:
        return np.concatenate([begins, np.full(size, begins[-1], np.int32)])

    return problem._replace(
        arrays=arrays._replace(
            first_choice=longer(arrays.first_choice), to=problem.lands(), first_move=longer(arrays.first_move)
        )
    )


def _lost_by_steps(problem: Problem, values: Floats) -> float:
    """The most that values could rise if moves did not cost a `STEP`: what other moves still bring."""
    better, policy = values.copy(), np.full(values.shape, NO_CHOICE, np.int32)
    moves_alone = problem.arrays._replace(first_choice=np.zeros_like(problem.arrays.first_choice))
    worths = Worths(np.full(len(values), -np.inf), np.ones(len(values)), np.zeros(0))
    choose(problem._replace(arrays=moves_alone), better, better, policy, worths)
    known = np.isfinite(values)
    return float((better[known] - values[known]).max(initial=0.0))


def _seeds(problem: Problem) -> Integers:
    """The pairs in which a layer may begin, with every sum."""
    positions = np.union1d([0], problem.arrays.to[problem.counts]).astype(np.int64)
    return (positions[:, None] * problem.width + np.arange(problem.sums)).reshape(-1)


def _mean_throws(table: Bets, unit: LengthUnit) -> float:
    """The mean number of throws until one counts, at most. It falls by 1 with each throw, whatever is bet."""
    pucks = table.pucks()
    leads = np.zeros((len(pucks), len(pucks)))
    for puck, row in zip(pucks, leads, strict=True):
        came = zip(OUTCOMES, table.puck_after(puck), table.uses_up(unit, puck), strict=True)
        for throw, after, counts in came:
            row[pucks.index(after)] += 0 if counts else throw.ways / 36
    return float(np.linalg.solve(np.eye(len(pucks)) - leads, np.ones(len(pucks))).max())
