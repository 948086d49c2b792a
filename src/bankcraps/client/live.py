"""A client's live table. Dropped connections are made again, and no command is carried out twice."""

import asyncio
import itertools
import random
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from typing import Final, Self
from weakref import WeakSet

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bankcraps.client.news import (
    Addresses,
    Hearing,
    Lost,
    Message,
    News,
    UnreadableError,
    book_of,
    changed,
    final_reason,
    read_message,
    reason,
    require_readable,
    state_of,
)
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Seat, State
from bankcraps.game.engine.events import Event
from bankcraps.game.engine.state import Standing
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.live.log.entries import BETTING, CommitmentShown, DealAction, SecretShown, SeedsLocked
from bankcraps.live.log.fairness import Seed, commitment_of
from bankcraps.live.table.commands import Act, Deal, GiveSeed, LetGo, PersonCommand, Say
from bankcraps.live.wire.messages import (
    VERSION,
    Answer,
    Bye,
    Company,
    Happened,
    Hello,
    Inspection,
    Item,
    Servers,
    TableView,
    Undealt,
    Welcome,
    You,
)


class OwnSeeds:
    """Compares the seeds of one client with each lock.

    Attributes:
        wrong: the wrong that the house did with a seed that it had taken, or empty.
        missing: the number of throws that were locked without this client's seed while it had a seat. They
            prove nothing to it: a seed came too late, or the house refused it.
    """

    def __init__(self) -> None:
        """Start without seeds."""
        self.wrong: str = ""
        self.missing: int = 0
        self._asked: dict[str, tuple[int, str]] = {}
        self._taken: list[tuple[int, int, str]] = []
        self._lock: tuple[int, SeedsLocked] | None = None
        self._sealed: tuple[int, str] | None = None

    def ask(self, command: PersonCommand, view: TableView) -> None:
        """Remember the seed of a command, and for which throw and under which commitment it is given."""
        if isinstance(command, GiveSeed):
            number = view.fairness.number
            self._asked[command.id] = number, command.seed
            if self._sealed is None or self._sealed[0] != number:
                self._sealed = number, view.fairness.commitment

    def answered(self, answer: Answer, name: str) -> None:
        """Note the answer for a seed. The lock may arrive before it."""
        asked = self._asked.pop(answer.id, None)
        if asked is not None and answer.refused is None:
            self._taken.append((answer.seq, *asked))
        self._compare(name)

    def hear(self, items: Iterable[Item], view: TableView, name: str) -> None:
        """Note the commitments, the locks and the secrets among the news of the table."""
        for item in items:
            match item.entry:
                case SeedsLocked() as lock:
                    self._lock = item.seq, lock
                    plays = any(seat.name == name for seat in view.seats)
                    self.missing += plays and all(seed.player != name for seed in lock.seeds)
                    self._compare(name)
                case CommitmentShown(number=number, commitment=commitment):
                    self._find_sealed(number, commitment)
                case SecretShown(number=number, secret=secret):
                    self._find_sealed(number, _commitment(secret))
                    if not item.entry.withheld and any(one[1] == number for one in self._taken):
                        self._find_locked(number)
                case _:
                    pass

    def welcome(self, view: TableView, seq: int, name: str) -> None:
        """Take the whole table, because news may have been missed."""
        fairness = view.fairness
        self._taken = [one for one in self._taken if one[1] >= fairness.number]
        if fairness.commitment:
            self._find_sealed(fairness.number, fairness.commitment)
        if fairness.locked:
            self._lock = seq + 1, SeedsLocked(fairness.number, fairness.seeds)
            self._compare(name)

    def _find_sealed(self, number: int, commitment: str) -> None:
        """Find a throw that is sealed otherwise than when this client gave its seed for it."""
        if self._sealed is not None and self._sealed[0] == number and self._sealed[1] != commitment:
            self.wrong = f"the house sealed throw {number} anew after you gave your seed for it"

    def _find_locked(self, number: int) -> None:
        """Find a throw that counted without a lock of this client's seed."""
        if self._lock is None or self._lock[1].number != number:
            self.wrong = f"the house took your seed for throw {number}, and never locked it"

    def _compare(self, name: str) -> None:
        """Compare the latest lock with the last seed before it, unless another seed is still unanswered."""
        if self._lock is None:
            return
        at, lock = self._lock
        if any(number == lock.number for number, _ in self._asked.values()):
            return
        taken = [seed for seq, number, seed in self._taken if number == lock.number and seq < at]
        if taken and Seed(name, taken[-1]) not in lock.seeds:
            self.wrong = f"the house took your seed for throw {lock.number}, and locked the throw without it"
        self._taken = [one for one in self._taken if one[1] > lock.number]
        self._asked = {name: one for name, one in self._asked.items() if one[0] > lock.number}


