"""The fewest throws on average to a goal that is reached with a given chance.

Each throw has a price, and the player may leave whenever no wager has to stay. A play is worth its chance to
reach the goal, less its mean number of throws times the price. The best plays at all prices are the corners
of a line, the convex hull of what is possible. A chance between two corners takes a mixture: one of the two
plays, drawn at random before the first bet. A price also proves that nothing is faster: a play with chance
p takes at least (p - V) / price throws, where V is the most that a play can be worth (Lagrange).
"""

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bankcraps.analysis.best_play.answers import Drawn
from bankcraps.analysis.best_play.asking import Asked, require_goal
from bankcraps.analysis.best_play.charting import Charting, SumBet, by_sum_data
from bankcraps.analysis.best_play.improving import (
    NO_CHOICE,
    SMALLEST_GAIN,
    Pays,
    Solved,
    evaluate,
    improved,
    largest_system,
    policy_states,
    solved,
    worth_of,
)
from bankcraps.analysis.best_play.leaving import face_value_note, taken_home
from bankcraps.analysis.best_play.problem import Problem
from bankcraps.analysis.results.best_data import BestTimeData, TimedPlayData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.chart import Bet, Chart

if TYPE_CHECKING:
    _Policy = npt.NDArray[np.int32]

__all__ = ["FewestThrows", "LeastThrows", "TimedPlay", "least_throws"]

_PRICES: Final = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
"""Prices of a throw, for a play that is sure enough."""

_SAME: Final = 1e-13
"""Two plays whose worth at a price differs by less are equally good: such differences come from rounding."""


@dataclass(frozen=True)
class LeastThrows:
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


