"""A house that is killed at every write point: nothing acknowledged is lost, and nothing happens twice."""

import signal
from collections import Counter

import pytest
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import LONG
from tests.server.commands import audited
from tests.server.house_process import Diary, live
from tests.server.serve_process import in_process

from bankcraps.live.log.entries import Acted, decode_row
from bankcraps.server.stores.store import open_store

POINTS = 18
"""More than the statements of a commit have: the last lives die after the commit and before the answer."""

TRANSACTIONS = 6


SOME = {"sqlite": (1, 6, 11, 16), "postgres": (3, 8, 13, 17)}
"""The points of the usual run: SQLite is killed at some, PostgreSQL at others, and both after the commit."""


def test_a_house_killed_at_every_write_point_loses_and_repeats_nothing(request, database, tmp_path):
    diary = str(tmp_path / "diary")
    points = range(POINTS) if LONG else SOME[request.node.callspec.params["database"]]
    for point in points:
        lives(database, diary, point, 4 + point % 3, point)
    thrown = assert_whole(database, diary, POINTS)
    assert len(thrown) == 2
    assert len(Diary(diary).sent) > 3 * len(points)


@pytest.mark.some
def test_a_house_killed_while_it_opens_loses_and_repeats_nothing(database, tmp_path):
    """The first transactions make the tables of the database, gifts and live tables, and take leases."""
    diary = str(tmp_path / "diary")
    for life in range(2 * TRANSACTIONS) if LONG else (0, 3, 4, 7, 8, 11):
        lives(database, diary, life, -1 - life // 2, life % 2)
    assert_whole(database, diary, 2 * TRANSACTIONS)
    store = open_store(database, only_read=True)
    assert -store.money.balance("issue") == 6 * 100_000
    store.close()


def lives(database, diary, life, commit, point):
    """Let a house live until it kills itself."""
    process = in_process(live, database, diary, life, 1000, commit, point)
    process.join(IN_TIME)
    assert process.exitcode == -signal.SIGKILL, f"life {life} ended with {process.exitcode}"


def assert_whole(database, diary, life):
    """Let a last house answer all that was left, and check that everything happened once."""
    process = in_process(live, database, diary, life, 10)
    process.join(IN_TIME)
    assert process.exitcode == 0
    said = Diary(diary)
    store = open_store(database, only_read=True)
    done: Counter[tuple[str, str]] = Counter()
    thrown: Counter[str] = Counter()
    for info in store.tables.all():
        for stored in store.logs.rows(info.table):
            row = decode_row(stored.body)
            if isinstance(row.entry, Acted) and row.by and row.entry.event.by.person == row.by:
                done[row.by, row.command] += 1
            if isinstance(row.entry, Acted) and type(row.entry.event).__name__ == "Rolled":
                thrown[row.table] += 1
    for key, seq in said.answered.items():
        table, line = said.sent[key]
        assert store.logs.known_command(table, *key) == (seq or None), (key, line)
        assert done[key] == (1 if seq else 0), (key, line)
    # The log has nothing that nobody sent, and every command was answered in the end.
    assert set(done) <= set(said.answered)
    assert set(said.sent) == set(said.answered)
    store.close()
    assert "the books balance" in audited(database)
    return thrown
