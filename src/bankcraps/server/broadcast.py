"""Telling everybody at a table what happened: one encoding for all of them."""

from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bankcraps.codec import encode
from bankcraps.errors import BankcrapsError
from bankcraps.house import commands as cm
from bankcraps.house.deciding import Outcome
from bankcraps.house.views import happened
from bankcraps.server.table_host import TableHost

__all__ = ["Broadcast"]

Send = Callable[[bytes], None]


class Broadcast:
    """The clients of every table, and the connections of every person."""

    def __init__(self) -> None:
        """Begin without clients."""
        self._clients: dict[TableHost, set[Send]] = {}
        self._connections: Counter[tuple[str, str]] = Counter()

    def watching(self, host: TableHost) -> int:
        """How many clients are at a table."""
        return len(self._clients.get(host, ()))

    async def join(self, host: TableHost, send: Send, person: str) -> Callable[[], Awaitable[None]]:
        """Tell a client of everything at a table. Await what is returned when it goes."""
        clients = self._clients.get(host)
        if clients is None:
            clients = self._clients[host] = set()
            host.listen(lambda outcome: self._tell(host, outcome))
        clients.add(send)
        self._connections[host.table.id, person] += 1
        if person and self._connections[host.table.id, person] == 1:
            await host.tell(cm.Returned(person))
        return lambda: self._leave(host, send, person)

    async def _leave(self, host: TableHost, send: Send, person: str) -> None:
        self._clients[host].discard(send)
        self._connections[host.table.id, person] -= 1
        if person and self._connections[host.table.id, person] <= 0:
            del self._connections[host.table.id, person]
            with suppress(BankcrapsError):
                await host.tell(cm.Vanished(person))

    def _tell(self, host: TableHost, outcome: Outcome) -> None:
        clients = self._clients[host]
        message = happened(host.book, outcome) if clients else None
        if message is None:
            return
        encoded = encode(message)
        for send in tuple(clients):
            send(encoded)
