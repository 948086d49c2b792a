"""Batches of meaningless rows, for tests of stores: a store does not read its rows."""

from bankcraps.live.log.entries import StoredRow, chained
from bankcraps.live.proof.ledger import Move
from bankcraps.server.stores.logs import Batch, TableInfo

__all__ = ["GIFT", "Log", "gift"]

UNTIL = 1_000_000
GIFT = "gifts"


def gift(store, account, amount):
    """Put money into an account, from the issue."""

    def make(lease):
        return Log(lease).batch(moves=(Move("issue", account, amount),))

    store.logs.append(GIFT, make)


class Log:
    """Makes the next batches of a table's log."""

    def __init__(self, lease: TableInfo) -> None:
        self.lease, self.seq, self.head = lease, lease.seq, lease.head

    @classmethod
    def new(cls, store, table="t1", owner="me"):
        return cls(store.tables.create(table, owner, f"http://{owner}", UNTIL))

    def batch(self, command="", *, person="Ann", moves=(), secrets=(), rows=1, text="x") -> Batch:
        after, made = self.seq, []
        for _ in range(rows):
            self.seq += 1
            body = f'{{"{text}":{self.seq}}}'
            self.head = chained(self.head, body.encode())
            made.append(StoredRow(self.seq, body, self.head))
        return Batch(
            table=self.lease.table,
            epoch=self.lease.epoch,
            after=after,
            rows=tuple(made),
            moves=tuple(moves),
            person=person if command else "",
            command=command,
            secrets=tuple(secrets),
        )

    def back(self, batch: Batch) -> None:
        """Go back to before a batch that was not written."""
        self.seq, self.head = batch.after, ""
