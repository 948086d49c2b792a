"""Telling everybody at a table what happened: one encoding for all of them.

A table keeps its latest messages, so that a client whose connection dropped is told what it missed. After
more than that, or when the table has moved to another process, the client gets the whole table again.
"""

import asyncio
import secrets
from collections import Counter, deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import msgspec

from bankcraps.codec import encode
from bankcraps.errors import BankcrapsError
from bankcraps.house import commands as cm
from bankcraps.house.deciding import Outcome
from bankcraps.house.ledger import moves, wallet
from bankcraps.house.messages import VERSION, Bye, ServerMessage, Welcome, You
from bankcraps.house.views import happened, view, you
from bankcraps.server.accounts import Accounts, Session
from bankcraps.server.house import House
from bankcraps.server.table_host import TableHost

if TYPE_CHECKING:
    from bankcraps.engine.actor import Role

__all__ = ["Broadcast", "Client"]

_WATCH_S: Final = 2.0
"""How often the house looks whether somebody's session, roles or wallet changed elsewhere."""


class Client(Protocol):
    """A connection to a table.

    Attributes:
        session: who it is, or None for somebody who only watches.
        sender: the same, as the room knows it.
        wallet: the person's money away from the tables, in cents, when it was last read.
        private: what it was last told about itself.
    """

    session: Session | None
    sender: cm.Sender
    wallet: int
    private: You | None

    def send(self, message: str) -> None:
        """Send a message when the client is ready for it."""
        ...

    def end(self, message: Bye) -> None:
        """Say goodbye after what waits, and close the connection."""
        ...


class _Sent(msgspec.Struct, frozen=True):
    """A message as everybody got it: the versions of the table it leads from and to, and if it has items."""

    before: int
    seq: int
    items: bool
    text: str


class _Room:
    """The clients at one table, and the latest messages."""

    def __init__(self, host: TableHost, kept: int) -> None:
        self.host = host
        self.clients: set[Client] = set()
        self.connections: Counter[str] = Counter()
        self.latest: deque[_Sent] = deque(maxlen=kept)

    def missed(self, seq: int) -> list[str] | None:
        """Return what a client missed that saw an entry last, or None if that is not known any more."""
        if seq == self.host.durable.seq and not self.latest:
            return []
        if not self.latest or not self.latest[0].before <= seq <= self.host.durable.seq:
            return None
        # A message without items leads to the version it comes from: tell it again, since it does no harm.
        return [sent.text for sent in self.latest if sent.seq > seq or (sent.seq == seq and not sent.items)]


