"""Tables that the lobby does not show close when nobody has come for long; those that people use stay."""

import asyncio
from collections import Counter
from types import SimpleNamespace

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.commands import audited
from tests.server.live import a_table, open_house, soon

from bankcraps.live.log.entries import Bot
from bankcraps.live.people.places import KEEP_UNLISTED_MS
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Sender
from bankcraps.server.hosting.table_loading import load
from bankcraps.server.house import House
from bankcraps.server.stores.store import now_ms, open_store
from bankcraps.server.web.sockets import unused_tables
from bankcraps.server.web.sockets.unused_tables import UnusedTables

LONG_MS = 2 * KEEP_UNLISTED_MS
PRIVATE = {"rules": "classic", "pace": "shooter", "listed": False, "hosted": False}


async def opens(house, name, **how):
    """Open a table that the lobby does not show, and return its id with the cookie of its opener."""
    cookie = await house.sign_in(name)
    response = await house.get("/api/tables", cookie, "POST", json=PRIVATE | how)
    assert response.status_code == 201, response.text
    return response.json()["table"], cookie


async def is_open(house, table):
    return (await house.get(f"/api/tables/{table}/acts")).status_code == 200


@pytest.fixture
def later(monkeypatch):
    """The clock by which the house closes tables: its lead, and the number of looks at each table."""
    look = vars(UnusedTables)["_look_at"]
    time = SimpleNamespace(ahead=0, looks=Counter())

    async def looks(self, host):
        await look(self, host)
        time.looks[host.table.id] += 1

    monkeypatch.setattr(unused_tables, "_LONGEST_LOOK_MS", 20)
    monkeypatch.setattr(unused_tables, "now_ms", lambda: now_ms() + time.ahead)
    monkeypatch.setattr(UnusedTables, "_look_at", looks)
    return time


async def closes(house, table, later):
    """Wait until a table closes that nobody uses for days."""
    later.ahead = LONG_MS
    async with asyncio.timeout(IN_TIME):
        while await is_open(house, table):  # noqa: ASYNC110 - it is asked from outside
            await asyncio.sleep(0.1)


async def wallet(house, cookie):
    return (await house.get("/api/session", cookie)).json()["wallet_cents"]


async def test_a_table_stays_while_somebody_watches_it(later, house):  # its clock is there before the house
    table, _ = await opens(house, "Ann")
    async with house.at(table=table):
        later.ahead = LONG_MS
        seen = later.looks[table]
        await soon(lambda: later.looks[table] > seen + 1)
        assert await is_open(house, table)
    await closes(house, table, later)
    assert await is_open(house, house.table)  # the lobby shows it


async def test_a_table_that_was_left_closes_after_a_restart(tmp_path, later):
    async with open_house(tmp_path) as house:
        table, cookie = await opens(house, "Ann")
        async with house.at("Ann", table, cookie=cookie) as ann:
            for line in ("sit", "buy in 200"):
                await ann.done(line)
    async with open_house(tmp_path) as house:
        await closes(house, table, later)
        assert await wallet(house, cookie) == 100_000


async def test_bots_leave_a_table_to_which_nobody_comes(tmp_path, later):
    bots = [{"name": "Molly", "bankroll": "100", "system": "when come_out: place 6 12"}]
    async with open_house(tmp_path, a_table(listed=True)) as house:
        table, _ = await opens(house, "Ann", bots=bots)
        await closes(house, table, later)


async def test_the_log_tells_when_a_person_was_there_last(tmp_path):
    store = open_store(str(tmp_path / "house.db"))
    now = 1_000_000_000
    try:
        store.clock = lambda: now
        house = House(store, "")
        host = await house.open_table(a_table(listed=False), "Ann")
        await house.grant("Ann", 10_000)
        now += 1000
        await host.ask(Sender("Ann"), cm.Say(id="1", line="sit"))
        now += 1000
        await host.tell(cm.SeatBot(Bot("Molly", "x", "when come_out: pass 10", 50_000), ""))
        await host.ask(Sender("Molly"), cm.Say(id="1", line="sit"))
        await house.close()
        assert load(store.logs, host.table.id).used == 1_000_001_000
        store.clock = lambda: now + KEEP_UNLISTED_MS
        again = House(store, "")
        taken = await again.find(host.table.id)
        assert (taken.used, taken.served) == (1_000_001_000, now + KEEP_UNLISTED_MS)
        await again.close()
    finally:
        store.close()


@pytest.mark.parametrize("dice", ["entered", "sealed"])
async def test_a_wager_that_waits_for_a_throw_comes_back_when_its_table_was_abandoned(tmp_path, dice, later):
    async with open_house(tmp_path) as house:
        table, cookie = await opens(house, "Ann", dice=dice)
        async with house.at("Ann", table, cookie=cookie) as ann:
            for line in ("sit", "buy in 200", "10 pass"):
                await ann.done(line)
            assert "contract" in (await ann.say("down pass"))["refused"]["code"]
            assert await wallet(house, cookie) == 80_000
        await closes(house, table, later)
        assert await wallet(house, cookie) == 100_000
    assert "the books balance" in audited(str(tmp_path / "house.db"))
