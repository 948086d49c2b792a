"""A stopped table carries out no command, says why, and can be ended. The house is well all the same."""

import pytest
from tests.attack.nights import a_night, run
from tests.server.live import a_table, ask, open_house

from bankcraps.cli.commands import audit
from bankcraps.cli.commands.admin import command as admin
from bankcraps.errors import BankcrapsError
from bankcraps.server.house import House
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.edge.health import Health, Metrics


@pytest.fixture
async def host(tmp_path):
    store = open_store(str(tmp_path / "house.db"))
    house = House(store, "http://here", plays=False)
    yield await house.open_table(a_table())
    await house.close()
    store.close()


async def test_a_table_that_stopped_says_why(host):
    before = host.durable.seq
    host.stop("the database failed")
    answer = await ask(host, "1", "sit")
    assert (answer.refused.code, answer.refused.message) == ("stopped", "the database failed")
    assert host.durable.seq == before
    host.stop("another", "http://elsewhere")
    assert (host.stopped, host.moved_to) == ("the database failed", "")


async def test_a_table_that_can_be_played_is_not_ended_by_its_books(tmp_path, monkeypatch):
    """Somebody sits down while its keeper ends it, so it stays open, with the chips where they are."""
    async with a_night(tmp_path / "house.db") as night:
        house, table = night.house, night.table

        async def refuses(*_, **__):
            raise BankcrapsError("somebody sat down just now: try again")

        before = night.store.money.balances()
        monkeypatch.setattr(house, "close_table", refuses)
        with pytest.raises(BankcrapsError, match="somebody sat down"):
            await house.end_table(table)
        assert night.store.money.balances() == before
        assert not night.host.stopped


@pytest.fixture
async def damaged(tmp_path):
    """A house in which a table has a damaged log: its folder, the table, and what Ann has in all."""
    async with a_night(tmp_path / "house.db") as night:
        (seat,) = night.host.durable.state.seats
    with_log = open_store(str(tmp_path / "house.db"))
    with with_log.database.transaction():
        with_log.database.run("UPDATE log SET body = '{}' WHERE table_id = ? AND seq = 3", night.table)
        with_log.database.run("DELETE FROM snapshots")
    with_log.close()
    return tmp_path, night.table, 50_000 + seat.rail + seat.at_risk


async def test_a_table_that_cannot_be_opened_is_no_fault_of_the_house(damaged):
    folder, table, _ = damaged
    async with open_house(folder, more=(a_table("nsw"),)) as house:
        assert "damaged" in (await house.get(f"/api/tables/{table}/rules")).text
        health = (await house.get("/health")).json()
        assert list(health["stopped"]) == [table]
        assert f"the log of table {table} is damaged at row 3" in health["stopped"][table]
        assert (await house.get("/health")).status_code == 200
        assert (await house.get("/health/live")).status_code == 200
        assert "bankcraps_tables_stopped 1.0" in (await house.get("/metrics")).text
        assert (await run(admin, "--database", str(folder / "house.db"), "close", table, "--lost"))[0] == 0
        assert (await house.get(f"/api/tables/{table}/rules")).status_code == 404


async def test_health_does_not_show_the_link_of_an_unlisted_table():
    table = "k3x9" * 6

    class Failing:
        hosts, stopped = (), {table: f"the log of table {table} is damaged at row 3"}

        async def tables(self):
            return []

    told = await Metrics(Failing(), len).health(None)
    assert told == Health(0, {"k3x9...": "the log of table k3x9... is damaged at row 3"})


async def test_its_keeper_ends_it_and_the_players_have_what_the_books_say(damaged):
    folder, table, due = damaged
    database = str(folder / "house.db")
    status, said = await run(admin, "--database", database, "close", table)
    assert (status, "is damaged" in said, "--lost" in said) == (1, True, True)
    status, said = await run(admin, "--database", database, "close", table, "--lost")
    assert (status, said.splitlines()[0]) == (0, f"Table {table} has closed.")
    store = open_store(database, only_read=True)
    assert store.money.balances_of("Ann") == {"wallet/Ann": due}
    assert [one.table for one in store.tables.open()] == ["house"]
    assert sum(store.money.balances().values()) == 0
    store.close()
    _, said = await run(audit.command, "--database", database)
    assert "balances" not in said
