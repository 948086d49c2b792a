"""A database in one SQLite file, the default.

It uses the SQLite that comes with apsw. The one that Python links is older in many places, and its WAL mode
could lose a committed write (mended in SQLite 3.51.3).
"""

import logging
import os
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final
from urllib.parse import quote

import apsw

from bankcraps.server.stores.database import Connection, Database, Errors, Row, StoreError
from bankcraps.support.files import exists, is_file, make_private
from bankcraps.support.new_files import move_over

_log: Final = logging.getLogger(__name__)

_BUSY_MS: Final = 5000
SETTINGS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 4000",  # pages, of 4 KiB: the file itself is written less often
    "cache_size = -65536",  # KiB
    "secure_delete = FAST",  # what was deleted is overwritten in the pages that are written anyway
)
"""Settings (PRAGMAs) of each SQLite file."""

_FILES: Final = ("", "-wal", "-shm")
"""The suffixes of the files of an open database."""

_NOT_OPENED: Final = "the database cannot be opened: is its folder there, and the house's to write?"


class SqliteDatabase(Database):
    """A database in one file, in WAL mode with every commit synced to the disk."""

    ERROR: ClassVar[type[Exception]] = apsw.Error
    NOT_TAKEN: ClassVar[Errors] = (apsw.ConstraintError, apsw.TooBigError, UnicodeError, OverflowError)
    TROUBLES: ClassVar[Sequence[tuple[Errors, str]]] = (
        ((apsw.FullError,), "the disk of the database is full"),
        ((apsw.ReadOnlyError,), "the database cannot be written"),
        ((apsw.BusyError,), "the database is locked by another program"),
        ((apsw.CantOpenError,), _NOT_OPENED),
        ((apsw.NotADBError,), "the file is not a database"),
        ((apsw.IOError,), "the disk of the database failed"),
    )
    BEGIN: ClassVar[str] = "BEGIN IMMEDIATE"
    BEGIN_READING: ClassVar[str] = "BEGIN"
    HAS_TABLE: ClassVar[str] = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    TABLES: ClassVar[str] = (
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite|_%' "
        "ESCAPE '|' ORDER BY name"
    )
    COLUMNS: ClassVar[str] = "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid"

    def __init__(self, path: Path, *, only_read: bool = False) -> None:
        """Open the file, or make it. It is for this user alone, with the files that SQLite keeps beside it.

        Args:
            path: the file.
            only_read: whether to leave the file as it is. Then it must exist.

        Raises:
            StoreError: if the file cannot be opened, is no database, or a newer program wrote it.
        """
        super().__init__()
        self._path = path
        self._real = os.path.realpath(path)  # SQLite keeps the files beside it there
        self._only_read = only_read
        self._opened: tuple[tuple[int, int] | None, ...] = ()
        """The files that were opened, by device and inode; empty while they are being opened."""
        if only_read and not is_file(path):
            raise StoreError(f"there is no database {path}")
        if not only_read and not os.path.lexists(path):
            with suppress(OSError, ValueError):  # SQLite says better why a file cannot be made
                make_private(path)
        self.begin(only_read=only_read)
        if not only_read:
            self._for_this_user_alone()
            self._opened = self._files()

    def _for_this_user_alone(self) -> None:
        """Make the file and those named like it beside it private to this user."""
        for file in (Path(f"{self._real}{end}") for end in (*_FILES, "-journal")):
            try:
                if file.exists():
                    make_private(file)
            except OSError as error:
                self.close()
                raise StoreError(
                    f"other users can read {file}, and that cannot be changed: {error.strerror}"
                ) from None

    def connect(self, *, to_write: bool) -> apsw.Connection:  # noqa: ARG002 - both read and write alike
        """Open the file.

        A connection that may write removes the files beside it when it closes. So a program that reads the
        file of a closed house opens one, and writes nothing. What a killed house left beside it stays.
        """
        stays = self._only_read and self._in_use()
        how = apsw.SQLITE_OPEN_READONLY if stays else apsw.SQLITE_OPEN_READWRITE
        if not self._only_read and not self._opened:  # one that is gone later is not made anew
            how |= apsw.SQLITE_OPEN_CREATE
        connection = apsw.Connection(str(self._path), flags=how)
        connection.set_busy_timeout(_BUSY_MS)
        for setting in ("query_only = 1",) if self._only_read else SETTINGS:
            self.execute(connection, f"PRAGMA {setting}", ())
        return connection

    def _in_use(self) -> bool:
        """Whether files beside the database show that a house is open, or was killed."""
        return any(exists(f"{self._real}{end}") for end in ("-wal", "-journal"))

    def _files(self) -> tuple[tuple[int, int] | None, ...]:
        """Return the files of the database as they are on the disk now, by device and inode."""
        names = (f"{self._real}{end}" if end else str(self._path) for end in _FILES)
        return tuple(map(_identity, names))

    def check_place(self) -> None:
        """Check that the files have not been deleted, moved or replaced since they were opened.

        SQLite would go on writing to files that nobody finds any more.
        """
        if self._opened and (now := self._files()) != self._opened:
            files = zip(_FILES, self._opened, now, strict=True)
            wrong, found = next((end, new) for end, old, new in files if old != new)
            what = "is not the file that the house opened" if found else "is gone"
            self.undone += 1  # what was committed to it may be lost
            says = "the file of the database is gone: nothing is played until it is back"
            raise self.trouble(says, f"{self._path.name}{wrong} {what}")

    def undo(self, statements: tuple[str, ...]) -> None:
        """Roll back, unless SQLite has done so already, as it does when the disk is full."""
        if self._writer is None or self._writer.in_transaction:
            super().undo(statements)
        else:
            self.undone += 1

    def execute(self, connection: Connection, sql: str, values: Sequence[object]) -> list[Row]:
        """Run a statement and return its rows."""
        return connection.execute(sql, values).fetchall()

    def execute_many(self, connection: Connection, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement for each row of parameters."""
        before = connection.total_changes()
        connection.executemany(sql, rows)
        return connection.total_changes() - before

    def look(self) -> None:
        """Check whose file it is, and change nothing. Our settings would change a file that is refused."""
        try:
            found = self._path.stat()
        except (OSError, ValueError):
            return  # there is none yet, or SQLite says better why it cannot be opened
        if not stat.S_ISREG(found.st_mode):
            raise StoreError("a database is a file, not a folder, a device or a pipe", str(self._path))
        if not found.st_size:
            return
        with self.telling():
            self._reader = self._to_look()
        try:
            self.check_whose()
        finally:
            self._close(self._reader)
            self._reader = None

    def _to_look(self) -> apsw.Connection:
        """Open the file for reading, and leave no files beside it."""
        how = "mode=ro" if self._in_use() else "immutable=1"
        address = f"file:{quote(str(self._path.absolute()))}?{how}"
        connection = apsw.Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        connection.set_busy_timeout(_BUSY_MS)
        return connection

    def keep_as_it_is(self, version: int) -> None:
        """Keep a copy of a database of an older version beside it: the way back to the older program.

        It has its name once it is whole. It takes the place of what an upgrade that failed left there: since
        then, the older program may have gone on.
        """
        kept = Path(f"{self._real}.version-{version}")
        part = kept.with_name(f".{kept.name}.part")
        try:
            part.unlink(missing_ok=True)
            make_private(part)
            self._copy_into(part)
            move_over(part, kept)
        except OSError as error:
            raise StoreError(
                f"{kept}, a copy of the older database, cannot be made: {error.strerror}"
            ) from None
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        _log.warning("the database is brought to a new version; %s is a copy of it as it was", kept)

    def _copy_into(self, file: Path) -> None:
        """Copy what is committed into an empty file. SQLite syncs it to the disk, as `SETTINGS` say."""
        with self.telling():
            reader = self.connect(to_write=False)
            try:
                self.execute(reader, "VACUUM INTO ?", (str(file),))
            finally:
                reader.close()

    def now(self) -> int:
        """Return the time of this machine: a file is shared by processes of one machine."""
        return time.time_ns() // 1_000_000

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
