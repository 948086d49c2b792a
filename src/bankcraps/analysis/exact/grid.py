"""The grid of a session: classes of states by sums of money. Its width, its cost and its sweep."""

from bisect import bisect
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from bankcraps.analysis.chain.arrays import UnitChain, UnitPlan
from bankcraps.analysis.chain.stopping import ENDS, LIMIT, NEED_STOPPED
from bankcraps.analysis.exact import budget, forward
from bankcraps.analysis.exact.budget import TooLargeError, TooWideError
from bankcraps.analysis.exact.forward import RenewalKernel
from bankcraps.analysis.exact.passes import Thresholds
from bankcraps.analysis.exact.quotient import Quotient, quotient_of
from bankcraps.strategies.plan import LengthUnit

RARE: Final = 1e-13
"""The least probability to follow in sessions without a length, and to list in extremes."""

COUNTED_MARKS: Final[dict[LengthUnit, int]] = {"throws": 0, "decisions": 1, "shooters": 2}
"""The mark of `Quotient.marks` on the throws that are counted; 0 for every throw."""

_SPREAD: Final = 9.0
"""The first width of a grid in standard deviations; doubled while too narrow."""

_TOO_WIDE: Final = 8
"""The most times too wide that the first grid may be."""

_THROWS_EACH: Final[dict[LengthUnit, float]] = {"throws": 1.0, "decisions": 3.4, "shooters": 8.6}
"""The approximate number of throws in a decision or a hand."""

PASSES_EACH: Final[dict[LengthUnit, float]] = {"throws": 1.0, "decisions": 130.0, "shooters": 270.0}
"""The approximate number of passes until a decision or a hand is over with near certainty."""

_MOST_RENEWALS, _COUNTS_EACH, _WIDER = 16, 8, 4
"""Jumps pay for at most so many classes in which counts begin, so many counts for each, and a session whose
range is so many times that of a count."""

_NEGLIGIBLE_MONEY: Final = 1e-19
"""The cut-off of the money grid, whose results need no more precision than `RARE`."""

_MAX_THROWS: Final = 2**24
"""The longest length tried for a session without one."""


