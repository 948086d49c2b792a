"""Plays at a price: the fewest throws to a goal at a given chance, or the least cost of an amount of action.

What takes throws, or costs, gets a price. The best plays at all prices are the corners of a line, the convex
hull of what is possible. What is asked for between two corners takes a mixture: one of the two plays, drawn
at random before the first bet. A price also proves that nothing is better (Lagrange).

Time: each throw has a price, and the player may leave whenever no wager has to stay. A play is worth its
chance to reach the goal, less its mean number of throws times the price. A play with chance p takes at least
(p - V) / price throws, where V is the most that a play can be worth.

Cost: action is what a house rates for comps, the chips that the dice decide, which is the average bet times
the decisions. The play has at least so much on average, and costs the least on average. Over many evenings
the average is what a player gets. Action has the price: a play is worth the price times its action, less its
cost, with the throws after the player leaves. With action A a play costs at least price * A - V.

No play is worth more there than that of a player whose money never runs out, which depends on the position
alone. Large sums are taken for that, so that the worth is an upper bound. A play is followed with every sum,
so its action and its cost are exact.
"""

from dataclasses import dataclass
from math import ceil, isfinite, sqrt
from typing import Final, NamedTuple, TypeVar

import numpy as np

from bankcraps.analysis.best_play import improving
from bankcraps.analysis.best_play.asking import AimFor, Play, PlayQuestion, deadline_of_throws
from bankcraps.analysis.best_play.charting import Charting
from bankcraps.analysis.best_play.choices import Action
from bankcraps.analysis.best_play.kernels import NO_CHOICE, Bools, Floats, Integers, Ints, Worths
from bankcraps.analysis.best_play.leaving import acts_of_leaving, ended, face_value_note
from bankcraps.analysis.best_play.problem import Problem, Search, problem_of
from bankcraps.analysis.results.as_json import BestActionData, BestTimeData, RatedPlayData, TimedPlayData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, dollars, printed
from bankcraps.strategies.chart import Bet, Chart
from bankcraps.strategies.plan import Deadline

_PRICES: Final = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
"""Prices of a throw, for a play that is sure enough."""

_SAME_CHANCE: Final = 1e-13
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


class _TimeCorner(NamedTuple):
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

    def play(self, question: PlayQuestion) -> FewestThrows:
        """The fewest throws on average.

        Raises:
            BankcrapsError: if the chance is more than the best.
        """
        goal = question.require_goal(self.goal)
        problem = question.problem(question.extras(goal - 1, "throws"), goal)
        if len(problem.positions) * problem.width > improving.LARGEST_SYSTEM:
            raise BankcrapsError(
                f"{len(problem.positions):,} positions with {problem.width:,} sums each are too many for the "
                "fewest throws: fewer wagers, a nearer goal or larger units would make them fewer"
            )
        found = _corners(problem, self.chance)
        if found is None:
            raise _above_the_best(question, goal, self.chance)
        faster, surer, lower = found
        endless = problem._replace(counts=np.zeros_like(problem.counts))
        corners = _mixed(faster, surer, self.chance)
        parts = [(corner, often, *_system(question, problem, goal, corner)) for corner, often in corners]
        plays = tuple(
            TimedPlay(corner.chance, corner.throws, often, first, None if first.leave else system)
            for corner, often, first, system in parts
        )
        return FewestThrows(
            *question.told(problem),
            value=sum(one.share * one.throws for one in plays),
            lower=max(0.0, lower),
            upper=sum(often * corner.most for corner, often in corners),
            system=parts[-1][3],
            bets=Charting(problem, leaves=True).by_sum(surer.policy),
            goal=goal,
            chance=self.chance,
            taken_home=sum(often * ended(endless, [corner.policy]).home for corner, often in corners),
            plays=plays,
        )


