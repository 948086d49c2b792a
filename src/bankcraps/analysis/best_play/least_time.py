"""The fewest throws on average to a goal that is reached with a given chance.

Each throw has a price, and the player may leave whenever no wager has to stay. A play is worth its chance to
reach the goal, less its mean number of throws times the price. The best plays at all prices are the corners
of a line, the convex hull of what is possible. A chance between two corners takes a mixture: one of the two
plays, drawn at random before the first bet. A price also proves that nothing is faster: a play with chance
p takes at least (p - V) / price throws, where V is the most that a play can be worth (Lagrange).
"""

from dataclasses import dataclass
from math import isfinite
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.best_play.asking import AimFor, Asked, Play, require_goal, shares
from bankcraps.analysis.best_play.charting import Charting
from bankcraps.analysis.best_play.improving import (
    LARGEST_SYSTEM,
    SMALLEST_GAIN,
    Pays,
    Solved,
    evaluate,
    improved,
    policy_states,
    solved,
    worth_of,
)
from bankcraps.analysis.best_play.kernels import NO_CHOICE, Bools, Ints
from bankcraps.analysis.best_play.leaving import ended, face_value_note
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.results.as_json import BestTimeData, TimedPlayData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, printed
from bankcraps.strategies.chart import Bet, Chart

_PRICES: Final = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
"""Prices of a throw, for a play that is sure enough."""

_SAME: Final = 1e-13
"""Two plays whose worth at a price differs by less are equally good: such differences come from rounding."""


@dataclass(frozen=True)
class TimedPlay:
    """A play with its chance and its length.

    Attributes:
        chance: the probability to reach the goal.
        throws: the number of throws that it lasts on average.
        share: the part of the time that it is the one to play.
        first: the first bet; one without stakes that leaves for the play that leaves at once.
        system: the play as a system; None for the play that leaves at once.
    """

    chance: float
    throws: float
    share: float
    first: Bet
    system: Chart | None


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class FewestThrows(Play):
    """The fewest throws on average to a goal, if it has to be reached with a given chance.

    The value is that number. Nothing takes fewer throws than `lower`, and the plays take `upper`. The system
    is the surer play: it reaches the goal with at least the chance that was asked for.

    Attributes:
        goal: in cents.
        chance: the chance that was asked for.
        taken_home: the probability to take the goal home, which wagers that must stay may still lose.
        plays: one play; or two to draw from, the surer one last.
    """

    _JSON_TYPE = BestTimeData

    goal: Cents
    chance: float
    taken_home: float
    plays: tuple[TimedPlay, ...]

    @property
    def in_line(self) -> str:
        asked = f"{printed(self.bankroll)} to {printed(self.goal)} at {self.chance:.6f}"
        return f"{asked}: {self.value:.4f} throws"

    @property
    def in_short(self) -> str:
        start = printed(self.bankroll)
        return f"{self.value:.4f} throws on average at a chance of {self.chance:.4%} from {start}"

    @property
    def note(self) -> str:
        """The sentence about a goal at face value that not all take home; or nothing."""
        return face_value_note(sum(one.share * one.chance for one in self.plays), self.taken_home)

    def _keys(self) -> dict[str, object]:
        plays = [TimedPlayData.of(one, one.first, puck=one.first.puck or 0) for one in self.plays]
        return {**super()._keys(), "plays": plays}


class _Corner(NamedTuple):
    """The best play at some price of a throw.

    Attributes:
        policy: by position and sum.
        chance, throws: the chance to reach the goal, and the mean number of throws.
        least, most: the chance at least and the throws at most, with all that is lost by rounding.
    """

    policy: Ints
    chance: float
    throws: float
    least: float
    most: float


@dataclass(frozen=True)
class LeastThrows(AimFor[FewestThrows]):
    """The aim to reach a goal in the fewest throws on average, with at least a given chance.

    Attributes:
        goal: the sum that the player wants to own, in dollars.
        chance: the chance to reach it, at least.
    """

    goal: Money
    chance: float

    def __post_init__(self) -> None:
        """Require 0 < chance <= 1."""
        if not (isfinite(self.chance) and 0 < self.chance <= 1):
            raise BankcrapsError(f"a chance is above 0 and at most 1, not {self.chance}")

    def play(self, question: Asked) -> FewestThrows:
        """The fewest throws on average.

        Raises:
            BankcrapsError: if the chance is more than the best.
        """
        goal = require_goal(self.goal, question.bankroll)
        problem = question.problem(question.extras(goal - 1, "throws"), goal)
        if len(problem.positions) * problem.width > LARGEST_SYSTEM:
            raise BankcrapsError(
                f"{len(problem.positions):,} positions with {problem.width:,} sums each are too many for the "
                "fewest throws: fewer wagers, a nearer goal or larger units would make them fewer"
            )
        found = _corners(problem, self.chance)
        if found is None:
            raise _above_the_best(question, goal, self.chance)
        faster, surer, lower = found
        other, share = shares(faster.least, surer.least, self.chance)
        endless = problem._replace(counts=np.zeros_like(problem.counts))
        corners = [(surer, share)] if share == 1 else [(faster, other), (surer, share)]
        parts = [(corner, often, *_system(question, problem, goal, corner)) for corner, often in corners]
        plays = tuple(
            TimedPlay(corner.chance, corner.throws, often, first, None if first.leave else system)
            for corner, often, first, system in parts
        )
        return FewestThrows(
            *question.told(problem),
            value=sum(one.share * one.throws for one in plays),
            lower=max(0.0, lower),
            upper=other * faster.most + share * surer.most,
            system=parts[-1][3],
            bets=Charting(problem, leaves=True).by_sum(surer.policy),
            goal=goal,
            chance=self.chance,
            taken_home=sum(often * ended(endless, [corner.policy]).home for corner, often in corners),
            plays=plays,
        )


