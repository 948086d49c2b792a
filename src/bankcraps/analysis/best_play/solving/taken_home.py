"""The chance to take a goal home, of a play that stops once the goal is owned.

What is owned counts wagers on the layout at face value, also those that must stay. A player who stops at the
goal takes down what may come down, and the dice decide the rest: some end below the goal.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.support.extras import missing

if _without := missing("scipy"):
    raise _without
from scipy import sparse  # pyright: ignore[reportMissingTypeStubs]
from scipy.sparse import linalg  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.analysis.best_play.solving.following import chosen
from bankcraps.analysis.best_play.solving.improving import NO_CHOICE, largest_system, worth_of
from bankcraps.analysis.best_play.solving.problem import Problem
from bankcraps.analysis.results.session import NOTICED

__all__ = ["act_of_leaving", "face_value_note", "taken_home"]

# SciPy has no types.
_sparse: Any = sparse
_linalg: Any = linalg

_LEFT: Final = 1e-15
"""The rest of a play that is followed throw by throw ends when less probability than this plays on."""

_Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.integer]


class _Leads(NamedTuple):
    """The outcomes of a play in some pairs of a position and a sum.

    Attributes:
        of: of each outcome, the number of the pair.
        to, sums: the position and the sum that it leads to.
        chances: of each.
        counts: whether it uses up one of what is counted.
    """

    of: _Integers
    to: _Integers
    sums: _Integers
    chances: _Floats
    counts: npt.NDArray[np.bool_]


def face_value_note(reached: float, home: float) -> str:
    """The sentence about a goal that wagers make up, where some players do not take it home; or nothing."""
    if reached - home <= NOTICED:
        return ""
    return (
        "the goal counts chips on the layout at face value, also wagers that must stay and may still lose: "
        f"{home:.6%} take it home"
    )


def taken_home(problem: Problem, policies: Sequence[npt.NDArray[np.int32]], start: int) -> float:
    """The chance that a player takes the goal home.

    Args:
        problem: the positions and choices.
        policies: for each number of throws, decisions or shooters that is left, from 1; without a deadline
            a single one.
        start: the first sum, in units above the least.
    """
    states: _Integers = np.array([start])
    chances: _Floats = np.ones(1)
    home = 0.0
    for policy in reversed(policies):
        if not states.size:
            break
        states, leads = _closed(problem, policy, states)
        visits = _visits(problem, states, leads, chances)
        came = leads._replace(chances=visits[leads.of] * leads.chances)
        at_goal = came.sums >= problem.sums
        home += float(_kept(problem, came.to[at_goal], came.sums[at_goal]) @ came.chances[at_goal])
        on = came.counts & ~at_goal
        pairs = came.to[on].astype(np.int64) * problem.width + came.sums[on]
        states, which = np.unique(pairs, return_inverse=True)
        chances = np.zeros(states.size)
        np.add.at(chances, which.reshape(-1), came.chances[on])
    return min(1.0, home)


def _closed(problem: Problem, policy: npt.NDArray[np.int32], states: _Integers) -> tuple[_Integers, _Leads]:
    """The pairs that throws lead to which count nothing, the given ones first; and all their outcomes."""
    known = np.zeros(policy.size, np.bool_)
    known[states] = True
    every, found, fresh = [states], list[_Leads](), states
    while fresh.size:
        some = _leads(problem, policy, fresh, sum(part.size for part in every) - fresh.size)
        found.append(some)
        inner = ~some.counts & (some.sums < problem.sums)
        pairs = np.unique(some.to[inner].astype(np.int64) * problem.width + some.sums[inner])
        fresh = pairs[~known[pairs]]
        known[fresh] = True
        every.append(fresh)
    return np.concatenate(every), _Leads(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _leads(problem: Problem, policy: npt.NDArray[np.int32], states: _Integers, first: int) -> _Leads:
    """The outcomes in some pairs, which are numbered from `first` on."""
    where, owned, choices = chosen(problem, policy, states)
    plays = np.flatnonzero(choices != NO_CHOICE)
    where, owned, choices = where[plays], owned[plays], choices[plays]
    arrays = problem.arrays
    many = arrays.first_outcome[choices + 1] - arrays.first_outcome[choices]
    begins = np.repeat(arrays.first_outcome[choices] - np.cumsum(many) + many, many)
    outcomes = begins + np.arange(int(many.sum()))
    # With the goal in hand before a throw, the play ends after one that changes nothing, too.
    same = np.where(owned >= problem.sums, arrays.left_out[choices] / 36, 0.0)
    ends = np.flatnonzero(same)
    return _Leads(
        np.concatenate([np.repeat(first + plays, many), first + plays[ends]]),
        np.concatenate([arrays.to[outcomes], where[ends]]),
        np.concatenate([np.repeat(owned, many) + arrays.change[outcomes], owned[ends]]),
        np.concatenate([problem.chance[outcomes] * np.repeat(1 - same, many), same[ends]]),
        np.concatenate([problem.counts[outcomes], np.zeros(ends.size, np.bool_)]),
    )


def _visits(problem: Problem, states: _Integers, leads: _Leads, chances: _Floats) -> _Floats:
    """The mean number of visits to each pair, where the first ones are begun in with some chances."""
    begun = np.concatenate([chances, np.zeros(states.size - chances.size)])
    inner = ~leads.counts & (leads.sums < problem.sums)
    if not inner.any():
        return begun
    pairs = leads.to[inner].astype(np.int64) * problem.width + leads.sums[inner]
    order = np.argsort(states)
    to = order[np.searchsorted(states, pairs, sorter=order)]
    size = states.size
    matrix = _sparse.csc_array((leads.chances[inner], (to, leads.of[inner])), shape=(size, size))
    if size <= largest_system():
        found: _Floats = _linalg.splu(_sparse.eye_array(size, format="csc") - matrix).solve(begun)
        return found
    matrix, visits, now = matrix.tocsr(), begun.copy(), begun
    while now.sum() > _LEFT:
        now = matrix @ now
        visits += now
    return visits


def _kept(problem: Problem, positions: _Integers, sums: _Integers) -> _Floats:
    """The chance that a player who leaves in a position with the goal takes the goal home."""
    risks = np.array([-(-one.at_risk // problem.unit) for one in problem.positions])
    kept, over = np.ones(positions.size), sums - problem.sums
    open_ = np.flatnonzero(over < risks[positions])
    if not open_.size:
        return kept
    # Sums from the goal less all that is at risk on, to the goal and as much again: beyond, nothing can fail.
    most = int(risks.max())
    settling = problem._replace(sums=2 * most + 1)
    policy = np.full((len(risks), settling.width), NO_CHOICE, np.int32)
    for number in np.flatnonzero(risks).tolist():
        policy[number] = act_of_leaving(problem, number)
    ends = np.tile((np.arange(settling.width) >= most).astype(float), (len(risks), 1))
    pairs = positions[open_].astype(np.int64) * settling.width + over[open_] + most
    seeds, which = np.unique(pairs, return_inverse=True)
    worth, _ = worth_of(settling, policy, seeds, top=1.0, ends=ends)
    kept[open_] = worth[which.reshape(-1)]
    return kept


def act_of_leaving(problem: Problem, number: int) -> int:
    """The act in a position where wagers stand: the largest one comes down, or the dice are thrown."""
    arrays, positions = problem.arrays, problem.positions
    moves = range(arrays.first_move[number], arrays.first_move[number + 1])
    down = [(positions[int(arrays.move_to[move])].at_risk, move) for move in moves]
    at_risk, move = min(down, default=(positions[number].at_risk, 0))
    return -1 - move if at_risk < positions[number].at_risk else int(arrays.first_choice[number])
