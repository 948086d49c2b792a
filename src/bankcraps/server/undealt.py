"""The tables of a house where dealers still have wagers of a person to deal, in whatever process they are.

The engine settles a throw at once, so a person's balances have it before a dealer has paid it. Whatever tells
people about their money asks here, because it must not tell a dealer what is right.
"""

from bankcraps.live.log.entries import TableOpened
from bankcraps.live.log.rows import decode_row
from bankcraps.live.proof.ledger import is_rail
from bankcraps.live.table.live_table import LiveTable
from bankcraps.server.hosting.table_loading import load
from bankcraps.server.house import House
from bankcraps.server.stores.store import Store

__all__ = ["undealt_tables"]


def undealt_tables(house: House, person: str) -> list[LiveTable]:
    """Return the tables, as they are on disk, where a wager of a person is not dealt yet.

    A table of another process is read from its log. This blocks: call it in a thread.

    Raises:
        BankcrapsError: if a log cannot be read.
        StoreError: if the database fails.
    """
    here = {host.durable.id: host.durable for host in house.hosts if not host.stopped}
    at = [account.split("/")[1] for account in house.store.money.balances_of(person) if is_rail(account)]
    elsewhere = (one for one in at if one not in here and _people_deal(house.store, one))
    tables = (*here.values(), *(load(house.store.logs, one).table for one in elsewhere))
    return [table for table in tables if table.work.of(person)]


def _people_deal(store: Store, table: str) -> bool:
    first = next(iter(store.logs.rows(table, 0, 1)), None)
    entry = None if first is None else decode_row(first.body).entry
    return isinstance(entry, TableOpened) and bool(entry.settings.dealt)
