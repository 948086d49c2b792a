"""Recomputes the log and the books of a house, and trusts no number in them.

The rows are chained again, every event is judged again by the engine, every move of chips is computed again
from the effects, and every sealed throw again from its secret. Rows are read one by one and forgotten, so the
audit of a long log needs no more memory than that of a short one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import Seat, State
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import Effect
from bankcraps.game.rulebook import BOOKS, Rulebook, load_version, with_digest
from bankcraps.live.log import entries as en
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.proof import ledger
from bankcraps.live.proof.dice_check import CheckedThrow, DiceCheck, DiceCounts
from bankcraps.live.proof.ledger import Move, layout, rail
from bankcraps.live.round.crew_chairs import hosts, not_theirs
from bankcraps.live.round.dealers import deal_holds
from bankcraps.live.round.judging import DEALERS_PAY, waits_for_dealers
from bankcraps.live.table.commands import waits
from bankcraps.live.table.dealing import AS_DEALT, award_of, payer
from bankcraps.live.table.live_table import LiveTable, hash_of, read_snapshot
from bankcraps.live.table.log_replay import LogReplay

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
        commands: the known commands as (row, person, id), in the order of the rows to which they led; None if
            commands are not kept.
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
    commands: Iterable[tuple[int, str, str]] | None = None
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
        self._known = None if stored.commands is None else iter(stored.commands)
        self._strange: list[tuple[int, str, str]] = []  # known commands that led to no row so far
        self._command: _Command = (0, "", "", 0)
        self._last = 0
        self._moved: list[tuple[int, int, Move]] = []
        self._latest = 0

    def read(self, row: en.Row, moves: Iterable[Move]) -> None:
        """Compare the next row.

        Raises:
            AuditError: if the books have something else.
        """
        command = row.at, row.by, row.command, row.seq if isinstance(row.entry, en.Granted) else 0
        if command != self._command:
            self._end_command()
            self._command = command
        for due in moves:
            if self._written is None:
                break
            at, move = next(self._written, (0, None))
            if move is None:
                raise AuditError(f"the books lack a move that follows from this row: {_told(due)}")
            if move != due:
                raise AuditError(f"the books have {_told(move)}, and from this row follows {_told(due)}")
            if at < row.seq or (self._latest >= row.seq and at != self._latest):
                raise AuditError(f"the books have this row's {_told(due)} at row {at}")
            self._latest = at
            self._moved.append((row.seq, at, move))
        self._last = row.seq

    def _end_command(self) -> None:
        """Compare the books after the last row of a command."""
        _, by, command, given = self._command
        for seq, at, move in self._moved:
            if at > self._last or ((command or given) and at != self._last):
                raise AuditError(f"the books have this row's {_told(move)} at row {at}", seq)
        self._moved.clear()
        if command and self._known is not None:
            self._find(by, command, self._known)

    def _find(self, by: str, command: str, known: Iterator[tuple[int, str, str]]) -> None:
        """Find the command that led to the last row among those that are known."""
        for one in known:
            if one == (self._last, by, command):
                return
            self._strange.append(one)
            if one[0] > self._last:
                break
        led_to = next((seq for seq, *key in chain(self._strange, known) if key == [by, command]), None)
        says = "is not known any more" if led_to is None else f"is said to have led to row {led_to}"
        raise AuditError(f"the command {command!r} of {by} {says}", self._last)

    def end(self) -> None:
        """Compare the rest at the end of the log.

        Raises:
            AuditError: if the books have more.
        """
        self._end_command()
        more = next(self._written, None) if self._written is not None else None
        if more is not None:
            raise AuditError(f"the books have a move that follows from no row: {_told(more[1])}")
        strange = len(self._strange) + sum(1 for _ in self._known or ())
        if strange:
            raise AuditError(f"commands are known that no row has: {strange}")


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
        away = {account: 0 for account in changed if account not in due and ledger.is_at_table(account)}
        for account, has in (due | away).items():
            if self._totals.get(account, 0) != has:
                raise AuditError(
                    f"{account} has {has} cents after this row, and its moves give {self._totals[account]}"
                )


class SnapshotCheck:
    """Compares a snapshot with the table after its row, and its clock with the rows around it."""

    def __init__(self, stored: Stored) -> None:
        """Start before the first row."""
        self._waiting = stored.snapshot
        self._is_older = stored.is_older
        self._now: int | None = None
        self._at = 0

    def read(self, row: en.Row, room: LiveTable | None, head: str) -> None:
        """Compare a row, and the table after it.

        Args:
            row: the row.
            room: the table.
            head: the hash of the row.

        Raises:
            AuditError: if the snapshot is another table, or has another time.
        """
        if self._now is not None and self._now > row.at:
            raise AuditError("the snapshot that is kept has a later time than this row, which came after it")
        self._now = None
        if self._waiting is None or row.seq != self._waiting[0]:
            return
        (_, body), self._waiting, self._at = self._waiting, None, row.at
        if self._is_older is not None and self._is_older(head):
            return
        snapshot = read_snapshot(body)
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
        if self._waiting is not None:
            raise AuditError(
                f"the snapshot that is kept is of row {self._waiting[0]}, which is not in the log"
            )
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


# The log, row by row.


_NEVER: Final = 253_402_300_800_000
"""The beginning of the year 10000, in milliseconds since 1970."""


_KEY_USED: Final = "the key to a chair was used, and the chair was not taken at once"

_OF_THE_HOUSE = en.Granted | en.TableEnded
"""The entries of the log of the house itself. A log with one of them has no others."""


class Problem(msgspec.Struct, frozen=True):
    """An error in a log or in the books.

    Attributes:
        table: the table, or empty for the balances.
        seq: the row where it shows first; 0 if it is no row.
        message: the fault.
    """

    table: str
    seq: int
    message: str

    def __str__(self) -> str:
        """Say where and what."""
        place = f"table {self.table}" if self.table else "balances"
        return f"{place}, row {self.seq}: {self.message}" if self.seq else f"{place}: {self.message}"


class TableAudit(msgspec.Struct, frozen=True):
    """The result of the audit of a table's log.

    Attributes:
        table: the table's id.
        rows: the number of rows that were checked.
        head: the hash of the last of them, computed anew.
        dice: the results of checking the throws.
        hands: the number of shooters' hands with at least one throw.
        problem: the first thing that is wrong, or None. Nothing after it was checked.
    """

    table: str
    rows: int
    head: str
    dice: DiceCounts
    hands: int
    problem: Problem | None = None


class Checked(msgspec.Struct, frozen=True):
    """A row that was checked.

    Attributes:
        row: the row.
        effects: its effects, if it is an event of the engine.
        moves: the moves of chips, computed anew.
        throw: the sealed throw whose secret it shows, or None.
        hand: the number of the shooter's hand, from 1, in which it happened.
    """

    row: en.Row
    effects: tuple[Effect, ...] = ()
    moves: tuple[Move, ...] = ()
    throw: CheckedThrow | None = None
    hand: int = 1


def played_under(settings: TableSettings, own: Rulebook | None = None) -> Rulebook:
    """Return the rulebook of a table, in the version under which it was played.

    Args:
        settings: the settings that the table was opened with.
        own: a rulebook that the reader of the log has chosen, or None for the one of that name.

    Raises:
        AuditError: if there is no such rulebook, or only another version of it.
    """
    if own is None and settings.rules not in BOOKS:
        raise AuditError(
            f"it was played under {settings.rules!r}, which is not one of our rulebooks: give its file"
        )
    if own is None:
        book = load_version(settings.rules, settings.digest, **dict(settings.options))
    else:
        book = with_digest(own, settings.digest)
    if book.digest != settings.digest:
        raise AuditError(
            f"it was played under another version of {settings.rules} ({settings.digest}, not "
            f"{book.digest}), so it cannot be judged: give the file of that version"
        )
    return book


class LogCheck:
    """Reads the rows of a log one by one, and checks each of them.

    Attributes:
        seq, head: the last row and its hash, computed anew.
        dice: the check of the dice.
        whole: whether the log is read from its first row on.
    """

    def __init__(
        self, table: str, *, after: int = 0, head: str = "", own: Rulebook | None = None, judged: bool = True
    ) -> None:
        """Start to check the log of a table.

        Args:
            table: the table's id.
            after: the number of the row before the first; 0 if the log is whole.
            head: the hash of that row.
            own: the rulebook, if it is not one of ours.
            judged: whether the engine judges each event again. It cannot in a part of a log.
        """
        self.table = table
        self.seq: int = after
        self.head: str = head or en.first_hash(table)
        self.dice: DiceCheck = DiceCheck(table)
        self.whole: bool = not after
        self._replay = LogReplay(lambda settings: played_under(settings, own))
        self._judged = judged
        self._at = 0
        self._kind = ""
        self._above: en.LogEntry | None = None
        self._due: list[tuple[en.LogEntry, str]] = []

    @property
    def book(self) -> Rulebook | None:
        """The rulebook; None before the table opens, and if the rows are not judged."""
        return self._replay.book

    @property
    def room(self) -> LiveTable | None:
        """The live table after the last row; None as above."""
        return self._replay.table

    @property
    def hands(self) -> int:
        """The number of hands with a throw; 0 if the rows are not judged."""
        return self.room.hand.number - (not self.room.hand.throws) if self.room else 0

    def check(self, seq: int, body: str, digest: str) -> Checked:
        """Check the next row.

        Raises:
            BankcrapsError: if it is not what happened. The message says why.
        """
        row = en.next_row(self.seq, self.head, en.StoredRow(seq, body, digest))
        if (row.table, row.seq) != (self.table, seq):
            raise AuditError(f"the row says that it is row {row.seq} of table {row.table}")
        if row.at < self._at:
            raise AuditError("the row happened before the row above it")
        if not 0 <= row.at < _NEVER:
            raise AuditError(f"the row has an invalid time: {str(row.at)[:40]}")
        if (sender := _only_sender(row)) not in ("", row.by):
            raise AuditError(f"the row is of a command of {row.by or 'the house'}, and {sender} acted")
        self._check_award(row.entry)
        hand = self.room.hand.number if self.room else 1
        effects = self._judge(row) if self._judged else ()
        self._check_kind(row)
        throw = self.dice.read(row)
        self.seq, self.head, self._at, self._above = seq, digest, row.at, row.entry
        return Checked(row, effects, self._moves(row.entry, effects), throw, hand)

    def end(self) -> None:
        """Check that the log may end here.

        Raises:
            AuditError: if it may not.
        """
        if _moved(self._above):
            raise AuditError("the log ends before the award of a wrong deal")
        if self._due:
            raise AuditError(_KEY_USED)
        self.dice.end()

    def _check_award(self, entry: en.LogEntry) -> None:
        """Refuse a wrong deal that moved chips without its award below it, and such an award without it."""
        event = entry.event if isinstance(entry, en.Acted) else None
        award = event if isinstance(event, ev.Award) and event.why.startswith(AS_DEALT) else None
        deal = _moved(self._above)
        if deal is None:
            if award is not None and (self._above or self.whole):
                raise AuditError("the award carries out a wrong deal, and the row above it is none")
            return
        role = payer(self.book) if self.book else award.by.role if award else "dealer"
        if award is None or replace(award, at=None) != award_of(deal, role):
            raise AuditError(f"the row above is a wrong deal of {deal.person}, and its award does not follow")

    def _judge(self, row: en.Row) -> tuple[Effect, ...]:
        """Replay an entry, and compare the table after it with the log."""
        entry = row.entry
        if isinstance(entry, en.Granted) and entry.amount <= 0:
            raise AuditError(f"{entry.person} was given {entry.amount} cents")
        if isinstance(entry, _OF_THE_HOUSE):
            return ()
        replayed = self._replay.read(row)
        if replayed is None:
            return ()
        if isinstance(entry, en.Acted) and entry.hash != hash_of(entry.event, replayed.after.state):
            raise AuditError("the table after this event has another hash than the log says")
        locked = replayed.before.fairness.locked
        if locked and isinstance(entry, en.Acted) and waits(replayed.before.state, entry.event):
            raise AuditError("a wager was changed, or its player left, when the throw was fixed already")
        if isinstance(entry, en.Dealt) and not deal_holds(replayed.book, replayed.before, entry, row.by):
            raise AuditError(
                f"the log says that this was {entry.how.replace('_', ' ')}, by {entry.person} as the "
                f"{entry.chair}, and that does not follow from the rows above"
            )
        if _before_all_is_dealt(replayed.before, entry):
            raise AuditError(f"this happened too early: {DEALERS_PAY}")
        if why := self._wrong_chair(replayed.book, replayed.before, entry, row.by):
            raise AuditError(why)
        void = replayed.before.fairness.void
        if isinstance(entry, en.SecretShown) and entry.withheld != void:
            raise AuditError(
                f"the log withholds the throw for {entry.withheld!r}, and the reason is {void or 'none'}"
            )
        return replayed.effects

    def _wrong_chair(self, book: Rulebook, table: LiveTable, entry: en.LogEntry, by: str) -> str:
        """Say why no house can write this of a chair, or return an empty text."""
        if self._due:
            due, *self._due = self._due
            return not_theirs(book, table, entry) if due == (entry, by) else _KEY_USED
        match entry:
            case _ if hosts(table, by) or (isinstance(entry, en.ChairGiven) and not entry.by):
                pass
            case en.ChairOfferEnded(role, key=key) if key and by:  # a key that the host gave away
                self._due = [(en.ChairOffered(role, by), by), (en.ChairTaken(role, by), by)]
            case en.ChairOffered() | en.ChairOfferEnded() | en.ChairGiven():
                return f"only the host hands out chairs, and the row is of {by or 'the house'}"
            case _:
                pass
        return not_theirs(book, table, entry)

    def _check_kind(self, row: en.Row) -> None:
        """Refuse a log that mixes a table's entries with those of the house, or does not open its table."""
        kind = "house" if isinstance(row.entry, _OF_THE_HOUSE) else "table"
        if self._kind not in ("", kind):
            raise AuditError("money that the house gives does not belong into the log of a table")
        self._kind = kind
        if kind == "table" and (row.seq == 1) != isinstance(row.entry, en.TableOpened):
            raise AuditError("the opening of a table is the first row of its log, and no other")

    def _moves(self, entry: en.LogEntry, effects: tuple[Effect, ...]) -> tuple[Move, ...]:
        if isinstance(entry, en.Granted):
            return (Move(ledger.ISSUE, ledger.wallet(entry.person), entry.amount),)
        if isinstance(entry, en.TableEnded):
            return ledger.chips_returned(entry.ended, entry.chips)
        own = self.room is not None and self.room.settings.own_chips
        return tuple(ledger.moves(self.table, effects, own=own)) if effects else ()


