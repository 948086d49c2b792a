"""Opening a store by its address."""

from pathlib import Path

from bankcraps.server.stores.protocol import EventStore

__all__ = ["open_store"]


def open_store(address: str, *, only_read: bool = False) -> EventStore:
    """Open a store: PostgreSQL for a `postgresql://` URL, or else the SQLite file of that path.

    Args:
        address: the URL or the path.
        only_read: whether to leave the database as it is. Then it must exist.

    Raises:
        StoreError: if it cannot be opened.
    """
    if address.startswith(("postgresql://", "postgres://")):
        from bankcraps.server.stores.postgres import PostgresStore  # noqa: PLC0415 - a house on SQLite needs none

        return PostgresStore(address, only_read=only_read)
    from bankcraps.server.stores.sqlite import SqliteStore  # noqa: PLC0415 - as above

    return SqliteStore(Path(address), only_read=only_read)