def _corners(problem: Problem, chance: float) -> tuple[_Corner, _Corner, float] | None:
    """The corners on both sides of a chance, and the fewest throws that it takes; None if none is so sure."""
    faster = _Corner(_to_leave(problem), 0.0, 0.0, 0.0, 0.0)
    surer: _Corner | None = None
    for price in _PRICES:
        corner, _, _ = _at_price(problem, price, faster)
        if corner.least >= chance:
            surer = corner
            break
        faster = corner
    if surer is None:
        return None
    while True:
        price = (surer.chance - faster.chance) / (surer.throws - faster.throws)
        corner, worth, lost = _at_price(problem, price, surer)
        if corner.chance - price * corner.throws <= surer.chance - price * surer.throws + _SAME:
            return faster, surer, (chance - worth) / (price + lost)
        faster, surer = (faster, corner) if corner.least >= chance else (corner, surer)


def _above_the_best(question: Asked, goal: Cents, chance: float) -> BankcrapsError:
    """The error for a chance that no play has, or none that heeds time.

    The problem is one without time. To wait is no choice there: it would be as good as to bet, for ever.
    """
    problem = question.problem(question.extras(goal - 1, None), goal)
    best = float(solved(problem, Pays(1.0), SMALLEST_GAIN).values[0, problem.start])
    if chance > best:
        return BankcrapsError(f"the best chance to reach the goal is {best:.9f}, and {chance} is more")
    return BankcrapsError(
        f"a chance of {chance} is so near the best of {best:.9f} that time does not matter: ask for less"
    )


def _at_price(problem: Problem, price: float, near: _Corner) -> tuple[_Corner, float, float]:
    """The best play at a price of a throw, from that at another price; and the most that any is worth.

    The last figure is what rounding may change of that, for each throw.
    """
    found = _improved(problem, price, near)
    seeds = np.array([problem.start])
    chances, chance_lost = worth_of(problem, found.policy, seeds, Pays(1.0))
    throws, throws_lost = worth_of(problem, found.policy, seeds, Pays(0.0, 1.0))
    chance, mean = float(chances[0]), float(throws[0])
    most = mean / (1 - throws_lost - problem.rounding * float(throws.max(initial=1.0)))
    least = chance - (chance_lost + problem.rounding) * most
    lost = found.gain + SMALLEST_GAIN + problem.rounding
    corner = _Corner(found.policy, chance, mean, least, most)
    return corner, float(found.values[0, problem.start]), lost


def _to_leave(problem: Problem) -> Ints:
    """The play that bets nothing more, and leaves once nothing stands."""
    policy = np.full((len(problem.positions), problem.width), NO_CHOICE, np.int32)
    stands = _stands(problem)
    policy[stands] = problem.arrays.first_choice[:-1][stands, None]
    return policy


def _improved(problem: Problem, price: float, near: _Corner) -> Solved:
    """Policy iteration from the policy of a corner. A player leaves where nothing stands that binds."""
    arrays, stands = problem.arrays, _stands(problem)
    need = np.where(stands, arrays.need[arrays.first_choice[:-1]], 0)
    sums = np.arange(problem.width)
    seeds = np.flatnonzero((sums >= need[:, None]) & (sums < problem.sums))
    values, policy = np.zeros(near.policy.shape), near.policy.copy()
    pays = Pays(1.0, -price, np.where(stands, -np.inf, 0.0))
    evaluate(problem, values, policy, seeds, pays)
    return improved(problem, Solved(values, policy, np.inf, np.inf), np.arange(problem.sums), pays)


def _stands(problem: Problem) -> Bools:
    """By position, whether wagers stand that bind."""
    return np.array([bool(position.standing) for position in problem.positions])


def _system(question: Asked, problem: Problem, goal: Cents, corner: _Corner) -> tuple[Bet, Chart]:
    """The first bet of a play, and the play as a system."""
    charting = Charting(problem, leaves=True)
    _, states = policy_states(problem, corner.policy, np.array([problem.start]))
    rows = tuple(charting.rows(corner.policy, states))
    says = f"{printed(goal)} in {corner.throws:.2f} throws on average, with a chance of {corner.chance:.4%}"
    system = question.chart(f"to {says}", f"to reach {says}", goal, charting.bets, rows)
    return charting.first(corner.policy), system
