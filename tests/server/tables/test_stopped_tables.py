"""A stopped table carries out no command, and says why."""

import asyncio

import pytest
from tests.server.live import a_table

from bankcraps.live.table import commands as cm
from bankcraps.server.hosting.dice_source import SystemDice
from bankcraps.server.hosting.table_host import CLOSING
from bankcraps.server.house import House
from bankcraps.server.stores.opening import open_store

ANN = cm.Sender("Ann")


@pytest.fixture
async def host(tmp_path):
    store = open_store(str(tmp_path / "house.db"))
    house = House(store, SystemDice(), "http://here", plays=False)
    yield await house.open_table(a_table())
    await house.close()
    store.close()


async def test_a_table_that_stopped_says_why(host):
    before = host.durable.seq
    host.stop("the database failed")
    answer = await asyncio.wait_for(host.ask(ANN, cm.Say(id="1", line="sit")), 60)
    assert (answer.refused.code, answer.refused.message) == ("stopped", "the database failed")
    assert host.durable.seq == before
    assert host.moved_to == ""


async def test_a_table_that_finishes_says_that_the_house_closes(host):
    await host.finish()
    answer = await asyncio.wait_for(host.ask(ANN, cm.Say(id="1", line="sit")), 60)
    assert (answer.refused.code, answer.refused.message) == ("stopped", CLOSING)


async def test_only_the_first_reason_counts(host):
    host.stop("the database failed")
    host.stop("another", "http://elsewhere")
    assert (host.stopped, host.moved_to) == ("the database failed", "")