def _corners(problem: Problem, chance: float) -> tuple[_TimeCorner, _TimeCorner, float] | None:
    """The corners on both sides of a chance, and the fewest throws that it takes; None if none is so sure."""
    faster = _TimeCorner(_to_leave(problem), 0.0, 0.0, 0.0, 0.0)
    surer: _TimeCorner | None = None
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
        if corner.chance - price * corner.throws <= surer.chance - price * surer.throws + _SAME_CHANCE:
            return faster, surer, (chance - worth) / (price + lost)
        faster, surer = (faster, corner) if corner.least >= chance else (corner, surer)


def _above_the_best(question: PlayQuestion, goal: Cents, chance: float) -> BankcrapsError:
    """The error for a chance that no play has, or none that heeds time.

    The problem is one without time. To wait is no choice there: it would be as good as to bet, for ever.
    """
    problem = question.problem(question.extras(goal - 1, None), goal)
    best = float(
        improving.solved(problem, improving.Pays(1.0), improving.SMALLEST_GAIN).values[0, problem.start]
    )
    if chance > best:
        return BankcrapsError(f"the best chance to reach the goal is {best:.9f}, and {chance} is more")
    return BankcrapsError(
        f"a chance of {chance} is so near the best of {best:.9f} that time does not matter: ask for less"
    )


def _at_price(problem: Problem, price: float, near: _TimeCorner) -> tuple[_TimeCorner, float, float]:
    """The best play at a price of a throw, from that at another price; and the most that any is worth.

    The last figure is what rounding may change of that, for each throw.
    """
    found = _improved(problem, price, near)
    seeds = np.array([problem.start])
    chances, chance_lost = improving.worth_of(problem, found.policy, seeds, improving.Pays(1.0))
    throws, throws_lost = improving.worth_of(problem, found.policy, seeds, improving.Pays(0.0, 1.0))
    chance, mean = float(chances[0]), float(throws[0])
    most = mean / (1 - throws_lost - problem.rounding * float(throws.max(initial=1.0)))
    least = chance - (chance_lost + problem.rounding) * most
    lost = found.gain + improving.SMALLEST_GAIN + problem.rounding
    corner = _TimeCorner(found.policy, chance, mean, least, most)
    return corner, float(found.values[0, problem.start]), lost


def _to_leave(problem: Problem) -> Ints:
    """The play that bets nothing more, and leaves once nothing stands."""
    policy = np.full((len(problem.positions), problem.width), NO_CHOICE, np.int32)
    stands = _stands(problem)
    policy[stands] = problem.arrays.first_choice[:-1][stands, None]
    return policy


def _improved(problem: Problem, price: float, near: _TimeCorner) -> improving.Solved:
    """Policy iteration from the policy of a corner. A player leaves where nothing stands that binds."""
    arrays, stands = problem.arrays, _stands(problem)
    need = np.where(stands, arrays.need[arrays.first_choice[:-1]], 0)
    sums = np.arange(problem.width)
    seeds = np.flatnonzero((sums >= need[:, None]) & (sums < problem.sums))
    values, policy = np.zeros(near.policy.shape), near.policy.copy()
    pays = improving.Pays(1.0, -price, np.where(stands, -np.inf, 0.0))
    improving.evaluate(problem, values, policy, seeds, pays.worths(problem, len(values)))
    return improving.improved(
        problem, improving.Solved(values, policy, np.inf, np.inf), np.arange(problem.sums), pays
    )


def _stands(problem: Problem) -> Bools:
    """By position, whether wagers stand that bind."""
    return np.array([bool(position.standing) for position in problem.positions])


def _system(question: PlayQuestion, problem: Problem, goal: Cents, corner: _TimeCorner) -> tuple[Bet, Chart]:
    """The first bet of a play, and the play as a system."""
    charting = Charting(problem, leaves=True)
    _, states = improving.policy_states(problem, corner.policy, np.array([problem.start]))
    rows = tuple(charting.rows(corner.policy, states))
    says = f"{printed(goal)} in {corner.throws:.2f} throws on average, with a chance of {corner.chance:.4%}"
    system = question.chart(f"to {says}", f"to reach {says}", goal, charting.bets, rows)
    return charting.first(corner.policy), system


