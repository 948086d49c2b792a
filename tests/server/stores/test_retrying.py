"""A table that fails again and again is tried less and less often. The clock is a number."""

import logging
from types import SimpleNamespace

from tests.server.live import a_table

from bankcraps.errors import RecordError
from bankcraps.server import house as house_module
from bankcraps.server.house import House
from bankcraps.server.stores.store import open_store
from bankcraps.server.tasks import Retries


def tries(retries, key, begin, end):
    """The seconds at which a key is tried."""
    return [now for now in range(begin, end) if retries.try_now(key, now)]


def test_waits_double_up_to_the_longest_and_begin_anew_after_as_long_without_a_failure():
    retries = Retries(1, 60)
    assert tries(retries, "a", 1000, 1260) == [1000 + n for n in (0, 1, 3, 7, 15, 31, 63, 123, 183, 243)]
    assert not retries.try_now("a", 1243 + 59)
    again = 1243 + 60 + 59
    assert tries(retries, "a", again, again + 61) == [again, again + 60]
    anew = again + 60 + 60 + 60
    assert tries(retries, "a", anew, anew + 4) == [anew, anew + 1, anew + 3]


def test_keys_do_not_wait_for_each_other_and_those_that_are_gone_or_not_at_fault_are_forgotten():
    retries = Retries(1, 60)
    for key in ("a", "b", "c"):
        assert tries(retries, key, 1000, 1008) == [1000, 1001, 1003, 1007]
    retries.at_once("a")
    assert tries(retries, "a", 1008, 1012) == [1008, 1009, 1011]
    retries.keep({"b"})
    assert (retries.try_now("c", 1008), retries.try_now("b", 1008)) == (True, False)
    retries.at_once("d")


async def test_a_house_tries_a_table_that_cannot_be_read_less_and_less_often(tmp_path, monkeypatch, caplog):
    """The house looks around every second; only the clock of the test moves."""
    store = open_store(str(tmp_path / "house.db"))
    house = House(store, "http://here", plays=False)
    table = (await house.open_table(a_table())).table.id
    await house.hand_over()
    seconds, tried = [1000.0], []

    def fails(_, table):
        tried.append((seconds[0] - 1000, table))
        raise RecordError("row 7 cannot be read")

    monkeypatch.setattr(house_module, "load", fails)
    again = House(store, "http://there", plays=False)
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
