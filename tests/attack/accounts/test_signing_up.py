"""Somebody new is written whole, with the gift and the session, or not at all, whenever a house is killed."""

import asyncio

import pytest
from tests.server.live import open_house

from bankcraps.live.proof.ledger import ISSUE, wallet
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.people.grants import HOUSE_LOG, grant
from bankcraps.server.stores.errors import StoreError
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.stores.store import open_store
from bankcraps.server.stores.tables import Tables

GIFT = 100_000


@pytest.fixture
def store(tmp_path):
    opened = open_store(str(tmp_path / "house.db"))
    yield opened
    opened.close()


@pytest.fixture
def accounts(store):
    return Accounts(store, lambda name: grant(store, lambda: 1000, name, GIFT))


@pytest.mark.parametrize(("part", "fails"), [("logs", "_append"), ("people", "save_session")])
@pytest.mark.parametrize("passphrase", ["", "correct horse"])
async def test_where_one_part_fails_nothing_is_written(store, accounts, monkeypatch, part, fails, passphrase):
    def failing(*_):
        raise StoreError("the disk of the database failed")

    with monkeypatch.context() as bad_luck:
        bad_luck.setattr(getattr(store, part), fails, failing)
        with pytest.raises(StoreError, match="failed"):
            await accounts.sign_in("Ann", passphrase)
    assert store.people.get("Ann") is None
    assert store.people.looks_like("4nn") is None
    assert store.money.balances() == {}
    assert list(store.logs.rows(HOUSE_LOG)) == []
    token, person = await accounts.sign_in("Ann", passphrase)  # the name is free, and the gift comes once
    assert (await accounts.of_token(token)).person == person
    assert store.money.balances() == {wallet("Ann"): GIFT, ISSUE: -GIFT}


async def test_signing_up_is_one_transaction(tmp_path, monkeypatch):
    """So there is no moment at which a kill leaves a person without the gift or the session."""
    async with open_house(tmp_path, gift=GIFT) as opened:
        commits, right = [], SqliteDatabase.run

        def run(database, sql, *values):
            if sql == "COMMIT" and database.writes:
                commits.append(sql)
            return right(database, sql, *values)

        monkeypatch.setattr(Tables, "renew_leases", lambda *_: {})
        monkeypatch.setattr(SqliteDatabase, "run", run)
        asked = {"name": "Ann", "passphrase": "correct horse"}
        answer = await opened.get("/api/session", method="POST", json=asked)
        assert answer.json()["wallet_cents"] == GIFT
        assert len(commits) == 1


async def test_of_two_who_take_a_name_at_once_one_gets_one_gift(store, accounts):
    said = await asyncio.gather(*(accounts.sign_in("Ann", "") for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(one, tuple) for one in said) == 1
    assert store.money.balance(wallet("Ann")) == GIFT
