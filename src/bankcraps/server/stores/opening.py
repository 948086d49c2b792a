"""Opening a store by its address."""

from pathlib import Path
from typing import Final

from bankcraps.server.stores.errors import StoreError
from bankcraps.server.stores.protocol import EventStore
from bankcraps.support.files import is_file

__all__ = ["open_existing", "open_store", "require_key"]

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


def require_key(store: EventStore) -> None:
    """Make the key of a house if it has none, and refuse to go on without the key that its tables need.

    Raises:
        StoreError: if the throws of some tables were sealed with a key that is not here.
    """
    needed, key = store.keys_needed(), store.dice_key()
    strange = {table: name for table, name in needed.items() if key is None or name != key.id}
    if not strange:
        store.dice_key(make=True)
        return
    here = "there is no such file" if key is None else f"it holds the key {key.id}"
    raise StoreError(
        f"the next throws of the tables {', '.join(sorted(strange))} were sealed with the dice key "
        f"{', '.join(sorted(set(strange.values())))}, which is not in {store.key_file}: {here}. "
        "Bring it back, or name its file with --dice-key; all processes of a house use the same key. "
        "If it is lost, these tables must end, and all wagers go back: bankcraps admin close TABLE --lost"
    )
