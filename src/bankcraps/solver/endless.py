"""A session that lasts infinitely many throws on average: only ruin ends it, and the player does not lose."""

from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

from bankcraps.results.session_data import EndlessSessionData
from bankcraps.strategy.plan import Plan

__all__ = ["EndlessSession"]


@dataclass(frozen=True, kw_only=True)
class EndlessSession:
    """The exact answer to a plan without goal and length where the player does not lose in the long run.

    In a fair game ruin is certain. In a favourable one the player escapes it with some probability, and the
    session never ends.

    Attributes:
        rules: the rulebook's id, with its options.
        strategy: the system's name.
        plan: the bankroll, and the floor if there is one.
        p_ruin_or_floor: the probability of leaving with too little for the next wager, or below the floor.
        gain_per_throw: what the player wins in a throw in the long run, in cents; 0 in a fair game.
        error_bound: the largest possible error of the probability.
    """

    throws: ClassVar[float] = inf
    """Expected throws until the player leaves."""

    rules: str
    strategy: str
    plan: Plan
    p_ruin_or_floor: float
    gain_per_throw: float
    error_bound: float

    @property
    def p_never(self) -> float:
        """The probability that the session never ends."""
        return 1.0 - self.p_ruin_or_floor

    def to_dict(self) -> dict[str, Any]:
        """What `bankcraps session --json` prints."""
        return self.to_data().to_dict()

    def to_data(self) -> EndlessSessionData:
        """The same, typed."""
        return EndlessSessionData(
            rules=self.rules,
            strategy=self.strategy,
            bankroll_cents=self.plan.bankroll,
            floor_cents=self.plan.floor,
            let_it_ride=self.plan.let_it_ride,
            p_ruin_or_floor=self.p_ruin_or_floor,
            p_never=self.p_never,
            gain_per_throw_cents=self.gain_per_throw,
            error_bound=self.error_bound,
        )
