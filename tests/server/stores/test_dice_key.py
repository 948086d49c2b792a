"""The key of the dice: all processes of a house have the same, and none opens with another."""

import asyncio
import stat

import pytest
from tests.server.live import a_table

from bankcraps.live.table.commands import Opened
from bankcraps.server.house import House
from bankcraps.server.stores import dice_key
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.dice_key import DiceKey, default_key_file, load_key, make_key
from bankcraps.server.stores.store import open_store
from bankcraps.support.new_files import new_file


async def a_table_in(database, key_file) -> str:
    store = open_store(database, key_file=key_file)
    store.secrets.require_key()
    house = House(store, "http://here", plays=False)
    host = await house.open_table(a_table())
    await host.tell(Opened())
    await house.close()
    store.close()
    return host.table.id


async def test_a_house_opens_with_the_key_of_its_tables_alone(database, tmp_path):
    table = await a_table_in(database, tmp_path / "key")
    again = open_store(database, key_file=tmp_path / "key")
    again.secrets.require_key()
    again.close()
    for name in ("other", "missing"):
        if name == "other":
            make_key(tmp_path / name)
        store = open_store(database, key_file=tmp_path / name)
        with pytest.raises(StoreError, match=rf"tables {table} were sealed .* not in {tmp_path / name}"):
            store.secrets.require_key()
        store.close()
    assert not (tmp_path / "missing").exists()


async def test_a_house_that_is_open_keeps_its_key_whatever_becomes_of_the_file(tmp_path):
    store = open_store(str(tmp_path / "house.db"))
    key = store.secrets.key(make=True)
    (tmp_path / "house.db.key").unlink()
    assert store.secrets.key(make=True) is key
    store.close()
    assert not (tmp_path / "house.db.key").exists()


async def test_processes_that_begin_at_once_make_one_key(tmp_path):
    file = tmp_path / "state" / "key"
    keys = await asyncio.gather(*(asyncio.to_thread(make_key, file) for _ in range(8)))
    assert {key.id for key in keys} == {load_key(file).id}
    assert [one.name for one in file.parent.iterdir()] == ["key"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_process_that_is_quicker_makes_the_key(tmp_path, monkeypatch):
    """The other one makes it after this one has found that there is none."""
    file, other = tmp_path / "key", "ab" * 32

    def beaten(*given, **options):
        file.write_text(f"{other}\n")
        return new_file(*given, **options)

    monkeypatch.setattr(dice_key, "new_file", beaten)
    assert make_key(file).id == DiceKey(bytes.fromhex(other)).id


@pytest.mark.parametrize("content", ["", "secret", "ab" * 31, "AB" * 32])
def test_a_file_that_holds_no_key_is_refused(tmp_path, content):
    (tmp_path / "key").write_text(content)
    with pytest.raises(StoreError, match="holds no dice key"):
        make_key(tmp_path / "key")
    assert (tmp_path / "key").read_text() == content


def test_a_file_that_cannot_be_looked_at_is_a_sentence(tmp_path):
    with pytest.raises(StoreError, match=r"dice key .* cannot be .*: File name too long"):
        make_key(tmp_path / ("k" * 300))


def test_where_the_key_lies(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_key_file(str(tmp_path / "house.db")) == tmp_path / "house.db.key"
    assert default_key_file("postgresql://x/house") == tmp_path / "bankcraps" / "dice.key"
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    assert default_key_file(str(tmp_path / "link.db")) == tmp_path / "house.db.key"
