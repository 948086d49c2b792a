"""The house: the tables that this process serves, and those that other processes do."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bankcraps.codec import encode
from bankcraps.errors import BankcrapsError
from bankcraps.house.entries import Granted, TableOpened
from bankcraps.house.fairness import DiceSource
from bankcraps.house.ledger import ISSUE, Move, wallet
from bankcraps.house.live_table import opened
from bankcraps.house.log import Row, chained
from bankcraps.house.settings import TableSettings
from bankcraps.server.loading import Loaded, book_of, load, snapshot_of
from bankcraps.server.stores.protocol import Batch, EventStore, Lease, StoredRow, StoreError, TableInfo
from bankcraps.server.table_host import TableHost, now_ms
from bankcraps.server.writer import Writer

__all__ = ["BOOKS", "House", "ServedElsewhereError", "UnknownTableError"]

BOOKS: Final = "house"
"""The id of the log that tells of what belongs to no table: money that the house gave to people."""

_LETTERS: Final = "bcdfghjkmnpqrstvwxyz23456789"
_ID_LENGTH: Final = 8
_LEASE_MS: Final = 6000
_RENEW_S: Final = 2.0


class UnknownTableError(BankcrapsError):
    """There is no table of that id."""


class ServedElsewhereError(BankcrapsError):
    """Another process serves the table, at `address`."""

    def __init__(self, address: str) -> None:
        super().__init__(f"this table is served at {address}")
        self.address = address


class House:
    """Tables in one store.

    Attributes:
        store: the store.
        address: where this process serves.
    """

    def __init__(
        self,
        store: EventStore,
        dice: DiceSource,
        address: str,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Serve the tables of a store."""
        self.store = store
        self.address = address
        self._owner = secrets.token_hex(8)
        self._dice = dice
        self._clock = clock
        self._writer = Writer(store)
        self._hosts: dict[str, TableHost] = {}
        self._taking = asyncio.Lock()
        self._granting = asyncio.Lock()
        self._renewing = asyncio.get_running_loop().create_task(self._renew())

    @property
    def hosts(self) -> list[TableHost]:
        """The tables that this process serves."""
        return list(self._hosts.values())

    async def open_table(self, settings: TableSettings, person: str = "") -> TableHost:
        """Open a table.

        Raises:
            BankcrapsError: if the limits or the smallest chip are not possible.
            StoreError: if it cannot be written.
        """
        book = book_of(settings)
        table = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
        now = self._clock()
        room = opened(table, book, settings, now)
        lease = await asyncio.to_thread(
            self.store.create_table, table, self._owner, self.address, now + _LEASE_MS
        )
        body = Row(table, 1, now, person, "", TableOpened(settings)).body()
        head = chained(lease.head, body)
        row = StoredRow(1, body.decode(), head)
        await self._writer.submit(Batch(table=table, epoch=lease.epoch, after=0, rows=(row,)))
        return await self._serve(Loaded(book, room, {}), Lease(table, self._owner, lease.epoch, 1, head))

    async def _serve(self, loaded: Loaded, lease: Lease) -> TableHost:
        host = TableHost(loaded, lease, self.store, self._writer, self._dice, self._clock)
        self._hosts[lease.table] = host
        await host.start()
        return host

    async def find(self, table: str) -> TableHost:
        """Return a table, and take it over if its owner is gone.

        Raises:
            UnknownTableError: if there is no such table.
            ServedElsewhereError: if another process serves it.
            StoreError: if it cannot be read.
        """
        async with self._taking:
            host = self._hosts.get(table)
            if host is not None and not host.stopped:
                return host
            return await self._take(table)

    async def _take(self, table: str) -> TableHost:
        now = self._clock()
        old = self._hosts.pop(table, None)
        if old is not None:
            await asyncio.to_thread(self.store.release_lease, old.lease)
        lease = await asyncio.to_thread(
            self.store.take_lease, table, self._owner, self.address, now, now + _LEASE_MS
        )
        if lease is not None:
            return await self._serve(await asyncio.to_thread(load, self.store, table), lease)
        found = await asyncio.to_thread(self.store.tables)
        info = next((one for one in found if one.table == table), None)
        if info is None or table == BOOKS:
            raise UnknownTableError(f"there is no table {table[:40]!r}")
        if info.closed:
            raise UnknownTableError(f"table {table} has closed")
        raise ServedElsewhereError(info.address)

    async def close_table(self, table: str) -> None:
        """Close a table for good. Its players are cashed out into their wallets.

        Raises:
            BankcrapsError: if a player has a wager that may not come down, or there is no such table here.
        """
        host = await self.find(table)
        refused = await host.clear()
        if refused is not None:
            raise BankcrapsError(f"table {table} cannot close yet: {refused.message}")
        host.stop(f"table {table} has closed")
        await asyncio.to_thread(self.store.close_table, host.lease)
        self._hosts.pop(table, None)

    async def tables(self) -> list[TableInfo]:
        """Return the tables of the store that are open, wherever they are served."""
        found = await asyncio.to_thread(self.store.tables)
        return [one for one in found if not one.closed and one.table != BOOKS]

    async def grant(self, person: str, amount: int, by: str = "") -> None:
        """Give a person play money, in cents."""
        async with self._granting:
            await self._grant(person, amount, by)

    async def _grant(self, person: str, amount: int, by: str) -> None:
        now = self._clock()
        for _ in range(100):
            lease = await asyncio.to_thread(self._books_lease, now)
            if lease is not None:
                break
            await asyncio.sleep(0.05)
        else:
            raise StoreError("another process keeps the books of the house")
        row = Row(BOOKS, lease.seq + 1, now, by, "", Granted(person, amount))
        body = encode(row)
        stored = StoredRow(row.seq, body.decode(), chained(lease.head, body))
        move = Move(ISSUE, wallet(person), amount)
        try:
            await self._writer.submit(
                Batch(table=BOOKS, epoch=lease.epoch, after=lease.seq, rows=(stored,), moves=(move,))
            )
        finally:
            await asyncio.to_thread(self.store.release_lease, lease)

    def _books_lease(self, now: int) -> Lease | None:
        if not any(one.table == BOOKS for one in self.store.tables()):
            with suppress(StoreError):  # another process may have made it just now
                return self.store.create_table(BOOKS, self._owner, self.address, now + _LEASE_MS)
        return self.store.take_lease(BOOKS, self._owner, self.address, now, now + _LEASE_MS)

    async def wallet(self, person: str) -> int:
        """Return what a person has away from the tables, in cents."""
        return await asyncio.to_thread(self.store.balance, wallet(person))

    async def _renew(self) -> None:
        """Keep the leases. A table whose lease is lost stops."""
        while True:
            await asyncio.sleep(_RENEW_S)
            for table, host in list(self._hosts.items()):
                with suppress(StoreError):
                    until = self._clock() + _LEASE_MS
                    if not await asyncio.to_thread(self.store.renew_lease, host.lease, until):
                        host.stop("another process serves this table now")
                        self._hosts.pop(table, None)

    async def close(self) -> None:
        """Finish what is being written, keep a snapshot of each table, and give the leases up."""
        self._renewing.cancel()
        for host in self.hosts:
            await host.close()
        await self._writer.close()
        for host in self.hosts:
            with suppress(StoreError):
                await asyncio.to_thread(self.store.save_snapshot, host.durable.id, snapshot_of(host.durable))
                await asyncio.to_thread(self.store.release_lease, host.lease)
