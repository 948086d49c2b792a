"""A client that drops gets the messages it missed. Private ones reach all connections of their person."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from starlette.websockets import WebSocketState
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, open_house, soon

from bankcraps.client.live import changed
from bankcraps.game.records.codec import decoder
from bankcraps.live.wire.messages import Hello, TableChanges, TableView
from bankcraps.server.house import House as Tables
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.app import WebHouse
from bankcraps.server.web.edge.health import Metrics
from bankcraps.server.web.edge.rates import Quota, QuotaLimits
from bankcraps.server.web.sockets.connection import Connection

_view, _changes = decoder(TableView), decoder(TableChanges)


def _read(read, value):
    return read(json.dumps(value))


async def _fresh(house):
    """The whole table as a newcomer sees it."""
    async with house.at() as wire:
        return wire.heard[0]


async def test_what_was_missed_is_told_and_leads_to_the_same_table(house):
    async with house.playing("Ann") as ann:
        welcome = await _fresh(house)
        for line in ("5 pass", "5 field", "take down field"):
            await ann.done(line)
        async with house.at(seq=welcome["seq"]) as back:
            told = back.heard
        await _leads_to_the_same_table(house, welcome, told)


async def _leads_to_the_same_table(house, welcome, told):
    """Check the messages that somebody who had seen a welcome got."""
    assert [message["type"] for message in told] == ["happened", "you"]
    seqs = [one["seq"] for one in told[0]["items"]]
    assert seqs == list(range(welcome["seq"] + 1, seqs[-1] + 1))
    table = changed(_read(_view, welcome["table"]), _read(_changes, told[0]["changes"]))
    assert table == _read(_view, (await _fresh(house))["table"])


@pytest.mark.parametrize("long", [False, True])
async def test_what_was_missed_is_told_after_a_restart(tmp_path, monkeypatch, long):
    monkeypatch.setattr("bankcraps.server.hosting.pending.LATEST", 20)  # and a snapshot, if the log is long
    async with open_house(tmp_path) as house, house.playing("Ann") as ann, house.playing("Bob") as bob:
        for _ in range(30 * long):
            await ann.done("5 field")
            await ann.done("take down field")
        welcome = await _fresh(house)
        for line in ("5 pass", "5 field", "take down field"):
            await ann.done(line)
        await bob.done("leave")
    async with open_house(tmp_path) as house, house.at(seq=welcome["seq"]) as back:
        entries = [one["entry"] for one in back.heard[0]["items"]]
        acted = [one["event"]["type"] for one in entries if one["type"] == "acted"]
        assert acted == ["bet", "bet", "take_down", "leave"]
        await _leads_to_the_same_table(house, welcome, back.heard)
        async with house.at(seq=1) as old:
            assert old.heard[0]["type"] == ("welcome" if long else "happened")


async def test_a_client_whose_entry_is_not_known_or_that_missed_too_much_gets_the_whole_table(tmp_path):
    async with open_house(tmp_path, limits=QuotaLimits(missed=3)) as house, house.playing("Ann") as ann:
        seq = (await _fresh(house))["seq"]
        for _ in range(2):
            await ann.done("5 field")
            await ann.done("take down field")
        for at in (0, 10_000, -5, seq):  # new, from the future, before the beginning, and too long ago
            async with house.at(seq=at) as back:
                assert back.heard[0]["type"] == "welcome"


async def test_what_only_one_person_may_see_reaches_all_their_connections_and_nobody_else(house):
    async with house.playing("Ann") as ann, house.at("Bob") as bob, house.at(cookie=ann.cookie) as phone:
        await ann.done("5 field")
        assert (await phone.until("you"))["undo"] == 1
        assert "refused" not in await ann.ask("give_seed", seed="lucky")
        assert (await phone.until("you"))["seed"] == "lucky"
        await ann.done("cash out 5")
        while (await phone.until("you"))["wallet_cents"] != 500:
            pass
        await bob.say("nonsense")
        assert not [one for one in bob.heard if one["type"] == "you"]
        assert "lucky" not in str(bob.heard)


async def test_one_of_two_connections_may_drop_without_anybody_noticing(house):
    async with house.playing("Ann") as ann, house.at() as watching:
        async with house.at(cookie=ann.cookie):
            pass
        await ann.done("5 field")
        await watching.until("happened")
        guests = (await _fresh(house))["table"]["guests"]
        assert not guests[0].get("away_since")
        await ann.socket.close()
        while not (await watching.until("happened"))["changes"].get("guests", [{}])[0].get("away_since"):
            pass


class _Stuck:
    """A socket whose client reads nothing."""

    client = None
    application_state = WebSocketState.CONNECTED

    def __init__(self):
        self.closed = 0

    async def receive(self):
        await asyncio.Event().wait()

    async def send_text(self, _):
        await asyncio.Event().wait()

    async def close(self, code, _):
        self.closed = code


async def test_a_client_that_reads_nothing_is_dropped_and_nobody_waits_for_it(tmp_path):
    tables = Tables(open_store(str(tmp_path / "x.db")), "here")
    web = WebHouse(tables)
    host = await tables.open_table(a_table())
    stuck, desk = _Stuck(), SimpleNamespace(limit_keeper=web.limit_keeper, quota=Quota(QuotaLimits(queue=5)))
    metrics = Metrics(tables, lambda: 0)
    client = Connection(stuck, host, None, desk, metrics)
    serving = asyncio.create_task(client.serve(tables, web.broadcast, Hello(1)))
    await soon(lambda: web.broadcast.clients)
    for number in range(20):
        client.send(str(number))
    async with asyncio.timeout(IN_TIME):
        await serving
    assert stuck.closed == 1013
    assert web.broadcast.clients == []
    await tables.close()
    tables.store.close()
