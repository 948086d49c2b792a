"""The disk, the database and the clock fail under a whole house with clients: it says so, and goes on."""

import asyncio
import os
import resource
import time

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.commands import audited
from tests.server.live import a_table, open_house
from tests.server.test_serving import Serve

from bankcraps.client import House, Lost
from bankcraps.server.stores import store

QUIET = "nsw pace=shooter"


class Player:
    """Somebody at a table, with the messages about lost connections that they hear."""

    def __init__(self, live):
        self.live, self._hearing = live, live.heard()
        self.lost = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self):
        async for news in self._hearing:
            if isinstance(news, Lost) and not self.lost.done():
                self.lost.set_result(news.reason)

    async def say(self, line):
        async with asyncio.timeout(IN_TIME):
            return await self.live.say(line)

    async def hears_why(self):
        async with asyncio.timeout(IN_TIME):
            return await self.lost


async def _in_trouble(address, begins, ends):
    """Let two people play through some trouble; return the messages about it that each heard."""
    async with House(address) as one, House(address) as two:
        await one.sign_in("Ann")
        await two.sign_in("Bob")
        (table, *_) = await one.tables()
        async with one.table(table.table) as first, two.table(table.table) as second:
            ann, bob = Player(first), Player(second)
            for line in ("sit", "buy_in 100", "pass 10"):
                assert (await ann.say(line)).refused is None
            await asyncio.to_thread(begins)
            try:
                lost = asyncio.create_task(ann.say("field 5"))
                heard = [await ann.hears_why(), await bob.hears_why()]
            finally:
                await asyncio.to_thread(ends)
            assert (await lost).refused is None
            assert (await bob.say("sit")).refused is None
            (seat,) = [seat for seat in second.view.seats if seat.name == "Ann"]
            assert [wager.amount for wager in seat.wagers] == [1000, 500]  # once, and nothing was lost
            assert seat.rail == 8500
            return heard


async def test_a_disk_that_is_full(tmp_path):
    """A file may not grow for a while: the limit of the operating system fails where a full disk does."""
    served = Serve(tmp_path, "--rules", "nsw", "--open-table", QUIET)
    pid, most = served.pid, resource.RLIM_INFINITY
    size = os.path.getsize

    def begins():
        now = size(f"{served.database}-wal")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (now, most))

    def ends():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))

    try:
        heard = await _in_trouble(served.address, begins, ends)
    finally:
        served.terminate()
    assert all("the disk of" in why for why in heard), heard
    await asyncio.to_thread(audited, served.database)


async def test_a_database_that_may_not_be_written(tmp_path, postgres, postgres_url):
    """An administrator lets nobody write for a while, and ends the connections so that this holds at once."""
    async with open_house(tmp_path, a_table("nsw"), database=postgres_url) as house:
        heard = await _in_trouble(house.address, postgres.let_nobody_write, postgres.let_write)
        assert all("the database" in why for why in heard), heard
    await asyncio.to_thread(audited, postgres_url)


async def test_pages_and_sockets_say_why_while_the_database_is_gone(tmp_path, postgres, postgres_url):
    async with open_house(tmp_path, a_table("nsw"), database=postgres_url) as house:
        cookie = await house.sign_in("Ann")
        await asyncio.to_thread(postgres.stop)
        try:
            for path in ("/health", "/api/tables", "/api/session"):
                gone = await house.get(path, cookie)
                assert gone.status_code == 503, path
                assert gone.json()["error"] == "the database does not answer"
            async with house.at(cookie=cookie) as ann:
                assert ann.heard[-1]["type"] == "bye"
                assert ann.heard[-1]["again"]
                assert ann.heard[-1]["reason"] == "the database does not answer"
        finally:
            await asyncio.to_thread(postgres.start)


@pytest.mark.parametrize("hours", [-100, 100])
async def test_a_clock_that_is_set_under_a_running_house(tmp_path, monkeypatch, hours):
    """A table goes on, and can be opened again by a house that begins with the other clock."""
    right = time.time_ns

    async with open_house(tmp_path, a_table("nsw")) as house, house.playing("Ann") as ann:
        await ann.done("pass 10")
        monkeypatch.setattr(time, "time_ns", lambda: right() + hours * 3_600_000_000_000)
        before = [one for one in ann.heard if "now" in one][-1]["now"]
        await ann.done("field 5")
        after = [one for one in ann.heard if "now" in one][-1]["now"]
        assert before <= after < before + 3_600_000
        cookie = ann.cookie
    monkeypatch.setattr(store, "_STARTED_MS", store._STARTED_MS + hours * 3_600_000)  # noqa: SLF001
    async with open_house(tmp_path) as house, house.at(cookie=cookie) as ann:
        assert len(ann.heard[0]["table"]["seats"][0]["wagers"]) == 2
        await ann.done("take down field")
        assert [one for one in ann.heard if "now" in one][-1]["now"] >= after
    monkeypatch.undo()
    await asyncio.to_thread(audited, str(tmp_path / "house.db"))
