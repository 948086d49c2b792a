"""The best chance to be still playing after some throws, with so much at risk on each of them.

With enough money nothing can go wrong: a player who puts up the safest bet before each throw loses at most so
much a throw. So sums have a cap. It is that loss times the throws, above the chips that may stand.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bankcraps.analysis.best_play.asking import AimFor, Asked, RankedPlay, deadline_of_throws
from bankcraps.analysis.best_play.charting import Charting, after_moves, ranked
from bankcraps.analysis.best_play.choices import Choices
from bankcraps.analysis.best_play.problem import Problem, Search, problem_of
from bankcraps.analysis.best_play.within import within
from bankcraps.analysis.results.as_json import BestStillData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, dollars, printed


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Survival(RankedPlay):
    """The best chance to be still playing.

    The value is the probability that at least so much can be put at risk on each throw.

    Attributes:
        throws: the number.
        at_least, at_most: the least and the most at risk on each throw, in cents.
        enough: with so much, in cents, nothing can go wrong.
    """

    _JSON_TYPE = BestStillData

    throws: int
    at_least: Cents
    at_most: Cents
    enough: Cents

    @property
    def in_line(self) -> str:
        asked = f"{printed(self.bankroll)} for {self.throws} throws of {printed(self.at_least)} or more"
        return f"{asked}: {self.value:.6f}"

    @property
    def in_short(self) -> str:
        return f"{self.value:.4%} from {printed(self.bankroll)}"


@dataclass(frozen=True)
class StillPlaying(AimFor[Survival]):
    """The aim to be still playing after some throws.

    Attributes:
        throws: the number.
        at_least: the least that is at risk on each of them, in dollars.
        at_most: no more may be at risk on any, in dollars; the bankroll if None.
    """

    throws: int
    at_least: Money
    at_most: Money | None = None

    def play(self, question: Asked) -> Survival:
        """The best chance to be still playing.

        Raises:
            BankcrapsError: if so much cannot be at risk.
        """
        deadline = deadline_of_throws(self.throws)
        throws = deadline.number
        least, most = _bounds(question, self)
        search = Search(question.extras(most, "throws"), question.at_once, least)
        search.run()
        enough = Cents(throws * _loss(question, search, least) + max(one.at_risk for one in search.found))
        problem = problem_of(search, question.bankroll, Cents(max(enough, question.bankroll + 1)))
        timed = within(problem, deadline, 1.0, smaller="less at risk at most")
        charting = Charting(problem, otherwise=_cheapest(problem))
        rows = charting.rows_left(timed.policies)
        says = f"for {throws:,} throws with {printed(least)} to {printed(most)} at risk"
        return Survival(
            *question.told(problem),
            value=timed.value,
            lower=timed.lower,
            upper=timed.upper,
            first=ranked(charting, timed.after, 0, problem.start),
            system=question.chart(says, f"to play {says}", None, charting.bets, rows, deadline),
            bets=charting.by_sum(timed.policies[-1]),
            throws=throws,
            at_least=least,
            at_most=most,
            enough=enough,
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


def _cheapest(problem: Problem) -> Callable[[int], tuple[int, int]]:
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