_C = TypeVar("_C", "_TimeCorner", "_CostCorner")


def _mixed(less: _C, more: _C, wanted: float) -> list[tuple[_C, float]]:
    """The play that has what is wanted, or two to draw from, each with its share; the one with more last."""
    between = more.least - less.least
    share = 1.0 if between <= 0 else float(min(1.0, max(0.0, (wanted - less.least) / between)))
    return [(more, share)] if share == 1 else [(less, 1 - share), (more, share)]


# The least cost.


_SPREADS: Final = 7.0
"""So many standard deviations are hardly ever gone, in all throws."""

_NEVER: Final = 1e-24
"""Sums with smaller chances are left out, and what they could bring at most is counted as lost."""

_ROUNDING: Final = 2.0**-53

_IN_PAIRS: Final = 64
"""More roundings than a sum of NumPy has, which adds terms in pairs, and pairs of pairs."""


class Price(NamedTuple):
    """The pay for each unit of action, and for each unit that is won."""

    action: float
    won: float = 1.0


class Means(NamedTuple):
    """Means of a throw's result, and of the wagers still standing when a player leaves, in units.

    Attributes:
        action, won: by choice, the chips that its throw decides, and the change of what is owned.
        moved: by choice, the change in either direction.
        still_action, still_won: by position, the same of all throws after the player leaves.
        lost: the most by which the last two may be wrong.
    """

    action: Floats
    won: Floats
    moved: Floats
    still_action: Floats
    still_won: Floats
    lost: float

    @classmethod
    def of(cls, problem: Problem, action: Floats) -> "Means":
        """The means of a problem.

        Args:
            problem: the positions and choices.
            action: by choice, in units.
        """
        arrays = problem.arrays
        won, moved = (
            np.add.reduceat(arrays.chance * change, arrays.first_outcome[:-1])
            for change in (arrays.change, np.abs(arrays.change))
        )
        leaving = acts_of_leaving(problem)
        thrown, down = (
            np.flatnonzero((leaving >= 0) & (leaving != NO_CHOICE)),
            np.flatnonzero(leaving < 0),
        )
        throws, moves = leaving[thrown], -1 - leaving[down]
        coming = np.zeros((len(leaving), 3))
        coming[thrown] = np.stack((action[throws], won[throws], np.ones(len(throws))), axis=1)
        many, outcomes = problem.outcomes(throws)
        rows = np.append(np.repeat(thrown, many), down)
        to = np.append(arrays.to[outcomes], arrays.move_to[moves])
        shares = np.append(arrays.chance[outcomes], np.ones(len(moves)))
        leads = improving.leads_of(shares, rows, to, len(leaving))
        found = improving.factors(leads).solve(coming)
        residual = np.abs(coming + leads @ found - found).max()
        largest = float(np.abs(found).max(initial=1.0))
        lost = 2 * float((residual + problem.rounding * largest) * (1 + found[:, 2].max()))
        return cls(action, won, moved, found[:, 0], found[:, 1], lost)


def enough_sums(problem: Problem, throws: int, most: int) -> int:
    """The number of sums that the solver keeps apart.

    With more a player is taken for one whose money never runs out, who is worth at least as much. It does not
    matter where hardly any play comes to such a sum and back to one that is too small for some bet.

    Args:
        problem: the positions and choices.
        throws: their number.
        most: no more may stand, in units above the least.
    """
    arrays = problem.arrays
    squares = np.add.reduceat(arrays.chance * arrays.change.astype(float) ** 2, arrays.first_outcome[:-1])
    far = _SPREADS * sqrt(throws * float(squares.max(initial=0.0)))
    gain = throws * int(arrays.change.max(initial=0))
    start = problem.start
    return max(most, start + min(gain, ceil((most - start + far) / 2)), start) + 2


class Paid(NamedTuple):
    """The play that is worth most at a price.

    Attributes:
        policies: for each number of throws that is left, from 1.
        worth: its worth at the start, in units.
        slack: the most by which the best that is possible may differ from that.
    """

    policies: tuple[Ints, ...]
    worth: float
    slack: float


