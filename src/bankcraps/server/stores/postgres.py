"""A store in PostgreSQL, for several server processes on one database."""

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

import psycopg

from bankcraps.errors import BankcrapsError
from bankcraps.server.stores.protocol import Batch, StoreError
from bankcraps.server.stores.sql_store import SqlStore

__all__ = ["PostgresStore"]

_TIMEOUT_S: Final = 5
_TRIES: Final = 5


class PostgresStore(SqlStore):
    """A store in PostgreSQL. It connects again when the database comes back."""

    def __init__(self, url: str, *, only_read: bool = False) -> None:
        """Connect.

        Args:
            url: the database.
            only_read: whether to leave the database as it is.

        Raises:
            StoreError: if no database answers, or a newer program wrote it.
        """
        self._url = url
        self._lock = threading.RLock()
        self._open: psycopg.Connection[tuple[Any, ...]] | None = None
        if only_read:
            self._check_to_read()
            return
        with self.transaction():
            self.run("SELECT pg_advisory_xact_lock(720636)")  # two new processes must not migrate at once
            self.migrate()

    def _check_to_read(self) -> None:
        try:
            self.check_version()
        except psycopg.errors.UndefinedTable:
            raise StoreError("this is not a database of Bankcraps") from None

    def _connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._open is None or self._open.closed:
            self._open = psycopg.connect(self._url, autocommit=True, connect_timeout=_TIMEOUT_S)
        return self._open

    def run(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""
        with self._lock, self._telling():
            cursor = self._connection().execute(cast("Any", sql.replace("?", "%s")), values or None)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Hold a transaction or, inside one, a savepoint."""
        with self._lock, self._telling(), self._connection().transaction():
            yield

    @contextmanager
    def reading(self) -> Generator[None]:
        """Read everything as it is now, whatever other processes write meanwhile."""
        with self.transaction():
            self.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield

    def commit(self, batches: Sequence[Batch]) -> list[BankcrapsError | None]:
        """Write batches in one transaction, again if another process was writing the same balances."""
        for _ in range(_TRIES):
            try:
                return super().commit(batches)
            except psycopg.errors.DeadlockDetected:
                continue
        raise StoreError("too many processes write the same balances at once")

    @contextmanager
    def _telling(self) -> Generator[None]:
        """Turn errors of the database into sentences."""
        try:
            yield
        except psycopg.errors.DeadlockDetected:
            raise
        except psycopg.errors.DiskFull:
            raise StoreError("the disk of the database is full") from None
        except psycopg.errors.ReadOnlySqlTransaction:
            raise StoreError("the database cannot be written") from None
        except psycopg.OperationalError as error:
            raise StoreError(f"the database does not answer: {error}") from None

    def is_check_failure(self, error: Exception) -> bool:
        """Whether a balance would fall below zero."""
        return isinstance(error, psycopg.errors.CheckViolation)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._open is not None:
                self._open.close()
