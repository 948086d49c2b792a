"""The interface of a store of logs and books, whatever the database.

A store keeps, for every table, the rows of its log, and for every account its balance. `commit` writes the
rows of a command and the balances that it changes in one transaction, or nothing. A table has one owner at a
time: a process that holds its lease. Each new owner gets a higher epoch, and a commit of an older epoch is
refused, so an owner that was thought dead and wakes up can write nothing.

Times are in milliseconds since 1970, on the clock of `EventStore.now`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.live.log.rows import StoredRow
from bankcraps.live.proof.ledger import Move
from bankcraps.server.stores.exam_protocol import KeepsExams
from bankcraps.server.stores.person import Person

if TYPE_CHECKING:
    from bankcraps.server.stores.dice_key import DiceKey

T = TypeVar("T")

__all__ = [
    "Batch",
    "EventStore",
    "Lease",
    "Person",
    "Snapshot",
    "TableInfo",
]


class Lease(msgspec.Struct, frozen=True):
    """The right to write a table's log.

    Attributes:
        table: the table's id.
        owner: the process that holds it.
        epoch: the number of times that the table has changed hands. A commit must name it.
        seq, head: the last row of the log when the lease was taken, and its hash.
    """

    table: str
    owner: str
    epoch: int
    seq: int
    head: str


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

    @property
    def limited(self) -> str:
        """The person whose limit `keep` is."""
        return self.bettor or self.person


class TableInfo(msgspec.Struct, frozen=True):
    """A table as the store knows it.

    Attributes:
        table: its id.
        seq, head: the last row of its log, and the hash of that row.
        owner, address: the process that owns it and where that serves; empty if the lease has run out.
        epoch: the number of times that it has changed hands.
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


