"""The one writer of a table: its decisions, its answers, and the commands that it takes back."""

import asyncio

import pytest
from msgspec.structs import replace
from tests.server.house_process import settings
from tests.server.live import ANN, a_table, ask, house_alone

from bankcraps.errors import RecordError
from bankcraps.game.records.codec import state_hash
from bankcraps.live.table import commands as cm
from bankcraps.server.hosting import pending, table_host
from bankcraps.server.hosting.table_loading import load, snapshot_of
from bankcraps.server.house import House, UnknownTableError
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.logs import Snapshot


class Counting:
    """Logs that count the rows that are read."""

    def __init__(self, logs):
        self.logs, self.read = logs, 0

    def __getattr__(self, name):
        return getattr(self.logs, name)

    def rows(self, *arguments):
        for row in self.logs.rows(*arguments):
            self.read += 1
            yield row


house = pytest.fixture(house_alone)


@pytest.fixture
async def host(house):
    return await house.open_table(settings())


async def all_of(host, *lines):
    """Send all lines at once, as a client that waits for no answer."""
    return await asyncio.gather(*(ask(host, f"{number}", line) for number, line in enumerate(lines)))


async def test_an_id_that_was_forgotten_does_nothing_the_second_time_and_has_its_first_answer(
    host, house, monkeypatch
):
    monkeypatch.setattr("bankcraps.server.hosting.pending._OF_PERSON", 3)
    sat, bought, *_ = await all_of(host, "sit", "buy_in 100", "pass 10", "field 5", "field 5", "field 5")
    again = await asyncio.gather(*(ask(host, "0", "sit") for _ in range(3)), ask(host, "1", "buy_in 100"))
    assert again == [sat, sat, sat, bought]  # sitting down would be refused now
    assert not host.stopped
    assert await house.wallet("Ann") == 40_000
    new, wrong = await asyncio.gather(ask(host, "new", "sit"), ask(host, "0", "sit", cm.Sender("Bob")))
    assert new.refused.code != ""
    assert wrong.refused is None
    assert wrong.seq > bought.seq  # an id of Bob is not Ann's
    assert await ask(host, "new", "sit") == new


