"""When a session ends, on a machine whose clock may be set wrong."""

import time
from collections.abc import Callable
from typing import Final

from bankcraps.server.hosting.table_host import now_ms

__all__ = ["SESSION_S", "SessionClock"]

SESSION_S: Final = 30 * 24 * 3600
"""The time that a sign-in lasts, in seconds."""

_KEPT_S: Final = 400 * 24 * 3600
"""Seconds that an expired sign-in is kept: it holds again if the clock was ahead, and is set back."""


class SessionClock:
    """The time of a process, as far as sessions go.

    A clock that is set forward while the process runs signs nobody out. Where it was ahead before, people are
    signed out until it is right. A clock that is set back makes sessions last longer.
    """

    def __init__(
        self, clock: Callable[[], int] = now_ms, steady: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin now.

        Args:
            clock: the time in milliseconds since 1970, as this machine has it.
            steady: a count of seconds that nobody sets.
        """
        self._clock = clock
        self._steady = steady
        self._began = clock() - round(steady() * 1000)

    def end(self) -> int:
        """Return when a session ends that begins now, in milliseconds since 1970."""
        return self._clock() + SESSION_S * 1000

    def past(self) -> int:
        """Return the time for which sessions must last: an earlier one if the clock was set forward."""
        return min(self._clock(), self._began + round(self._steady() * 1000))

    def long_past(self) -> int:
        """Return the time before which sessions ended that nobody needs any more."""
        return self.past() - _KEPT_S * 1000
