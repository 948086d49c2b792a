"""A house does not show a throw that it has sealed: the process is killed, and the secret is gone."""

import asyncio
import re
from contextlib import closing, contextmanager, suppress
from types import SimpleNamespace

import pytest
from tests.attack.nights import a_night, entries, run
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house, soon

from bankcraps.cli.commands import audit, verify
from bankcraps.cli.commands.admin import command as admin
from bankcraps.errors import BankcrapsError
from bankcraps.live.log import entries as en
from bankcraps.live.log import fairness
from bankcraps.live.log.entries import decode_row
from bankcraps.live.round import decide
from bankcraps.live.table import commands as cm
from bankcraps.server.house import House
from bankcraps.server.stores.database import ConstraintError, StoreError
from bankcraps.server.stores.logs import Logs
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.edge.rates import QuotaLimits
from bankcraps.server.web.sockets import unused_tables
from bankcraps.server.web.sockets.unused_tables import UnusedTables


@pytest.fixture
async def killed(tmp_path):
    """A house that was killed with the dice out: the folder, and the table."""
    async with a_night(tmp_path / "house.db") as night:
        await night.says("place 6 12")
        await night.locks()
    return tmp_path, night.table


async def test_an_unused_table_gives_up_no_throw_that_can_be_played(killed, monkeypatch):
    """Its players go once the dice are out, and have the house restarted: the time to throw begins anew."""
    folder, table = killed
    monkeypatch.setattr(unused_tables, "is_unused", lambda *_, **__: True)
    nobody = SimpleNamespace(people=lambda _: ())
    async with a_night(folder / "house.db", table) as night:
        with pytest.raises(BankcrapsError, match="the throw is sealed"):
            await night.house.close_table(table, abandoned=True)
        watch = UnusedTables(night.house, None, nobody, QuotaLimits(keep_unlisted_ms=1)).watch()
        watching = asyncio.create_task(watch)
        await soon(lambda: night.store.tables.get(table).closed)
        watching.cancel()
        assert [one.withheld for one in entries(night.store, table, en.SecretShown)] == [""]


def edit(folder, statement) -> None:
    with closing(open_store(str(folder / "house.db"))) as store, store.database.transaction():
        store.database.run(statement)


def forget(folder) -> None:
    edit(folder, "DELETE FROM secrets")


def change(folder) -> None:
    """Put the salt of another throw in its place."""
    edit(folder, f"UPDATE secrets SET secret = substr(secret, 1, 19) || '{'ab' * 32}'")  # noqa: S608 - our own


@contextmanager
def opened(folder):
    """The database of a house, to look at."""
    with closing(open_store(str(folder / "house.db"), only_read=True)) as store:
        yield store


async def closes(folder, table, *more):
    """Let an operator close a table. Return the exit status, and what is said."""
    return await run(admin, "--database", str(folder / "house.db"), "close", table, *more)


async def ends(folder, table) -> None:
    status, said = await closes(folder, table, "--lost")
    assert (status, said.splitlines()[0]) == (0, f"Table {table} has closed.")


def another_key(folder) -> None:
    (folder / "house.db.key").write_text("ab" * 32)


def no_key(folder) -> None:
    (folder / "house.db.key").unlink()


LOSSES = {
    forget: "nothing of it",
    change: "what the database has of it was changed",
    another_key: "sealed with the dice key",
    no_key: "is missing",
}


async def test_verify_counts_and_names_a_throw_that_was_never_shown(killed):
    folder, table = killed
    status, said = await run(verify.command, str(folder / "house.db"), table)
    assert status == 0
    with opened(folder) as store:
        rows = [decode_row(row.body) for row in store.logs.rows(table)]
    (locked,) = [row.seq for row in rows if isinstance(row.entry, en.SeedsLocked)]
    assert f"1 sealed throw locked and not shown: throw 1 (row {locked}), since" in said
    status, said = await run(audit.command, "--database", str(folder / "house.db"))
    assert "throw 1 locked and not shown" in said


@pytest.mark.parametrize("lose", LOSSES)
async def test_a_table_whose_secret_is_lost_says_so_and_what_helps(killed, lose):
    folder, table = killed
    lose(folder)
    why = rf"throw 1 .* lost: .*{LOSSES[lose]}.*admin close {table} --lost"
    async with a_night(folder / "house.db", table) as night:
        assert re.search(why, night.host.secret_lost)
        await night.house.close()
        house = House(night.store, "http://there")
        with pytest.raises(BankcrapsError, match=why):
            await house.find(table)
        await house.close()
    assert night.host.durable.state.out


