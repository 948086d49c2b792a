"""Copies a whole house into an empty database: a backup, the way back, or a move to another database."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bankcraps.live.log.entries import chained, first_hash
from bankcraps.server.stores.database import Database, Row, StoreError
from bankcraps.server.stores.store import Store, open_existing, open_store
from bankcraps.support.files import is_file
from bankcraps.support.new_files import ExistsError, UnwritableError, move_to_free

_NOT_COPIED: Final = ("bankcraps", "servers")
"""The version, which the new database has, and the processes that serve the house now."""

_PAGE: Final = 5000
"""The number of rows copied at once."""

_ANY: Final = "SELECT 1 FROM {} LIMIT 1"
"""Whether a table has a row."""

Progress = Callable[[int], None]
"""Is told of so many more rows that are copied."""


def backup(database: str, file: Path, progress: Progress) -> int:
    """Copy a house, open or closed, into a new SQLite file, and check the copy.

    The copy is the house at one moment. It holds everything but the key of the sealed dice.

    Args:
        database: the path or the URL of the house's database, which stays as it is.
        file: the new file.
        progress: called with the number of rows copied since its last call.

    Returns:
        The number of rows.

    Raises:
        UnwritableError: if there is such a file, or it cannot be written.
        StoreError: if the database cannot be read, or its logs are damaged.
    """
    if os.path.lexists(file):
        raise ExistsError
    part = file.with_name(f".{file.name}.part")
    _remove(part)
    try:
        rows = _between(database, str(part), progress)
        move_to_free(part, file)
    except OSError as error:
        raise UnwritableError(error.strerror or str(error)) from None
    finally:
        _remove(part)
    return rows


def restore(file: Path, database: str, progress: Progress) -> int:
    """Copy a backup into a database that is empty or does not exist yet, and check the copy.

    Args:
        file: the backup, which stays as it is. An older program may have written it.
        database: the path or the URL of the database.
        progress: called with the number of rows copied since its last call.

    Returns:
        The number of rows.

    Raises:
        StoreError: if the backup cannot be read or is damaged, or the database is not empty.
    """
    if not is_file(file):
        raise StoreError(f"there is no backup {file}")
    return _between(str(file), database, progress)


def _between(old: str, new: str, progress: Progress) -> int:
    with closing(open_existing(old, only_read=True)) as source, closing(open_store(new)) as target:
        with source.database.reading(), target.database.transaction():
            rows = _copy(source.database, target.database, progress)
            _check(target)
        return rows


def _copy(source: Database, target: Database, progress: Progress) -> int:
    copied = 0
    target.allow_long()
    names = [name for name in source.table_names() if name not in _NOT_COPIED]
    if full := [name for name in names if target.has_table(name) and target.run(_ANY.format(name))]:
        raise StoreError(
            f"the database is not empty: it has {', '.join(full[:3])}. A house is copied into a new one"
        )
    for name in names:
        columns = [column for column, _ in source.columns(name)]
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - names of ours
        for page in _pages(source, name):
            target.run_many(insert, page)
            copied += len(page)
            progress(len(page))
    target.fill(source.version())
    target.run("UPDATE tables SET owner = '', address = '', expires = 0")
    return copied


def _pages(database: Database, name: str) -> Iterator[Sequence[Row]]:
    """Read a table in pages, in the order of its primary key."""
    columns = database.columns(name)
    ranked = sorted((rank, at) for at, (_, rank) in enumerate(columns) if rank)
    key = ", ".join(columns[at][0] for _, at in ranked)
    marks = ", ".join("?" * len(ranked))
    read = f"SELECT {', '.join(column for column, _ in columns)} FROM {name}"  # noqa: S608 - names of ours
    page = database.run(f"{read} ORDER BY {key} LIMIT {_PAGE}")
    while page:
        yield page
        last = [page[-1][at] for _, at in ranked]
        page = database.run(f"{read} WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT {_PAGE}", *last)


def _check(copy: Store) -> None:
    """Check that every log is whole and ends with the row that its table names."""
    for table in copy.tables.all():
        seq, head = 0, first_hash(table.table)
        for row in copy.logs.rows(table.table):
            seq, head = seq + 1, chained(head, row.body.encode())
            if (row.seq, row.hash) != (seq, head):
                raise StoreError(
                    f"the log of table {table.table} is damaged at row {seq}: "
                    "`bankcraps audit` says where and how"
                )
        if (seq, head) != (table.seq, table.head):
            raise StoreError(f"the log of table {table.table} has {seq} rows, and its table says {table.seq}")


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + end).unlink()
