"""A command that the database does not take is refused. Its table plays on, and so do all others."""

import asyncio

import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME
from tests.server.batches import Log, gift
from tests.server.live import a_table, ask

from bankcraps.live.proof.ledger import Move
from bankcraps.server.hosting import pending, table_host
from bankcraps.server.house import House
from bankcraps.server.stores.database import ConstraintError, FencedError, OverdrawnError
from bankcraps.server.stores.store import open_store


class Store:
    """A store that writes a group only after the tables have heard of the group before it."""

    def __init__(self, store):
        self.store, self.loop = store, asyncio.get_running_loop()

    def __getattr__(self, name):
        return getattr(self.store, name)

    def commit(self, batches):
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self.loop).result(IN_TIME)
        return self.store.logs.commit(batches)


@pytest.fixture
async def house(tmp_path):
    store = open_store(str(tmp_path / "house.db"))
    opened = House(Store(store), "http://here")
    await opened.grant("Ann", 50_000)
    yield opened
    await asyncio.wait_for(opened.close(), IN_TIME)
    store.close()


def codes(answers):
    return [answer.refused.code if answer.refused else "" for answer in answers]


def buy_in(amount, table="t1"):
    return Move("wallet/Ann", f"rail/{table}/Ann", amount)


# The store.


def test_what_was_decided_again_is_written_with_what_it_replaces(store):
    gift(store, "wallet/Ann", 100)
    log = Log.new(store)
    refused, follows = log.batch("c1", moves=[buy_in(500)]), log.batch("c2")
    log.back(refused)
    again, last = log.batch("c2"), log.batch("c3")
    results = store.logs.commit([refused, follows, again, last])
    assert [type(one) for one in results] == [OverdrawnError, FencedError, type(None), type(None)]
    assert [row.hash for row in store.logs.rows("t1")] == [
        row.hash for one in (again, last) for row in one.rows
    ]
    assert store.logs.known_command("t1", "Ann", "c2") == 1


@pytest.mark.parametrize("amount", [2**62, 2**63 - 1, 2**63, 10**30])
def test_an_amount_that_no_database_holds_is_one_nobody_has(store, amount):
    gift(store, "wallet/Ann", 100)
    log = Log.new(store)
    bad = replace(log.batch("c1", moves=[buy_in(amount)]), keep=amount)
    log.back(bad)
    results = store.logs.commit([bad, log.batch("c1")])
    assert [type(one) for one in results] == [OverdrawnError, type(None)]


# The table.


async def test_a_table_plays_on_however_its_commands_are_grouped(house, monkeypatch):
    monkeypatch.setattr(pending, "_MOST", 2)
    host = await house.open_table(a_table())
    lines = ["sit", "buy_in 600", "pass 5", "buy_in 100", *["pass 5"] * 5, "buy_in 401", *["field 5"] * 5]
    answers = await asyncio.gather(*(ask(host, f"{number}", line) for number, line in enumerate(lines)))
    assert not host.stopped
    first = ["", "not_enough_money", "not_enough_chips", ""]  # what follows a refusal is decided again
    assert codes(answers) == [*first, *[""] * 5, "not_enough_money", *[""] * 5]
    assert host.durable.state == host.table.state
    assert host.durable.state.seats[0].rail == 10_000 - 5000


async def test_a_wallet_that_two_tables_empty_at_once_stops_neither(house, monkeypatch):
    monkeypatch.setattr(pending, "_MOST", 3)
    hosts = [await house.open_table(a_table()) for _ in range(2)]
    lines = ["sit", "buy_in 300", "pass 5", "field 5", "field 5", "field 5"]
    asked = [ask(host, f"{number}", line) for number, line in enumerate(lines) for host in hosts]
    answers = await asyncio.gather(*asked)
    assert [host.stopped for host in hosts] == ["", ""]
    assert codes(answers).count("not_enough_money") == 1
    assert await house.wallet("Ann") == 20_000


async def test_a_mistake_while_a_command_is_decided_again_stops_nothing(house, monkeypatch):
    host = await house.open_table(a_table())
    await ask(host, "1", "sit")
    decide, seen = table_host.decide, []

    def fails(book, table, sender, command, now):
        seen.append(command)
        if seen.count(command) == 2:
            raise ZeroDivisionError
        return decide(book, table, sender, command, now)

    monkeypatch.setattr(table_host, "decide", fails)
    lines = ["buy_in 600", "buy_in 100", "buy_in 50"]
    answers = await asyncio.gather(*(ask(host, f"b{number}", line) for number, line in enumerate(lines)))
    assert codes(answers) == ["not_enough_money", "failed", "failed"]
    assert not host.stopped
    assert (await ask(host, "after", "buy_in 100")).refused is None


async def test_a_command_that_cannot_be_stored_is_refused_alone(house, monkeypatch):
    host = await house.open_table(a_table())
    await ask(host, "1", "sit")
    failed = [ConstraintError("too long")]
    with monkeypatch.context() as patch:
        patch.setattr(house.store.logs, "commit", lambda batches: failed * len(batches), raising=False)
        answer = await ask(host, "bad", "buy_in 100")
    assert (answer.refused.code, answer.refused.message) == ("failed", "too long")
    assert not host.stopped
    assert (await ask(host, "good", "buy_in 100")).refused is None
