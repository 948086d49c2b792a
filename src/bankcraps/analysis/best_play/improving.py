"""The best policies: policy iteration, with bounds that prove what it finds; and backward from a deadline."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.best_play.choices import TooLargeError
from bankcraps.analysis.best_play.kernels import (
    NO_CHOICE,
    Bools,
    Floats,
    Integers,
    Ints,
    Rows,
    Worths,
    equations,
    improve,
    reached,
)
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.best_play.throws import Bets
from bankcraps.errors import BankcrapsError
from bankcraps.game.dice import OUTCOMES
from bankcraps.strategies.plan import Deadline, LengthUnit
from bankcraps.support.extras import Sparse, scipy

SMALLEST_GAIN: Final = 2e-15
"""Gains up to this come from rounding, where the most that anything is worth is about 1."""

STEP: Final = 1e-14
"""The cost of each move while the fewest are looked for, so that rounding does not decide."""

_ROUNDS: Final = 500

LARGEST_SYSTEM: Final = 200_000
"""The most equations that are solved at once. Beyond, policies are only improved."""


class Pays(NamedTuple):
    """The pay of a player.

    Attributes:
        top: the worth of reaching the goal.
        reward: the worth of each throw.
        idle: by position, what it is worth to leave there; 0 everywhere if None.
    """

    top: float
    reward: float = 0.0
    idle: Floats | None = None

    def worths(self, problem: Problem, rows: int, least: float = 0.0, step: float = 0.0) -> Worths:
        """The same for each of some rows of values, and for each choice."""
        idle = np.zeros(len(problem.positions)) if self.idle is None else self.idle
        rewards = np.full(len(problem.arrays.need), self.reward)
        return Worths(idle, np.full(rows, self.top), rewards, least, step)


class Solved(NamedTuple):
    """A policy and what it is worth, by position and sum.

    There may be more rows than positions: exits, whose worth is given.

    Attributes:
        values: the worth.
        policy: the number of a choice, -1 - the number of a move, or `NO_CHOICE`.
        gain: the most by which a value still rose in the last round.
        residual: the most by which the worth of a pair differs from the mean worth after the policy's choice.
    """

    values: Floats
    policy: Ints
    gain: float
    residual: float


def solved(problem: Problem, pays: Pays, enough: float, least: float = SMALLEST_GAIN) -> Solved:
    """Improve a policy until no choice adds more than `enough`.

    Args:
        problem: the positions and choices.
        pays: the pay of the player.
        enough: a gain that is small enough.
        least: gains up to this come from rounding. They must not change a policy: two positions of the same
            worth could move to each other for ever.
    """
    shape = len(problem.positions), problem.width
    begin = Solved(np.zeros(shape), np.full(shape, NO_CHOICE, np.int32), np.inf, np.inf)
    return improved(problem, begin, np.arange(problem.sums), pays, enough, least)


def improved(
    problem: Problem,
    begin: Solved,
    seeds: Integers,
    pays: Pays,
    enough: float = SMALLEST_GAIN,
    least: float = SMALLEST_GAIN,
) -> Solved:
    """Improve a given policy until no choice adds more than `enough`.

    Args:
        problem: the positions and choices, and maybe exits behind them.
        begin: the policy; it and its worth are changed.
        seeds: the pairs in which a player may begin.
        pays: the pay of the player.
        enough: a gain that is small enough.
        least: gains up to this come from rounding.
    """
    size = len(problem.positions)
    values, policy = begin.values, begin.policy
    worths, gain = pays.worths(problem, len(values), least), np.inf
    for _ in range(_ROUNDS):
        before = values[:size].copy()
        choose(problem, values[:size], values, policy[:size], worths)
        gain = float((values[:size] - before).max())
        if gain <= enough:
            break
        evaluate(problem, values, policy, seeds, worths)
    if problem.moves_cost and enough <= SMALLEST_GAIN:
        gain = _with_few_moves(problem, begin, seeds, worths._replace(least=SMALLEST_GAIN))
    states, leads, constant = _equations_of(problem, values, policy, seeds, worths)
    worth = values.reshape(-1)[states]
    residual = float(np.abs(constant + leads @ worth - worth).max())
    return Solved(values, policy, gain, residual)


def _with_few_moves(problem: Problem, found: Solved, seeds: Integers, worths: Worths) -> float:
    """Take the fewest moves among choices that are worth the same. Returns how much values could still rise.

    Where commission is paid in advance, many ways of raising and reducing lead to bets of the same worth.
    """
    size = len(problem.positions)
    values, policy = found.values, found.policy
    few, policy[:size] = np.full_like(values[:size], -np.inf), NO_CHOICE
    choose(problem, few, values, policy[:size], worths._replace(step=STEP))
    evaluate(problem, values, policy, seeds, worths)
    better, other = values.copy(), policy.copy()
    choose(problem, better[:size], better, other[:size], worths)
    return float((better[:size] - values[:size]).max())


def choose(problem: Problem, values: Floats, after: Floats, policy: Ints, worths: Worths) -> None:
    """Take better choices wherever there are some, as `improve`."""
    scratch = np.empty((3, values.shape[1]))
    improve(values, after, policy, problem.arrays, worths, scratch, problem.sums)


def worth_of(
    problem: Problem, policy: Ints, seeds: Integers, pays: Pays, ends: Floats | None = None
) -> tuple[Floats, float]:
    """The worth of a policy in each pair that it can lead to, the seeds first; and the largest residual.

    Args:
        problem: the positions and choices.
        policy: by position and sum.
        seeds: the pairs in which a player may begin.
        pays: the worth of reaching the goal, and of each throw.
        ends: the worth of pairs without a choice; 0 if None.
    """
    worth_of_ends = np.zeros(policy.shape) if ends is None else ends
    worths = pays.worths(problem, len(policy))
    _, leads, constant = _equations_of(problem, worth_of_ends, policy, seeds, worths)
    worth = _solution(leads, constant)
    return worth, float(np.abs(constant + leads @ worth - worth).max())


def evaluate(problem: Problem, values: Floats, policy: Ints, seeds: Integers, worths: Worths) -> None:
    """Write what a policy is worth, wherever it can lead to."""
    states, leads, constant = _equations_of(problem, values, policy, seeds, worths)
    if len(states) <= LARGEST_SYSTEM:
        values.reshape(-1)[states] = _solution(leads, constant)


def leads_of(shares: Floats, rows: Integers | list[int], to: Integers, size: int) -> Sparse:
    """A sparse matrix of how often rows lead where."""
    return scipy().sparse.csc_array((shares, (rows, to)), shape=(size, size))


def factors(leads: Sparse) -> Sparse:
    """The factors of the equations "worth = constant + leads @ worth", to solve them for constants."""
    size = leads.shape[0]
    return scipy().linalg.splu((scipy().sparse.eye_array(size, format=leads.format) - leads).tocsc())


def _solution(leads: Sparse, constant: Floats) -> Floats:
    """The worth of each pair, by its equation."""
    system = (scipy().sparse.eye_array(len(constant), format="csr") - leads).tocsc()
    parts = scipy().linalg.splu(system)
    found: Floats = parts.solve(constant)
    found += parts.solve(constant - system @ found)
    return found


def _equations_of(
    problem: Problem, values: Floats, policy: Ints, seeds: Integers, worths: Worths
) -> tuple[Ints, Sparse, Floats]:
    """The equations of what a policy is worth: the pairs it can lead to, a sparse matrix and the constants.

    The worth of a pair is its constant and its row of the matrix times the worth of all.
    """
    marks, states = policy_states(problem, policy, seeds)
    size = len(states)
    most = size * int(np.diff(problem.arrays.first_outcome).max(initial=1))
    begins, where = np.zeros(size + 1, np.int32), np.empty(most, np.int32)
    rows = Rows(marks, states, begins, where, np.empty(most), np.empty(size))
    used = equations(values, policy, problem.arrays, worths, rows, problem.sums)
    parts = (rows.share[:used], rows.where[:used], rows.begins)
    return states, scipy().sparse.csr_array(parts, shape=(size, size)), rows.constant


def policy_states(problem: Problem, policy: Ints, seeds: Integers) -> tuple[Ints, Ints]:
    """The pairs of a position and a sum that a policy can lead to from some of them.

    Returns:
        For every pair its number among them, or -1; and the pairs: the position times the sums, and the sum.
    """
    marks, queue = np.full(policy.size, -1, np.int32), np.empty(policy.size, np.int32)
    queue[: seeds.size] = seeds
    marks[seeds] = np.arange(seeds.size)
    size = reached(policy, problem.arrays, marks.reshape(policy.shape), queue, seeds.size, problem.sums)
    return marks, queue[:size]


def chosen(problem: Problem, policy: Ints, states: Integers) -> tuple[Integers, Integers, Integers]:
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


def path_of(problem: Problem, policy: Ints, state: int) -> Iterator[int]:
    """The moves in a pair of a position and a sum before the choice."""
    arrays = problem.arrays
    where, owned = divmod(int(state), problem.width)
    while (act := int(policy[where, owned])) < 0:
        yield -1 - act
        where, owned = int(arrays.move_to[-1 - act]), owned + int(arrays.move_change[-1 - act])


# Bounds that prove what a policy is worth, and that no other is worth more.


_HALF: Final = 0.5
_LESS_THAN_HALF: Final = 0.49
"""Every throw of the longest play counts 1, so that it falls by more than a half."""

_ROUNDING: Final = 1e-6
"""Plays that are longer by so few throws are as long: the difference comes from rounding."""

_PROOF_ROUNDS: Final = 100

_LITTLE: Final = 1e-9
_A_LITTLE_MORE: Final = 1.001


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
    times = max(_least(loses, 1.0 - shorter), _least(move_loses, -move_shorter)) * _A_LITTLE_MORE
    if times == np.inf:
        return None
    falls, move_falls = times * loses + shorter, times * move_loses + move_shorter
    least = [
        position.at_risk / problem.unit - stays
        for position, stays in zip(problem.positions, problem.left_out, strict=True)
    ]
    proved = falls.min() >= _HALF and move_falls.min(initial=0.0) >= 0 and (mean + least).min() > -1
    return times if proved else None


def _least(loses: Floats, lacks: Floats) -> float:
    """The least number that times what is lost makes up for what is lacking; infinity if there is none."""
    lacking = lacks > _LITTLE
    if (loses[lacking] < _LITTLE).any():
        return np.inf
    return float((lacks[lacking] / loses[lacking]).max(initial=0.0))


def _standing(problem: Problem) -> tuple[Floats, Floats]:
    """The mean win of the wagers of each position, in units, and the throws that they stand.

    Nothing is bet beside them: that is the first choice of each position but the first. Where commission is
    paid in advance, a wager comes down if that is better.
    """
    moved = np.full(len(problem.positions), -1)
    mean, throws = _standing_or_moved(problem, moved)
    for _ in range(_PROOF_ROUNDS if problem.moves_cost else 0):
        better, best = _better_moves(problem, mean)
        if not better.any():
            break
        moved[better] = best[better]
        mean, throws = _standing_or_moved(problem, moved)
    return mean, throws


def _better_moves(problem: Problem, mean: Floats) -> tuple[Bools, Integers]:
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


def _standing_or_moved(problem: Problem, moved: Integers) -> tuple[Floats, Floats]:
    """The same where positions have the moves that are given; -1 for none."""
    arrays, size = problem.arrays, len(problem.positions)
    stands, moves = 1 + np.flatnonzero(moved[1:] < 0), 1 + np.flatnonzero(moved[1:] >= 0)
    many, which = problem.outcomes(arrays.first_choice[stands])
    rows, chance = np.repeat(stands, many), arrays.chance[which]
    wins = np.bincount(rows, chance * arrays.change[which], minlength=size)
    wins[moves] = arrays.move_change[moved[moves]]
    rows, to = np.append(rows, moves), np.append(arrays.to[which], arrays.move_to[moved[moves]])
    leads = leads_of(np.append(chance, np.ones(moves.size)), rows, to, size)
    ones = np.ones(size)
    wins[0] = ones[0] = 0.0
    ones[moves] = 0.0
    parts = factors(leads)
    return parts.solve(wins), parts.solve(ones)


def _falls(problem: Problem, mean: Floats, throws: Floats) -> tuple[Floats, Floats]:
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


def _falls_by_moves(problem: Problem, mean: Floats, throws: Floats) -> tuple[Floats, Floats]:
    """The same for each move, without a throw."""
    arrays = problem.arrays
    of = np.repeat(np.arange(len(problem.positions)), np.diff(arrays.first_move))
    return mean[of] - arrays.move_change - mean[arrays.move_to], throws[of] - throws[arrays.move_to]


# Before a deadline: backward, from the last throw, decision or shooter. With each number that is left there
# is one layer of positions. A throw that uses up one of the count leads to the next layer. Where throws are
# counted, all do, and a layer is worked out at once. A throw that does not count stays in the layer, which is
# then a problem without a deadline: its exits are worth what the next layer says.


_MOST_DECISIONS: Final = 500_000_000
"""The most decisions that are kept: pairs of a position and a sum, with each number that is left."""

_MOST_WORK: Final = 100_000_000_000
"""The most pairs of a choice and a sum, times what is counted."""

_LAYER_ROUNDS: Final = 5
"""About how often a layer is gone through where not every throw counts."""


class Timed(NamedTuple):
    """The best choices for each number of throws, decisions or shooters left.

    Without end there is one policy, and a throw leads back to the same values.

    Attributes:
        start: the sum that the player brings, in units above the least.
        values: by position and sum, the worth at the start.
        after: by row of `Problem.lands` and sum, the worth after a throw.
        policies: for each number that is left, from 1: by position and sum, the choice.
        slack: the most by which rounding may make the worth wrong.
    """

    values: Floats
    after: Floats
    policies: tuple[Ints, ...]
    slack: float
    start: int

    @property
    def value(self) -> float:
        """The worth of the start."""
        return float(self.values[0, self.start])

    @property
    def lower(self) -> float:
        """A bound that is proved, of a chance."""
        return max(0.0, self.value - self.slack)

    @property
    def upper(self) -> float:
        """The other."""
        return min(1.0, self.value + self.slack)


def within(
    problem: Problem,
    deadline: Deadline,
    end: float | Floats = 0.0,
    *,
    top: float = 1.0,
    idle: float = 0.0,
    smaller: str = "a nearer goal",
) -> Timed:
    """Work back from the deadline.

    Args:
        problem: the positions and choices.
        deadline: the deadline of the play.
        end: the worth of coming to the deadline; maybe by position and sum.
        top: the worth of the goal; other than 1 only where throws are counted.
        idle: the worth where nothing can be done; other than 0 only where throws are counted.
        smaller: advice to make the problem smaller, beside a nearer deadline.

    Raises:
        TooLargeError: if there would be too many decisions.
    """
    at_once = bool(problem.counts.all())
    check_size(problem, deadline, 1 if at_once else _LAYER_ROUNDS, smaller)
    size = len(problem.positions)
    after, policies = np.zeros((2 * size, problem.width)), list[Ints]()
    policy = np.full(after.shape, NO_CHOICE, np.int32)
    after[:size] = end
    layer, seeds = _layer(problem), _seeds(problem)
    pays = Pays(top, 0.0, np.full(size, idle))
    worths = pays.worths(problem, 2 * size, step=STEP * problem.moves_cost)
    lost = 0.0
    for _ in range(deadline.number):
        after[size:] = after[:size]
        if at_once:
            policy[:] = NO_CHOICE
            after[:size] = idle
            choose(layer, after[:size], after, policy[:size], worths)
            lost += problem.rounding + (_lost_by_steps(layer, after[:size]) if problem.moves_cost else 0.0)
        else:
            begin = Solved(after, policy, np.inf, np.inf)
            evaluate(layer, after, policy, seeds, worths)
            lost += each_throw(problem, improved(layer, begin, seeds, pays))
        policies.append(policy[:size].copy())
    lasts = 1.0 if at_once else _mean_throws(problem.table, deadline.unit)
    return Timed(after[:size], after, tuple(policies), lost * lasts, problem.start)


def check_size(problem: Problem, deadline: Deadline, rounds: int, smaller: str, *, kept: int = 1) -> None:
    """Refuse a problem that is gone through in some rounds, with so many policies kept, if it is too large.

    Raises:
        TooLargeError: with its size, and what would make it smaller.
    """
    decisions = len(problem.positions) * problem.width * deadline.number
    work = problem.work * deadline.number * rounds
    if decisions * kept > _MOST_DECISIONS or work > _MOST_WORK:
        raise TooLargeError(
            f"with {deadline} there are {decisions:,} sums in positions to choose in, among {work:,} bets: "
            f"fewer {deadline.unit} or wagers, {smaller} or larger units would make them fewer"
        )


def _layer(problem: Problem) -> Problem:
    """The problem of one layer. Behind its positions the same again are exits, without choices."""
    arrays, size = problem.arrays, len(problem.positions)

    def longer(begins: Ints) -> Ints:
        return np.concatenate([begins, np.full(size, begins[-1], np.int32)])

    return problem._replace(
        arrays=arrays._replace(
            first_choice=longer(arrays.first_choice), to=problem.lands(), first_move=longer(arrays.first_move)
        )
    )


def _lost_by_steps(problem: Problem, values: Floats) -> float:
    """The most that values could rise if moves did not cost a `STEP`: what other moves still bring."""
    better, policy = values.copy(), np.full(values.shape, NO_CHOICE, np.int32)
    moves_alone = problem.arrays._replace(first_choice=np.zeros_like(problem.arrays.first_choice))
    worths = Worths(np.full(len(values), -np.inf), np.ones(len(values)), np.zeros(0))
    choose(problem._replace(arrays=moves_alone), better, better, policy, worths)
    known = np.isfinite(values)
    return float((better[known] - values[known]).max(initial=0.0))


def _seeds(problem: Problem) -> Integers:
    """The pairs in which a layer may begin, with every sum."""
    positions = np.union1d([0], problem.arrays.to[problem.counts]).astype(np.int64)
    return (positions[:, None] * problem.width + np.arange(problem.sums)).reshape(-1)


def _mean_throws(table: Bets, unit: LengthUnit) -> float:
    """The mean number of throws until one counts, at most. It falls by 1 with each throw, whatever is bet."""
    pucks = table.pucks()
    leads = np.zeros((len(pucks), len(pucks)))
    for puck, row in zip(pucks, leads, strict=True):
        came = zip(OUTCOMES, table.puck_after(puck), table.uses_up(unit, puck), strict=True)
        for throw, after, counts in came:
            row[pucks.index(after)] += 0 if counts else throw.ways / 36
    return float(np.linalg.solve(np.eye(len(pucks)) - leads, np.ones(len(pucks))).max())
