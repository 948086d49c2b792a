"""The best chance to be still playing after some throws, with so much at risk on each of them.

With enough money nothing can go wrong: a player who puts up the safest bet before each throw loses at most so
much a throw. So sums have a cap. It is that loss times the throws, above the chips that may stand.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bankcraps.analysis.best_play.answers import Drawn
from bankcraps.analysis.best_play.asking import Asked, at_least_one
from bankcraps.analysis.best_play.charting import (
    Charting,
    Ranked,
    SumBet,
    after_moves,
    by_sum_data,
    ranked,
    ranked_data,
)
from bankcraps.analysis.best_play.choices import Choices
from bankcraps.analysis.best_play.improving import with_each_left
from bankcraps.analysis.best_play.problem import Problem, problem_from
from bankcraps.analysis.best_play.search import Search
from bankcraps.analysis.best_play.within import within
from bankcraps.analysis.results.best_data import BestStillData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, dollars, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.chart import Chart
from bankcraps.strategies.plan import Deadline

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["StillPlaying", "Survival", "still_playing"]


@dataclass(frozen=True)
class StillPlaying:
    """The aim to be still playing after some throws.

    Attributes:
        throws: the number.
        at_least: the least that is at risk on each of them, in dollars.
        at_most: no more may be at risk on any, in dollars; the bankroll if None.
    """

    throws: int
    at_least: Money
    at_most: Money | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Survival(Drawn):
    """The best chance to be still playing.

    Attributes:
        house: the rulebook's id, with its options.
        limits, chip: the sign at the table, and the smallest chip in cents.
        bankroll: in cents.
        throws: the number.
        at_least, at_most: the least and the most at risk on each throw, in cents.
        wagers: the wagers to choose from.
        value: the probability that at least so much can be put at risk on each throw.
        lower, upper: bounds that are proved.
        first: the best first bets, all equally good; what the next best gives away.
        system: the play as a system, for `session`, `simulate`, `explain` and `compare`.
        enough: with so much, in cents, nothing can go wrong.
        bets: the bets with each sum while nothing stands, before the first throw.
        positions, sums, choices: the size of the problem.
    """

    house: str
    limits: Limits
    chip: Cents
    bankroll: Cents
    throws: int
    at_least: Cents
    at_most: Cents
    wagers: tuple[str, ...]
    value: float
    lower: float
    upper: float
    first: Ranked
    system: Chart
    bets: tuple[SumBet, ...]
    enough: Cents
    positions: int
    sums: int
    choices: int

    def __repr__(self) -> str:
        """Write it in a line."""
        question = f"{self.house}, {printed(self.bankroll)} for {self.throws} throws"
        return f"<Survival {question} of {printed(self.at_least)} or more: {self.value:.6f}>"

    @property
    def in_short(self) -> str:
        """The worth of the play, in a few words."""
        return f"{self.value:.4%} from {printed(self.bankroll)}"

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps best --still-playing N --json` as a dict."""
        return BestStillData.of(
            self,
            limits=str(self.limits),
            **ranked_data(self.first),
            by_sum=by_sum_data(self.bets),
        ).to_dict()


