"""A client's live table. Dropped connections are made again, and no command is carried out twice.

Its news, and the addresses to hear them from, are here too.
"""

import asyncio
import itertools
import random
import re
import secrets
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any, Final, Self, TypeVar, Union
from weakref import WeakSet

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from bankcraps.client.own_seeds import OwnSeeds
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Seat, State
from bankcraps.game.engine.events import Event
from bankcraps.game.engine.state import Standing
from bankcraps.game.records.codec import decoder, encode
from bankcraps.game.rulebook import BOOKS, Rulebook, load_version
from bankcraps.game.wagers import Wager
from bankcraps.live.log.entries import BETTING, DealAction
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.table.commands import Act, Deal, LetGo, PersonCommand, Say
from bankcraps.live.wire import messages as ms
from bankcraps.support.structs import struct_of

_T = TypeVar("_T")

Message = ms.Answer | ms.Company | ms.Happened | ms.Inspection | ms.Servers | ms.Welcome | ms.You

_OBEYED: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\(?:u00(?:0[0-8b-f]|1[0-9a-f]|7f|[89][0-9a-f])|[bfr])|([\x7f-\x9f])", re.IGNORECASE
)
"""Control characters in JSON that a terminal would obey: all but the tab and the ends of lines."""


class UnreadableError(BankcrapsError):
    """The house says something that this program cannot read."""


_decode: Final = decoder(Message | ms.Bye)


def read_message(text: str | bytes) -> Message | ms.Bye:
    """Read a message of the house.

    Raises:
        UnreadableError: if it is none.
    """
    return _read(_decode, text)


def read_json(content: bytes, kind: type[_T]) -> _T:
    """Read an answer of the house.

    Raises:
        UnreadableError: if it is none of this kind.
    """
    return _read(decoder(kind), content)


def _read(decode: Callable[[str], _T], text: str | bytes) -> _T:
    try:
        return decode(_plain(text))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableError(str(error)) from None


def _plain(text: str | bytes) -> str:
    r"""Return JSON with a question mark in place of each control character.

    >>> _plain(b'["\\u001b[2J", "\\\\u001b", "a\\nb"]')
    '["?[2J", "\\\\u001b", "a\\nb"]'
    """
    text = text.decode() if isinstance(text, bytes) else text
    return _OBEYED.sub(r"\1?", text)


# A check that the house can read a client's commands.


_decode_command: Final = decoder(Union[tuple(PersonCommand.__subclasses__())])  # noqa: UP007 - built from a list


def require_readable(command: PersonCommand) -> None:
    """Refuse a command that the house could not read, not even its id."""
    try:
        encoded = encode(command)
        _decode_command(encoded)
    except (msgspec.MsgspecError, TypeError, UnicodeError) as error:
        raise BankcrapsError(f"this is no command: {error}") from None
    if len(encoded) > ms.LONGEST_BYTES:
        raise BankcrapsError(f"a command has at most {ms.LONGEST_BYTES} bytes, not {len(encoded)}")


class Lost(msgspec.Struct, frozen=True):
    """The connection dropped. The client tries to connect again.

    Attributes:
        reason: why, for people.
    """

    reason: str


News = ms.Company | ms.Happened | ms.Inspection | ms.Welcome | ms.You | Lost
"""News for a client. After a reconnect: the missed entries, or the whole table."""


class Hearing:
    """The news at a table from the moment this object is made: `async for news in hearing`.

    It ends when the connection ends for good.
    """

    def __init__(self) -> None:
        self._queue: asyncio.Queue[News | None] = asyncio.Queue()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        news = await self._queue.get()
        if news is None:
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return news

    def so_far(self) -> list[News]:
        """Return the news that have come and have not been read yet."""
        news: list[News] = []
        while not self._queue.empty() and (one := self._queue.get_nowait()) is not None:
            news.append(one)
        return news

    def put(self, news: News | None) -> None:
        """Add a piece of news. None ends the hearing."""
        self._queue.put_nowait(news)