def paid(problem: Problem, means: Means, price: Price, throws: int) -> Paid:
    """Work back from the last throw to the play that is worth most from the start."""
    size, sums = len(problem.positions), problem.sums
    reward = price.action * means.action + price.won * means.won
    still = price.action * means.still_action + price.won * means.still_won
    values, rich = np.repeat(still[:, None], sums, axis=1), still[:, None].copy()
    policies, idle, always = list[Ints](), np.full(size, -np.inf), _always(problem)
    largest = float(np.abs(still).max())
    for _ in range(throws):
        after, richer = values, rich
        values, rich = np.full((size, sums), -np.inf), np.full((size, 1), -np.inf)
        policies.append(np.full((size, sums), NO_CHOICE, np.int32))
        worths = Worths(idle, richer[:, 0].copy(), reward)
        improving.choose(problem, values, after, policies[-1], worths)
        improving.choose(always, rich, richer, np.zeros((size, 1), np.int32), worths)
        largest = max(largest, float(np.abs(rich).max()))
    # A worth lies between that of a player who bets nothing more and that of one who can pay anything.
    most = largest + float(np.abs(still).max()) + float((price.action * means.action + means.moved).max())
    lost = (price.action + price.won) * means.lost
    return Paid(
        tuple(policies),
        float(values[0, problem.start]),
        throws * (problem.rounding + 8 * _ROUNDING) * most + lost,
    )


def _always(problem: Problem) -> Problem:
    """The same for a player whose money never runs out: one sum, with which everything is possible."""
    arrays = problem.arrays
    of_money = {name: np.zeros_like(getattr(arrays, name)) for name in ("need", "change", "move_need")}
    return problem._replace(arrays=arrays._replace(**of_money), sums=1)


class _CostCorner(NamedTuple):
    """The best play at some price, and what it comes to with the throws after the player leaves.

    Attributes:
        paid: the play.
        action, cost: on average, in units.
        least, most: the action at least and the cost at most, with all that is lost by rounding.
        states: for each number of throws left, from the first: the pairs of a position and a sum, at most the
            largest sum that is told apart.
    """

    paid: Paid
    action: float
    cost: float
    least: float
    most: float
    states: tuple[Integers, ...]

    def worth(self, price: float) -> float:
        """The worth of the play at a price of action."""
        return price * self.action - self.cost


def followed(problem: Problem, means: Means, found: Paid) -> _CostCorner:
    """Follow a play from the start to its end, with every sum that it may come to."""
    policies = found.policies
    arrays, top = problem.arrays, problem.sums - 1
    where, owned, chances = np.zeros(1, np.int64), np.array([problem.start]), np.ones(1)
    action = won = moved = left_out = 0.0
    states, terms = list[Integers](), len(policies) + _IN_PAIRS
    for policy in reversed(policies):
        pairs = where * problem.sums + np.minimum(owned, top)
        states.append(np.unique(pairs))
        _, _, choices = improving.chosen(problem, policy, pairs)
        action += float((chances * means.action[choices]).sum())
        won += float((chances * means.won[choices]).sum())
        moved += float((chances * means.moved[choices]).sum())
        many, outcomes = problem.outcomes(choices)
        sums = np.repeat(owned, many) + arrays.change[outcomes]
        width = int(sums.max()) + 1
        keys = arrays.to[outcomes].astype(np.int64) * width + sums
        parts = np.bincount(keys)
        chances = np.bincount(keys, np.repeat(chances, many) * arrays.chance[outcomes])
        reached = np.flatnonzero(chances > _NEVER)
        left_out += float(chances[chances <= _NEVER].sum())
        where, owned = np.divmod(reached, width)
        chances = chances[reached]
        terms += int(parts.max()) + 4
    action += float((chances * means.still_action[where]).sum())
    won += float((chances * means.still_won[where]).sum())
    moved += float((chances * np.abs(means.still_won[where])).sum())
    share = _ROUNDING * terms  # of a sum whose terms are all above 0
    lost = means.lost + 2 * left_out * len(policies) * float(problem.arrays.need.max() + arrays.change.max())
    cost_lost = lost + (share + problem.rounding) * moved
    least, cost = action - (lost + share * action), 0.0 - won
    return _CostCorner(found, action, cost, least, cost + cost_lost, tuple(states))


