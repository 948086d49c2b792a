"""A mistake of the program at one table, or towards one client, is logged. Everybody else goes on."""

import asyncio
import gc
import logging
from types import SimpleNamespace

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, ask, house_alone, open_house, soon

from bankcraps.server.bots import bots
from bankcraps.server.hosting import table_host
from bankcraps.server.tasks import Tasks
from bankcraps.server.web.edge.rates import Quota, QuotaLimits
from bankcraps.server.web.sockets.connection import Connection

house = pytest.fixture(house_alone)


async def test_a_table_that_fails_when_it_hears_of_the_disk_begins_anew_alone(house, monkeypatch, caplog):
    bad, good = [await house.open_table(a_table()) for _ in range(2)]
    why = []
    bad.on_stop(why.append)

    def fail():
        raise ZeroDivisionError

    monkeypatch.setattr(bad, "_publish_soon", fail)
    answers = await asyncio.gather(
        *(ask(host, "1", "sit") for host in (bad, good)), ask(good, "2", "buy_in 5"), return_exceptions=True
    )
    assert [answer.refused for answer in answers] == [None] * 3  # it was on disk
    assert "an error in the program" in bad.stopped
    assert why == [bad.stopped]
    assert "could not go on" in caplog.text
    again = await asyncio.wait_for(house.find(bad.table.id), IN_TIME)
    assert (await ask(again, "1", "sit")).seq > 0
    assert len(again.durable.state.seats) == 1


async def test_a_table_that_cannot_publish_answers_and_stops(house, monkeypatch, caplog):
    host = await house.open_table(a_table())
    monkeypatch.setattr("bankcraps.server.hosting.pending.LatestRows.add", lambda *_: 1 / 0)
    assert (await ask(host, "1", "sit")).refused is None
    await soon(lambda: host.stopped)
    assert "could not go on" in caplog.text


async def test_whoever_is_told_badly_keeps_nobody_else_from_the_disks_word(house, monkeypatch, caplog):
    bad, good = [await house.open_table(a_table()) for _ in range(2)]
    monkeypatch.setattr(bad, "_written", lambda *_: 1 / 0)
    asking = asyncio.create_task(ask(bad, "1", "sit"))
    await asyncio.sleep(0)
    assert (await ask(good, "1", "sit")).refused is None
    assert "failed after its rows were written" in caplog.text
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    bad.stop("the test ends")


async def test_one_who_hears_badly_of_the_end_keeps_nobody_from_it(house, caplog):
    host, heard = await house.open_table(a_table()), []
    host.on_stop(lambda _: 1 / 0)
    host.on_stop(heard.append)
    host.stop("enough")
    assert heard == ["enough"]
    assert "the end of table" in caplog.text


async def test_a_table_stops_whatever_is_wrong_with_it(house, monkeypatch, caplog):
    host = await house.open_table(a_table())
    with monkeypatch.context() as patch:
        patch.setattr(host, "_publish_what_is_on_disk", lambda: 1 / 0)
        host.stop("enough")
    assert host.stopped == "enough"
    assert "before it stopped" in caplog.text


async def test_a_snapshot_that_cannot_be_made_is_logged(house, monkeypatch, caplog):
    host = await house.open_table(a_table())
    vars(host)["_latest"].behind = host.durable, ""
    monkeypatch.setattr(table_host, "snapshot_of", lambda *_: 1 / 0)
    await host.save()
    assert "no snapshot" in caplog.text


async def test_the_log_names_the_kind_of_a_command_and_never_what_it_says(house, monkeypatch, caplog):
    host = await house.open_table(a_table())
    monkeypatch.setattr(table_host, "decide", lambda *_: 1 / 0)
    assert (await ask(host, "my-id", "what nobody else may read")).refused.code == "failed"
    assert "could not decide a Say" in caplog.text
    assert "nobody else" not in caplog.text
    assert "my-id" not in caplog.text


async def test_a_task_that_nobody_waits_for_is_kept_and_its_failure_logged(caplog):
    tasks, done = Tasks(), asyncio.Event()

    async def fail():
        await asyncio.sleep(0)
        done.set()
        raise ZeroDivisionError

    tasks.run("the test", fail())
    gc.collect()
    await asyncio.wait_for(done.wait(), IN_TIME)
    await soon(lambda: caplog.text)
    assert "the test could not be looked after" in caplog.text


async def test_a_client_that_cannot_be_told_keeps_nobody_from_the_news(tmp_path, monkeypatch, caplog):
    send = Connection.send

    def fails(self, message):
        if self.sender.person == "Eve" and "happened" in message:
            raise ZeroDivisionError
        send(self, message)

    monkeypatch.setattr(Connection, "send", fails)
    async with open_house(tmp_path) as house, house.at("Eve"):
        watching = [house.at() for _ in range(5)]
        wires = [await one.__aenter__() for one in watching]
        async with house.playing("Ann"):
            for wire in wires:
                assert (await wire.until("happened"))["items"]
        for one in watching:
            await one.__aexit__(None, None, None)
    assert "news could not be sent to a client" in caplog.text


async def test_a_client_that_is_too_slow_while_its_connection_ends_harms_nobody():
    class Socket:
        client = None

    quota = Quota(QuotaLimits(queue=1))
    connection = Connection(Socket(), None, None, SimpleNamespace(limit_keeper=None, quota=quota), None)
    async with asyncio.TaskGroup() as tasks:
        vars(connection)["_tasks"] = tasks
    for _ in range(3):
        connection.send("news")
    assert vars(connection)["_slow"]


async def test_bots_are_looked_after_although_one_look_failed(tmp_path, monkeypatch, caplog):
    looks = []

    def look(_):
        looks.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "_LOOK_S", 0.01)
    monkeypatch.setattr(bots.Bots, "look", look)
    async with open_house(tmp_path):
        await soon(lambda: len(looks) > 1)
    assert "the bots could not be looked after" in caplog.text


async def test_a_house_that_cannot_hand_over_closes_all_the_same(tmp_path, monkeypatch, caplog):
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr("bankcraps.server.hosting.table_host.TableHost.finish", lambda *_: 1 / 0)
    async with open_house(tmp_path):
        pass
    assert "could not" in caplog.text