def _commitment(secret: str) -> str:
    """Return the commitment to a secret, or an empty text if it is not a secret."""
    try:
        return commitment_of(bytes.fromhex(secret))
    except (ValueError, BankcrapsError):
        return ""


_WAITS_S: Final = (0.05, 0.2, 0.5, 1, 2)
"""Approximate seconds before each retry to connect. The last is repeated."""

_ALIVE_S: Final = 5
"""Seconds between checks that the house is alive, and seconds to wait for its answer."""


class LiveTable:
    """A table to watch or to play at. When a command is answered, `view` shows what it did.

    Attributes:
        seq: the version of the table: the last entry of its log that has arrived.
        goodbye: the reason that the connection ended for good, or empty.
        unanswered: whether it ended because no house answered.
        connected: whether there is a connection now.
        inspection: the part of the table that only an inspector sees; None for anybody else.
        own_seeds: the check of the seeds that this client gave.
    """

    def __init__(
        self, address: str, cookies: str = "", *, patience_s: float = 60, proxy: bool = True
    ) -> None:
        """Know a table's address. `async with` enters it.

        Args:
            address: the WebSocket address of the table.
            cookies: the cookie header of the session.
            patience_s: for how many seconds to try to connect again before giving up.
            proxy: whether the proxy that the environment names may be used.
        """
        self.seq: int = 0
        self.goodbye: str = ""
        self.unanswered: bool = False
        self.connected: bool = False
        self.inspection: Inspection | None = None
        self.own_seeds: OwnSeeds = OwnSeeds()
        self._said_at = 0
        self._view: TableView | None = None
        self._you: You | None = None
        self._addresses = Addresses(address)
        self._headers = {"Cookie": cookies} if cookies else {}
        self._patience_s = patience_s
        self._proxy = proxy
        self._ahead = 0.0
        self._waiting: dict[str, tuple[PersonCommand, asyncio.Future[Answer]]] = {}
        self._unsent: deque[PersonCommand] = deque()
        self._more = asyncio.Event()
        self._hearings: WeakSet[Hearing] = WeakSet()
        self._entered = asyncio.Event()
        self._ids = (f"{secrets.token_hex(6)}-{number}" for number in itertools.count(1))
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        try:
            await self._entered.wait()
        except BaseException:
            await self.close()
            raise
        if self._view is None:
            goodbye = self.goodbye
            await self.close()
            raise BankcrapsError(goodbye)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the table's page. A player keeps the place for as long as the table says."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # Views of the table.

    @property
    def view(self) -> TableView:
        """The table as everybody sees it, after the latest message.

        Raises:
            BankcrapsError: before the table is entered.
        """
        if self._view is None:
            raise BankcrapsError("enter the table first: async with table")
        return self._view

    @property
    def you(self) -> You:
        """The data that only this person may see.

        Raises:
            BankcrapsError: before the table is entered.
        """
        if self._you is None:
            raise BankcrapsError("enter the table first: async with table")
        return self._you

    @property
    def state(self) -> State:
        """The engine's state of the table, for questions such as what it would refuse."""
        return state_of(self.view)

    @property
    def seat(self) -> Seat | None:
        """This person's seat, or None without a seat."""
        return next((seat for seat in self.view.seats if seat.name == self.you.name), None)

    def book(self) -> Rulebook:
        """Return the house's rulebook.

        Raises:
            BankcrapsError: if this program does not have it, or has another version of it.
        """
        return book_of(self.view.settings)

    @property
    def now(self) -> int:
        """The room's time, in milliseconds since 1970. The end of a phase is given in it."""
        return int(self._ahead + _own_ms())

    # Acts.

    async def say(self, line: str, *, why: str = "") -> Answer:
        """Say a line, and return the answer once it is on disk. `why` is the reason that the log gives."""
        return await self.ask(Say(id=self.new_id(), line=line, why=why))

    async def act(self, event: Event, *, why: str = "") -> Answer:
        """Do something, and return the answer once it is on disk. The log may give a reason, as for `say`."""
        return await self.ask(Act(id=self.new_id(), event=event, why=why))

    def new_id(self) -> str:
        """Return an id for a command, which no other command has."""
        return next(self._ids)

    async def ask(self, command: PersonCommand) -> Answer:
        """Send a command with a new id, and return the answer.

        If the connection drops, the command is sent again with the same id, and the house does it once. If
        the wait is cancelled, nobody can say whether the command was carried out.

        Raises:
            BankcrapsError: if the connection ended for good, or if this is no command.
        """
        known = self._waiting.get(command.id)
        if known is not None:
            return await asyncio.shield(known[1])
        if self.goodbye or self._task is None:
            raise BankcrapsError(self.goodbye or "enter the table first: async with table")
        require_readable(command)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[command.id] = command, answer
        self.own_seeds.ask(command, self.view)
        self._unsent.append(command)
        self._more.set()
        try:
            return await answer
        finally:
            self._waiting.pop(command.id, None)

    def heard(self) -> Hearing:
        """Return the news from now on, to go through with `async for`."""
        hearing = Hearing()
        if self.goodbye:
            hearing.put(None)
        self._hearings.add(hearing)
        return hearing

    async def until(self, condition: Callable[[TableView], bool]) -> TableView:
        """Wait until something is true of the table, and return the table then.

        Raises:
            BankcrapsError: if the connection ended for good.
        """
        hearing = self.heard()
        while not condition(self.view):
            try:
                await anext(hearing)
            except StopAsyncIteration:
                raise BankcrapsError(self.goodbye) from None
        return self.view

    async def rounds(self) -> AsyncIterator[TableView]:
        """Yield the table once for each throw, when wagers are taken for it. Missed rounds are left out.

        Raises:
            BankcrapsError: when the connection ends for good.
        """
        seen = -1
        while True:
            await self.until(lambda it, last=seen: it.phase.name in BETTING and it.fairness.counted != last)
            seen = self.view.fairness.counted
            yield self.view

    # The connection.

    async def _stay(self) -> None:
        """Connect, and reconnect after each drop, until the connection ends for good."""
        try:
            await self._connect_again_and_again()
        finally:
            self.goodbye = self.goodbye or "the client left the table"
            self._end()

    async def _connect_again_and_again(self) -> None:
        clock = asyncio.get_running_loop().time
        tries, since, why = 0, clock(), ""
        while not self.goodbye:
            bye = await self._visit()
            if self.goodbye:
                return
            if bye.address:
                self._addresses.go(bye.address)
            elif not self.connected:
                self._addresses.take_turns()
            if self.connected:
                tries, since = 0, clock()
                self.connected = False
                self._tell(Lost(bye.reason))
            why = bye.reason or why
            impatient = self._view is None and not bye.again and not self._addresses.several
            if impatient or clock() - since > self._patience_s:
                self.unanswered = True
                self.goodbye = f"the house does not answer: {why}"
                return
            await asyncio.sleep(_WAITS_S[min(tries, len(_WAITS_S) - 1)] * random.uniform(0.5, 1.5))  # noqa: S311
            tries += 1

    async def _visit(self) -> Bye:
        """Connect once, until the connection ends.

        Returns:
            the house's goodbye, or why the connection ended without one.
        """
        try:
            async with connect(
                self._addresses.now,
                additional_headers=self._headers,
                compression=None,
                open_timeout=_ALIVE_S,
                ping_interval=_ALIVE_S,
                ping_timeout=_ALIVE_S,
                proxy=True if self._proxy else None,
            ) as socket:
                return await self._talk(socket)
        except (OSError, WebSocketException, UnreadableError) as error:
            at_home = self._addresses.now == self._addresses.home
            self.goodbye = self.goodbye or final_reason(error, at_home=at_home)
            return Bye(reason(error))

    async def _talk(self, socket: ClientConnection) -> Bye:
        with suppress(ConnectionClosed):  # a house that sends a client away does not wait for the hello
            await socket.send(encode(Hello(VERSION, self.seq)).decode())
        self._unsent = deque(command for command, _ in self._waiting.values())
        writing = asyncio.create_task(self._write(socket))
        try:
            async for text in socket:
                message = read_message(text)
                if isinstance(message, Bye):
                    self.goodbye = self.goodbye if message.again else message.reason
                    return message
                if not self._hear(message):
                    return Bye("some messages were lost")
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        return Bye("the house closed the connection")

    async def _write(self, socket: ClientConnection) -> None:
        """Send the commands in order."""
        with suppress(ConnectionClosed):
            while True:
                while self._unsent:
                    command = self._unsent.popleft()
                    if command.id in self._waiting:
                        await socket.send(encode(command).decode())
                self._more.clear()
                await self._more.wait()

    def _hear(self, message: Message) -> bool:
        """Apply a message. Return whether it follows on those before it."""
        match message:
            case Welcome():
                self._welcome(message)
                return not self.goodbye
            case Happened():
                return self._happen(message)
            case Answer():
                _, answer = self._waiting.get(message.id, (None, None))
                if answer is not None and not answer.done():
                    answer.set_result(message)
                    self.own_seeds.answered(message, self.you.name)
            case Inspection() | You():
                if isinstance(message, Inspection):
                    self.inspection = None if message.over else message
                else:
                    self._you, self.connected = message, self._view is not None
                self._tell(message)
            case Company():
                self._hear_talk(message)
            case Servers():
                for address in message.addresses:
                    self._addresses.know(address)
        return True

    def _hear_talk(self, message: Company) -> None:
        """Publish what was said, without lines already received before the connection dropped."""
        lines = tuple(line for line in message.lines if line.at > self._said_at)
        self._said_at = max([self._said_at, *(line.at for line in lines)])
        self._tell(replace(message, lines=lines))

    def _welcome(self, message: Welcome) -> None:
        if message.version != VERSION:
            self.goodbye = (
                f"the house speaks version {message.version} of the messages, and this program {VERSION}: "
                "one of them is too old"
            )
            return
        self._view, self._you, self.seq = message.table, message.you, message.seq
        self.own_seeds.welcome(message.table, message.seq, message.you.name)
        self._ahead = message.now - _own_ms()
        self.connected = True
        self._entered.set()
        self._tell(message)

    def _happen(self, message: Happened) -> bool:
        first = message.items[0].seq if message.items else self.seq + 1
        if self._view is None or message.seq < self.seq or first <= self.seq:
            return True  # older than the welcome
        if first > self.seq + 1 or (not message.items and message.seq != self.seq):
            return not self.connected  # a new connection first gets the missed news
        self._view, self.seq = changed(self._view, message.changes), message.seq
        self.own_seeds.hear(message.items, self._view, self.you.name)
        # Messages come late but never early: the one that puts the clock furthest is right.
        self._ahead = max(message.now - _own_ms(), self._ahead)
        self.connected = True
        self._tell(message)
        return True

    def _tell(self, news: News) -> None:
        for hearing in tuple(self._hearings):
            hearing.put(news)

    def _end(self) -> None:
        self.connected = False
        self._entered.set()
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(BankcrapsError(self.goodbye))
        for hearing in tuple(self._hearings):
            hearing.put(None)