async def test_nobody_is_refused_while_the_database_cannot_say_whether_it_was_done(host, house, monkeypatch):
    monkeypatch.setattr("bankcraps.server.hosting.pending._OF_PERSON", 3)
    first = (await all_of(host, "sit", "buy_in 100", "pass 10", "field 5", "field 5"))[0]

    def fails(*_):
        raise StoreError("the database does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(house.store.logs, "known_command", fails)
        with pytest.raises(StoreError, match="does not answer"):
            await ask(host, "0", "sit")
    assert not host.stopped
    assert await ask(host, "0", "sit") == first


async def test_nobody_is_shown_what_is_not_on_disk(host, house):
    """A refusal or a return writes nothing. It must not show others' changes before they are on disk."""
    shown = []
    host.listen(lambda outcome: shown.append((outcome.before.seq, outcome.table.seq)))
    await asyncio.gather(
        ask(host, "1", "sit"),
        host.tell(cm.Returned("Ann")),
        ask(host, "2", "nonsense"),
        ask(host, "3", "buy_in 5"),
    )
    assert all(before <= after for before, after in shown)
    assert [before for before, _ in shown[1:]] == [after for _, after in shown[:-1]]
    [info] = await house.tables()
    assert host.durable.seq == info.seq == shown[-1][1]


async def test_commands_of_a_moment_share_their_news_and_are_answered_after_it(house, monkeypatch):
    monkeypatch.setattr(pending, "_SHARED", 8)
    monkeypatch.setattr(pending, "_PAUSE_S", 0.3)
    host = await house.open_table(a_table())
    await all_of(host, "sit", "buy_in 300")
    shown, answered = [], []
    host.listen(lambda outcome: shown.append([one.seq for one in outcome.happened]))

    async def bet(number):
        answer = await ask(host, f"bet-{number}", "field 5")
        answered.append((answer.seq, shown[-1][-1] if shown else 0))

    began = host.durable.seq
    await asyncio.gather(*(bet(number) for number in range(20)))
    assert [seq for seqs in shown for seq in seqs] == list(range(began + 1, host.durable.seq + 1))
    assert len(shown) < 20
    assert all(len(seqs) <= 9 for seqs in shown)
    assert all(seq <= told for seq, told in answered)


async def test_a_command_goes_its_way_when_its_sender_goes(host):
    await all_of(host, "sit", "buy_in 100")
    heard = []
    host.listen(heard.append)
    asking = asyncio.get_running_loop().create_task(host.ask(ANN, cm.Say(id="p", line="pass 10")))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    answer = await ask(host, "p", "pass 10")
    assert answer.seq == host.durable.seq
    assert len(heard) == 1
    assert host.durable.state.seats[0].rail == 9000


async def test_a_refused_command_is_not_taken_for_done_after_a_restart(host, house):
    """Entries of the clock that come with a refused command are written, but not as that person's."""
    await all_of(host, "sit", "buy_in 100")
    refused = await ask(host, "r", "pass 100000")
    assert refused.refused is not None
    loaded = load(house.store.logs, host.table.id)
    assert ("Ann", "r") not in loaded.commands
    assert loaded.commands["Ann", "1"] > 0


async def test_an_odd_id_is_refused(host):
    for name in ("", "a b", "x" * 65, "\0", "\u00e9"):
        answer = await ask(host, name, "sit")
        assert answer.refused.code == "bad_message"
        assert host.durable.state.seats == ()


async def test_one_who_listens_badly_stops_nothing(host, caplog):
    def fail(_):
        raise ValueError

    host.listen(fail)
    assert (await ask(host, "1", "sit")).refused is None
    assert "a listener" in caplog.text


async def test_a_house_that_closes_answers_what_it_began(host, house):
    await all_of(host, "sit", "buy_in 100")
    asked = [asyncio.create_task(ask(host, f"f{number}", "field 5")) for number in range(10)]
    await asyncio.sleep(0)
    await house.close()
    answers = await asyncio.gather(*asked)
    assert "stopped" not in {answer.refused.code for answer in answers if answer.refused}
    assert (await ask(host, "late", "field 5")).refused.message == table_host.CLOSING


# Snapshots.


async def grown(host, house, monkeypatch, every=20):
    """Play until there is a snapshot, and some rows after it."""
    monkeypatch.setattr(table_host, "_SNAPSHOT_EVERY", every)
    monkeypatch.setattr("bankcraps.server.hosting.pending.LATEST", 20)
    await all_of(host, "sit", "buy_in 100", "pass 5")
    for number in range(300):
        await ask(host, f"t{number}", ("throw", "pass 5", "field 5")[number % 3])
        if host.durable.seq > 100 and house.store.logs.snapshot(host.table.id) is not None:
            await host.finish()  # no more dice come to rest, and no other snapshot is kept
            return
    raise AssertionError("there is no snapshot")


async def test_a_table_keeps_snapshots_and_is_read_from_them(host, house, monkeypatch):
    await grown(host, house, monkeypatch)
    monkeypatch.setattr("bankcraps.server.hosting.table_loading._REMEMBERED", 5)
    snapshot = house.store.logs.snapshot(host.table.id)
    counting = Counting(house.store.logs)
    loaded = load(counting, host.table.id)
    assert state_hash(loaded.table.state) == state_hash(host.durable.state)
    assert loaded.table.seq == host.durable.seq
    assert counting.read == 5 + host.durable.seq - snapshot.seq


@pytest.mark.parametrize("damage", ["text", "money", "old", "other", "later"])
async def test_a_snapshot_that_does_not_fit_is_left_aside(host, house, monkeypatch, damage):
    await grown(host, house, monkeypatch)
    good = house.store.logs.snapshot(host.table.id)
    right = load(house.store.logs, host.table.id)
    rows = list(house.store.logs.rows(host.table.id))
    if damage == "text":
        bad = Snapshot(good.seq, good.body[:-20], good.hash)
    elif damage == "money":  # it can be read, and says something else
        bad = Snapshot(good.seq, good.body.replace('"now":1', '"now":2', 1), good.hash)
    elif damage == "old":
        with monkeypatch.context() as patch:
            patch.setattr("bankcraps.server.hosting.table_loading._FORMAT", 0)
            bad = snapshot_of(right.table, right.head)
    elif damage == "other":  # its hash is right, but the log tells of another state of the engine
        [seat] = right.table.state.seats
        state = replace(right.table.state, seats=(replace(seat, rail=seat.rail + 1),))
        bad = snapshot_of(replace(right.table, state=state), right.head)
    else:
        bad = Snapshot(good.seq + 1000, good.body, good.hash)
    assert bad != good
    house.store.logs.save_snapshot(host.table.id, bad)
    counting = Counting(house.store.logs)
    loaded = load(counting, host.table.id)
    assert counting.read >= len(rows)
    assert state_hash(loaded.table.state) == state_hash(right.table.state)
    assert (loaded.head, loaded.table.seq) == (right.head, right.table.seq)


async def test_a_damaged_log_is_not_played_on(host, house, monkeypatch):
    await grown(host, house, monkeypatch)
    table = host.table.id
    await house.close()
    with house.store.database.transaction():
        house.store.database.run(
            "UPDATE log SET body = replace(body, 'Ann', 'Bob') WHERE table_id = ? AND seq = 7", table
        )
        house.store.database.run("DELETE FROM snapshots")
    other = House(house.store, "http://here")
    with pytest.raises(RecordError, match="damaged at row 7"):
        await other.find(table)
    with house.store.database.transaction():
        house.store.database.run("DELETE FROM log WHERE table_id = ? AND seq >= 7", table)
    with pytest.raises(RecordError, match="does not end as it should"):
        await other.find(table)
    await other.close()


async def test_tables_that_there_are_not_take_no_memory(house, host):
    for number in range(50):
        with pytest.raises(UnknownTableError):
            await house.find(f"none{number}")
    assert await house.find(host.table.id) is host
    assert not house._taking  # noqa: SLF001 - what it holds on to is what grew


async def test_two_who_ask_for_a_table_at_once_get_the_same(house, host):
    host.stop("the database failed")
    hosts = await asyncio.gather(*(house.find(host.table.id) for _ in range(8)))
    assert len(set(map(id, hosts))) == 1
    assert hosts[0] is not host
