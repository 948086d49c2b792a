"""The single writing thread. Commands that arrive during a transaction share the next one.

A disk takes about as long to sync one command as to sync a hundred, so commands that come together share one.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.logs import Batch, Logs
from bankcraps.server.tasks import for_each

_PAUSE_S: Final = 1 / 60
"""Seconds of rest after a transaction if more is to be written.

What comes within it shares the next transaction, and the news of a table share a message: no screen shows
them faster. It rests after a transaction, and not from its beginning, so that under load the loop has the
processor to itself for a while.
"""

_MOST: Final = 500
"""The most commands in one transaction."""

_log: Final = logging.getLogger(__name__)

Written = Callable[[BankcrapsError | None], None]
"""Called with None once a batch is on disk, or with the error."""


class Writer:
    """Writes batches of many tables to their logs, a group at a time, in the order in which they came.

    Attributes:
        transactions: the number of groups that were written.
        spent_s: the seconds that it took.
    """

    def __init__(self, logs: Logs) -> None:
        """Start the thread."""
        self.transactions: int = 0
        self.spent_s: float = 0.0
        self._logs = logs
        self._queue: queue.SimpleQueue[Sequence[tuple[Batch, Written]] | None] = queue.SimpleQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="bankcraps-writer", daemon=True)
        self._thread.start()

    def submit(self, batches: Sequence[tuple[Batch, Written]]) -> None:
        """Write batches in one transaction. `written` is called in the event loop, for all in order."""
        if self._closed:
            for _, written in batches:
                self._loop.call_soon(written, StoreError("the house is closed"))
        elif batches:
            self._queue.put(batches)

    async def close(self) -> None:
        """Write what waits, and stop the thread. Nothing is written after that."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write(self) -> None:
        going, rested = True, 0.0
        while going:
            group = [self._queue.get()]
            time.sleep(max(0.0, rested - time.perf_counter()))
            with suppress(queue.Empty):
                while len(group) < _MOST:
                    group.append(self._queue.get_nowait())
            going = None not in group
            waiting = [one for batches in group if batches is not None for one in batches]
            if waiting:
                began = time.perf_counter()
                results = self._commit([batch for batch, _ in waiting])
                self.spent_s += time.perf_counter() - began
                self.transactions += 1
                rested = time.perf_counter() + _PAUSE_S
                told = list(zip((written for _, written in waiting), results, strict=True))
                with suppress(RuntimeError):  # the loop has been closed: nobody waits for the results
                    self._loop.call_soon_threadsafe(_tell, told)

    def _commit(self, batches: list[Batch]) -> list[BankcrapsError | None]:
        try:
            return self._logs.commit(batches)
        except BankcrapsError as error:
            return [error] * len(batches)
        except Exception:  # noqa: BLE001 - whatever the database does, the tables must hear of it
            _log.exception("the database failed")
            return [StoreError("the database failed")] * len(batches)


def _tell(results: list[tuple[Written, BankcrapsError | None]]) -> None:
    for_each(results, lambda one: one[0](one[1]), "a table failed after its rows were written")