_TRIED: Final = 12
"""About so many prices are tried."""

_KEPT: Final = 3
"""So many plays are kept at a time."""

_SAME_COST: Final = 1e-11
"""Two plays whose worth at a price differs by less, in units, are equally good."""


@dataclass(frozen=True)
class RatedPlay:
    """A play with its action and its cost.

    Attributes:
        action: the mean action, in dollars.
        cost: the mean cost, in dollars.
        share: the part of the time that it is the one to play.
        first: the first bet; one without stakes for the play that never bets.
        system: the play as a system; None for the play that never bets.
    """

    action: float
    cost: float
    share: float
    first: Bet
    system: Chart | None


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CheapestAction(Play):
    """The least cost of so much action.

    The value is that on average, in dollars; below 0 where the player wins. Nothing costs less than `lower`,
    and the plays cost `upper`. The system has at least the action that was asked for.

    Attributes:
        throws: their number.
        action: the action that was asked for, in cents.
        at_most: the most that may be at risk on each throw, in cents.
        price: the cost of another dollar of action, in dollars.
        plays: one play; or two to draw from, the one with more action last.
    """

    _JSON_TYPE = BestActionData

    throws: int
    action: Cents
    at_most: Cents
    price: float
    plays: tuple[RatedPlay, ...]

    @property
    def in_line(self) -> str:
        asked = f"{printed(self.action)} of action in {self.throws} throws"
        return f"{asked} from {printed(self.bankroll)}: {self.value:.4f} dollars"

    @property
    def in_short(self) -> str:
        asked = f"{printed(self.action)} of action in {self.throws:,} throws"
        return f"{self.value:.4f} for {asked} from {printed(self.bankroll)}"

    def _keys(self) -> dict[str, object]:
        plays = [RatedPlayData.of(one, one.first, puck=one.first.puck or 0) for one in self.plays]
        return {**super()._keys(), "plays": plays}


class _Solving(NamedTuple):
    """A problem with its means."""

    question: PlayQuestion
    problem: Problem
    means: Means
    deadline: Deadline
    at_most: Cents

    def at(self, price: Price) -> _CostCorner:
        """The best play at a price."""
        found = paid(self.problem, self.means, price, self.deadline.number)
        return followed(self.problem, self.means, found)

    def line(self, action: float) -> tuple[_CostCorner, _CostCorner, float, float]:
        """The corners on both sides of an action, in units, the price between them, and its least cost.

        The corners are one twice where no action at all has a price.
        """
        less = self.at(Price(0.0))
        if less.least >= action:
            return less, less, 0.0, -less.paid.worth - less.paid.slack
        more = self.at(Price(1.0, 0.0))
        if more.least < action:
            raise self.too_much(more.action * self.problem.unit)
        while True:
            far = more.action - less.action
            price = max(0.0, more.cost - less.cost) / far
            found = self.at(Price(price))
            if found.worth(price) <= more.worth(price) + _SAME_COST:
                return less, more, price, price * action - found.paid.worth - found.paid.slack
            less, more = (less, found) if found.least >= action else (found, more)

    def too_much(self, most: float) -> BankcrapsError:
        """The error for an action that no play has, with the most that is possible, in cents."""
        return BankcrapsError(
            f"the most action that {self.question.words} can have in {self.deadline.number:,} throws from "
            f"{printed(self.question.bankroll)}, with at most {printed(self.at_most)} at risk, is "
            f"{most / 100:,.2f} on average"
        )

    def play(self, corner: _CostCorner, share: float) -> tuple[RatedPlay, Chart]:
        """A corner as a play, which is drawn so often, and as a system."""
        charting, policies = Charting(self.problem), corner.paid.policies
        unit = self.problem.unit / 100
        action, cost = corner.action * unit, corner.cost * unit
        rows = tuple(
            row
            for left, states in zip(range(len(policies), 0, -1), corner.states, strict=True)
            for row in charting.rows(policies[left - 1], states, left)
        )
        says = f"{action:,.2f} of action for {cost:,.2f} in {self.deadline}"
        system = self.question.chart(
            f"with {says}", f"to have {says}", None, charting.bets, rows, self.deadline
        )
        plays = system if action > 0 else None
        first = charting.first(policies[-1])
        return RatedPlay(action, cost, share, first, plays), system


