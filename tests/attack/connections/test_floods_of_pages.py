"""Pages that take work are asked for again and again: made once, off the event loop, and bounded."""

import asyncio
import threading

import pytest
from tests.server.live import open_house

from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.stores.tables import Tables
from bankcraps.server.web.api import history
from bankcraps.server.web.api import table as table_pages
from bankcraps.server.web.edge import answers as edge
from bankcraps.server.web.edge.answers import Prepared
from bankcraps.server.web.edge.rates import ApiThreads, Quota, QuotaLimits, TooManyError

PAGES = [
    ("/acts", table_pages, "act_forms"),
    ("/rules", table_pages, "rules_of"),
    ("/explained?kind=place", table_pages, "explained"),
    ("/replay?first=2&last=3", history, "part_of_log"),
    ("/invitation", table_pages, "invitation"),
]


@pytest.fixture
def made_in(monkeypatch):
    """Note in which threads a function works from now on: `threads = made_in(module, name)`."""

    def noting(module, work):
        threads, right = [], getattr(module, work)

        def noted(*given, **named):
            threads.append(threading.current_thread().name)
            return right(*given, **named)

        monkeypatch.setattr(module, work, noted)
        return threads

    return noting


@pytest.mark.parametrize(("path", "module", "work"), PAGES)
async def test_a_page_is_made_once_and_off_the_event_loop(tmp_path, made_in, path, module, work):
    made = made_in(module, work)
    async with open_house(tmp_path) as opened, opened.playing("Ann"):
        at = f"/api/tables/{opened.table}{path}"
        first = await opened.get(at)
        assert first.headers["content-encoding"] == "gzip"
        plain = await opened.get(at, headers={"Accept-Encoding": "identity"})
        again = await opened.get(at)
    assert first.status_code == 200
    assert first.json() == plain.json() == again.json()
    assert len(made) == 1
    assert made[0].startswith("bankcraps-answers")


OTHERS = [
    ("/statistics", history, "statistics"),
    ("/disputes", history, "next_step"),
    ("/throws", history, "SealedThrows"),
    ("/outlook", table_pages, "outlook"),
    ("/offer?wager=field&cents=500", table_pages, "offer"),
]


@pytest.mark.parametrize(("path", "module", "work"), OTHERS)
async def test_a_page_that_is_not_kept_is_made_off_the_event_loop(tmp_path, made_in, path, module, work):
    async with open_house(tmp_path) as opened, opened.playing("Ann") as ann:
        await ann.done('dispute "my chips"')
        made = made_in(module, work)
        response = await opened.get(f"/api/tables/{opened.table}{path}")
    assert response.status_code == 200
    assert all(name.startswith("bankcraps-answers") for name in made)
    assert made


class Asks:
    """A request."""

    client = None
    headers = {}  # noqa: RUF012 - nobody changes it


async def test_answers_that_must_be_made_hold_slots_and_kept_ones_none():
    quota, threads = Quota(QuotaLimits(work=1)), ApiThreads()
    answers, goes_on = Prepared(quota, threads), asyncio.Event()

    async def slowly():
        await goes_on.wait()
        return "slow"

    slow = asyncio.create_task(answers.answer(Asks(), "slow", slowly))
    while not quota._work._held:  # noqa: ASYNC110, SLF001
        await asyncio.sleep(0)
    with pytest.raises(TooManyError, match="too many requests that take work from your address"):
        await answers.answer(Asks(), "another", slowly)
    goes_on.set()
    assert (await slow).body == b'"slow"'
    with quota.work(""):
        assert (await answers.answer(Asks(), "slow", slowly)).body == b'"slow"'
    threads.close()


async def test_no_more_is_kept_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(edge, "_MOST_BYTES", 500)
    threads = ApiThreads()
    answers, made = Prepared(Quota(QuotaLimits()), threads), []

    def make(key):
        async def made_now():
            made.append(key)
            return key * 20

        return made_now

    for key in "aabca":
        await answers.answer(Asks(), key, make(key))
    assert made[:3] == ["a", "b", "c"]
    for number in range(40):
        await answers.answer(Asks(), f"n{number}", make("n"))
    await answers.answer(Asks(), "a", make("a"))
    assert made[-1] == "a"
    assert answers._bytes <= 500  # noqa: SLF001
    threads.close()


async def test_a_table_that_is_not_there_costs_no_transaction(tmp_path, monkeypatch):
    """Anybody may ask for any id. Those who play do not wait for the writer because of that."""
    async with open_house(tmp_path) as opened, opened.playing("Ann") as ann:
        begun, right = [], SqliteDatabase.transaction

        def transaction(database):
            begun.append(threading.current_thread().name)
            return right(database)

        monkeypatch.setattr(SqliteDatabase, "transaction", transaction)
        monkeypatch.setattr(Tables, "all", None)
        monkeypatch.setattr(Tables, "renew_leases", lambda tables, owner, *_: _leases(tables, owner))
        for path in ("rules", "hands", "stay", "acts", "invitation"):
            answer = await opened.get(f"/api/tables/nothere/{path}", ann.cookie)
            assert (answer.status_code, "no table" in answer.json()["error"]) == (404, True), path
        async with opened.at(table="nothere", hello=False) as wire:
            assert "no table" in (await wire.until("bye"))["reason"]
        assert len((await opened.get("/api/tables")).json()) == 1
        assert begun == []


def _leases(tables, owner):
    """Say that all leases are kept, without a transaction."""
    return {info.table: info.epoch for info in tables.open() if info.owner == owner}
