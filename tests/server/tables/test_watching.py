"""The house looks after its people again and again, whatever fails, and shows no half-read figures."""

import asyncio

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, ask, house_alone, open_house, soon

from bankcraps.errors import BankcrapsError
from bankcraps.game.records.codec import decoder
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.messages import Inspection
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.sockets import broadcast
from bankcraps.server.web.sockets.broadcast import Broadcast

_inspection = decoder(Inspection)


class Client(broadcast.Client):
    """A client that keeps its messages."""

    def __init__(self, person, *roles):
        super().__init__(None)
        self.sender = cm.Sender(person, frozenset(roles))
        self.told, self.gone = [], None

    def send(self, message):
        self.told.append(message)

    def end(self, message):
        self.gone = message

    @property
    def inspections(self):
        return [_inspection(one) for one in self.told if '"inspection"' in one]


house = pytest.fixture(house_alone)


@pytest.mark.parametrize("error", [ZeroDivisionError, StoreError("the database does not answer")])
async def test_one_look_that_failed_is_not_the_last(tmp_path, monkeypatch, error):
    monkeypatch.setattr(broadcast, "_WATCH_S", 0.01)
    look_around, looks = vars(Broadcast)["_look_around"], []

    def fails(self):
        looks.append(1)
        if len(looks) < 3:
            raise error
        look_around(self)

    async with open_house(tmp_path) as house, house.at("Ann") as ann:
        monkeypatch.setattr(Broadcast, "_look_around", fails)
        await soon(lambda: len(looks) > 3)
        store = open_store(str(tmp_path / "house.db"))
        store.people.end_sessions("Ann")
        store.close()
        assert "session has ended" in (await ann.until("bye"))["reason"]


@pytest.mark.parametrize("error", [ZeroDivisionError, BankcrapsError("the table has stopped")])
async def test_what_fails_at_one_table_is_looked_after_at_the_others(house, monkeypatch, error):
    hosts = [await house.open_table(a_table()) for _ in range(3)]
    looked = []

    async def check(_, host):
        looked.append(host)
        if host is hosts[0]:
            raise error

    monkeypatch.setattr(Broadcast, "_check_chairs", check)
    await asyncio.wait_for(Broadcast(house, None, None, IN_TIME).look(), IN_TIME)
    assert looked == hosts

    async def nobody(*_):
        raise error

    monkeypatch.setattr(Broadcast, "_look_at_people", nobody)
    if error is not ZeroDivisionError:  # nor does a person who cannot be looked at
        await asyncio.wait_for(Broadcast(house, None, None, IN_TIME).look(), IN_TIME)
        assert looked == hosts * 2


async def test_no_inspector_sees_wallets_that_are_being_read(house, monkeypatch):
    """Several looks at once, and people who come meanwhile: no wallet is shown as empty before it is read."""
    host = await house.open_table(a_table())
    told = Broadcast(house, None, None, 10)

    async def wallet(_):
        await asyncio.sleep(0.001)
        return 500

    async def won(_):
        await asyncio.sleep(0.01)
        return 0

    monkeypatch.setattr(house, "wallet", wallet)
    monkeypatch.setattr(house, "won", won)
    ivy = Client("Ivy", "inspector")
    told.join(host, ivy, 0)
    names = ["Ann", "Bob", "Cid", "Dan"]
    for name in names:
        await asyncio.gather(ask(host, "1", "sit", cm.Sender(name)), *(told.look() for _ in range(3)))
    await soon(lambda: ivy.inspections and len(ivy.inspections[-1].people) >= len(names))
    wallets = {one.wallet_cents for found in ivy.inspections for one in found.people}
    assert wallets == {500}


async def test_an_older_reading_of_a_wallet_never_follows_a_newer_one(house, monkeypatch):
    host = await house.open_table(a_table())
    told, amounts = Broadcast(house, None, None, 10), iter([(100, 0.05), (200, 0)])

    async def wallet(_):
        amount, wait = next(amounts)
        await asyncio.sleep(wait)
        return amount

    monkeypatch.setattr(house, "wallet", wallet)
    ann, read = Client("Ann"), vars(Broadcast)["_read_wallet"]
    told.join(host, ann, 0)
    await asyncio.wait_for(asyncio.gather(*(read(told, "Ann") for _ in range(2))), IN_TIME)
    assert ann.wallet == 200
