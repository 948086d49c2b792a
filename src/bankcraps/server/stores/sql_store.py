"""A store in any SQL database. What differs between SQLite and PostgreSQL is in the two classes below it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from bankcraps.errors import BankcrapsError
from bankcraps.house.ledger import Move, changes
from bankcraps.house.log import first_hash
from bankcraps.server.stores.protocol import (
    Batch,
    CommandKnownError,
    FencedError,
    Lease,
    OverdrawnError,
    Person,
    Snapshot,
    StoredRow,
    StoreError,
    TableInfo,
)
from bankcraps.server.stores.schema import MIGRATIONS

__all__ = ["SqlStore"]

_PAGE: Final = 1000
"""How many rows are read at once, so that a long log does not fill the memory."""


class SqlStore(ABC):
    """A store of logs and books behind two calls: run a statement, and hold a transaction.

    Statements are written with `?` for each parameter, in SQL that both databases understand.
    """

    @abstractmethod
    def run(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[object]:
        """Hold a transaction or, inside one, a savepoint. An exception rolls it back."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[object]:
        """Read everything as it is now, whatever other processes write meanwhile."""

    @abstractmethod
    def is_check_failure(self, error: Exception) -> bool:
        """Whether an error of the database says that a balance would fall below zero."""

    @abstractmethod
    def close(self) -> None:
        """Close the database."""

    # The version of the database.

    def migrate(self) -> None:
        """Bring the database to this program's version.

        Raises:
            StoreError: if a newer program wrote it.
        """
        with self.transaction():
            self.run("CREATE TABLE IF NOT EXISTS bankcraps (version BIGINT NOT NULL)")
            found = self.run("SELECT version FROM bankcraps")
            version = int(found[0][0]) if found else 0
            if version > len(MIGRATIONS):
                raise StoreError(
                    f"a newer Bankcraps wrote this database: it has version {version}, and this program "
                    f"knows versions up to {len(MIGRATIONS)}. Update Bankcraps, or use another database"
                )
            for migration in MIGRATIONS[version:]:
                for statement in migration:
                    self.run(statement)
            if found:
                self.run("UPDATE bankcraps SET version = ?", len(MIGRATIONS))
            else:
                self.run("INSERT INTO bankcraps (version) VALUES (?)", len(MIGRATIONS))

    def check_version(self) -> None:
        """Refuse a database that this program would first have to change, or does not know.

        Raises:
            StoreError: if its version is not this program's.
        """
        found = self.run("SELECT version FROM bankcraps")
        if found != [(len(MIGRATIONS),)]:
            version = found[0][0] if found else "none"
            raise StoreError(
                f"this database has version {version}, and this program reads version {len(MIGRATIONS)}. "
                "`bankcraps serve` brings an older one up to date"
            )

    # Leases.

    def create_table(self, table: str, owner: str, address: str, until: int) -> Lease:
        """Make an empty log, and take its lease."""
        head = first_hash(table)
        with self.transaction():
            made = self.run(
                "INSERT INTO tables (id, seq, head, owner, address, epoch, expires, closed) "
                "VALUES (?, 0, ?, ?, ?, 1, ?, 0) ON CONFLICT (id) DO NOTHING RETURNING id",
                table,
                head,
                owner,
                address,
                until,
            )
        if not made:
            raise StoreError(f"there is a table {table} already")
        return Lease(table, owner, 1, 0, head)

    def take_lease(self, table: str, owner: str, address: str, now: int, until: int) -> Lease | None:
        """Take the lease of a table that has no owner, or whose lease has run out."""
        with self.transaction():
            taken = self.run(
                "UPDATE tables SET owner = ?, address = ?, epoch = epoch + 1, expires = ? "
                "WHERE id = ? AND closed = 0 AND (owner = '' OR expires <= ?) RETURNING epoch, seq, head",
                owner,
                address,
                until,
                table,
                now,
            )
        return Lease(table, owner, *taken[0]) if taken else None

    def renew_lease(self, lease: Lease, until: int) -> bool:
        """Keep a lease for longer. Return False if it is no longer ours."""
        with self.transaction():
            kept = self.run(
                "UPDATE tables SET expires = ? WHERE id = ? AND owner = ? AND epoch = ? RETURNING id",
                until,
                lease.table,
                lease.owner,
                lease.epoch,
            )
        return bool(kept)

    def release_lease(self, lease: Lease) -> None:
        """Give a lease up."""
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
            self.run("UPDATE tables SET closed = 1 WHERE id = ? AND epoch = ?", lease.table, lease.epoch)

    def tables(self) -> list[TableInfo]:
        """Return all tables."""
        found = self.run(
            "SELECT id, seq, head, owner, address, epoch, expires, closed FROM tables ORDER BY id"
        )
        return [TableInfo(*row) for row in found]

    # The log and the books.

    def commit(self, batches: Sequence[Batch]) -> list[BankcrapsError | None]:
        """Write batches in one transaction."""
        results: list[BankcrapsError | None] = []
        broken: set[str] = set()
        with self.transaction():
            for batch in batches:
                result = (
                    FencedError("an earlier command was not written")
                    if batch.table in broken
                    else self._write(batch)
                )
                if result is not None:
                    broken.add(batch.table)
                results.append(result)
        return results

    def _write(self, batch: Batch) -> BankcrapsError | None:
        try:
            with self.transaction():
                self._write_rows(batch)
                self._write_moves(batch)
        except (FencedError, OverdrawnError, CommandKnownError) as error:
            return error
        return None

    def _write_rows(self, batch: Batch) -> None:
        if batch.command:
            known = self.known_command(batch.table, batch.person, batch.command)
            if known is not None:
                raise CommandKnownError(known)
        last = batch.rows[-1] if batch.rows else None
        written = self.run(
            "UPDATE tables SET seq = ?, head = coalesce(?, head) "
            "WHERE id = ? AND epoch = ? AND seq = ? RETURNING id",
            last.seq if last else batch.after,
            last.hash if last else None,
            batch.table,
            batch.epoch,
            batch.after,
        )
        if not written:
            raise FencedError(f"another process owns table {batch.table} now")
        for row in batch.rows:
            self.run(
                "INSERT INTO log (table_id, seq, body, hash) VALUES (?, ?, ?, ?)",
                batch.table,
                row.seq,
                row.body,
                row.hash,
            )
        if batch.command:
            self.run(
                "INSERT INTO commands (table_id, person, command, seq) VALUES (?, ?, ?, ?)",
                batch.table,
                batch.person,
                batch.command,
                last.seq if last else batch.after,
            )
        for number, secret in batch.secrets:
            self.run(
                "INSERT INTO secrets (table_id, number, secret) VALUES (?, ?, ?)", batch.table, number, secret
            )

    def _write_moves(self, batch: Batch) -> None:
        if not batch.moves:
            return
        seq = batch.rows[-1].seq
        for line, move in enumerate(batch.moves):
            self.run(
                "INSERT INTO moves (table_id, seq, line, source, target, amount) VALUES (?, ?, ?, ?, ?, ?)",
                batch.table,
                seq,
                line,
                move.source,
                move.target,
                move.amount,
            )
        for account, change in sorted(changes(batch.moves).items()):
            self._change_balance(account, change)

    def _change_balance(self, account: str, change: int) -> None:
        try:
            changed = self.run(
                "UPDATE balances SET amount = amount + ? WHERE account = ? RETURNING account", change, account
            )
            if not changed:
                self.run("INSERT INTO balances (account, amount) VALUES (?, ?)", account, change)
        except Exception as error:
            if self.is_check_failure(error):
                raise OverdrawnError(account) from None
            raise

    def rows(self, table: str, after: int = 0, limit: int = 1_000_000_000) -> Iterator[StoredRow]:
        """Yield the rows of a log after a number."""
        while limit > 0:
            page = self.run(
                "SELECT seq, body, hash FROM log WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                table,
                after,
                min(limit, _PAGE),
            )
            yield from (StoredRow(*row) for row in page)
            if len(page) < _PAGE:
                return
            after, limit = page[-1][0], limit - len(page)

    def known_command(self, table: str, person: str, command: str) -> int | None:
        """Return the row that a command led to, or None if it is not known."""
        found = self.run(
            "SELECT seq FROM commands WHERE table_id = ? AND person = ? AND command = ?",
            table,
            person,
            command,
        )
        return found[0][0] if found else None

    def secret(self, table: str, number: int) -> str | None:
        """Return the secret of a throw, in hexadecimal."""
        found = self.run("SELECT secret FROM secrets WHERE table_id = ? AND number = ?", table, number)
        return found[0][0] if found else None

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of older ones."""
        with self.transaction():
            self.run("DELETE FROM snapshots WHERE table_id = ?", table)
            self.run(
                "INSERT INTO snapshots (table_id, seq, body) VALUES (?, ?, ?)",
                table,
                snapshot.seq,
                snapshot.body,
            )

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the latest snapshot of a table."""
        found = self.run("SELECT seq, body FROM snapshots WHERE table_id = ?", table)
        return Snapshot(*found[0]) if found else None

    def balance(self, account: str) -> int:
        """Return the balance of an account, in cents."""
        found = self.run("SELECT amount FROM balances WHERE account = ?", account)
        return found[0][0] if found else 0

    def balances(self) -> dict[str, int]:
        """Return every balance, in cents."""
        return dict(self.run("SELECT account, amount FROM balances ORDER BY account"))

    def moves(self, table: str, after: int = 0) -> Iterator[tuple[int, Move]]:
        """Yield the moves of a table with the number of the last row of their command."""
        line = -1
        while True:
            page = self.run(
                "SELECT seq, line, source, target, amount FROM moves "
                "WHERE table_id = ? AND (seq > ? OR (seq = ? AND line > ?)) ORDER BY seq, line LIMIT ?",
                table,
                after,
                after,
                line,
                _PAGE,
            )
            yield from ((row[0], Move(*row[2:])) for row in page)
            if len(page) < _PAGE:
                return
            after, line = page[-1][:2]

    # People.

    def person(self, name: str) -> Person | None:
        """Return an account of a person."""
        found = self.run(
            "SELECT name, passphrase, roles, limits FROM people WHERE folded = ?", name.casefold()
        )
        return _person(found[0]) if found else None

    def people(self) -> list[Person]:
        """Return all accounts of people."""
        found = self.run("SELECT name, passphrase, roles, limits FROM people ORDER BY folded")
        return [_person(row) for row in found]

    def add_person(self, person: Person) -> bool:
        """Make an account of a person. Return False if somebody has that name."""
        with self.transaction():
            added = self.run(
                "INSERT INTO people (folded, name, passphrase, roles, limits) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (folded) DO NOTHING RETURNING folded",
                person.name.casefold(),
                person.name,
                person.passphrase,
                " ".join(person.roles),
                person.limits,
            )
        return bool(added)

    def save_person(self, person: Person) -> None:
        """Make or change an account of a person."""
        with self.transaction():
            self.run("DELETE FROM people WHERE folded = ?", person.name.casefold())
            self.run(
                "INSERT INTO people (folded, name, passphrase, roles, limits) VALUES (?, ?, ?, ?, ?)",
                person.name.casefold(),
                person.name,
                person.passphrase,
                " ".join(person.roles),
                person.limits,
            )

    def save_session(self, token_hash: str, person: str, expires: int) -> None:
        """Keep a session."""
        with self.transaction():
            self.run(
                "INSERT INTO sessions (token, person, expires) VALUES (?, ?, ?)", token_hash, person, expires
            )

    def session(self, token_hash: str, now: int) -> str | None:
        """Return the person of a session that has not expired."""
        found = self.run("SELECT person FROM sessions WHERE token = ? AND expires > ?", token_hash, now)
        return found[0][0] if found else None

    def end_session(self, token_hash: str) -> None:
        """End a session."""
        with self.transaction():
            self.run("DELETE FROM sessions WHERE token = ?", token_hash)

    def forget_sessions(self, now: int) -> None:
        """Forget the sessions that have expired."""
        with self.transaction():
            self.run("DELETE FROM sessions WHERE expires <= ?", now)

    def end_sessions(self, person: str) -> None:
        """End all sessions of a person."""
        with self.transaction():
            self.run("DELETE FROM sessions WHERE person = ?", person)


def _person(row: tuple[Any, ...]) -> Person:
    name, passphrase, roles, limits = row
    return Person(name, passphrase, tuple(roles.split()), limits)
