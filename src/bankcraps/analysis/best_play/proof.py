"""Bounds that prove what a policy is worth, and that no other is worth more.

Let V be the worth that was worked out, and h a function that is never below 0 and whose mean after the
throw is at least 1/2 less than before, whatever is bet. If no choice adds more than d to V, then V + 2dh
stays the same or falls on average with every choice, so that no play at all is worth more (an excessive
function; Dubins and Savage, 1965). Likewise the policy is worth V - 2dh at least. d holds all that was lost
by arithmetic with 53 bits.

Where every bet loses on average, h is what is owned, with what the wagers that stand are worth, or what comes
back if they come down, times a number that is large enough, and how many throws they stand. Elsewhere h is
the longest play: how many throws anybody can make on average before the goal or ruin, at most.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.improving import SMALLEST_GAIN, Pays, Solved, factors, leads_of, solved
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.errors import BankcrapsError

__all__ = ["each_throw", "slack"]

_HALF: Final = 0.5
_LESS_THAN_HALF: Final = 0.49
"""Every throw of the longest play counts 1, so that it falls by more than a half."""

_ROUNDING: Final = 1e-6
"""Plays that are longer by so few throws are as long: the difference comes from rounding."""

_ROUNDS: Final = 100

_LITTLE: Final = 1e-9
_A_LITTLE_MORE: Final = 1.001

_Floats = npt.NDArray[np.float64]


def slack(problem: Problem, found: Solved) -> float:
    """The largest distance of the best possible value from the solution at the start, in units.

    Raises:
        BankcrapsError: if there is no such function, so that nothing is proved.
    """
    each = each_throw(problem, found)
    by_unit = _by_money(problem)
    return each * (_longest(problem) if by_unit is None else by_unit * (problem.start + 1))


def each_throw(problem: Problem, found: Solved) -> float:
    """The loss for each unit of h."""
    return (found.gain + SMALLEST_GAIN + found.residual + problem.rounding) / _HALF


def _longest(problem: Problem) -> float:
    """The longest play with a sum at the start, in throws that decide something."""
    longest = solved(problem, Pays(0.0, 1.0), _LESS_THAN_HALF, _ROUNDING)
    if longest.gain > _LESS_THAN_HALF:
        raise BankcrapsError("nothing is proved: how long a player can play has no bound that was found")
    return float(longest.values[0, problem.start])


def _by_money(problem: Problem) -> float | None:
    """The number that a unit of money is to be multiplied with; None if some choice loses nothing."""
    try:
        mean, throws = _standing(problem)
    except RuntimeError:  # some wager stands forever if nothing is bet beside it
        return None
    loses, shorter = _falls(problem, mean, throws)
    move_loses, move_shorter = _falls_by_moves(problem, mean, throws)
    needed = [_least(loses, 1.0 - shorter), _least(move_loses, -move_shorter)]
    if None in needed:
        return None
    times = max(one for one in needed if one is not None) * _A_LITTLE_MORE
    falls, move_falls = times * loses + shorter, times * move_loses + move_shorter
    least = [
        position.at_risk / problem.unit - stays
        for position, stays in zip(problem.positions, problem.left_out, strict=True)
    ]
    proved = falls.min() >= _HALF and move_falls.min(initial=0.0) >= 0 and (mean + least).min() > -1
    return times if proved else None


def _least(loses: _Floats, lacks: _Floats) -> float | None:
    """The least number that times what is lost makes up for what is lacking."""
    lacking = lacks > _LITTLE
    if (loses[lacking] < _LITTLE).any():
        return None
    return float((lacks[lacking] / loses[lacking]).max(initial=0.0))


def _standing(problem: Problem) -> tuple[_Floats, _Floats]:
    """The mean win of the wagers of each position, in units, and the throws that they stand.

    Nothing is bet beside them: that is the first choice of each position but the first. Where commission is
    paid in advance, a wager comes down if that is better.
    """
    moved = np.full(len(problem.positions), -1)
    mean, throws = _standing_or_moved(problem, moved)
    for _ in range(_ROUNDS if problem.moves_cost else 0):
        better, best = _better_moves(problem, mean)
        if not better.any():
            break
        moved[better] = best[better]
        mean, throws = _standing_or_moved(problem, moved)
    return mean, throws


def _better_moves(problem: Problem, mean: _Floats) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """The positions in which a move is better than the policy's, and the best move of each."""
    arrays, size = problem.arrays, len(problem.positions)
    of = np.repeat(np.arange(size), np.diff(arrays.first_move))
    brings = arrays.move_change + mean[arrays.move_to]
    order = np.lexsort((brings, of))
    best, top = np.full(size, -1), np.full(size, -np.inf)
    best[of[order]], top[of[order]] = order, brings[order]  # the last of each position is the best
    better = top > mean + _LITTLE
    better[0] = False
    return better, best


def _standing_or_moved(problem: Problem, moved: npt.NDArray[np.int64]) -> tuple[_Floats, _Floats]:
    """The same where positions have the moves that are given; -1 for none."""
    arrays, size = problem.arrays, len(problem.positions)
    stands, moves = 1 + np.flatnonzero(moved[1:] < 0), 1 + np.flatnonzero(moved[1:] >= 0)
    first = arrays.first_choice[stands]
    begins, ends = arrays.first_outcome[first], arrays.first_outcome[first + 1]
    which = np.concatenate([np.zeros(0, int), *map(np.arange, begins, ends)]).astype(int)
    rows, chance = np.repeat(stands, ends - begins), arrays.chance[which]
    wins = np.bincount(rows, chance * arrays.change[which], minlength=size)
    wins[moves] = arrays.move_change[moved[moves]]
    rows, to = np.append(rows, moves), np.append(arrays.to[which], arrays.move_to[moved[moves]])
    leads = leads_of(np.append(chance, np.ones(moves.size)), rows, to, size)
    ones = np.ones(size)
    wins[0] = ones[0] = 0.0
    ones[moves] = 0.0
    parts = factors(leads)
    return parts.solve(wins), parts.solve(ones)


def _falls(problem: Problem, mean: _Floats, throws: _Floats) -> tuple[_Floats, _Floats]:
    """The average fall for each choice: money and standing wagers, in units, and the throws to come.

    Not for those that wait: only who owns the goal does so, and the play ends.
    """
    arrays = problem.arrays
    begins = arrays.first_outcome[:-1]
    of = np.repeat(np.arange(len(problem.positions)), np.diff(arrays.first_choice))
    after = np.add.reduceat(arrays.chance * (arrays.change + mean[arrays.to]), begins)
    left = np.add.reduceat(arrays.chance * throws[arrays.to], begins)
    waits = (np.diff(arrays.first_outcome) == 1) & (arrays.to[begins] == of) & (arrays.change[begins] == 0)
    return (mean[of] - after)[~waits], (throws[of] - left)[~waits]


def _falls_by_moves(problem: Problem, mean: _Floats, throws: _Floats) -> tuple[_Floats, _Floats]:
    """The same for each move, without a throw."""
    arrays = problem.arrays
    of = np.repeat(np.arange(len(problem.positions)), np.diff(arrays.first_move))
    return mean[of] - arrays.move_change - mean[arrays.move_to], throws[of] - throws[arrays.move_to]