class EventStore(KeepsExams, Protocol):
    """A store. Every method raises `StoreError` if the database fails.

    Attributes:
        key_file: where the key of the dice lies. It is no part of the database.
    """

    key_file: Path

    def now(self) -> int:
        """Return the time by which leases run out. All processes on one database share this clock."""
        ...

    def create_table(
        self, table: str, owner: str, address: str, until: int, rows: Sequence[StoredRow] = ()
    ) -> Lease:
        """Make a log with its first rows, and take its lease until a time, in one transaction."""
        ...

    def take_lease(self, table: str, owner: str, address: str, now: int, until: int) -> Lease | None:
        """Take the lease of a table, with a new epoch, or return None if another process holds it.

        A lease can be taken if nobody holds it, if it has run out, or if it is ours: then what we may still
        be writing under the old epoch is refused. A lease that seems to last more than twice as long as this
        one was given by a clock that has been set back since, and can be taken as well.
        """
        ...

    def renew_leases(self, owner: str, until: int, address: str = "") -> dict[str, int]:
        """Keep all leases of a process for longer. Return the epochs of its tables by their ids.

        With an address, the process says that it serves there until then.
        """
        ...

    def servers(self, now: int) -> dict[str, str]:
        """Return the addresses of the processes that serve this house, by their owners."""
        ...

    def withdraw(self, owner: str) -> None:
        """Say that a process serves no longer."""
        ...

    def release_lease(self, lease: Lease) -> None:
        """Give a lease up, if it is still ours."""
        ...

    def commit(self, batches: Sequence[Batch]) -> list[BankcrapsError | None]:
        """Write batches in one transaction. It is on disk when this returns.

        `sql_store.py` has the statements of both databases, and `database.py` the transactions.

        Returns:
            For each batch, None or why it was not written: fenced, overdrawn, not storable, or a command that
            is known. Batches that follow one that was not written are fenced. Others are not concerned: a
            table decides again what followed a refusal, and those batches may be in the same group.

        Raises:
            StoreError: if the database failed. If it failed at the very end, the batches may be on disk.
        """
        ...

    def append(self, table: str, make: Callable[[Lease], Batch]) -> None:
        """Write to a log that no process owns, and make it first if need be.

        Nobody else writes to the log meanwhile: `make` receives its last row.

        Raises:
            BankcrapsError: if it was not written, as in `commit`.
        """
        ...

    def together(self, write: Callable[[], T]) -> T:
        """Write in one transaction: all of it, or nothing if a part fails. `write` may be called again."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Read everything as it is now, whatever other processes write meanwhile."""
        ...

    def rows(self, table: str, after: int = 0, limit: int = 1_000_000_000) -> Iterator[StoredRow]:
        """Yield the rows of a log after a number."""
        ...

    def known_command(self, table: str, person: str, command: str) -> int | None:
        """Return the row that a command led to, or None if it is not known."""
        ...

    def count_commands(self, table: str) -> int:
        """Return how many commands of a table are known."""
        ...

    def commands(self, table: str) -> Iterator[tuple[int, str, str]]:
        """Yield the known commands of a table in the order of the rows to which they led.

        Each is that row, the person, and the client's id. It must be called inside `reading`.
        """
        ...

    def early(self) -> list[tuple[str, str]]:
        """Return what is kept of rows before the first, which nothing reads: what it is, and the table."""
        ...

    def strays(self) -> list[tuple[str, str]]:
        """Return what is kept of tables that are not there: what it is, and the id of the table."""
        ...

    def secrets_of(self, table: str) -> frozenset[int]:
        """Return the numbers of the throws of which something is kept."""
        ...

    def secret(self, table: str, number: int) -> str | None:
        """Return what is kept of the secret of a throw: a salt or, in older databases, the secret itself."""
        ...

    def dice_key(self, *, make: bool = False) -> "DiceKey | None":
        """Return the key of the dice, which lies outside the database; None if there is none.

        Args:
            make: whether to make one if there is none.

        Raises:
            StoreError: if it cannot be read or made.
        """
        ...

    def keys_needed(self) -> dict[str, str]:
        """Return the ids of the keys that the open tables need for their latest throws, by their tables."""
        ...

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of older ones."""
        ...

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the latest snapshot of a table."""
        ...

    def tables(self) -> list[TableInfo]:
        """Return all tables, sorted by id."""
        ...

    def open_tables(self, longest: int = ...) -> list[TableInfo]:
        """Return the tables that are open and whose ids are no longer than this, sorted by id."""
        ...

    def table(self, table: str) -> TableInfo | None:
        """Return a table, or None if there is none of that id."""
        ...

    def close_table(self, lease: Lease) -> None:
        """Mark a table as closed for good. Nothing is written to its log any more.

        Raises:
            FencedError: if the lease is ours no longer, or the table was closed before.
        """
        ...

    def balance(self, account: str) -> int:
        """Return the balance of an account, in cents."""
        ...

    def balances(self) -> dict[str, int]:
        """Return every balance, in cents."""
        ...

    def balances_of(self, person: str) -> dict[str, int]:
        """Return the balances of a person, in cents: the wallet, and what is at each open table."""
        ...

    def tables_of(self, person: str) -> list[str]:
        """Return the ids of the tables where a person ever had chips, open or closed, sorted."""
        ...

    def moves(self, table: str, after: int = 0) -> Iterator[tuple[int, Move]]:
        """Yield the moves of a table with the number of the last row of their command."""
        ...

    def person(self, name: str) -> Person | None:
        """Return an account of a person. Names that differ only in case are one name."""
        ...

    def add_person(self, person: Person) -> bool:
        """Make an account of a person. Return False if somebody has that name, or one that looks like it."""
        ...

    def looks_like(self, name: str) -> str | None:
        """Return the name of somebody else that looks like a name, or None."""
        ...

    def change_person(self, name: str, change: Callable[[Person], Person]) -> Person | None:
        """Change an account as it is now, and return it, or None if nobody has that name.

        Nobody else changes the account meanwhile. `change` must not write, and the name stays.
        """
        ...

    def people(self) -> list[Person]:
        """Return all accounts of people, sorted by name."""
        ...

    def share_profile(self, name: str, key: str) -> str:
        """Share a person's evenings under a key. Return it, or the key that they have already."""
        ...

    def shared_key(self, name: str) -> str:
        """Return the key under which a person shares their evenings; empty if they do not."""
        ...

    def sharer(self, key: str) -> str | None:
        """Return the name of the person who shares their evenings under a key, or None."""
        ...

    def unshare_profile(self, name: str) -> None:
        """Take back what a person shares. The key leads nowhere any more."""
        ...

    def save_session(self, token_hash: str, person: str, expires: int) -> None:
        """Keep a session. Only the hash of its token is stored."""
        ...

    def session(self, token_hash: str, now: int) -> str | None:
        """Return the person of a session that has not expired."""
        ...

    def end_session(self, token_hash: str) -> None:
        """End a session."""
        ...

    def forget_sessions(self, now: int) -> None:
        """Forget the sessions that have expired."""
        ...

    def end_sessions(self, person: str) -> None:
        """End all sessions of a person."""
        ...

    def close(self) -> None:
        """Close the database."""
        ...
