"""The thread that writes rests after a transaction, so that what comes meanwhile shares the next one."""

import asyncio

from tests.server.batches import Log

from bankcraps.server import writer
from bankcraps.server.stores.opening import open_store


async def test_what_comes_while_it_rests_shares_a_transaction(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "_PAUSE_S", 0.5)
    store = open_store(str(tmp_path / "house.db"))
    log = Log.new(store)
    one = writer.Writer(store)
    told: asyncio.Queue[object] = asyncio.Queue()
    one.submit(log.batch("first"), told.put_nowait)
    assert await asyncio.wait_for(told.get(), 20) is None
    for number in range(5):
        one.submit(log.batch(f"c{number}"), told.put_nowait)
        await asyncio.sleep(0.002)
    assert [await asyncio.wait_for(told.get(), 20) for _ in range(5)] == [None] * 5
    await one.close()
    store.close()
    assert one.transactions == 2
