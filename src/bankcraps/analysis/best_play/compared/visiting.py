"""The states that a system reaches at the table, with which sums and how often, and its bets there.

The system's chain says what throws do and what it bets; the visits are solved for each of its states.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.bets.choices import Extras
from bankcraps.analysis.best_play.bets.positions import Position
from bankcraps.analysis.chain.arrays import UnitChain, in_units
from bankcraps.analysis.chain.exploration import walked
from bankcraps.analysis.chain.model import NO_BELOW, Chain
from bankcraps.analysis.chain.walk import Walk
from bankcraps.analysis.exact.absorption import VisitsBySum, visits_by_sum
from bankcraps.analysis.exact.budget import NeverEndsError
from bankcraps.analysis.exact.quotient import unlumped
from bankcraps.analysis.question import Question, scope_of
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.state import State
from bankcraps.game.wagers import Wager
from bankcraps.strategies.wager_sets import bettable

__all__ = ["Visiting", "visiting"]


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

    @cached_property
    def came_to(self) -> npt.NDArray[np.int64]:
        """The states that players came to, by number."""
        by_sum = self.by_sum
        left = np.flatnonzero(by_sum.left.any(axis=1))
        return np.union1d(by_sum.classes[by_sum.visits > 0], left)

    def in_cents(self, sums: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Sums of the chain in cents."""
        return self.units.offset + sums * self.units.arrays.unit

    def positions(self, extras: Extras) -> dict[int, Position]:
        """The position of the best play in each state that players came to: there they may call anew."""
        found: dict[int, Position] = {}
        for number in map(int, self.came_to):
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
    walk = walked(scope_of(question, plan.goal))
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
