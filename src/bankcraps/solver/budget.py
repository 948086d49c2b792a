"""The most memory and work that an exact answer may take, and the errors for sessions that need more."""

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
"""Bytes for all the grids that one answer holds at the same time."""

QUICK_ADDITIONS: Final = 6e9
"""Additions for a figure that an answer can leave out: a second or two."""

PATIENT_ADDITIONS: Final = 1e12
"""Additions for a figure that the answer needs or the caller asked for: up to a minute or two."""

MAX_ADDITIONS: Final = 1e13
"""Additions for one sweep: about half an hour."""


class NeverEndsError(BankcrapsError):
    """The session has no length, and some players never reach the goal or ruin."""


class TooLargeError(BankcrapsError):
    """The session needs too much memory or time to solve. It can still be simulated."""
