"""Plays of a number of throws that are paid for their action.

A player pays what the dice take, and is paid a price for each dollar of action. Apart from what is owned at
the start, such a play is worth the price times its action, less its cost. No play is worth more than that of
a player whose money never runs out, which depends on the position alone. Large sums are taken for that, so
that the worth is an upper bound. A play is followed with every sum, so its action and its cost are exact.
"""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.support.extras import missing

if _without := missing("scipy"):
    raise _without
from scipy import sparse  # pyright: ignore[reportMissingTypeStubs]
from scipy.sparse import linalg  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.analysis.best_play.solving.following import chosen
from bankcraps.analysis.best_play.solving.kernels import NO_CHOICE, improve
from bankcraps.analysis.best_play.solving.problem import Arrays, Problem

__all__ = ["Followed", "Means", "Paid", "Price", "enough_sums", "followed", "paid"]

_SPREADS: Final = 7.0
"""So many standard deviations are hardly ever gone, in all throws."""

_NEVER: Final = 1e-24
"""Sums with smaller chances are left out, and what they could bring at most is counted as lost."""

_ROUNDING: Final = 2.0**-53

_IN_PAIRS: Final = 64
"""More roundings than a sum of NumPy has, which adds terms in pairs, and pairs of pairs."""

# SciPy has no types.
_sparse: Any = sparse
_linalg: Any = linalg

_Floats = npt.NDArray[np.float64]
_Policies = Sequence[npt.NDArray[np.int32]]


class Price(NamedTuple):
    """The pay for each unit of action, and for each unit that is won."""

    action: float
    won: float = 1.0


class Means(NamedTuple):
    """Means of a throw's result, and of the wagers still standing when a player leaves, in units.

    Attributes:
        action, won: by choice, the chips that its throw decides, and the change of what is owned.
        moved: by choice, the change in either direction.
        still_action, still_won: by position, the same of all throws after the player leaves.
        lost: the most by which the last two may be wrong.
    """

    action: _Floats
    won: _Floats
    moved: _Floats
    still_action: _Floats
    still_won: _Floats
    lost: float

    @classmethod
    def of(cls, problem: Problem, action: _Floats, leaving: Sequence[int]) -> "Means":
        """The means of a problem.

        Args:
            problem: the positions and choices.
            action: by choice, in units.
            leaving: by position, the act of a player who leaves: a choice, -1 - a move, or `NO_CHOICE`.
        """
        arrays = problem.arrays
        won, moved = (
            np.add.reduceat(problem.chance * change, arrays.first_outcome[:-1])
            for change in (arrays.change, np.abs(arrays.change))
        )
        size, begins = len(problem.positions), arrays.first_outcome
        where, shares, rows = list[npt.NDArray[np.int32]](), list[_Floats](), list[int]()
        coming = np.zeros((size, 3))
        for number, act in enumerate(leaving):
            if act == NO_CHOICE:
                continue
            some = slice(begins[act], begins[act + 1]) if act >= 0 else slice(0, 0)
            where.append(arrays.to[some] if act >= 0 else arrays.move_to[-1 - act : -act])
            shares.append(problem.chance[some] if act >= 0 else np.ones(1))
            rows += [number] * where[-1].size
            if act >= 0:
                coming[number] = action[act], won[act], 1.0
        entries = np.concatenate([np.zeros(0), *shares])
        to = np.concatenate([np.zeros(0, np.int32), *where])
        leads = _sparse.csc_array((entries, (rows, to)), shape=(size, size))
        found = _linalg.splu((_sparse.eye_array(size, format="csc") - leads).tocsc()).solve(coming)
        residual = np.abs(coming + leads @ found - found).max()
        largest = float(np.abs(found).max(initial=1.0))
        lost = 2 * float((residual + problem.rounding * largest) * (1 + found[:, 2].max()))
        return cls(action, won, moved, found[:, 0], found[:, 1], lost)


def enough_sums(problem: Problem, throws: int, start: int, most: int) -> int:
    """The number of sums that the solver keeps apart.

    With more a player is taken for one whose money never runs out, who is worth at least as much. It does not
    matter where hardly any play comes to such a sum and back to one that is too small for some bet.

    Args:
        problem: the positions and choices.
        throws: their number.
        start: the sum owned at the start, in units above the least.
        most: no more may stand, in units above the least.
    """
    arrays = problem.arrays
    squares = np.add.reduceat(problem.chance * arrays.change.astype(float) ** 2, arrays.first_outcome[:-1])
    far = _SPREADS * sqrt(throws * float(squares.max(initial=0.0)))
    gain = throws * int(arrays.change.max(initial=0))
    return max(most, start + min(gain, ceil((most - start + far) / 2)), start) + 2


