"""Logs of live tables for the commands that check them: from a database, or from a file of JSON lines."""

import errno
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial

import click
import msgspec

from bankcraps.cli import heavy
from bankcraps.errors import BankcrapsError
from bankcraps.live.log.entries import LogFile, StoredRow, first_hash, is_log
from bankcraps.live.proof.audit import Stored
from bankcraps.support.files import UnreadableError, open_bytes


class Log(msgspec.Struct, frozen=True):
    """The log of a table.

    Attributes:
        table: the table's id.
        after, hash: the row before the first, and its hash.
        rows: reads the rows again at each call.
        stored: the data kept beside it.
    """

    table: str
    after: int
    hash: str
    rows: Callable[[], Iterator[StoredRow]]
    stored: Stored


class Logs(msgspec.Struct, frozen=True):
    """The logs of a source.

    Attributes:
        logs: a log for each table.
        balances: the balances of all accounts in cents, or None if the source has no books.
        strays: the data that the source keeps of tables that are not there, as the kind and the id of the
            table.
        early: the data that it keeps of rows before the first, in the same form.
    """

    logs: tuple[Log, ...]
    balances: dict[str, int] | None = None
    strays: tuple[tuple[str, str], ...] = ()
    early: tuple[tuple[str, str], ...] = ()

    def of(self, table: str | None) -> tuple[Log, ...]:
        """Return the log of a table, or all logs.

        Raises:
            BankcrapsError: if there is no such table.
        """
        found = tuple(log for log in self.logs if table in (None, log.table))
        if not found:
            raise BankcrapsError(f"there is no table {table} here" if table else "there is no table here")
        return found


@contextmanager
def open_logs(source: str) -> Generator[Logs]:
    """Open a database or a log file, and leave it as it is.

    Raises:
        BankcrapsError: if it cannot be read.
    """
    if not source.startswith(("postgresql://", "postgres://")) and is_log_file(source):
        with open_bytes(source) as file:
            yield Logs((_of_file(LogFile(file, source), source),))
        return

    with closing(heavy.open_store(source, only_read=True)) as store, store.database.reading():
        logs = tuple(_of_store(store, info) for info in store.tables.all())
        strays, early = tuple(store.logs.strays()), tuple(store.logs.early())
        yield Logs(logs, store.money.balances(), strays, early)


def is_log_file(source: str) -> bool:
    """Whether a file is an exported log, by its first bytes.

    Raises:
        BankcrapsError: if it cannot be read.
    """
    try:
        with open_bytes(source) as file:
            return is_log(file.read(64))
    except UnreadableError as error:
        if str(error) == os.strerror(errno.ENOENT):
            raise BankcrapsError(f"there is no file {source}: give a log file, or a database") from None
        raise BankcrapsError(f"{source} cannot be read: {error}") from None


def _of_file(first: LogFile, source: str) -> Log:
    def rows() -> Iterator[StoredRow]:
        with open_bytes(source) as file:
            yield from LogFile(file, source).rows()

    header = first.header
    return Log(header.table, header.after, header.hash, rows, Stored())


def _of_store(store: "heavy.Store", info: "heavy.TableInfo") -> Log:

    kept = store.logs.snapshot(info.table)
    stored = Stored(
        seq=info.seq,
        head=info.head,
        closed=bool(info.closed),
        commands=store.logs.commands(info.table),
        moves=store.logs.moves(info.table),
        snapshot=None if kept is None else (kept.seq, kept.body),
        is_older=None if kept is None else partial(heavy.is_of_older_program, kept),
        secrets=store.secrets.numbers(info.table),
    )
    return Log(info.table, 0, first_hash(info.table), partial(store.logs.rows, info.table), stored)


def moment(_context: click.Context, option: click.Parameter, given: str | None) -> int | None:
    """Read a moment, in local time unless it says another zone, as milliseconds since 1970."""
    if given is None:
        return None
    try:
        return round(datetime.fromisoformat(given).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BankcrapsError(
            f"{option.opts[0]} takes a time such as 2026-11-20T20:00, not {given!r}"
        ) from None
