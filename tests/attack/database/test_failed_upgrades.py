"""Upgrades of a database that fail or are killed on the way, and are tried again."""

import sqlite3

import apsw
import pytest

from bankcraps.server.stores import database as database_module
from bankcraps.server.stores.errors import StoreError
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.schema import MIGRATIONS
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.stores.store import open_store

FAILS = (*MIGRATIONS, ("CREATE TABLE people (name TEXT)",))


@pytest.fixture
def older(tmp_path, monkeypatch):
    """Open the house with a program of version 1, and let somebody sign up there."""

    def sign_up(*names):
        with monkeypatch.context() as before:
            before.setattr(database_module, "MIGRATIONS", MIGRATIONS[:1])
            store = open_store(str(tmp_path / "house.db"))
            with store.database.transaction():
                for name in names:
                    store.database.run("INSERT INTO people VALUES (?, ?, '', '', '')", name.casefold(), name)
            store.close()

    return sign_up


def people_of(file):
    with sqlite3.connect(file) as copy:
        assert copy.execute("SELECT version FROM bankcraps").fetchall() == [(1,)]
        return [name for (name,) in copy.execute("SELECT name FROM people ORDER BY folded")]


def beside(tmp_path):
    return sorted(file.name for file in tmp_path.iterdir() if "version" in file.name)


def test_a_copy_that_fails_leaves_no_file_and_no_new_version(tmp_path, older, monkeypatch):
    """The disk fills up under the copy. The next start makes it, instead of taking an empty file for it."""
    older("Ann")
    with monkeypatch.context() as full:
        failing = StoreError("the disk of the database is full")
        full.setattr(SqliteDatabase, "_copy_into", lambda *_: (_ for _ in ()).throw(failing))
        with pytest.raises(StoreError, match="full"):
            open_store(str(tmp_path / "house.db"))
    assert beside(tmp_path) == []
    assert people_of(tmp_path / "house.db") == ["Ann"]
    open_store(str(tmp_path / "house.db")).close()
    assert beside(tmp_path) == ["house.db.version-1"]
    assert people_of(tmp_path / "house.db.version-1") == ["Ann"]


@pytest.mark.parametrize("name", [".house.db.version-1.part", "house.db.version-1"])
@pytest.mark.parametrize("left", [b"", b"SQLite format 3\0 and no more"])
def test_what_a_killed_upgrade_left_is_no_copy(tmp_path, older, name, left):
    older("Ann")
    (tmp_path / name).write_bytes(left)
    open_store(str(tmp_path / "house.db")).close()
    assert beside(tmp_path) == ["house.db.version-1"]
    assert people_of(tmp_path / "house.db.version-1") == ["Ann"]


def test_the_copy_is_of_the_upgrade_that_happened(tmp_path, older, monkeypatch):
    """After an upgrade that failed, the older program went on: what happened then is in the copy."""
    older("Ann")
    with monkeypatch.context() as wrong:
        wrong.setattr(database_module, "MIGRATIONS", FAILS)
        with pytest.raises(StoreError, match="cannot be brought from version 1"):
            open_store(str(tmp_path / "house.db"))
    older("Bob")
    store = open_store(str(tmp_path / "house.db"))
    store.people.add(Person("Cat"))
    store.close()
    assert people_of(tmp_path / "house.db.version-1") == ["Ann", "Bob"]
    open_store(str(tmp_path / "house.db")).close()  # there is nothing to upgrade, and so nothing to copy
    assert people_of(tmp_path / "house.db.version-1") == ["Ann", "Bob"]


def test_no_process_writes_while_the_copy_is_made(tmp_path, older, monkeypatch):
    """Of two processes that upgrade, the second one does not copy what the first one has upgraded."""
    older("Ann")
    copies, right = [], SqliteDatabase._copy_into  # noqa: SLF001

    def copy_into(database, file):
        other = apsw.Connection(str(tmp_path / "house.db"))  # of the same library, whose locks it sees
        with pytest.raises(apsw.BusyError):
            other.execute("BEGIN IMMEDIATE")
        other.close()
        copies.append(file)
        right(database, file)

    monkeypatch.setattr(SqliteDatabase, "_copy_into", copy_into)
    open_store(str(tmp_path / "house.db")).close()
    open_store(str(tmp_path / "house.db")).close()
    assert len(copies) == 1


def test_an_empty_database_is_said_to_be_empty(tmp_path, monkeypatch):
    """The first start was killed before it wrote a table. The next one makes the house."""
    file = str(tmp_path / "house.db")
    with monkeypatch.context() as killed:
        killed.setattr(SqliteDatabase, "migrate", lambda _: None)
        open_store(file).close()
    with pytest.raises(StoreError, match="this database is empty: `bankcraps serve` makes it a house"):
        open_store(file, only_read=True)
    open_store(file).close()
    open_store(file, only_read=True).close()
