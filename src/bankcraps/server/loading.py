"""Opening the log of a table: the room as it was when the last row was written."""

import hashlib
from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from bankcraps.codec import decoder, encode
from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.live.log.entries import Acted, BotSeated, TableOpened
from bankcraps.live.log.rows import Row, chained, decode_row, first_hash
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.table.applying import apply, hash_of
from bankcraps.live.table.deciding import Happening
from bankcraps.live.table.live_table import LiveTable, opened
from bankcraps.rulebook import Rulebook, load_version
from bankcraps.server.stores.protocol import EventStore, Snapshot, StoredRow

__all__ = ["LATEST", "Loaded", "Trail", "book_of", "is_of_older_program", "load", "snapshot_of"]

_REMEMBERED: Final = 2000
"""How many rows before the snapshot are read for the ids of commands, so that one sent again is known."""

LATEST: Final = 200
"""How many of the latest rows a table remembers with what followed from them."""

_FORMAT: Final = 4
"""The version of snapshots. It is raised when the same log would give another room than it did before."""

_decode_table: Final = decoder(LiveTable)


class Trail:
    """The latest rows of a table with what followed from them, for clients that come again.

    Attributes:
        happened: the rows.
        behind: the table as it was before the latest rows, with the hash of its row. A snapshot is made of
            it, so that a process which opens the table reads these rows again and can tell them to clients.
            None while there are fewer rows.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.happened: deque[Happening] = deque(maxlen=LATEST)
        self.behind: tuple[LiveTable, str] | None = None
        self._mark: tuple[LiveTable, str] | None = None

    def add(self, table: LiveTable, head: str, happened: Iterable[Happening] = ()) -> None:
        """Go on to a table, and the hash of its last row."""
        self.happened.extend(happened)
        if self._mark is None or table.seq >= self._mark[0].seq + LATEST:
            self.behind, self._mark = self._mark, (table, head)

    def since(self, seq: int, now: int) -> tuple[Happening, ...] | None:
        """Return what happened after a row up to now; None if it is not known any more."""
        oldest = self.happened[0].seq if self.happened else now + 1
        if not oldest - 1 <= seq <= now:
            return None
        return tuple(one for one in self.happened if one.seq > seq)


class Loaded(msgspec.Struct, frozen=True):
    """A table read from its log.

    Attributes:
        book: the house.
        table: the room.
        head: the hash of the last row.
        commands: the row that each of the latest commands led to, by person and id.
        used: when a person last did something there, in milliseconds since 1970. If no row that was read is
            a person's, the time of the first of these rows.
        trail: the latest rows.
    """

    book: Rulebook
    table: LiveTable
    head: str
    commands: dict[tuple[str, str], int]
    used: int
    trail: Trail = msgspec.field(default_factory=Trail)


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


def load(store: EventStore, table: str) -> Loaded:
    """Read a table from its snapshot and the rows after it, or from all rows if no snapshot fits.

    Raises:
        RecordError: if the log is damaged.
        StoreError: if the database fails.
    """
    reader = None
    snapshot = store.snapshot(table)
    if snapshot is not None:
        reader = _LogReader(table, snapshot)
        for stored in store.rows(table, max(0, snapshot.seq - _REMEMBERED)):
            reader.read(stored)
            if reader.does_not_fit:
                break
    if reader is None or reader.room is None:
        reader = _LogReader(table)
        for stored in store.rows(table):
            reader.read(stored)
    return reader.loaded()


class _LogReader:
    """Reads the rows of a log in order, from the first or from some rows before a snapshot."""

    def __init__(self, table: str, snapshot: Snapshot | None = None) -> None:
        self.table = table
        self.room: LiveTable | None = None
        self.trail = Trail()
        self.does_not_fit = False
        self._snapshot = snapshot
        self._book: Rulebook | None = None
        self._last: StoredRow | None = None if snapshot else StoredRow(0, "", first_hash(table))
        self._acted: Acted | None = None
        self._commands: dict[tuple[str, str], int] = {}
        self._first = 0
        self._acted_at: dict[str, int] = {}
        self._bots: set[str] = set()

    def read(self, stored: StoredRow) -> None:
        """Read the next row."""
        last, self._last = self._last, stored
        if last is not None and (stored.seq, stored.hash) != (
            last.seq + 1,
            chained(last.hash, stored.body.encode()),
        ):
            raise RecordError(
                f"the log of table {self.table} is damaged at row {last.seq + 1}: see bankcraps audit"
            )
        row = decode_row(stored.body)
        self._first = self._first or row.at
        self._acted_at[row.by] = row.at
        if isinstance(row.entry, BotSeated):
            self._bots.add(row.entry.bot.name)
        if row.command:
            self._commands[row.by, row.command] = stored.seq
            if len(self._commands) > _REMEMBERED:
                del self._commands[next(iter(self._commands))]
        if self.room is not None and self._book is not None:
            now = max(self.room.now, row.at)
            room = msgspec.structs.replace(self.room, now=now)
            self.room, effects = apply(self._book, room, row.entry)
            self.trail.add(self.room, stored.hash, (Happening(stored.seq, row.entry, effects),))
        elif self._snapshot is None:
            self._open(row)
        else:
            self._acted = row.entry if isinstance(row.entry, Acted) else self._acted
            if stored.seq == self._snapshot.seq:
                self._begin_with(self._snapshot, stored)

    def _open(self, row: Row) -> None:
        if not isinstance(row.entry, TableOpened):
            raise RecordError(f"the log of table {self.table} does not begin with its opening")
        self._book = book_of(row.entry.settings)
        self.room = opened(row.table, self._book, row.entry.settings, row.at, row.by)
        if self._last is not None:
            self.trail.add(self.room, self._last.hash)

    def _begin_with(self, snapshot: Snapshot, stored: StoredRow) -> None:
        """Begin with a snapshot. One that does not fit is left aside: the log tells all of it."""
        room = None
        if snapshot.hash == _hash(snapshot.body, stored.hash, _FORMAT):
            try:
                room = _decode_table(snapshot.body)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                room = None
        if room is None or (self._acted and hash_of(self._acted.event, room.state) != self._acted.hash):
            self.does_not_fit = True
            return
        self.room, self._book = room, book_of(room.settings)
        self.trail.add(room, stored.hash)

    def loaded(self) -> Loaded:
        """Return what was read."""
        if self.room is None or self._book is None or self._last is None:
            raise RecordError(f"the log of table {self.table} is empty")
        others = {"", *self._bots, *(bot.name for bot in self.room.bots)}
        used = max(
            (at for name, at in self._acted_at.items() if name not in others),
            default=self._first or self.room.now,
        )
        return Loaded(self._book, self.room, self._last.hash, self._commands, used, self.trail)


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
