"""The store of a house: its database in parts, each a subject, in SQLite or in PostgreSQL."""

import time
from pathlib import Path
from typing import Final

from bankcraps.server.stores.database import Database, StoreError
from bankcraps.server.stores.dice_key import POSTGRES, Secrets, default_key_file
from bankcraps.server.stores.exams import Exams
from bankcraps.server.stores.logs import Logs, Money, Tables
from bankcraps.server.stores.people import People
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.support.files import is_file

_IN_MEMORY: Final = ":memory:"
"""SQLite's name for a database in memory. Each of a house's connections would get an empty one of its own."""


_STARTED_MS: Final = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000


def now_ms() -> int:
    """Return the time, in milliseconds since 1970. It goes on evenly when the machine's clock is set."""
    return _STARTED_MS + time.monotonic_ns() // 1_000_000


class Store:
    """The store of a house. Every method of its parts raises `StoreError` if the database fails.

    Attributes:
        database: the connection, its transactions, and the clock of leases.
        clock: returns the time of what is written, in milliseconds since 1970.
        tables: the tables, their leases, and the processes that serve them.
        logs: the rows, commands, moves and snapshots of each table.
        money: the balance of every account.
        secrets: the secrets of the sealed dice, and the key outside the database.
        people: accounts, sessions, and shared evenings.
        exams: exams, sittings, answers and classes.
    """

    def __init__(self, database: Database, key_file: Path) -> None:
        """Keep a house in a database.

        Args:
            database: the database, which the store closes.
            key_file: where the key of the dice lies. It is read, or made, when it is first needed.
        """
        self.database = database
        self.clock = now_ms
        self.tables: Tables = Tables(database)
        self.money: Money = Money(database)
        self.logs: Logs = Logs(database, self.money)
        self.secrets: Secrets = Secrets(database, key_file)
        self.people: People = People(database)
        self.exams: Exams = Exams(database)

    def close(self) -> None:
        """Close the database."""
        self.database.close()


def open_store(address: str, *, only_read: bool = False, key_file: Path | None = None) -> Store:
    """Open a store: PostgreSQL for a `postgresql://` URL, or else the SQLite file of that path.

    Args:
        address: the URL or the path.
        only_read: whether to leave the database as it is. Then it must exist.
        key_file: where the key of the dice lies; None for the usual place.

    Raises:
        StoreError: if it cannot be opened.
    """
    key_file = key_file or default_key_file(address)
    if address.startswith(POSTGRES):
        from bankcraps.server.stores.postgres import PostgresDatabase  # noqa: PLC0415 - a house on SQLite needs none

        return Store(PostgresDatabase(address, only_read=only_read), key_file)
    if address == _IN_MEMORY:
        raise StoreError(
            f"{_IN_MEMORY} would be a database without a file, and a house keeps its books in a file: "
            "name one, such as /tmp/house.db, and delete it afterwards"
        )
    return Store(SqliteDatabase(Path(address), only_read=only_read), key_file)


def open_existing(address: str, *, only_read: bool = False, key_file: Path | None = None) -> Store:
    """Open a store that is there already: looking at a house must not make an empty one.

    Args:
        address: the URL or the path.
        only_read: whether to leave the database as it is.
        key_file: where the key of the dice lies; None for the usual place.

    Raises:
        StoreError: if there is none, or it cannot be opened.
    """
    if not address.startswith(POSTGRES) and not is_file(address):
        raise StoreError(f"there is no database {address}: `bankcraps serve` makes it")
    return open_store(address, only_read=only_read, key_file=key_file)