def still_playing(question: Asked, aim: StillPlaying) -> Survival:
    """The best chance to be still playing.

    Raises:
        BankcrapsError: if so much cannot be at risk.
    """
    throws = at_least_one("the number of throws", aim.throws) or 1
    least, most = _bounds(question, aim)
    search = Search(question.extras(most, "throws"), question.at_once, least)
    search.run()
    enough = Cents(throws * _loss(question, search, least) + max(one.at_risk for one in search.found))
    problem = problem_from(search, question.bankroll, Cents(max(enough, question.bankroll + 1)))
    start = (question.bankroll - problem.least) // problem.unit
    timed = within(question.table, problem, Deadline("throws", throws), 1.0, smaller="less at risk at most")
    charting = Charting(question.table, problem, otherwise=_cheapest(problem))
    rows = tuple(
        row
        for left, states in with_each_left(problem, timed.policies, start)
        for row in charting.rows(timed.policies[left - 1], states, left)
    )
    says = f"for {throws:,} throws with {printed(least)} to {printed(most)} at risk"
    value = float(timed.values[0, start])
    return Survival(
        *(question.rules.spec, question.limits, question.chip, question.bankroll, throws, least, most),
        wagers=tuple(one.name for one in question.menu),
        value=value,
        lower=max(0.0, value - timed.slack),
        upper=min(1.0, value + timed.slack),
        first=ranked(problem, timed.after, charting, 0, start),
        system=question.chart(says, f"to play {says}", None, charting.bets, rows, Deadline("throws", throws)),
        bets=charting.by_sum(timed.policies[-1]),
        enough=enough,
        positions=len(problem.positions),
        sums=problem.sums,
        choices=len(problem.arrays.need),
    )


def _bounds(question: Asked, aim: StillPlaying) -> tuple[Cents, Cents]:
    """The least and the most that may be at risk, in cents."""
    least = dollars(aim.at_least)
    most = question.bankroll if aim.at_most is None else dollars(aim.at_most)
    if least <= 0:
        raise BankcrapsError(f"what is at risk is more than 0, not {printed(least)}")
    if least > question.bankroll:
        raise BankcrapsError(f"{printed(question.bankroll)} cannot put {printed(least)} at risk")
    if most < least:
        raise BankcrapsError(
            f"at most {printed(most)} at risk is less than at least {printed(least)}: nothing is possible"
        )
    return least, most


def _loss(question: Asked, search: Search, least: Cents) -> int:
    """The most that a throw takes from a player who makes the safest bet, in cents.

    It counts chips that are not bound. A bet is paid with such chips, too. Positions that no throw leads to
    do not matter: a player need not take down what stands.

    Raises:
        BankcrapsError: if there is a position in which so little cannot be at risk.
    """
    numbers = {position: number for number, position in enumerate(search.found)}
    bound = [position.at_risk for position in search.found]
    loss = [
        min((_block_loss(block, at_risk) for block in some), default=np.inf)
        for some, at_risk in zip(search.blocks, bound, strict=True)
    ]
    changed = True
    while changed:
        changed = False
        for number, moves in enumerate(search.moves):
            for move in moves:
                to = numbers[move.to]
                with_move = bound[to] - bound[number] - move.change + loss[to]
                if with_move < loss[number]:
                    loss[number], changed = with_move, True
    thrown = {0} | {numbers[to] for some in search.blocks for block in some for tos in block.to for to in tos}
    worst = max(thrown, key=lambda number: loss[number])
    if np.isinf(loss[worst]):
        puck = search.found[worst].puck
        when = f"with a point of {puck}" if puck else "on a come-out"
        raise BankcrapsError(
            f"{question.words} cannot put {printed(least)} at risk on each throw: not {when}; add a "
            "wager or put less at risk"
        )
    return int(max(0, loss[worst]))


def _block_loss(block: Choices, at_risk: int) -> float:
    """The least that a choice can be sure to take at most from the chips that are not bound, in cents."""
    lost = block.amounts.sum(axis=1)
    for change, to in zip(block.change, block.to, strict=True):
        bound = np.array([one.at_risk for one in to])
        lost = np.maximum(lost, bound - at_risk - change)
    return float(lost.min())


def _cheapest(problem: Problem) -> "Callable[[int], tuple[int, int]]":
    """The cheapest bet for a position in which none can be paid: its position, and the choice."""
    arrays = problem.arrays

    def cheapest(number: int) -> tuple[int, int]:
        found = [
            (int(arrays.need[choice]) + problem.sums - owned, here, choice)
            for here, owned in after_moves(problem, number, problem.sums)
            for choice in range(arrays.first_choice[here], arrays.first_choice[here + 1])
        ]
        _, here, choice = min(found)
        return here, choice

    return cheapest
