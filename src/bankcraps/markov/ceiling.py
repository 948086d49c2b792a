"""The ceiling of a chain: the sum from which on it does not say what a system wants that looks at its money.

Whoever solves or plays such a chain leaves at the ceiling as at a goal. If that can happen in earnest, the
answer is none, and the chain is explored further. So an answer never depends on where a ceiling was.
"""

from typing import Final

from bankcraps.chips import Cents, printed
from bankcraps.errors import BankcrapsError
from bankcraps.markov.model import Chain
from bankcraps.strategy.plan import Plan

__all__ = ["NEGLIGIBLE_ABOVE", "CeilingError", "goal_below"]

NEGLIGIBLE_ABOVE: Final = 1e-9
"""The largest probability of reaching the ceiling that an exact answer may have; it joins the error bound."""


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
