"""The columns that say what was asked: every table of sessions begins with them."""

from bankcraps.strategies.plan import Plan
from bankcraps.support.tabular import Same

__all__ = ["asked"]


def asked(house: str, system: str, plan: Plan, seed: int | None = None) -> dict[str, Same]:
    """The house, the system, the bankroll, the plan and the seed, which an exact result has not."""
    return {
        "house": Same(house),
        "system": Same(system),
        "bankroll_cents": Same(plan.bankroll),
        "plan": Same(str(plan)),
        "seed": Same(seed),
    }
