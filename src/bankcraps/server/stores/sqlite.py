"""A store in one SQLite file, the default.

It uses the SQLite that comes with apsw. The one that Python links is older in many places, and its WAL mode
could lose a committed write (mended in SQLite 3.51.3).
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import apsw

from bankcraps.server.stores.protocol import StoreError
from bankcraps.server.stores.sql_store import SqlStore

__all__ = ["SqliteStore"]

_BUSY_MS: Final = 5000


class SqliteStore(SqlStore):
    """A store in one file, in WAL mode with every commit synced to the disk."""

    def __init__(self, path: Path, *, only_read: bool = False) -> None:
        """Open the file, or make it.

        Args:
            path: the file.
            only_read: whether to leave the file as it is. Then it must exist.

        Raises:
            StoreError: if the file cannot be opened, is no database, or a newer program wrote it.
        """
        self._path = path
        self._lock = threading.RLock()
        if only_read:
            self._open_to_read()
            return
        with self._telling():
            self._connection = apsw.Connection(str(path))
            self._connection.set_busy_timeout(_BUSY_MS)
            self.run("PRAGMA journal_mode = WAL")
            self.run("PRAGMA synchronous = FULL")
        self.migrate()

    def _open_to_read(self) -> None:
        if not self._path.is_file():
            raise StoreError(f"there is no database {self._path}")
        with self._telling():
            self._connection = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READONLY)
            self._connection.set_busy_timeout(_BUSY_MS)
            try:
                self.check_version()
            except apsw.SQLError:
                raise StoreError(f"{self._path} is not a database of Bankcraps") from None

    def run(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        with self._lock, self._telling():
            cursor = cast("Any", self._connection).execute(sql, values)
            return cursor.fetchall()

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Hold a transaction or, inside one, a savepoint."""
        with self._lock:
            if self._connection.in_transaction:
                with self._connection:  # a savepoint
                    yield
                return
            self.run("BEGIN IMMEDIATE")
            try:
                yield
                self.run("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self.run("ROLLBACK")

    @contextmanager
    def reading(self) -> Generator[None]:
        """Read everything as it is now, whatever other processes write meanwhile."""
        with self._lock:
            self.run("BEGIN")
            try:
                yield
            finally:
                self.run("ROLLBACK")

    def is_check_failure(self, error: Exception) -> bool:
        """Whether a balance would fall below zero."""
        return isinstance(error, apsw.ConstraintError) and "CHECK" in str(error)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _telling(self) -> Generator[None]:
        """Turn errors of SQLite into sentences."""
        try:
            yield
        except apsw.FullError:
            raise StoreError(f"the disk of {self._path} is full") from None
        except apsw.ReadOnlyError:
            raise StoreError(f"{self._path} cannot be written") from None
        except apsw.BusyError:
            raise StoreError(f"{self._path} is locked by another program") from None
        except apsw.CantOpenError:
            raise StoreError(
                f"{self._path} cannot be opened: is its folder there, and yours to write?"
            ) from None
        except apsw.NotADBError:
            raise StoreError(f"{self._path} is not a database") from None
        except apsw.IOError as error:
            raise StoreError(f"the disk of {self._path} failed: {error}") from None
