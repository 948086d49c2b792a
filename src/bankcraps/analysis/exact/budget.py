"""Limits on the memory and work of an exact answer, and the errors above them."""

from typing import Final

from bankcraps.errors import BankcrapsError

MAX_BYTES: Final = 4 * 2**30
"""Bytes for all grids of one answer together."""

QUICK_ADDITIONS: Final = 6e9
"""Additions for an optional figure: a second or two."""

PATIENT_ADDITIONS: Final = 1e12
"""Additions for a necessary or requested figure: up to a minute or two."""

MAX_ADDITIONS: Final = 1e13
"""Additions for one sweep: about half an hour."""


MAX_STEPS: Final = 2e11
"""Additions for one sweep over pairs of a class and a sum, which are slower: about half an hour."""


ROUNDING: Final = 2.0**-53
"""The relative rounding error of one operation on floats."""


class NeverEndsError(BankcrapsError):
    """The session has no length, and some players never reach the goal or ruin."""


class TooLargeError(BankcrapsError):
    """The session needs too much memory or time to solve. It can still be simulated."""


def require_patience(what: str, needed: float, instead: str) -> None:
    """Refuse a figure with too many additions.

    Args:
        what: the subject and the verb, such as `the streaks need`.
        needed: the additions, about.
        instead: the advice, such as `use a shorter session`.

    Raises:
        TooLargeError: if there are more than `PATIENT_ADDITIONS`.
    """
    if needed > PATIENT_ADDITIONS:
        limit = f"limit {PATIENT_ADDITIONS:.0e}"
        raise TooLargeError(f"{what} about {needed:.0e} additions to solve, {limit}: {instead}")


class TooWideError(TooLargeError):
    """A grid of all classes by all sums needs too much memory. The pairs that are reached may need less.

    Attributes:
        need: a sentence with the memory that is needed, and the limit.
    """

    def __init__(self, what: str, needed: int, instead: str) -> None:
        """Name the bytes that something needs, and what to do."""
        self.need: str = f"{what} needs {needed / 2**30:.1f} GB, limit {MAX_BYTES / 2**30:g} GB"
        super().__init__(f"{self.need}: {instead}")
        self._given: tuple[str, int, str] = (what, needed, instead)

    def __reduce__(self) -> tuple[type["TooWideError"], tuple[str, int, str]]:
        """Come through a pickle, as errors of worker processes do."""
        return type(self), self._given
