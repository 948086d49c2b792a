"""The tables of a house in its database: leases, servers, logs, and the books of money.

A table has one owner at a time: a process that holds its lease. Each new owner gets a higher epoch, and a
commit of an older epoch is refused, so an owner that was thought dead and wakes up can write nothing.

`Logs.commit` writes the rows of a command and the balances that it changes in one transaction, or nothing.
Long logs are read page by page, so that they do not fill the memory.

Times are in milliseconds since 1970, on the clock of `Database.now`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, starmap
from typing import Final

import msgspec
from msgspec.structs import astuple

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, money
from bankcraps.live.log.entries import StoredRow, TableOpened, decode_row, first_hash
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.proof.ledger import MOST, Move, changes, is_rail, layout, may_overdraw, rail, wallet
from bankcraps.server.stores import database as db

TABLE_COLUMNS: Final = "id, seq, head, owner, address, epoch, expires, closed"

NEW_TABLE: Final = f"tables ({TABLE_COLUMNS})"
"""Where a new table is added."""

_TABLES: Final = f"SELECT {TABLE_COLUMNS} FROM tables"  # noqa: S608 - names of ours

INSERT_ROW: Final = "INSERT INTO log (table_id, seq, body, hash) VALUES (?, ?, ?, ?)"
"""The statement that adds a row to the log of a table."""

_FORGOTTEN_MS: Final = 60_000
"""The time after which a silent server is removed from the list of servers."""

ANY_LENGTH: Final = 1_000_000
"""No id of a table is longer."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table as the store knows it. The one that a process gets with a lease is its right to write the log.

    Attributes:
        table: its id.
        seq, head: the last row of its log, and the hash of that row.
        owner, address: the process that owns it and where that serves; empty if the lease has run out.
        epoch: the number of times that it has changed hands. A commit must name it.
        expires: until when the lease lasts.
        closed: 1 if the table has closed for good, else 0.
    """

    table: str
    seq: int
    head: str
    owner: str
    address: str
    epoch: int
    expires: int
    closed: int


class Tables:
    """The tables of a house."""

    def __init__(self, database: db.Database) -> None:
        """Keep the tables in a database."""
        self._database = database

    def create(
        self, table: str, owner: str, address: str, until: int, rows: Sequence[StoredRow] = ()
    ) -> TableInfo:
        """Make a log with its first rows, and take its lease until a time, in one transaction."""
        seq, head = (rows[-1].seq, rows[-1].hash) if rows else (0, first_hash(table))
        made = TableInfo(table, seq, head, owner, address, 1, until, 0)
        with self._database.transaction():
            if not self._database.add(NEW_TABLE, *astuple(made)):
                raise db.StoreError(f"there is a table {table} already")
            self._database.run_many(INSERT_ROW, [(table, *row) for row in rows])
        return made

    def take_lease(self, table: str, owner: str, address: str, now: int, until: int) -> TableInfo | None:
        """Take the lease of a table, with a new epoch, or return None if another process holds it.

        A lease can be taken if nobody holds it, if it has run out, or if it is ours: then what we may still
        be writing under the old epoch is refused. A lease that seems to last more than twice as long as this
        one was given by a clock that has been set back since, and can be taken as well.
        """
        info = self.get(table)
        if info is None or info.closed:
            return None  # anybody may ask for a table, so this must not delay the writer
        taken = self._database.write(
            "UPDATE tables SET owner = ?, address = ?, epoch = epoch + 1, expires = ? "  # noqa: S608 - names of ours
            "WHERE id = ? AND closed = 0 AND (owner IN ('', ?) OR expires <= ? OR expires > ?) "
            f"RETURNING {TABLE_COLUMNS}",
            *(owner, address, until, table, owner, now, now + 2 * (until - now)),
        )
        return TableInfo(*taken[0]) if taken else None

    def renew_leases(self, owner: str, until: int, address: str = "") -> dict[str, int]:
        """Keep all leases of a process for longer. Return the epochs of its tables by their ids.

        With an address, the process says that it serves there until then.
        """
        run = self._database.run
        with self._database.transaction():
            kept = run("UPDATE tables SET expires = ? WHERE owner = ? RETURNING id, epoch", until, owner)
            if address:
                run("DELETE FROM servers WHERE owner = ? OR expires < ?", owner, until - _FORGOTTEN_MS)
                run("INSERT INTO servers (owner, address, expires) VALUES (?, ?, ?)", owner, address, until)
        return dict(kept)

    def release_lease(self, lease: TableInfo) -> None:
        """Give a lease up, if it is still ours."""
        self._database.write(
            "UPDATE tables SET owner = '', address = '', expires = 0 "
            "WHERE id = ? AND owner = ? AND epoch = ?",
            *(lease.table, lease.owner, lease.epoch),
        )

    def close(self, lease: TableInfo) -> None:
        """Mark a table as closed for good. Nothing is written to its log any more.

        Raises:
            FencedError: if the lease is ours no longer, or the table was closed before.
        """
        with self._database.transaction():
            closed = self._database.run(
                "UPDATE tables SET closed = 1 WHERE id = ? AND epoch = ? AND closed = 0 RETURNING id",
                *(lease.table, lease.epoch),
            )
            if not closed:
                raise db.FencedError(f"another process serves table {lease.table} now, or has closed it")

    def servers(self, now: int) -> dict[str, str]:
        """Return the addresses of the processes that serve this house, by their owners."""
        served = "SELECT owner, address FROM servers WHERE expires > ? ORDER BY address"
        return dict(self._database.run(served, now))

    def withdraw(self, owner: str) -> None:
        """Say that a process serves no longer."""
        self._database.write("DELETE FROM servers WHERE owner = ?", owner)

    def all(self) -> list[TableInfo]:
        """Return all tables, sorted by id."""
        return self._database.read_as(TableInfo, f"{_TABLES} ORDER BY id")

    def open(self, longest: int = ANY_LENGTH) -> list[TableInfo]:
        """Return the tables that are open and whose ids are no longer than this, sorted by id."""
        short = f"{_TABLES} WHERE closed = 0 AND LENGTH(id) <= ? ORDER BY id"
        return self._database.read_as(TableInfo, short, longest)

    def get(self, table: str) -> TableInfo | None:
        """Return a table, or None if there is none of that id."""
        return self._database.first_as(TableInfo, f"{_TABLES} WHERE id = ?", table)


# The logs of tables.


_PAGE: Final = 1000
"""The number of rows read at once."""

_PAGE_OF_COMMANDS: Final = 100_000
"""The number of commands read at once. No index has their order, so all are sorted for each page."""

_OF_TABLES: Final = ("log", "commands", "moves", "secrets", "snapshots")
"""The parts of the database with data of tables."""

_MOST: Final = f"{money(MOST)}, the most that the books take"

_MOST_ACCOUNTS: Final = 100_000
"""The most existing accounts that a store remembers."""

_AT_TABLES: Final = tuple(account("", "").partition("/")[0] for account in (rail, layout))
"""Prefixes of the names of players' accounts at tables."""

