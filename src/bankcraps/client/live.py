"""A live table, as a client sees it. A connection that drops is made again, and nothing is asked twice."""

import asyncio
import itertools
import secrets
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Final, Self

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bankcraps.codec import decoder, encode
from bankcraps.engine.events import Event
from bankcraps.errors import BankcrapsError
from bankcraps.house.commands import Act, PersonCommand, Say
from bankcraps.house.messages import (
    VERSION,
    Answer,
    Bye,
    Happened,
    Hello,
    TableChanges,
    TableView,
    Welcome,
    You,
)

__all__ = ["LiveTable", "changed"]

_decode: Final = decoder(Answer | Bye | Happened | Welcome | You)

_WAITS_S: Final = (0.1, 0.2, 0.5, 1, 2, 5)
"""How long to wait before each new try to connect. The last is repeated."""


class LiveTable:
    """A table one watches or plays at.

    Attributes:
        view: the table as everybody sees it, after the latest message.
        you: what only oneself may see.
        seq: the version of the table: the last entry of its log that one has heard of.
        goodbye: why the server ended the connection for good, or empty.
    """

    def __init__(self, address: str, cookies: str = "", *, patience_s: float = 60) -> None:
        """Know a table's address. `async with` enters it.

        Args:
            address: the WebSocket address of the table.
            cookies: the cookie header of one's session.
            patience_s: for how many seconds to try to connect again before giving up.
        """
        self.view: TableView | None = None
        self.you: You | None = None
        self.seq = 0
        self.goodbye = ""
        self._address = address
        self._cookies = cookies
        self._patience_s = patience_s
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[PersonCommand, asyncio.Future[Answer]]] = {}
        self._heard: list[asyncio.Queue[Happened | None]] = []
        self._welcomed = asyncio.Event()
        self._ids = (f"{secrets.token_hex(6)}-{number}" for number in itertools.count(1))
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        await self._welcomed.wait()
        if self.goodbye:
            await self.close()
            raise BankcrapsError(self.goodbye)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the table's page. A player keeps the place for as long as the table says."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def say(self, line: str) -> Answer:
        """Say a line of the betting language, and return the answer once it is on disk."""
        return await self.ask(Say(id=next(self._ids), line=line))

    async def act(self, event: Event) -> Answer:
        """Do something, and return the answer once it is on disk."""
        return await self.ask(Act(id=next(self._ids), event=event))

    async def ask(self, command: PersonCommand) -> Answer:
        """Send a command with an id of its own, and return the answer.

        Raises:
            BankcrapsError: if the server ended the connection for good.
        """
        if self.goodbye:
            raise BankcrapsError(self.goodbye)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[command.id] = command, answer
        await self._send(command)
        return await answer

    async def heard(self) -> AsyncGenerator[Happened]:
        """Yield what happens from now on, until the server ends the connection for good."""
        queue: asyncio.Queue[Happened | None] = asyncio.Queue()
        self._heard.append(queue)
        try:
            while True:
                message = await queue.get()
                if message is None:
                    return
                yield message
        finally:
            self._heard.remove(queue)

    async def _send(self, message: object) -> None:
        """Send a message now, if there is a connection. What waits is sent when there is one again."""
        if self._socket is None:
            return
        try:
            await self._socket.send(encode(message).decode())
        except WebSocketException:
            self._socket = None

    async def _stay(self) -> None:
        """Connect, and connect again whenever the connection drops."""
        tries, since = 0, asyncio.get_running_loop().time()
        while not self.goodbye:
            try:
                async with connect(self._address, additional_headers=self._headers()) as socket:
                    await self._listen(socket)
                    tries, since = 0, asyncio.get_running_loop().time()
            except (OSError, WebSocketException, TimeoutError) as error:
                if asyncio.get_running_loop().time() - since > self._patience_s:
                    self.goodbye = f"the house does not answer: {error}"
            self._socket = None
            if not self.goodbye:
                await asyncio.sleep(_WAITS_S[min(tries, len(_WAITS_S) - 1)])
                tries += 1
        self._end()

    def _headers(self) -> dict[str, str]:
        return {"Cookie": self._cookies} if self._cookies else {}

    async def _listen(self, socket: ClientConnection) -> None:
        await socket.send(encode(Hello(VERSION, self.seq)).decode())
        async for text in socket:
            message = _decode(text)
            self._hear(message)
            # `You` says that all that was missed has been told; `Welcome` tells all of it.
            if self._socket is None and isinstance(message, Welcome | You):
                self._socket = socket
                for command, _ in list(self._waiting.values()):
                    await self._send(command)

    def _welcome(self, message: Welcome) -> None:
        self.view, self.you, self.seq = message.table, message.you, message.seq
        self._welcomed.set()

    def _hear(self, message: Answer | Bye | Happened | Welcome | You) -> None:
        match message:
            case Welcome():
                self._welcome(message)
            case Happened() if self.view is not None and message.seq >= self.seq:
                self.view, self.seq = changed(self.view, message.changes), message.seq
                for queue in self._heard:
                    queue.put_nowait(message)
            case Answer():
                _, answer = self._waiting.pop(message.id, (None, None))
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case You():
                self.you = message
            case Bye():
                self.goodbye = "" if message.again else message.reason
                self._address = _moved(self._address, message.address)
            case _:
                pass

    def _end(self) -> None:
        self._welcomed.set()
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(BankcrapsError(self.goodbye))
        for queue in self._heard:
            queue.put_nowait(None)


def _moved(address: str, to: str) -> str:
    """Return the address of a table that another server serves now."""
    if not to:
        return address
    path = address.split("/", 3)[3]
    return f"{to.replace('http', 'ws', 1)}/{path}"


def changed(view: TableView, changes: TableChanges) -> TableView:
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
