"""A house that is killed at every write point: nothing acknowledged is lost, and nothing happens twice."""

import signal
from collections import Counter
from functools import partial

from tests.kit.deadline import IN_TIME
from tests.kit.profiles import LONG
from tests.server.commands import audited
from tests.server.house_process import Diary, live
from tests.server.serve_process import in_process

from bankcraps.live.log.entries import Acted, decode_row
from bankcraps.server.stores.store import open_store

FIRST = {"sqlite": (1, 40, 85, 121), "postgres": (4, 33, 90, 112)}
"""Points in the transactions that make the tables of a database, give money, open tables and take leases."""

LATER = {"sqlite": (86, 91, 96, 100), "postgres": (88, 93, 98, 100)}
"""Points in transactions of play: in the midst of one, and between its COMMIT and the answer."""


def test_a_house_killed_at_any_point_of_its_writing_loses_and_repeats_nothing(request, database, tmp_path):
    diary, kind = str(tmp_path / "diary"), request.node.callspec.params["database"]
    first, later = (range(1, 150, 7), range(84, 116)) if LONG else (FIRST[kind], LATER[kind])
    points = [*((point, False) for point in first), *((point, True) for point in later)]
    for life, (point, plays) in enumerate(points):
        process = in_process(partial(live, plays=plays), database, diary, life, 1000, point)
        process.join(IN_TIME)
        assert process.exitcode == -signal.SIGKILL, f"life {life} ended with {process.exitcode}"
    thrown = assert_whole(database, diary, len(points))
    assert len(thrown) == 2
    assert len(Diary(diary).sent) > 3 * len(points)
    store = open_store(database, only_read=True)
    assert -store.money.balance("issue") == 6 * 100_000
    store.close()


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
