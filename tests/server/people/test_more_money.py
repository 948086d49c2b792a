"""The house gives more play money by its rule: once, whoever asks how often, and within their own limits."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.commands import audited
from tests.server.live import open_house

from bankcraps.client import House
from bankcraps.live.log.entries import Granted, decode_row
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.people.play_money import PlayMoney
from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.people.money import HOUSE_LOG, LimitKeeper, MoneyRefusedError, MoreMoney, grant
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import open_store
from bankcraps.terminal.join.own_limits import asked_of_house

HOUR = 3_600_000
NOON = 20_000 * DAY_MS + 12 * HOUR


class Clock:
    """A clock that a test sets, and what the house gives by it."""

    def __init__(self, store, rule="asked"):
        self.now = NOON
        self.store = store
        store.clock = lambda: self.now
        self.limits = LimitKeeper(store)
        self.more = MoreMoney(self.limits, PlayMoney(rule, 100_000))
        store.people.add(Person("Ann"))


def _given(store):
    entries = [decode_row(row.body).entry for row in store.logs.rows(HOUSE_LOG)]
    return [entry.amount for entry in entries if isinstance(entry, Granted)]


async def test_requests_at_once_of_several_processes_are_given_one_gift(tmp_path):
    path = str(tmp_path / "house.db")
    stores = [open_store(path) for _ in range(4)]
    try:
        houses = [Clock(store) for store in stores]
        with ThreadPoolExecutor(len(houses)) as pool:
            given = list(pool.map(lambda house: asyncio.run(_asked(house)), houses * 3))
        assert sorted(given)[-2:] == [0, 100_000]
        assert _given(stores[0]) == [100_000]
    finally:
        for store in stores:
            store.close()


async def _asked(house):
    limits = LimitKeeper(house.store)  # a lock belongs to one loop
    try:
        return await MoreMoney(limits, PlayMoney("asked", 100_000)).give("Ann")
    except MoneyRefusedError:
        return 0


async def test_money_of_the_house_makes_no_loss_good(tmp_path):
    """The rest of a loss limit is the same before and after the gift."""
    async with open_house(tmp_path, gift=10_000, more_money=PlayMoney("daily", 50_000)) as house:
        cookie = await house.sign_in("Ann")
        limits = await house.get("/api/limits", cookie, "POST", json={"loss_cents": 4_000})
        assert limits.json()["left"]["may_buy_cents"] == 4_000
        offered = await house.get("/api/money", cookie, "POST", json={})
        assert offered.status_code == 200
        assert (await house.get("/api/session", cookie)).json()["wallet_cents"] == 50_000
        assert (await house.get("/api/limits", cookie)).json()["left"]["may_buy_cents"] == 4_000
    assert "the books balance" in audited(str(tmp_path / "house.db"))


async def test_whoever_has_reached_their_own_limit_is_given_nothing(store):
    house = Clock(store)
    await house.limits.change("Ann", PersonalLimits(loss=0))
    assert (await house.more.offer("Ann")).why == "your loss limit leaves $0 to buy chips today, as you asked"
    with pytest.raises(MoneyRefusedError, match="your loss limit"):
        await house.more.give("Ann")
    house.now += 2 * DAY_MS
    await house.limits.change("Ann", PersonalLimits(time_out_until=house.now + HOUR))
    assert "time-out" in (await house.more.offer("Ann")).why
    assert _given(store) == []


async def test_a_player_sees_the_money_at_the_table_at_once(tmp_path):
    async with open_house(tmp_path, gift=500, more_money=PlayMoney("asked", 100_000)) as house:
        async with house.at("Ann") as ann:
            assert (await house.get("/api/money", ann.cookie)).json()["amount_cents"] == 99_500
            assert (await house.get("/api/money", ann.cookie, "POST", json={})).status_code == 200
            await ann.told(lambda you: you["wallet_cents"] == 100_000)
            again = await house.get("/api/money", ann.cookie, "POST", json={})
        assert (again.status_code, "less than $100" in again.json()["error"]) == (403, True)
        assert (await house.get("/api/money")).status_code == 403


async def told(line, client):
    """The answer of the house to a line at a terminal."""
    answer = asked_of_house(line, client, 0)
    assert answer is not None
    return await answer


async def test_the_terminal_asks_in_words(tmp_path):
    async with open_house(tmp_path, gift=500) as house, House(house.address) as client:
        await client.sign_in("Ann")
        (said,) = await told("/more", client)
        assert said == "The house gives more to people who have less than $0.50 in all."
    more = PlayMoney("asked", 20_000)
    async with open_house(tmp_path, gift=500, more_money=more) as house, House(house.address) as client:
        await client.sign_in("Bob")
        (said,) = await told("more money", client)
        assert said.startswith("The house gives you $195: your wallet has $200.")
        assert "less than $20 in all" in (await told("more_money", client))[0]
    assert asked_of_house("more on the 6", client, 0) is None


def test_a_clock_that_is_behind_makes_no_row_earlier_than_the_one_above(store):
    for now in (1000, 900, 1100):
        store.clock = lambda now=now: now
        grant(store, "Ann", 500)
    assert [decode_row(row.body).at for row in store.logs.rows(HOUSE_LOG)] == [1000, 1000, 1100]
