"""Copies of a database, other programs' files, upgrades that fail, and files that vanish."""

import hashlib
import os
import re
import shutil
import sqlite3

import apsw
import pytest
from tests.attack.nights import a_night, entries
from tests.live.evening import a_friday
from tests.server.batches import Log
from tests.server.stores.test_database_failures import Evening

from bankcraps.live.log.entries import SecretShown
from bankcraps.live.log.fairness import commitment_of
from bankcraps.server.stores import database as database_module
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.dice_key import DiceKey
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.schema import MIGRATIONS
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.stores.store import open_existing, open_store

# Somebody copies a house's database while the betting is open, and wants to know the next throw.


async def test_nothing_in_a_copy_of_the_database_is_the_secret(tmp_path):
    async with a_night(tmp_path / "house.db") as night:
        commitment = night.host.durable.fairness.commitment
        copied = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".key")
    hexadecimal = {bytes.fromhex(one[1].decode()) for one in re.finditer(rb"(?=([0-9a-f]{64}))", copied)}
    raw = {copied[start : start + 32] for start in range(len(copied) - 31)}
    assert all(commitment_of(one) != commitment for one in hexadecimal | raw)


async def test_the_secret_that_an_older_program_left_in_the_database_still_counts(tmp_path):
    """It waits for one throw. The next is sealed with the key."""
    async with a_night(tmp_path / "house.db") as night:
        table, store, shown = night.table, night.store, night.host.durable.fairness.commitment
        secret = store.secrets.again(table, 1, shown).hex()
    async with a_night(tmp_path / "house.db", table) as night:
        with night.store.database.transaction():
            night.store.database.run("UPDATE secrets SET secret = ?", secret)
    (tmp_path / "house.db.key").unlink()
    async with a_night(tmp_path / "house.db", table) as night:
        await night.says("throw")
        assert [one.secret for one in entries(night.store, table, SecretShown)] == [secret]
        [(kept,)] = night.store.database.run("SELECT secret FROM secrets WHERE number = 2")
        assert kept.startswith(f"1 {night.store.secrets.key().id} ")


def test_a_database_that_is_put_back_draws_other_secrets():
    """The salt is new for each throw, so the throws so far say nothing about the next ones."""
    key, salt, another = DiceKey(bytes(32)), bytes(32), b"\1" * 32
    drawn = [key.secret(*of) for of in (("t", 1, salt), ("t", 1, another), ("t", 2, salt), ("u", 1, salt))]
    assert len({*drawn, DiceKey(another).secret("t", 1, salt)}) == 5


# Upgrades of a database that fail or are killed on the way, and are tried again.

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


# A house neither builds in nor changes a database that is somebody else's, or that it refuses.

THEIRS = "another program: it has recipes"


def foreign(path, mode="DELETE"):
    """Make a database of another program."""
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("CREATE TABLE recipes (name TEXT, words TEXT)")
    connection.execute("INSERT INTO recipes VALUES ('soup', 'water, salt')")
    return connection


def prints(folder):
    """Return a hash of each file of a folder."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


@pytest.mark.parametrize("open_", [open_store, open_existing])
@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_file_of_another_program_is_refused_and_left_as_it_is(tmp_path, open_, mode):
    path = tmp_path / "recipes.db"
    foreign(path, mode).close()
    before = prints(tmp_path)
    with pytest.raises(StoreError, match=THEIRS):
        open_(str(path))
    assert prints(tmp_path) == before


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_file_that_another_program_has_open_is_refused(tmp_path, mode):
    """In WAL mode nothing of it may be in the file itself yet."""
    path = tmp_path / "recipes.db"
    theirs = foreign(path, mode)
    with pytest.raises(StoreError, match=THEIRS):
        open_store(str(path))
    assert list(theirs.execute("SELECT name FROM recipes")) == [("soup",)]
    assert list(theirs.execute("PRAGMA journal_mode")) == [(mode.lower(),)]
    theirs.close()


def test_a_database_of_a_newer_program_is_left_as_it_is(tmp_path, monkeypatch):
    path = tmp_path / "house.db"
    with monkeypatch.context() as newer:
        newer.setattr(database_module, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE visits (person TEXT)",)))
        open_store(str(path)).close()
    plain = apsw.Connection(str(path))
    plain.execute("PRAGMA journal_mode = DELETE")
    plain.close()
    before = prints(tmp_path)
    with pytest.raises(StoreError, match="a newer Bankcraps"):
        open_store(str(path))
    assert prints(tmp_path) == before


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (os.mkfifo, "a database is a file"),
        (os.mkdir, "a database is a file"),
        (lambda path: path.write_text("Dear Ann, " * 1000), "not a database"),
    ],
)
def test_what_is_no_database_is_neither_waited_for_nor_changed(tmp_path, make, says):
    make(tmp_path / "house.db")
    before = (tmp_path / "house.db").stat()
    with pytest.raises(StoreError, match=says):
        open_store(str(tmp_path / "house.db"))
    now = (tmp_path / "house.db").stat()
    assert (now.st_mtime_ns, now.st_size) == (before.st_mtime_ns, before.st_size)


def test_an_empty_file_and_one_of_ours_are_taken(tmp_path):
    (tmp_path / "new.db").touch()
    open_store(str(tmp_path / "new.db")).close()
    a_friday(1).save(tmp_path / "our own ?#%.db")
    for _ in range(2):
        store = open_store(str(tmp_path / "our own ?#%.db"))
        again = open_store(str(tmp_path / "our own ?#%.db"))  # while it is in use
        assert [info.table for info in again.tables.all()] == ["house", "k3x9"]
        again.close()
        store.close()


# The file of the database is deleted, moved or replaced while the house plays: the house stops.

SAYS = "the file of the database is gone: nothing is played until it is back"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "house.db"


def replace(file):
    """Put a copy in the place of the file, as somebody does who restores a backup."""
    shutil.copy(file, file.with_name("copy"))
    file.with_name("copy").rename(file)


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
@pytest.mark.parametrize("vanishes", [lambda file: file.unlink(), replace])
def test_nothing_is_acknowledged_into_a_file_that_nobody_finds(store, file, end, vanishes):
    log = Log.new(store)
    assert store.logs.commit([log.batch("c1")]) == [None]
    vanishes(file.with_name(f"house.db{end}"))
    for _ in range(2):
        with pytest.raises(StoreError, match=SAYS) as found:
            store.logs.commit([log.batch("c2")])
        assert f"house.db{end} is" in found.value.detail


def test_a_file_that_vanishes_during_a_transaction(store, file):
    """A change written to a deleted file would be lost, so it is not acknowledged."""
    store.people.add(Person("Ann"))

    def change(person):
        file.unlink()
        return person

    with pytest.raises(StoreError, match=SAYS):
        store.people.change("Ann", change)


def test_no_empty_database_takes_its_place(store, file):
    """A connection that broke is opened again, and must not make the file anew."""
    file.unlink()
    with pytest.raises(StoreError, match="cannot be opened"), store.database.telling():
        store.database.connect(to_write=True)
    assert not file.exists()


async def test_a_table_stops_and_goes_on_when_the_file_is_back(tmp_path):
    file = tmp_path / "house.db"
    async with Evening(open_store(str(file)), str(file)) as evening:
        away = file.rename(tmp_path / "elsewhere.db")
        assert await evening.stops() == SAYS
        away.rename(file)
        await evening.goes_on()
