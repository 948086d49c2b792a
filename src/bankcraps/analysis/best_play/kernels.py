"""The compiled loops of policy iteration. Sums are counted in units; `values` has a row for each position."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.support.compiled import compiled, inlined

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Integers = NDArray[np.integer]
Bools = NDArray[np.bool_]

NO_CHOICE: Final = 2**31 - 1
"""In a policy: nothing can be bet there."""


class Arrays(NamedTuple):
    """A problem for the kernels. Sums are in units.

    Attributes:
        first_choice: of each position, and one more.
        need: the sum that a player must own for each choice: the goal to wait where time does not count.
        first_outcome: of each choice, and one more.
        to, change, chance: of each outcome, the position it leads to, the change of what is owned and its
            chance.
        first_move: of each position, and one more.
        move_to, move_need: of each move, the position it leads to and what a player must own.
        move_change: of each move, the change of what is owned: commission.
        left_out: of each choice, how many of the 36 throws are in no outcome: they leave everything as it is.
    """

    first_choice: Ints
    need: Ints
    first_outcome: Ints
    to: Ints
    change: Ints
    chance: Floats
    first_move: Ints
    move_to: Ints
    move_need: Ints
    move_change: Ints
    left_out: Ints


class Worths(NamedTuple):
    """The worth of what no choice says.

    Attributes:
        idle: by position, what it is worth to bet nothing and leave; -inf where that is not possible.
        top: by row of the worth after a throw, what it is worth to own more than all sums there: at least the
            goal.
        reward: by choice, what its throw is worth.
        least: gains up to this leave the policy as it is.
        step: the cost of each move, beside commission.
    """

    idle: Floats
    top: Floats
    reward: Floats
    least: float = 0.0
    step: float = 0.0


class Rows(NamedTuple):
    """Equations as rows of a sparse matrix, each for a pair of a position and a sum.

    Attributes:
        marks: of each pair, the number of its row, or -1, as `reached` left them but without their shape.
        states: of each row, its pair, as `reached` left them.
        begins: where each row begins.
        where: for each entry, the row of a pair.
        share: for each entry, how often the row leads there.
        constant: of each row.
    """

    marks: Ints
    states: Ints
    begins: Ints
    where: Ints
    share: Floats
    constant: Floats


@compiled
def improve(
    values: Floats, after: Floats, policy: Ints, arrays: Arrays, worths: Worths, scratch: Floats, goal: int
) -> None:
    """Look for a better choice in every position with every sum, and take it.

    Args:
        values: by position and sum, what the policy so far is worth; better values are written there.
        after: their worth after a throw: the same array, or with a throw less to go.
        policy: by position and sum, the choice, or -1 - move for a move, or `NO_CHOICE`.
        arrays: the problem.
        worths: the worth of leaving, of the goal, and of each throw.
        scratch: three rows of values.
        goal: the first sum that reaches the goal, after a throw. Larger ones may be owned before it.
    """
    first_choice, first_outcome, chance = arrays.first_choice, arrays.first_outcome, arrays.chance
    to, change, (idle, top, reward, least, step) = arrays.to, arrays.change, worths
    sums, worth, best, which = values.shape[1], scratch[0], scratch[1], scratch[2]
    for position in range(values.shape[0] - 1, -1, -1):
        for owned in range(sums):
            best[owned], which[owned] = idle[position], NO_CHOICE
        for choice in range(first_choice[position], first_choice[position + 1]):
            low, number = arrays.need[choice], float(choice)
            outcome, end_of_choice = first_outcome[choice], first_outcome[choice + 1]
            for owned in range(low, sums):
                worth[owned] = reward[choice]
            while outcome + 1 < end_of_choice:
                _add_two(worth, after, arrays, outcome, low, goal, top)
                outcome += 2
            if outcome < end_of_choice:
                row, by, share = after[to[outcome]], change[outcome], chance[outcome]
                beyond = share * top[to[outcome]]
                end = max(low, min(sums, goal - by))
                for owned in range(low, end):
                    worth[owned] += share * row[owned + by]
                for owned in range(end, sums):
                    worth[owned] += beyond
            same = arrays.left_out[choice] / 36
            for owned in range(max(low, goal), sums):  # the play ends after a throw that changes nothing
                worth[owned] += same * (top[position] + reward[choice] - worth[owned])
            so_far, now, one = best[low:], worth[low:], which[low:]
            for owned in range(now.size):
                better = now[owned] > so_far[owned]
                so_far[owned] = now[owned] if better else so_far[owned]
                one[owned] = number if better else one[owned]
        for owned in range(sums):
            more = best[owned] - values[position, owned]
            if more > least:
                values[position, owned] = best[owned]
                policy[position, owned] = int(which[owned])
        _moved(values, policy, arrays, position, least, step)
    moved = True
    while moved:
        moved = False
        for position in range(values.shape[0] - 1, -1, -1):
            moved |= _moved(values, policy, arrays, position, least, step)


@inlined
def _add_two(
    worth: Floats, values: Floats, arrays: Arrays, outcome: int, low: int, goal: int, top: Floats
) -> None:
    """Add what two outcomes bring, in one loop: most choices have no others."""
    sums, to, change, chance = worth.size, arrays.to, arrays.change, arrays.chance
    one, two = (outcome, outcome + 1) if change[outcome] <= change[outcome + 1] else (outcome + 1, outcome)
    by, share, by2, share2 = change[one], chance[one], change[two], chance[two]
    end = max(low, min(sums, goal - by))
    end2 = max(low, min(sums, goal - by2))
    beyond, beyond2 = share * top[to[one]], share2 * top[to[two]]
    # Numba looks whether an index is negative unless a loop begins at 0.
    part = worth[low:end2]
    row, row2 = values[to[one], low + by : end2 + by], values[to[two], low + by2 : end2 + by2]
    for owned in range(part.size):
        part[owned] += share * row[owned] + share2 * row2[owned]
    part, row = worth[end2:end], values[to[one], end2 + by : end + by]
    for owned in range(part.size):
        part[owned] += share * row[owned] + beyond2
    for owned in range(end, sums):
        worth[owned] += beyond + beyond2


@inlined
def _moved(values: Floats, policy: Ints, arrays: Arrays, position: int, least: float, step: float) -> bool:
    """Let no position be worth less than one that a move leads to. Returns whether one was."""
    moved = False
    for move in range(arrays.first_move[position], arrays.first_move[position + 1]):
        row, by = arrays.move_to[move], arrays.move_change[move]
        for owned in range(arrays.move_need[move], min(values.shape[1], values.shape[1] - by)):
            worth = values[row, owned + by] - step
            more = worth - values[position, owned]
            if more > 0.0:
                values[position, owned] = worth
                moved = True
            if more > least:
                policy[position, owned] = -1 - move
    return moved


@compiled
def reached(policy: Ints, arrays: Arrays, marks: Ints, queue: Ints, size: int, goal: int) -> int:
    """Follow a policy from some pairs. Returns how many pairs it comes to, with these.

    Args:
        policy: by position and sum.
        arrays: the problem.
        marks: by position and sum, the number of each pair so far, or -1; others that are reached are added.
        queue: the pairs so far, as the position times the sums and the sum; others are added.
        size: the number of pairs so far.
        goal: as in `improve`.
    """
    first_outcome, to, change = arrays.first_outcome, arrays.to, arrays.change
    sums, at = policy.shape[1], 0
    while at < size:
        position, owned = queue[at] // sums, queue[at] % sums
        at += 1
        chosen = policy[position, owned]
        if chosen < 0:
            row, sum_ = arrays.move_to[-1 - chosen], owned + arrays.move_change[-1 - chosen]
            if marks[row, sum_] < 0:
                marks[row, sum_] = size
                queue[size] = row * sums + sum_
                size += 1
        elif chosen != NO_CHOICE:
            for outcome in range(first_outcome[chosen], first_outcome[chosen + 1]):
                row, sum_ = to[outcome], owned + change[outcome]
                if sum_ < goal and marks[row, sum_] < 0:
                    marks[row, sum_] = size
                    queue[size] = row * sums + sum_
                    size += 1
    return size


@compiled
def equations(values: Floats, policy: Ints, arrays: Arrays, worths: Worths, rows: Rows, goal: int) -> int:
    """Write the equations of what a policy is worth, as rows of a sparse matrix. Returns how many entries.

    Args:
        values: the worth of pairs without a choice.
        policy: as in `improve`.
        arrays: as in `improve`.
        worths: as in `improve`.
        rows: the pairs, and the place to write their equations.
        goal: as in `improve`.
    """
    marks, states, begins, where, share, constant = rows
    first_outcome, to, change = arrays.first_outcome, arrays.to, arrays.change
    sums, used = policy.shape[1], 0
    for row in range(states.size):
        begins[row] = used
        position, owned = states[row] // sums, states[row] % sums
        chosen = policy[position, owned]
        constant[row] = values[position, owned] if chosen == NO_CHOICE else 0.0
        if chosen < 0:
            sum_ = owned + arrays.move_change[-1 - chosen]
            where[used], share[used] = marks[arrays.move_to[-1 - chosen] * sums + sum_], 1.0
            used += 1
        elif chosen != NO_CHOICE:
            same = arrays.left_out[chosen] / 36 if owned >= goal else 0.0
            constant[row] = worths.reward[chosen] + same * worths.top[position]
            for outcome in range(first_outcome[chosen], first_outcome[chosen + 1]):
                sum_ = owned + change[outcome]
                if sum_ >= goal:
                    constant[row] += (1.0 - same) * arrays.chance[outcome] * worths.top[to[outcome]]
                else:
                    where[used] = marks[to[outcome] * sums + sum_]
                    share[used] = (1.0 - same) * arrays.chance[outcome]
                    used += 1
    begins[states.size] = used
    return used
