"""A shooter has the database refuse the throws that they do not like: their rail is as full as it can be."""

import asyncio
from contextlib import suppress

import pytest
from tests.attack.nights import a_night, entries, run
from tests.kit.deadline import IN_TIME

from bankcraps.cli.commands import verify
from bankcraps.cli.commands.admin import command as admin
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.logs import Money
from bankcraps.server.stores.store import open_store

FULL = 2**62
"""The largest balance that the database holds. Nothing that people do can lead there."""


@pytest.fixture
async def refused(tmp_path, monkeypatch):
    """A house with a throw that pays Ann, which the database refuses: the database, the table, the throw."""
    monkeypatch.setattr(Money, "beyond", lambda *_: "")  # as in earlier programs
    database = str(tmp_path / "house.db")
    async with a_night(database) as night:
        number = 0
        for number in range(1, 200):
            await night.asks(cm.GiveSeed, seed=f"seed-{number}")
            if not night.host.durable.state.seats[0].wagers:
                with night.store.database.transaction():
                    night.store.database.run(
                        "UPDATE balances SET amount = ? WHERE account LIKE 'rail/%'", FULL
                    )
                await night.says("pass 10")
            with suppress(StoreError):
                await night.asks(cm.Say, line="throw")
            if night.host.stopped:
                break
        assert len(entries(night.store, night.table, en.SeedsLocked)) == number
        assert len(entries(night.store, night.table, en.SecretShown)) == number - 1
    return database, night.table, number


async def test_a_refused_throw_stands_with_the_lock_of_its_seeds(refused):
    """The table is taken up again, and comes to the same throw. Nobody gives another seed for it."""
    database, table, number = refused
    async with a_night(database, table) as night:
        stopped = asyncio.Event()
        night.host.on_stop(lambda _: stopped.set())
        await night.host.tell(cm.Opened())
        await asyncio.wait_for(stopped.wait(), IN_TIME)
        answer = await night.asks(cm.GiveSeed, seed="another")
        assert answer.code == "stopped"
        (*_, last) = entries(night.store, table, en.SeedsLocked)
        assert [seed.seed for seed in last.seeds] == [f"seed-{number}"]
    status, said = await run(verify.command, database, table)
    assert status == 0
    assert "1 sealed throw locked and not shown" in said


async def test_its_keeper_ends_the_table_and_the_throw_is_counted(refused):
    database, table, number = refused
    status, said = await run(admin, "--database", database, "close", table)
    assert status
    assert "the throw is sealed" in said
    assert (await run(admin, "--database", database, "close", table, "--lost"))[0] == 0
    store = open_store(database, only_read=True)
    assert [one.number for one in entries(store, table, en.SecretLost)] == [number]
    assert store.money.balances_of("Ann").keys() == {"wallet/Ann"}
    store.close()
    assert f"sealed throws lost: 1, throw {number}" in (await run(verify.command, database, table))[1]
