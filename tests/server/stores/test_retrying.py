"""A table that fails again and again is tried less and less often. The clock is a number."""

import logging
from types import SimpleNamespace

from tests.server.live import a_table

from bankcraps.errors import RecordError
from bankcraps.server import house as house_module
from bankcraps.server.hosting.sealing import SystemDice
from bankcraps.server.house import House
from bankcraps.server.stores.store import open_store
from bankcraps.server.tasks import Retries


def tries(retries, key, begin, end):
    """The seconds at which a key is tried."""
    return [now for now in range(begin, end) if retries.try_now(key, now)]


def test_waits_double_up_to_the_longest():
    retries = Retries(1, 60)
    assert tries(retries, "a", 1000, 1260) == [1000 + n for n in (0, 1, 3, 7, 15, 31, 63, 123, 183, 243)]


def test_a_key_that_did_not_fail_for_long_begins_anew():
    retries = Retries(1, 60)
    tries(retries, "a", 1000, 1064)
    waited_for = 1063 + 60
    assert not retries.try_now("a", waited_for - 1)
    again = waited_for + 60
    assert tries(retries, "a", again, again + 4) == [again, again + 1, again + 3]


def test_a_key_that_fails_again_in_that_time_does_not():
    retries = Retries(1, 60)
    tries(retries, "a", 1000, 1064)
    again = 1063 + 60 + 59
    assert tries(retries, "a", again, again + 61) == [again, again + 60]


def test_keys_do_not_wait_for_each_other():
    retries = Retries(1, 60)
    assert tries(retries, "a", 1000, 1010) == [1000, 1001, 1003, 1007]
    assert tries(retries, "b", 1010, 1013) == [1010, 1011]


def test_a_key_that_was_not_at_fault_is_tried_at_once():
    retries = Retries(1, 60)
    assert tries(retries, "a", 1000, 1008) == [1000, 1001, 1003, 1007]
    retries.at_once("a")
    assert tries(retries, "a", 1008, 1012) == [1008, 1009, 1011]
    retries.at_once("b")


def test_keys_that_are_gone_are_forgotten():
    retries = Retries(1, 60)
    for key in ("a", "b"):
        assert tries(retries, key, 1000, 1004) == [1000, 1001, 1003]
    retries.keep({"b"})
    assert retries.try_now("a", 1004)
    assert not retries.try_now("b", 1004)


async def test_a_house_tries_a_table_that_cannot_be_read_less_and_less_often(tmp_path, monkeypatch, caplog):
    """The house looks around every second; only the clock of the test moves."""
    store = open_store(str(tmp_path / "house.db"))
    house = House(store, SystemDice(), "http://here", plays=False)
    table = (await house.open_table(a_table())).table.id
    await house.hand_over()
    seconds, tried = [1000.0], []

    def fails(_, table):
        tried.append((seconds[0] - 1000, table))
        raise RecordError("row 7 cannot be read")

    monkeypatch.setattr(house_module, "load", fails)
    again = House(store, SystemDice(), "http://there", plays=False)
    monkeypatch.setattr(house_module, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    with caplog.at_level(logging.CRITICAL):
        for _ in range(20):
            await vars(House)["_take_over"](again)
            seconds[0] += 1
    monkeypatch.undo()
    assert tried == [(0, table), (1, table), (3, table), (7, table), (15, table)]
    for one in (again, house):
        await one.close()
    store.close()
