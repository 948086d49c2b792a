"""A database in PostgreSQL, for several server processes on one database."""

import functools
import re
from collections.abc import Sequence
from typing import ClassVar, Final

import psycopg
from psycopg import errors
from psycopg.types.numeric import Int8Dumper

from bankcraps.server.stores.database import Database, Errors, Row

_TIMEOUT_S: Final = 5
_INSERT: Final = re.compile(r"INSERT INTO (\w+ \([\w, ]+\)) VALUES \([?, ]+\)")
_WORTH_COPYING: Final = 16

_SETTINGS: Final = {
    "synchronous_commit": "on",  # a commit is on disk when it returns, whatever the server's default is
    "statement_timeout": "20s",  # a database that hangs is one that does not answer
    "lock_timeout": "5s",
}
_PATIENCE: Final = "5s"
"""The longest writing transaction, so that a hanging process cannot block others."""

_MIGRATION: Final = "10min"
"""The time one process waits for another that migrates the database: a year of a house has many rows."""

_HAS_TRANSACTION_TIMEOUT: Final = 170_000

_Connection = psycopg.Connection[Row]


class PostgresDatabase(Database):
    """A database in PostgreSQL. It connects again when the database comes back."""

    ERROR: ClassVar[type[Exception]] = psycopg.Error
    CONFLICTS: ClassVar[Errors] = (errors.DeadlockDetected, errors.SerializationFailure)
    NOT_TAKEN: ClassVar[Errors] = (errors.IntegrityError, errors.DataError, UnicodeError)
    TROUBLES: ClassVar[Sequence[tuple[Errors, str]]] = (
        ((errors.DiskFull,), "the disk of the database is full"),
        ((errors.ReadOnlySqlTransaction,), "the database cannot be written"),
        ((errors.LockNotAvailable, errors.QueryCanceled), "the database is too slow to answer"),
        (
            (errors.IdleInTransactionSessionTimeout, errors.TransactionTimeout),
            "the database ended a transaction that took too long",
        ),
        ((errors.OperationalError, errors.InterfaceError), "the database does not answer"),
    )
    BEGIN: ClassVar[str] = "BEGIN ISOLATION LEVEL READ COMMITTED"
    BEGIN_READING: ClassVar[str] = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    HAS_TABLE: ClassVar[str] = "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
    TABLES: ClassVar[str] = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
    COLUMNS: ClassVar[str] = (
        "SELECT c.column_name, coalesce(k.ordinal_position, 0) FROM information_schema.columns c "
        "LEFT JOIN information_schema.key_column_usage k ON k.table_schema = c.table_schema "
        "AND k.table_name = c.table_name AND k.column_name = c.column_name "
        "AND k.constraint_name = c.table_name || '_pkey' "
        "WHERE c.table_schema = current_schema() AND c.table_name = ? ORDER BY c.ordinal_position"
    )

    def __init__(self, url: str, *, only_read: bool = False) -> None:
        """Connect.

        Args:
            url: the database.
            only_read: whether to leave the database as it is.

        Raises:
            StoreError: if no database answers, or a newer program wrote it.
        """
        super().__init__()
        self._url = url
        self.begin(only_read=only_read)

    def connect(self, *, to_write: bool) -> _Connection:
        """Connect to the database."""
        connection = psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=_TIMEOUT_S,
            options=" ".join(f"-c {name}={value}" for name, value in _SETTINGS.items()),
            tcp_user_timeout=_TIMEOUT_S * 2000,
            keepalives_idle=3,
            keepalives_interval=2,
            keepalives_count=3,
        )
        if to_write:
            connection.execute(f"SET idle_in_transaction_session_timeout = '{_PATIENCE}'")
            if connection.info.server_version >= _HAS_TRANSACTION_TIMEOUT:
                connection.execute(f"SET transaction_timeout = '{_PATIENCE}'")
        # One width for every number, so that each statement is prepared once.
        connection.adapters.register_dumper(int, Int8Dumper)
        return connection

    def is_broken(self, connection: _Connection) -> bool:
        """Whether the database closed the connection."""
        return connection.closed

    def execute(self, connection: _Connection, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement and return its rows."""
        cursor = connection.execute(_translated(sql), values or None)
        return cursor.fetchall() if cursor.description else []

    def execute_many(self, connection: _Connection, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement for each row of parameters. Many rows to insert are copied, which is faster."""
        insert = _INSERT.fullmatch(sql) if len(rows) >= _WORTH_COPYING else None
        with connection.cursor() as cursor:
            if insert is not None:
                with cursor.copy(_translated(f"COPY {insert[1]} FROM STDIN")) as copy:
                    for row in rows:
                        copy.write_row(row)
                return cursor.rowcount
            cursor.executemany(_translated(sql), rows)
            return cursor.rowcount

    def allow_long(self) -> None:
        """Let the transaction take as long as it takes, also while it waits for us."""
        for setting in ("idle_in_transaction_session_timeout", "statement_timeout"):
            self.run(f"SET LOCAL {setting} = 0")
        if self._writer.info.server_version >= _HAS_TRANSACTION_TIMEOUT:
            self.run("SET LOCAL transaction_timeout = 0")

    def keep_others_out(self) -> None:
        """Let no other process migrate until the transaction ends. Wait for one that does."""
        self.run(f"SET LOCAL lock_timeout = '{_MIGRATION}'")
        self.run("SELECT pg_advisory_xact_lock(720636)")

    def now(self) -> int:
        """Return the time of the database."""
        return int(self.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")[0][0])

    def detail(self, said: object) -> str:
        """Return the first line of what PostgreSQL said. It names the host where that matters."""
        return str(said).partition("\n")[0]


@functools.cache
def _translated(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()
