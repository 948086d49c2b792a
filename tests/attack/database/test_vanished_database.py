"""The file of the database is deleted, moved or replaced while the house plays: the house stops."""

import shutil

import pytest
from tests.server.batches import Log
from tests.server.stores.test_database_failures import Evening

from bankcraps.server.stores.errors import StoreError
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import open_store

SAYS = "the file of the database is gone: nothing is played until it is back"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "house.db"


@pytest.fixture
def store(file):
    opened = open_store(str(file))
    yield opened
    opened.close()


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
