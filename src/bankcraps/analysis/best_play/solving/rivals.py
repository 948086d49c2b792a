"""Bold and timid play: the chances of two plain plays, to show beside those of the best one."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.solving.improving import NO_CHOICE, worth_of
from bankcraps.analysis.best_play.solving.problem import Problem
from bankcraps.game.wagers import Wager

__all__ = ["rivals"]

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]
_Play = Callable[[_Ints], dict[int, npt.NDArray[np.integer]]]
"""The choices of a play by position, each by sum, for what is wanted with each sum."""


def rivals(problem: Problem, wager: Wager) -> dict[str, _Floats]:
    """The chances of bold and timid play on one wager to reach the goal, by sum in the first position.

    Bold play bets all that is owned or missing, as far as the house takes it, and timid play the least. Both
    bet nothing beside a wager that stands. There are none if the first position takes no such bet.

    Args:
        problem: the positions and choices, without a deadline.
        wager: the wager.
    """
    if (
        problem.arrays.move_change.any()
    ):  # commission is paid with the bet: a stake of all that is left is none
        return {}
    owned = problem.least + problem.unit * np.arange(problem.sums)
    goal = problem.least + problem.unit * problem.sums
    play = _free(problem, wager, owned) or _bound(problem, wager, owned)
    if play is None:
        return {}
    wanted = {"bold play": np.minimum(owned, goal - owned), "timid play": np.zeros_like(owned)}
    return {name: _chances(problem, play(sums)) for name, sums in wanted.items()}


def _free(problem: Problem, wager: Wager, owned: _Ints) -> "_Play | None":
    """Plays of a wager that binds nobody before the throw: one choice for each stake."""
    begin = 0
    for block in problem.blocks[0]:
        if block.puck == 0 and block.wagers == (wager,):
            first, stakes = begin, block.amounts[:, 0]
            possible = owned >= stakes[0]
            return lambda wanted: {0: np.where(possible, first + _most(stakes, wanted), NO_CHOICE)}
        begin += len(block.amounts)
    return None


def _bound(problem: Problem, wager: Wager, owned: _Ints) -> "_Play | None":
    """Plays of a wager that binds when it is made: moves from each stake to the next, then a throw."""
    arrays = problem.arrays
    ladder = {
        position.at_risk: number
        for number, position in enumerate(problem.positions)
        if position.puck in {0, None} and {one.wager for one in position.standing} <= {wager}
    }
    stakes = np.array(sorted(ladder.keys() - {0}), np.int64)
    if not stakes.size or ladder.get(0) != 0:
        return None
    up: dict[int, int] = {}
    for before, after in pairwise((0, *stakes.tolist())):
        number = ladder[before]
        moves = range(arrays.first_move[number], arrays.first_move[number + 1])
        leads = [move for move in moves if arrays.move_to[move] == ladder[after]]
        if not leads:
            return None
        up[before] = -1 - leads[0]

    def play(wanted: _Ints) -> dict[int, npt.NDArray[np.integer]]:
        target = np.where(owned >= stakes[0], stakes[_most(stakes, np.minimum(wanted, owned))], 0)
        throw = {stake: int(arrays.first_choice[ladder[stake]]) for stake in stakes.tolist()} | {0: NO_CHOICE}
        return {
            number: np.where(target > stake, up.get(stake, throw[stake]), throw[stake])
            for stake, number in ladder.items()
        }

    return play


def _most(stakes: _Ints, wanted: _Ints) -> _Ints:
    """The numbers of the largest stakes up to what is wanted; of the least one if none is so small."""
    return np.maximum(np.searchsorted(stakes, wanted, side="right") - 1, 0)


def _chances(problem: Problem, bets: dict[int, npt.NDArray[np.integer]]) -> _Floats:
    """The chances of a play by sum, by its choices in some positions."""
    policy = np.full((len(problem.positions), problem.sums), NO_CHOICE, np.int32)
    policy[1:] = problem.arrays.first_choice[1:-1, None]  # these bet nothing more
    for number, choices in bets.items():
        policy[number] = choices
    worth, _ = worth_of(problem, policy, np.arange(problem.sums), top=1.0)
    return worth[: problem.sums]
