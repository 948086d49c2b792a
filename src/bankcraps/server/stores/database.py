"""An SQL database of a house: statements, transactions and errors that say what failed.

`sqlite.py` and `postgres.py` have the differences between databases.
"""

import functools
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Final, TypeVar, get_type_hints

import msgspec

from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.game.chips import Cents
from bankcraps.server.look_alikes import look_of
from bankcraps.server.stores.schema import LOOKS, LOOKS_SINCE, MIGRATIONS


class StoreError(BankcrapsError):
    """The store could not do it: the disk is full, the database does not answer.

    Attributes:
        detail: a sentence for the house's keeper alone: where the database is, and what it said.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        """Set a message for everybody."""
        super().__init__(message)
        self.detail = detail


class UnknownError(BankcrapsError):
    """There is nothing of that id or name."""


class FencedError(StoreError):
    """Another process owns the table now, or its log has gone on."""


class ConflictError(StoreError):
    """Another process changed the same rows. The transaction can be tried again."""


class ConstraintError(StoreError):
    """This write breaks a constraint, such as a key already taken. Other writes still work."""


class OverdrawnError(BankcrapsError):
    """An account would have too little. `account` names it, and `balance` is what it has, in cents."""

    def __init__(self, account: str, balance: Cents) -> None:
        super().__init__(f"{account} does not have that much")
        self.account = account
        self.balance = balance


class CommandKnownError(BankcrapsError):
    """This person has sent a command of that id at this table before. `seq` is what it led to."""

    def __init__(self, seq: int) -> None:
        super().__init__("this command has been carried out before")
        self.seq = seq


Row = tuple[Any, ...]
Connection = Any  # of apsw or psycopg
Errors = tuple[type[Exception], ...]
_T = TypeVar("_T")

PERSON: Final = (str, str, str, str)
"""The types of the columns of a person: name, passphrase, roles and limits."""

LOWEST: Final = -(2**63)
"""The least number that databases store."""

HIGHEST: Final = 2**63 - 1
"""The largest number that databases store."""

_TRIES: Final = 5
"""The most tries of a transaction, if other processes write the same rows."""

_AGAIN_S: Final = 60.0
"""Seconds before the same trouble is logged again."""

_NOT_OURS: Final = "this is not a database of Bankcraps"
_EMPTY: Final = "this database is empty: `bankcraps serve` makes it a house"

_NAMED: Final = 3
"""The most foreign tables that an error names."""

_log: Final = logging.getLogger(__name__)


class Database(ABC):
    """An SQL database with two connections: one that writes, and one that reads meanwhile.

    Statements are written with `?` for each parameter, in SQL that both databases understand. Statements that
    write stand in a transaction. A connection that broke is opened again when it is next needed. Every method
    raises `StoreError` if the database fails.

    Attributes:
        undone: the number of rollbacks of transactions and savepoints.
    """

    ERROR: ClassVar[type[Exception]]
    """Every error of the database."""
    CONFLICTS: ClassVar[Errors] = ()
    """Its errors when another process changed the same rows."""
    NOT_TAKEN: ClassVar[Errors]
    """Its errors about one write: others still work."""
    TROUBLES: ClassVar[Sequence[tuple[Errors, str]]]
    """The meaning of its other errors. The first that fits counts."""
    BEGIN: ClassVar[str]
    BEGIN_READING: ClassVar[str]
    HAS_TABLE: ClassVar[str]
    """The statement that has a row if there is a table of a name."""
    TABLES: ClassVar[str]
    """The statement for the names of all tables where ours would be made, sorted."""
    COLUMNS: ClassVar[str]
    """The statement for the columns of a table in order, each with its place in the primary key, or 0."""

    def __init__(self) -> None:
        """Prepare both connections. They open when they are first used."""
        self._writing = threading.RLock()
        self._reading = threading.RLock()
        self._writer: Connection = None
        self._reader: Connection = None
        self._depth = 0
        self._thread = 0
        self._begun = False
        self.undone: int = 0
        self._logged = "", -_AGAIN_S

    # Differences between databases.

    @abstractmethod
    def connect(self, *, to_write: bool) -> Connection:
        """Open a connection."""

    def is_broken(self, connection: Connection) -> bool:  # noqa: ARG002 - a file, say, stays open
        """Whether a connection can be used no more."""
        return False

    @abstractmethod
    def execute(self, connection: Connection, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement and return its rows."""

    @abstractmethod
    def execute_many(self, connection: Connection, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement for each row of parameters. Return how many rows of the database it changed."""

    @abstractmethod
    def detail(self, said: object) -> str:
        """Return where the database is, and what it said."""

    def check_place(self) -> None:  # noqa: B027 - a server knows its own database, and says if it is gone
        """Check that the database is still where people look for it.

        Raises:
            StoreError: if it is not.
        """

    @abstractmethod
    def now(self) -> int:
        """Return the time by which leases run out, in milliseconds since 1970.

        All processes on one database share this clock.
        """

    # Parts common to all databases.

    @contextmanager
    def telling(self) -> Generator[None]:
        """Turn errors of the database into `StoreError`, `ConstraintError` or `ConflictError`."""
        try:
            yield
        except self.CONFLICTS:
            raise ConflictError("another process writes the same rows of the database") from None
        except self.NOT_TAKEN as error:
            raise ConstraintError("the database does not take this", str(error)) from None
        except self.ERROR as error:
            fits = (says for kinds, says in self.TROUBLES if isinstance(error, kinds))
            raise self.trouble(next(fits, "the database failed"), error) from None

    @property
    def writes(self) -> bool:
        """Whether this thread is in a transaction."""
        return self._thread == threading.get_ident()

    def run(self, sql: str, *values: object) -> list[Row]:
        """Run a statement and return its rows."""
        if self.writes:
            with self.telling():
                return self.execute(self._writer, sql, values)
        with self._reading, self.telling():
            if self._reader is None or self.is_broken(self._reader):
                self._reader = self.connect(to_write=False)
            return self.execute(self._reader, sql, values)

    def read(self, kinds: tuple[type, ...], sql: str, *values: object) -> list[Row]:
        """Run a statement and return its rows, whose values have these types.

        Raises:
            StoreError: if a value has another type. SQLite keeps any value in any column.
        """
        rows = self.run(sql, *values)
        for row in rows:
            if tuple(map(type, row)) != kinds:
                raise self.trouble("the database is damaged: it has a value of a wrong type", row[:1])
        return rows

    def read_as(self, kind: Callable[..., _T], sql: str, *values: object) -> list[_T]:
        """Run a statement, and return its rows as values of a class with a field for each column.

        Raises:
            StoreError: as `read`.
        """
        return [kind(*row) for row in self.read(_kinds(kind), sql, *values)]

    def first_as(self, kind: Callable[..., _T], sql: str, *values: object) -> _T | None:
        """Return the first row of a statement, as `read_as`, or None if it has no row."""
        if not all(value.isprintable() for value in values if isinstance(value, str)):
            return None  # no key is such a text, and PostgreSQL would not even look for it
        return next(iter(self.read_as(kind, sql, *values)), None)

    def value(self, sql: str, *values: object) -> Any:  # noqa: ANN401 - of any column
        """Return the first column of the first row of a statement, or None if it has no row."""
        found = self.run(sql, *values)
        return found[0][0] if found else None

    def read_pages(
        self, kinds: tuple[type, ...], sql: str, of: object, after: Row, size: int
    ) -> Iterator[Row]:
        """Yield the rows of a statement as `read`, of which a page is in memory at a time.

        Args:
            kinds: the types of the columns. The first of these are the key in whose order the rows come.
            sql: the statement, with parameters for the thing whose rows these are, the key after which they
                begin, and how many they are at most.
            of: that thing.
            after: the key after which the first page begins.
            size: the rows of a page.

        Raises:
            StoreError: as `read`.
        """
        page = self.read(kinds, sql, of, *after, size)
        yield from page
        while len(page) == size:
            page = self.read(kinds, sql, of, *page[-1][: len(after)], size)
            yield from page

    def run_many(self, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement for each row of parameters, in a transaction. Return how many rows it changed."""
        assert self.writes, "a statement that writes stands in a transaction"
        if not rows:
            return 0
        with self.telling():
            return self.execute_many(self._writer, sql, rows)

    def write(self, sql: str, *values: object) -> list[Row]:
        """Run a statement in a transaction or, inside one, in a savepoint. Return its rows."""
        with self.transaction():
            return self.run(sql, *values)

    def add(self, into: str, *values: object) -> bool:
        """Write a new row. Return False if there is one of its key.

        Args:
            into: the table and the columns, such as `looks (look, folded)`.
            values: the value of each column.
        """
        marks = ", ".join("?" * len(values))
        row = f"INSERT INTO {into} VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING 1"  # noqa: S608 - names of ours
        return bool(self.write(row, *values))

    def together(self, write: Callable[[], _T]) -> _T:
        """Write in one transaction: all of it, or nothing if a part fails.

        If another process wrote the same rows, `write` is called again. Inside a transaction, the outer one
        is tried again.
        """
        for _ in range(_TRIES):
            try:
                with self.transaction():
                    return write()
            except ConflictError:
                if self.writes:
                    raise
        raise StoreError("too many processes write the same balances at once")

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Hold a transaction or, inside one, a savepoint. An exception rolls it back.

        What was written counts only if the database is still in its place after that.
        """
        with self._writing:
            outer = not self._depth
            if outer:
                self.check_place()
            self._thread = threading.get_ident()
            name = f"inner{self._depth}"
            self._depth += 1
            try:
                if outer:
                    with self.telling():
                        if self._writer is None or self.is_broken(self._writer):
                            self._writer = self.connect(to_write=True)
                self.run(self.BEGIN if outer else f"SAVEPOINT {name}")
                yield
                self.run("COMMIT" if outer else f"RELEASE {name}")
            except BaseException:
                self.undo(() if outer else (f"ROLLBACK TO {name}", f"RELEASE {name}"))
                raise
            finally:
                self._depth -= 1
                self._thread = 0 if outer else self._thread
            if outer:
                self.check_place()

    @contextmanager
    def reading(self) -> Generator[None]:
        """Read everything as it is now, whatever other processes write meanwhile."""
        with self._reading:
            self.run(self.BEGIN_READING)
            try:
                yield
            finally:
                with suppress(StoreError):
                    self.run("ROLLBACK")

    def trouble(self, message: str, said: object) -> StoreError:
        """Return an error of the database for everybody to read, and log what it said for the keeper.

        The same is logged once a minute. Whoever opens a database reads all of it at once.
        """
        error, now = StoreError(message, self.detail(said)), time.monotonic()
        logged, at = self._logged
        if self._begun and (error.detail != logged or now - at >= _AGAIN_S):
            self._logged = error.detail, now
            _log.warning("%s (%s)", message, error.detail)
        return error

    def undo(self, statements: tuple[str, ...]) -> None:
        """Roll back. If that fails, close the connection, which also rolls back."""
        self.undone += 1  # nobody relies on what they remember of it
        if self._writer is None:  # the database could not even be opened
            return
        with suppress(StoreError):
            for statement in statements or ("ROLLBACK",):
                self.run(statement)
            return
        if not statements:
            self._close(self._writer)
            self._writer = None

    def _close(self, connection: Connection) -> None:
        with suppress(StoreError), self.telling():
            connection.close()

    def close(self) -> None:
        """Close the database."""
        with self._writing, self._reading:
            for connection in (self._writer, self._reader):
                if connection is not None:
                    self._close(connection)
            self._writer = self._reader = None

    def begin(self, *, only_read: bool) -> None:
        """Bring the database to this program's version, or only look whether it has it."""
        try:
            if only_read:
                self.check_version()
            else:
                self.look()
                self.migrate()
        except StoreError as error:
            self.close()
            raise StoreError(f"{error} ({error.detail})" if error.detail else str(error)) from None
        except BaseException:
            self.close()
            raise
        self._begun = True

    def migrate(self) -> None:
        """Bring the database to this program's version.

        Raises:
            StoreError: if a newer program wrote it, or it belongs to another program.
        """
        if self.version() == len(MIGRATIONS):
            return
        with self.transaction():
            self.allow_long()
            self.keep_others_out()
            version = self.check_whose()
            if 0 < version < len(MIGRATIONS):
                self.keep_as_it_is(version)
            try:
                self.run("CREATE TABLE IF NOT EXISTS bankcraps (version BIGINT NOT NULL)")
                for statement in (one for migration in MIGRATIONS[version:] for one in migration):
                    self.run(statement)
            except StoreError as error:
                raise StoreError(
                    f"the database cannot be brought from version {version} to {len(MIGRATIONS)}: {error}",
                    error.detail,
                ) from None
            self.fill(version)
            self.run("DELETE FROM bankcraps")
            self.run("INSERT INTO bankcraps (version) VALUES (?)", len(MIGRATIONS))

    def check_whose(self) -> int:
        """Return the version of the database; 0 for an empty one.

        Raises:
            StoreError: if a newer program wrote it, or it belongs to another program.
        """
        version = self.version()
        if not version and (names := self.table_names()):
            shown = ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")
            raise StoreError(
                f"this is a database of another program: it has {shown}. A house needs one of its own"
            )
        return version

    def check_version(self) -> None:
        """Refuse to read a database that this program would first have to change, or does not know.

        Readers' data is in the same tables since version 1.

        Raises:
            StoreError: if it is empty, newer than this program, or none of ours.
        """
        if not self.version():
            raise StoreError(_NOT_OURS if self.table_names() else _EMPTY)

    def version(self) -> int:
        """Return the version of the database; 0 for one that is new.

        Raises:
            StoreError: if a newer program wrote it, or it is not ours.
        """
        found = self.run("SELECT version FROM bankcraps") if self.has_table("bankcraps") else []
        version = found[0][0] if found else 0
        if not isinstance(version, int) or version < 0:
            raise StoreError(_NOT_OURS)
        if version > len(MIGRATIONS):
            raise StoreError(
                f"a newer Bankcraps wrote this database: it has version {version}, and this program "
                f"knows versions up to {len(MIGRATIONS)}. Update Bankcraps, or use another database"
            )
        return version

    def fill(self, version: int) -> None:
        """Enter how the names look of people who came before names that look alike were refused.

        Args:
            version: the version that the database had.
        """
        if version < LOOKS_SINCE:
            people = "SELECT name, passphrase, roles, limits FROM people ORDER BY folded"
            for name, *_ in self.read(PERSON, people):
                self.add(LOOKS, look_of(name), name.casefold())

    def has_table(self, name: str) -> bool:
        """Whether there is a table of that name."""
        return bool(self.run(self.HAS_TABLE, name))

    def table_names(self) -> list[str]:
        """Return the names of all tables, sorted."""
        return [name for (name,) in self.run(self.TABLES)]

    def columns(self, name: str) -> list[tuple[str, int]]:
        """Return the columns of a table in order, each with its place in the primary key, or 0."""
        return [(column, rank) for column, rank in self.run(self.COLUMNS, name)]

    def look(self) -> None:  # noqa: B027 - connecting to a server changes nothing
        """Check whose database it is, if connecting to it changes something.

        Raises:
            StoreError: if a newer program wrote it, or it belongs to another program.
        """

    def allow_long(self) -> None:  # noqa: B027 - a file has no patience that ends
        """Let the transaction take as long as it takes. Others wait for it."""

    def keep_as_it_is(self, version: int) -> None:  # noqa: B027 - `admin backup` copies the house of a server
        """Keep a copy of a database of an older version, if that can be done here.

        Nobody else writes meanwhile.

        Raises:
            StoreError: if it can be done, and fails.
        """

    def keep_others_out(self) -> None:  # noqa: B027 - the transaction has locked a file already
        """Let no other process migrate at the same time."""


def read_text(read: Callable[[str], _T], text: str, what: str) -> _T:
    """Read a text of the database, such as JSON.

    Raises:
        BankcrapsError: if it is damaged. `what` says what cannot be read.
    """
    try:
        return read(text)
    except (msgspec.MsgspecError, RecursionError, RecordError) as error:
        raise BankcrapsError(f"{what} cannot be read: {error}") from None


@functools.cache
def _kinds(kind: Callable[..., object]) -> tuple[type, ...]:
    """Return the types of the fields of a class, in order."""
    return tuple(get_type_hints(kind).values())