Results = list[BankcrapsError | None]


class _OutOfBoundsError(db.ConstraintError):
    """An account would have too little or too much."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one command. They are written whole or not at all.

    Attributes:
        table, epoch: the table, and the epoch of the lease.
        after: the number of the row before these.
        rows: the rows, in order; at least one.
        moves: the moves of chips.
        person, command: whose command it was, and the client's id; empty for the host.
        secrets: the part to keep of the secrets of throws drawn, as (number, text).
        keep: the sum that the limit of a person keeps, in cents: in the wallet if the moves take from it,
            and in the wallet and the rails of all tables together if they put chips on a layout.
        bettor: the person whose limit that is, if it is not `person`.
        bounded: whether it may bring no account farther from zero than `MOST`, as what people do.
        exposed: the accounts that a throw can change which begins with this batch. None may be farther from
            zero than `MOST`.
    """

    table: str
    epoch: int
    after: int
    rows: tuple[StoredRow, ...]
    moves: tuple[Move, ...] = ()
    person: str = ""
    command: str = ""
    secrets: tuple[tuple[int, str], ...] = ()
    keep: int = 0
    bettor: str = ""
    bounded: bool = True
    exposed: tuple[str, ...] = ()

    @property
    def limited(self) -> str:
        """The person whose limit `keep` is."""
        return self.bettor or self.person

    @property
    def bets_under_limit(self) -> bool:
        """Whether a person with a loss limit puts chips on a layout."""
        return self.keep > 0 and self.spent(self.limited) > 0

    def spent(self, person: str) -> int:
        """Return the sum that the batch takes from a person's wallet and rail, in cents."""
        own = wallet(person), rail(self.table, person)
        return -sum(change for account, change in changes(self.moves).items() if account in own)

    def bounds(self, account: str, change: int) -> tuple[int, int]:
        """Return the least and the largest balance of an account after the batch changes it."""
        most = MOST if self.bounded and change > 0 else db.HIGHEST
        if may_overdraw(account):
            return -MOST if self.bounded and change < 0 else db.LOWEST, most
        return self.keep if change < 0 and account == wallet(self.limited) else 0, most


