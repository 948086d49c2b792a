"""A table as files, by REST: their content, the people who get them, and the secrets left out."""

import asyncio
import io
import sys
from types import SimpleNamespace

import pyarrow.parquet
import pytest
from tests.kit.deadline import IN_TIME
from tests.live.evening import a_friday
from tests.server.house_process import settings
from tests.server.live import open_house

from bankcraps import replay
from bankcraps.game.records import book_of, read_record
from bankcraps.live.log.entries import LogFile
from bankcraps.live.proof.audit import LogCheck
from bankcraps.live.proof.exporting import last_without_open_seeds
from bankcraps.server.house import UnknownTableError
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.api import history, log_cache
from bankcraps.server.web.api.history import HistoryApi
from bankcraps.server.web.api.log_cache import StillReadingError
from bankcraps.server.web.api.table import TableApi
from bankcraps.server.web.edge.headers import SecurityHeaders
from bankcraps.server.web.edge.rates import ApiThreads, Slots, TooManyError

THREADS = ApiThreads()


async def _export(house, kind, cookie="", table="", **query):
    return await house.get(f"/api/tables/{table or house.table}/export.{kind}", cookie, params=query)


async def _throws(wire, number):
    """Throw sealed dice, with a wager that lets one throw, and wait until they rest."""
    before = _rested(wire)
    while _rested(wire) < before + number:
        await wire.say("pass 5")
        rest = _rested(wire)
        if "refused" not in await wire.say("throw"):
            while _rested(wire) == rest:
                await wire.hear()


def _rested(wire):
    """Return how many throws somebody has heard of."""
    items = [item for message in wire.heard for item in message.get("items", [])]
    return sum(effect["type"] == "thrown" for item in items for effect in item.get("effects", []))


def _checked(content):
    """Check an exported log from nothing, and return its rows."""
    log = LogFile(io.BytesIO(content))
    check = LogCheck(log.header.table, after=log.header.after, head=log.header.hash)
    return [check.check(*row).row for row in log.rows()]


async def test_a_table_as_files_that_anybody_can_check(tmp_path):
    async with open_house(tmp_path, settings()) as house, house.playing("Ann") as ann:
        await _throws(ann, 5)
        craps, jsonl, parquet = [await _export(house, kind) for kind in ("craps", "jsonl", "parquet")]
        record = read_record(craps.text)
        assert len(list(replay(record, book_of(record)))) >= 5
        rows = _checked(jsonl.content)
        assert rows[0].seq == 1
        table = pyarrow.parquet.read_table(io.BytesIO(parquet.content))
        assert table.num_rows > 10
        assert set(table["table"].to_pylist()) == {house.table}
        assert jsonl.headers["content-disposition"] == f'attachment; filename="{house.table}.jsonl"'
        for kind in ("craps", "jsonl"):
            none = await _export(house, kind, **{"from": "2040-01-01"})
            assert (none.status_code, "nothing happened" in none.json()["error"]) == (400, True)
        part = await _export(house, "jsonl", to="2040-01-01T00:00+01:00")
        assert len(_checked(part.content)) >= len(rows)
        assert "takes a time" in (await _export(house, "jsonl", to="never")).json()["error"]
        assert (await _export(house, "jsonl", table="nowhere")).status_code == 404
        assert (await _export(house, "jsonl", table="house")).status_code == 404


async def test_nobody_reads_a_seed_before_it_is_locked(tmp_path):
    async with open_house(tmp_path, settings()) as house, house.playing("Ann") as ann:
        await ann.done("pass 5")
        assert "refused" not in await ann.ask("give_seed", seed="lucky")
        await ann.done("field 5")
        open_seed = await _export(house, "jsonl")
        assert b"lucky" not in open_seed.content
        assert not [row for row in _checked(open_seed.content) if "field" in str(row)]
        await _throws(ann, 1)
        known = await _export(house, "jsonl")
        assert b"lucky" in known.content
        assert [row for row in _checked(known.content) if "field" in str(row)]


async def test_a_table_that_closed_before_the_throw_is_told_to_its_end(tmp_path):
    async with open_house(tmp_path, settings()) as house:
        async with house.playing("Ann") as ann:
            assert "refused" not in await ann.ask("give_seed", seed="lucky")
            await ann.done("leave")
        boss = await house.sign_in("House", house.passphrase)
        closed = await house.get(f"/api/tables/{house.table}", boss, method="DELETE", json={})
        assert closed.status_code == 200
        rows = _checked((await _export(house, "jsonl")).content)
    assert [row for row in rows if "lucky" in str(row)]
    assert [row for row in rows if "Leave" in str(row)]


@pytest.mark.parametrize(
    ("types", "last"),
    [
        ([], 0),
        (["acted", "acted"], 2),
        (["acted", "seed_given", "acted"], 1),
        (["seed_given", "seeds_locked", "acted"], 3),
        (["seed_given", "seed_given", "secret_lost", "acted"], 4),
        (["seed_given", "secret_shown", "seed_given", "acted"], 2),
    ],
)
def test_the_last_row_before_open_seeds(types, last):
    rows = [(seq, f'{{"type":"{type_}"}}', "") for seq, type_ in enumerate(types, 1)]
    assert last_without_open_seeds(iter(rows)) == last


