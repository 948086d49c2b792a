"""The best chance to reach a goal before ruin, maybe before a deadline; bold and timid play beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.against import Visiting, beside_the_best, visiting
from bankcraps.analysis.best_play.answers import BestPlay
from bankcraps.analysis.best_play.asking import Asked, require_goal
from bankcraps.analysis.best_play.charting import Charting, Ranked, SumPoint, Then, ranked
from bankcraps.analysis.best_play.choices import Extras, TooLargeError
from bankcraps.analysis.best_play.improving import (
    NO_CHOICE,
    SMALLEST_GAIN,
    policy_states,
    solved,
    with_each_left,
    worth_of,
)
from bankcraps.analysis.best_play.leaving import taken_home
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.best_play.proof import slack
from bankcraps.analysis.best_play.throws import Bets
from bankcraps.analysis.best_play.within import within
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, printed
from bankcraps.game.wagers import Wager
from bankcraps.strategies.chart import ChartRow
from bankcraps.strategies.plan import Deadline
from bankcraps.strategies.policy import Policy

__all__ = ["Reach", "rivals", "to_goal"]

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


@dataclass(frozen=True)
class Reach:
    """The aim to reach a goal before ruin.

    Attributes:
        goal: the sum that the player wants to own, in dollars.
        deadline: the deadline of the play; without end if None.
        against: a system to compare with, or None: a system, its name, the path of a file, or the text.
        settled: whether the goal is of settled money, which leaves out wagers that must stay.
    """

    goal: Money
    deadline: Deadline | None = None
    against: Policy | str | None = None
    settled: bool = False

    def __post_init__(self) -> None:
        """Refuse a deadline beside a system."""
        if self.deadline is not None and self.against is not None:
            raise BankcrapsError(
                f"a system is compared with the best play without end: leave out either {self.deadline} or "
                "the system"
            )
        if self.settled and self.against is not None:
            raise BankcrapsError(
                "a system stops at the goal at face value: leave out either settled money or the system"
            )


def to_goal(question: Asked, reach: Reach) -> BestPlay:
    """The best chance to reach a goal.

    Raises:
        BankcrapsError: if no bet is possible, if the problem is too large, or if a system cannot be compared.
    """
    goal, deadline = require_goal(reach.goal, question.bankroll), reach.deadline
    came = None if reach.against is None else _visiting(question, reach.against, goal)
    if came is not None:
        question = question.beside(came.wagers)
    extras = question.extras(goal - 1, None if deadline is None else deadline.unit)
    problem = (
        question.problem(extras, goal, settled=reach.settled)
        if came is None
        else _with_positions(question, extras, came)
    )
    found = _found(question.table, problem, (question.bankroll - problem.least) // problem.unit, deadline)
    length = "" if deadline is None else f" within {deadline}"
    return BestPlay(
        *(question.rules.spec, question.limits, question.chip, question.bankroll, goal),
        *(tuple(one.name for one in question.menu), deadline),
        value=found.value,
        lower=max(0.0, found.value - found.slack),
        upper=min(1.0, found.value + found.slack),
        taken_home=found.value if reach.settled else found.taken_home,
        settled=reach.settled,
        first=found.first,
        system=question.chart(
            f"to {printed(goal)}{' taken home' * reach.settled}{length}",
            f"to {'take home' if reach.settled else 'reach'} {printed(goal)} before ruin{length}",
            *(None if problem.settled else goal, found.charting.bets, found.rows, deadline),
        ),
        positions=len(problem.positions),
        sums=problem.sums,
        choices=len(problem.arrays.need),
        then=found.then,
        points=found.points,
        rivals={} if deadline is not None else _rivals(problem, question),
        against=None
        if came is None
        else beside_the_best(came, extras, problem, found.values, found.charting),
    )


def _rivals(problem: Problem, question: Asked) -> dict[str, tuple[float, ...]]:
    """The chances of plain plays on the first wager, by sum."""
    return {name: tuple(found.tolist()) for name, found in rivals(problem, question.menu[0]).items()}


def _visiting(question: Asked, system: Policy | str, goal: Cents) -> Visiting:
    """The states that a system reaches with the money and the table of a question."""
    return visiting(
        ask(
            *(question.rules, system, printed(question.bankroll), printed(goal)),
            limits=question.limits,
            chip=printed(question.chip),
        ),
        goal,
    )


def _with_positions(question: Asked, extras: Extras, came: Visiting) -> Problem:
    """The decision problem with the positions of a system."""
    try:
        return question.problem(extras, came.goal, came.positions(extras).values(), came.chain.unit)
    except TooLargeError as error:
        raise TooLargeError(f"with {question.words} beside {came.question.system.name}, {error}") from None


class _Found(NamedTuple):
    """A solution, with the rows of the chart."""

    value: float
    values: npt.NDArray[np.float64]
    slack: float
    taken_home: float
    first: Ranked
    charting: Charting
    rows: tuple[ChartRow, ...]
    then: tuple[Then, ...]
    points: tuple[SumPoint, ...]


def _found(table: Bets, problem: Problem, start: int, deadline: Deadline | None) -> _Found:
    """Solve a problem for a sum at the start, in units."""
    charting = Charting(table, problem)
    if deadline is not None:
        timed = within(table, problem, deadline)
        rows = tuple(
            row
            for left, states in with_each_left(problem, timed.policies, start)
            for row in charting.rows(timed.policies[left - 1], states, left)
        )
        now, after = timed.policies[-1], timed.policies[max(-2, -deadline.number)]
        first = ranked(problem, timed.after, charting, 0, start)
        return _Found(
            value=float(timed.values[0, start]),
            values=timed.values,
            slack=timed.slack,
            taken_home=taken_home(problem, timed.policies, start),
            first=first,
            charting=charting,
            rows=rows,
            then=charting.then(first.choice, now, after, first.owned)
            if deadline != Deadline("throws", 1)
            else (),
            points=charting.points(now, timed.values),
        )
    found = solved(problem, top=1.0, reward=0.0, enough=SMALLEST_GAIN)
    _, states = policy_states(problem, found.policy, np.arange(problem.sums))
    rows = tuple(charting.rows(found.policy, states))
    first = ranked(problem, found.values, charting, 0, start)
    return _Found(
        value=float(found.values[0, start]),
        values=found.values,
        slack=slack(problem, found, start),
        taken_home=taken_home(problem, [found.policy], start),
        first=first,
        charting=charting,
        rows=rows,
        then=charting.then(first.choice, found.policy, found.policy, first.owned),
        points=charting.points(found.policy, found.values),
    )
