"""The house: the tables of this process, and those of other processes."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from weakref import WeakValueDictionary

from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.live.log.entries import Row, StoredRow, TableOpened, first_hash
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.proof.ledger import bank, is_rail, wallet
from bankcraps.live.table.commands import Cleared
from bankcraps.live.table.live_table import LiveTable, opened
from bankcraps.server.hosting.pending import Writer
from bankcraps.server.hosting.table_host import CLOSING, TableHost
from bankcraps.server.hosting.table_loading import Loaded, book_of, load
from bankcraps.server.people.money import HOUSE_LOG, grant, return_chips
from bankcraps.server.stores.database import StoreError, UnknownError
from bankcraps.server.stores.logs import ANY_LENGTH, TableInfo
from bankcraps.server.stores.store import Store
from bankcraps.server.tasks import Retries, Tasks, tell_all

_LETTERS: Final = "bcdfghjkmnpqrstvwxyz23456789"
_ID_LENGTH: Final = 8
_SECRET_LENGTH: Final = 20
"""The length of an unlisted table's id, too long to guess."""
_LEASE_MS: Final = 5000
_KEEP_S: Final = 1.0
"""Seconds between renewals of the leases, and between tries to take over stopped tables."""

_LONGEST_WAIT_S: Final = 60.0

_MISTAKE: Final = "the table cannot be opened because of an error in the program"

_log: Final = logging.getLogger(__name__)


def is_listed(table: str) -> bool:
    """Whether the lobby shows a table. The id says it, so that other processes know it too."""
    return len(table) < _SECRET_LENGTH


class UnknownTableError(UnknownError):
    """There is no table of that id."""


class ServedElsewhereError(BankcrapsError):
    """Another process serves the table, at `address`."""

    def __init__(self, address: str) -> None:
        super().__init__(f"this table is served at {address}")
        self.address = address