async def test_what_is_one_players_alone(tmp_path):
    async with open_house(tmp_path, settings()) as house, house.playing("Ann") as ann, house.at("Bob") as bob:
        await _throws(ann, 2)
        mine = await _export(house, "parquet", ann.cookie, player="Ann")
        seats = pyarrow.parquet.read_table(io.BytesIO(mine.content))["seat"].to_pylist()
        assert set(seats) == {"Ann"}
        for cookie in (bob.cookie, ""):
            other = await _export(house, "craps", cookie, player="Ann")
            assert other.status_code == 403
        boss = await house.sign_in("House", house.passphrase)  # an inspector among others
        record = read_record((await _export(house, "craps", boss, player="Ann")).text)
        assert str(record.entries[0].event.by) == "Ann"
        assert "chained" in (await _export(house, "jsonl", boss, player="Ann")).json()["error"]
        for kind in ("craps", "parquet"):
            assert "Zoe never sat" in (await _export(house, kind, boss, player="Zoe")).json()["error"]


async def test_without_pyarrow_a_parquet_file_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    async with open_house(tmp_path, settings()) as house:
        assert "not installed" in (await _export(house, "parquet")).json()["error"]


async def test_a_client_that_takes_nothing_is_left_and_its_slot_is_free_again(tmp_path, monkeypatch):
    async with open_house(tmp_path, settings()) as house:
        monkeypatch.setattr("bankcraps.server.web.edge.headers._PATIENCE_S", 0.05)
        store = open_store(str(tmp_path / "house.db"), only_read=True)
        desk = desk_of(store, house.table, quota=SimpleNamespace(export=Slots("exports", 1).hold))

        async def begin():
            return await TableApi(desk).export("jsonl", SimpleNamespace(query_params={}, client=None))

        async def stuck(_):
            await asyncio.Event().wait()

        export = await begin()
        with pytest.raises(TooManyError, match="too many exports"):
            await begin()
        request = {"type": "http", "asgi": {"spec_version": "2.3"}}
        async with asyncio.timeout(IN_TIME):
            await SecurityHeaders(export)(request, lambda: asyncio.Event().wait(), stuck)
        await begin()
        store.close()


def desk_of(store, table, **parts):
    """Return the desk of a house with one table. Each request says who sends it."""

    async def known(_):
        return table

    async def person(request):
        return request.person

    house = SimpleNamespace(store=store)
    return SimpleNamespace(house=house, threads=THREADS, known=known, person=person, **parts)


@pytest.fixture
def friday(tmp_path):
    """An evening of many hands, in a database."""
    evening = a_friday(40, "classic")
    path = tmp_path / "friday.db"
    evening.save(path)
    store = open_store(str(path))
    yield store, evening
    store.close()


class History(HistoryApi):
    """The history of one table, by the handlers of a house."""

    def __init__(self, store, table):
        super().__init__(desk_of(store, table), None)

    async def lines(self, after=0):
        return await self.hands(SimpleNamespace(query_params={"after": str(after)}))

    async def again(self, number):
        return await self.hand(SimpleNamespace(path_params={"hand": number}))

    async def seen(self, name):
        return await self.stay(SimpleNamespace(person=name))


async def test_hands_of_a_long_log_are_read_a_part_at_a_time(friday, monkeypatch):
    store, evening = friday
    quickly = History(store, evening.id)
    whole = await quickly.lines()
    assert [hand.hand for hand in whole] == list(range(1, len(whole) + 1))
    assert len(whole) > 4
    right = {number: await quickly.again(number) for number in (len(whole), 1, 3, 4)}
    monkeypatch.setattr(log_cache, "_AT_ONCE", 20)
    monkeypatch.setattr(history, "_MARKED", 20)
    monkeypatch.setattr(history, "_HANDS", 1)
    slowly, tries = History(store, evening.id), 0

    async def until_read(reading):
        nonlocal tries
        while True:
            try:
                return await reading()
            except StillReadingError as error:
                assert "ask again" in str(error)
                tries += 1

    assert await until_read(slowly.lines) == whole[:1]
    first = tries
    for number, told in right.items():
        again = await until_read(lambda number=number: slowly.again(number))
        assert [item.seq for item in again.items] == list(range(again.hand.first, again.hand.last + 1))
        assert again == told
    assert first < tries  # only the needed part of the log was read
    for number in (0, 1000):
        with pytest.raises(UnknownTableError, match="no hand"):
            await until_read(lambda number=number: slowly.again(number))


async def test_tables_of_a_long_log_are_remembered_ever_farther_apart(friday, monkeypatch):
    store, evening = friday
    right = History(store, evening.id)
    whole = await right.lines()
    told = [await right.again(line.hand) for line in whole]
    stays = {name: await right.seen(name) for name in ("Ann", "Bob")}
    monkeypatch.setattr(history, "_MARKED", 1)
    monkeypatch.setattr(history, "_MOST_MARKS", 3)
    small = History(store, evening.id)
    assert await small.lines() == whole
    reading = small._readings._reading(evening.id)  # noqa: SLF001 - what it remembers is what grew
    assert len(reading.marks) <= 3
    assert reading.every > 1
    assert [await small.again(line.hand) for line in whole] == told
    assert await small.lines(len(whole) - 1) == whole[-1:]
    assert await small.lines(len(whole) + 3) == []
    assert {name: await small.seen(name) for name in stays} == stays
