"""Separate waiting lines, so that a crowd in one does not delay another."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bankcraps.errors import BankcrapsError

__all__ = ["CrowdError", "Lane"]


class CrowdError(BankcrapsError):
    """Too many people sign in at this moment."""

    def __init__(self) -> None:
        super().__init__("too many people sign in at once: try again in a moment")


class Lane:
    """A bound on how many are at work at a time, and on how many wait."""

    def __init__(self, at_once: int, waiting: int) -> None:
        """Set how many may work, and how many may wait."""
        self._turn = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._here = 0

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for a turn, and hold it.

        Raises:
            CrowdError: if too many wait already.
        """
        if self._here >= self._most:
            raise CrowdError
        self._here += 1
        try:
            async with self._turn:
                yield
        finally:
            self._here -= 1