class Broadcast:
    """The clients of every table, and the connections of every person."""

    def __init__(self, house: House, accounts: Accounts, kept: int) -> None:
        """Begin without clients. `kept` is how many messages of a table are kept."""
        self._house = house
        self._accounts = accounts
        self._kept = kept
        self._rooms: dict[TableHost, _Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def clients(self) -> list[Client]:
        """All clients."""
        return [client for room in self._rooms.values() for client in room.clients]

    def join(self, host: TableHost, client: Client, seq: int) -> None:
        """Tell a client what it missed after an entry, or the whole table, and then everything that happens.

        Raises:
            BankcrapsError: if the table has stopped.
        """
        if host.stopped:
            raise BankcrapsError(host.stopped)
        room = self._rooms.get(host)
        if room is None:
            room = self._rooms[host] = _Room(host, self._kept)
            host.listen(lambda outcome: self._tell(room, outcome))
            host.on_stop(lambda why: self._stopped(room, why))
        missed = room.missed(seq) if seq > 0 else None
        client.private = you(host.durable, client.sender, client.wallet)
        if missed is None:
            table = host.durable
            shown = view(host.book, table)
            _say(client, Welcome(VERSION, table.seq, table.now, shown, client.private))
        else:
            for text in missed:
                client.send(text)
            _say(client, client.private)
        room.clients.add(client)
        person = client.sender.person
        room.connections[person] += 1
        if person and room.connections[person] == 1:
            self._run(_told(host, cm.Returned(person)))

    async def leave(self, host: TableHost, client: Client) -> None:
        """Tell a client no more."""
        room = self._rooms.get(host)
        if room is None or client not in room.clients:
            return
        room.clients.discard(client)
        person = client.sender.person
        room.connections[person] -= 1
        if not room.connections[person]:
            del room.connections[person]
            if person:
                await _told(host, cm.Vanished(person))

    def _tell(self, room: _Room, outcome: Outcome) -> None:
        message = happened(room.host.book, outcome)
        if message is None:
            return
        text = encode(message).decode()
        room.latest.append(_Sent(outcome.before.seq, message.seq, bool(message.items), text))
        touched = _wallets(outcome)
        for client in tuple(room.clients):
            client.send(text)
            if client.sender.person:
                _tell_privately(room.host, client)
                if client.sender.person in touched:
                    self._run(self._read_wallet(client.sender.person))

    def _stopped(self, room: _Room, why: str) -> None:
        """Send a table's clients away. They come again, here or where the table is served now."""
        self._rooms.pop(room.host, None)
        for client in tuple(room.clients):
            client.end(Bye(why, again=True, address=room.host.moved_to))

    async def _read_wallet(self, person: str) -> None:
        """Read a person's wallet again, and tell all their connections."""
        with suppress(BankcrapsError):
            amount = await self._house.wallet(person)
            self._set_wallet(person, amount)

    def _set_wallet(self, person: str, amount: int) -> None:
        for room in tuple(self._rooms.values()):
            for client in room.clients:
                if client.sender.person == person:
                    client.wallet = amount
                    _tell_privately(room.host, client)

    # What changes elsewhere: by `bankcraps admin`, by another process, or with time.

    async def watch(self) -> None:
        """Look again and again whether somebody's session, roles or wallet changed elsewhere."""
        while True:
            await asyncio.sleep(_WATCH_S)
            with suppress(BankcrapsError):  # the database may be gone for a while
                await self.look()

    async def look(self) -> None:
        """Look now: sessions that are over end their connections, roles that are gone give chairs back."""
        sessions = {client.session.key for client in self.clients if client.session}
        found = {key: await self._accounts.of_key(key) for key in sessions}
        for client in self.clients:
            if client.session and client.session.key in found:  # others came while the database was asked
                _renew(client, found[client.session.key])
        for person in {client.sender.person for client in self.clients if client.sender.person}:
            self._set_wallet(person, await self._house.wallet(person))
        for host in self._house.hosts:
            await self._check_chairs(host)

    async def _check_chairs(self, host: TableHost) -> None:
        for chair in host.durable.chairs:
            person = await self._accounts.person(chair.person)
            if person is None or chair.role not in person.roles:
                back = cm.GiveChair(id=f"house-{secrets.token_hex(8)}", role=cast("Role", chair.role))
                await host.ask(cm.Sender(chair.person), back)

    def close(self, why: str) -> None:
        """Send everybody away. They come again when the house is open again."""
        for client in self.clients:
            client.end(Bye(why, again=True))

    def _run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _say(client: Client, message: ServerMessage) -> None:
    client.send(encode(message).decode())


def _tell_privately(host: TableHost, client: Client) -> None:
    """Tell a client what only it may see, if that has changed."""
    private = you(host.durable, client.sender, client.wallet)
    if private != client.private:
        client.private = private
        _say(client, private)


def _wallets(outcome: Outcome) -> set[str]:
    """Return the people whose wallets changed."""
    moved = [move for one in outcome.happened for move in moves(outcome.table.id, one.effects)]
    accounts = {account for move in moved for account in (move.source, move.target)}
    prefix = wallet("")
    return {account.removeprefix(prefix) for account in accounts if account.startswith(prefix)}


def _renew(client: Client, session: Session | None) -> None:
    if session is None:
        client.end(Bye("your session has ended: sign in again"))
        return
    client.session = session
    client.sender = session.sender


async def _told(host: TableHost, command: cm.HostCommand) -> None:
    with suppress(BankcrapsError):  # the table has stopped, and begins anew when it is opened again
        await host.tell(command)
