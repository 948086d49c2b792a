"""Backups: a whole house as one file, taken while it is open, and back into a file or into PostgreSQL."""

import sqlite3
from pathlib import Path

import pytest
from tests.server.batches import UNTIL, Log, gift

from bankcraps.live.proof.ledger import Move
from bankcraps.server.stores import copying
from bankcraps.server.stores.copying import backup, restore
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.schema import MIGRATIONS
from bankcraps.server.stores.store import open_store
from bankcraps.support.new_files import ExistsError

EVENING = Path(__file__).parents[2] / "kept" / "first_house" / "house.sql"


def silent(_):
    """Nobody looks at the progress."""


def fill(store):
    """A house with a person who is signed in, an exam, money and a table's log. Returns its log."""
    store.people.add(Person("Zoë", "hash", ("teacher",), ""))
    store.people.save_session("token", "Zoë", 99)
    store.people.share_profile("Zoë", "key")
    gift(store, "wallet/Zoë", 500)
    log = Log.new(store)
    put = Move("wallet/Zoë", "rail/t1/Zoë", 100)
    store.logs.commit([log.batch("c1", person="Zoë", rows=7, moves=(put,), secrets=((1, "salt"),))])
    return log


def everything(address):
    """All rows of a database but those of the processes that serve it, and the leases of its tables."""
    store = open_store(address, only_read=True)
    names = [name for name in store.database.table_names() if name != "servers"]
    rows = {name: sorted(store.database.run(f"SELECT * FROM {name}")) for name in names}  # noqa: S608 - names of ours
    rows["tables"] = [row[:3] + row[5:6] + row[7:] for row in rows["tables"]]
    store.close()
    return rows


@pytest.fixture
def small_pages(monkeypatch):
    """Copies of a few rows at a time, as those of a large house are made of many pages."""
    monkeypatch.setattr(copying, "_PAGE", 3)


@pytest.mark.usefixtures("small_pages")
def test_a_house_comes_back_from_its_backup_into_either_database(database, tmp_path):
    old = str(tmp_path / "old.db")
    store = open_store(old)
    fill(store)
    store.close()
    assert backup(old, tmp_path / "copy.db", silent) == restore(tmp_path / "copy.db", database, silent)
    assert everything(database) == everything(old)


@pytest.mark.usefixtures("small_pages")
def test_a_backup_is_the_house_at_one_moment_while_it_plays_on(database, tmp_path):
    store = open_store(database)
    log = fill(store)
    before = everything(database)

    def play(_):
        store.logs.commit([log.batch(moves=(Move("wallet/Zoë", "rail/t1/Zoë", 1),))])

    backup(database, tmp_path / "copy.db", play)
    played = log.seq
    store.close()
    assert everything(str(tmp_path / "copy.db")) == before
    assert played > 7
    copy = open_store(str(tmp_path / "copy.db"))  # nobody serves its tables
    assert copy.tables.take_lease("t1", "another", "http://another", UNTIL - 1000, UNTIL) is not None
    copy.close()


def test_a_backup_of_the_first_version_comes_back_and_is_audited(database, tmp_path, run):
    old = tmp_path / "old.db"
    with sqlite3.connect(old) as written:
        written.executescript(EVENING.read_text(encoding="utf-8"))
    written.close()
    code, said = run("admin", "--database", database, "restore", old)
    assert (code, "every log is whole" in said) == (0, True)
    store = open_store(database, only_read=True)
    assert store.database.version() == len(MIGRATIONS)
    assert len(store.database.run("SELECT look FROM looks")) == len(store.people.all()) > 0
    store.close()
    code, said = run("audit", "--database", database, "--workers", 2)
    assert (code, "The logs are whole, and the books balance." in said) == (0, True)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("UPDATE log SET body = '{}' WHERE table_id = 't1' AND seq = 3", "is damaged at row 3"),
        ("DELETE FROM log WHERE table_id = 't1' AND seq = 7", "has 6 rows, and its table says 7"),
    ],
)
def test_a_damaged_log_is_found_and_no_backup_is_left(tmp_path, damage, says):
    old = tmp_path / "old.db"
    store = open_store(str(old))
    fill(store)
    with store.database.transaction():
        store.database.run(damage)
    store.close()
    with pytest.raises(StoreError, match=f"the log of table t1 {says}"):
        backup(str(old), tmp_path / "copy.db", silent)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["old.db"]


def test_neither_a_file_nor_a_house_is_overwritten(database, tmp_path):
    store = open_store(database)
    fill(store)
    store.close()
    before = everything(database)
    backup(database, tmp_path / "copy.db", silent)
    with pytest.raises(ExistsError):
        backup(database, tmp_path / "copy.db", silent)
    with pytest.raises(StoreError, match="the database is not empty: it has balances, commands, log"):
        restore(tmp_path / "copy.db", database, silent)
    assert everything(database) == before


def test_a_backup_is_for_its_user_alone_and_does_not_hold_the_key(tmp_path, run):
    house = tmp_path / "house.db"
    store = open_store(str(house))
    store.secrets.key(make=True)
    store.close()
    code, said = run("admin", "--database", house, "backup", tmp_path / "copy.db")
    assert (code, f"Keep a copy of {house}.key somewhere else." in said) == (0, True)
    copy = tmp_path / "copy.db"
    assert copy.stat().st_mode & 0o077 == 0
    assert bytes.fromhex(store.secrets.key_file.read_text()) not in copy.read_bytes()
    assert store.secrets.key_file.read_text().strip().encode() not in copy.read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("backup", "copy.db"), "there is no database nowhere.db"),
        (("restore", "nothing.db"), "there is no backup nothing.db"),
        (("restore", __file__), "the file is not a database"),
    ],
)
def test_what_cannot_be_copied_is_refused_in_a_sentence(words, says, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, said = run("admin", "--database", "nowhere.db", *words)
    assert (code, says in said) == (1, True)
