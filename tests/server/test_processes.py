"""Real `bankcraps serve` processes that are killed, closed and paused while people play over sockets."""

import asyncio
import os
import random
import signal

import pytest
from tests.server.crowd import IN_TIME, Server, assert_whole, crowd, servers

from bankcraps.client import House

KILLS = int(os.environ.get("KILLS", "2"))
"""How often a server is killed: `KILLS=200 pytest tests/server/test_processes.py -k killed` takes a while."""


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


async def test_a_house_killed_at_any_moment_loses_and_repeats_nothing(database, tmp_path):
    rng = random.Random(10)
    async with servers(database) as (server,), crowd([server.address]) as people:
        for _ in range(KILLS):
            await people.plays(rng.randrange(3, 12))
            await asyncio.sleep(rng.random() / 20)
            await server.end(signal.SIGKILL)
            await server.start()
        await people.plays()
        await people.end(server.address)
        await server.end()
        assert assert_whole(database, [people], tmp_path) > 3 * 3 * KILLS


async def test_when_the_owner_is_killed_the_table_goes_on_at_another_server(postgres_url, tmp_path):
    async with servers(postgres_url, 2) as opened:
        one, two = opened
        # P0 and P2 come by the owner, P1 by the other server, which sends it to the owner.
        async with crowd([one.address, two.address]) as people:
            assert await owner_of(people.table, opened) is one
            await people.plays()
            await one.end(signal.SIGKILL)
            await people.plays()
            assert await owner_of(people.table, [two]) is two
            # The first comes back, and takes the table over when the second dies.
            await one.start()
            await people.plays()
            await two.end(signal.SIGKILL)
            await people.plays()
            assert await owner_of(people.table, [one]) is one
            await people.end(one.address)
            await one.end()
        assert_whole(postgres_url, [people], tmp_path)


async def test_an_owner_that_closes_hands_its_tables_over(postgres_url, tmp_path):
    async with servers(postgres_url, 2) as opened, crowd([opened[0].address]) as people:
        for first, second in (opened, opened[::-1]):
            await people.plays()
            assert await owner_of(people.table, [first]) is first
            await first.end(signal.SIGTERM)
            assert first.process.returncode == 0
            assert await owner_of(people.table, [second]) is second
            await people.plays()
            await first.start()
            await asyncio.sleep(0)
        await people.end(opened[0].address)
        for server in opened:
            await server.end()
        assert_whole(postgres_url, [people], tmp_path)


async def test_an_owner_that_slept_too_long_writes_nothing_and_sends_its_clients_away(postgres_url, tmp_path):
    async with servers(postgres_url, 2) as opened:
        one, two = opened
        async with crowd([one.address, two.address]) as people:
            await people.plays()
            heard = people.players[0].live.heard()
            one.send(signal.SIGSTOP)

            async def moved():
                return await owner_of(people.table, [two]) is two

            await until(moved)
            one.send(signal.SIGCONT)
            await (
                people.plays()
            )  # at whichever server: on a busy machine a lease of a second may be lost again
            lost = [news.reason for news in heard.so_far() if type(news).__name__ == "Lost"]
            assert any("another process serves" in why or "database" in why for why in lost), lost
            await people.end(two.address)
            for server in opened:
                await server.end()
        assert_whole(postgres_url, [people], tmp_path)


async def test_two_servers_open_one_new_house(postgres_url):
    opened = [Server(postgres_url) for _ in range(2)]
    try:
        await asyncio.gather(*(server.start() for server in opened))
        assert sorted(bool(server.passphrase) for server in opened) == [False, True]
        async with House(opened[0].address) as house:
            assert len(await house.tables()) == 1
            first = next(server.passphrase for server in opened if server.passphrase)
            await house.sign_in("House", first)
    finally:
        for server in opened:
            await server.end(signal.SIGKILL)


async def test_a_page_about_a_table_elsewhere_says_where(postgres_url):
    async with servers(postgres_url, 2) as (one, two), House(two.address) as house:
        (line,) = await house.tables()
        assert line.address == one.address
        with pytest.raises(Exception, match=f"this table is served at {one.address}"):
            await house._ask("GET", f"/api/tables/{line.table}/rules", dict)  # noqa: SLF001
