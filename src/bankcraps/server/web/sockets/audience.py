"""The clients at one table, and their missed entries."""

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Final, Protocol

from bankcraps.game.records.codec import encode
from bankcraps.live.people.talk import Talking
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.messages import Bye, Company, Inspection, You
from bankcraps.live.wire.views import caught_up
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.people.accounts import Session

if TYPE_CHECKING:
    from bankcraps.live.table.live_table import LiveTable

__all__ = ["Audience", "Client"]

_LARGEST: Final = 262_144
"""The most characters of a message about what a client missed. Above that, the whole table is smaller."""


class Client(Protocol):
    """A connection to a table.

    Attributes:
        session: its session, or None for somebody who only watches.
        sender: its person, as the room knows them.
        wallet: the person's money away from the tables, in cents, when it was last read.
        private: the last message that it got about itself.
        inspection: the last message that it got as an inspector, or None.
    """

    session: Session | None
    sender: cm.Sender
    wallet: int
    private: You | None
    inspection: Inspection | None

    def send(self, message: str) -> None:
        """Send a message when the client is ready for it."""
        ...

    def end(self, message: Bye) -> None:
        """Say goodbye after what waits, and close the connection."""
        ...


class Audience:
    """The clients at one table."""

    def __init__(self, host: TableHost) -> None:
        self.host = host
        self.clients: set[Client] = set()
        self.connections: Counter[str] = Counter()
        self.wallets: dict[str, int] = {}
        self.inspecting: asyncio.Lock = asyncio.Lock()
        self._missed: dict[int, str] = {}
        self._missed_at: LiveTable | None = None
        self.talking: Talking = Talking()
        self.watching: int = 0

    def count(self) -> int:
        """Return how many people watch: those with neither a place nor a chair."""
        table = self.host.durable
        busy = {seat.name for seat in table.state.seats} | {chair.person for chair in table.chairs}
        people = [client.sender.person for client in self.clients]
        return people.count("") + len(set(people) - busy - {""})

    def company(self, lines: int = 0) -> Company:
        """Return the message about spectators and talk, with the last `lines` lines."""
        said = self.talking.spoken[-lines:] if lines else ()
        return Company(self.watching, tuple(one.line for one in said), self.talking.muted)

    def missed(self, seq: int, most: int) -> str | None:
        """Return the message for a client that saw an entry last, or None if it missed too much."""
        table = self.host.durable
        if table is not self._missed_at:  # many clients reconnect at once, and most have seen the same
            self._missed, self._missed_at = {}, table
        if seq not in self._missed:
            happened = self.host.since(seq)
            if happened is None or len(happened) > most:
                return None
            self._missed[seq] = encode(caught_up(self.host.book, table, happened)).decode()
        text = self._missed[seq]
        return text if len(text) <= _LARGEST else None
