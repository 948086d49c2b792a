"""A plan in units of the chain's money, the stopping rule as numbers, and the ends of simulated sessions."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from bankcraps.chips import printed
from bankcraps.errors import BankcrapsError
from bankcraps.markov.arrays import MAX_UNITS, UnitChain
from bankcraps.markov.stopping import ENDS, NO_GOAL
from bankcraps.strategy.plan import Counted, Plan

__all__ = ["CAP", "CUT", "END_NAMES", "NO_LIMIT", "OVERFLOW", "StoppingRule", "UnitPlan"]

CUT: Final = len(ENDS)
"""The end of a session that reached the cap on throws before it ended by itself."""

END_NAMES: Final = (*ENDS, "cut")
"""The ends of simulated sessions, by number."""

OVERFLOW: Final = -2
"""The fast kernel's end for a player who came to own `MAX_UNITS`: it holds no more."""

NO_LIMIT: Final = MAX_UNITS - 1
"""The limit of a session that goes on until the goal or the floor."""

CAP: Final = 1_000_000
"""A session without a limit on throws is cut short after so many of them."""


@dataclass(frozen=True)
class UnitPlan:
    """A plan with money in units of the chain.

    Attributes:
        bankroll: what is owned at the start.
        limit: so many throws, decisions or shooters, and the session is over; or `NO_LIMIT`.
        counted: what `limit` counts.
        goal: the player leaves owning this much; or `NO_GOAL`.
        floor: the player leaves owning less than this.
        cap: the session is cut short after so many throws, unless its limit counts throws.
    """

    bankroll: int
    limit: int
    counted: Counted = "throws"
    goal: int = NO_GOAL
    floor: int = 0
    cap: int = CAP

    def __post_init__(self) -> None:
        """Refuse numbers that the kernels do not hold."""
        for name in ("bankroll", "limit", "floor", "cap"):
            value = getattr(self, name)
            if not 0 <= value < MAX_UNITS:
                raise BankcrapsError(f"{name} must be from 0 to {MAX_UNITS - 1:,}, not {value:,}")

    @staticmethod
    def of(chain: UnitChain, plan: Plan) -> "UnitPlan":
        """A plan in the units of a chain.

        Raises:
            BankcrapsError: for a bankroll of more units than the kernels hold.
        """
        if chain.units(plan.bankroll) >= MAX_UNITS:
            raise BankcrapsError(
                f"a bankroll of {printed(plan.bankroll)} is too much to simulate; for a system whose money "
                f"goes in steps of {printed(chain.arrays.unit)}, it has to be below "
                f"{printed(chain.cents(MAX_UNITS))}"
            )
        return UnitPlan(
            bankroll=chain.units(plan.bankroll),
            limit=NO_LIMIT if plan.count is None else plan.count,
            counted=plan.counted,
            goal=chain.goal(plan.goal),
            floor=chain.units(plan.floor),
        )

    def stopping_rule(self) -> "StoppingRule":
        """The plan as the kernels take it."""
        counts = (self.counted == "throws", self.counted == "decisions", self.counted == "shooters")
        cap = MAX_UNITS if self.counted == "throws" and self.limit != NO_LIMIT else self.cap
        return StoppingRule(
            self.bankroll, self.goal, self.floor, self.limit, cap, *(int(it) for it in counts)
        )


class StoppingRule(NamedTuple):
    """The numbers of a `UnitPlan`, as the kernels take them.

    Attributes:
        cap: as in `UnitPlan`, and out of reach if the limit counts throws.
        throw, decision, shooter: 1 for what the limit counts, 0 for the others.
    """

    bankroll: int
    goal: int
    floor: int
    limit: int
    cap: int
    throw: int
    decision: int
    shooter: int
