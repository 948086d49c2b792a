"""A policy as a chart: what to bet in each position that it can lead to, by what is owned."""

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from bankcraps.best_play.bets.throws import Bets
from bankcraps.best_play.solving.following import chosen
from bankcraps.best_play.solving.improving import NO_CHOICE
from bankcraps.best_play.solving.problem import Problem
from bankcraps.strategy.chart import Bet, ChartRow

__all__ = ["Charting", "SumBet", "SumPoint", "Then"]

Then = tuple[int, Bet]
"""A point, and the bet at it."""


class SumBet(NamedTuple):
    """A sum in the first position, in cents, with the bet there; one without stakes if nothing is bet."""

    owned: int
    bet: Bet


class SumPoint(NamedTuple):
    """A sum in the first position, with the best bet there and what it is worth.

    Attributes:
        owned: in cents.
        bet: the bet; one without stakes if nothing can be paid.
        chance: the probability to reach the goal.
    """

    owned: int
    bet: Bet
    chance: float


class Charting:
    """The bets of a policy.

    Attributes:
        bets: every different bet so far.
    """

    def __init__(
        self,
        table: Bets,
        problem: Problem,
        *,
        leaves: bool = False,
        otherwise: Callable[[int], tuple[int, int]] | None = None,
    ) -> None:
        """Chart nothing yet.

        Args:
            table: the table.
            problem: the positions and choices.
            leaves: whether the player leaves where nothing is worth a bet.
            otherwise: a bet for a position in which nothing can be paid: where it is made, and the choice.
        """
        self.leaves: bool = leaves
        self.otherwise: Callable[[int], tuple[int, int]] | None = otherwise
        self.table: Bets = table
        self.problem: Problem = problem
        self.bets: list[Bet] = []
        self._numbers: dict[bytes, int] = {}
        self._begins: list[list[int]] = []
        first = problem.arrays.first_choice.tolist()
        for begin, blocks in zip(first, problem.blocks, strict=False):
            self._begins.append(list(accumulate((len(block.amounts) for block in blocks), initial=begin)))

    def rows(
        self, policy: npt.NDArray[np.int32], states: npt.NDArray[np.integer], left: int | None = None
    ) -> Iterator[ChartRow]:
        """The rows of a policy, one for each position.

        Args:
            policy: by position and sum.
            states: the pairs that it can lead to: the position times the sums, and the sum.
            left: how much is left of what is counted.
        """
        if not states.size:
            return
        states = np.sort(states)
        numbers, begins = np.unique(states // self.problem.sums, return_index=True)
        where, _, choices = chosen(self.problem, policy, states)
        new = np.flatnonzero((np.diff(where) != 0) | (np.diff(choices) != 0)) + 1
        changes = np.union1d(begins, new)
        ends = np.searchsorted(changes, [*begins[1:], states.size])
        begin = 0
        for number, end in zip(numbers.tolist(), ends.tolist(), strict=True):
            some = [
                (
                    int(states[one] % self.problem.sums),
                    self.number_of(self.bet(number, int(where[one]), int(choices[one]))),
                )
                for one in changes[begin:end].tolist()
            ]
            begin = end
            yield self.row(number, some, left)

    def row(self, number: int, some: list[tuple[int, int]], left: int | None) -> ChartRow:
        """The row of a position, from the sums where its bets begin, with the numbers of the bets."""
        problem, position = self.problem, self.problem.positions[number]
        runs = [
            one
            for before, one in zip((None, *some), some, strict=False)
            if before is None or before[1] != one[1]
        ]
        sums = (0, *(problem.least + owned * problem.unit for owned, _ in runs[1:]))
        standing = {one.wager.name: int(one.amount) for one in position.standing}
        return ChartRow(position.puck, standing, sums, tuple(bet for _, bet in runs), left)

    def bet(self, number: int, here: int, choice: int) -> Bet:
        """A choice as a bet; where nothing is worth a bet, what stands, or else the cheapest one."""
        position = self.problem.positions[number]
        if choice != NO_CHOICE:
            return self.bet_of(number, here, choice)
        if self.otherwise is not None:
            return self.bet_of(number, *self.otherwise(number))
        if self.leaves:
            return Bet({}, leave=True)
        if position.standing or position.puck:
            return Bet({one.wager.name: int(one.amount) for one in position.standing})
        return self.cheapest()

    def then(
        self, choice: int, policy: npt.NDArray[np.int32], after: npt.NDArray[np.int32], owned: int
    ) -> tuple[Then, ...]:
        """The bets after the throw of a choice, where wagers stand and nothing was decided.

        Args:
            choice: its number.
            policy: by position and sum, what is chosen after a throw that does not count.
            after: the same after a throw that uses up one of what is counted.
            owned: the sum, in units above the least.
        """
        problem, arrays = self.problem, self.problem.arrays
        outcomes = range(arrays.first_outcome[choice], arrays.first_outcome[choice + 1])
        found: list[Then] = []
        for outcome in outcomes:
            to = int(arrays.to[outcome])
            position = problem.positions[to]
            if arrays.change[outcome] == 0 and position.standing and position.puck:
                later = after if problem.counts[outcome] else policy
                where, _, then = chosen(problem, later, np.array([to * problem.sums + owned]))
                found.append((position.puck, self.bet(to, int(where[0]), int(then[0]))))
        return tuple(sorted(found, key=lambda one: one[0]))

    def points(self, policy: npt.NDArray[np.int32], values: npt.NDArray[np.float64]) -> tuple[SumPoint, ...]:
        """What to bet, and what it is worth, with each sum in the first position."""
        worth = values[0].tolist()
        return tuple(SumPoint(*one, chance) for one, chance in zip(self.by_sum(policy), worth, strict=True))

    def by_sum(self, policy: npt.NDArray[np.int32]) -> tuple[SumBet, ...]:
        """What to bet with each sum in the first position."""
        where, _, choices = chosen(self.problem, policy, np.arange(self.problem.sums))
        return tuple(
            SumBet(
                self.problem.least + owned * self.problem.unit,
                Bet({}) if choice == NO_CHOICE else self.bet(0, here, choice),
            )
            for owned, (here, choice) in enumerate(zip(where.tolist(), choices.tolist(), strict=True))
        )

    def first(self, policy: npt.NDArray[np.int32], owned: int) -> Bet:
        """The bet in the first position with a sum, in units."""
        where, _, choices = chosen(self.problem, policy, np.array([owned]))
        return self.bet(0, int(where[0]), int(choices[0]))

    def number_of(self, bet: Bet) -> int:
        """The number of a bet, new or had before."""
        number = self._numbers.setdefault(msgspec.json.encode(bet), len(self.bets))
        if number == len(self.bets):
            self.bets.append(bet)
        return number

    def bet_of(self, number: int, here: int, choice: int) -> Bet:
        """A choice as a bet in a position from which moves lead to that of the choice."""
        puck, position = self.problem.positions[number].puck, self.problem.positions[here]
        begins = self._begins[here]
        at = next(i for i in range(len(begins) - 1) if choice < begins[i + 1])
        block = self.problem.blocks[here][at]
        stakes = {one.wager.name: int(one.amount) for one in position.standing}
        amounts = block.amounts[choice - begins[at]].tolist()
        stakes |= {one.name: int(amount) for one, amount in zip(block.wagers, amounts, strict=True)}
        on, off = (
            tuple(one.name for one, said in block.calls.items() if said == call) for call in ("on", "off")
        )
        if here != number and puck is None and (first := self.bet_before(number, here, block.puck)):
            return first
        return Bet(stakes, block.puck if puck is None else None, on, off)

    def bet_before(self, number: int, here: int, puck: int) -> Bet | None:
        """A bet with which to wait, where wagers that bind cannot be made at the puck that is wanted.

        All of them can be called off. None if nothing stands in the way.
        """
        before, wanted = (self.problem.positions[one].standing for one in (number, here))
        if self.table.after(puck, before, wanted) == wanted:
            return None
        tried = ((other, self.table.after(other, before, wanted)) for other in self.table.pucks())
        other, stand = next((one for one in tried if one[1] != before), (puck, before))
        stakes = {one.wager.name: int(one.amount) for one in stand}
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
        for move in self.problem.moves[0]:
            stakes = {one.wager.name: int(one.amount) for one in move.to.standing}
            found.append((move.need, Bet(stakes, move.to.puck)))
        return min(found, key=lambda one: one[0], default=(0, Bet({})))[1]
