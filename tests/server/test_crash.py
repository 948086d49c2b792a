"""A house that is killed at every write point: nothing acknowledged is lost, and nothing happens twice."""

import signal
import subprocess
import sys
from collections import Counter

from tests.server.house_process import Diary, in_process, live

from bankcraps.house.entries import Acted
from bankcraps.house.log import decode_row
from bankcraps.server.stores.opening import open_store

_BANKCRAPS = "from bankcraps.cli.main import main; main()"
POINTS = 18
"""More than the statements of a commit have: the last lives die after the commit and before the answer."""


def audited(database: str) -> str:
    """Check a database by `bankcraps audit`, which must find nothing wrong, and return what it says."""
    command = [sys.executable, "-c", _BANKCRAPS, "audit", "--database", database]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_a_house_killed_at_every_write_point_loses_and_repeats_nothing(database, tmp_path):
    diary = str(tmp_path / "diary")
    for point in range(POINTS):
        process = in_process(live, database, diary, point, 1000, 4 + point % 3, point)
        process.join(60)
        assert process.exitcode == -signal.SIGKILL, f"life {point} ended with {process.exitcode}"
    process = in_process(live, database, diary, POINTS, 10)
    process.join(60)
    assert process.exitcode == 0
    said = Diary(diary)
    assert len(said.sent) > 3 * POINTS
    store = open_store(database, only_read=True)
    done: Counter[tuple[str, str]] = Counter()
    thrown: Counter[str] = Counter()
    for info in store.tables():
        for stored in store.rows(info.table):
            row = decode_row(stored.body)
            if isinstance(row.entry, Acted) and row.by and row.entry.event.by.person == row.by:
                done[row.by, row.command] += 1
            if isinstance(row.entry, Acted) and type(row.entry.event).__name__ == "Rolled":
                thrown[row.table] += 1
    for key, seq in said.answered.items():
        table, line = said.sent[key]
        assert store.known_command(table, *key) == (seq or None), (key, line)
        assert done[key] == (1 if seq else 0), (key, line)
    # The log has nothing that nobody sent, and every command was answered in the end.
    assert set(done) <= set(said.answered)
    assert set(said.sent) == set(said.answered)
    assert len(thrown) == 2
    store.close()
    assert "the books balance" in audited(database)
