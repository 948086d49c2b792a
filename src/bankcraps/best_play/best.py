"""The best play for a question: a house, a table, a bankroll and an aim."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, overload

import numpy as np

from bankcraps.best_play.answer import BestPlay
from bankcraps.best_play.asking import Asked, Deadline, asked, deadline_of, require_goal
from bankcraps.best_play.at_the_end import AtTheEnd, UtilityPlay, at_the_end
from bankcraps.best_play.charting import Charting, SumPoint, Then
from bankcraps.best_play.first import Ranked, ranked
from bankcraps.best_play.following import with_each_left
from bankcraps.best_play.improving import SMALLEST_GAIN, policy_states, solved
from bankcraps.best_play.least_time import FewestThrows, LeastThrows, least_throws
from bankcraps.best_play.problem import Problem
from bankcraps.best_play.proof import slack
from bankcraps.best_play.still_playing import StillPlaying, Survival, still_playing
from bankcraps.best_play.throws import Bets
from bankcraps.best_play.within import within
from bankcraps.chips import Money, printed
from bankcraps.engine.limits import Limits
from bankcraps.engine.opening import DEFAULT_LIMITS
from bankcraps.errors import BankcrapsError
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.chart import ChartRow

__all__ = ["Aim", "Answer", "Reach", "answer_to", "best"]


@dataclass(frozen=True)
class Reach:
    """The aim to reach a goal before ruin.

    Attributes:
        goal: the sum that the player wants to own, in dollars.
        deadline: how long the play may last; without end if None.
    """

    goal: Money
    deadline: Deadline | None = None


Aim = Reach | LeastThrows | StillPlaying | AtTheEnd
"""What a play is the best for."""

Answer = BestPlay | FewestThrows | Survival | UtilityPlay
"""The best play for an aim."""


@overload
def best(
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: Money,
    wagers: str = "pass, odds",
    *,
    at_once: int | None = None,
    throws: int | None = None,
    decisions: int | None = None,
    shooters: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> BestPlay: ...


@overload
def best(
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: LeastThrows,
    wagers: str = "pass, odds",
    *,
    at_once: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> FewestThrows: ...


@overload
def best(
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: StillPlaying,
    wagers: str = "pass, odds",
    *,
    at_once: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> Survival: ...


@overload
def best(
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: AtTheEnd,
    wagers: str = "pass, odds",
    *,
    at_once: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> UtilityPlay: ...


def best(
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: Money | LeastThrows | StillPlaying | AtTheEnd,
    wagers: str = "pass, odds",
    *,
    at_once: int | None = None,
    throws: int | None = None,
    decisions: int | None = None,
    shooters: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> Answer:
    """The play with the best chance to reach a goal before ruin, and the proof that none is better.

    >>> from bankcraps import best
    >>> play = best("nsw", bankroll=50, goal=100, wagers="pass", limits="1:100:1")
    >>> round(play.value, 6), play.first.best[0].stakes
    (0.492929, {'pass': 5000})

    Args:
        house: a rulebook, its id, or the path of a file.
        bankroll: what the player brings, in dollars.
        goal: the sum that the player wants to own, in dollars; or another aim.
        wagers: the wagers to choose from, with commas between them: names, kinds, `odds` behind the others,
            or `all`. That leaves out those on a shooter's hand, and those whose commission is paid with the
            bet.
        at_once: how many wagers that come down again for nothing may stand at once, such as odds and place
            wagers; all if None.
        throws: the goal is to be reached within so many; without end if no deadline is given.
        decisions: the same with decisions of the line.
        shooters: the same with shooters' hands.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip the table can pay in, in dollars; 1 if not given.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    question = asked(house, bankroll, wagers, at_once=at_once, limits=limits, chip=chip)
    deadline = deadline_of(throws=throws, decisions=decisions, shooters=shooters)
    if isinstance(goal, LeastThrows | StillPlaying | AtTheEnd):
        if deadline is not None:
            raise BankcrapsError(f"a deadline belongs to a goal, and {deadline} to no other aim")
        return answer_to(question, goal)
    return answer_to(question, Reach(goal, deadline))


def answer_to(question: Asked, aim: Aim) -> Answer:
    """The best play for an aim.

    Raises:
        BankcrapsError: if there is none, with the reason.
    """
    if isinstance(aim, LeastThrows):
        return least_throws(question, aim)
    if isinstance(aim, StillPlaying):
        return still_playing(question, aim)
    if isinstance(aim, AtTheEnd):
        return at_the_end(question, aim)
    return _to_goal(question, aim)


def _to_goal(question: Asked, reach: Reach) -> BestPlay:
    """The best chance to reach a goal."""
    aim, deadline = require_goal(reach.goal, question.bankroll), reach.deadline
    problem = question.problem(aim, None if deadline is None else deadline.unit)
    found = _found(question.table, problem, (question.bankroll - problem.least) // problem.unit, deadline)
    length = "" if deadline is None else f" within {deadline}"
    return BestPlay(
        *(question.rules.spec, question.limits, question.chip, question.bankroll, aim),
        *(tuple(one.name for one in question.menu), deadline),
        value=found.value,
        lower=max(0.0, found.value - found.slack),
        upper=min(1.0, found.value + found.slack),
        first=found.first,
        system=question.chart(
            f"to {printed(aim)}{length}",
            f"to reach {printed(aim)} before ruin{length}",
            *(aim, found.charting.bets, found.rows, deadline),
        ),
        positions=len(problem.positions),
        sums=problem.sums,
        choices=len(problem.arrays.need),
        then=found.then,
        points=found.points,
    )


class _Found(NamedTuple):
    """What was worked out, with the rows of the chart."""

    value: float
    slack: float
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
            slack=timed.slack,
            first=first,
            charting=charting,
            rows=rows,
            then=charting.then(first.choice, now, after, start) if deadline != Deadline("throws", 1) else (),
            points=charting.points(now, timed.values),
        )
    found = solved(problem, top=1.0, reward=0.0, enough=SMALLEST_GAIN)
    _, states = policy_states(problem, found.policy, np.arange(problem.sums))
    rows = tuple(charting.rows(found.policy, states))
    first = ranked(problem, found.values, charting, 0, start)
    return _Found(
        value=float(found.values[0, start]),
        slack=slack(problem, found, start),
        first=first,
        charting=charting,
        rows=rows,
        then=charting.then(first.choice, found.policy, found.policy, start),
        points=charting.points(found.policy, found.values),
    )