@dataclass(frozen=True, eq=False, repr=False)
class FewestThrows(Drawn):
    """The fewest throws on average to a goal, if it has to be reached with a given chance.

    Attributes:
        house: the rulebook's id, with its options.
        limits, chip: the sign at the table, and the smallest chip in cents.
        bankroll, goal: in cents.
        chance: the chance that was asked for.
        wagers: the wagers to choose from.
        value: the fewest throws on average.
        lower, upper: bounds that are proved: nothing takes fewer than `lower`, and the plays take `upper`.
        taken_home: the probability to take the goal home, which wagers that must stay may still lose.
        plays: one play; or two to draw from, the surer one last.
        system: the surer play as a system; it reaches the goal with at least the chance that was asked for.
        bets: the bets with each sum while nothing stands, before the first throw.
        positions, sums, choices: the size of the problem.
    """

    house: str
    limits: Limits
    chip: Cents
    bankroll: Cents
    goal: Cents
    chance: float
    wagers: tuple[str, ...]
    value: float
    lower: float
    upper: float
    taken_home: float
    plays: tuple[TimedPlay, ...]
    system: Chart
    bets: tuple[SumBet, ...]
    positions: int
    sums: int
    choices: int

    def __repr__(self) -> str:
        """Write it in a line."""
        question = f"{self.house}, {printed(self.bankroll)} to {printed(self.goal)} at {self.chance:.6f}"
        return f"<FewestThrows {question}: {self.value:.4f} throws>"

    @property
    def in_short(self) -> str:
        """The worth of the play, in a few words."""
        start = printed(self.bankroll)
        return f"{self.value:.4f} throws on average at a chance of {self.chance:.4%} from {start}"

    @property
    def note(self) -> str:
        """The sentence about a goal at face value that not all take home; or nothing."""
        return face_value_note(sum(one.share * one.chance for one in self.plays), self.taken_home)

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps best --least-throws-at P --json` as a dict."""
        return BestTimeData.of(
            self,
            limits=str(self.limits),
            plays=[TimedPlayData.of(one, one.first, puck=one.first.puck or 0) for one in self.plays],
            by_sum=by_sum_data(self.bets),
        ).to_dict()


class _Corner(NamedTuple):
    """The best play at some price of a throw.

    Attributes:
        policy: by position and sum.
        chance, throws: the chance to reach the goal, and the mean number of throws.
        least, most: the chance at least and the throws at most, with all that is lost by rounding.
    """

    policy: "_Policy"
    chance: float
    throws: float
    least: float
    most: float


class _Priced(NamedTuple):
    """A corner, with the most that a play is worth at its price."""

    corner: _Corner
    worth: float
    lost: float


def least_throws(question: Asked, aim: LeastThrows) -> FewestThrows:
    """The fewest throws on average.

    Raises:
        BankcrapsError: if the chance is more than the best.
    """
    goal = require_goal(aim.goal, question.bankroll)
    problem = question.problem(question.extras(goal - 1, "throws"), goal)
    if len(problem.positions) * problem.width > largest_system():
        raise BankcrapsError(
            f"{len(problem.positions):,} positions with {problem.width:,} sums each are too many for the "
            "fewest throws: fewer wagers, a nearer goal or larger units would make them fewer"
        )
    start = (question.bankroll - problem.least) // problem.unit
    found = _corners(problem, start, aim.chance)
    if found is None:
        raise _above_the_best(question, goal, aim.chance)
    faster, surer, lower = found
    between = surer.least - faster.least
    share = 1.0 if between <= 0 else min(1.0, max(0.0, (aim.chance - faster.least) / between))
    first, system = _system(question, problem, goal, start, surer)
    endless = problem._replace(counts=np.zeros_like(problem.counts))
    home = share * taken_home(endless, [surer.policy], start)
    plays = [TimedPlay(surer.chance, surer.throws, share, first, system)]
    if share < 1:
        bet, other = _system(question, problem, goal, start, faster)
        other = None if bet.leave else other
        home += (1 - share) * taken_home(endless, [faster.policy], start)
        plays.insert(0, TimedPlay(faster.chance, faster.throws, 1 - share, bet, other))
    return FewestThrows(
        *(question.rules.spec, question.limits, question.chip, question.bankroll, goal, aim.chance),
        wagers=tuple(one.name for one in question.menu),
        value=sum(one.share * one.throws for one in plays),
        lower=max(0.0, lower),
        upper=(1 - share) * faster.most + share * surer.most,
        taken_home=home,
        plays=tuple(plays),
        system=system,
        bets=Charting(question.table, problem, leaves=True).by_sum(surer.policy),
        positions=len(problem.positions),
        sums=problem.sums,
        choices=len(problem.arrays.need),
    )


def _corners(problem: Problem, start: int, chance: float) -> tuple[_Corner, _Corner, float] | None:
    """The corners on both sides of a chance, and the fewest throws that it takes; None if none is so sure."""
    faster = _Corner(_to_leave(problem), 0.0, 0.0, 0.0, 0.0)
    surer: _Corner | None = None
    for price in _PRICES:
        corner = _at_price(problem, start, price, faster).corner
        if corner.least >= chance:
            surer = corner
            break
        faster = corner
    if surer is None:
        return None
    while True:
        price = (surer.chance - faster.chance) / (surer.throws - faster.throws)
        found = _at_price(problem, start, price, surer)
        corner = found.corner
        if corner.chance - price * corner.throws <= surer.chance - price * surer.throws + _SAME:
            return faster, surer, (chance - found.worth) / (price + found.lost)
        faster, surer = (faster, corner) if corner.least >= chance else (corner, surer)


def _above_the_best(question: Asked, goal: Cents, chance: float) -> BankcrapsError:
    """The error for a chance that no play has, or none that heeds time.

    The problem is one without time. To wait is no choice there: it would be as good as to bet, for ever.
    """
    problem = question.problem(question.extras(goal - 1, None), goal)
    start = (question.bankroll - problem.least) // problem.unit
    best = float(solved(problem, top=1.0, reward=0.0, enough=SMALLEST_GAIN).values[0, start])
    if chance > best:
        return BankcrapsError(f"the best chance to reach the goal is {best:.9f}, and {chance} is more")
    return BankcrapsError(
        f"a chance of {chance} is so near the best of {best:.9f} that time does not matter: ask for less"
    )


def _at_price(problem: Problem, start: int, price: float, near: _Corner) -> _Priced:
    """The best play at a price of a throw, found from the best play at another price."""
    found = _improved(problem, price, near)
    seeds = np.array([start])
    chances, chance_lost = worth_of(problem, found.policy, seeds, top=1.0, reward=0.0)
    throws, throws_lost = worth_of(problem, found.policy, seeds, top=0.0, reward=1.0)
    chance, mean = float(chances[0]), float(throws[0])
    most = mean / (1 - throws_lost - problem.rounding * float(throws.max(initial=1.0)))
    least = chance - (chance_lost + problem.rounding) * most
    lost = found.gain + SMALLEST_GAIN + problem.rounding
    return _Priced(_Corner(found.policy, chance, mean, least, most), float(found.values[0, start]), lost)


def _to_leave(problem: Problem) -> "_Policy":
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
    evaluate(problem, values, policy, seeds, 1.0, -price)
    pays = Pays(1.0, -price, np.where(stands, -np.inf, 0.0))
    begin = Solved(values, policy, np.inf, np.inf)
    return improved(problem, begin, np.arange(problem.sums), pays, SMALLEST_GAIN)


def _stands(problem: Problem) -> npt.NDArray[np.bool_]:
    """By position, whether wagers stand that bind."""
    return np.array([bool(position.standing) for position in problem.positions])


def _system(question: Asked, problem: Problem, goal: Cents, start: int, corner: _Corner) -> tuple[Bet, Chart]:
    """The first bet of a play, and the play as a system."""
    charting = Charting(question.table, problem, leaves=True)
    _, states = policy_states(problem, corner.policy, np.array([start]))
    rows = tuple(charting.rows(corner.policy, states))
    says = f"{printed(goal)} in {corner.throws:.2f} throws on average, with a chance of {corner.chance:.4%}"
    system = question.chart(f"to {says}", f"to reach {says}", goal, charting.bets, rows)
    return charting.first(corner.policy, start), system
