"""Files of a house are for its user alone, whatever the umask and whatever rights they had."""

import asyncio
import os
import shutil
import stat

import pytest
from tests.server.live import a_table

from bankcraps.live.table.commands import Opened
from bankcraps.server.house import House
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.dice_key import make_key
from bankcraps.server.stores.store import open_store
from bankcraps.support.files import make_private

FILES = ["house.db", "house.db-shm", "house.db-wal", "house.db.key"]


@pytest.fixture(autouse=True)
def _careless_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def rights(folder) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in sorted(folder.iterdir())}


async def play(folder) -> dict[str, int]:
    """Open a table, and return the rights of all files while the house is open."""
    store = open_store(str(folder / "house.db"))
    house = House(store, "http://here", plays=False)
    host = await house.open_table(a_table())
    await host.tell(Opened())
    found = await asyncio.to_thread(rights, folder)
    await house.close()
    store.close()
    return found


@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_a_private_file_is_private_from_the_first_moment(tmp_path, umask):
    os.umask(umask)
    assert make_private(tmp_path / "file")
    assert rights(tmp_path) == {"file": 0o600}


def test_a_file_that_is_there_keeps_what_it_holds(tmp_path):
    (tmp_path / "file").write_text("held")
    (tmp_path / "file").chmod(0o750)
    assert not make_private(tmp_path / "file")
    assert rights(tmp_path) == {"file": 0o700}
    assert (tmp_path / "file").read_text() == "held"


async def test_a_new_house_is_for_its_user_alone(tmp_path):
    assert await play(tmp_path) == dict.fromkeys(FILES, 0o600)


async def test_a_house_that_others_could_read_is_narrowed_and_says_so(tmp_path, caplog):
    await play(tmp_path)
    for name in ("house.db", "house.db.key"):
        (tmp_path / name).chmod(0o664)
    assert await play(tmp_path) == dict.fromkeys(FILES, 0o600)
    for name in ("house.db", "house.db.key"):
        assert f"other users could use {tmp_path / name} until now" in caplog.text


async def test_a_house_that_was_killed_leaves_nothing_for_others(tmp_path):
    """The files beside the database were left by a program that did not care."""
    await play(tmp_path)
    store = open_store(str(tmp_path / "house.db"))
    for name in ("house.db", "house.db-shm", "house.db-wal"):
        (tmp_path / name).chmod(0o644)
    open_store(str(tmp_path / "house.db")).close()
    assert rights(tmp_path) == dict.fromkeys(FILES, 0o600)
    store.close()


async def test_a_database_behind_a_link_is_narrowed_and_the_link_stays(tmp_path):
    (tmp_path / "real").mkdir()
    await play(tmp_path / "real")
    (tmp_path / "real" / "house.db").chmod(0o644)
    (tmp_path / "house.db").symlink_to(tmp_path / "real" / "house.db")
    open_store(str(tmp_path / "house.db")).close()
    assert (tmp_path / "house.db").is_symlink()
    assert rights(tmp_path / "real")["house.db"] == 0o600


def contents(folder) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes() for file in sorted(folder.iterdir()) if not file.name.endswith("-shm")
    }


async def test_whoever_only_looks_changes_no_rights_and_leaves_nothing_beside_a_closed_house(tmp_path):
    await play(tmp_path)
    (tmp_path / "house.db").chmod(0o640)
    before = contents(tmp_path)
    reader = open_store(str(tmp_path / "house.db"), only_read=True)
    assert len(reader.tables.all()) == 1
    with pytest.raises(StoreError), reader.database.transaction():
        reader.database.run("DELETE FROM log")
    reader.close()
    assert contents(tmp_path) == before
    assert rights(tmp_path) == {"house.db": 0o640, "house.db.key": 0o600}


async def test_whoever_only_looks_leaves_what_a_killed_house_left(tmp_path):
    await play(tmp_path)
    house = open_store(str(tmp_path / "house.db"))
    house.tables.create("t1", "me", "", 1)
    killed = tmp_path / "killed"
    shutil.copytree(tmp_path, killed, ignore=shutil.ignore_patterns("killed"))
    house.close()
    before = contents(killed)
    assert before["house.db-wal"]
    reader = open_store(str(killed / "house.db"), only_read=True)
    assert len(reader.tables.all()) == 2
    reader.close()
    assert contents(killed) == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only the administrator can read it")
def test_a_key_that_another_user_put_beside_the_database_is_not_taken(tmp_path):
    """The planter would know every secret. The owner of the folder could change any file there anyway."""
    key, eve = tmp_path / "house.db.key", 12_345
    key.write_text("ab" * 32)
    os.chown(key, eve, eve)
    key.chmod(0o600)
    with pytest.raises(
        StoreError, match="is another user's, who may know every throw before it is thrown: name"
    ):
        make_key(key)
    os.chown(tmp_path, eve, eve)
    make_key(key)
