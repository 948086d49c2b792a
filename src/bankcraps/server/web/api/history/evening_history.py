"""The evenings of people, and of tables, read from the logs."""

import asyncio
import time
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.live.people.evenings import EveningLog
from bankcraps.live.people.profile import ProfileEvening, profile_evenings
from bankcraps.live.people.settle_up import SettleUp, settle_up
from bankcraps.server.hosting.table_loading import book_of
from bankcraps.server.stores.errors import StoreError
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.history.log_cache import Readings, StillReadingError
from bankcraps.server.web.api.houses.edges import exact_edge
from bankcraps.server.web.quotas.rates import ApiThreads

__all__ = ["EveningHistory", "Profile"]

_TABLES: Final = 512
"""The most tables whose evenings are remembered."""

_READ_S: Final = 2.0
"""Seconds of reading after which an answer says what it has, and how many tables are still to be read."""


class Profile(msgspec.Struct, frozen=True):
    """A person's evenings.

    Attributes:
        player: the person.
        evenings: their evenings, in the order in which they began.
        unread: the tables whose logs the house has not read to the end yet. Ask again for their evenings.
        unreadable: the tables whose logs this program cannot read, with why.
    """

    player: str
    evenings: list[ProfileEvening]
    unread: int
    unreadable: dict[str, str]


class EveningHistory:
    """The evenings of a house's people and tables."""

    def __init__(self, store: Store, threads: ApiThreads) -> None:
        """Read the logs of a store, in threads for that."""
        self._store = store
        self._readings = Readings(store, threads, lambda _: EveningLog(book_of), _TABLES)

    async def profile(self, player: str) -> Profile:
        """Return a person's evenings, as far as their tables are read."""
        tables = await asyncio.to_thread(self._store.money.tables_of, player)
        found: list[ProfileEvening] = []
        unreadable: dict[str, str] = {}
        unread, until = 0, time.monotonic() + _READ_S
        for table in tables:
            if time.monotonic() > until:
                unread += 1
                continue
            try:
                found += await self._evenings(table, player)
            except StillReadingError:
                unread += 1
            except StoreError:
                raise
            except BankcrapsError as error:
                unreadable[table] = str(error)
        found.sort(key=lambda one: one.evening.began)
        return Profile(player, found, unread, unreadable)

    async def _evenings(self, table: str, player: str) -> list[ProfileEvening]:
        return await self._readings.told(table, lambda log: profile_evenings(log, player, exact_edge))

    async def whole_profile(self, player: str) -> Profile:
        """Return all of a person's evenings.

        Raises:
            StillReadingError: if the logs of their tables are not read yet.
        """
        profile = await self.profile(player)
        if profile.unread:
            raise StillReadingError(f"{profile.unread} of {player}'s", 0)
        return profile

    async def settle_up(self, table: str) -> SettleUp:
        """Return what the evening of those who sit at a table, or sat there last, came to.

        Raises:
            StillReadingError: if its log has not been read to the end yet.
        """
        return await self._readings.told(table, settle_up)