@dataclass(frozen=True)
class LeastCost(AimFor[CheapestAction]):
    """The aim to have so much action at the least cost.

    Attributes:
        action: the action on average, in dollars.
        throws: within how many throws; what stands then is decided by later ones.
        at_most: no more may be at risk on any throw, in dollars; the bankroll if None.
    """

    action: Money
    throws: int
    at_most: Money | None = None

    def play(self, question: PlayQuestion) -> CheapestAction:
        """The least cost of so much action.

        Raises:
            BankcrapsError: if so much action is not possible.
        """
        prepaid = next((one for one in question.menu if question.table.prepays(one)), None)
        if prepaid is not None:
            raise BankcrapsError(
                f"the commission of {prepaid} is paid with the bet: least costs are not worked out with it"
            )
        deadline = deadline_of_throws(self.throws)
        action, at_most = _amounts(question, self)
        solving = _solving(question, deadline, at_most)
        problem, unit = solving.problem, solving.problem.unit
        less, more, price, lower = solving.line(action / unit)
        corners = _mixed(less, more, action / unit)
        plays = [solving.play(corner, often) for corner, often in corners]
        return CheapestAction(
            *question.told(problem),
            value=sum(one.share * one.cost for one, _ in plays),
            lower=lower * unit / 100,
            upper=sum(often * corner.most for corner, often in corners) * unit / 100,
            system=plays[-1][1],
            bets=Charting(problem).by_sum(more.paid.policies[-1]),
            throws=deadline.number,
            action=action,
            at_most=at_most,
            price=price,
            plays=tuple(one for one, _ in plays),
        )


def _amounts(question: PlayQuestion, aim: LeastCost) -> tuple[Cents, Cents]:
    """The action, and what may be at risk, in cents."""
    action = dollars(aim.action)
    at_most = question.bankroll if aim.at_most is None else dollars(aim.at_most)
    if action <= 0:
        raise BankcrapsError(f"action is more than 0, not {printed(action)}")
    if at_most <= 0:
        raise BankcrapsError(f"what may be at risk is more than 0, not {printed(at_most)}")
    return action, Cents(min(at_most, question.bankroll))


def _solving(question: PlayQuestion, deadline: Deadline, at_most: Cents) -> _Solving:
    """The problem, with as many sums as have to be told apart."""
    search = Search(question.extras(at_most, "throws"), question.at_once)
    search.run()
    problem = problem_of(search, question.bankroll, Cents(question.bankroll + 1))
    question._replace(bankroll=at_most).require_bet(problem.cheapest)
    unit, smaller = problem.unit, "less at risk at most"
    improving.check_size(problem, deadline, _TRIED, smaller, kept=_KEPT)
    problem = problem._replace(sums=enough_sums(problem, deadline.number, -(-at_most // unit)))
    improving.check_size(problem, deadline, _TRIED, smaller, kept=_KEPT)
    of, none = Action(question.table), np.zeros(0)
    action = [
        of.mean(position, block)
        for position, blocks in zip(problem.positions, problem.blocks, strict=True)
        for block in blocks
    ]
    means = Means.of(problem, np.concatenate([none, *action]) / unit)
    return _Solving(question, problem, means, deadline, at_most)
