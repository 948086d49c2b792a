"""A store in one SQLite file, the default.

It uses the SQLite that comes with apsw. The one that Python links is older in many places, and its WAL mode
could lose a committed write (mended in SQLite 3.51.3).
"""

import os
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, cast

import apsw

from bankcraps.server.stores.database import Row
from bankcraps.server.stores.protocol import ConstraintError, StoreError
from bankcraps.server.stores.sql_store import SqlStore

__all__ = ["SETTINGS", "SqliteStore"]

_BUSY_MS: Final = 5000
SETTINGS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 4000",  # pages, of 4 KiB: the file itself is written less often
    "cache_size = -65536",  # KiB
)
"""What SQLite is told about each file."""

_FILES: Final = ("", "-wal", "-shm")
"""The ends of the names of the files that one database has while it is open."""


class SqliteStore(SqlStore):
    """A store in one file, in WAL mode with every commit synced to the disk."""

    BEGIN: ClassVar[str] = "BEGIN IMMEDIATE"
    BEGIN_READING: ClassVar[str] = "BEGIN"

    def __init__(self, path: Path, *, only_read: bool = False) -> None:
        """Open the file, or make it.

        Args:
            path: the file.
            only_read: whether to leave the file as it is. Then it must exist.

        Raises:
            StoreError: if the file cannot be opened, is no database, or a newer program wrote it.
        """
        super().__init__()
        self._path = path
        self._only_read = only_read
        self._opened: tuple[tuple[int, int] | None, ...] = ()
        """The files that were opened, by device and inode; empty while they are being opened."""
        if only_read and not path.is_file():
            raise StoreError(f"there is no database {path}")
        self.begin(only_read=only_read)
        self._opened = () if only_read else self._files()

    def connect(self, *, to_write: bool) -> apsw.Connection:  # noqa: ARG002 - both read and write alike
        """Open the file."""
        how = apsw.SQLITE_OPEN_READONLY if self._only_read else apsw.SQLITE_OPEN_READWRITE
        if not self._only_read and not self._opened:  # one that is gone later is not made anew
            how |= apsw.SQLITE_OPEN_CREATE
        connection = apsw.Connection(str(self._path), flags=how)
        connection.set_busy_timeout(_BUSY_MS)
        if not self._only_read:
            for setting in SETTINGS:
                cast("Any", connection).execute(f"PRAGMA {setting}")
        return connection

    def _files(self) -> tuple[tuple[int, int] | None, ...]:
        """Return the files of the database as they are on the disk now, by device and inode."""
        return tuple(map(_identity, (f"{self._path}{end}" for end in _FILES)))

    def check_place(self) -> None:
        """Check that the files have not been deleted, moved or replaced since they were opened.

        SQLite would go on writing to files that nobody finds any more.
        """
        if self._opened and (now := self._files()) != self._opened:
            wrong = next(end for end, old, new in zip(_FILES, self._opened, now, strict=True) if old != new)
            says = "the file of the database is gone: nothing is played until it is back"
            gone = now[_FILES.index(wrong)] is None
            what = "is gone" if gone else "is not the file that the house opened"
            raise self.trouble(says, f"{self._path.name}{wrong} {what}")

    def disconnect(self, connection: apsw.Connection) -> None:
        """Close the file."""
        connection.close()

    def is_broken(self, connection: apsw.Connection) -> bool:  # noqa: ARG002 - a file stays open
        """Whether the file was closed: never."""
        return False

    def execute(self, connection: apsw.Connection, sql: str, values: Sequence[Any]) -> list[Row]:
        """Run a statement and return its rows."""
        return cast("Any", connection).execute(sql, values).fetchall()

    def execute_many(self, connection: apsw.Connection, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement for each row of parameters."""
        before = connection.total_changes()
        cast("Any", connection).executemany(sql, rows)
        return connection.total_changes() - before

    def has_table(self, name: str) -> bool:
        """Whether there is a table of that name."""
        return bool(self.run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name))

    def keep_others_out(self) -> None:
        """Let no other process migrate: the transaction has locked the file already."""

    def now(self) -> int:
        """Return the time of this machine: a file is shared by processes of one machine."""
        return time.time_ns() // 1_000_000

    @contextmanager
    def telling(self) -> Generator[None]:
        """Turn errors of SQLite into sentences."""
        try:
            yield
        except (apsw.ConstraintError, apsw.TooBigError, UnicodeError, OverflowError) as error:
            raise ConstraintError("the database does not take this", str(error)) from None
        except apsw.FullError as error:
            raise self.trouble("the disk of the database is full", error) from None
        except apsw.ReadOnlyError as error:
            raise self.trouble("the database cannot be written", error) from None
        except apsw.BusyError as error:
            raise self.trouble("the database is locked by another program", error) from None
        except apsw.CantOpenError as error:
            says = "the database cannot be opened: is its folder there, and the house's to write?"
            raise self.trouble(says, error) from None
        except apsw.NotADBError as error:
            raise self.trouble("the file is not a database", error) from None
        except apsw.IOError as error:
            raise self.trouble("the disk of the database failed", error) from None
        except apsw.Error as error:
            raise self.trouble("the database failed", error) from None

    def detail(self, said: object) -> str:
        """Return the file, and what SQLite said."""
        return f"{self._path}: {said}"


def _identity(path: str) -> tuple[int, int] | None:
    """Return the device and the inode of a file, or None if there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a path is made here for each transaction
    except OSError:
        return None
    return found.st_dev, found.st_ino
