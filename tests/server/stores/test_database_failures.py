"""A table stops with a sentence when its database fails, and goes on by itself when it is back."""

import asyncio
from contextlib import closing, suppress
from pathlib import Path

import apsw
import psycopg
import pytest
from tests.kit.deadline import IN_TIME
from tests.server.commands import audited
from tests.server.house_process import fast, settings, until_served

from bankcraps.errors import BankcrapsError
from bankcraps.live.table import commands as cm
from bankcraps.server.house import House
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.dice_key import default_key_file
from bankcraps.server.stores.postgres import PostgresDatabase
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.stores.store import Store, open_store

_INSERT = "INSERT INTO log (table_id, seq, body, hash) VALUES (?, ?, ?, ?)"
ANN = cm.Sender("Ann")


class Evening:
    """A house with a table where Ann plays, on a store that the test makes fail."""

    def __init__(self, store, address):
        self.store, self.address = store, address
        self.why = []
        self.stopped_at = 0

    async def __aenter__(self):
        self.house = House(self.store, "http://here")
        await self.house.grant("Ann", 100_000)
        self.host = await self.house.open_table(settings())
        self.host.on_stop(self.why.append)
        self.table = self.host.table.id
        await self.say("1", "sit")
        await self.say("2", "buy_in 300")
        return self

    async def __aexit__(self, *_):
        await self.house.close()
        self.store.close()

    async def say(self, command, line):
        host = await until_served(self.house, self.table)
        return await asyncio.wait_for(host.ask(ANN, cm.Say(id=command, line=line)), IN_TIME)

    async def stops(self):
        """Bet while the database fails; return what the table says."""
        host = self.host
        seq = self.stopped_at = host.durable.seq
        try:
            answer = await asyncio.wait_for(host.ask(ANN, cm.Say(id="lost", line="pass 10")), IN_TIME)
        except StoreError as error:
            assert host.stopped == str(error)
        else:  # the leases could not be kept, and the table had stopped already
            assert answer.refused.message == host.stopped
        assert self.why == [host.stopped]
        assert host.durable.seq == seq
        later = await asyncio.wait_for(host.ask(ANN, cm.Say(id="later", line="pass 10")), IN_TIME)
        assert later.refused.message == host.stopped
        return host.stopped

    async def goes_on(self):
        """Wait until the table plays again without anybody asking for it; send the lost command again."""
        async with asyncio.timeout(IN_TIME):
            while any(host.stopped for host in self.house.hosts):  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.02)
        # A write whose answer was lost may have reached the disk. Then the command is there already, once.
        seq = self.stopped_at
        answer = await self.say("lost", "pass 10")
        assert answer.refused is None
        assert answer.seq > seq
        assert (await self.say("lost", "pass 10")).seq == answer.seq
        [seat] = (await self.house.find(self.table)).durable.state.seats
        assert seat.rail == 29_000
        assert (await self.say("2", "buy_in 300")).seq <= seq
        assert (await self.say("throw", "throw")).refused is None
        await self.house.close()
        await asyncio.to_thread(audited, self.address)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("bankcraps.server.house._LEASE_MS", 5000)
    monkeypatch.setattr("bankcraps.server.house._KEEP_S", 1.0)
    fast()


class Limited(SqliteDatabase):
    """SQLite with a setting that makes writing fail, as SQLite itself fails."""

    setting = ""

    def execute(self, connection, sql, values):
        if connection is self._writer and sql == self.BEGIN and self.setting:
            apsw.Connection.execute(connection, f"PRAGMA {self.setting}")
        return super().execute(connection, sql, values)


def fill(store):
    """Fill the last page of the log, and all pages there may be."""
    for size in (3000, 300, 30, 0):
        with suppress(StoreError):
            for number in range(10_000):
                with store.database.transaction():
                    store.database.run_many(_INSERT, [("filler", number + size * 100_000, "x" * size, "")])