def _own_ms() -> float:
    return asyncio.get_running_loop().time() * 1000


# Dealing at a table where people deal: the open work of a dealer, and what they do with it.


class Dealing:
    """The work of a person who holds a dealer's chair.

    What is right nobody tells: where the table is `strict`, something wrong is refused, with the sum and the
    clause; elsewhere it happens.
    """

    def __init__(self, live: LiveTable) -> None:
        """Deal at a table that has been entered."""
        self._live = live

    @property
    def open(self) -> tuple[Undealt, ...]:
        """The work that the dealers still have to do after the last throw: wagers, and the puck."""
        return self._live.view.undealt

    @property
    def mine(self) -> tuple[Undealt, ...]:
        """The part of it that waits for this person."""
        me, chairs = self._live.you.name, self._live.view.chairs
        held = {chair.role for chair in chairs if chair.person == me}
        return tuple(one for one in self.open if one.chair in held)

    def lies(self, one: Undealt) -> Standing | None:
        """Return a wager as it lay before the throw, with its stake; None for the puck."""
        seat = next((seat for seat in self._live.view.seats if seat.name == one.player), None)
        return seat.on(one.wager) if seat is not None and one.wager is not None else None

    async def pay(self, player: str, wager: Wager, cents: int) -> Answer:
        """Pay a wager. The stake is not part of the sum; that of a winner that comes down goes back with it.

        Args:
            player: whose wager.
            wager: which.
            cents: the sum, in cents.
        """
        return await self._deal("pay", player, wager, cents)

    async def take(self, player: str, wager: Wager) -> Answer:
        """Take a wager that loses."""
        return await self._deal("take", player, wager)

    async def move(self, player: str, wager: Wager) -> Answer:
        """Move a wager to its number."""
        return await self._deal("move", player, wager)

    async def give_back(self, player: str, wager: Wager) -> Answer:
        """Give the stake of a wager back."""
        return await self._deal("return", player, wager)

    async def place_puck(self, number: int) -> Answer:
        """Put the puck on a number, or to "off" with 0."""
        return await self._live.ask(Deal(id=self._live.new_id(), action="puck", puck=number))

    async def let_go(self) -> Answer:
        """Have the automatic crew deal what is open: for the box, or for a dealer where nobody is the box."""
        return await self._live.ask(LetGo(id=self._live.new_id()))

    async def _deal(self, action: DealAction, player: str, wager: Wager, cents: int = 0) -> Answer:
        what = Deal(id=self._live.new_id(), action=action, player=player, wager=wager, cents=Cents(cents))
        return await self._live.ask(what)
