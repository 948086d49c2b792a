"""Opening a store by its address."""

from pathlib import Path
from typing import Final

from bankcraps.files import is_file
from bankcraps.server.stores.protocol import EventStore, StoreError

__all__ = ["open_existing", "open_store"]

_IN_MEMORY: Final = ":memory:"
"""SQLite's name for a database in memory. Each of a house's connections would get an empty one of its own."""


def open_store(address: str, *, only_read: bool = False, key_file: Path | None = None) -> EventStore:
    """Open a store: PostgreSQL for a `postgresql://` URL, or else the SQLite file of that path.

    Args:
        address: the URL or the path.
        only_read: whether to leave the database as it is. Then it must exist.
        key_file: where the key of the dice lies; None for the usual place.

    Raises:
        StoreError: if it cannot be opened.
    """
    if address.startswith(("postgresql://", "postgres://")):
        from bankcraps.server.stores.postgres import PostgresStore  # noqa: PLC0415 - a house on SQLite needs none

        return PostgresStore(address, only_read=only_read, key_file=key_file)
    if address == _IN_MEMORY:
        raise StoreError(
            f"{_IN_MEMORY} would be a database without a file, and a house keeps its books in a file: "
            "name one, such as /tmp/house.db, and delete it afterwards"
        )
    from bankcraps.server.stores.sqlite import SqliteStore  # noqa: PLC0415 - as above

    return SqliteStore(Path(address), only_read=only_read, key_file=key_file)


def open_existing(address: str, *, only_read: bool = False, key_file: Path | None = None) -> EventStore:
    """Open a store that is there already: looking at a house must not make an empty one.

    Args:
        address: the URL or the path.
        only_read: whether to leave the database as it is.
        key_file: where the key of the dice lies; None for the usual place.

    Raises:
        StoreError: if there is none, or it cannot be opened.
    """
    if not address.startswith(("postgresql://", "postgres://")) and not is_file(address):
        raise StoreError(f"there is no database {address}: `bankcraps serve` makes it")
    return open_store(address, only_read=only_read, key_file=key_file)
