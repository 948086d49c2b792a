"""How large a problem may be, and what makes it smaller."""

from typing import Final

from bankcraps.errors import BankcrapsError

__all__ = ["MAX_CHOICES", "MAX_POSITIONS", "MAX_SETS", "TooLargeError", "too_many"]

MAX_CHOICES: Final = 10_000_000
"""The most choices of all positions."""

MAX_POSITIONS: Final = 20_000
"""The most positions. Pass with odds, from 500 to 1,000 in units of 1, has 6,994."""

MAX_SETS: Final = 30_000
"""The most sets of wagers in all positions; each takes about a tenth of a millisecond to put together."""


class TooLargeError(BankcrapsError):
    """A problem with too many positions, sums or choices."""


def too_many(choices: int) -> TooLargeError:
    """The error for too many choices; so many were counted before the count ended."""
    return TooLargeError(
        f"there are more than {min(choices, MAX_CHOICES):,} bets to choose from: fewer wagers or fewer at "
        "once, a nearer goal, a lower table maximum or larger units would make them fewer"
    )
