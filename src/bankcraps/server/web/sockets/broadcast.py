"""Sends a table's news to all clients, encoded once.

A client whose connection dropped says which entry of the log it saw last. A table knows its latest entries,
also after a restart or at another process, so the client gets what it missed. If that is too much, it gets
the whole table again.
"""

import asyncio
import secrets
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import effects as fx
from bankcraps.game.records.codec import encode
from bankcraps.live.people.places import people_at
from bankcraps.live.people.talk import SHOWN, Talking, mute, talk
from bankcraps.live.proof.ledger import changes, moves, wallet
from bankcraps.live.table import commands as cm
from bankcraps.live.table.dealing import base_role
from bankcraps.live.wire import messages, views
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House
from bankcraps.server.people.accounts import Accounts, Session
from bankcraps.server.people.money import LimitKeeper
from bankcraps.server.stores.store import now_ms
from bankcraps.server.tasks import Tasks, for_each, survive

if TYPE_CHECKING:
    from bankcraps.game.engine.actor import Role
    from bankcraps.live.table.live_table import LiveTable

_AT_WALLETS: Final = (fx.Bought, fx.CashedOut, fx.Reversed)
"""The effects that may change a wallet."""

_WATCH_S: Final = 2.0
"""Seconds between checks for sessions, roles and wallets that changed elsewhere."""


_LARGEST: Final = 262_144
"""The most characters of a message about what a client missed. Above that, the whole table is smaller."""


class Client(ABC):
    """A connection to a table.

    Attributes:
        session: its session, or None for somebody who only watches.
        sender: its person, as the room knows them.
        wallet: the person's money away from the tables, in cents, when it was last read.
        private: the last message that it got about itself.
        inspection: the last message that it got as an inspector, or None.
    """

    def __init__(self, session: Session | None) -> None:
        """Begin without messages."""
        self.session = session
        self.sender: cm.Sender = session.sender if session else cm.Sender()
        self.wallet: int = 0
        self.private: messages.You | None = None
        self.inspection: messages.Inspection | None = None

    @abstractmethod
    def send(self, message: str) -> None:
        """Send a message when the client is ready for it."""

    @abstractmethod
    def end(self, message: messages.Bye) -> None:
        """Say goodbye after what waits, and close the connection."""

    def say(self, message: messages.ServerMessage) -> None:
        """Send a message that nobody else gets."""
        self.send(encode(message).decode())


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

    def company(self, lines: int = 0) -> messages.Company:
        """Return the message about spectators and talk, with the last `lines` lines."""
        said = self.talking.spoken[-lines:] if lines else ()
        return messages.Company(self.watching, tuple(one.line for one in said), self.talking.muted)

    def missed(self, seq: int, most: int) -> str | None:
        """Return the message for a client that saw an entry last, or None if it missed too much."""
        table = self.host.durable
        if table is not self._missed_at:  # many clients reconnect at once, and most have seen the same
            self._missed, self._missed_at = {}, table
        if seq not in self._missed:
            happened = self.host.since(seq)
            if happened is None or len(happened) > most:
                return None
            self._missed[seq] = encode(views.caught_up(self.host.book, table, happened)).decode()
        text = self._missed[seq]
        return text if len(text) <= _LARGEST else None


