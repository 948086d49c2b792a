"""A system beside the best play: the chances that it gives away, and the states in which it does.

The system's chain says what throws do and what it bets; the visits are solved for each of its states, with
each sum. Let V be what the best play is worth, and Q what it is worth after the next throw if the system bets
now. Each time that the system bets, it gives away V - Q, and where it leaves before the goal, V. Times how
often it comes there, this adds up to all that it gives away: from throw to throw, V falls by just that on
average, and in the end it is 1 at the goal and 0 elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.best_play.charting import TIE, Charting, bet_data, ranked
from bankcraps.analysis.best_play.choices import Extras
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.best_play.throws import Position
from bankcraps.analysis.chain.arrays import SIDES, Floats, Ints, UnitChain, in_units
from bankcraps.analysis.chain.exploration import walked
from bankcraps.analysis.chain.model import NO_BELOW, Chain
from bankcraps.analysis.chain.stopping import FLOOR, GOAL, RUIN, STOPPED
from bankcraps.analysis.chain.walk import Walk
from bankcraps.analysis.exact.absorption import VisitsBySum, visits_by_sum
from bankcraps.analysis.exact.budget import NeverEndsError
from bankcraps.analysis.exact.quotient import numbered, sums_by, unlumped
from bankcraps.analysis.question import Question, scope_of
from bankcraps.analysis.results.as_json import AgainstData, GivenAwayAt, GivenAwayData, Spot, WhyLeft
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.state import Standing, State
from bankcraps.game.wagers import Wager
from bankcraps.strategies.chart import Bet
from bankcraps.strategies.wager_sets import bettable


class GivenAway(NamedTuple):
    """A state in which a system gives something away: the table as a player sees it, and the sum owned.

    Attributes:
        puck: the point, 0 while the puck is off.
        standing: the wagers that stand before the betting.
        owned: in cents.
        visits: the number of times that the system comes there in a session, on average.
        bets: its wagers on the layout for the throw; nothing if it leaves.
        leaves: its reason to leave: "ruin" if it cannot pay its next bet, "stopped" by a rule of its own,
            "floor", or "goal" of its own; None if it stays.
        best: the wagers of the best play there.
        each: the worth that the system gives away each time.
        in_all: the same times the visits.
    """

    puck: int
    standing: tuple[Spot, ...]
    owned: int
    visits: float
    bets: tuple[Spot, ...]
    leaves: WhyLeft | None
    best: Bet
    each: float
    in_all: float


@dataclass(frozen=True)
class Against:
    """A system beside the best play: what it gives away, and where.

    Attributes:
        system: its name.
        value: its probability to reach the goal.
        given_away: the difference between that and the best play's.
        states: the states that cost it most, at most ten.
        elsewhere: the worth that it gives away in all others.
        tables: the same by the table, with any sum: those that cost it most, at most 20.
        lacking: the wagers it makes that the best play does not choose from. With them it may be better.
        gains: the gain on the best play in the states where it is better.
        values: the sums with which it may come to its first state, in cents, and its chance from there.
    """

    system: str
    value: float
    given_away: float
    states: tuple[GivenAway, ...]
    elsewhere: float
    tables: tuple[GivenAwayAt, ...]
    lacking: tuple[str, ...]
    gains: float
    values: tuple[tuple[int, float], ...]


def against_data(found: Against) -> AgainstData:
    """A system beside the best play, for JSON."""
    states = [GivenAwayData.of(one, best=bet_data(one.best, one.puck)) for one in found.states]
    return AgainstData.of(found, states=states)


@dataclass(frozen=True, eq=False)
class Visiting:
    """A system at a table until everybody has left.

    Attributes:
        question: the house, the system and the plan.
        goal: the sum that the player wants to own, in cents. The system may leave with less.
        chain: the system's Markov chain.
        before: by state of the chain, the table before the betting.
        after: by post-decision state, the table after it.
        units: the chain in units of money.
        by_sum: the visits by state and sum, in units.
    """

    question: Question
    goal: Cents
    chain: Chain
    before: tuple[State, ...]
    after: tuple[State, ...]
    units: UnitChain
    by_sum: VisitsBySum

    @property
    def value(self) -> float:
        """The probability to reach the goal."""
        left = self.by_sum.left
        sums = np.arange(left.shape[1], dtype=np.int64)
        return float(left[:, self.in_cents(sums) >= self.goal].sum())

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers that the system makes."""
        by_sum, posts = self.by_sum, np.array([state.post for state in self.chain.states])
        betted = np.unique(posts[by_sum.classes[by_sum.visits > 0]])
        tables = [self.after[post] for post in map(int, betted)]
        found = {one.wager for table in tables for one in table.seats[0].wagers}
        return tuple(sorted(filter(bettable, found), key=lambda one: one.order))

    def in_cents(self, sums: Ints) -> Ints:
        """Sums of the chain in cents."""
        return self.units.offset + sums * self.units.arrays.unit

    def positions(self, extras: Extras) -> dict[int, Position]:
        """The position of the best play in each state that players came to: there they may call anew."""
        found, by_sum = dict[int, Position](), self.by_sum
        left = np.flatnonzero(by_sum.left.any(axis=1))
        for number in map(int, np.union1d(by_sum.classes[by_sum.visits > 0], left)):
            puck, wagers = self.before[number].puck, self.before[number].seats[0].wagers
            position = Position(puck, extras.stand(puck, extras.bets.seen(wagers)))
            if position.at_risk <= extras.most:
                found[number] = position
        return found