@pytest.mark.parametrize("lose", LOSSES)
async def test_an_operator_ends_the_table_and_everybody_has_their_stakes_back(killed, lose):
    folder, table = killed
    database = str(folder / "house.db")
    lose(folder)
    status, said = await closes(folder, table)
    assert (status, f"bankcraps admin close {table} --lost" in said) == (1, True)
    await ends(folder, table)
    with opened(folder) as store:
        assert store.money.balance("wallet/Ann") == 100_000
        assert [one.number for one in entries(store, table, en.SecretLost)] == [1]
    assert "sealed throws lost: 1, throw 1" in (await run(verify.command, database, table))[1]
    assert (await run(audit.command, "--database", database))[0] == 0


async def test_a_table_with_open_betting_ends_as_well(tmp_path):
    """A pass wager with a point may not come down, so the table could not close otherwise."""
    async with a_night(tmp_path / "house.db") as night:
        while not night.host.durable.state.puck:
            await night.refused("pass 10")
            await night.says("throw")
        (seat,) = night.host.durable.state.seats
        due = 50_000 + seat.rail + seat.at_risk
    forget(tmp_path)
    await ends(tmp_path, night.table)
    with opened(tmp_path) as store:
        assert store.money.balance("wallet/Ann") == due


async def test_a_throw_that_waits_at_an_open_house_is_not_lost(tmp_path):
    async with open_house(tmp_path) as house, house.playing("Ann") as ann:
        await ann.done("10 pass")
        status, said = await closes(tmp_path, house.table, "--lost")
        assert status
        assert "so it can go on: close it without --lost" in said


async def test_nobody_gives_up_a_throw_whose_secret_is_there(killed):
    folder, table = killed
    status, said = await closes(folder, table, "--lost")
    assert status
    assert "was not lost, and is thrown now" in said
    with opened(folder) as store:
        assert [one.number for one in entries(store, table, en.SecretShown)] == [1]
    await ends(folder, table)


@pytest.mark.parametrize("written", [False, True])
async def test_one_error_of_the_database_gives_up_no_throw(killed, monkeypatch, written):
    """Whether the throw was written before the error or not, it stands."""
    folder, table = killed
    commit = Logs.commit

    def fails_once(logs, batches):
        monkeypatch.setattr(Logs, "commit", commit)
        if written:
            commit(logs, batches)
        raise StoreError("the database does not answer")

    monkeypatch.setattr(Logs, "commit", fails_once)
    status, said = await closes(folder, table, "--lost")
    assert (status, "the database does not answer" in said) == (1, True)
    await closes(folder, table, "--lost")
    with opened(folder) as store:
        assert [one.number for one in entries(store, table, en.SecretShown)] == [1]
        assert not entries(store, table, en.SecretLost)


async def test_a_throw_that_the_program_cannot_work_out_is_given_up(killed, monkeypatch):
    folder, table = killed

    def fails(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(decide, "sealed_throw", fails)
    await ends(folder, table)


async def test_a_throw_that_the_database_refuses_stands_until_its_keeper_gives_it_up(killed, monkeypatch):
    """The table is taken up again, and comes to the same throw. Nobody gives another seed for it."""
    folder, table = killed
    commit = Logs.commit

    def refuses(logs, batches):
        full = any('"secret_shown"' in row.body for one in batches for row in one.rows)
        return [ConstraintError("too full")] * len(batches) if full else commit(logs, batches)

    monkeypatch.setattr(Logs, "commit", refuses)
    async with a_night(folder / "house.db", table) as night:
        stopped = asyncio.Event()
        night.host.on_stop(lambda _: stopped.set())
        with suppress(StoreError):
            await night.asks(cm.Say, line="throw")
        await asyncio.wait_for(stopped.wait(), IN_TIME)
        assert (await night.asks(cm.GiveSeed, seed="another")).code == "stopped"
    await ends(folder, table)
    with opened(folder) as store:
        assert [one.number for one in entries(store, table, en.SecretLost)] == [1]


async def test_no_throw_is_made_before_its_lock_is_on_disk(tmp_path, monkeypatch):
    """The database refuses chips that are bought just before the lock. What follows is decided again."""
    made: list[int] = []

    def sealed_throw(secret, table, number, seeds):
        made.append(number)
        return fairness.sealed_throw(secret, table, number, seeds)

    monkeypatch.setattr(decide, "sealed_throw", sealed_throw)
    async with a_night(str(tmp_path / "house.db")) as night:
        sid = cm.Sender("Sid", frozenset({"stickperson"}))
        assert await night.asks(cm.TakeChair, sid, role="stickperson") is None
        asked = [night.refused("buy_in 5000"), night.asks(cm.Say, sid, line="no more bets")]
        asked.append(night.house.end_table(night.table))
        *answers, ended = await asyncio.gather(*asked, return_exceptions=True)
        assert [answer and answer.code for answer in answers] == ["not_enough_money", None]
        assert "is thrown now" in str(ended)
        assert made == [one.number for one in entries(night.store, night.table, en.SecretShown)] == [1]