class Broadcast:
    """The clients of every table, and the connections of every person."""

    def __init__(self, house: House, accounts: Accounts, limit_keeper: LimitKeeper, kept: int) -> None:
        """Start without clients. `kept` is the most missed entries that a client gets."""
        self._house = house
        self._accounts = accounts
        self._limit_keeper = limit_keeper
        self._kept = kept
        self._others = house.others
        house.on_others(lambda _: self._look_around())  # clients that learn of it too late cannot go there
        self._audiences: dict[TableHost, Audience] = {}
        self._tasks = Tasks()
        self._reading = asyncio.Lock()

    @property
    def clients(self) -> list[Client]:
        """All clients."""
        return [client for audience in self._audiences.values() for client in audience.clients]

    def people(self, host: TableHost) -> list[str]:
        """Return the names of the people connected to a table; empty for people who watch without a name.

        The systems that play for people do not count.
        """
        audience = self._audiences.get(host)
        clients = audience.clients if audience else ()
        return [client.sender.person for client in clients if not client.sender.system]

    def join(self, host: TableHost, client: Client, seq: int) -> None:
        """Tell a client what it missed after an entry, or the whole table, and then everything that happens.

        Raises:
            BankcrapsError: if the table has stopped.
        """
        if host.stopped:
            raise BankcrapsError(host.stopped)
        audience = self._audiences.get(host)
        if audience is None:
            audience = self._audiences[host] = Audience(host)
            host.listen(lambda outcome: self._tell(audience, outcome))
            host.on_stop(lambda why: self._stopped(audience, why))
        missed = audience.missed(seq, self._kept) if seq > 0 else None
        client.private = views.you(host.book, host.durable, client.sender, client.wallet)
        if missed is None:
            table = host.durable
            shown = views.view(host.book, table)
            result, reasons = views.throw_result(host.book, table), views.given_reasons(host.book, table)
            known = (messages.VERSION, table.seq, table.now, shown, client.private, table.thrown)
            client.say(messages.Welcome(*known, result, reasons))
        else:
            client.send(missed)
            client.say(client.private)
        if self._house.others:
            client.say(messages.Servers(self._house.others))
        audience.clients.add(client)
        around = audience.company(SHOWN)
        if seq > 0 or around != messages.Company():  # a client that was here knows the number of before
            client.say(around)
        if views.inspects(host.durable, client.sender):
            client.inspection = None
            self._tasks.run("what inspectors see", self._inspect(audience))
        person = client.sender.person
        if client.sender.system:
            return
        audience.connections[person] += 1
        if person and audience.connections[person] == 1:
            self._tasks.run("a person who came", _told(host, cm.Returned(person)))

    async def leave(self, host: TableHost, client: Client) -> None:
        """Send a client nothing more."""
        audience = self._audiences.get(host)
        if audience is None or client not in audience.clients:
            return
        audience.clients.discard(client)
        person = client.sender.person
        if client.sender.system:
            return
        if people_at(host.durable, [person]):
            host.used = now_ms()
        audience.connections[person] -= 1
        if not audience.connections[person]:
            del audience.connections[person]
            if person:
                await _told(host, cm.Vanished(person))

    def talk(self, host: TableHost, sender: cm.Sender, said: cm.Talk | cm.Mute) -> messages.Answer:
        """Let a person talk or mute somebody. It goes to all clients, and not into the log."""
        audience = self._audiences.get(host)
        if audience is None:
            return messages.Answer(said.id, refused=cm.Refused("stopped", host.stopped))
        before = audience.talking
        if isinstance(said, cm.Talk):
            after = talk(before, host.durable, sender, said, time.time_ns() // 1_000_000)
        else:
            after = mute(before, host.durable, sender, said)
        if isinstance(after, cm.Refused):
            return messages.Answer(said.id, refused=after)
        audience.talking = after
        if after != before:
            self._say_all(audience, audience.company(1 if after.spoken != before.spoken else 0))
        return messages.Answer(said.id)

    @staticmethod
    def _say_all(audience: Audience, message: messages.ServerMessage) -> None:
        text = encode(message).decode()
        for client in tuple(audience.clients):
            client.send(text)

    def _tell(self, audience: Audience, outcome: cm.Outcome) -> None:
        message = views.happened(audience.host.book, outcome)
        if message is None:
            return
        text = encode(message).decode()
        touched = _wallets(outcome)

        def tell(client: Client) -> None:
            client.send(text)
            if client.sender.person:
                _tell_privately(audience.host, client)
                if client.sender.person in touched:
                    self._tasks.run("a wallet", self._read_wallet(client.sender.person))

        _each(audience.clients, tell)
        if _inspected(audience, outcome.table):
            self._tasks.run("what inspectors see", self._inspect(audience, touched))

    async def _inspect(self, audience: Audience, touched: Collection[str] = ()) -> None:
        """Send inspectors their view if it has changed. Read the changed wallets again.

        Raises:
            StoreError: if the database fails.
        """
        async with audience.inspecting:  # or an older reading would follow a newer one
            for name in touched:
                audience.wallets.pop(name, None)
            won = await self._house.won(audience.host.table.id)
            wallets = dict(audience.wallets)
            while missing := [name for name in views.inspected(audience.host.durable) if name not in wallets]:
                for name in missing:
                    wallets[name] = await self._house.wallet(name)
            audience.wallets = {name: wallets[name] for name in views.inspected(audience.host.durable)}
            _each(audience.clients, lambda client: _tell_inspector(audience, client, won))

    def _stopped(self, audience: Audience, why: str) -> None:
        """Disconnect a table's clients. They reconnect to the process that serves it now."""
        self._look_around()  # they may only now learn the house's other addresses
        self._audiences.pop(audience.host, None)
        bye = messages.Bye(why, again=True, address=audience.host.moved_to)
        _each(audience.clients, lambda client: client.end(bye))

    async def _read_wallet(self, person: str) -> None:
        """Read a person's wallet again, and send it to all their connections.

        Raises:
            StoreError: if the database fails.
        """
        async with self._reading:  # or an older reading would follow a newer one
            amount = await self._house.wallet(person)
            for audience in tuple(self._audiences.values()):
                mine = [client for client in audience.clients if client.sender.person == person]
                for client in mine:
                    client.wallet = amount
                _each(mine, partial(_tell_privately, audience.host))

    # Changes made elsewhere: by `bankcraps admin`, by another process, or with time.

    async def watch(self) -> None:
        """Look again and again whether somebody's session, roles or wallet changed elsewhere."""
        while True:
            await asyncio.sleep(_WATCH_S)
            await survive("what changes elsewhere", self.look())

    async def look(self, only: str = "") -> None:
        """Close the connections of sessions that are over.

        Free the chairs of revoked roles, and of people whose accounts were deleted.

        What fails for some people or one table is logged, and looked at again the next time.

        Args:
            only: the person to look at; empty for everybody.
        """
        self._look_around()
        await survive("the people at the tables", self._look_at_people(only))
        for audience in tuple(self._audiences.values()):
            if _inspected(audience, audience.host.durable):
                anew = views.inspected(audience.host.durable)
                await survive(
                    f"what inspectors of {audience.host.table.id} see", self._inspect(audience, anew)
                )
        for host in self._house.hosts:
            await survive(f"the chairs of table {host.table.id}", self._check_chairs(host))

    async def _look_at_people(self, only: str) -> None:
        clients = [one for one in self.clients if one.session and only in ("", one.sender.person)]
        sessions = {client.session.key for client in clients if client.session}
        found = {key: await self._accounts.of_key(key) for key in sessions}
        for client in self.clients:
            if client.session and client.session.key in found:  # others came while the store was asked
                await survive("a client", self._renew(client, found[client.session.key]))
        for person in {client.sender.person for client in clients}:
            await self._read_wallet(person)

    def _look_around(self) -> None:
        """Send all clients the servers and the number of spectators, if these have changed."""
        for audience in tuple(self._audiences.values()):
            watching = audience.count()
            if watching != audience.watching:  # so seldom that many who come at once are one message
                audience.watching = watching
                self._say_all(audience, audience.company())
        if self._others != self._house.others:
            self._others = self._house.others
            _each(self.clients, lambda client: client.say(messages.Servers(self._others)))

    async def _check_chairs(self, host: TableHost) -> None:
        hosted = host.durable.settings.hosted  # then its host hands out the chairs, to everybody
        for chair in host.durable.chairs:
            person = await self._accounts.person(chair.person)
            gone = person is not None and person.deleted
            if gone or (not hosted and (person is None or base_role(chair.role) not in person.roles)):
                # Their connections hear it first: with the old roles, they could take the chair again.
                await survive("the people in chairs", self._look_at_people(chair.person))
                back = cm.GiveChair(id=f"house-{secrets.token_hex(8)}", role=cast("Role", chair.role))
                await host.ask(cm.Sender(chair.person), back)

    async def _renew(self, client: Client, session: Session | None) -> None:
        if session is None:
            client.end(messages.Bye("your session has ended: sign in again"))
            return
        sender = session.sender
        if session.person.limits:
            with suppress(BankcrapsError):  # their next command reports the error
                sender = await self._limit_keeper.sender(sender)
        client.session, client.sender = session, sender

    def close(self, why: str) -> None:
        """Send everybody away. They come again when the house is open again."""
        _each(self.clients, lambda client: client.end(messages.Bye(why, again=True)))


def _each(clients: Iterable[Client], tell: Callable[[Client], None]) -> None:
    for_each(clients, tell, "news could not be sent to a client")


def _inspected(audience: Audience, table: "LiveTable") -> bool:
    """Whether somebody inspects a table, or has to receive the end of an inspection."""
    return any(client.inspection or views.inspects(table, client.sender) for client in audience.clients)


def _tell_inspector(audience: Audience, client: Client, won_cents: int) -> None:
    found = views.inspection(audience.host.durable, client.sender, audience.wallets, won_cents)
    if found != client.inspection:
        client.say(found or messages.Inspection(0, over=True))
    client.inspection = found


def _tell_privately(host: TableHost, client: Client) -> None:
    """Send a client its private data, if that has changed."""
    private = views.you(host.book, host.durable, client.sender, client.wallet)
    if private != client.private:
        client.private = private
        client.say(private)


def _wallets(outcome: cm.Outcome) -> set[str]:
    """Return the people whose wallets changed."""
    effects = [
        effect for one in outcome.happened for effect in one.effects if isinstance(effect, _AT_WALLETS)
    ]
    prefix, own = wallet(""), outcome.table.settings.own_chips
    changed = changes(moves(outcome.table.id, effects, own=own))
    return {account.removeprefix(prefix) for account in changed if account.startswith(prefix)}


async def _told(host: TableHost, command: cm.HostCommand) -> None:
    with suppress(BankcrapsError):  # the table has stopped, and is loaded again when it is opened
        await host.tell(command)