def _moved(entry: en.LogEntry | None) -> en.Dealt | None:
    """Return an entry if it is a wrong deal that moved chips."""
    return entry if isinstance(entry, en.Dealt) and entry.how == "wrong" and entry.moved else None


def _before_all_is_dealt(table: LiveTable, entry: en.LogEntry) -> bool:
    """Whether an entry has to wait for the dealers. Somebody who is away too long leaves before that."""
    if isinstance(entry, en.PhaseBegan):
        return bool(table.work.tasks) and entry.phase != "paying"
    if not isinstance(entry, en.Acted) or isinstance(entry.event, ev.Leave):
        return False
    return waits_for_dealers(table, entry.event)


def _only_sender(row: en.Row) -> str:
    """Return the person whose own command alone can lead to a row; empty if the house may act for them."""
    match row.entry:
        case (
            en.SeedGiven(name)
            | en.SaidReady(name)
            | en.SatOut(name)
            | en.ThrowEntered(name)
            | en.ChairTaken(_, name)
            | en.Waiting(name, True)
            | en.Dealt(how="not_done", by=name)
            | en.ChairGiven(by=name)
        ):
            return name
        case en.Dealt(how=how, person=name):  # a command that was refused leaves rows of the house
            return "" if how == "refused" and not row.by else name
        case en.Acted(ev.Leave() | ev.Decline() | ev.Choose() | ev.PassDice()):
            return ""
        case en.Acted(ev.Bet(confirmed=(_, *_))):  # the crew's word makes it
            return ""
        case en.Acted(event) | en.LateBetAsked(event, ()):
            return event.by.person
        case _:
            return ""


