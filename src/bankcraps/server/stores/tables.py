"""The tables of a house in its database: the end of each log, its lease, and the processes that serve them.

A table has one owner at a time: a process that holds its lease. Each new owner gets a higher epoch, and a
commit of an older epoch is refused, so an owner that was thought dead and wakes up can write nothing.

Times are in milliseconds since 1970, on the clock of `Database.now`.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import astuple

from bankcraps.live.log.rows import StoredRow, first_hash
from bankcraps.server.stores.database import Database, FencedError, StoreError

TABLE_COLUMNS: Final = "id, seq, head, owner, address, epoch, expires, closed"

NEW_TABLE: Final = f"tables ({TABLE_COLUMNS})"
"""Where a new table is added."""

_TABLES: Final = f"SELECT {TABLE_COLUMNS} FROM tables"  # noqa: S608 - names of ours

INSERT_ROW: Final = "INSERT INTO log (table_id, seq, body, hash) VALUES (?, ?, ?, ?)"
"""The statement that adds a row to the log of a table."""

_FORGOTTEN_MS: Final = 60_000
"""The time after which a silent server is removed from the list of servers."""

_ANY_LENGTH: Final = 1_000_000


class TableInfo(msgspec.Struct, frozen=True):
    """A table as the store knows it. The one that a process gets with a lease is its right to write the log.

    Attributes:
        table: its id.
        seq, head: the last row of its log, and the hash of that row.
        owner, address: the process that owns it and where that serves; empty if the lease has run out.
        epoch: the number of times that it has changed hands. A commit must name it.
        expires: until when the lease lasts.
        closed: 1 if the table has closed for good, else 0.
    """

    table: str
    seq: int
    head: str
    owner: str
    address: str
    epoch: int
    expires: int
    closed: int


class Tables:
    """The tables of a house."""

    def __init__(self, database: Database) -> None:
        """Keep the tables in a database."""
        self._database = database

    def create(
        self, table: str, owner: str, address: str, until: int, rows: Sequence[StoredRow] = ()
    ) -> TableInfo:
        """Make a log with its first rows, and take its lease until a time, in one transaction."""
        seq, head = (rows[-1].seq, rows[-1].hash) if rows else (0, first_hash(table))
        made = TableInfo(table, seq, head, owner, address, 1, until, 0)
        with self._database.transaction():
            if not self._database.add(NEW_TABLE, *astuple(made)):
                raise StoreError(f"there is a table {table} already")
            self._database.run_many(INSERT_ROW, [(table, *row) for row in rows])
        return made

    def take_lease(self, table: str, owner: str, address: str, now: int, until: int) -> TableInfo | None:
        """Take the lease of a table, with a new epoch, or return None if another process holds it.

        A lease can be taken if nobody holds it, if it has run out, or if it is ours: then what we may still
        be writing under the old epoch is refused. A lease that seems to last more than twice as long as this
        one was given by a clock that has been set back since, and can be taken as well.
        """
        info = self.get(table)
        if info is None or info.closed:
            return None  # anybody may ask for a table, so this must not delay the writer
        taken = self._database.write(
            "UPDATE tables SET owner = ?, address = ?, epoch = epoch + 1, expires = ? "  # noqa: S608 - names of ours
            "WHERE id = ? AND closed = 0 AND (owner IN ('', ?) OR expires <= ? OR expires > ?) "
            f"RETURNING {TABLE_COLUMNS}",
            *(owner, address, until, table, owner, now, now + 2 * (until - now)),
        )
        return TableInfo(*taken[0]) if taken else None

    def renew_leases(self, owner: str, until: int, address: str = "") -> dict[str, int]:
        """Keep all leases of a process for longer. Return the epochs of its tables by their ids.

        With an address, the process says that it serves there until then.
        """
        run = self._database.run
        with self._database.transaction():
            kept = run("UPDATE tables SET expires = ? WHERE owner = ? RETURNING id, epoch", until, owner)
            if address:
                run("DELETE FROM servers WHERE owner = ? OR expires < ?", owner, until - _FORGOTTEN_MS)
                run("INSERT INTO servers (owner, address, expires) VALUES (?, ?, ?)", owner, address, until)
        return dict(kept)

    def release_lease(self, lease: TableInfo) -> None:
        """Give a lease up, if it is still ours."""
        self._database.write(
            "UPDATE tables SET owner = '', address = '', expires = 0 "
            "WHERE id = ? AND owner = ? AND epoch = ?",
            *(lease.table, lease.owner, lease.epoch),
        )

    def close(self, lease: TableInfo) -> None:
        """Mark a table as closed for good. Nothing is written to its log any more.

        Raises:
            FencedError: if the lease is ours no longer, or the table was closed before.
        """
        with self._database.transaction():
            closed = self._database.run(
                "UPDATE tables SET closed = 1 WHERE id = ? AND epoch = ? AND closed = 0 RETURNING id",
                *(lease.table, lease.epoch),
            )
            if not closed:
                raise FencedError(f"another process serves table {lease.table} now, or has closed it")

    def servers(self, now: int) -> dict[str, str]:
        """Return the addresses of the processes that serve this house, by their owners."""
        served = "SELECT owner, address FROM servers WHERE expires > ? ORDER BY address"
        return dict(self._database.run(served, now))

    def withdraw(self, owner: str) -> None:
        """Say that a process serves no longer."""
        self._database.write("DELETE FROM servers WHERE owner = ?", owner)

    def all(self) -> list[TableInfo]:
        """Return all tables, sorted by id."""
        return self._database.read_as(TableInfo, f"{_TABLES} ORDER BY id")

    def open(self, longest: int = _ANY_LENGTH) -> list[TableInfo]:
        """Return the tables that are open and whose ids are no longer than this, sorted by id."""
        short = f"{_TABLES} WHERE closed = 0 AND LENGTH(id) <= ? ORDER BY id"
        return self._database.read_as(TableInfo, short, longest)

    def get(self, table: str) -> TableInfo | None:
        """Return a table, or None if there is none of that id."""
        return self._database.first_as(TableInfo, f"{_TABLES} WHERE id = ?", table)
