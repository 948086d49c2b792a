"""The house takes over tables that nobody serves, and closes tables, even if one of them fails."""

import asyncio
import itertools
import threading
from contextlib import suppress

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, ask, open_house, soon

from bankcraps import client
from bankcraps.errors import BankcrapsError
from bankcraps.server import house as house_module
from bankcraps.server.house import House
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.store import open_store


@pytest.fixture
def file(tmp_path):
    store = open_store(str(tmp_path / "house.db"))
    yield store
    store.close()


@pytest.mark.parametrize("error", [StoreError("row 7 cannot be read"), ZeroDivisionError("row 7")])
async def test_a_table_that_cannot_be_read_keeps_no_other_from_its_players(file, monkeypatch, caplog, error):
    monkeypatch.setattr(house_module, "_KEEP_S", 0.01)
    first = House(file, "http://here")
    tables = sorted([(await first.open_table(a_table())).table.id for _ in range(3)])
    await first.close()
    load, tried = house_module.load, []

    def fails(logs, table):
        if table == tables[0]:
            tried.append(table)
            raise error
        return load(logs, table)

    monkeypatch.setattr(house_module, "load", fails)
    second = House(file, "http://there")
    await soon(lambda: {host.table.id for host in second.hosts} == set(tables[1:]))
    assert all(not host.stopped for host in second.hosts)
    await soon(lambda: len(tried) > 3 or isinstance(error, ZeroDivisionError))
    assert tables[0] in caplog.text
    assert caplog.text.count("row 7 cannot be read") <= 1  # logged once, and tried again and again
    monkeypatch.setattr(house_module, "load", load)
    if isinstance(error, StoreError):
        await soon(lambda: {host.table.id for host in second.hosts} == set(tables))
    await asyncio.wait_for(second.close(), IN_TIME)


async def test_leases_are_kept_while_tables_that_fail_slowly_are_taken_over(file, monkeypatch):
    """Otherwise the tables that play would be lost to another process."""
    first = House(file, "http://here")
    for _ in range(4):
        await first.open_table(a_table())
    await first.close()
    monkeypatch.setattr(house_module, "_KEEP_S", 0.01)
    done = []

    def fails(*_):
        done.append("load")
        raise StoreError("the database is too slow")

    renew = file.tables.renew_leases

    def renews(*given):
        done.append("renew")
        return renew(*given)

    monkeypatch.setattr(house_module, "load", fails)
    monkeypatch.setattr(file.tables, "renew_leases", renews)
    second = House(file, "http://there")
    await soon(lambda: done.count("load") >= 8)
    await asyncio.wait_for(second.close(), IN_TIME)
    assert all(pair != ("load", "load") for pair in itertools.pairwise(done))


async def test_nobody_sits_down_between_the_last_cash_out_and_the_closing(file):
    house = House(file, "http://here")
    await house.grant("Ann", 50_000)
    host = await house.open_table(a_table())
    table = host.table.id
    lock = vars(House)["_lock"](house, table)
    await lock.acquire()  # somebody opens the page of the table
    closing = asyncio.create_task(house.close_table(table, by="Ann"))
    await soon(lambda: vars(lock)["_waiters"])
    for line in ("sit", "buy_in 100"):
        assert (await ask(host, line[:3], line)).refused is None
    lock.release()
    await asyncio.wait_for(closing, IN_TIME)
    assert await house.wallet("Ann") == 50_000
    assert file.money.balance(f"rail/{table}/Ann") == 0
    await asyncio.wait_for(house.close(), IN_TIME)


async def test_a_table_that_another_process_took_is_not_said_to_be_closed(file, long_leases):
    house = House(file, "http://here")
    host = await house.open_table(a_table())
    clear = host.clear

    async def slow(command):
        refused = await clear(command)
        now = file.database.now()
        assert file.tables.take_lease(
            host.table.id, "another", "http://there", now + long_leases, now + 2 * long_leases
        )
        return refused

    host.clear = slow
    with pytest.raises(BankcrapsError, match="another process serves table"):
        await asyncio.wait_for(house.close_table(host.table.id), IN_TIME)
    [info] = await house.tables()
    assert (info.closed, info.owner) == (0, "another")
    await asyncio.wait_for(house.close(), IN_TIME)


async def test_a_table_that_stopped_and_goes_on_elsewhere_is_not_listed_here(file, long_leases, monkeypatch):
    monkeypatch.setattr(house_module, "_KEEP_S", 0.01)
    house = House(file, "http://here")
    host = await house.open_table(a_table())
    now = file.database.now()
    taken = file.tables.take_lease(
        host.table.id, "another", "http://there", now + long_leases, now + 2 * long_leases
    )
    with suppress(StoreError):
        await ask(host, "1", "sit")
    await soon(lambda: house.hosts == [])
    assert host.stopped
    assert taken is not None
    await asyncio.wait_for(house.close(), IN_TIME)