class Snapshot(msgspec.Struct, frozen=True):
    """A table's value after a row of its log. The rows before it need not be read to open the table.

    Attributes:
        seq: the number of the row.
        body: the table as JSON.
        hash: a hash of the body and of the row's hash, so that a damaged snapshot, or one of another log, is
            noticed.
    """

    seq: int
    body: str
    hash: str


class Money:
    """The books of a house: the balance of every account, in cents."""

    def __init__(self, database: db.Database) -> None:
        """Keep the balances in a database."""
        self._database = database
        self._undone = 0
        self._accounts: set[str] = set()
        """Some of the accounts that have a balance in the database, which need not be made."""

    def balance(self, account: str) -> int:
        """Return the balance of an account, in cents."""
        found = self._database.value("SELECT amount FROM balances WHERE account = ?", account)
        return 0 if found is None else found

    def balances(self) -> dict[str, int]:
        """Return every balance, in cents."""
        return dict(self._database.read((str, int), "SELECT account, amount FROM balances ORDER BY account"))

    def balances_of(self, person: str) -> dict[str, int]:
        """Return the balances of a person, in cents: the wallet, and what is at each open table."""
        # The tables are gone through, and each account is found by its key, however many people there are.
        at = [
            f"SELECT b.account, b.amount FROM tables t JOIN balances b "  # noqa: S608 - the kinds are ours
            f"ON b.account = '{kind}/' || t.id || '/' || ? WHERE t.closed = 0"
            for kind in _AT_TABLES
        ]
        own = "SELECT account, amount FROM balances WHERE account = ?"
        return dict(self._database.run(" UNION ALL ".join([own, *at]), wallet(person), *[person] * len(at)))

    def tables_of(self, person: str) -> list[str]:
        """Return the ids of the tables where a person ever had chips, open or closed, sorted."""
        # The account of a rail stays in the database, with nothing in it, after its player has left.
        found = self._database.run(
            "SELECT DISTINCT t.id FROM tables t JOIN balances b ON b.account IN "
            "('rail/' || t.id || '/' || ?, 'own_rail/' || t.id || '/' || ?) ORDER BY t.id",
            *(person, person),
        )
        return [table for (table,) in found]

    def unstaked(self, person: str) -> int:
        """Return a person's money in the wallet and the rails, in cents."""
        of_person = self.balances_of(person).items()
        return sum(amount for account, amount in of_person if account == wallet(person) or is_rail(account))

    def beyond(self, accounts: Sequence[str]) -> bool:
        """Whether one of some accounts is farther from zero than `MOST`."""
        if not accounts:
            return False
        places = ", ".join("?" * len(accounts))
        sql = f"SELECT account FROM balances WHERE account IN ({places}) AND NOT amount BETWEEN ? AND ?"  # noqa: S608
        return self._database.value(sql, *accounts, -MOST, MOST) is not None

    def change(self, batches: Sequence[Batch]) -> None:
        """Change each balance once, in a transaction. None may be out of bounds after any of the batches.

        A limit is judged after its own batch, so that nothing decided later makes up for a bet.
        """
        total: Counter[str] = Counter()
        bounds: dict[str, tuple[int, int]] = {}  # of the balances before the first batch
        bettors = {batch.limited for batch in batches if batch.bets_under_limit}
        for person in bettors:  # no change, but it locks the account: two processes do not look at once
            total[wallet(person)], bounds[wallet(person)] = 0, (db.LOWEST, db.HIGHEST)
        for batch in batches:
            for account, change in changes(batch.moves).items():
                total[account] += change
                least, most = batch.bounds(account, change)
                low, high = bounds.get(account, (db.LOWEST, db.HIGHEST))
                bounds[account] = max(low, least - total[account]), min(high, most - total[account])
        if self._undone != self._database.undone or len(self._accounts) > _MOST_ACCOUNTS:
            self._undone = self._database.undone
            self._accounts.clear()  # the making of some may have been rolled back
        new = sorted(total.keys() - self._accounts)
        self._database.run_many(
            "INSERT INTO balances (account, amount) VALUES (?, 0) ON CONFLICT (account) DO NOTHING",
            [(account,) for account in new],
        )
        self._accounts.update(new)
        changed = self._database.run_many(
            "UPDATE balances SET amount = amount + ? WHERE account = ? AND amount BETWEEN ? AND ?",
            [(total[account], account, *bounds[account]) for account in sorted(total)],
        )
        if changed != len(total) or any(self.beyond(batch.exposed) for batch in batches):
            raise _OutOfBoundsError("an account would have too little or too much")
        for person in bettors:
            left = self.unstaked(person)
            for batch in reversed(batches):
                if batch.limited == person and batch.bets_under_limit and left < batch.keep:
                    raise _OutOfBoundsError("somebody would bet more than their own limit leaves")
                left += batch.spent(person)


