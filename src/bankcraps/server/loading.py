"""Opening the log of a table: the room as it was when the last row was written."""

from collections.abc import Iterable
from typing import Final

import msgspec

from bankcraps.codec import decoder, encode
from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.house.entries import TableOpened
from bankcraps.house.live_table import LiveTable, apply, opened
from bankcraps.house.log import Row, decode_row
from bankcraps.house.settings import TableSettings
from bankcraps.rulebook import Rulebook, load_rulebook
from bankcraps.server.stores.protocol import EventStore, Snapshot, StoredRow

__all__ = ["Loaded", "book_of", "load", "snapshot_of"]

_REMEMBERED: Final = 2000
"""How many of the latest rows are read for the ids of commands, so that one sent again is known."""

_decode_table: Final = decoder(LiveTable)


class Loaded(msgspec.Struct, frozen=True):
    """A table read from its log.

    Attributes:
        book: the house.
        table: the room.
        commands: the row that each of the latest commands led to, by person and id.
    """

    book: Rulebook
    table: LiveTable
    commands: dict[tuple[str, str], int]


def book_of(settings: TableSettings) -> Rulebook:
    """Return the house of a table.

    Raises:
        BankcrapsError: if this program has another version of it.
    """
    book = load_rulebook(settings.rules, **dict(settings.options))
    if book.digest != settings.digest:
        raise BankcrapsError(
            f"this table was opened under another version of {settings.rules} ({settings.digest}); this "
            f"program has {book.digest}. Open a new table"
        )
    return book


def load(store: EventStore, table: str) -> Loaded:
    """Read a table from its snapshot and the rows after it.

    Raises:
        RecordError: if the log is damaged.
        StoreError: if the database fails.
    """
    snapshot = store.snapshot(table)
    room = _read_snapshot(snapshot) if snapshot is not None else None
    rows = store.rows(table, room.seq if room else 0)
    book = book_of(room.settings) if room else None
    for stored in rows:
        row = decode_row(stored.body)
        if room is None or book is None:
            book, room = _opening(row)
        else:
            room, _ = apply(book, msgspec.structs.replace(room, now=max(room.now, row.at)), row.entry)
    if room is None or book is None:
        raise RecordError(f"the log of table {table} is empty")
    latest = store.rows(table, max(0, room.seq - _REMEMBERED))
    return Loaded(book, room, _commands(latest))


def _opening(row: Row) -> tuple[Rulebook, LiveTable]:
    if not isinstance(row.entry, TableOpened):
        raise RecordError(f"the log of table {row.table} does not begin with its opening")
    book = book_of(row.entry.settings)
    return book, opened(row.table, book, row.entry.settings, row.at)


def _read_snapshot(snapshot: Snapshot) -> LiveTable | None:
    """Read a snapshot. One that this program cannot read is left aside: the log tells all of it."""
    try:
        return _decode_table(snapshot.body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def snapshot_of(table: LiveTable) -> Snapshot:
    """Return a table as it is kept beside its log."""
    return Snapshot(table.seq, encode(table).decode())


def _commands(rows: Iterable[StoredRow]) -> dict[tuple[str, str], int]:
    decoded = (decode_row(stored.body) for stored in rows)
    return {(row.by, row.command): row.seq for row in decoded if row.command}
