"""The database and the clock fail under a whole house with clients: it says so, and goes on."""

import asyncio
import time

import pytest
from tests.server.commands import audited
from tests.server.live import a_table, open_house

from bankcraps.server.stores import store


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
