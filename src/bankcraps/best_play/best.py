"""The best play for a question: a house, a table, a bankroll and a goal."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from bankcraps.best_play.answer import BestPlay
from bankcraps.best_play.charting import Charting, SumPoint, Then
from bankcraps.best_play.choices import Extras
from bankcraps.best_play.first import Ranked, ranked
from bankcraps.best_play.following import with_each_left
from bankcraps.best_play.improving import SMALLEST_GAIN, policy_states, solved
from bankcraps.best_play.menu import read_menu, says_everything
from bankcraps.best_play.positions import is_unweighed
from bankcraps.best_play.problem import Problem, problem_of
from bankcraps.best_play.proof import slack
from bankcraps.best_play.throws import Bets
from bankcraps.best_play.within import Deadline, within
from bankcraps.chips import Cents, Money, dollars, printed
from bankcraps.engine.limits import Limits
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.errors import BankcrapsError, whole_number
from bankcraps.rulebook.loader import load_rulebook
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.chart import MAX_COUNT, Chart, ChartRow
from bankcraps.strategy.plan import LENGTH_UNITS

__all__ = ["best"]


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
) -> BestPlay:
    """The play with the best chance to reach a goal before ruin, and the proof that none is better.

    >>> from bankcraps import best
    >>> play = best("nsw", bankroll=50, goal=100, wagers="pass", limits="1:100:1")
    >>> round(play.value, 6), play.first.best[0].stakes
    (0.492929, {'pass': 5000})

    Args:
        house: a rulebook, its id, or the path of a file.
        bankroll: what the player brings, in dollars.
        goal: the sum that the player wants to own, in dollars.
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
    rules = house if isinstance(house, Rulebook) else load_rulebook(house)
    sign = Limits.read(limits) if isinstance(limits, str) else limits
    smallest = DEFAULT_CHIP if chip is None else dollars(chip)
    brought, aim = dollars(bankroll), dollars(goal)
    table = Bets(rules, sign, smallest)
    _check_money(brought, aim, smallest)
    menu = read_menu(wagers, rules)
    if says_everything(wagers):
        menu = tuple(one for one in menu if not is_unweighed(table, one, table.pucks()))
    most = _at_least_one("the number of wagers at once", at_once)
    deadline = _deadline(throws=throws, decisions=decisions, shooters=shooters)
    extras = Extras(table, menu, aim - 1, None if deadline is None else deadline.unit)
    problem = problem_of(extras, most or len(menu), brought, aim)
    cheapest = problem.cheapest
    if cheapest is None or cheapest > brought:
        takes = f"the cheapest bet takes {printed(Cents(cheapest or 0))}"
        instead = takes if cheapest else f"the table minimum is {printed(sign.minimum)}"
        raise BankcrapsError(
            f"no bet on {wagers} is possible with {printed(brought)} by {rules.spec} at {sign}: {instead}"
        )
    found = _found(table, problem, (brought - problem.least) // problem.unit, deadline)
    length = "" if deadline is None else f" within {deadline}"
    chart = Chart(
        name=f"best play to {printed(aim)}{length}",
        about=f"the best play to reach {printed(aim)} before ruin{length} by {rules.spec} at {sign}",
        house=rules.spec,
        limits=str(sign),
        chip_cents=smallest,
        goal_cents=aim,
        free=table.free_wagers(),
        bets=tuple(found.charting.bets),
        rows=found.rows,
        **({} if deadline is None else {deadline.unit: deadline.count}),
    )
    return BestPlay(
        *(rules.spec, sign, smallest, brought, aim, tuple(one.name for one in menu), deadline),
        value=found.value,
        lower=max(0.0, found.value - found.slack),
        upper=min(1.0, found.value + found.slack),
        first=found.first,
        system=chart,
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
        now, after = timed.policies[-1], timed.policies[max(-2, -deadline.count)]
        return _Found(
            value=float(timed.values[0, start]),
            slack=timed.slack,
            first=ranked(problem, timed.after, charting, 0, start),
            charting=charting,
            rows=rows,
            then=charting.then(now, after, start) if deadline != Deadline("throws", 1) else (),
            points=charting.points(now, timed.values),
        )
    found = solved(problem, top=1.0, reward=0.0, enough=SMALLEST_GAIN)
    _, states = policy_states(problem, found.policy, np.arange(problem.sums))
    rows = tuple(charting.rows(found.policy, states))
    return _Found(
        value=float(found.values[0, start]),
        slack=slack(problem, found, start),
        first=ranked(problem, found.values, charting, 0, start),
        charting=charting,
        rows=rows,
        then=charting.then(found.policy, found.policy, start),
        points=charting.points(found.policy, found.values),
    )


def _check_money(bankroll: Cents, goal: Cents, chip: Cents) -> None:
    if bankroll <= 0:
        raise BankcrapsError(f"a bankroll is more than 0, not {printed(bankroll)}")
    if bankroll % chip:
        raise BankcrapsError(
            f"a bankroll is paid in chips of {printed(chip)}, the smallest at this table, "
            f"and {printed(bankroll)} is not"
        )
    if goal <= bankroll:
        raise BankcrapsError(
            f"a goal lies above the bankroll: {printed(goal)} is not more than {printed(bankroll)}"
        )


def _deadline(**counts: int | None) -> Deadline | None:
    """The deadline that is given, or None."""
    given = [
        Deadline(unit, count)
        for unit in LENGTH_UNITS
        if (count := _at_least_one(f"the number of {unit}", counts[unit])) is not None
    ]
    if len(given) > 1:
        raise BankcrapsError(f"a play has one deadline, not both {given[0]} and {given[1]}")
    return given[0] if given else None


def _at_least_one(name: str, said: int | None) -> int | None:
    if said is not None and not 1 <= whole_number(name, said) <= MAX_COUNT:
        raise BankcrapsError(f"{name} is from 1 to {MAX_COUNT:,}, not {said}")
    return said
