"""A house in a file with one table, which does only what a test says."""

import asyncio
import itertools
from contextlib import asynccontextmanager

from click.testing import CliRunner
from tests.server.live import a_table

from bankcraps.live.log.entries import decode_row
from bankcraps.live.table import commands as cm
from bankcraps.server.house import House
from bankcraps.server.stores.store import open_store

ANN = cm.Sender("Ann")


class Night:
    """An open house, with a table of this id and its host."""

    def __init__(self, database) -> None:
        self.store = open_store(str(database))
        self.house = House(self.store, "http://here", plays=False)
        self._ids = itertools.count(self.store.database.now())

    async def open(self) -> None:
        """Open a table, at which Ann has a wager."""
        self.host = await self.house.open_table(a_table())
        self.table = self.host.table.id
        await self.host.tell(cm.Opened())
        await self.house.grant("Ann", 100_000)
        await self.says("sit", "buy_in 500", "pass 10")

    async def says(self, *lines) -> None:
        """Let Ann say lines that must all be accepted."""
        for line in lines:
            assert await self.refused(line) is None, line

    async def refused(self, line):
        """Return why Ann may not say something, or None."""
        return await self.asks(cm.Say, line=line)

    async def asks(self, command, sender=ANN, **fields):
        """Send a command, of Ann's if nobody else is named. Return why it is refused, or None."""
        return (await self.host.ask(sender, command(id=str(next(self._ids)), **fields))).refused

    async def locks(self) -> None:
        """Let the stickperson close the betting, which locks the seeds."""
        sid = cm.Sender("Sid", frozenset({"stickperson"}))
        assert await self.asks(cm.TakeChair, sid, role="stickperson") is None
        assert await self.asks(cm.Say, sid, line="no more bets") is None
        assert self.host.durable.fairness.locked

    async def close(self) -> None:
        """Close the house, as a process that ends does."""
        await self.house.close()
        self.store.close()


@asynccontextmanager
async def a_night(database, table=""):
    """Open a house, with a table that is there or with a new one."""
    night = Night(database)
    try:
        if table:
            night.host, night.table = await night.house.find(table), table
        else:
            await night.open()
        yield night
    finally:
        await night.close()


def entries(store, table, kind):
    """All entries of a type in a table's log."""
    return [entry for row in store.logs.rows(table) if isinstance(entry := decode_row(row.body).entry, kind)]


async def run(command, *words) -> tuple[int, str]:
    """Run a command; return its exit status, and what it says."""
    result = await asyncio.to_thread(CliRunner().invoke, command, words)
    return result.exit_code, result.output + str(result.exception or "")
