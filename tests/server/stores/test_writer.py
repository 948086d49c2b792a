"""The thread that writes rests after a transaction, so that what comes meanwhile shares the next one."""

import asyncio
import threading
import time
from types import SimpleNamespace

from tests.kit.deadline import IN_TIME
from tests.server.batches import Log

from bankcraps.server.hosting import pending
from bankcraps.server.stores.store import open_store

LONG_S = 1000


class Rest:
    """A clock whose long rests end when the test says so."""

    def __init__(self):
        self.over, self.rests = threading.Event(), 0

    def sleep(self, seconds):
        if seconds > 0:
            self.rests += 1
            assert self.over.wait(IN_TIME)


async def test_what_comes_while_it_rests_shares_a_transaction(tmp_path, monkeypatch):
    rest = Rest()
    monkeypatch.setattr(pending, "_PAUSE_S", LONG_S)
    clock = SimpleNamespace(sleep=rest.sleep, perf_counter=time.perf_counter)
    monkeypatch.setattr(pending, "time", clock)
    store = open_store(str(tmp_path / "house.db"))
    log = Log.new(store)
    one = pending.Writer(store.logs)
    told: asyncio.Queue[object] = asyncio.Queue()
    one.submit(log.batch("first"), told.put_nowait)
    assert await asyncio.wait_for(told.get(), IN_TIME) is None
    for number in range(5):
        one.submit(log.batch(f"c{number}"), told.put_nowait)
    rest.over.set()
    assert [await asyncio.wait_for(told.get(), IN_TIME) for _ in range(5)] == [None] * 5
    await one.close()
    store.close()
    assert (one.transactions, rest.rests > 0) == (2, True)