@pytest.mark.parametrize(
    ("fails", "works", "sentence"),
    [
        ("max_page_count = 1", "max_page_count = 1000000", "the disk of the database is full"),
        ("query_only = ON", "query_only = OFF", "the database cannot be written"),
    ],
)
async def test_a_full_or_read_only_file(tmp_path: Path, caplog, fails, works, sentence):
    """People read a sentence. Only the log of the house names the place of the database."""
    path = tmp_path / "house.db"
    database = Limited(path)
    store = Store(database, default_key_file(str(path)))
    async with Evening(store, str(path)) as evening:
        database.setting = fails
        if "max_page" in fails:
            fill(store)
        assert await evening.stops() == sentence
        assert f"{sentence} ({path}: " in caplog.text
        assert "cannot rollback" not in caplog.text
        database.setting = works
        with store.database.transaction():
            store.database.run("DELETE FROM log WHERE table_id = 'filler'")
        await evening.goes_on()


async def test_a_file_that_another_program_locks(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.stores.sqlite._BUSY_MS", 50)
    path = tmp_path / "house.db"
    other = apsw.Connection(str(path))
    other.set_busy_timeout(IN_TIME * 1000)  # the house may be writing
    async with Evening(open_store(str(path)), str(path)) as evening:
        other.execute("BEGIN IMMEDIATE")
        assert await evening.stops() == "the database is locked by another program"
        other.execute("ROLLBACK")
        await evening.goes_on()
    other.close()


async def test_a_database_that_goes_and_comes_back(postgres):
    async with Evening(open_store(postgres.url), postgres.url) as evening:
        await asyncio.to_thread(postgres.stop)
        try:
            assert "database" in await evening.stops()
            with pytest.raises(BankcrapsError, match=r"^the database does not answer$"):
                await evening.house.find(evening.table)
        finally:
            await asyncio.to_thread(postgres.start)
        await evening.goes_on()


def test_a_database_that_nobody_answers():
    with pytest.raises(StoreError, match=r"does not answer \(.*127\.0\.0\.1.*refused\)"):
        open_store("postgresql://127.0.0.1:1/house")


ENDED = [
    (psycopg.errors.DiskFull, "the disk of the database is full"),
    (psycopg.errors.ReadOnlySqlTransaction, "the database cannot be written"),
    (psycopg.errors.TransactionTimeout, "the database ended a transaction that took too long"),
    (psycopg.errors.IdleInTransactionSessionTimeout, "the database ended a transaction that took too long"),
    (psycopg.errors.AdminShutdown, "the database does not answer"),
    (psycopg.errors.QueryCanceled, "the database is too slow to answer"),
]


@pytest.mark.parametrize(("error", "says"), ENDED)
def test_a_connection_that_the_database_ends_says_why(postgres_url, error, says):
    with closing(open_store(postgres_url)) as store:  # noqa: SIM117
        with pytest.raises(StoreError, match=says), store.database.telling():
            raise error("terminating connection")


def test_a_migration_takes_as_long_as_it_takes(postgres_url, monkeypatch):
    """A year of a house has many rows."""
    seen = {}

    def look(database, _version):
        for setting in ("transaction_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            seen[setting] = database.run(f"SELECT current_setting('{setting}', true)")[0][0]

    monkeypatch.setattr(PostgresDatabase, "fill", look)
    open_store(postgres_url).close()
    assert {value or "0" for value in seen.values()} == {"0"}  # older databases lack one of them


def test_a_database_that_cannot_be_opened_again_says_so(tmp_path: Path, monkeypatch):
    store = open_store(str(tmp_path / "house.db"))
    store.close()  # as a connection that broke is closed
    monkeypatch.setattr(store.database, "check_place", lambda: None)  # another file would be there
    (tmp_path / "house.db").unlink()
    (tmp_path / "house.db").mkdir()
    with pytest.raises(StoreError, match="the database cannot be opened"), store.database.transaction():
        pass
