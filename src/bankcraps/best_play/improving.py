"""Policy iteration: look for better choices everywhere, then work out what the new policy is worth."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.extras import missing

if _without := missing("scipy"):
    raise _without
from scipy import sparse  # pyright: ignore[reportMissingTypeStubs]
from scipy.sparse import linalg  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.best_play.kernels import NO_CHOICE, equations, improve, reached
from bankcraps.best_play.problem import Problem

__all__ = ["NO_CHOICE", "SMALLEST_GAIN", "Solved", "policy_states", "solved"]

SMALLEST_GAIN: Final = 2e-15
"""Gains up to this come from rounding."""

_ROUNDS: Final = 500

_LARGEST_SYSTEM: Final = 200_000
"""The most equations that are solved at once. Beyond, policies are only improved."""


# SciPy has no types.
_sparse: Any = sparse
_linalg: Any = linalg


class Solved(NamedTuple):
    """A policy and what it is worth, by position and sum.

    Attributes:
        values: the worth.
        policy: the number of a choice, -1 - the number of a move, or `NO_CHOICE`.
        gain: how much a value still rose in the last round, at most.
        residual: how much the worth of a pair differs at most from the mean worth after the policy's choice.
    """

    values: npt.NDArray[np.float64]
    policy: npt.NDArray[np.int32]
    gain: float
    residual: float


def solved(problem: Problem, *, top: float, reward: float, enough: float) -> Solved:
    """Improve a policy until no choice adds more than `enough`.

    Args:
        problem: the positions and choices.
        top: what it is worth to reach the goal.
        reward: what each throw is worth.
        enough: a gain that is small enough.
    """
    shape = len(problem.positions), problem.sums
    values, policy = np.zeros(shape), np.full(shape, NO_CHOICE, np.int32)
    scratch = np.empty((3, problem.sums))
    gain = np.inf
    for _ in range(_ROUNDS):
        before = values.copy()
        improve(values, values, policy, problem.arrays, problem.chance, scratch, top, reward, SMALLEST_GAIN)
        gain = float((values - before).max())
        if gain <= enough:
            break
        evaluate(problem, values, policy, top, reward)
    states, leads, constant = equations_of(problem, policy, top, reward)
    worth = values.reshape(-1)[states]
    residual = float(np.abs(constant + leads @ worth - worth).max())
    return Solved(values, policy, gain, residual)


def evaluate(
    problem: Problem,
    values: npt.NDArray[np.float64],
    policy: npt.NDArray[np.int32],
    top: float,
    reward: float,
) -> None:
    """Write what a policy is worth, wherever it can lead to from the first position with any sum."""
    states, leads, constant = equations_of(problem, policy, top, reward)
    if len(states) > _LARGEST_SYSTEM:
        return
    system = (_sparse.eye_array(len(states), format="csr") - leads).tocsc()
    factors = _linalg.splu(system)
    found: npt.NDArray[np.float64] = factors.solve(constant)
    found += factors.solve(constant - system @ found)
    values.reshape(-1)[states] = found


def equations_of(
    problem: Problem, policy: npt.NDArray[np.int32], top: float, reward: float
) -> tuple[npt.NDArray[np.int32], Any, npt.NDArray[np.float64]]:
    """The equations of what a policy is worth: the pairs it can lead to, a sparse matrix and the constants.

    The worth of a pair is its constant and its row of the matrix times the worth of all.
    """
    marks, states = policy_states(problem, policy)
    size = len(states)
    most = int(np.diff(problem.arrays.first_outcome).max(initial=1))
    begins, constant = np.zeros(size + 1, np.int32), np.empty(size)
    where, share = np.empty(size * most, np.int32), np.empty(size * most)
    used = equations(
        *(policy, problem.arrays, problem.chance, marks, states, begins, where, share, constant, top, reward)
    )
    return states, _sparse.csr_array((share[:used], where[:used], begins), shape=(size, size)), constant


def policy_states(
    problem: Problem, policy: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The pairs of a position and a sum that a policy can lead to from the first position with any sum.

    Returns:
        For every pair its number among them, or -1; and the pairs: the position times the sums, and the sum.
    """
    marks, queue = np.full(policy.size, -1, np.int32), np.empty(policy.size, np.int32)
    size = reached(policy, problem.arrays, marks.reshape(policy.shape), queue)
    return marks, queue[:size]
