"""The money of a player who leaves: wagers that may come down come down, and the dice decide the rest."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.bets.sizes import TooLargeError
from bankcraps.analysis.best_play.solving.following import chosen
from bankcraps.analysis.best_play.solving.improving import NO_CHOICE, largest_system, worth_of
from bankcraps.analysis.best_play.solving.problem import Problem
from bankcraps.analysis.best_play.solving.taken_home import act_of_leaving

__all__ = ["Ended", "Leaving", "ended"]

_NEVER: Final = 1e-12
"""Smaller chances come from rounding: the least true one is that of a few throws in a row."""

_Floats = npt.NDArray[np.float64]


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
        if size * sums > largest_system():
            raise TooLargeError(
                f"there are {size:,} positions with {sums:,} sums each: fewer wagers, a nearer goal or "
                "larger units would make them fewer"
            )
        self._stands: npt.NDArray[np.bool_] = np.array([bool(one.standing) for one in problem.positions])
        self._policy: npt.NDArray[np.int32] = np.full((size, sums), NO_CHOICE, np.int32)
        for number in np.flatnonzero(self._stands).tolist():
            self._policy[number] = act_of_leaving(problem, number)
        need = np.where(self._stands, arrays.need[arrays.first_choice[:-1]], 0)
        most = sums - np.array([-(-one.comes_back // problem.unit) for one in problem.positions])
        self._possible: npt.NDArray[np.bool_] = (np.arange(sums) >= need[:, None]) & (
            np.arange(sums) < most[:, None]
        )
        self._seeds: npt.NDArray[np.intp] = np.flatnonzero(self._possible)
        lasts, _ = worth_of(problem, self._policy, self._seeds, top=0.0, reward=1.0)
        _, residual = self._solved(np.zeros(sums), 1.0)
        self.lost: float = (residual + problem.rounding) * 2 * float(lasts.max(initial=1.0))

    def worth(self, of_sums: _Floats, top: float) -> _Floats:
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

    def _solved(self, of_sums: _Floats, top: float) -> tuple[_Floats, float]:
        ends = np.tile(of_sums, (len(self._stands), 1))
        worth, residual = worth_of(self.problem, self._policy, self._seeds, top=top, ends=ends)
        ends.reshape(-1)[self._seeds] = worth[: self._seeds.size]
        return ends, residual


class Ended(NamedTuple):
    """The end of a play.

    Attributes:
        goal: the chance that the goal is reached.
        states: the pairs of a position and a sum at the deadline.
        chances: of each.
    """

    goal: float
    states: npt.NDArray[np.integer]
    chances: _Floats


def ended(problem: Problem, policies: Sequence[npt.NDArray[np.int32]], state: int) -> Ended:
    """Follow a play of a number of throws to its end.

    Args:
        problem: the positions and choices.
        policies: for each number of throws that is left, from 1.
        state: the first pair.
    """
    arrays, goal = problem.arrays, 0.0
    states: npt.NDArray[np.integer] = np.array([state])
    chances = np.ones(1)
    for policy in reversed(policies):
        _, owned, choices = chosen(problem, policy, states)
        many = arrays.first_outcome[choices + 1] - arrays.first_outcome[choices]
        outcomes = np.repeat(arrays.first_outcome[choices] - np.cumsum(many) + many, many)
        outcomes = outcomes + np.arange(int(many.sum()))
        parts = np.repeat(chances, many) * problem.chance[outcomes]
        sums = np.repeat(owned, many) + arrays.change[outcomes]
        below = sums < problem.sums
        goal += float(parts[~below].sum())
        to = arrays.to[outcomes][below].astype(np.int64) * problem.width + sums[below]
        states, which = np.unique(to, return_inverse=True)
        chances = np.zeros(states.size)
        np.add.at(chances, which, parts[below])
    return Ended(goal, states, chances)