def visiting(question: Question, goal: Cents) -> Visiting:
    """Explore what a system does, and solve how often it comes to each state with each sum.

    Raises:
        BankcrapsError: if no finite chain holds the system, or the session is too large or need not end.
    """
    plan = question.plan
    walk = walked(replace(scope_of(question), goal=plan.goal))
    chain = walk.chain()
    chain.require_playable(plan)
    units = in_units(chain, plan.bankroll)
    aim = -((units.offset - goal) // units.arrays.unit)
    try:
        by_sum = visits_by_sum(unlumped(units), units.plan(plan), aim)
    except NeverEndsError:
        raise BankcrapsError(
            f"{chain.system} comes to neither the goal nor ruin in some sessions, because from some throw on "
            "nothing that it bets changes what it owns: let it stop there"
        ) from None
    tables = walk.tables.states
    after = tuple(tables[number] for number in walk.betted_tables)
    return Visiting(question, goal, chain, _before(walk), after, units, by_sum)


def _before(walk: Walk) -> tuple[State, ...]:
    """The table of each state. Those below the first state of a row share its table."""
    numbers = [key.table for key in walk.keys] + [0] * (len(walk.states) - len(walk.keys))
    for number, state in enumerate(walk.states):
        if state.below != NO_BELOW:
            numbers[state.below] = numbers[number]
    return tuple(walk.tables.states[number] for number in numbers)


MOST_STATES: Final = 10
"""The most states in the report."""

MOST_TABLES: Final = 20
"""The most tables in the report: often two or more differ only in the point."""

_WHY: Final[dict[int, WhyLeft]] = {RUIN: "ruin", STOPPED: "stopped", FLOOR: "floor", GOAL: "goal"}


class Rows(NamedTuple):
    """States with sums: those where the system bets, and those where it leaves before the goal.

    Attributes:
        states, sums: the state of the chain, and the sum in units of the chain.
        does: the post-decision state, or -1 - the number of the reason why it leaves.
        visits: the number of visits there.
        in_all: the worth that it gives away there, times the visits.
    """

    states: Ints
    sums: Ints
    does: Ints
    visits: Floats
    in_all: Floats


class Worth:
    """The worth of the best play in the states of a system."""

    def __init__(self, came: Visiting, extras: Extras, problem: Problem, values: Floats) -> None:
        """Find the position of each state; -1 where no player came to."""
        self.came: Visiting = came
        self.problem: Problem = problem
        self.values: Floats = values
        self.positions: Ints = np.full(len(came.before), -1)
        self.positions[list(came.positions(extras))] = problem.others

    def owned(self, sums: Ints) -> Ints:
        """Sums of the chain in units of the problem, above its least."""
        return (self.came.in_cents(sums) - self.problem.least) // self.problem.unit

    def of(self, states: Ints, sums: Ints) -> Floats:
        """The worth of states with sums: 1 from the goal on."""
        owned = self.owned(sums)
        inside = (self.positions[states] >= 0) & (owned >= 0) & (owned < self.problem.sums)
        found = self.values[self.positions[states], np.where(inside, owned, 0)]
        return np.where(owned >= self.problem.sums, 1.0, np.where(inside, found, 0.0))

    def after_throw(self, posts: Ints, sums: Ints) -> Floats:
        """The mean worth after a throw, from post-decision states in the arrays."""
        arrays, found = self.came.units.arrays, np.zeros(len(posts))
        for side in range(SIDES):
            found += self.of(arrays.next[posts, side].astype(np.int64), sums + arrays.delta[posts, side])
        return found / SIDES


def beside_the_best(came: Visiting, extras: Extras, values: Floats, charting: Charting) -> Against:
    """Compare a system with the best play.

    Args:
        came: the system.
        extras: the wagers to choose from.
        values: the worth of each position with each sum.
        charting: the object that makes bets of choices, of a problem with the positions of the system as its
            others.
    """
    worth = Worth(came, extras, charting.problem, values)
    rows = given_away(came, worth)
    first = came.units.plan(came.question.plan).bankroll
    whole = float(worth.of(np.zeros(1, np.int64), np.array([first]))[0]) - came.value
    order = np.argsort(-rows.in_all, kind="stable")[:MOST_STATES]
    told = tuple(_told(worth, charting, rows, int(one)) for one in order if rows.in_all[one] > TIE)
    return Against(
        system=came.question.system.name,
        value=came.value,
        given_away=whole,
        states=told,
        elsewhere=float(rows.in_all.sum()) - sum(one.in_all for one in told),
        tables=_by_table(came, rows),
        lacking=tuple(one.name for one in came.wagers if one not in extras.menu),
        gains=abs(float(rows.in_all[rows.in_all < -TIE].sum())),
        values=_values(came),
    )


def given_away(came: Visiting, worth: Worth) -> Rows:
    """The losses of a system by state and sum. States that a player cannot tell apart are one."""
    found, chain = came.by_sum, came.chain
    bets = np.flatnonzero(found.visits > 0)
    states, sums, visits = found.classes[bets], found.sums[bets], found.visits[bets]
    posts = came.units.arrays.post[states].astype(np.int64)
    each = worth.of(states, sums) - worth.after_throw(posts, sums)
    gone, left_with = (one.astype(np.int64) for one in np.nonzero(found.left))
    early = came.in_cents(left_with) < came.goal
    gone, left_with = gone[early], left_with[early]
    chances = found.left[gone, left_with]
    does = np.array([state.post for state in chain.states], np.int64)[states]
    why = -1 - came.units.plan(came.question.plan).reasons(came.units.arrays.need[gone], left_with)
    bet = Rows(states, sums, does, visits, visits * each)
    left = Rows(gone, left_with, why, chances, chances * worth.of(gone, left_with))
    return _together(came, Rows._make(map(np.concatenate, zip(bet, left, strict=True))))


def _together(came: Visiting, rows: Rows) -> Rows:
    """Rows with the same table and sum where the system does the same, whatever it remembers, as one."""
    made = [_spots(table.seats[0].wagers) for table in came.after]
    acts = np.where(rows.does < 0, rows.does, numbered(made)[rows.does] if made else rows.does)
    return _summed(rows, _tables(came)[rows.states], rows.sums, acts)


def _by_table(came: Visiting, rows: Rows) -> tuple[GivenAwayAt, ...]:
    """The tables that cost most, with any sum: those where the system stays, and those where it leaves."""
    found = _summed(rows, _tables(came)[rows.states], rows.does.clip(max=0))
    order = np.argsort(-found.in_all, kind="stable")[:MOST_TABLES]
    return tuple(
        GivenAwayAt(
            *_seen(came, int(found.states[one])),
            _WHY.get(-1 - int(found.does[one])),
            float(found.visits[one]),
            float(found.in_all[one]),
        )
        for one in order
        if found.in_all[one] > TIE
    )


def _tables(came: Visiting) -> Ints:
    """By state of the chain a number for its table, as players see it."""
    return numbered([(state.puck, state.wagers) for state in came.chain.states])


def _seen(came: Visiting, state: int) -> tuple[int, tuple[Spot, ...]]:
    """The point, and what stands."""
    table = came.before[state]
    return table.puck, _spots(table.seats[0].wagers)


def _summed(rows: Rows, *keys: Ints) -> Rows:
    """Rows with equal keys as one, told by the first of them."""
    _, first, same = np.unique(np.stack(keys), axis=1, return_index=True, return_inverse=True)
    same = same.reshape(-1)
    return Rows._make((*(one[first] for one in rows[:3]), *(sums_by(same, one) for one in rows[3:])))


def _told(worth: Worth, charting: Charting, rows: Rows, row: int) -> GivenAway:
    """One row for people, with the best bet there."""
    came, state, does = worth.came, int(rows.states[row]), int(rows.does[row])
    owned = int(worth.owned(rows.sums[[row]])[0])
    number, (puck, standing) = int(worth.positions[state]), _seen(came, state)
    best = ranked(charting, worth.values, number, owned, puck).best
    return GivenAway(
        puck=puck,
        standing=standing,
        owned=int(came.in_cents(rows.sums[row])),
        visits=float(rows.visits[row]),
        bets=() if does < 0 else _spots(came.after[does].seats[0].wagers),
        leaves=_WHY.get(-1 - does),
        best=best[0],
        each=float(rows.in_all[row] / rows.visits[row]),
        in_all=float(rows.in_all[row]),
    )


def _spots(standing: Sequence[Standing]) -> tuple[Spot, ...]:
    return tuple(Spot(one.wager.name, int(one.amount), one.call or "") for one in standing)


def _values(came: Visiting) -> tuple[tuple[int, float], ...]:
    """The worth of the system with each sum that it may have in its first state."""
    found, first = came.by_sum, [0]
    while (below := came.chain.states[first[-1]].below) != NO_BELOW:
        first.append(below)
    here = np.flatnonzero(np.isin(found.classes, first))
    cents = came.in_cents(found.sums[here]).tolist()
    return tuple(sorted(zip(cents, found.reaches[here].tolist(), strict=True)))
