"""The figures of a session from its solution: what is taken home, what each wager costs, how exact it is."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, sqrt
from typing import Final

import numpy as np

from bankcraps.analysis.chain.arrays import Floats, Ints, UnitChain, UnitPlan, in_units
from bankcraps.analysis.chain.model import ABSORBED, Chain, bytes_of
from bankcraps.analysis.chain.stopping import LIMIT, NEED_STOPPED, NO_GOAL
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.absorption import Solution
from bankcraps.analysis.exact.budget import ROUNDING, TooLargeError, TooWideError
from bankcraps.analysis.exact.forward import (
    AfterLeaving,
    after_leaving,
    changes_after_leaving,
    visits_after_leaving,
)
from bankcraps.analysis.exact.grid import COUNTED_MARKS, Grid, full_grid
from bankcraps.analysis.exact.pairs import Figures, sparse_sweep
from bankcraps.analysis.exact.quotient import Quotient, most_terms, sums_by, waits
from bankcraps.analysis.results.costs import Costs, LongRun, RuleCost, rule_costs
from bankcraps.analysis.results.session import KNOWN_ABOVE, EndlessSession, Session
from bankcraps.errors import BankcrapsError
from bankcraps.strategies.inspecting import Firing
from bankcraps.strategies.policy import Policy
from bankcraps.support.distribution import Distribution
from bankcraps.support.kept_files import RECENT

Answer = Session | EndlessSession
"""The answer to a session: an `EndlessSession` where the player does not lose in the long run."""

_RARELY: Final = 1e-3
"""Probability of a wait below which its rest is bounded instead of followed."""


@dataclass(frozen=True, eq=False)
class Problem:
    """A prepared chain. It serves all bankrolls that differ by whole units.

    Attributes:
        units: the chain with money in units.
        full: the grid that keeps everything.
        reach: (classes, 2) the least and the greatest that wagers win or lose after leaving, in units.
    """

    units: UnitChain
    full: Grid
    reach: Ints

    @cached_property
    def settling(self) -> AfterLeaving:
        """The distribution of what wagers win or lose after leaving."""
        self.require_room_to_settle()
        return after_leaving(self.full.quotient, self.reach)

    def require_room_to_settle(self) -> None:
        """Check that `settling` fits into memory.

        Raises:
            TooWideError: if it does not.
        """
        changes = int(self.reach.max(initial=0)) - int(self.reach.min(initial=0)) + 1
        needed = 2 * 8 * len(self.reach) * changes
        if needed > budget.MAX_BYTES:
            raise TooWideError(
                "settling the wagers that stand when players leave",
                needed,
                "shorten the session, use larger units, or simulate it",
            )


def problem(chain: Chain, bankroll: int) -> Problem:
    """Prepare a chain for a bankroll, in cents.

    A process that keeps chains keeps their arrays and quotients, too. What a sweep adds to a grid is not
    kept, so that the same question has the same bits, whatever was asked before.
    """
    key = "problem", id(chain), bankroll % chain.unit
    kept: Problem | None = RECENT.find(key)
    if kept is None or kept.units.chain is not chain:
        full = full_grid(units := in_units(chain, bankroll))
        kept = Problem(units, full, changes_after_leaving(full.quotient))
        RECENT.keep(key, kept, bytes_of(chain) + _bytes_of(kept))
    return replace(kept, full=replace(kept.full, kernels={}))


def _bytes_of(ready: Problem) -> int:
    """The bytes of the arrays of a prepared chain."""
    arrays = *vars(ready.units.arrays).values(), *ready.full.quotient, ready.units.label, ready.reach
    return sum(one.nbytes for one in arrays if isinstance(one, np.ndarray))


def figures_of(ready: Problem, found: Solution) -> Figures:
    """The figures of a session from its solution."""
    leaving, width = found.left.sum(axis=1), found.left.shape[1]
    final = _final_of(ready, found.left)
    return Figures(final, leaving, found.ends, found.visits, found.bound, width, found.throws_sd)


def _final_of(ready: Problem, left: Floats) -> Distribution:
    """The distribution of the final bankroll: the sum on leaving, convolved with later settlements."""
    quotient, settling, units = ready.full.quotient, ready.settling, ready.units
    columns = settling.chance.shape[1]
    home = np.zeros(left.shape[1] + columns - 1)
    for c in np.flatnonzero(left.any(axis=1)):
        some = np.flatnonzero(left[c])
        low, high = some[0], some[-1] + 1
        home[low : high + columns - 1] += np.convolve(left[c, low:high], settling.chance[quotient.leave[c]])
    some = np.flatnonzero(home)
    cents = units.offset + (some + settling.lowest) * units.arrays.unit
    return Distribution(cents.astype(np.int64), home[some])


def costs_of(ready: Problem, found: Figures) -> Costs:
    """The action and cost of each wager, and the refusals, from expected visits before and after leaving."""
    quotient = ready.full.quotient
    leaving = sums_by(quotient.leave, found.leaving, len(quotient.post))
    visits = found.visits + visits_after_leaving(quotient, leaving)
    throws = quotient.post != ABSORBED
    of_post = sums_by(quotient.post[throws], visits[throws], len(quotient.first) - 1)
    per_way = np.repeat(of_post, np.diff(quotient.first)) * quotient.chance
    of_label = sums_by(quotient.label, per_way)
    bets = zip(quotient.sample.tolist(), visits.tolist(), strict=True)
    return ready.units.chain.costs(enumerate(map(float, of_label)), bets)


def when(ends: Floats, bound: float, *which: int) -> Distribution | None:
    """The distribution of the count until one of some ends, by number, given that it comes.

    None if none comes, or its probability is too small for the error bound.
    """
    by_count = ends[:, list(which)].sum(axis=1)
    some = np.flatnonzero(by_count)
    if not len(some) or len(ends) == 1 or by_count.sum() < bound * KNOWN_ABOVE:
        return None
    return Distribution(some.astype(np.int64), by_count[some] / by_count.sum())


def throws_sd(ends: Floats) -> float:
    """The standard deviation of the number of throws, from the ends by throw."""
    left = ends.sum(axis=1)
    if np.count_nonzero(left) < 2:  # noqa: PLR2004 - every session lasts as long
        return 0.0
    return Distribution(np.arange(len(left)), left / left.sum()).sd


def error_bound(ready: Problem, lost: float, passes: int, width: int) -> float:
    """The error bound of a probability: what was cut off, plus rounding (Higham 2002, chapters 3 and 4)."""
    quotient, settling = ready.full.quotient, ready.settling
    terms = (passes + settling.passes) * most_terms(quotient) + settling.chance.shape[1]
    # Adding up the players who leave, over sums and classes, has its own rounding errors.
    terms += width + len(quotient.post)
    return float(lost + settling.lost + terms * ROUNDING)


def with_bounds(found: Session, ready: Problem, plan: UnitPlan, width: int, *, only_ruin: bool) -> Session:
    """The session with the bounds of its money, if a limit of what can be taken home is known.

    Args:
        found: the session.
        ready: the prepared chain.
        plan: the session in units.
        width: one more than the largest sum of the solution, in units.
        only_ruin: whether the player leaves only with too little for the next wager, or below the floor.
    """
    most = _most_taken_home(ready, plan, width, only_ruin=only_ruin)
    if most is None:
        return found
    of_mean, of_sd = mean_and_sd_bounds(found.final, found.error_bound, most)
    # The cost is exactly what is not taken home. The lab computes it in another way.
    apart = abs(found.plan.bankroll - found.final.mean - found.cost)
    return replace(found, mean_bound=of_mean, sd_bound=of_sd, cost_bound=of_mean + apart)


def _most_taken_home(ready: Problem, plan: UnitPlan, width: int, *, only_ruin: bool) -> int | None:
    """The most that a player can take home, in cents; None if no limit is known.

    A session of decisions or hands has no last throw, and no limit. The result for one is large enough for
    `mean_and_sd_bounds`: players whom the solution has cut off own less than `width`, and the root mean
    square of their throws to come is at most sqrt(2) times the largest expected number (Khasminskii's lemma).
    With twice the mean added, no distance from the mean is larger in mean square.
    """
    quotient, units = ready.full.quotient, ready.units
    swing = int(quotient.delta.max(initial=0))
    limits: list[int] = []
    if plan.goal != NO_GOAL:
        limits.append(plan.goal + swing)
    if plan.limited and plan.counted == "throws":
        limits.append(plan.bankroll + plan.limit * swing)
    if plan.limited and plan.counted != "throws":
        throws = plan.limit * _longest_wait(quotient, COUNTED_MARKS[plan.counted])
        limits.append(3 * width + ceil(sqrt(2) * throws * swing))
    if only_ruin:
        needs = quotient.need[quotient.need < NEED_STOPPED]
        limits.append(max(int(needs.max(initial=0)), plan.floor, plan.bankroll))
    if not limits:
        return None
    settled = int(ready.reach.max(initial=0))
    return units.offset + (min(limits) + settled) * units.arrays.unit


def _longest_wait(quotient: Quotient, mark: int) -> float:
    """A bound on the expected throws until one that is counted, from any class of play.

    If a wait of k throws has a chance of at most w(k), then w(k + j) is at most w(k) w(j).
    """
    total, chances = 0.0, waits(quotient, mark)
    while (longest := next(chances)) > _RARELY:
        total += longest
    return total / (1 - longest)


def mean_and_sd_bounds(final: Distribution, bound: float, most: int) -> tuple[float, float]:
    """The largest possible errors of the mean and the standard deviation, in cents.

    The probability of every set of sums is wrong by at most `bound`, and no sum is below 0 or above `most`.
    So the mean is wrong by at most `bound * most`, and the mean square of the distance from a sum by at most
    `bound` times its largest square.
    """
    mean, sd = final.mean, final.sd
    most = max(most, int(final.values[-1]))  # what was still in play when a solution ended counts as error
    bound += len(final.values) * ROUNDING  # of the sums over all values
    of_mean = bound * most
    of_variance = bound * max(mean, most - mean) ** 2 + of_mean**2
    return of_mean, of_variance / sd if sd * sd > of_variance else sqrt(of_variance)


def swept(ready: Problem, plan: UnitPlan, *, endless: bool = False) -> Figures:
    """The figures of a session with a length.

    Args:
        ready: the prepared chain.
        plan: the session.
        endless: whether the length is artificial: those who play on at its end count as error.

    Raises:
        TooLargeError: if it needs too much memory or time.
    """
    try:
        found = _on_a_grid(ready, plan)
    except TooWideError as too_wide:
        try:
            found = sparse_sweep(ready.units, ready.full.quotient, plan)
        except TooLargeError as error:
            raise TooLargeError(f"{too_wide.need}, and {error}") from error
    if endless:
        found = found._replace(bound=found.bound + float(found.ends[-1, LIMIT]))
        found.ends[-1, LIMIT] = 0.0
    return found._replace(throws_sd=throws_sd(found.ends) if plan.counted == "throws" else None)


def _on_a_grid(ready: Problem, plan: UnitPlan) -> Figures:
    ready.require_room_to_settle()
    swept = ready.full.sweep(plan)
    bound = error_bound(ready, swept.lost, swept.passes, swept.left.shape[1])
    return figures_of(ready, Solution(swept.left, swept.ends, swept.visits, bound))


# The firings of each rule of a system, and its cost, beside the other figures of an answer.


def with_rules(system: Policy, found: Answer, by_rules: Answer) -> Session:
    """A session with its rules.

    Args:
        system: the system in words.
        found: the session.
        by_rules: the same one, solved on the chain by rules.

    Raises:
        BankcrapsError: for a session that lasts infinitely many throws on average.
    """
    if isinstance(found, EndlessSession) or isinstance(by_rules, EndlessSession):
        raise BankcrapsError(
            "a session that need not end has no cost by rule: give it a goal or a length, or leave the rules "
            "out"
        )
    return replace(found, by_rule=rules_of(system, by_rules))


def rules_of(system: Policy, by_rules: Session | LongRun) -> tuple[RuleCost, ...]:
    """The rules of a system in words, from the answer on its chain by rules."""
    firing = Firing(system)
    return rule_costs(firing.texts, firing.stages, Costs(by_rules.wagers, by_rules.refused))
