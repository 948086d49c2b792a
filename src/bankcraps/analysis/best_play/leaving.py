"""The money of a player who leaves: wagers that may come down come down, and the dice decide the rest.

What is owned counts wagers on the layout at face value, also those that must stay. So a player who stops at
the goal may end below it, and the chance to take the goal home is less than that to reach it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.best_play.choices import TooLargeError
from bankcraps.analysis.best_play.improving import LARGEST_SYSTEM, Pays, chosen, factors, leads_of, worth_of
from bankcraps.analysis.best_play.kernels import NO_CHOICE, Bools, Floats, Integers, Ints
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.results.session import NOTICED

_LEFT: Final = 1e-15
"""The rest of a play that is followed throw by throw ends when less probability than this plays on."""


class _Leads(NamedTuple):
    """The outcomes of a play in some pairs of a position and a sum.

    Attributes:
        of: of each outcome, the number of the pair.
        to, sums: the position and the sum that it leads to.
        chances: of each.
        counts: whether it uses up one of what is counted.
    """

    of: Integers
    to: Integers
    sums: Integers
    chances: Floats
    counts: Bools


def face_value_note(reached: float, home: float) -> str:
    """The sentence about a goal that wagers make up, where some players do not take it home; or nothing."""
    if reached - home <= NOTICED:
        return ""
    return (
        "the goal counts chips on the layout at face value, also wagers that must stay and may still lose: "
        f"{home:.6%} take it home"
    )


class Ended(NamedTuple):
    """The end of a play.

    Attributes:
        goal: the chance that the goal is reached.
        home: the chance that it is taken home.
        states: the pairs of a position and a sum at the deadline.
        chances: of each.
    """

    goal: float
    home: float
    states: Integers
    chances: Floats


def ended(problem: Problem, policies: Sequence[Ints]) -> Ended:
    """Follow a play from the start to its end.

    Args:
        problem: the positions and choices.
        policies: for each number of throws, decisions or shooters that is left, from 1; without a deadline
            a single one.
    """
    states: Integers = np.array([problem.start])
    chances: Floats = np.ones(1)
    goal = home = 0.0
    for policy in reversed(policies):
        if not states.size:
            break
        states, leads = _closed(problem, policy, states)
        visits = _visits(problem, states, leads, chances)
        came = leads._replace(chances=visits[leads.of] * leads.chances)
        at_goal = came.sums >= problem.sums
        goal += float(came.chances[at_goal].sum())
        home += float(_kept(problem, came.to[at_goal], came.sums[at_goal]) @ came.chances[at_goal])
        on = came.counts & ~at_goal
        pairs = came.to[on].astype(np.int64) * problem.width + came.sums[on]
        states, which = np.unique(pairs, return_inverse=True)
        chances = np.zeros(states.size)
        np.add.at(chances, which.reshape(-1), came.chances[on])
    return Ended(goal, min(1.0, home), states, chances)


def with_each_left(problem: Problem, policies: Sequence[Ints]) -> Iterator[tuple[int, Integers]]:
    """The pairs of a position and a sum that policies lead to from the start, with each number that is left.

    Args:
        problem: the positions and choices.
        policies: for each number that is left, from 1.
    """
    states: Integers = np.array([problem.start])
    for left in range(len(policies), 0, -1):
        if not states.size:
            break
        states, leads = _closed(problem, policies[left - 1], states)
        where, owned, _ = chosen(problem, policies[left - 1], states)
        # A throw that does not count may leave all as it is, after the moves: no outcome says so.
        stays = (owned < problem.sums) & (not problem.counts.all())
        yield left, np.union1d(states, (where * problem.width + owned)[stays])
        on = leads.counts & (leads.sums < problem.sums)
        states = np.unique(leads.to[on].astype(np.int64) * problem.width + leads.sums[on])


def _closed(problem: Problem, policy: Ints, states: Integers) -> tuple[Integers, _Leads]:
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


def _leads(problem: Problem, policy: Ints, states: Integers, first: int) -> _Leads:
    """The outcomes in some pairs, which are numbered from `first` on."""
    where, owned, choices = chosen(problem, policy, states)
    plays = np.flatnonzero(choices != NO_CHOICE)
    where, owned, choices = where[plays], owned[plays], choices[plays]
    arrays = problem.arrays
    many, outcomes = problem.outcomes(choices)
    # With the goal in hand before a throw, the play ends after one that changes nothing, too.
    same = np.where(owned >= problem.sums, arrays.left_out[choices] / 36, 0.0)
    ends = np.flatnonzero(same)
    return _Leads(
        np.concatenate([np.repeat(first + plays, many), first + plays[ends]]),
        np.concatenate([arrays.to[outcomes], where[ends]]),
        np.concatenate([np.repeat(owned, many) + arrays.change[outcomes], owned[ends]]),
        np.concatenate([arrays.chance[outcomes] * np.repeat(1 - same, many), same[ends]]),
        np.concatenate([problem.counts[outcomes], np.zeros(ends.size, np.bool_)]),
    )


def _visits(problem: Problem, states: Integers, leads: _Leads, chances: Floats) -> Floats:
    """The mean number of visits to each pair, where the first ones are begun in with some chances."""
    begun = np.concatenate([chances, np.zeros(states.size - chances.size)])
    inner = ~leads.counts & (leads.sums < problem.sums)
    if not inner.any():
        return begun
    pairs = leads.to[inner].astype(np.int64) * problem.width + leads.sums[inner]
    order = np.argsort(states)
    to = order[np.searchsorted(states, pairs, sorter=order)]
    size = states.size
    matrix = leads_of(leads.chances[inner], to, leads.of[inner], size)
    if size <= LARGEST_SYSTEM:
        found: Floats = factors(matrix).solve(begun)
        return found
    matrix, visits, now = matrix.tocsr(), begun.copy(), begun
    while now.sum() > _LEFT:
        now = matrix @ now
        visits += now
    return visits


def _kept(problem: Problem, positions: Integers, sums: Integers) -> Floats:
    """The chance that a player who leaves in a position with the goal takes the goal home."""
    risks = np.array([-(-one.at_risk // problem.unit) for one in problem.positions])
    kept, over = np.ones(positions.size), sums - problem.sums
    open_ = np.flatnonzero(over < risks[positions])
    if not open_.size:
        return kept
    # Sums from the goal less all that is at risk on, to the goal and as much again: beyond, nothing can fail.
    most = int(risks.max())
    settling = problem._replace(sums=2 * most + 1)
    policy = np.repeat(acts_of_leaving(problem)[:, None], settling.width, axis=1)
    ends = np.tile((np.arange(settling.width) >= most).astype(float), (len(risks), 1))
    pairs = positions[open_].astype(np.int64) * settling.width + over[open_] + most
    seeds, which = np.unique(pairs, return_inverse=True)
    worth, _ = worth_of(settling, policy, seeds, Pays(1.0), ends)
    kept[open_] = worth[which.reshape(-1)]
    return kept


def acts_of_leaving(problem: Problem) -> Ints:
    """(positions,) the act of a player who leaves: a choice, -1 - a move, or `NO_CHOICE`."""
    acts = [
        _act_of_leaving(problem, number) if position.standing else NO_CHOICE
        for number, position in enumerate(problem.positions)
    ]
    return np.array(acts, np.int32)


def _act_of_leaving(problem: Problem, number: int) -> int:
    """The act in a position where wagers stand: the largest one comes down, or the dice are thrown."""
    arrays, positions = problem.arrays, problem.positions
    moves = range(arrays.first_move[number], arrays.first_move[number + 1])
    down = [(positions[int(arrays.move_to[move])].at_risk, move) for move in moves]
    at_risk, move = min(down, default=(positions[number].at_risk, 0))
    return -1 - move if at_risk < positions[number].at_risk else int(arrays.first_choice[number])


_NEVER: Final = 1e-12
"""Smaller chances come from rounding: the least true one is that of a few throws in a row."""


class Leaving:
    """A player who leaves with any sum in any position.

    Attributes:
        problem: the positions and choices.
        lost: the error of the worth by rounding, if it is at most 1.
    """

    def __init__(self, problem: Problem) -> None:
        """Say what the player does in each position.

        Raises:
            TooLargeError: if there are too many pairs of a position and a sum.
        """
        self.problem: Problem = problem
        arrays, sums = problem.arrays, problem.width
        size = len(problem.positions)
        if size * sums > LARGEST_SYSTEM:
            raise TooLargeError(
                f"there are {size:,} positions with {sums:,} sums each: fewer wagers, a nearer goal or "
                "larger units would make them fewer"
            )
        self._stands: Bools = np.array([bool(one.standing) for one in problem.positions])
        self._policy: Ints = np.repeat(acts_of_leaving(problem)[:, None], sums, axis=1)
        need = np.where(self._stands, arrays.need[arrays.first_choice[:-1]], 0)
        most = sums - np.array([-(-one.comes_back // problem.unit) for one in problem.positions])
        self._possible: Bools = (np.arange(sums) >= need[:, None]) & (np.arange(sums) < most[:, None])
        self._seeds: Integers = np.flatnonzero(self._possible)
        lasts, _ = worth_of(problem, self._policy, self._seeds, Pays(0.0, 1.0))
        _, residual = self._solved(np.zeros(sums), 1.0)
        self.lost: float = (residual + problem.rounding) * 2 * float(lasts.max(initial=1.0))

    def worth(self, of_sums: Floats, top: float) -> Floats:
        """By position and sum, the mean worth of what is taken home; -inf where a sum of that worth may come.

        Args:
            of_sums: by sum, what it is worth to take it home.
            top: the worth of the goal.
        """
        bottomless = np.isneginf(of_sums)
        found, _ = self._solved(np.where(bottomless, 0.0, of_sums), top)
        if bottomless.any():
            chance, _ = self._solved(bottomless.astype(float), 0.0)
            found[chance > _NEVER] = -np.inf
        found[~self._possible] = -np.inf
        return found

    def _solved(self, of_sums: Floats, top: float) -> tuple[Floats, float]:
        ends = np.tile(of_sums, (len(self._stands), 1))
        worth, residual = worth_of(self.problem, self._policy, self._seeds, Pays(top), ends)
        ends.reshape(-1)[self._seeds] = worth[: self._seeds.size]
        return ends, residual