class Logs:
    """The logs of a house: for each table its rows, commands, moves of chips and latest snapshot."""

    def __init__(self, database: db.Database, money: Money) -> None:
        """Keep the logs in a database, beside the books that they change."""
        self._database = database
        self._money = money

    def commit(self, batches: Sequence[Batch]) -> Results:
        """Write batches in one transaction. It is on disk when this returns.

        Returns:
            For each batch, None or why it was not written: fenced, overdrawn, not storable, or a command that
            is known. Batches that follow one that was not written are fenced. Others are not concerned: a
            table decides again what followed a refusal, and those batches may be in the same group.

        Raises:
            StoreError: if the database failed. If it failed at the very end, the batches may be on disk.
        """
        try:
            self._database.together(lambda: self._write(batches))
        except (db.FencedError, db.ConstraintError):
            return self._database.together(lambda: self._write_what_fits(batches))
        return [None] * len(batches)

    def append(self, table: str, make: Callable[[TableInfo], Batch]) -> None:
        """Write to a log that no process owns, and make it first if need be.

        Nobody else writes to the log meanwhile: `make` receives its last row.

        Raises:
            BankcrapsError: if it was not written, as in `commit`.
        """
        self._database.together(lambda: self._append(table, make))

    def _append(self, table: str, make: Callable[[TableInfo], Batch]) -> None:
        self._database.add(NEW_TABLE, table, 0, first_hash(table), "", "", 1, 0, 0)
        # The change that changes nothing locks the row until the transaction ends.
        lock = f"UPDATE tables SET epoch = epoch WHERE id = ? RETURNING {TABLE_COLUMNS}"  # noqa: S608 - names of ours
        [found] = self._database.run(lock, table)
        [result] = self._write_what_fits([make(TableInfo(*found))])
        if result is not None:
            raise result

    def _write_what_fits(self, batches: Sequence[Batch]) -> Results:
        """Write all batches at once. If one does not fit, find it by writing fewer."""
        try:
            with self._database.transaction():
                self._write(batches)
        except (db.FencedError, db.ConstraintError) as error:
            if len(batches) == 1:
                return [self._reason(batches[0], error)]
        else:
            return [None] * len(batches)
        if len({batch.table for batch in batches}) > 1:
            return self._write_tables(batches)
        # After one that does not fit, the fence refuses those that follow it. Those that the table decided
        # again, because it has learned of an earlier refusal, are written.
        return [result for batch in batches for result in self._write_what_fits([batch])]

    def _write_tables(self, batches: Sequence[Batch]) -> Results:
        """Write each table's batches apart, so that a refused batch delays no other table."""
        results = {
            table: iter(self._write_what_fits([batch for batch in batches if batch.table == table]))
            for table in dict.fromkeys(batch.table for batch in batches)
        }
        return [next(results[batch.table]) for batch in batches]

    def _reason(self, batch: Batch, error: db.FencedError | db.ConstraintError) -> BankcrapsError:
        """Say why a batch was not written."""
        try:
            with self._database.transaction():
                return self._judge(batch, error)
        except db.ConstraintError:  # even the question cannot be put to this database
            return self._not_taken(error)

    def _not_taken(self, error: db.StoreError) -> db.ConstraintError:
        """Log why the database refuses a batch. The command is refused, and its table continues."""
        self._database.trouble(str(error), error.detail)
        return db.ConstraintError(str(error), error.detail)

    def _judge(self, batch: Batch, error: db.FencedError | db.ConstraintError) -> BankcrapsError:
        known = self.known_command(batch.table, batch.person, batch.command) if batch.command else None
        if known is not None:
            return db.CommandKnownError(known)
        if isinstance(error, db.FencedError):
            return error
        wrong = self._out_of_bounds(batch)
        if wrong is None and isinstance(error, _OutOfBoundsError):
            raise db.ConflictError("another process has filled the account since")
        return wrong or self._not_taken(error)

    def _out_of_bounds(self, batch: Batch) -> db.OverdrawnError | db.ConstraintError | None:
        """Say which account a batch would bring out of its bounds, first of all one that has too little."""
        changed = dict(sorted(changes(batch.moves).items()))
        after = {one: self._money.balance(one) + changed.get(one, 0) for one in (*changed, *batch.exposed)}
        bounds = {account: batch.bounds(account, change) for account, change in changed.items()}
        for account, (least, _) in bounds.items():
            if after[account] < least and not may_overdraw(account):
                return db.OverdrawnError(account, Cents(after[account] - changed[account]))
        if batch.bets_under_limit:
            unstaked = self._money.unstaked(batch.limited)
            if unstaked - batch.spent(batch.limited) < batch.keep:
                return db.OverdrawnError(rail(batch.table, batch.limited), Cents(unstaked))
        for account, (least, most) in bounds.items():
            if not least <= after[account] <= most:
                return db.ConstraintError(f"{account} would be beyond {_MOST}: no act may bring it there")
        full = next((account for account in batch.exposed if abs(after[account]) > MOST), "")
        if full:
            says = f"no dice go out: {full} is beyond {_MOST}. The keeper of the house closes the table"
            return db.ConstraintError(says)
        return None

    def _write(self, batches: Sequence[Batch]) -> None:
        """Write batches, or raise an error if any of them does not fit."""
        self._move_heads(batches)
        self._database.run_many(INSERT_ROW, [(batch.table, *row) for batch in batches for row in batch.rows])
        self._database.run_many(
            "INSERT INTO commands (table_id, person, command, seq) VALUES (?, ?, ?, ?)",
            [(one.table, one.person, one.command, one.rows[-1].seq) for one in batches if one.command],
        )
        self._database.run_many(
            "INSERT INTO secrets (table_id, number, secret) VALUES (?, ?, ?)",
            [(batch.table, number, secret) for batch in batches for number, secret in batch.secrets],
        )
        self._database.run_many(
            "INSERT INTO moves (table_id, seq, line, source, target, amount) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (batch.table, batch.rows[-1].seq, line, move.source, move.target, move.amount)
                for batch in batches
                for line, move in enumerate(batch.moves)
            ],
        )
        self._money.change(batches)

    def _move_heads(self, batches: Sequence[Batch]) -> None:
        """Advance the end of each log. This is the fence: the epoch and the last row must be as expected."""
        spans: dict[str, tuple[Batch, Batch]] = {}
        for batch in batches:
            first, last = spans.get(batch.table, (batch, None))
            if last is not None and (last.epoch, last.rows[-1].seq) != (batch.epoch, batch.after):
                raise db.FencedError("an earlier command was not written")
            spans[batch.table] = first, batch
        ends = [
            (last.rows[-1].seq, last.rows[-1].hash, table, last.epoch, first.after)
            for table, (first, last) in sorted(spans.items())
        ]
        moved = self._database.run_many(
            "UPDATE tables SET seq = ?, head = ? WHERE id = ? AND epoch = ? AND seq = ? AND closed = 0", ends
        )
        if moved != len(ends):
            raise db.FencedError(f"another process serves table {batches[0].table} now")

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of older ones."""
        with self._database.transaction():
            self._database.run("DELETE FROM snapshots WHERE table_id = ?", table)
            self._database.run(
                "INSERT INTO snapshots (table_id, seq, body, hash) VALUES (?, ?, ?, ?)",
                *(table, snapshot.seq, snapshot.body, snapshot.hash),
            )

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the latest snapshot of a table."""
        latest = "SELECT seq, body, hash FROM snapshots WHERE table_id = ?"
        return self._database.first_as(Snapshot, latest, table)

    def rows(self, table: str, after: int = 0, limit: int = 1_000_000_000) -> Iterator[StoredRow]:
        """Return the rows of a log after a number."""
        log = "SELECT seq, body, hash FROM log WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        found = self._database.read_pages((int, str, str), log, table, (after,), min(limit, _PAGE))
        return starmap(StoredRow, islice(found, limit))

    def settings(self, table: str) -> TableSettings | None:
        """Return the settings with which a table opened; None for a log that opens none."""
        first = next(self.rows(table, 0, 1), None)
        entry = None if first is None else decode_row(first.body).entry
        return entry.settings if isinstance(entry, TableOpened) else None

    def moves(self, table: str, after: int = 0) -> Iterator[tuple[int, Move]]:
        """Return the moves of a table with the number of the last row of their command."""
        moves = (
            "SELECT seq, line, source, target, amount FROM moves "
            "WHERE table_id = ? AND (seq, line) > (?, ?) ORDER BY seq, line LIMIT ?"
        )
        kinds = int, int, str, str, int
        found = self._database.read_pages(kinds, moves, table, (after, db.HIGHEST), _PAGE)
        return ((seq, Move(*move)) for seq, _, *move in found)

    def known_command(self, table: str, person: str, command: str) -> int | None:
        """Return the row that a command led to, or None if it is not known."""
        found = self._database.read(
            (int,),
            "SELECT seq FROM commands WHERE table_id = ? AND person = ? AND command = ?",
            *(table, person, command),
        )
        return found[0][0] if found else None

    def commands(self, table: str) -> Iterator[tuple[int, str, str]]:
        """Return the known commands of a table in the order of the rows to which they led.

        Each is that row, the person, and the client's id.
        """
        commands = (
            "SELECT seq, person, command FROM commands "
            "WHERE table_id = ? AND (seq, person, command) > (?, ?, ?) ORDER BY seq, person, command LIMIT ?"
        )
        first = db.LOWEST, "", ""
        found = self._database.read_pages((int, str, str), commands, table, first, _PAGE_OF_COMMANDS)
        return ((seq, person, command) for seq, person, command in found)

    def early(self) -> list[tuple[str, str]]:
        """Return what is kept of rows before the first, which nothing reads: what it is, and the table."""
        return self._kept_of(("log", "commands", "moves"), "seq < 1")

    def strays(self) -> list[tuple[str, str]]:
        """Return what is kept of tables that are not there: what it is, and the id of the table."""
        return self._kept_of(_OF_TABLES, "table_id NOT IN (SELECT id FROM tables)")

    def _kept_of(self, kinds: Sequence[str], where: str) -> list[tuple[str, str]]:
        where = f"WHERE {where} ORDER BY table_id"
        return [
            (kind, table)
            for kind in kinds
            for (table,) in self._database.read((str,), f"SELECT DISTINCT table_id FROM {kind} {where}")  # noqa: S608 - the words are ours
        ]
