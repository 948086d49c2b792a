"""Loads a table from its log, as it was after the last row."""

import hashlib
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import Rulebook, load_version
from bankcraps.live.log.entries import Acted, BotSeated, Row, StoredRow, decode_row, first_hash, next_row
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.table.live_table import LiveTable, hash_of, read_snapshot
from bankcraps.live.table.log_replay import LogReplay
from bankcraps.server.hosting.pending import LatestRows
from bankcraps.server.stores.logs import Logs, Snapshot

_REMEMBERED: Final = 2000
"""The number of rows read before the snapshot, so that repeated commands are recognised."""

_FORMAT: Final = 10
"""The version of snapshots. It grows when the same log would give a different room."""


class Loaded(msgspec.Struct, frozen=True):
    """A table read from its log.

    Attributes:
        book: the house.
        table: the room.
        head: the hash of the last row.
        commands: the row that each of the latest commands led to, by person and id.
        used: when a person last did something there, in milliseconds since 1970. If no row that was read is
            a person's, the time of the first of these rows.
        latest: the latest rows.
    """

    book: Rulebook
    table: LiveTable
    head: str
    commands: dict[tuple[str, str], int]
    used: int
    latest: LatestRows = msgspec.field(default_factory=LatestRows)


def book_of(settings: TableSettings) -> Rulebook:
    """Return the house of a table.

    Raises:
        BankcrapsError: if this program has another version of it.
    """
    book = load_version(settings.rules, settings.digest, **dict(settings.options))
    if book.digest != settings.digest:
        raise BankcrapsError(
            f"this table was opened under another version of {settings.rules} ({settings.digest}); this "
            f"program has {book.digest}. Open a new table"
        )
    return book


def load(logs: Logs, table: str) -> Loaded:
    """Read a table from its snapshot and the rows after it, or from all rows if no snapshot fits.

    Raises:
        RecordError: if the log is damaged.
        StoreError: if the database fails.
    """
    snapshot = logs.snapshot(table)
    reader = _Loading(table, snapshot)
    first = max(0, snapshot.seq - _REMEMBERED) if snapshot else 0
    if not all(map(reader.read, logs.rows(table, first))) or reader.replay.table is None:
        reader = _Loading(table)
        for stored in logs.rows(table):
            reader.read(stored)
    return reader.loaded()


class _Loading:
    """Reads the rows of a log in order, from the first or from some rows before a snapshot."""

    def __init__(self, table: str, snapshot: Snapshot | None = None) -> None:
        self.replay = LogReplay(book_of)
        self._table = table
        self._snapshot = snapshot
        self._last = None if snapshot else StoredRow(0, "", first_hash(table))
        self._latest = LatestRows()
        self._acted: Acted | None = None
        self._commands: dict[tuple[str, str], int] = {}
        self._first = 0
        self._acted_at: dict[str, int] = {}
        self._bots: set[str] = set()

    def read(self, stored: StoredRow) -> bool:
        """Read the next row. Return False if the snapshot does not fit there."""
        row = self._chained(stored)
        self._note(row, stored.seq)
        if self._snapshot is not None and self.replay.table is None:
            self._acted = row.entry if isinstance(row.entry, Acted) else self._acted
            return stored.seq != self._snapshot.seq or self._begin_with(self._snapshot, stored)
        replayed = self.replay.read(row)
        happened = [replayed.happening] if replayed else []
        assert self.replay.table is not None
        self._latest.add(self.replay.table, stored.hash, happened)
        return True

    def _chained(self, stored: StoredRow) -> Row:
        """Return a row, checked to follow the last one. The first row has no predecessor."""
        last, self._last = self._last, stored
        if last is None:
            return decode_row(stored.body)
        try:
            return next_row(last.seq, last.hash, stored)
        except RecordError:
            at = last.seq + 1
            message = f"the log of table {self._table} is damaged at row {at}: see bankcraps audit"
            raise RecordError(message) from None

    def _note(self, row: Row, seq: int) -> None:
        """Remember the row's command, and the time of its person's act."""
        self._first = self._first or row.at
        self._acted_at[row.by] = row.at
        if isinstance(row.entry, BotSeated):
            self._bots.add(row.entry.bot.name)
        if row.command:
            self._commands[row.by, row.command] = seq
            if len(self._commands) > _REMEMBERED:
                del self._commands[next(iter(self._commands))]

    def _begin_with(self, snapshot: Snapshot, stored: StoredRow) -> bool:
        """Begin with a snapshot if it fits. One that does not is left aside: the log tells all of it."""
        fits = snapshot.hash == _hash(snapshot.body, stored.hash, _FORMAT)
        room = read_snapshot(snapshot.body) if fits else None
        if room is None or (self._acted and hash_of(self._acted.event, room.state) != self._acted.hash):
            return False
        self.replay = LogReplay(book_of, room)
        self._latest.add(room, stored.hash)
        return True

    def loaded(self) -> Loaded:
        """Return what was read."""
        book, table = self.replay.book, self.replay.table
        if table is None or book is None or self._last is None:
            raise RecordError(f"the log of table {self._table} is empty")
        others = {"", *self._bots, *(bot.name for bot in table.bots)}
        used = max(
            (at for name, at in self._acted_at.items() if name not in others),
            default=self._first or table.now,
        )
        return Loaded(book, table, self._last.hash, self._commands, used, self._latest)


def snapshot_of(table: LiveTable, head: str) -> Snapshot:
    """Return a table as it is kept beside its log.

    Args:
        table: the room after a row of the log.
        head: the hash of that row.
    """
    body = encode(table).decode()
    return Snapshot(table.seq, body, _hash(body, head, _FORMAT))


def is_of_older_program(snapshot: Snapshot, head: str) -> bool:
    """Whether an older program made a snapshot of the row with that hash. This program leaves it aside."""
    return any(snapshot.hash == _hash(snapshot.body, head, version) for version in range(1, _FORMAT))


def _hash(body: str, head: str, version: int) -> str:
    return hashlib.sha256(f"bankcraps snapshot {version}\n{head}\n{body}".encode()).hexdigest()
