"""Reading the logs of tables for the API: only as far as an answer needs, and only the rows that are new."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Generic, TypeVar

from bankcraps.live.log.entries import decode_row
from bankcraps.live.table.log_replay import LogReplay
from bankcraps.server.web.edge.rates import TooManyError
from bankcraps.server.web.edge.sessions import Desk

_AT_ONCE: Final = 10_000
"""The most rows read for one request."""

_TABLES: Final = 8
"""The most tables whose logs are remembered, usually. The least recently used goes first."""


class StillReadingError(TooManyError):
    """A log is longer than what is read for one request: the next request reads on."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"the log of table {table} is long, and was read up to entry {seq}: ask again", 1.0)


_Reading = TypeVar("_Reading", bound=LogReplay)
_AnswerT = TypeVar("_AnswerT")


class Readings(Generic[_Reading]):
    """Readings of logs that the API remembers. One log is read at a time, in the threads of the API."""

    def __init__(self, desk: Desk, begin: Callable[[str], _Reading], most: int = _TABLES) -> None:
        """Read the logs of a house.

        Args:
            desk: the house, and the threads where its logs are read.
            begin: makes the reading of a table that has not been read yet.
            most: the most tables whose logs are remembered.
        """
        self._store = desk.house.store
        self._threads = desk.threads
        self._reading = lru_cache(most)(begin)
        self._one = asyncio.Semaphore(1)

    async def read(self, table: str, enough: Callable[[_Reading], bool] = lambda _: False) -> _Reading:
        """Read to the end of the log, or until `enough` returns true.

        Raises:
            StillReadingError: if there are more rows than are read for one request.
        """
        return await self.told(table, lambda reading: reading, enough)

    async def told(
        self,
        table: str,
        tell: Callable[[_Reading], _AnswerT],
        enough: Callable[[_Reading], bool] = lambda _: False,
    ) -> _AnswerT:
        """Read as above, and return what the log tells.

        Args:
            table: the table.
            tell: works that out, in the threads of the API. Nobody reads on meanwhile.
            enough: returns whether nothing more has to be read.

        Raises:
            StillReadingError: as above.
        """

        def work() -> _AnswerT:
            seq, count = reading.table.seq if reading.table else 0, 0
            for stored in self._store.logs.rows(table, seq, _AT_ONCE):
                if enough(reading):
                    break
                reading.read(decode_row(stored.body))
                count += 1
            if count == _AT_ONCE and not enough(reading):
                raise StillReadingError(table, seq + count)
            return tell(reading)

        async with self._one:
            reading = self._reading(table)
            return await self._threads.work(work)