def audit_table(
    table: str,
    rows: Iterable[en.StoredRow],
    stored: Stored,
    totals: Counter[str],
    *,
    own: Rulebook | None = None,
) -> TableAudit:
    """Check the whole log of a table, and the data kept beside it.

    Args:
        table: the table's id.
        rows: the rows as (number, JSON, hash), in order.
        stored: the data kept beside the log.
        totals: by how many cents each account changed. The moves of the table are added to it.
        own: the rulebook, if it is not one of ours.
    """
    check, problem = LogCheck(table, own=own), None
    books, snapshot, chips = BookCheck(stored), SnapshotCheck(stored), ChipCheck(table, totals)
    expected = check.seq + 1
    try:
        for row in rows:
            checked = check.check(*row)
            changed = ledger.changes(checked.moves)
            for account, change in changed.items():
                totals[account] += change
            books.read(checked.row, checked.moves)
            chips.read(check.room, changed)
            _as_published(check, stored)
            snapshot.read(checked.row, check.room, check.head)
            expected = check.seq + 1
        expected = check.seq
        check.end()
        check_end(check.seq, check.head, stored)
        books.end()
        snapshot.end()
        check_closed(check.room, stored)
        check_secrets(check.room, stored)
    except BankcrapsError as error:
        problem = Problem(table, getattr(error, "seq", 0) or expected, str(error))
    return TableAudit(table, check.seq, check.head, check.dice.counts, check.hands, problem)


def _as_published(check: LogCheck, stored: Stored) -> None:
    """Compare a row with its published hash."""
    published = stored.published.get(check.seq, check.head)
    if published != check.head:
        raise AuditError(
            f"the hash of this row was published as {published}, and is {check.head} now: the log was "
            "rewritten, here or before"
        )


def audit_balances(totals: Mapping[str, int], balances: Mapping[str, int]) -> Iterator[Problem]:
    """Check every balance against the moves of all tables, and that they add up to zero."""
    for account in sorted({*chain(totals, balances)}):
        found, due = balances.get(account, 0), totals.get(account, 0)
        if found != due:
            yield Problem("", 0, f"{account} has {found} cents, and the logs say {due}")
    if sum(balances.values()):
        yield Problem("", 0, f"the balances add up to {sum(balances.values())} cents, not to zero")