@asynccontextmanager
async def meanwhile(work: Coroutine[Any, Any, None]) -> AsyncGenerator[asyncio.Task[None]]:
    """Work during a `with` block, at whose end what is left of the work is cancelled. Give its task."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


# The reason for the end of a connection to a house, as a sentence.


def reason(error: Exception) -> str:
    """Return why a connection ended."""
    match error:
        case InvalidStatus():
            return f"it answers {error.response.status_code}"
        case ConnectionClosed():
            return (error.rcvd.reason if error.rcvd else "") or "the connection dropped"
        case UnreadableError():
            return f"this program cannot read what the house says: {error}"
        case _:
            return str(error) or type(error).__name__


def final_reason(error: Exception, *, at_home: bool) -> str:
    """Return why there is no sense in another try, or an empty text.

    Args:
        error: the error that ended the connection.
        at_home: whether it was the address that the client was given first. Another server may be there.
    """
    if isinstance(error, UnreadableError):
        return reason(error)
    if not isinstance(error, InvalidStatus) or not at_home:
        return ""
    status = error.response.status_code
    # From 500 on it is the server that fails, and another try may help.
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ""
    return f"the house answers {status}: it has no such table, or does not let you in"


# Data derived from the house's messages: the changed view, the engine's state, the rulebook.


def changed(view: ms.TableView, changes: ms.TableChanges) -> ms.TableView:
    """Return a table's view after what changed in it."""
    fields = {
        name: value
        for name in changes.__struct_fields__
        if (value := getattr(changes, name)) is not msgspec.UNSET and name not in ("seats", "gone")
    }
    here = {seat.name: seat for seat in view.seats}
    for name in changes.gone or ():
        here.pop(name, None)
    here.update({seat.name: seat for seat in changes.seats or ()})
    seats = tuple(sorted(here.values(), key=lambda seat: seat.place))
    return replace(view, seats=seats, **fields)


def state_of(view: ms.TableView) -> State:
    """Return the table as the engine knows it, from what everybody may see.

    The bank, the table before the last throw and what players could undo are not shown, so they are missing.
    The clock may put real dice into the air though nobody said `throw`. The engine still waits for it then:
    it knows the throw before, and the shooter may not have the dice yet. Without a throw before, a shooter
    who has them, or the stickperson, counts as having thrown.
    """
    in_the_air = view.phase.name == "in_the_air" and view.last is None
    thrown = in_the_air and (view.turn.held or not view.thrower)
    return struct_of(State, view, thrown=thrown, by_stick=thrown and not view.thrower, last=None)


def book_of(settings: TableSettings) -> Rulebook:
    """Return the rulebook of a table.

    Raises:
        BankcrapsError: if this program does not have it, or has another version of it.
    """
    if settings.rules not in BOOKS:  # any other name would be the path of a file on this machine
        raise BankcrapsError(f"this table plays by {settings.rules[:40]!r}, which this program does not have")
    book = load_version(settings.rules, settings.digest, **dict(settings.options))
    if book.digest != settings.digest:
        raise BankcrapsError(
            f"this table plays by another version of {settings.rules} ({settings.digest}) than this program "
            f"has ({book.digest}): one of them is too old"
        )
    return book


# The address of a table, and others to try when that server is gone.


_MOST: Final = 8
"""The most addresses that are remembered."""


class Addresses:
    """The addresses of the servers of a table.

    Attributes:
        home: the first address.
        now: the address to connect to next.
    """

    def __init__(self, home: str) -> None:
        """Start with one address."""
        self.home: str = home
        self.now: str = home
        self._known = [home]

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return len(self._known) > 1

    def know(self, server: str) -> str:
        """Remember an address where the table may be served, even if it does not answer now.

        >>> Addresses("ws://one:8420/tables/k3x9/socket").know("http://two:8420")
        'ws://two:8420/tables/k3x9/socket'

        Returns:
            The table's address at that server.
        """
        path = self.home.split("/", 3)[3]
        address = f"{server.rstrip('/').replace('http', 'ws', 1)}/{path}"
        if address not in self._known:
            self._known.append(address)
        if len(self._known) > _MOST:
            del self._known[1 + (self._known[1] == self.now)]  # neither home nor where we are
        return address

    def go(self, server: str) -> None:
        """Use the address that a server named."""
        self.now = self.know(server)

    def take_turns(self) -> None:
        """Use the next known address."""
        turn = self._known.index(self.now) + 1
        self.now = self._known[turn % len(self._known)]


