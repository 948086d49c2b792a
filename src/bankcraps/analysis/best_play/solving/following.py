"""The states that a policy leads to."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.solving.improving import NO_CHOICE
from bankcraps.analysis.best_play.solving.problem import Problem

__all__ = ["chosen", "path_of", "with_each_left"]

_Integers = npt.NDArray[np.integer]


def chosen(
    problem: Problem, policy: npt.NDArray[np.int32], states: _Integers
) -> tuple[_Integers, _Integers, _Integers]:
    """The choices in pairs of a position and a sum, after the moves before them.

    Moves change the sum by commission.

    Args:
        problem: the positions and choices.
        policy: by position and sum.
        states: the pairs: the position times the sums, and the sum.

    Returns:
        The position in which each choice is made, the sum there, and the choice or `NO_CHOICE`.
    """
    arrays = problem.arrays
    where, owned = np.divmod(states.astype(np.int64), problem.width)
    choices = policy[where, owned].astype(np.int64)
    while (moving := choices < 0).any():
        move = -1 - choices[moving]
        where[moving] = arrays.move_to[move]
        owned[moving] += arrays.move_change[move]
        choices[moving] = policy[where[moving], owned[moving]]
    return where, owned, choices


def path_of(problem: Problem, policy: npt.NDArray[np.int32], state: int) -> Iterator[int]:
    """The moves in a pair of a position and a sum before the choice."""
    arrays = problem.arrays
    where, owned = divmod(int(state), problem.width)
    while (act := int(policy[where, owned])) < 0:
        yield -1 - act
        where, owned = int(arrays.move_to[-1 - act]), owned + int(arrays.move_change[-1 - act])


def with_each_left(
    problem: Problem, policies: Sequence[npt.NDArray[np.int32]], state: int
) -> Iterator[tuple[int, _Integers]]:
    """The pairs of a position and a sum that policies lead to from one, with each number that is left.

    Args:
        problem: the positions and choices.
        policies: for each number that is left, from 1.
        state: the first pair.
    """
    states: _Integers = np.array([state])
    for left in range(len(policies), 0, -1):
        here, fresh, later = states, states, [states[:0]]
        while fresh.size:
            stay, end = _after_throw(problem, policies[left - 1], fresh)
            later.append(end)
            fresh = np.setdiff1d(stay, here)
            here = np.union1d(here, fresh)
        yield left, here
        states = np.unique(np.concatenate(later))


def _after_throw(
    problem: Problem, policy: npt.NDArray[np.int32], states: _Integers
) -> tuple[_Integers, _Integers]:
    """The pairs below the goal that a throw leads to: where it does not count, and where it does.

    A throw that does not count may leave everything as it is. Such outcomes are left out of the problem.
    """
    where, owned, choices = chosen(problem, policy, states)
    same = where * problem.width + owned
    same = same[:0] if problem.counts.all() else same[owned < problem.sums]
    owned, choices = owned[choices != NO_CHOICE], choices[choices != NO_CHOICE]
    arrays = problem.arrays
    many = arrays.first_outcome[choices + 1] - arrays.first_outcome[choices]
    begins = np.repeat(arrays.first_outcome[choices] - np.cumsum(many) + many, many)
    outcomes: _Integers = begins + np.arange(int(many.sum()))
    sums = np.repeat(owned, many) + arrays.change[outcomes]
    below = sums < problem.sums
    pairs = arrays.to[outcomes].astype(np.int64) * problem.width + sums
    counts = problem.counts[outcomes]
    return np.union1d(same, pairs[below & ~counts]), np.unique(pairs[below & counts])
