"""`bankcraps admin` on the database of a closed house: it changes what it says, and nothing else."""

import asyncio

import click
from tests.server.commands import bankcraps, run
from tests.server.live import a_table, open_house

from bankcraps.cli.commands import admin
from bankcraps.live.log.entries import Granted, decode_row
from bankcraps.live.log.settings import Timing
from bankcraps.server.people.money import HOUSE_LOG, KEEPER
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import open_store

HASTY = Timing(betting_ms=1, warning_ms=0, throwing_ms=1, paying_ms=1)
"""A table that throws as soon as it plays."""


def _log(database):
    """All rows of all tables' logs, and the tables."""
    store = open_store(database, only_read=True)
    tables = [one for one in store.tables.all() if one.table != "house"]
    rows = {one.table: [decode_row(row.body) for row in store.logs.rows(one.table)] for one in tables}
    store.close()
    return tables, rows


SLOW = Timing(betting_ms=3_600_000, warning_ms=0)
"""A table whose clock runs, and begins anew when it plays again."""


async def _closed_house(tmp_path, *, pace="boxperson", timing=HASTY):
    """A house that closed while Ann had a wager. Its table throws at once when it plays."""
    database = str(tmp_path / "house.db")
    async with open_house(tmp_path, a_table("nsw", pace=pace, timing=timing)) as house:
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew, house.playing("Ann") as ann:
            assert "refused" not in await crew.ask("take_chair", role="boxperson")
            await ann.done("10 pass")
            house.stop.set()
            await ann.ended()
        table = house.table
    return database, table


async def test_looking_after_people_plays_no_table(tmp_path):
    database, table = await _closed_house(tmp_path)
    before, said = _log(database), {}
    for words, given in (
        (("people",), ""),
        (("tables",), ""),
        (("passphrase", "Bob"), "correct horse\n"),
        (("grant", "Bob", "dealer"), ""),
        (("revoke", "Bob"), ""),
        (("money", "Bob", "50"), ""),
    ):
        done = await asyncio.to_thread(run, "admin", "--database", database, *words, given=given)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert _log(database) == before, words
        said[words[0]] = done.stdout
    assert f"{table} " in said["tables"]

    async def find(house, _):
        assert vars(house)["_keeping"] is None  # it takes no table over unless it is asked for it
        found = await house.find(table)
        assert vars(found)["_timer"] is None

    def look():
        with click.Context(admin.command, obj=database):
            admin._with_house(find)  # noqa: SLF001

    await asyncio.to_thread(look)
    assert _log(database)[1] == before[1]


def test_the_keeper_gives_money_under_a_name_that_no_person_has(tmp_path):
    database = str(tmp_path / "house.db")
    store = open_store(database)
    store.people.add(Person("Ann", "her hash"))
    store.close()
    bankcraps("admin", "--database", database, "money", "Ann", "50")
    store = open_store(database, only_read=True)
    given = [decode_row(row.body) for row in store.logs.rows(HOUSE_LOG)]
    store.close()
    assert [(row.by, row.entry) for row in given] == [(KEEPER, Granted("Ann", 5000))]


async def test_closing_a_table_throws_no_dice(tmp_path):
    database, table = await _closed_house(tmp_path, pace="clock", timing=SLOW)
    ((_, before),) = _log(database)[1].items()
    await asyncio.to_thread(bankcraps, "admin", "--database", database, "close", table)
    tables, rows = _log(database)
    assert [one.closed for one in tables] == [True]
    added = rows[table][len(before) :]
    assert [(type(row.entry).__name__, row.entry.event.by.person) for row in added] == [("Acted", "Ann")]
    store = open_store(database, only_read=True)
    assert store.money.balance("wallet/Ann") == 100_000
    store.close()
