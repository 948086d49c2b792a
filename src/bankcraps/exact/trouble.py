"""Sessions that have an answer and yet cannot be solved; they can still be simulated."""

from bankcraps.errors import BankcrapsError

__all__ = ["NeverEndsError", "TooLargeError"]


class NeverEndsError(BankcrapsError):
    """A session without a length that some players never leave."""


class TooLargeError(BankcrapsError):
    """A session that takes more memory or time than anybody has."""
