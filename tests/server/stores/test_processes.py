"""Real `bankcraps serve` processes that are killed, closed and paused while people play over sockets."""

import asyncio
import os
import random
import signal

import pytest
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import LONG
from tests.server.crowd import assert_whole, crowd, servers
from tests.server.house_process import Clock

from bankcraps.client import House
from bankcraps.client import live as client_live

KILLS = int(os.environ.get("KILLS", "2" if LONG else "1"))
"""The number of kills. `KILLS=200 pytest tests/server/stores/test_processes.py -k killed` takes a while."""


@pytest.fixture
def clock(tmp_path):
    """The clock of the leases of all servers."""
    return Clock(tmp_path)


async def until(condition):
    async with asyncio.timeout(IN_TIME):
        while not await condition():  # noqa: ASYNC110 - what is waited for happens in another process
            await asyncio.sleep(0.05)


async def owner_of(table, opened):
    """The server that says that it serves a table."""
    for server in opened:
        async with House(server.address) as house:
            for line in await house.tables():
                if line.table == table and not line.address:
                    return server
    return None


async def serves(server, table):
    """Wait until a server says that it serves a table."""

    async def it_does():
        return await owner_of(table, [server]) is server

    await until(it_does)


async def test_a_house_killed_at_any_moment_loses_and_repeats_nothing(database, tmp_path, clock):
    rng = random.Random(10)
    async with servers(database, clock) as (server,), crowd([server.address]) as people:
        for _ in range(KILLS):
            await people.plays(rng.randrange(3, 12))
            await asyncio.sleep(rng.random() / 20)
            await server.end(signal.SIGKILL)
            await server.start()
        await people.plays()
        await people.end(server.address)
        await server.end()
        assert assert_whole(database, [people], tmp_path) > 3 * 3 * KILLS


async def test_when_the_owner_is_killed_the_table_goes_on_at_another_server(postgres_url, tmp_path, clock):
    async with servers(postgres_url, clock, 2) as opened:
        one, two = opened
        # P0 and P2 come by the owner, P1 by the other server, which sends it to the owner.
        async with crowd([one.address, two.address]) as people:
            assert await owner_of(people.table, opened) is one
            await people.plays()
            await people.know_all_servers()
            await one.end(signal.SIGKILL)
            await people.plays()
            await serves(two, people.table)
            # The first comes back, and takes the table over when the second dies.
            await one.start()
            await people.plays()
            await two.end(signal.SIGKILL)
            await people.plays()
            await serves(one, people.table)
            await people.end(one.address)
            await one.end()
        assert_whole(postgres_url, [people], tmp_path)


async def test_an_owner_that_closes_hands_its_tables_over(postgres_url, tmp_path, clock):
    async with servers(postgres_url, clock, 2) as opened, crowd([opened[0].address]) as people:
        for first, second in (opened, opened[::-1]):
            await people.plays()
            await serves(first, people.table)
            await first.end(signal.SIGTERM)
            assert first.process.returncode == 0
            await serves(second, people.table)
            await people.plays()
            await first.start()
        await people.end(opened[0].address)
        for server in opened:
            await server.end()
        assert_whole(postgres_url, [people], tmp_path)


async def test_an_owner_that_slept_too_long_writes_nothing_and_sends_its_clients_away(
    postgres_url, tmp_path, clock, monkeypatch
):
    monkeypatch.setattr(client_live, "_ALIVE_S", IN_TIME)  # the clients wait until the owner wakes up
    async with servers(postgres_url, clock, 2) as opened:
        one, two = opened
        async with crowd([one.address, two.address]) as people:
            await people.plays()
            heard = people.players[0].live.heard()
            one.send(signal.SIGSTOP)
            clock.forward()
            await serves(two, people.table)
            one.send(signal.SIGCONT)
            await people.plays()
            await serves(two, people.table)
            lost = [news.reason for news in heard.so_far() if type(news).__name__ == "Lost"]
            assert any("another process serves" in why or "database" in why for why in lost), lost
            await people.end(two.address)
            for server in opened:
                await server.end()
        assert_whole(postgres_url, [people], tmp_path)


async def test_two_servers_open_one_new_house(postgres_url, clock):
    async with servers(postgres_url, clock, 2, start=False) as opened:
        await asyncio.gather(*(server.start() for server in opened))
        assert sorted(bool(server.passphrase) for server in opened) == [False, True]
        async with House(opened[0].address) as house:
            assert len(await house.tables()) == 1
            first = next(server.passphrase for server in opened if server.passphrase)
            await house.sign_in("House", first)


async def test_a_page_about_a_table_elsewhere_says_where(postgres_url, clock):
    async with servers(postgres_url, clock, 2) as (one, two), House(two.address) as house:
        (line,) = await house.tables()
        assert line.address == one.address
        with pytest.raises(Exception, match=f"this table is served at {one.address}"):
            await house._ask("GET", f"/api/tables/{line.table}/rules", dict)  # noqa: SLF001
