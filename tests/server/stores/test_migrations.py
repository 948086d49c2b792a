"""Databases of other versions: an older one is upgraded, and a newer one is refused."""

import pytest
from tests.server.batches import Log

from bankcraps.server.stores import database as database_module
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.schema import MIGRATIONS
from bankcraps.server.stores.store import open_store

_SECOND = (
    "ALTER TABLE people ADD COLUMN motto TEXT NOT NULL DEFAULT 'lucky'",
    "CREATE TABLE visits (person TEXT PRIMARY KEY, count BIGINT NOT NULL)",
)


@pytest.fixture
def second_version(monkeypatch):
    """A program that knows one migration more."""
    return lambda: monkeypatch.setattr(database_module, "MIGRATIONS", (*MIGRATIONS, _SECOND))


def written(database):
    """Make a database with a log, and return its rows."""
    old = open_store(database)
    old.logs.commit([Log.new(old).batch("c1", rows=3)])
    rows = list(old.logs.rows("t1"))
    old.close()
    return rows


def test_an_older_database_is_migrated_and_keeps_everything(database, second_version):
    rows = written(database)
    second_version()
    for _ in range(2):  # the second time there is nothing to do
        new = open_store(database)
        assert list(new.logs.rows("t1")) == rows
        assert new.database.run("SELECT version FROM bankcraps") == [(len(MIGRATIONS) + 1,)]
        assert new.database.run("SELECT count FROM visits") == []
        new.close()


def test_a_newer_database_is_refused_with_a_sentence(database, second_version, monkeypatch):
    with monkeypatch.context():
        second_version()
        open_store(database).close()
    monkeypatch.setattr(database_module, "MIGRATIONS", MIGRATIONS)
    for only_read in (False, True):
        with pytest.raises(StoreError, match=r"a newer Bankcraps wrote this database.*Update Bankcraps"):
            open_store(database, only_read=only_read)


def test_a_database_of_the_first_version_is_read_as_it_is(database, monkeypatch):
    monkeypatch.setattr(database_module, "MIGRATIONS", MIGRATIONS[:1])
    rows = written(database)
    monkeypatch.setattr(database_module, "MIGRATIONS", MIGRATIONS)
    store = open_store(database, only_read=True)
    assert list(store.logs.rows("t1")) == rows
    assert store.database.run("SELECT version FROM bankcraps") == [(1,)]
    store.close()


def test_a_migration_that_fails_leaves_the_old_version(database, monkeypatch):
    open_store(database).close()
    wrong = (*MIGRATIONS, ("CREATE TABLE visits (person TEXT)", "CREATE TABLE people (name TEXT)"))
    monkeypatch.setattr(database_module, "MIGRATIONS", wrong)
    with pytest.raises(StoreError, match=f"from version {len(MIGRATIONS)} to {len(wrong)}"):
        open_store(database)
    monkeypatch.setattr(database_module, "MIGRATIONS", MIGRATIONS)
    store = open_store(database)
    assert not store.database.has_table("visits")
    store.close()


def test_a_database_of_another_program_is_left_alone(database):
    store = open_store(database)
    with store.database.transaction():
        store.database.run("DROP TABLE bankcraps")
    store.close()
    with pytest.raises(
        StoreError, match=r"a database of another program: it has balances, commands, exam_answers, \.\.\."
    ):
        open_store(database)
    with pytest.raises(StoreError, match="not a database of Bankcraps"):
        open_store(database, only_read=True)
