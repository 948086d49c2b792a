"""Closes tables that have long been unused, but for the house's own tables in the lobby.

Whoever opens a first hand, or a table for friends, may leave it open. Players are cashed out as when a
supervisor closes the table. A wager that still waits for a throw then, which nobody has made for so long,
comes back: the round is declared invalid in the log, so the books say where the money went.
"""

import asyncio
import logging
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.live.people.places import is_unused, people_at
from bankcraps.server.bots.bots import Bots
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House
from bankcraps.server.stores.store import now_ms
from bankcraps.server.web.edge.rates import QuotaLimits
from bankcraps.server.web.sockets.broadcast import Broadcast

_LONGEST_LOOK_MS: Final = 60_000
_LOOKS: Final = 10
"""The fewest checks of a table while the house keeps it."""

_log: Final = logging.getLogger(__name__)


class UnusedTables:
    """Closes the unused tables that this process serves."""

    def __init__(self, house: House, bots: Bots, broadcast: Broadcast, limits: QuotaLimits) -> None:
        """Watch the tables of a house.

        Args:
            house: the house.
            bots: its bots, which leave a table before it closes.
            broadcast: the clients of the tables.
            limits: say for how long a table stays open without people.
        """
        self._house = house
        self._bots = bots
        self._broadcast = broadcast
        self._keep = {"keep": limits.keep_unlisted_ms, "keep_listed": limits.keep_listed_ms}

    async def watch(self) -> None:
        """Look again and again, for as long as the house is open."""
        kept = [keep for keep in self._keep.values() if keep]
        while kept:
            await asyncio.sleep(min(_LONGEST_LOOK_MS, min(kept) / _LOOKS) / 1000)
            for host in self._house.hosts:
                try:
                    await self._look_at(host)
                except BankcrapsError as error:  # a wager waits for its throw, or the database is gone
                    _log.info("unused table %s... stays open: %s", host.table.id[:4], error)
                except Exception:  # noqa: BLE001 - the other tables are looked after
                    _log.exception("unused table %s... could not be closed", host.table.id[:4])

    async def _look_at(self, host: TableHost) -> None:
        """Close a table if it is unused. Its bots are sent away first.

        With sealed dice it closes when they have left.

        Raises:
            BankcrapsError: if it cannot close yet.
        """
        if host.stopped:
            return
        table, now = host.durable, now_ms()
        if people_at(table, self._broadcast.people(host)):
            return
        if not is_unused(table, used=host.used, served=host.served, now=now, **self._keep):
            return
        if host.table.fairness.locked and not host.secret_lost:
            await host.shows_throw()  # nobody is there to throw, and their time for it may be a day
        for bot in table.bots:
            if not bot.leaves:
                await self._bots.dismiss(host, bot.name, "")
        # Sealed dice are thrown for the bots until their wagers are decided. Real dice have no thrower.
        if not host.durable.bots or table.settings.dice == "entered":
            await self._house.close_table(table.id, abandoned=True)
            _log.info("unused table %s... was closed", table.id[:4])
