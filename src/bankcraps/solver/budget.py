"""How much memory and work an exact answer may take, and the errors for what takes more."""

from typing import Final

from bankcraps.errors import BankcrapsError

__all__ = [
    "MAX_ADDITIONS",
    "MAX_BYTES",
    "PATIENT_ADDITIONS",
    "QUICK_ADDITIONS",
    "NeverEndsError",
    "TooLargeError",
]

MAX_BYTES: Final = 4 * 2**30
"""Memory for the grids of one answer, all that are swept at the same time together."""

QUICK_ADDITIONS: Final = 6e9
"""Work for figures that may be left out, unless they are asked for: a second or two."""

PATIENT_ADDITIONS: Final = 1e12
"""Work where there is no answer without it: up to a minute or two."""

MAX_ADDITIONS: Final = 1e13
"""Work for one sweep: about half an hour."""


class NeverEndsError(BankcrapsError):
    """A session without a length that some players never leave."""


class TooLargeError(BankcrapsError):
    """A session that takes too much memory or time to solve. It can still be simulated."""