class Paid(NamedTuple):
    """The play that is worth most at a price.

    Attributes:
        policies: for each number of throws that is left, from 1.
        after: by row of `Problem.lands` and sum, the worth after the first throw.
        worth: its worth at the start, in units.
        slack: the most by which the best that is possible may differ from that.
    """

    policies: tuple[npt.NDArray[np.int32], ...]
    worth: float
    slack: float


def paid(problem: Problem, means: Means, price: Price, throws: int, start: int) -> Paid:
    """Work back from the last throw to the play that is worth most from a sum at the start."""
    size, sums = len(problem.positions), problem.sums
    reward = price.action * means.action + price.won * means.won
    still = price.action * means.still_action + price.won * means.still_won
    values, rich = np.repeat(still[:, None], sums, axis=1), still[:, None].copy()
    policies, scratch = list[npt.NDArray[np.int32]](), np.empty((3, sums))
    idle, always = np.full(size, -np.inf), _always(problem.arrays)
    largest = float(np.abs(still).max())
    for _ in range(throws):
        after, richer = values, rich
        values, rich = np.full((size, sums), -np.inf), np.full((size, 1), -np.inf)
        policies.append(np.full((size, sums), NO_CHOICE, np.int32))
        common, pays = (problem.chance, idle, scratch), (richer[:, 0].copy(), reward, 0.0, 0.0)
        improve(values, after, policies[-1], problem.arrays, *common, sums, *pays)
        improve(rich, richer, np.zeros((size, 1), np.int32), always, *common, 1, *pays)
        largest = max(largest, float(np.abs(rich).max()))
    # A worth lies between that of a player who bets nothing more and that of one who can pay anything.
    most = largest + float(np.abs(still).max()) + float((price.action * means.action + means.moved).max())
    lost = (price.action + price.won) * means.lost
    return Paid(
        tuple(policies), float(values[0, start]), throws * (problem.rounding + 8 * _ROUNDING) * most + lost
    )


def _always(arrays: Arrays) -> Arrays:
    """The same for a player whose money never runs out: one sum, with which everything is possible."""
    return arrays._replace(
        need=np.zeros_like(arrays.need),
        change=np.zeros_like(arrays.change),
        move_need=np.zeros_like(arrays.move_need),
    )


class Followed(NamedTuple):
    """The results of following a play.

    Attributes:
        action, cost: on average, in units, with the throws after the player leaves.
        action_lost, cost_lost: the most by which rounding may make the two wrong.
        states: for each number of throws left, from the first: the pairs of a position and a sum, at most the
            largest sum that is told apart.
    """

    action: float
    cost: float
    action_lost: float
    cost_lost: float
    states: tuple[npt.NDArray[np.integer], ...]


def followed(problem: Problem, means: Means, policies: _Policies, start: int) -> Followed:
    """Follow a play from a sum at the start to its end, with every sum that it may come to."""
    arrays, top = problem.arrays, problem.sums - 1
    where, owned, chances = np.zeros(1, np.int64), np.array([start]), np.ones(1)
    action = won = moved = left_out = 0.0
    states, terms = list[npt.NDArray[np.integer]](), len(policies) + _IN_PAIRS
    for policy in reversed(policies):
        pairs = where * problem.sums + np.minimum(owned, top)
        states.append(np.unique(pairs))
        _, _, choices = chosen(problem, policy, pairs)
        action += float((chances * means.action[choices]).sum())
        won += float((chances * means.won[choices]).sum())
        moved += float((chances * means.moved[choices]).sum())
        many = arrays.first_outcome[choices + 1] - arrays.first_outcome[choices]
        outcomes = np.repeat(arrays.first_outcome[choices] - np.cumsum(many) + many, many)
        outcomes = outcomes + np.arange(int(many.sum()))
        sums = np.repeat(owned, many) + arrays.change[outcomes]
        width = int(sums.max()) + 1
        keys = arrays.to[outcomes].astype(np.int64) * width + sums
        parts = np.bincount(keys)
        chances = np.bincount(keys, np.repeat(chances, many) * problem.chance[outcomes])
        reached = np.flatnonzero(chances > _NEVER)
        left_out += float(chances[chances <= _NEVER].sum())
        where, owned = np.divmod(reached, width)
        chances = chances[reached]
        terms += int(parts.max()) + 4
    action += float((chances * means.still_action[where]).sum())
    won += float((chances * means.still_won[where]).sum())
    moved += float((chances * np.abs(means.still_won[where])).sum())
    share = _ROUNDING * terms  # of a sum whose terms are all above 0
    lost = means.lost + 2 * left_out * len(policies) * float(problem.arrays.need.max() + arrays.change.max())
    cost_lost = lost + (share + problem.rounding) * moved
    return Followed(action, 0.0 - won, lost + share * action, cost_lost, tuple(states))