# The live table.


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
        own_seeds: the check of the sealed throws, and of the seeds that this client gave.
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
        self.inspection: ms.Inspection | None = None
        self.own_seeds: OwnSeeds = OwnSeeds()
        self._said_at = 0
        self._view: ms.TableView | None = None
        self._you: ms.You | None = None
        self._addresses = Addresses(address)
        self._headers = {"Cookie": cookies} if cookies else {}
        self._patience_s = patience_s
        self._proxy = proxy
        self._ahead = 0.0
        self._waiting: dict[str, tuple[PersonCommand, asyncio.Future[ms.Answer]]] = {}
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
    def view(self) -> ms.TableView:
        """The table as everybody sees it, after the latest message.

        Raises:
            BankcrapsError: before the table is entered.
        """
        if self._view is None:
            raise BankcrapsError("enter the table first: async with table")
        return self._view

    @property
    def you(self) -> ms.You:
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

    async def say(self, line: str, *, why: str = "") -> ms.Answer:
        """Say a line, and return the answer once it is on disk. `why` is the reason that the log gives."""
        return await self.ask(Say(id=self.new_id(), line=line, why=why))

    async def act(self, event: Event, *, why: str = "") -> ms.Answer:
        """Do something, and return the answer once it is on disk. The log may give a reason, as for `say`."""
        return await self.ask(Act(id=self.new_id(), event=event, why=why))

    def new_id(self) -> str:
        """Return an id for a command, which no other command has."""
        return next(self._ids)

    async def ask(self, command: PersonCommand) -> ms.Answer:
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
        answer: asyncio.Future[ms.Answer] = asyncio.get_running_loop().create_future()
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

    async def until(self, condition: Callable[[ms.TableView], bool]) -> ms.TableView:
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

    async def rounds(self) -> AsyncIterator[ms.TableView]:
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

    async def _visit(self) -> ms.Bye:
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
            return ms.Bye(reason(error))

    async def _talk(self, socket: ClientConnection) -> ms.Bye:
        with suppress(ConnectionClosed):  # a house that sends a client away does not wait for the hello
            await socket.send(encode(ms.Hello(ms.VERSION, self.seq)).decode())
        self._unsent = deque(command for command, _ in self._waiting.values())
        async with meanwhile(self._write(socket)):
            async for text in socket:
                message = read_message(text)
                if isinstance(message, ms.Bye):
                    self.goodbye = self.goodbye if message.again else message.reason
                    return message
                if not self._hear(message):
                    return ms.Bye("some messages were lost")
        return ms.Bye("the house closed the connection")

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
            case ms.Welcome():
                self._welcome(message)
                return not self.goodbye
            case ms.Happened():
                return self._happen(message)
            case ms.Answer():
                _, answer = self._waiting.get(message.id, (None, None))
                if answer is not None and not answer.done():
                    answer.set_result(message)
                    self.own_seeds.answered(message, self.you.name)
            case ms.Inspection() | ms.You():
                if isinstance(message, ms.Inspection):
                    self.inspection = None if message.over else message
                else:
                    self._you, self.connected = message, self._view is not None
                self._tell(message)
            case ms.Company():
                # Without lines already received before the connection dropped.
                lines = tuple(line for line in message.lines if line.at > self._said_at)
                self._said_at = max([self._said_at, *(line.at for line in lines)])
                self._tell(replace(message, lines=lines))
            case ms.Servers():
                for address in message.addresses:
                    self._addresses.know(address)
        return True

    def _welcome(self, message: ms.Welcome) -> None:
        if message.version != ms.VERSION:
            self.goodbye = (
                f"the house speaks version {message.version} of the messages, and this program {ms.VERSION}: "
                "one of them is too old"
            )
            return
        self._view, self._you, self.seq = message.table, message.you, message.seq
        self.own_seeds.welcome(message.table, message.seq, message.you.name)
        self._ahead = message.now - _own_ms()
        self.connected = True
        self._entered.set()
        self._tell(message)

    def _happen(self, message: ms.Happened) -> bool:
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
    def open(self) -> tuple[ms.Undealt, ...]:
        """The work that the dealers still have to do after the last throw: wagers, and the puck."""
        return self._live.view.undealt

    @property
    def mine(self) -> tuple[ms.Undealt, ...]:
        """The part of it that waits for this person."""
        me, chairs = self._live.you.name, self._live.view.chairs
        held = {chair.role for chair in chairs if chair.person == me}
        return tuple(one for one in self.open if one.chair in held)

    def lies(self, one: ms.Undealt) -> Standing | None:
        """Return a wager as it lay before the throw, with its stake; None for the puck."""
        seat = next((seat for seat in self._live.view.seats if seat.name == one.player), None)
        return seat.on(one.wager) if seat is not None and one.wager is not None else None

    async def pay(self, player: str, wager: Wager, cents: int) -> ms.Answer:
        """Pay a wager. The stake is not part of the sum; that of a winner that comes down goes back with it.

        Args:
            player: whose wager.
            wager: which.
            cents: the sum, in cents.
        """
        return await self._deal("pay", player, wager, cents)

    async def take(self, player: str, wager: Wager) -> ms.Answer:
        """Take a wager that loses."""
        return await self._deal("take", player, wager)

    async def move(self, player: str, wager: Wager) -> ms.Answer:
        """Move a wager to its number."""
        return await self._deal("move", player, wager)

    async def give_back(self, player: str, wager: Wager) -> ms.Answer:
        """Give the stake of a wager back."""
        return await self._deal("return", player, wager)

    async def place_puck(self, number: int) -> ms.Answer:
        """Put the puck on a number, or to "off" with 0."""
        return await self._live.ask(Deal(id=self._live.new_id(), action="puck", puck=number))

    async def let_go(self) -> ms.Answer:
        """Have the automatic crew deal what is open: for the box, or for a dealer where nobody is the box."""
        return await self._live.ask(LetGo(id=self._live.new_id()))

    async def _deal(self, action: DealAction, player: str, wager: Wager, cents: int = 0) -> ms.Answer:
        what = Deal(id=self._live.new_id(), action=action, player=player, wager=wager, cents=Cents(cents))
        return await self._live.ask(what)
