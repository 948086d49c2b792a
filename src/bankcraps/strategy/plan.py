"""What a player means to do with a session: how much they bring, when they leave."""

from typing import Final, Literal

import msgspec

from bankcraps.chips import Cents, printed
from bankcraps.errors import BankcrapsError

__all__ = ["LONGEST", "Counted", "Plan"]

LONGEST: Final = 10**9
"""So many throws, decisions or shooters in a session at most: a lifetime of somebody who never sleeps."""

Counted = Literal["throws", "decisions", "shooters"]
"""What the length of a session is counted in: every throw, rounds decided on the line, or shooters' hands."""


class Plan(msgspec.Struct, frozen=True):
    """A session as it is meant.

    Attributes:
        bankroll: what the player brings, in cents.
        goal: they leave when they own this much, in cents; None for nobody's goal.
        floor: they leave when they own less than this, in cents.
        counted: what the length is counted in.
        count: how many of those; None to go on until the goal or the floor.
    """

    bankroll: Cents
    goal: Cents | None = None
    floor: Cents = Cents(0)
    counted: Counted = "throws"
    count: int | None = None

    def __post_init__(self) -> None:
        """Nobody plays a session that is over before it began.

        Raises:
            BankcrapsError: for a plan that cannot be played.
        """
        if self.bankroll <= 0:
            raise BankcrapsError(f"a bankroll is more than nothing, not {printed(self.bankroll)}")
        if self.goal is not None and self.goal <= self.bankroll:
            raise BankcrapsError(
                f"a goal is above the bankroll of {printed(self.bankroll)}, and {printed(self.goal)} is not"
            )
        if not 0 <= self.floor <= self.bankroll:
            raise BankcrapsError(
                f"a floor lies between nothing and the bankroll of {printed(self.bankroll)}, "
                f"and {printed(self.floor)} does not"
            )
        if self.count is not None and self.count < 1:
            raise BankcrapsError(f"a session is at least one of its {self.counted}, not {self.count}")
        if self.count is not None and self.count > LONGEST:
            raise BankcrapsError(f"a session is at most {LONGEST:,} {self.counted} long, not {self.count:,}")

    @property
    def length(self) -> str:
        """How long it is, in words."""
        if self.count is None:
            return "until ruin or a stop of its own" if self.goal is None else "until the goal or ruin"
        return f"{self.count:,} {self.counted}" if self.count > 1 else f"1 {self.counted[:-1]}"
