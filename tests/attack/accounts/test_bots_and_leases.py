"""Bots of a house that was killed a moment ago, and one bot that is asked to two tables at once."""

import asyncio

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, open_house

from bankcraps.client import House, HouseError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.live.people.lobby import NewBot, NewTable
from bankcraps.live.table.commands import Act, Sender
from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.hosting.sealing import SystemDice
from bankcraps.server.house import House as HostedHouse
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.people.grants import fund
from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.server.stores.store import open_store

MOLLY = NewBot(name="Molly", system="three_point_molly", bankroll="500")


async def a_killed_house(database):
    """Make a table whose lease belongs to a process that has ended. Return the store and the lease."""
    store = open_store(database)
    house = HostedHouse(store, SystemDice(), "http://killed")
    host = await house.open_table(a_table())
    await house.close()
    now = store.database.now()
    lease = await asyncio.to_thread(
        store.tables.take_lease, host.table.id, "killed", "http://killed", now, now + 9000
    )
    return store, lease


async def test_a_house_opens_with_its_bots_while_a_dead_process_holds_the_lease(tmp_path):
    """It opens at once, and the bots come when the lease is over."""
    store, lease = await a_killed_house(str(tmp_path / "house.db"))
    async with open_house(tmp_path, bots=(MOLLY,)) as opened, asyncio.timeout(IN_TIME):
        assert opened.table == lease.table
        await asyncio.to_thread(store.tables.release_lease, lease)
        store.close()
        async with House(opened.address) as house:
            while not [line for line in await house.tables() if line.players]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def given(folder, name):
    store = open_store(str(folder / "house.db"), only_read=True)
    try:
        return [move.amount for _, move in store.logs.moves("house") if move.target == f"wallet/{name}"]
    finally:
        store.close()


async def test_a_bot_that_is_asked_to_two_tables_at_once_comes_to_one_and_is_given_money_once(tmp_path):
    async with open_house(tmp_path, a_table("nsw")) as opened, House(opened.address) as ann:
        await ann.sign_in("Ann")
        tables = [await ann.open_table(NewTable(rules="nsw")) for _ in range(6)]
        asked = [ann.seat_bot(table, MOLLY) for table in tables]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, HouseError)]
        assert len(refused) == len(tables) - 1
        assert all("the bot Molly plays at table" in str(error) for error in refused)
        assert await given(tmp_path, "Molly") == [50_000]


def test_two_processes_give_a_bot_its_money_once(tmp_path):
    """Each process reads what the bot lacks and gives it in one transaction, wherever the bot's chips are."""
    store = open_store(str(tmp_path / "house.db"))
    for _ in range(2):
        fund(store, lambda: 1, "Molly", 50_000, "Ann")
    assert store.money.balances_of("Molly") == {"wallet/Molly": 50_000}
    store.close()


@pytest.mark.parametrize("closed", [0, 1])
def test_what_a_person_has_is_found_without_reading_what_others_have(tmp_path, closed):
    store = open_store(str(tmp_path / "house.db"))
    store.tables.create("t1", "me", "here", 1)
    accounts = {"wallet/Ann": 1, "rail/t1/Ann": 2, "layout/t1/Ann": 4, "rail/t1/Bob": 8, "bank/t1": 16}
    with store.database.transaction():
        store.database.run("UPDATE tables SET closed = ?", closed)
        store.database.run_many(
            "INSERT INTO balances (account, amount) VALUES (?, ?)", list(accounts.items())
        )
    own = {account: amount for account, amount in accounts.items() if account.endswith("/Ann")}
    assert store.money.balances_of("Ann") == ({"wallet/Ann": 1} if closed else own)
    plan = store.database.run(
        "EXPLAIN QUERY PLAN SELECT b.account FROM tables t JOIN balances b "
        "ON b.account = 'rail/' || t.id || '/' || 'Ann' WHERE t.closed = 0"
    )
    assert not [row for row in plan if "SCAN b" in str(row)]
    store.close()


async def test_a_limit_of_loss_reads_only_its_owners_balances(tmp_path, monkeypatch):
    """However many accounts there are, a command of a player with a limit costs the same."""
    store = open_store(str(tmp_path / "house.db"))
    await Accounts(store).add("Ann", "correct horse")
    fund(store, lambda: 1, "Ann", 50_000, "")
    limit_keeper = LimitKeeper(store, lambda: 10**12)
    await limit_keeper.change("Ann", PersonalLimits(loss=Cents(20_000)))
    monkeypatch.setattr(store.money, "balances", lambda: pytest.fail("all balances were read"))
    sender = await limit_keeper.sender(Sender("Ann"), Act(id="1", event=ev.Sit(by=player("Ann"))))
    assert sender.own.keep == 30_000
    store.close()
