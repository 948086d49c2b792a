"""A client that is sent away hears why, and nothing is carried out for it any more."""

import asyncio
from contextlib import suppress

import pytest
from starlette.websockets import WebSocket
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, open_house, soon
from websockets.exceptions import ConnectionClosed

from bankcraps.live.table.commands import Refused
from bankcraps.live.wire.messages import Answer
from bankcraps.server import house as house_module
from bankcraps.server.hosting.table_host import CLOSING, TableHost
from bankcraps.server.house import House
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.sockets import connection

ASK = TableHost.ask


def fails_once(monkeypatch, how):
    """Let the next command of a line fail, and the others be carried out."""
    failed = []

    async def ask(self, sender, command):
        if not failed:
            failed.append(command)
            return how(command)
        return await ASK(self, sender, command)

    monkeypatch.setattr(TableHost, "ask", ask)


def unknown(_):
    raise StoreError("nobody knows whether it is on disk")


def stopped(command):
    return Answer(command.id, refused=Refused(code="stopped", message="the table has stopped"))


@pytest.mark.parametrize(
    ("how", "says"), [(unknown, "nobody knows whether it is on disk"), (stopped, "the table has stopped")]
)
async def test_a_client_hears_in_words_why_it_is_sent_away(tmp_path, monkeypatch, how, says):
    async with open_house(tmp_path) as house, house.at("Ann") as ann:
        fails_once(monkeypatch, how)
        await ann.send({"type": "say", "id": "x", "line": "sit"})
        bye = await ann.until("bye")
        assert (bye["reason"], bye["again"]) == (says, True)
        assert await ann.ended() == 1000


async def test_a_client_hears_in_words_that_its_limits_cannot_be_read(tmp_path, monkeypatch):
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Ann", "Ann's passphrase")
        await house.get("/api/limits", cookie, "POST", json={"loss_cents": 100_000})
        async with house.at(cookie=cookie) as ann:

            async def sender(*_):
                raise StoreError("the database does not answer")

            monkeypatch.setattr("bankcraps.server.people.money.LimitKeeper.sender", sender)
            await ann.send({"type": "say", "id": "x", "line": "sit"})
            assert (await ann.until("bye"))["reason"] == "the database does not answer"


async def test_nothing_is_carried_out_for_a_client_that_was_sent_away(tmp_path, monkeypatch):
    """It might not read on purpose, so that the goodbye cannot be sent."""
    send_text, stuck = WebSocket.send_text, []

    async def sticks(self, text):
        if self.cookies.get("bankcraps", "") in stuck:
            await asyncio.Event().wait()
        await send_text(self, text)

    monkeypatch.setattr(WebSocket, "send_text", sticks)
    monkeypatch.setattr(connection, "_PARTING_S", 0.5)
    asked = []

    async def ask(self, sender, command):
        asked.append(command.id)
        return await ASK(self, sender, command)

    async with open_house(tmp_path) as house, house.playing("Ann") as ann:
        stuck.append(ann.cookie.removeprefix("bankcraps="))
        monkeypatch.setattr(TableHost, "ask", ask)
        await ann.send({"type": "say", "id": "last", "line": "5 field"})
        await soon(lambda: asked == ["last"])
        assert (await house.get("/api/session", ann.cookie, "DELETE")).status_code == 200
        with suppress(ConnectionClosed):  # on a busy machine it is cut before all are sent
            for number in range(5):
                await ann.send({"type": "say", "id": f"after{number}", "line": "5 field"})
        await ann.ended()
        assert asked == ["last"]


async def test_a_table_that_is_opened_while_the_house_closes_is_given_up(tmp_path, monkeypatch):
    store = open_store(str(tmp_path / "house.db"))
    house = House(store, "http://here")
    begun, go_on = asyncio.Event(), asyncio.Event()
    start = TableHost.start

    async def waits(self, **how):
        begun.set()
        await go_on.wait()
        await start(self, **how)

    monkeypatch.setattr(house_module.TableHost, "start", waits)
    opening = asyncio.create_task(house.open_table(a_table()))
    await asyncio.wait_for(begun.wait(), IN_TIME)
    await asyncio.wait_for(house.close(), IN_TIME)
    go_on.set()
    [error] = await asyncio.wait_for(asyncio.gather(opening, return_exceptions=True), IN_TIME)
    assert isinstance(error, StoreError)
    assert str(error) in (CLOSING, "the house is closed")
    assert house.hosts == []
    store.close()
