"""A house neither builds in nor changes a database that is somebody else's, or that it refuses."""

import hashlib
import os

import apsw
import pytest
from tests.live.evening import a_friday

from bankcraps.server.stores import database as database_module
from bankcraps.server.stores.errors import StoreError
from bankcraps.server.stores.schema import MIGRATIONS
from bankcraps.server.stores.store import open_existing, open_store

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


def test_serve_says_it(tmp_path, run):
    path = tmp_path / "recipes.db"
    foreign(path).close()
    before = prints(tmp_path)
    for command in (
        ("serve", "--port", "0", "--database", path),
        ("admin", "--database", path, "grant", "A", "dealer"),
    ):
        code, told = run(*command)
        assert (code, THEIRS in told) == (1, True), told
    assert prints(tmp_path) == before


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


def test_a_file_of_another_kind_is_left_as_it_is(tmp_path):
    path = tmp_path / "letter.db"
    path.write_text("Dear Ann, " * 1000)
    with pytest.raises(StoreError, match="not a database"):
        open_store(str(path))
    assert prints(tmp_path) == {"letter.db": hashlib.sha256(b"Dear Ann, " * 1000).hexdigest()}


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_pipe_is_not_waited_for(tmp_path, make):
    make(tmp_path / "house.db")
    with pytest.raises(StoreError, match="a database is a file"):
        open_store(str(tmp_path / "house.db"))


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
