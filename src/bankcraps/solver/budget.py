"""Limits on the memory and work of an exact answer, and the errors above them."""

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
"""Bytes for all grids of one answer together."""

QUICK_ADDITIONS: Final = 6e9
"""Additions for an optional figure: a second or two."""

PATIENT_ADDITIONS: Final = 1e12
"""Additions for a necessary or requested figure: up to a minute or two."""

MAX_ADDITIONS: Final = 1e13
"""Additions for one sweep: about half an hour."""


class NeverEndsError(BankcrapsError):
    """The session has no length, and some players never reach the goal or ruin."""


class TooLargeError(BankcrapsError):
    """The session needs too much memory or time to solve. It can still be simulated."""
