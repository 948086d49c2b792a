"""A policy as a chart: what to bet in each position that it can lead to, by what is owned."""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import accumulate, count, groupby
from typing import Final, NamedTuple

import msgspec
import numpy as np

from bankcraps.analysis.best_play.improving import chosen, path_of, policy_states
from bankcraps.analysis.best_play.kernels import NO_CHOICE, Floats, Integers, Ints
from bankcraps.analysis.best_play.leaving import with_each_left
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.best_play.throws import Standings
from bankcraps.analysis.results.as_json import BetData
from bankcraps.game.wagers import Wager
from bankcraps.strategies.chart import Bet, ChartRow

Then = tuple[int, Bet]
"""A point, and the bet at it."""

_Path = tuple[int, ...]
"""Moves, one after another."""


class SumBet(NamedTuple):
    """A sum in the first position, in cents, with the bet there; one without stakes if nothing is bet."""

    owned: int
    bet: Bet


class Charting:
    """The bets of a policy.

    Attributes:
        bets: every different bet so far.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        leaves: bool = False,
        otherwise: Callable[[int], tuple[int, int]] | None = None,
    ) -> None:
        """Chart nothing yet.

        Args:
            problem: the positions and choices.
            leaves: whether the player leaves where nothing is worth a bet.
            otherwise: a bet for a position in which nothing can be paid: where it is made, and the choice.
        """
        self.leaves: bool = leaves
        self.otherwise: Callable[[int], tuple[int, int]] | None = otherwise
        self.problem: Problem = problem
        self._moves_cost: bool = problem.moves_cost
        self.bets: list[Bet] = []
        self._numbers: dict[bytes, int] = {}
        self._begins: list[list[int]] = []
        first = problem.arrays.first_choice.tolist()
        for begin, blocks in zip(first, problem.blocks, strict=False):
            self._begins.append(list(accumulate((len(block.amounts) for block in blocks), initial=begin)))

    def rows(self, policy: Ints, states: Integers, left: int | None = None) -> Iterator[ChartRow]:
        """The rows of a policy, one for each position.

        Args:
            policy: by position and sum.
            states: the pairs that it can lead to: the position times the sums, and the sum.
            left: the number of throws, decisions or shooters that are left.
        """
        if not states.size:
            return
        states = np.sort(states)
        states = states[states % self.problem.width < self.problem.sums]
        beyond = self.reached_with_the_goal(policy, states) if self.problem.settled else []
        places, sums = np.divmod(states, self.problem.width)
        where, owned, choices = chosen(self.problem, policy, states)
        acts = np.stack((places, where, choices, owned - sums))
        changes = np.flatnonzero(np.diff(acts, prepend=-1).any(axis=0))
        for number, group in groupby(changes.tolist(), key=lambda one: int(places[one])):
            some = list[tuple[int, int]]()
            for one in group:
                path = tuple(path_of(self.problem, policy, int(states[one]))) if self._moves_cost else ()
                bet = self.bet(number, int(where[one]), int(choices[one]), path)
                some.append((int(sums[one]), self.number_of(bet)))
            if self.problem.settled:
                some.append((self.problem.sums, self.number_of(Bet({}, leave=True))))
            yield self.row(number, some, left)
        for number in set(beyond) - set(places.tolist()):
            yield self.row(number, [(0, self.number_of(Bet({}, leave=True)))], left)

    def rows_of(self, policy: Ints) -> tuple[ChartRow, ...]:
        """The rows of a policy without a deadline, with every sum at the start."""
        _, states = policy_states(self.problem, policy, np.arange(self.problem.sums))
        return tuple(self.rows(policy, states))

    def rows_left(self, policies: Sequence[Ints]) -> tuple[ChartRow, ...]:
        """The rows of policies for each number of throws, decisions or shooters that is left, from 1."""
        each = with_each_left(self.problem, policies)
        return tuple(row for left, states in each for row in self.rows(policies[left - 1], states, left))

    def reached_with_the_goal(self, policy: Ints, states: Integers) -> list[int]:
        """The positions in which a policy comes to a goal of settled money: there the player leaves."""
        _, owned, choices = chosen(self.problem, policy, states)
        arrays, plays = self.problem.arrays, choices != NO_CHOICE
        found = set[int]()
        for choice, sum_ in zip(choices[plays].tolist(), owned[plays].tolist(), strict=True):
            outcomes = slice(arrays.first_outcome[choice], arrays.first_outcome[choice + 1])
            at_goal = arrays.change[outcomes] + sum_ >= self.problem.sums
            found.update(arrays.to[outcomes][at_goal].tolist())
        return sorted(found)

    def row(self, number: int, some: list[tuple[int, int]], left: int | None) -> ChartRow:
        """The row of a position, from the sums where its bets begin, with the numbers of the bets."""
        problem, position = self.problem, self.problem.positions[number]
        runs = [next(run) for _, run in groupby(some, key=lambda one: one[1])]
        stays = problem.left_out[number]
        sums = (0, *(problem.least + (owned + stays) * problem.unit for owned, _ in runs[1:]))
        standing = _stakes(position.standing)
        paid = {one.wager.name: int(one.commission) for one in position.standing if one.commission}
        withdrawn = {one.wager.name: int(one.withdrawn) for one in position.standing if one.withdrawn}
        return ChartRow(position.puck, standing, sums, tuple(bet for _, bet in runs), left, paid, withdrawn)

    def bet(self, number: int, here: int, choice: int, path: _Path = ()) -> Bet:
        """A choice as a bet; where nothing is worth a bet, what stands, or else the cheapest one."""
        position = self.problem.positions[number]
        if choice != NO_CHOICE:
            return self.bet_of(number, here, choice, path)
        if self.otherwise is not None:
            return self.bet_of(number, *self.otherwise(number))
        if self.leaves:
            return Bet({}, leave=True)
        if position.standing or position.puck:
            return Bet(_stakes(position.standing))
        return self.cheapest()

    def then(self, choice: int, policy: Ints, after: Ints, owned: int) -> tuple[Then, ...]:
        """The bets after the throw of a choice, where wagers stand and nothing was decided.

        Args:
            choice: its number.
            policy: by position and sum, what is chosen after a throw that does not count.
            after: the same after a throw that uses up one of what is counted.
            owned: the sum with which the choice is made, in units above the least.
        """
        problem, arrays = self.problem, self.problem.arrays
        outcomes = range(arrays.first_outcome[choice], arrays.first_outcome[choice + 1])
        found: list[Then] = []
        for outcome in outcomes:
            to = int(arrays.to[outcome])
            position = problem.positions[to]
            here = int(np.searchsorted(arrays.first_choice, choice, side="right")) - 1
            apart = problem.left_out[to] - problem.left_out[here]
            if arrays.change[outcome] + apart == 0 and position.standing and position.puck:
                later = after if problem.counts[outcome] else policy
                where, _, then = chosen(problem, later, np.array([to * problem.width + owned - apart]))
                found.append((position.puck, self.bet(to, int(where[0]), int(then[0]))))
        return tuple(sorted(found, key=lambda one: one[0]))

    def by_sum(self, policy: Ints) -> tuple[SumBet, ...]:
        """The bets with each sum in the first position."""
        where, _, choices = chosen(self.problem, policy, np.arange(self.problem.sums))
        sums = count(self.problem.least, self.problem.unit)
        return tuple(
            SumBet(owned, Bet({}) if choice == NO_CHOICE else self.bet(0, here, choice))
            for owned, here, choice in zip(sums, where.tolist(), choices.tolist(), strict=False)
        )

    def first(self, policy: Ints) -> Bet:
        """The bet at the start."""
        where, _, choices = chosen(self.problem, policy, np.array([self.problem.start]))
        return self.bet(0, int(where[0]), int(choices[0]))

    def number_of(self, bet: Bet) -> int:
        """The number of a bet, new or had before."""
        number = self._numbers.setdefault(msgspec.json.encode(bet), len(self.bets))
        if number == len(self.bets):
            self.bets.append(bet)
        return number

    def bet_of(self, number: int, here: int, choice: int, path: _Path = ()) -> Bet:
        """A choice as a bet in a position from which moves lead to that of the choice.

        The moves are given where they cost something.
        """
        puck, position = self.problem.positions[number].puck, self.problem.positions[here]
        begins = self._begins[here]
        at = next(i for i in range(len(begins) - 1) if choice < begins[i + 1])
        block = self.problem.blocks[here][at]
        stakes = _stakes(position.standing)
        amounts = block.amounts[choice - begins[at]].tolist()
        stakes |= {one.name: int(amount) for one, amount in zip(block.wagers, amounts, strict=True)}
        on, off = (
            tuple(one.name for one, said in block.calls.items() if said == call) for call in ("on", "off")
        )
        through = self.through(number, path, block.puck)
        if here != number and puck is None and not through:
            first = self.bet_before(number, here, block.puck)
            if first is not None:
                return first
        return Bet(stakes, block.puck if puck is None else None, on, off, through=through)

    def through(self, number: int, path: _Path, puck: int) -> tuple[dict[str, int], ...]:
        """The layouts in between, where the bets of a path cost less than one change would.

        So it is where a wager comes down before it goes up again.
        """
        arrays, unit = self.problem.arrays, self.problem.unit
        stand = [self.problem.positions[number].standing]
        stand += [self.problem.positions[int(arrays.move_to[move])].standing for move in path]
        places = [number, *(int(arrays.move_to[move]) for move in path)]
        stays = np.array([self.problem.left_out[place] for place in places])
        paid = (np.append(0, np.cumsum(arrays.move_change[list(path)], dtype=int)) + stays) * unit
        legs, at = list[dict[str, int]](), 0
        while at < len(path):
            ends = range(len(path), at + 1, -1)
            alike = (
                end
                for end in ends
                if self.problem.table.after(puck, stand[at], stand[end]) == (paid[end] - paid[at], stand[end])
            )
            at = next(alike, at + 1)
            legs.append(_stakes(stand[at]))
        return tuple(legs[:-1])

    def bet_before(self, number: int, here: int, puck: int) -> Bet | None:
        """A bet with which to wait, where wagers that bind cannot be made at the puck that is wanted.

        All of them can be called off. None if nothing stands in the way.
        """
        table = self.problem.table
        before, wanted = (self.problem.positions[one].standing for one in (number, here))
        if table.after(puck, before, wanted).left == wanted:
            return None
        tried = ((other, table.after(other, before, wanted).left) for other in table.pucks())
        other, stand = next((one for one in tried if one[1] != before), (puck, before))
        stakes = _stakes(stand)
        return Bet(stakes, other, off=tuple(stakes))

    def cheapest(self) -> Bet:
        """The cheapest bet of the first position, or nothing: charted where it cannot be paid."""
        found: list[tuple[int, Bet]] = []
        for block in self.problem.blocks[0]:
            amounts = block.amounts.sum(axis=1)
            cheap = block.amounts[int(amounts.argmin())].tolist()
            stakes = {one.name: int(amount) for one, amount in zip(block.wagers, cheap, strict=True)}
            if stakes:
                found.append((int(amounts.min()), Bet(stakes, block.puck)))
        moves = self.problem.moves[0]
        found += [(move.need, Bet(_stakes(move.to.standing), move.to.puck)) for move in moves]
        return min(found, key=lambda one: one[0], default=(0, Bet({})))[1]


def _stakes(standing: Standings) -> dict[str, int]:
    """The amount on each wager, in cents."""
    return {one.wager.name: int(one.amount) for one in standing}


TIE: Final = 1e-12
"""Bets whose worth differs by less are equally good: such differences come from rounding."""

_Amounts = tuple[tuple[Wager, int], ...]


class Ranked(NamedTuple):
    """The bets in a position with a sum, by what they are worth.

    Attributes:
        best: the best ones, all equally good, the smallest first.
        next_best: the best of the others, or None.
        gives_away: the difference in worth between the two; 0 if there is none.
        others: the number of worse bets.
        choice: the number of the choice that the first of the best ones is.
        owned: the sum after the moves before it, in units above the least.
    """

    best: tuple[Bet, ...]
    next_best: Bet | None
    gives_away: float
    others: int
    choice: int
    owned: int


def ranked(
    charting: Charting, after: Floats, number: int, owned: int, now: int = 0, *, top: float = 1.0
) -> Ranked:
    """Rank every bet in a position, with or without moves before it.

    Args:
        charting: the object that makes bets of choices.
        after: by row of `Problem.lands` and sum, what they are worth after a throw.
        number: the position.
        owned: the sum, in units above the least.
        now: the puck, where the position does not say it: bets that need not wait come first.
        top: the worth of the goal.
    """
    problem = charting.problem
    owns = dict(after_moves(problem, number, owned))
    found = (_worth(problem, after, here, now_owned, top) for here, now_owned in owns.items())
    at, which, values = map(np.concatenate, zip(*found, strict=True))
    most = values.max()
    equal = np.flatnonzero(values > most - TIE)
    tied = [(charting.bet_of(number, int(at[one]), int(which[one])), int(one)) for one in equal]
    tied.sort(key=lambda one: _order(one[0], now))
    # A bet that is possible at several pucks is kept with the first of them.
    bets = {(*bet.stakes.items(), *bet.off): bet for bet, _ in reversed(tied)}
    best, first = tuple(reversed(bets.values())), tied[0][1]
    choice, owned = int(which[first]), owns[int(at[first])]
    rest = np.where(values > most - TIE, -np.inf, values)
    second = int(rest.argmax())
    if len(equal) == len(values):
        return Ranked(best, None, 0.0, 0, choice, owned)
    follows = charting.bet_of(number, int(at[second]), int(which[second]))
    return Ranked(best, follows, float(most - rest[second]), len(values) - len(equal), choice, owned)


def bet_data(bet: Bet, puck: int = 0) -> BetData:
    """A bet for JSON. If it does not say at which point it is made, it is at this one."""
    return BetData(puck=puck if bet.puck is None else bet.puck, stakes_cents=bet.stakes)


def _order(bet: Bet, now: int) -> tuple[bool, bool, int, int]:
    """Bets that need not wait come first, then the smallest."""
    return bool(bet.off), bet.puck not in (None, now), bet.puck or 0, sum(bet.stakes.values())


def after_moves(problem: Problem, number: int, owned: int) -> list[tuple[int, int]]:
    """The positions that moves lead to from one with a sum, itself first; each with the sum owned there.

    Of the ways to the same amounts on all wagers, the one that leaves most: less commission is paid, or less
    came down and went up again.
    """
    arrays, found = problem.arrays, list[tuple[int, int]]()
    queue, known, order = [(-owned, 0, number)], set[_Amounts](), count(1)
    while queue:
        less, _, here = heappop(queue)
        amounts = tuple((one.wager, one.amount) for one in problem.positions[here].standing)
        if amounts in known:
            continue
        known.add(amounts)
        found.append((here, -less))
        for move in range(arrays.first_move[here], arrays.first_move[here + 1]):
            if -less >= arrays.move_need[move]:
                after = less - int(arrays.move_change[move])
                heappush(queue, (after, next(order), int(arrays.move_to[move])))
    return found


def _worth(
    problem: Problem, after: Floats, here: int, owned: int, top: float
) -> tuple[Integers, Integers, Floats]:
    """The choices in a position that a sum can pay: the position of each, its number, and its worth."""
    arrays = problem.arrays
    begin, end = arrays.first_choice[here], arrays.first_choice[here + 1]
    some = begin + np.flatnonzero(arrays.need[begin:end] <= owned)
    if not some.size:
        return some, some, np.zeros(0)
    first, last = arrays.first_outcome[begin], arrays.first_outcome[end]
    sums = owned + arrays.change[first:last]
    below = sums < problem.sums
    values = after[problem.lands(slice(first, last)), np.where(below, sums, 0).clip(0)]
    parts = np.where(below, values, top) * arrays.chance[first:last]
    worth = np.add.reduceat(parts, arrays.first_outcome[begin:end] - first)
    if owned >= problem.sums:  # the play ends after a throw that changes nothing
        worth += arrays.left_out[begin:end] / 36 * (top - worth)
    return np.full(len(some), here), some, worth[some - begin]
