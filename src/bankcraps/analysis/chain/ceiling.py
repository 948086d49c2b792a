"""The ceiling of a chain: the sum from which on it does not say what a system wants that looks at its money.

Whoever solves or plays such a chain leaves at the ceiling as at a goal. If that can happen in earnest, the
answer is none, and the chain is explored further. So an answer never depends on where a ceiling was, and a
first one may be guessed: it decides only how long the answer takes.
"""

from math import exp, sqrt
from typing import Final

from bankcraps.analysis.chain.model import Chain
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.strategies.inspecting import lone_share
from bankcraps.strategies.plan import LengthUnit, Plan
from bankcraps.strategies.policy import Policy

__all__ = ["FARTHER", "NEGLIGIBLE_ABOVE", "CeilingError", "first_ceiling", "goal_below", "rises_to"]

NEGLIGIBLE_ABOVE: Final = 1e-9
"""The largest probability of reaching the ceiling that an exact answer may have; it joins the error bound."""

FARTHER: Final = 4
"""The ratio of the next ceiling to the last; the first is so many bankrolls, unless more are guessed."""

_DEVIATIONS: Final = 6
"""The standard deviations above the mean that a session exceeds with a negligible probability."""

_DECISIONS_EACH: Final[dict[LengthUnit, float]] = {"throws": 0.3, "decisions": 1.0, "shooters": 2.5}
"""The approximate number of decisions in a throw, a decision or a hand."""

_MOST_STAKE: Final = Cents(500_00)
"""A guess beyond which a share is more than this is not made: the chain has states for each stake below."""


class CeilingError(BankcrapsError):
    """A player comes to own more than a chain holds.

    Attributes:
        ceiling: the chain's, in cents.
    """

    def __init__(self, ceiling: Cents) -> None:
        """Name the sum."""
        super().__init__(f"a player comes to own {printed(ceiling)}, for which the chain has no answer")
        self.ceiling = ceiling

    def __reduce__(self) -> tuple[type["CeilingError"], tuple[Cents]]:
        """Come through a pickle, as errors of worker processes do."""
        return type(self), (self.ceiling,)


def goal_below(chain: Chain, plan: Plan) -> Cents | None:
    """The ceiling of a chain if a plan goes beyond it; None if every sum of the plan is below."""
    ceiling = chain.ceiling
    return None if ceiling is None or (plan.goal is not None and plan.goal <= ceiling) else ceiling


def first_ceiling(system: Policy, plan: Plan) -> Cents | None:
    """The first ceiling for a system that bets a share of what is owned; None for that of any other.

    The logarithm of what is owned is about normal: each decision adds or takes the share of it.
    """
    share = lone_share(system)
    if not share or plan.count is None or plan.goal is not None:
        return None
    ceiling, least = FARTHER * plan.bankroll, rises_to(system, plan, _DEVIATIONS)
    while ceiling < least:
        ceiling *= FARTHER
    return Cents(ceiling) if share * ceiling <= _MOST_STAKE else None


def rises_to(system: Policy, plan: Plan, deviations: float) -> float:
    """The sum so many standard deviations above the mean, in cents, of a system that bets one share."""
    share, count = lone_share(system), plan.count or 0
    decisions = count * _DECISIONS_EACH[plan.counted]
    return plan.bankroll * exp(deviations * share * sqrt(decisions) - share**2 / 2 * decisions)
