"""The best bets in one position, and what the others give away."""

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.chart.charting import Charting, SumBet
from bankcraps.analysis.best_play.solving.problem import Problem
from bankcraps.analysis.results.best_data import BetBySumData, BetData, NextBetData
from bankcraps.game.wagers import Wager
from bankcraps.strategies.chart import Bet

__all__ = ["TIE", "Ranked", "after_moves", "bet_data", "by_sum_data", "ranked", "ranked_data"]

TIE: Final = 1e-12
"""Bets whose worth differs by less are equally good: such differences come from rounding."""

_Amounts = tuple[tuple[Wager, int], ...]
_Integers = npt.NDArray[np.integer]


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


def ranked(  # noqa: PLR0913 - a position of a problem has as many sides
    problem: Problem,
    after: npt.NDArray[np.float64],
    charting: Charting,
    number: int,
    owned: int,
    now: int = 0,
    *,
    top: float = 1.0,
) -> Ranked:
    """Rank every bet in a position, with or without moves before it.

    Args:
        problem: the positions and choices.
        after: by row of `Problem.lands` and sum, what they are worth after a throw.
        charting: the object that makes bets of choices.
        number: the position.
        owned: the sum, in units above the least.
        now: the puck, where the position does not say it: bets that need not wait come first.
        top: the worth of the goal.
    """
    where, choices, worth = list[_Integers](), list[_Integers](), list[npt.NDArray[np.float64]]()
    owns = dict(after_moves(problem, number, owned))
    for here, now_owned in owns.items():
        some, values = _worth(problem, after, here, now_owned, top)
        where.append(np.full(len(some), here))
        choices.append(some)
        worth.append(values)
    at, which, values = np.concatenate(where), np.concatenate(choices), np.concatenate(worth)
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


def ranked_data(first: Ranked) -> dict[str, Any]:
    """The best bets for JSON, and the best of the others."""
    bet = first.next_best
    return {
        "first": [bet_data(one) for one in first.best],
        "next_best": None if bet is None else NextBetData.of(bet, first, puck=bet.puck or 0),
    }


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
    problem: Problem, after: npt.NDArray[np.float64], here: int, owned: int, top: float
) -> tuple[_Integers, npt.NDArray[np.float64]]:
    """The choices in a position that a sum can pay, and what each is worth."""
    arrays = problem.arrays
    begin, end = arrays.first_choice[here], arrays.first_choice[here + 1]
    some = begin + np.flatnonzero(arrays.need[begin:end] <= owned)
    if not some.size:
        return some, np.zeros(0)
    first, last = arrays.first_outcome[begin], arrays.first_outcome[end]
    sums = owned + arrays.change[first:last]
    below = sums < problem.sums
    values = after[problem.lands(slice(first, last)), np.where(below, sums, 0).clip(0)]
    parts = np.where(below, values, top) * problem.chance[first:last]
    worth = np.add.reduceat(parts, arrays.first_outcome[begin:end] - first)
    if owned >= problem.sums:  # the play ends after a throw that changes nothing
        worth += arrays.left_out[begin:end] / 36 * (top - worth)
    return some, worth[some - begin]


def by_sum_data(bets: Iterable[SumBet]) -> list[BetBySumData]:
    """The bets while nothing stands, each with the least sum owned from which on it is the best."""
    found: list[BetBySumData] = []
    for owned, bet in bets:
        if not found or found[-1].stakes_cents != bet.stakes:
            found.append(BetBySumData(owned_cents=owned, stakes_cents=bet.stakes))
    return found
