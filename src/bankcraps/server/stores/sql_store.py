"""A store in any SQL database: the statements, and which of them make one transaction."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.live.log.rows import StoredRow, first_hash
from bankcraps.live.proof.ledger import changes, is_rail, may_overdraw, rail, wallet
from bankcraps.server.stores.database import ConflictError
from bankcraps.server.stores.errors import (
    CommandKnownError,
    ConstraintError,
    FencedError,
    OverdrawnError,
    StoreError,
)
from bankcraps.server.stores.protocol import Batch, Lease, Snapshot, TableInfo
from bankcraps.server.stores.reading_store import LOWEST
from bankcraps.server.stores.secrets import SecretStore

__all__ = ["SqlStore"]

_TRIES: Final = 5
_FORGOTTEN_MS: Final = 60_000
"""The time after which a silent server is removed from the list of servers."""

_MOST_ACCOUNTS: Final = 100_000
"""The most existing accounts that a store remembers."""

_ANY_LENGTH: Final = 1_000_000

_TABLE: Final = (str, int, str, str, str, int, int, int)
"""The types of a table's columns."""

Results = list[BankcrapsError | None]
_Written = TypeVar("_Written")


class _TooLittleError(ConstraintError):
    """An account would have too little."""


class SqlStore(SecretStore):
    """A store of logs and books."""

    def __init__(self, key_file: Path) -> None:
        """Prepare the connections.

        Args:
            key_file: where the key of the dice lies. It is read, or made, when it is first needed.
        """
        super().__init__(key_file)
        self._accounts: set[str] = set()
        """Some of the accounts that have a balance in the database, which need not be made."""

    # Leases.

    def create_table(
        self, table: str, owner: str, address: str, until: int, rows: Sequence[StoredRow] = ()
    ) -> Lease:
        """Make a log with its first rows, and take its lease."""
        seq, head = (rows[-1].seq, rows[-1].hash) if rows else (0, first_hash(table))
        with self.transaction():
            made = self.run(
                "INSERT INTO tables (id, seq, head, owner, address, epoch, expires, closed) "
                "VALUES (?, ?, ?, ?, ?, 1, ?, 0) ON CONFLICT (id) DO NOTHING RETURNING id",
                table,
                seq,
                head,
                owner,
                address,
                until,
            )
            if not made:
                raise StoreError(f"there is a table {table} already")
            self._insert_rows((table, row) for row in rows)
        return Lease(table, owner, 1, seq, head)

    def take_lease(self, table: str, owner: str, address: str, now: int, until: int) -> Lease | None:
        """Take the lease of a table, or return None if another process holds it."""
        info = self.table(table)
        if info is None or info.closed:
            return None  # anybody may ask for a table, so this must not delay the writer
        with self.transaction():
            taken = self.run(
                "UPDATE tables SET owner = ?, address = ?, epoch = epoch + 1, expires = ? "
                "WHERE id = ? AND closed = 0 AND (owner IN ('', ?) OR expires <= ? OR expires > ?) "
                "RETURNING epoch, seq, head",
                owner,
                address,
                until,
                table,
                owner,
                now,
                now + 2 * (until - now),
            )
        return Lease(table, owner, *taken[0]) if taken else None

    def renew_leases(self, owner: str, until: int, address: str = "") -> dict[str, int]:
        """Keep all leases of a process for longer, and say where it serves."""
        with self.transaction():
            kept = self.run("UPDATE tables SET expires = ? WHERE owner = ? RETURNING id, epoch", until, owner)
            if address:
                self.run("DELETE FROM servers WHERE owner = ? OR expires < ?", owner, until - _FORGOTTEN_MS)
                self.run(
                    "INSERT INTO servers (owner, address, expires) VALUES (?, ?, ?)", owner, address, until
                )
        return dict(kept)

    def servers(self, now: int) -> dict[str, str]:
        """Return the addresses of the processes that serve this house."""
        return dict(self.run("SELECT owner, address FROM servers WHERE expires > ? ORDER BY address", now))

    def withdraw(self, owner: str) -> None:
        """Say that a process serves no longer."""
        with self.transaction():
            self.run("DELETE FROM servers WHERE owner = ?", owner)

    def release_lease(self, lease: Lease) -> None:
        """Give a lease up, if it is still ours."""
        with self.transaction():
            self.run(
                "UPDATE tables SET owner = '', address = '', expires = 0 "
                "WHERE id = ? AND owner = ? AND epoch = ?",
                lease.table,
                lease.owner,
                lease.epoch,
            )

    def close_table(self, lease: Lease) -> None:
        """Mark a table as closed for good."""
        with self.transaction():
            closed = self.run(
                "UPDATE tables SET closed = 1 WHERE id = ? AND epoch = ? AND closed = 0 RETURNING id",
                lease.table,
                lease.epoch,
            )
            if not closed:
                raise FencedError(f"another process serves table {lease.table} now, or has closed it")

    def tables(self) -> list[TableInfo]:
        """Return all tables."""
        return self._tables("ORDER BY id")

    def open_tables(self, longest: int = _ANY_LENGTH) -> list[TableInfo]:
        """Return the tables that are open and whose ids are no longer than this."""
        return self._tables("WHERE closed = 0 AND LENGTH(id) <= ? ORDER BY id", longest)

    def table(self, table: str) -> TableInfo | None:
        """Return a table, or None if there is none of that id."""
        if not table.isprintable():
            return None  # PostgreSQL would not even look for it
        return next(iter(self._tables("WHERE id = ?", table)), None)

    def _tables(self, which: str, *values: object) -> list[TableInfo]:
        columns = "SELECT id, seq, head, owner, address, epoch, expires, closed FROM tables"
        return [TableInfo(*row) for row in self.read(_TABLE, f"{columns} {which}", *values)]

    # The log and the books.

    def commit(self, batches: Sequence[Batch]) -> Results:
        """Write batches in one transaction."""
        try:
            self.together(lambda: self._write(batches))
        except (FencedError, ConstraintError):
            return self.together(lambda: self._write_what_fits(batches))
        return [None] * len(batches)

    def append(self, table: str, make: Callable[[Lease], Batch]) -> None:
        """Write to a log that no process owns."""
        self.together(lambda: self._append(table, make))

    def together(self, write: Callable[[], _Written]) -> _Written:
        """Write in a transaction, and retry if another process wrote the same balances.

        Inside a transaction, that one is tried again.
        """
        for _ in range(_TRIES):
            try:
                with self.transaction():
                    return write()
            except BaseException as error:
                self._accounts.clear()  # some may have been rolled back
                if not isinstance(error, ConflictError) or self.writes:
                    raise
        raise StoreError("too many processes write the same balances at once")

    def _append(self, table: str, make: Callable[[Lease], Batch]) -> None:
        self.run(
            "INSERT INTO tables (id, seq, head, owner, address, epoch, expires, closed) "
            "VALUES (?, 0, ?, '', '', 1, 0, 0) ON CONFLICT (id) DO NOTHING",
            table,
            first_hash(table),
        )
        # The change that changes nothing locks the row until the transaction ends.
        found = self.run("UPDATE tables SET epoch = epoch WHERE id = ? RETURNING epoch, seq, head", table)
        [result] = self._write_what_fits([make(Lease(table, "", *found[0]))])
        if result is not None:
            raise result

    def _write_what_fits(self, batches: Sequence[Batch]) -> Results:
        """Write all batches at once. If one does not fit, find it by writing fewer."""
        try:
            with self.transaction():
                self._write(batches)
        except (FencedError, ConstraintError) as error:
            self._accounts.clear()  # some may have been rolled back
            if len(batches) == 1:
                return [self._reason(batches[0], error)]
        else:
            return [None] * len(batches)
        tables = {batch.table for batch in batches}
        return self._write_tables(batches) if len(tables) > 1 else self._write_singly(batches)

    def _write_tables(self, batches: Sequence[Batch]) -> Results:
        """Write each table's batches apart, so that a refused batch delays no other table."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, batch in enumerate(batches):
            places[batch.table].append(place)
        results: Results = [None] * len(batches)
        for mine in places.values():
            found = self._write_what_fits([batches[place] for place in mine])
            for place, result in zip(mine, found, strict=True):
                results[place] = result
        return results

    def _write_singly(self, batches: Sequence[Batch]) -> Results:
        """Write batches of one table one by one.

        After one that does not fit, the fence refuses those that follow it. Those that the table decided
        again, because it has learned of an earlier refusal, are written.
        """
        return [result for batch in batches for result in self._write_what_fits([batch])]

    def _reason(self, batch: Batch, error: FencedError | ConstraintError) -> BankcrapsError:
        """Say why a batch was not written."""
        try:
            with self.transaction():
                return self._judge(batch, error)
        except ConstraintError:  # even the question cannot be put to this database
            return self._not_taken(error)

    def _not_taken(self, error: StoreError) -> ConstraintError:
        """Log why the database refuses a batch. The command is refused, and its table continues."""
        self.trouble(str(error), error.detail)
        return ConstraintError(str(error), error.detail)

    def _judge(self, batch: Batch, error: FencedError | ConstraintError) -> BankcrapsError:
        known = self.known_command(batch.table, batch.person, batch.command) if batch.command else None
        if known is not None:
            return CommandKnownError(known)
        if isinstance(error, FencedError):
            return error
        for account, change in sorted(changes(batch.moves).items()):
            balance = Cents(self.balance(account))
            if not may_overdraw(account) and balance + change < _least(batch, account, change):
                return OverdrawnError(account, balance)
        if _bets_under_limit(batch):
            unstaked = self._unstaked(batch.limited)
            if unstaked - _spent(batch, batch.limited) < batch.keep:
                return OverdrawnError(rail(batch.table, batch.limited), Cents(unstaked))
        if isinstance(error, _TooLittleError):
            raise ConflictError("another process has filled the account since")
        return self._not_taken(error)

    def _write(self, batches: Sequence[Batch]) -> None:
        """Write batches, or raise an error if any of them does not fit."""
        self._move_heads(batches)
        self._insert_rows((batch.table, row) for batch in batches for row in batch.rows)
        self.run_many(
            "INSERT INTO commands (table_id, person, command, seq) VALUES (?, ?, ?, ?)",
            [(one.table, one.person, one.command, one.rows[-1].seq) for one in batches if one.command],
        )
        self.run_many(
            "INSERT INTO secrets (table_id, number, secret) VALUES (?, ?, ?)",
            [(batch.table, number, secret) for batch in batches for number, secret in batch.secrets],
        )
        self.run_many(
            "INSERT INTO moves (table_id, seq, line, source, target, amount) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (batch.table, batch.rows[-1].seq, line, move.source, move.target, move.amount)
                for batch in batches
                for line, move in enumerate(batch.moves)
            ],
        )
        self._change_balances(batches)

    def _move_heads(self, batches: Sequence[Batch]) -> None:
        """Advance the end of each log. This is the fence: the epoch and the last row must be as expected."""
        spans: dict[str, tuple[Batch, Batch]] = {}
        for batch in batches:
            first, last = spans.get(batch.table, (batch, None))
            if last is not None and (last.epoch, last.rows[-1].seq) != (batch.epoch, batch.after):
                raise FencedError("an earlier command was not written")
            spans[batch.table] = first, batch
        ends = [
            (last.rows[-1].seq, last.rows[-1].hash, table, last.epoch, first.after)
            for table, (first, last) in sorted(spans.items())
        ]
        moved = self.run_many(
            "UPDATE tables SET seq = ?, head = ? WHERE id = ? AND epoch = ? AND seq = ? AND closed = 0", ends
        )
        if moved != len(ends):
            raise FencedError(f"another process serves table {batches[0].table} now")

    def _insert_rows(self, rows: Iterator[tuple[str, StoredRow]]) -> None:
        self.run_many(
            "INSERT INTO log (table_id, seq, body, hash) VALUES (?, ?, ?, ?)",
            [(table, row.seq, row.body, row.hash) for table, row in rows],
        )

    def _change_balances(self, batches: Sequence[Batch]) -> None:
        """Change each balance once. None may be too low after any of the batches.

        A limit is judged after its own batch, so that nothing decided later makes up for a bet.
        """
        total: Counter[str] = Counter()
        lowest: dict[str, int] = {}
        bettors = {batch.limited for batch in batches if _bets_under_limit(batch)}
        for person in bettors:  # no change, but it locks the account: two processes do not look at once
            total[wallet(person)] = lowest[wallet(person)] = 0
        for batch in batches:
            for account, change in changes(batch.moves).items():
                total[account] += change
                least = _least(batch, account, change)
                lowest[account] = min(lowest.get(account, 0), total[account] - least)
        if len(self._accounts) > _MOST_ACCOUNTS:
            self._accounts.clear()
        new = sorted(total.keys() - self._accounts)
        self.run_many(
            "INSERT INTO balances (account, amount) VALUES (?, 0) ON CONFLICT (account) DO NOTHING",
            [(account,) for account in new],
        )
        self._accounts.update(new)
        changed = self.run_many(
            "UPDATE balances SET amount = amount + ? WHERE account = ? AND amount >= ?",
            [
                (total[account], account, LOWEST if may_overdraw(account) else -lowest[account])
                for account in sorted(total)
            ],
        )
        if changed != len(total):
            raise _TooLittleError("an account would have too little")
        for person in bettors:
            left = self._unstaked(person)
            for batch in reversed(batches):
                if batch.limited == person and _bets_under_limit(batch) and left < batch.keep:
                    raise _TooLittleError("somebody would bet more than their own limit leaves")
                left += _spent(batch, person)

    def _unstaked(self, person: str) -> int:
        """Return a person's money in the wallet and the rails, in cents."""
        of_person = self.balances_of(person).items()
        return sum(amount for account, amount in of_person if account == wallet(person) or is_rail(account))

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of older ones."""
        with self.transaction():
            self.run("DELETE FROM snapshots WHERE table_id = ?", table)
            self.run(
                "INSERT INTO snapshots (table_id, seq, body, hash) VALUES (?, ?, ?, ?)",
                table,
                snapshot.seq,
                snapshot.body,
                snapshot.hash,
            )

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the latest snapshot of a table."""
        found = self.read((int, str, str), "SELECT seq, body, hash FROM snapshots WHERE table_id = ?", table)
        return Snapshot(*found[0]) if found else None

    def balance(self, account: str) -> int:
        """Return the balance of an account, in cents."""
        found = self.run("SELECT amount FROM balances WHERE account = ?", account)
        return found[0][0] if found else 0

    def balances(self) -> dict[str, int]:
        """Return every balance, in cents."""
        return dict(self.read((str, int), "SELECT account, amount FROM balances ORDER BY account"))


def _bets_under_limit(batch: Batch) -> bool:
    """Whether a person with a loss limit puts chips on a layout."""
    return batch.keep > 0 and _spent(batch, batch.limited) > 0


def _spent(batch: Batch, person: str) -> int:
    """Return the sum that a batch takes from a person's wallet and rail, in cents."""
    own = wallet(person), rail(batch.table, person)
    return -sum(change for account, change in changes(batch.moves).items() if account in own)


def _least(batch: Batch, account: str, change: int) -> int:
    """Return the least balance of an account after a batch that changes it."""
    return batch.keep if change < 0 and account == wallet(batch.limited) else 0
