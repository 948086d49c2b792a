"""The best chance to reach a goal before ruin, maybe before a deadline, and beside a system."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.answer import BestPlay
from bankcraps.analysis.best_play.asking import Asked, require_goal
from bankcraps.analysis.best_play.bets.choices import Extras
from bankcraps.analysis.best_play.bets.sizes import TooLargeError
from bankcraps.analysis.best_play.bets.throws import Bets
from bankcraps.analysis.best_play.chart.charting import Charting, SumPoint, Then
from bankcraps.analysis.best_play.chart.first import Ranked, ranked
from bankcraps.analysis.best_play.compared.giving_away import beside_the_best
from bankcraps.analysis.best_play.compared.visiting import Visiting, visiting
from bankcraps.analysis.best_play.solving.following import with_each_left
from bankcraps.analysis.best_play.solving.improving import SMALLEST_GAIN, policy_states, solved
from bankcraps.analysis.best_play.solving.problem import Problem
from bankcraps.analysis.best_play.solving.proof import slack
from bankcraps.analysis.best_play.solving.rivals import rivals
from bankcraps.analysis.best_play.solving.taken_home import taken_home
from bankcraps.analysis.best_play.solving.within import within
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, printed
from bankcraps.strategies.chart import ChartRow
from bankcraps.strategies.plan import Deadline
from bankcraps.strategies.policy import Policy

__all__ = ["Reach", "to_goal"]


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