async def test_a_process_that_is_slow_to_say_that_it_serves_is_better_than_none(file, monkeypatch):
    monkeypatch.setattr(house_module, "_KEEP_S", 3600)
    first = House(file, "http://first")
    hosts = [await first.open_table(a_table()) for _ in range(2)]
    now = file.database.now()
    file.tables.renew_leases("slow", now - 500, "http://a-slow-one")
    file.tables.renew_leases("quick", now + 20_000, "http://quick")
    await asyncio.wait_for(first.close(), IN_TIME)
    assert {host.moved_to for host in hosts} == {"http://quick"}
    file.tables.withdraw("quick")
    again = House(file, "http://first")
    host = await again.find(hosts[0].table.id)
    await asyncio.wait_for(again.close(), IN_TIME)
    assert host.moved_to == "http://a-slow-one"


async def test_clients_hear_at_once_where_else_the_house_is_served(tmp_path, monkeypatch):
    """If they heard it only with the next look at everything, their process might have died before that."""
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 3600)
    monkeypatch.setattr(house_module, "_KEEP_S", 0.05)
    async with open_house(tmp_path) as first, first.at() as wire, open_house(tmp_path) as second:
        assert (await wire.until("servers"))["addresses"] == [second.address]


async def test_a_house_that_has_closed_does_not_say_later_that_it_serves(file, monkeypatch):
    """The thread of a look goes on although nobody waits for it any more. The house waits for the thread."""
    looking, go_on, done = threading.Event(), threading.Event(), []
    renew, withdraw = file.tables.renew_leases, file.tables.withdraw

    def slowly(*given):
        looking.set()
        go_on.wait(IN_TIME)
        done.append("renew")
        return renew(*given)

    def at_once(owner):
        done.append("withdraw")
        withdraw(owner)

    monkeypatch.setattr(file.tables, "renew_leases", slowly)
    monkeypatch.setattr(file.tables, "withdraw", at_once)
    house = House(file, "http://here")
    assert await asyncio.to_thread(looking.wait, IN_TIME)
    closing = asyncio.create_task(house.close())
    await soon(vars(house)["_keeping"].done)
    # It waits for the thread now, or does not.
    await soon(lambda: done or vars(house)["_renewing"]._callbacks)  # noqa: SLF001
    go_on.set()
    await asyncio.wait_for(closing, IN_TIME)
    assert done == ["renew", "withdraw"]
    assert file.tables.servers(0) == {}


async def test_a_lease_that_is_taken_while_the_house_closes_is_given_back(file, monkeypatch):
    """The thread takes it although nobody waits for it any more, and nobody would serve the table."""
    first = House(file, "http://first")
    table = (await first.open_table(a_table())).table.id
    await first.close()
    taking, go_on, taken = asyncio.Event(), threading.Event(), threading.Event()
    loop, take = asyncio.get_running_loop(), file.tables.take_lease

    def slowly(*asked):
        loop.call_soon_threadsafe(taking.set)
        go_on.wait(IN_TIME)
        try:
            return take(*asked)
        finally:
            taken.set()

    monkeypatch.setattr(file.tables, "take_lease", slowly)
    second = House(file, "http://second")
    await asyncio.wait_for(taking.wait(), IN_TIME)
    closing = asyncio.create_task(second.close())
    await soon(lambda: vars(second)["_closing"])
    go_on.set()
    await asyncio.wait_for(closing, IN_TIME)
    assert await asyncio.to_thread(taken.wait, IN_TIME)
    [info] = [one for one in file.tables.all() if one.table == table]
    assert (info.owner, info.expires) == ("", 0)


async def test_who_plays_goes_on_at_a_process_that_the_closing_one_had_not_noticed(tmp_path, monkeypatch):
    """On a busy machine the second process opens, and the first closes before it looks around again."""
    monkeypatch.setattr(house_module, "_KEEP_S", 3600)
    async with (
        open_house(tmp_path, a_table("three_four_five")) as first,
        client.House(first.address) as house,
    ):
        await house.sign_in("Ann")
        async with house.table(first.table, patience_s=IN_TIME) as live:
            for line in ("sit", "buy_in 100"):
                assert (await live.say(line)).refused is None
            monkeypatch.setattr(house_module, "_KEEP_S", 1.0)
            async with open_house(tmp_path) as second:
                first.stop.set()
                await soon(lambda: not live.connected)
                assert (await asyncio.wait_for(live.say("pass 10"), IN_TIME)).refused is None
                assert (await second.get("/api/tables")).json()[0]["players"] == 1
