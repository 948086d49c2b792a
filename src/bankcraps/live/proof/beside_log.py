"""Compares a log with the books, the known commands, and a snapshot."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.live.log.entries import Granted
from bankcraps.live.log.rows import Row
from bankcraps.live.proof.ledger import Move, is_at_table, layout, rail
from bankcraps.live.table.live_table import LiveTable, read_snapshot

if TYPE_CHECKING:
    from bankcraps.game.engine import Seat, State

_Command = tuple[int, str, str, int]
"""The data shared by a command's rows: the time, the person, and the id; of money given, the row itself."""


class AuditError(BankcrapsError):
    """A log that cannot be true.

    Attributes:
        seq: the row where it shows; 0 for the one that is being checked.
    """

    def __init__(self, message: str, seq: int = 0) -> None:
        """Set the message, and the row where the error shows."""
        super().__init__(message)
        self.seq = seq


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """The data kept beside a log. The log must agree with all of it.

    Attributes:
        seq, head: the last row and its hash, or None.
        closed: whether the table is marked as closed for good.
        moves: the moves of chips in the books with the last row of their command, in order; None if there
            are no books.
        known_command: returns the row to which a command led, by the person and the id; None if commands are
            not kept.
        commands: the number of commands that are known.
        in_order: the known commands as (row, person, id), in the order of the rows to which they led. A
            database yields them so faster than it answers for each.
        snapshot: a row and the JSON of the live table after it, or None.
        is_older: says by the hash of that row whether an older program made the snapshot. A house leaves such
            a one aside, because the same log gives another table now.
        secrets: the numbers of the throws of which a part of the secret is kept; None if none is.
        published: hashes of rows that were published, by the number of the row.
    """

    seq: int | None = None
    head: str | None = None
    closed: bool = False
    moves: Iterable[tuple[int, Move]] | None = None
    known_command: Callable[[str, str], int | None] | None = None
    commands: int = 0
    in_order: Iterable[tuple[int, str, str]] = ()
    snapshot: tuple[int, str] | None = None
    is_older: Callable[[str], bool] | None = None
    secrets: frozenset[int] | None = None
    published: Mapping[int, str] = msgspec.field(default_factory=dict[int, str])


class BookCheck:
    """Compares the books with what follows from the rows of a log, command by command.

    The rows of one command share their time, their person and their id. The host's have no id, so two of its
    commands in one millisecond look like one here.
    """

    def __init__(self, stored: Stored) -> None:
        """Start before the first row."""
        self._written = None if stored.moves is None else iter(stored.moves)
        self._known = stored.known_command
        self._commands = stored.commands
        self._in_order = iter(stored.in_order)
        self._next: tuple[int, str, str] | None = (0, "", "")  # before the first
        self._command: _Command = (0, "", "", 0)
        self._last = 0
        self._moved: list[tuple[int, int, Move]] = []
        self._latest = 0

    def read(self, row: Row, moves: Iterable[Move]) -> None:
        """Compare the next row.

        Raises:
            AuditError: if the books have something else.
        """
        command = row.at, row.by, row.command, row.seq if isinstance(row.entry, Granted) else 0
        if command != self._command:
            self._end_command()
            self._command = command
        for move in moves:
            if self._written is not None:
                self._compare(next(self._written, None), move, row.seq)
        self._last = row.seq

    def _compare(self, written: tuple[int, Move] | None, due: Move, seq: int) -> None:
        """Compare a move of chips in the books with the one that follows from a row."""
        if written is None:
            raise AuditError(f"the books lack a move that follows from this row: {_told(due)}")
        at, move = written
        if move != due:
            raise AuditError(f"the books have {_told(move)}, and from this row follows {_told(due)}")
        if at < seq or (self._latest >= seq and at != self._latest):
            raise AuditError(f"the books have this row's {_told(due)} at row {at}")
        self._latest = at
        self._moved.append((seq, at, move))

    def _end_command(self) -> None:
        """Compare the books after the last row of a command."""
        _, by, command, given = self._command
        for seq, at, move in self._moved:
            if at > self._last or ((command or given) and at != self._last):
                raise AuditError(f"the books have this row's {_told(move)} at row {at}", seq)
        self._moved.clear()
        if command and self._known is not None:
            self._commands -= 1
            if self._comes_next(by, command):
                return
            led_to = self._known(by, command)
            if led_to is None:
                raise AuditError(f"the command {command!r} of {by} is not known any more", self._last)
            if led_to != self._last:
                raise AuditError(
                    f"the command {command!r} of {by} is said to have led to row {led_to}", self._last
                )

    def _comes_next(self, by: str, command: str) -> bool:
        """Whether this is the known command that led to the last row. Earlier ones have no row."""
        while self._next is not None and self._next[0] < self._last:
            self._next = next(self._in_order, None)
        return self._next == (self._last, by, command)

    def end(self) -> None:
        """Compare the rest at the end of the log.

        Raises:
            AuditError: if the books have more.
        """
        self._end_command()
        more = next(self._written, None) if self._written is not None else None
        if more is not None:
            raise AuditError(f"the books have a move that follows from no row: {_told(more[1])}")
        if self._commands:
            raise AuditError(f"commands are known that no row has: {self._commands}")


def _told(move: Move) -> str:
    return f"{move.amount} cents from {move.source} to {move.target}"


