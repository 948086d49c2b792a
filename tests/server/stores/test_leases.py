"""Several processes on one database: one writes a table at a time, and another goes on when it dies."""

import asyncio
import os
import signal

import pytest
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import LONG
from tests.server.batches import UNTIL
from tests.server.commands import audited
from tests.server.house_process import Clock, Diary, grab, own, timed
from tests.server.serve_process import in_process

from bankcraps.live.log.rows import chained, first_hash
from bankcraps.live.table import commands as cm
from bankcraps.server.hosting.sealing import SystemDice
from bankcraps.server.house import House, ServedElsewhereError
from bankcraps.server.stores.store import open_store

TURNS = 60 if LONG else 20
"""The number of times that each of several processes takes a table's lease from the others."""


@pytest.fixture
def clock(tmp_path):
    """The clock of the leases of all processes."""
    return Clock(tmp_path)


@pytest.fixture
async def second(postgres_url, clock, monkeypatch):
    """A house in this process, on the same database as others."""
    timed(str(clock.path), monkeypatch.setattr)
    store = open_store(postgres_url)
    house = House(store, SystemDice(), "http://second")
    yield house
    await house.close()
    store.close()


async def until(condition):
    async with asyncio.timeout(IN_TIME):
        while not condition():  # noqa: ASYNC110 - what is waited for happens in another process
            await asyncio.sleep(0.02)


async def started(postgres_url, tmp_path):
    """Start a process that owns a table and plays there; return it and the table."""
    process = in_process(
        own, postgres_url, str(tmp_path / "diary"), str(tmp_path / "heard"), str(tmp_path / "ahead")
    )
    diary = tmp_path / "diary"
    await until(lambda: diary.exists() and len(Diary(str(diary)).answered) > 20)
    table = next(iter(Diary(str(diary)).sent.values()))[0]
    return process, table


async def goes_on(house, table, diary, when="first"):
    """The answers of the dead owner stand, and its player plays on."""
    host = await house.find(table)
    said = Diary(str(diary))
    for (person, command), seq in said.answered.items():
        assert house.store.logs.known_command(table, person, command) == (seq or None)
    before = host.durable.seq
    assert before >= max(said.answered.values())
    for line in ("buy_in 5", "pass 5", "throw"):
        command = cm.Say(id=f"{when}-{line}".replace(" ", "-"), line=line)
        await asyncio.wait_for(host.ask(cm.Sender("Ann"), command), IN_TIME)
    assert host.durable.seq > before


async def test_a_dead_owners_table_goes_on_elsewhere_by_itself(second, postgres_url, tmp_path, clock):
    process, table = await started(postgres_url, tmp_path)
    with pytest.raises(ServedElsewhereError) as elsewhere:
        await second.find(table)
    assert elsewhere.value.address == "http://first"
    os.kill(process.pid, signal.SIGKILL)
    clock.forward()
    await until(lambda: [host.table.id for host in second.hosts] == [table])
    await goes_on(second, table, tmp_path / "diary")
    await second.close()
    audited(postgres_url)


async def test_an_owner_that_was_thought_dead_writes_nothing_more(second, postgres_url, tmp_path, clock):
    process, table = await started(postgres_url, tmp_path)
    os.kill(process.pid, signal.SIGSTOP)
    try:
        clock.forward()
        await until(lambda: [host.table.id for host in second.hosts] == [table])
        await goes_on(second, table, tmp_path / "diary")
        said = second.store.tables.all()
    finally:
        os.kill(process.pid, signal.SIGCONT)
    heard = tmp_path / "heard"
    await until(lambda: heard.exists() and heard.read_text().count("\n") == 2)
    why, address = (await asyncio.to_thread(heard.read_text)).splitlines()
    # It stopped in a transaction or between two: the database may have ended that or the connection.
    ended = ("another process serves", "the database does not answer", "a transaction that took too long")
    assert any(said in why for said in ended), why
    assert address in ("http://second", "")
    await asyncio.to_thread(process.join, IN_TIME)
    [info] = [one for one in second.store.tables.all() if one.table == table]
    assert info.owner == next(one.owner for one in said if one.table == table)
    assert not second.hosts[0].stopped
    await goes_on(second, table, tmp_path / "diary", "second")
    await second.close()
    audited(postgres_url)


def test_processes_that_race_for_a_table_write_one_log(postgres_url, tmp_path):
    store = open_store(postgres_url)
    store.tables.create("t1", "nobody", "", UNTIL)
    written = tmp_path / "written"
    processes = [in_process(grab, postgres_url, seed, TURNS, str(written)) for seed in range(4)]
    for process in processes:
        process.join(IN_TIME)
        assert process.exitcode == 0
    rows = list(store.logs.rows("t1"))
    head = first_hash("t1")
    for number, row in enumerate(rows, 1):
        head = chained(head, row.body.encode())
        assert (row.seq, row.hash) == (number, head)
    noted = written.read_text().splitlines()
    assert sorted(noted) == sorted(row.hash for row in rows)
    [info] = store.tables.all()
    assert (info.seq, info.head, info.epoch) == (len(rows), head, 1 + 4 * TURNS)
    assert store.money.balance("rail/t1/Ann") == len(rows)
    assert len(rows) > 2 * TURNS
    store.close()
