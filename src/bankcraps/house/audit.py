"""Checking the log and the books of a house from nothing: no number in them is trusted.

The rows are chained again, every event is judged again by the engine, every move of chips is computed again
from the effects, and every sealed throw again from its secret.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from bankcraps.engine.events import Rolled
from bankcraps.errors import BankcrapsError
from bankcraps.house import entries as en
from bankcraps.house.fairness import SECRET_BYTES, Seed, commitment_of, sealed_throw
from bankcraps.house.ledger import ISSUE, Move, moves, wallet
from bankcraps.house.live_table import LiveTable, apply, hash_of, opened
from bankcraps.house.log import Row, chained, decode_row, first_hash
from bankcraps.rulebook import Rulebook, load_rulebook

__all__ = ["Problem", "TableAudit", "audit_balances", "audit_table"]


class Problem(msgspec.Struct, frozen=True):
    """Something that is wrong in a log or in the books.

    Attributes:
        table: the table, or empty for the balances.
        seq: the row where it shows first; 0 if it is no row.
        message: what is wrong.
    """

    table: str
    seq: int
    message: str

    def __str__(self) -> str:
        """Say where and what."""
        place = f"table {self.table}" if self.table else "balances"
        return f"{place}, row {self.seq}: {self.message}" if self.seq else f"{place}: {self.message}"


class TableAudit(msgspec.Struct, frozen=True):
    """What the audit of a table's log found.

    Attributes:
        table: the table's id.
        rows: how many rows were checked.
        head: the hash of the last of them, computed anew.
        thrown: how many sealed throws counted, each checked against its commitment.
        withheld: how many sealed throws were drawn and did not count.
        moves: the moves of chips, computed anew.
        problem: the first thing that is wrong, or None. Nothing after it was checked.
    """

    table: str
    rows: int = 0
    head: str = ""
    thrown: int = 0
    withheld: int = 0
    moves: tuple[Move, ...] = ()
    problem: Problem | None = None


class _WrongError(Exception):
    pass


class _Checker:
    """Reads a log row by row."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.seq = 0
        self.head = first_hash(table)
        self.book: Rulebook | None = None
        self.room: LiveTable | None = None
        self.moves: list[Move] = []
        self.thrown = 0
        self.withheld = 0
        self._sealed: tuple[int, str] = (0, "")
        self._seeds: tuple[Seed, ...] = ()
        self._rolled: tuple[object, ...] = ()

    def check(self, seq: int, body: str, digest: str) -> None:
        """Check the next row."""
        if seq != self.seq + 1:
            raise _WrongError(
                f"row {self.seq + 1} is missing" if seq > self.seq else f"row {seq} is there twice"
            )
        self.seq = seq
        self.head = chained(self.head, body.encode())
        if digest != self.head:
            raise _WrongError("the row does not fit its hash, or the rows before it: it was changed")
        row = decode_row(body)
        if (row.table, row.seq) != (self.table, seq):
            raise _WrongError(f"the row says that it is row {row.seq} of table {row.table}")
        self._entry(row)

    def _entry(self, row: Row) -> None:
        entry = row.entry
        if isinstance(entry, en.Granted):
            self.moves.append(Move(ISSUE, wallet(entry.person), entry.amount))
        elif isinstance(entry, en.TableOpened):
            self._open(row, entry)
        else:
            self._apply(row)
            self._fair(entry)

    def _open(self, row: Row, entry: en.TableOpened) -> None:
        settings = entry.settings
        self.book = load_rulebook(settings.rules, **dict(settings.options))
        if self.book.digest != settings.digest:
            raise _WrongError(f"it was played under another version of {settings.rules}: {settings.digest}")
        self.room = opened(self.table, self.book, settings, row.at)

    def _apply(self, row: Row) -> None:
        if self.room is None or self.book is None:
            raise _WrongError("the log does not begin with the opening of the table")
        room = replace(self.room, now=max(self.room.now, row.at))
        self.room, effects = apply(self.book, room, row.entry)
        self.moves += moves(self.table, effects)
        if isinstance(row.entry, en.Acted):
            event = row.entry.event
            if row.entry.hash != hash_of(event, self.room.state):
                raise _WrongError("the table after this event has another hash than the log says")
            if isinstance(event, Rolled):
                self._rolled = (event.throw,)

    def _fair(self, entry: en.LogEntry) -> None:
        if isinstance(entry, en.CommitmentShown):
            self._sealed = entry.number, entry.commitment
        elif isinstance(entry, en.SeedsLocked):
            self._seeds = entry.seeds
        elif isinstance(entry, en.SecretShown):
            self._check_secret(entry)

    def _check_secret(self, entry: en.SecretShown) -> None:
        secret = _bytes(entry.secret)
        if (entry.number, commitment_of(secret)) != self._sealed:
            raise _WrongError(f"the secret of throw {entry.number} is not the one that was sealed")
        if entry.withheld:
            self.withheld += 1
        else:
            throw = sealed_throw(secret, self.table, entry.number, self._seeds)
            if self._rolled != (throw,):
                raise _WrongError(f"the secret of throw {entry.number} gives another throw: {throw}")
            self.thrown += 1
        self._seeds, self._rolled = (), ()


def _bytes(secret: str) -> bytes:
    try:
        found = bytes.fromhex(secret)
    except ValueError:
        found = b""
    if len(found) != SECRET_BYTES:
        raise _WrongError("the secret is not 32 bytes in hexadecimal")
    return found


def audit_table(
    table: str,
    rows: Iterable[tuple[int, str, str]],
    written: Iterable[Move],
    *,
    seq: int | None = None,
    head: str | None = None,
) -> TableAudit:
    """Check the log of a table, and the moves of chips that were written with it.

    Args:
        table: the table's id.
        rows: the rows as (number, JSON, hash), in order.
        written: the moves as the books have them, in order.
        seq: the number of the last row, as the store has it.
        head: the hash of the last row, as the store has it or as it was published.
    """
    checker = _Checker(table)
    problem = _first_problem(checker, rows) or _end_problem(checker, written, seq, head)
    return TableAudit(
        table, checker.seq, checker.head, checker.thrown, checker.withheld, tuple(checker.moves), problem
    )


def _first_problem(checker: _Checker, rows: Iterable[tuple[int, str, str]]) -> Problem | None:
    for row in rows:
        try:
            checker.check(*row)
        except (_WrongError, BankcrapsError) as error:
            return Problem(checker.table, row[0], str(error))
    return None


def _end_problem(
    checker: _Checker, written: Iterable[Move], seq: int | None, head: str | None
) -> Problem | None:
    table = checker.table
    if seq is not None and seq != checker.seq:
        return Problem(table, checker.seq, f"the log ends here, but the table has {seq} rows")
    if head is not None and head != checker.head:
        return Problem(table, checker.seq, "the last row has another hash than the head of the log")
    if list(written) != checker.moves:
        return Problem(table, 0, "the moves of chips in the books are not those of the log")
    return None


def audit_balances(audits: Iterable[TableAudit], balances: dict[str, int]) -> Iterator[Problem]:
    """Check every balance against the moves of all tables, and that they add up to zero."""
    total: Counter[str] = Counter()
    for audit in audits:
        for move in audit.moves:
            total[move.source] -= move.amount
            total[move.target] += move.amount
    for account in sorted({*total, *balances}):
        if total[account] != balances.get(account, 0):
            found, due = balances.get(account, 0), total[account]
            yield Problem("", 0, f"{account} has {found} cents, and the logs say {due}")
    if sum(balances.values()):
        yield Problem("", 0, f"the balances add up to {sum(balances.values())} cents, not to zero")
