"""The one thread that writes. Whatever came while it wrote is written next, in one transaction.

A disk takes about as long to sync one command as to sync a hundred, so commands that come together share one.
"""

import asyncio
import queue
import threading
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.server.stores.protocol import Batch, EventStore, StoreError

__all__ = ["Writer"]

_MOST: Final = 500
"""The most commands in one transaction."""

_Waiting = tuple[Batch, "asyncio.Future[None]"]


class Writer:
    """Writes batches of many tables to a store, a group at a time."""

    def __init__(self, store: EventStore) -> None:
        """Start the thread."""
        self._store = store
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="bankcraps-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> "asyncio.Future[None]":
        """Write a batch. The future is done when it is on disk, and raises why it was not written."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((batch, future))
        return future

    async def close(self) -> None:
        """Write what waits, and stop the thread."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write(self) -> None:
        going = True
        while going:
            group = [self._queue.get()]
            while len(group) < _MOST:
                try:
                    group.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            going = None not in group
            waiting = [one for one in group if one is not None]
            if waiting:
                results = self._commit([batch for batch, _ in waiting])
                self._loop.call_soon_threadsafe(_resolve, waiting, results)

    def _commit(self, batches: list[Batch]) -> list[BankcrapsError | None]:
        try:
            return self._store.commit(batches)
        except BankcrapsError as error:
            return [error] * len(batches)
        except Exception as error:  # noqa: BLE001 - whatever the database does, the tables must hear of it
            return [StoreError(f"the database failed: {error}")] * len(batches)


def _resolve(waiting: list[_Waiting], results: list[BankcrapsError | None]) -> None:
    for (_, future), result in zip(waiting, results, strict=True):
        if future.done():
            continue
        if result is None:
            future.set_result(None)
        else:
            future.set_exception(result)
