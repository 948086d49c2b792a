"""The best play within a number of throws: backward, from the last one."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.best_play.improving import NO_CHOICE
from bankcraps.best_play.kernels import improve
from bankcraps.best_play.problem import Problem
from bankcraps.best_play.sizes import TooLargeError

__all__ = ["Timed", "within"]

_MOST: Final = 500_000_000
"""The most decisions that are kept: pairs of a position and a sum, with each number of throws left."""

_MOST_WORK: Final = 100_000_000_000
"""The most pairs of a choice and a sum, times the throws."""


class Timed(NamedTuple):
    """What is best with each number of throws left.

    Attributes:
        values: by position and sum, the worth with all throws to go.
        after: the worth with a throw less.
        policies: for each number of throws left, from 1: by position and sum, the choice.
        slack: how far the worth may lie from what was worked out, from rounding.
    """

    values: npt.NDArray[np.float64]
    after: npt.NDArray[np.float64]
    policies: tuple[npt.NDArray[np.int32], ...]
    slack: float


def within(problem: Problem, throws: int) -> Timed:
    """Work back from the last throw.

    Raises:
        TooLargeError: if there would be too many decisions.
    """
    shape = len(problem.positions), problem.sums
    decisions, work = shape[0] * shape[1] * throws, problem.work * throws
    if decisions > _MOST or work > _MOST_WORK:
        raise TooLargeError(
            f"{throws:,} throws make {decisions:,} decisions among {work:,} bets: fewer throws or wagers, a "
            "nearer goal or larger units would make them fewer"
        )
    values = np.zeros(shape)
    after, policies = values, list[npt.NDArray[np.int32]]()
    scratch = np.empty((3, problem.sums))
    for _ in range(throws):
        after, values = values, np.zeros(shape)
        policy = np.full(shape, NO_CHOICE, np.int32)
        improve(values, after, policy, problem.arrays, problem.chance, scratch, 1.0, 0.0, 0.0)
        policies.append(policy)
    return Timed(values, after, tuple(policies), throws * problem.rounding)