class House:
    """Tables in one store.

    A table without an owner is taken over by any process of the house within seconds: after a restart, when
    its owner died, or when it stopped because the database failed.

    Attributes:
        store: the store.
        address: where this process serves.
        others: where other processes serve the same house.
        writer: the thread that writes for all tables.
    """

    def __init__(self, store: Store, address: str, *, plays: bool = True) -> None:
        """Serve the tables of a store.

        Args:
            store: the store.
            address: where this process serves.
            plays: whether tables play. If not, no table is taken over unless it is asked for, and the clock
                of one that is stands still: only what is asked of it happens there.
        """
        self.store = store
        self.address = address
        self.others: tuple[str, ...] = ()
        self._on_others: list[Callable[[tuple[str, ...]], None]] = []
        self._owner = secrets.token_hex(8)
        self.writer: Writer = Writer(store.logs)
        self._hosts: dict[str, TableHost] = {}
        # Locks live only while they are held or awaited, because requests may name missing tables.
        self._taking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._retries = Retries(_KEEP_S, _LONGEST_WAIT_S)
        self._failing: dict[str, str] = {}
        self._tasks = Tasks()
        self._renewed = time.monotonic()
        self._renewing: asyncio.Future[tuple[dict[str, int], tuple[str, ...]]] | None = None
        self._closing = False
        self._plays = plays
        self._keeping = asyncio.get_running_loop().create_task(self._keep()) if plays else None

    @property
    def hosts(self) -> list[TableHost]:
        """The tables that this process serves."""
        return list(self._hosts.values())

    @property
    def stopped(self) -> dict[str, str]:
        """The tables that should play here and do not, each with the reason."""
        failing = {table: why for table, why in self._failing.items() if not self._playing(table)}
        return failing | {table: host.stopped for table, host in self._hosts.items() if host.stopped}

    def on_others(self, listener: Callable[[tuple[str, ...]], None]) -> None:
        """Call a listener whenever the set of other processes of this house changes."""
        self._on_others.append(listener)

    async def open_table(self, settings: TableSettings, person: str = "") -> TableHost:
        """Open a table.

        Raises:
            BankcrapsError: if the limits or the smallest chip are not possible.
            StoreError: if it cannot be written.
        """
        if self._closing:
            raise StoreError(CLOSING)
        book = book_of(settings)
        length = _ID_LENGTH if settings.listed else _SECRET_LENGTH
        table = "".join(secrets.choice(_LETTERS) for _ in range(length))
        now = self.store.clock()
        room = opened(table, book, settings, now, person)
        row = Row(table, 1, now, person, "", TableOpened(settings)).stored(first_hash(table))
        async with self._lock(table):
            lease = await asyncio.to_thread(self._create, table, row)
            return await self._serve(Loaded(book, room, row.hash, {}, now), lease)

    def _create(self, table: str, row: StoredRow) -> TableInfo:
        return self.store.tables.create(
            table, self._owner, self.address, self.store.database.now() + _LEASE_MS, (row,)
        )

    async def _serve(self, loaded: Loaded, lease: TableInfo) -> TableHost:
        host = TableHost(loaded, lease, self.store, self.writer, plays=self._plays)
        await host.start()
        if self._closing:  # the tables were given up meanwhile, without this one
            await self._give_up(host)
            raise StoreError(CLOSING)
        self._hosts[lease.table] = host
        host.on_stop(lambda why: self._stopped(host, why))
        return host

    def _stopped(self, host: TableHost, why: str) -> None:
        """Remember why a table stopped by itself, and give up its lease: its keeper may end it meanwhile."""
        table = host.table.id
        if self._closing or self._hosts.get(table) is not host:
            return
        self._failing[table] = why
        self._tasks.run(
            f"the lease of table {table}", asyncio.to_thread(self.store.tables.release_lease, host.lease)
        )

    async def find(self, table: str) -> TableHost:
        """Return a table, and take it over if nobody serves it.

        Raises:
            UnknownTableError: if there is no such table.
            ServedElsewhereError: if another process serves it.
            StoreError: if the database fails.
            BankcrapsError: if its log is damaged, or was written under another version of its book.
        """
        if host := self._playing(table):
            return host
        async with self._lock(table):
            return self._playing(table) or await self._take(table)

    def _playing(self, table: str) -> TableHost | None:
        """Return a table that plays here, or None."""
        host = self._hosts.get(table)
        return None if host is None or host.stopped else host

    def _lock(self, table: str) -> asyncio.Lock:
        return self._taking.setdefault(table, asyncio.Lock())

    async def _take(self, table: str) -> TableHost:
        """Take a table over. From then on, late writes of the old table are refused."""
        if self._closing:
            raise StoreError(CLOSING)
        if table == HOUSE_LOG:
            raise UnknownTableError(f"there is no table {table[:40]!r}")
        taking = asyncio.ensure_future(asyncio.to_thread(self._take_lease, table))
        try:
            lease = await asyncio.shield(taking)
        except asyncio.CancelledError:  # the thread takes it even so, and the table would have no process
            if (lease := await taking) is not None:
                await asyncio.to_thread(self.store.tables.release_lease, lease)
            raise
        if lease is None:
            address = await self._address_of(table)
            self._forget(table, f"another process serves this table now, at {address}", address)
            raise ServedElsewhereError(address)
        try:
            return await self._serve(await asyncio.to_thread(self._load, lease), lease)
        except BaseException as error:
            if isinstance(error, Exception):
                self._failing[table] = str(error) if isinstance(error, BankcrapsError) else _MISTAKE
            with suppress(StoreError):
                await asyncio.to_thread(self.store.tables.release_lease, lease)
            raise

    def _take_lease(self, table: str) -> TableInfo | None:
        now = self.store.database.now()
        return self.store.tables.take_lease(table, self._owner, self.address, now, now + _LEASE_MS)

    def _load(self, lease: TableInfo) -> Loaded:
        loaded = load(self.store.logs, lease.table)
        if (loaded.table.seq, loaded.head) != (lease.seq, lease.head):
            raise RecordError(
                f"the log of table {lease.table} does not end as it should: see bankcraps audit"
            )
        return loaded

    async def _address_of(self, table: str) -> str:
        info = await asyncio.to_thread(self.store.tables.get, table)
        if info is None:
            raise UnknownTableError(f"there is no table {table[:40]!r}")
        if info.closed:
            raise UnknownTableError(f"table {table} has closed")
        if not info.address:  # it was given up in this moment
            raise StoreError("this table is being moved: try again in a moment")
        return info.address

    def _forget(self, table: str, why: str, address: str) -> None:
        host = self._hosts.pop(table, None)
        if host is not None:
            host.stop(why, address)

    async def close_table(
        self, table: str, *, abandoned: bool = False, lost: bool = False, by: str = ""
    ) -> None:
        """Close a table for good. Its players are cashed out.

        Args:
            table: its id.
            abandoned: whether nobody will come back to throw, so that wagers are returned.
            lost: whether to return them because the secret of the next throw is lost.
            by: the person who asks for it.

        Raises:
            BankcrapsError: if a player has a wager that may not come down, if the notice is missing that the
                book wants while people play, or if there is no such table here.
            StoreError: if the database fails, or another process serves the table now. It has not closed.
        """
        host = await self.find(table)
        abandoned = abandoned or await asyncio.to_thread(self._waits_for_ever, host.durable)
        async with self._lock(table):  # no process may take it over meanwhile
            refused = await host.clear(Cleared(abandoned, lost, by, unattended=not self._plays))
            if refused is not None:
                bots = [bot.name for bot in host.durable.bots if not bot.leaves]
                dismiss = "; ".join(f"bankcraps admin dismiss {table} {name}" for name in bots)
                raise BankcrapsError(
                    f"table {table} cannot close yet: {refused.message}. Close it again when that is done"
                    + (f". Bots bet on until you send them away: {dismiss}" if bots else "")
                )
            self._forget(table, f"table {table} has closed", "")  # at once: nobody may sit down any more
            await asyncio.to_thread(self.store.tables.close, host.lease)

    def _waits_for_ever(self, table: LiveTable) -> bool:
        """Whether real dice wait for a host whose account was deleted. Nobody else hands out their chairs."""
        host = self.store.people.get(table.opener) if table.settings.hosted else None
        return table.settings.dice == "entered" and host is not None and host.deleted

    async def end_table(self, table: str) -> None:
        """End a table that cannot go on, for its keeper. All chips and wagers go back to their players.

        If the throw whose seeds are locked can be played, it is thrown, and the table goes on. If the log
        cannot be played, the books say whose the chips are.

        Raises:
            BankcrapsError: if such a throw has been thrown, or there is no such table here.
            StoreError: if the database fails, or another process serves the table now.
        """
        try:
            host = await self.find(table)
        except (StoreError, ServedElsewhereError, UnknownTableError):
            raise
        except BankcrapsError as error:
            await asyncio.to_thread(self._end_by_books, table, str(error))
            return
        await host.written()
        lost = bool(host.secret_lost)
        if host.table.fairness.locked and not lost:
            if await host.shows_throw():
                sealed = f"the throw whose seeds were locked at table {table}"
                raise BankcrapsError(f"{sealed} was not lost, and is thrown now")
            lost = True  # it cannot be shown, or not be written
        await self.close_table(table, abandoned=not lost, lost=lost)

    def _end_by_books(self, table: str, why: str) -> None:
        """Close a table whose log cannot be played, and pay its chips by the balances."""
        lease = self._take_lease(table)
        if lease is None:
            raise StoreError(f"another process tries to serve table {table}: try again in a moment")
        return_chips(self.store, table, why)
        self.store.tables.close(lease)

    async def listed(self) -> list[TableInfo]:
        """Return the tables that the lobby shows (see `is_listed`)."""
        return await self.tables(_SECRET_LENGTH - 1)

    async def tables(self, longest: int = ANY_LENGTH) -> list[TableInfo]:
        """Return the open tables, wherever they are served, whose ids are no longer than this."""
        found = await asyncio.to_thread(self.store.tables.open, longest)
        return [one for one in found if one.table != HOUSE_LOG]

    async def grant(self, person: str, amount: int, by: str = "", command: str = "") -> None:
        """Give a person play money, in cents. With the id of a command, the same one gives it only once."""
        await asyncio.to_thread(grant, self.store, person, amount, by, command)

    async def wallet(self, person: str) -> int:
        """Return what a person has away from the tables, in cents."""
        return await asyncio.to_thread(self.store.money.balance, wallet(person))

    async def won(self, table: str) -> int:
        """Return what the house has won at a table, in cents; below zero if it has lost."""
        return await asyncio.to_thread(self.store.money.balance, bank(table))

    # Keeping the leases, and going on after a failure.

    async def _keep(self) -> None:
        while True:
            try:
                await self._renew()
                await self._take_over()
            except StoreError as error:
                if time.monotonic() - self._renewed > _LEASE_MS / 1000:  # others may serve the tables now
                    for host in self.hosts:
                        host.stop(str(error))
            except Exception:  # noqa: BLE001 - tables are looked after for as long as the house is open
                _log.exception("the tables could not be looked after")
            await asyncio.sleep(_KEEP_S)

    async def _renew(self) -> None:
        """Renew the leases. A table with a lost lease stops, and its clients move to the new owner."""
        hosts, began = dict(self._hosts), time.monotonic()
        self._renewing = asyncio.ensure_future(asyncio.to_thread(self._renew_leases))
        epochs, others = await asyncio.shield(self._renewing)
        self._renewed = began
        if others != self.others:
            self.others = others
            tell_all(self._on_others, others, "the other processes of the house")
        for table, host in hosts.items():
            lost = epochs.get(table) != host.lease.epoch and self._hosts.get(table) is host
            if lost and host.stopped:
                self._forget(table, host.stopped, "")  # it continues elsewhere, and is not listed here
            elif lost:
                address = ""
                with suppress(BankcrapsError):
                    address = await self._address_of(table)
                where = f", at {address}" if address else ""
                self._forget(table, f"another process serves this table now{where}", address)

    def _renew_leases(self) -> tuple[dict[str, int], tuple[str, ...]]:
        now = self.store.database.now()
        epochs = self.store.tables.renew_leases(self._owner, now + _LEASE_MS, self.address)
        servers = self.store.tables.servers(now)
        return epochs, tuple(address for owner, address in servers.items() if owner != self._owner)

    async def look_around(self) -> tuple[str, ...]:
        """Say that this process serves the house, and return where others do."""
        await self._renew()
        return self.others

    async def _take_over(self) -> None:
        """Take over the tables without a process.

        Raises:
            StoreError: if the database fails. One that fails at a single table does not keep the others.
        """
        now = await asyncio.to_thread(self.store.database.now)
        tables = await self.tables()
        there = {info.table for info in tables}
        self._retries.keep(there)
        self._failing = {table: why for table, why in self._failing.items() if table in there}
        for info in tables:
            if self._playing(info.table) or (info.owner not in ("", self._owner) and info.expires > now):
                self._failing.pop(info.table, None)
                continue
            if not self._retries.try_now(info.table, time.monotonic()):
                continue  # tables that stop again at once, or cannot be read, are tried ever less often
            known = self._failing.get(info.table)
            try:
                await self.find(info.table)
            except (ServedElsewhereError, UnknownTableError):
                pass
            except StoreError as error:
                self._retries.at_once(info.table)
                if known != str(error):
                    _log.error("table %s cannot be taken over: %s", info.table, error)
                await self._renew()  # the database may be slow; if it is gone, all tables wait for it
            except BankcrapsError as error:
                _log.error("table %s cannot be opened: %s", info.table, error)
            except Exception:  # noqa: BLE001 - a mistake of the program at one table must not keep the others
                _log.exception("table %s cannot be opened", info.table)

    async def hand_over(self) -> None:
        """Finish what is being written, and give the tables up. Clients are sent to another process at once.

        A snapshot of each table is kept, so that the next process opens it quickly.
        """
        self._closing = True
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
            if self._renewing is not None:  # its thread continues, and must not renew our entry after this
                await asyncio.gather(self._renewing, return_exceptions=True)
            with suppress(StoreError):
                self.others = await asyncio.to_thread(self._withdraw)
        hosts = self.hosts
        given_up = await asyncio.gather(*map(self._give_up, hosts), return_exceptions=True)
        for host, error in zip(hosts, given_up, strict=True):
            if error is not None:
                _log.error("table %s could not be handed over", host.table.id, exc_info=error)

    def _withdraw(self) -> tuple[str, ...]:
        """Withdraw this process. Return the addresses of the others, those overdue to report last."""
        self.store.tables.withdraw(self._owner)
        served = (
            self.store.tables.servers(self.store.database.now()) | self.store.tables.servers(0)
        ).values()
        return tuple(address for address in served if address != self.address)

    async def _give_up(self, host: TableHost) -> None:
        """Release a table's lease, then redirect its clients."""
        await host.finish()
        if not host.stopped:
            await host.save()
        with suppress(StoreError):
            await asyncio.to_thread(self.store.tables.release_lease, host.lease)
        host.stop(CLOSING, self.others[0] if self.others else "")

    async def close(self) -> None:
        """Give the tables up, and stop."""
        await self.hand_over()
        await self.writer.close()


# The tables of a house where dealers still have wagers of a person to deal, in whatever process they are.


def undealt_tables(house: House, person: str) -> list[LiveTable]:
    """Return the tables, as they are on disk, where a wager of a person is not dealt yet.

    A table of another process is read from its log. This blocks: call it in a thread.

    Raises:
        BankcrapsError: if a log cannot be read.
        StoreError: if the database fails.
    """
    here = {host.durable.id: host.durable for host in house.hosts if not host.stopped}
    at = [account.split("/")[1] for account in house.store.money.balances_of(person) if is_rail(account)]
    elsewhere = ((one, house.store.logs.settings(one)) for one in at if one not in here)
    dealt = (load(house.store.logs, one).table for one, how in elsewhere if how and how.dealt)
    tables = (*here.values(), *dealt)
    return [table for table in tables if table.work.of(person)]
