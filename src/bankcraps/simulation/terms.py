"""The terms of a session: what the player brings, and when it is over."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from bankcraps.chain.leaving import ENDS, NO_GOAL
from bankcraps.errors import BankcrapsError
from bankcraps.strategy.plan import Counted

__all__ = ["BEYOND", "CAP", "CUT", "MOST", "NO_LIMIT", "OUTCOMES", "Stakes", "Terms"]

CUT: Final = len(ENDS)
"""The end of a session that came to the cap on throws before anything of its own ended it."""

OUTCOMES: Final = (*ENDS, "cut")
"""The ends a simulated session may have by name, in the order of their numbers."""

BEYOND: Final = -2
"""What the fast kernel gives as the end of a session whose player came to own `MOST`: it holds no more."""

MOST: Final = 2**30
"""More units of money, or throws, than a simulated session may come to."""

NO_LIMIT: Final = MOST - 1
"""The limit of a session that goes on until the goal or the floor."""

CAP: Final = 1_000_000
"""Throws after which a session is cut short, unless the caller says otherwise."""


@dataclass(frozen=True)
class Terms:
    """What a player brings to a session, and when it is over. Money is in units of the chain.

    Attributes:
        bankroll: what is owned at the start.
        limit: so many throws, decisions or shooters, and the session is over; or `NO_LIMIT`.
        per: what `limit` counts.
        goal: the player leaves owning this much; `NO_GOAL` for no goal.
        floor: the player leaves owning less than this.
        cap: the session is cut short after so many throws, unless its limit is itself a number of throws.
    """

    bankroll: int
    limit: int
    per: Counted = "throws"
    goal: int = NO_GOAL
    floor: int = 0
    cap: int = CAP

    def __post_init__(self) -> None:
        """Refuse terms that nobody can play by."""
        for name in ("bankroll", "limit", "floor", "cap"):
            value = getattr(self, name)
            if not 0 <= value < MOST:
                raise BankcrapsError(f"{name} must be from 0 to {MOST - 1:,}, not {value:,}")

    def stakes(self) -> "Stakes":
        """The numbers alone."""
        counts = (self.per == "throws", self.per == "decisions", self.per == "shooters")
        cap = MOST if self.per == "throws" and self.limit != NO_LIMIT else self.cap
        return Stakes(self.bankroll, self.goal, self.floor, self.limit, cap, *(int(it) for it in counts))


class Stakes(NamedTuple):
    """The numbers of `Terms`, as the kernels take them.

    Attributes:
        cap: as in `Terms`, and out of reach where the session is limited to so many throws.
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