class ChipCheck:
    """Checks after each row that the moves of chips give the engine's rails and layout, and no others."""

    def __init__(self, table: str, totals: Mapping[str, int]) -> None:
        """Start before the first row; `totals` has by how many cents each account has changed so far."""
        self._table = table
        self._totals = totals
        self._state: State | None = None
        self._seen: dict[str, Seat] = {}
        self._players: dict[str, str] = {}

    def read(self, room: LiveTable | None, changed: Mapping[str, int]) -> None:
        """Check the players whose seats or accounts a row has changed.

        Raises:
            AuditError: if an account has something else than its player.
        """
        state = room.state if room else None
        if state is self._state and not changed:
            return  # as most rows: phases, seeds and commitments change no chips
        self._state = state
        due: dict[str, int] = {}
        own = room is not None and room.settings.own_chips
        names = {self._players.get(account) for account in changed}
        for seat in state.seats if state else ():
            if seat is self._seen.get(seat.name) and seat.name not in names:
                continue
            self._seen[seat.name] = seat
            accounts = rail(self._table, seat.name, own=own), layout(self._table, seat.name, own=own)
            self._players.update(dict.fromkeys(accounts, seat.name))
            due.update(zip(accounts, (seat.rail, seat.at_risk), strict=True))
        away = {account: 0 for account in changed if account not in due and is_at_table(account)}
        for account, has in (due | away).items():
            if self._totals.get(account, 0) != has:
                raise AuditError(
                    f"{account} has {has} cents after this row, and its moves give {self._totals[account]}"
                )


class SnapshotCheck:
    """Compares a snapshot with the table after its row, and its clock with the rows around it."""

    def __init__(self, stored: Stored) -> None:
        """Start before the first row."""
        self._seq, self._body = stored.snapshot or (0, "")
        self._waits = stored.snapshot is not None
        self._is_older = stored.is_older
        self._now: int | None = None
        self._at = 0

    def read(self, row: Row, room: LiveTable | None, head: str) -> None:
        """Compare a row, and the table after it.

        Args:
            row: the row.
            room: the table.
            head: the hash of the row.

        Raises:
            AuditError: if the snapshot is another table, or has another time.
        """
        if self._now is not None:
            if self._now > row.at:
                raise AuditError(
                    "the snapshot that is kept has a later time than this row, which came after it"
                )
            self._now = None
        if not self._waits or row.seq != self._seq:
            return
        self._waits, self._at = False, row.at
        if self._is_older is not None and self._is_older(head):
            return
        snapshot = read_snapshot(self._body)
        if snapshot is None:
            return  # a program that cannot read it reads the log instead
        if _as_logged(snapshot) != (None if room is None else _as_logged(room)):
            raise AuditError("the snapshot that is kept of the table after this row is another table")
        if snapshot.now < row.at:
            raise AuditError("the snapshot that is kept of the table after this row has an earlier time")
        self._now = snapshot.now

    def end(self) -> None:
        """Say that the log ends. A snapshot is made when many rows have come after it.

        Raises:
            AuditError: if the snapshot is of a row that is not there, or has a time that no row has.
        """
        if self._waits:
            raise AuditError(f"the snapshot that is kept is of row {self._seq}, which is not in the log")
        if self._now not in (None, self._at):
            raise AuditError("the snapshot that is kept of the table after this row has a later time")


def _as_logged(table: LiveTable) -> LiveTable:
    """Return a table without the time and the connected people, which the log does not hold."""
    guests = tuple(sorted((replace(guest, away_since=None) for guest in table.guests), key=lambda g: g.name))
    return replace(table, now=0, guests=guests)


def check_end(seq: int, head: str, stored: Stored) -> None:
    """Compare the last row of a log and its hash with the data kept beside it.

    Raises:
        AuditError: if the log ends too early or too late, or was rewritten.
    """
    lost = max(stored.published, default=0)
    if lost > seq:
        raise AuditError(f"the log ends here, but row {lost} was published", seq)
    if stored.seq is not None and stored.seq != seq:
        raise AuditError(f"the log ends here, but the table has {stored.seq} rows", seq)
    if stored.head is not None and stored.head != head:
        raise AuditError("the last row has another hash than the head of the log", seq)


def check_secrets(room: LiveTable | None, stored: Stored) -> None:
    """Check that the secret of the throw that waits is kept, and none of a throw that the log does not have.

    Those of throws that were shown may be there, or not: older programs kept the waiting one alone.

    Raises:
        AuditError: if not.
    """
    if stored.secrets is None:
        return
    sealed = room.fairness.number if room is not None and room.fairness.commitment else 0
    if sealed and sealed not in stored.secrets and not stored.closed:
        raise AuditError(f"throw {sealed} is sealed and waits, and nothing of its secret is kept")
    last = sealed or (room.fairness.number - 1 if room is not None else 0)
    strange = sorted(number for number in stored.secrets if not 0 < number <= last)
    if strange:
        raise AuditError(f"a secret of throw {strange[0]} is kept, and the log has no such throw")


def check_closed(room: LiveTable | None, stored: Stored) -> None:
    """Check that nobody sits at a table that is marked as closed.

    Raises:
        AuditError: if somebody does, or the log is no table's.
    """
    if not stored.closed:
        return
    if room is None:
        raise AuditError("the house's own log is marked as closed, and it never closes")
    if room.state.seats:
        names: Iterator[str] = (seat.name for seat in room.state.seats)
        raise AuditError(f"the table is marked as closed, and still has the chips of {', '.join(names)}")