@dataclass(frozen=True, eq=False)
class Grid:
    """A quotient chain, ready for sweeps with any bankroll that differs by whole units.

    Attributes:
        quotient: the quotient chain.
        negligible: probabilities below this are cut off at the lowest and highest sums.
        kernels: the renewal kernels computed so far, by what is counted.
    """

    quotient: Quotient
    negligible: float
    kernels: dict[LengthUnit, RenewalKernel] = field(default_factory=dict[LengthUnit, RenewalKernel])

    def sweep(self, plan: UnitPlan) -> forward.ForwardPass:
        """Solve a session with a length by forward dynamic programming, on a grid that is wide enough.

        Raises:
            TooWideError: if the grid needs more than `MAX_BYTES`.
            TooLargeError: if it needs more than `MAX_ADDITIONS`.
        """
        thresholds = Thresholds(plan.goal, plan.floor, COUNTED_MARKS[plan.counted], self.negligible)
        width, widest = self._first_width(plan), plan.goal + self._swing
        kernel = None
        while True:
            width = min(width, widest)
            tried = self._fitting(width, plan)
            self._require_memory(tried, plan.limit)
            self._require_time(plan)
            kernel = kernel or self._renewal_kernel(plan)
            found = forward.sweep(self.quotient, plan.bankroll, thresholds, plan.limit, tried, kernel)
            if not found.narrow:
                return found
            if tried < width:
                self._require_memory(width, plan.limit)
            width *= 2

    def has_room(self, plan: UnitPlan, width: int) -> bool:
        """Whether `sweep` solves a session in which nobody comes to own `width` units."""
        tried = self._fitting(max(width, min(self._first_width(plan), plan.goal + self._swing)), plan)
        fits = self.bytes(tried, plan.limit) <= budget.MAX_BYTES
        return fits and width <= tried and self.additions(plan) <= budget.MAX_ADDITIONS

    @property
    def _swing(self) -> int:
        """One more than the most that a throw wins, in units."""
        return int(self.quotient.delta.max(initial=0)) + 1

    @property
    def swing_either_way(self) -> int:
        """One more than the most that a throw wins or loses, in units."""
        return int(np.abs(self.quotient.delta).max(initial=0)) + 1

    def _first_width(self, plan: UnitPlan) -> int:
        return plan.bankroll + 4 * self._swing + round(self.spread(plan))

    def _fitting(self, width: int, plan: UnitPlan) -> int:
        """The width, or the greatest that fits into memory, if it is not much less.

        A large pay that comes seldom, as for a fire wager, widens the estimated range far too much.
        """
        fits = (budget.MAX_BYTES - self.bytes(0, plan.limit)) // self.bytes(1, 0)
        return fits if max(plan.bankroll, width // _TOO_WIDE) < fits < width else width

    def _renewal_kernel(self, plan: UnitPlan) -> RenewalKernel:
        """The renewal kernel; without renewals if it is not worth its work in this session."""
        quotient, mark = self.quotient, COUNTED_MARKS[plan.counted]
        renewals = len(forward.renewal_classes(quotient, mark)) if mark and not quotient.rows.size else 0
        short = sum(self.reach(plan)) < _WIDER * self.spread(replace(plan, limit=1))
        if short or not 0 < renewals <= min(_MOST_RENEWALS, plan.limit // _COUNTS_EACH):
            return forward.no_renewals(quotient)
        if plan.counted not in self.kernels:
            passes = round(PASSES_EACH[plan.counted])
            width, found = 4 * round(self.spread(replace(plan, limit=passes, counted="throws"))), None
            while found is None and self.bytes(width, 0) <= budget.MAX_BYTES:
                found = forward.renewal_kernel(quotient, mark, self.negligible, width)
                width *= 2
            self.kernels[plan.counted] = found or forward.no_renewals(quotient)
        return self.kernels[plan.counted]

    def is_far_from(self, plan: UnitPlan) -> tuple[bool, bool]:
        """Whether ruin and the floor, and whether the goal, are out of a session's approximate range."""
        needs = self.quotient.need[self.quotient.need < NEED_STOPPED]
        far = self.spread(plan)
        lowest = max(plan.floor, int(needs.max(initial=0)))
        return plan.bankroll - lowest > far, plan.goal - plan.bankroll > far

    def bytes(self, width: int, count: int) -> int:
        """The memory that a sweep needs."""
        return 8 * (4 * width * len(self.quotient.post) + len(ENDS) * count)

    def additions(self, plan: UnitPlan) -> float:
        """About how many additions a sweep takes where nobody jumps: one per transition, sum and pass."""
        lines = len(self.quotient.to) + 2 * len(self.quotient.post) + len(self.quotient.first)
        below, above = self.reach(plan)
        return plan.limit * PASSES_EACH[plan.counted] * lines * (1 + 2 / 3 * (below + above))

    def reach(self, plan: UnitPlan) -> tuple[float, float]:
        """About how far a session can fall below the bankroll, and rise above it, in units."""
        far = self.spread(plan)
        return min(plan.bankroll - plan.floor, far), min(plan.goal - plan.bankroll, far)

    def spread(self, plan: UnitPlan) -> float:
        """A session's approximate range either way without goal and floor, in units."""
        return _SPREAD * self._deviation() * (plan.limit * _THROWS_EACH[plan.counted]) ** 0.5

    def _deviation(self) -> float:
        """The largest standard deviation of one throw's change, in units."""
        squares = self.quotient.chance * self.quotient.delta**2
        if not len(squares):
            return 0.0
        return float(np.add.reduceat(squares, self.quotient.first[:-1]).max() ** 0.5)

    def _require_memory(self, width: int, count: int) -> None:
        needed = self.bytes(width, count)
        if needed > budget.MAX_BYTES:
            raise TooWideError(
                f"the grid of {len(self.quotient.post)} classes of states by {width} sums",
                needed,
                "set a goal, shorten the session or use larger units; or simulate it, which needs no grid",
            )

    def _require_time(self, plan: UnitPlan) -> None:
        if self.additions(plan) <= budget.MAX_ADDITIONS:
            return
        fits = self.longest(plan, budget.MAX_ADDITIONS)
        raise TooLargeError(
            f"{plan.limit:,} {plan.counted} need about {self.additions(plan):.0e} additions to solve, limit "
            f"{budget.MAX_ADDITIONS:.0e} (half an hour): {fits:,} {plan.counted} would fit; or set a nearer "
            "goal, or simulate it"
        )

    def longest(self, plan: UnitPlan, max_additions: float) -> int:
        """The longest length, below that of the plan, for which a sweep takes no more work than this."""
        lengths = range(1, plan.limit)
        return bisect(lengths, max_additions, key=lambda limit: self.additions(replace(plan, limit=limit)))


def full_grid(units: UnitChain) -> Grid:
    """A grid that keeps everything: the cost of each wager, and the wagers that stand after leaving."""
    return Grid(quotient_of(units), forward.NEGLIGIBLE)


def money_grid(units: UnitChain, counted: LengthUnit) -> Grid:
    """A grid that keeps only money and the marks counted. It has fewer classes and a higher cut-off."""
    return Grid(quotient_of(units, COUNTED_MARKS[counted]), _NEGLIGIBLE_MONEY)


def with_a_length(
    money: Grid, plan: UnitPlan, max_additions: float = budget.QUICK_ADDITIONS, at_least: float = 0.0
) -> tuple[UnitPlan, forward.ForwardPass] | None:
    """Find a length at which hardly anybody still plays a session that has no length.

    Args:
        money: the grid of money, counting throws.
        plan: the session.
        max_additions: the most work for one sweep.
        at_least: the least number of throws until hardly anybody plays, if that is known.

    Returns:
        The session with that length, and its sweep; None if that is too much work.
    """
    count = 2**10
    if money.additions(replace(plan, counted="throws", limit=max(count, int(at_least)))) > max_additions:
        return None
    while count <= _MAX_THROWS:
        tried = replace(plan, counted="throws", limit=count)
        if money.additions(tried) > max_additions:
            return None
        try:
            swept = money.sweep(tried)
        except TooLargeError:
            return None
        if swept.ends[-1, LIMIT] < RARE:
            return tried, swept
        count *= 4
    return None
