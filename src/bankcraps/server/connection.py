"""One client at one table, over a WebSocket."""

import asyncio
from typing import Final, Union

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from bankcraps.codec import decoder, encode
from bankcraps.errors import BankcrapsError
from bankcraps.house import commands as cm
from bankcraps.house.deciding import Refused
from bankcraps.house.messages import VERSION, Answer, Bye, Hello, ServerMessage, Welcome
from bankcraps.house.views import view, you
from bankcraps.server.broadcast import Broadcast
from bankcraps.server.house import House
from bankcraps.server.table_host import TableHost

__all__ = ["LARGEST_MESSAGE", "serve_client"]

LARGEST_MESSAGE: Final = 4096
"""The most bytes of a client's message."""

_QUEUE: Final = 256
"""The most messages that may wait for a slow client. One that is slower still must come again."""

_IN_FLIGHT: Final = 64
"""The most commands of a client that may wait for the disk."""

_PER_SECOND: Final = 200
"""The most commands of a client in a second."""

_decode: Final = decoder(Union[(Hello, *cm.PersonCommand.__subclasses__())])


class _Client:
    def __init__(self, socket: WebSocket, house: House, host: TableHost, sender: cm.Sender) -> None:
        self.socket = socket
        self.house = house
        self.host = host
        self.sender = sender
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(_QUEUE)
        self.slow = asyncio.Event()
        self.in_flight = asyncio.Semaphore(_IN_FLIGHT)

    def send(self, message: bytes) -> None:
        """Send a message when the client is ready. One that is too slow is dropped."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.slow.set()

    def say(self, message: ServerMessage) -> None:
        self.send(encode(message))

    async def welcome(self) -> None:
        """Send the whole table. What is sent before it is older, and what is sent after it is newer."""
        wallet = await self.house.wallet(self.sender.person) if self.sender.person else 0
        table = self.host.durable
        private = you(table, self.sender, wallet)
        self.say(Welcome(VERSION, table.seq, table.now, view(self.host.book, table), private))


async def serve_client(
    socket: WebSocket, house: House, broadcast: Broadcast, host: TableHost, sender: cm.Sender
) -> None:
    """Serve a client until it goes. The socket has been accepted."""
    client = _Client(socket, house, host, sender)
    if not await _greet(client):
        return
    leave = await broadcast.join(host, client.send, sender.person)
    try:
        await client.welcome()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_receive(client))
            tasks.create_task(_send(client))
            tasks.create_task(_drop_slow(client))
    except* (WebSocketDisconnect, RuntimeError, BankcrapsError, _GoneError):
        pass
    finally:
        await leave()


class _GoneError(Exception):
    """The client has gone."""


async def _greet(client: _Client) -> bool:
    """Hear the client's hello, and welcome it."""
    try:
        hello = _read(await asyncio.wait_for(client.socket.receive_text(), 10))
    except (TimeoutError, WebSocketDisconnect, KeyError):
        return False
    if not isinstance(hello, Hello):
        reason = "the first message must be hello" if not isinstance(hello, Refused) else hello.message
        return await _bye(client, Bye(reason))
    if hello.version != VERSION:
        reason = (
            f"this server speaks version {VERSION} of the messages, and the client version {hello.version}"
        )
        return await _bye(client, Bye(reason))
    return True


async def _bye(client: _Client, message: Bye) -> bool:
    await client.socket.send_text(encode(message).decode())
    await client.socket.close()
    return False


def _read(text: str) -> Hello | cm.PersonCommand | Refused:
    if len(text) > LARGEST_MESSAGE:
        return Refused(code="too_long", message=f"a message has at most {LARGEST_MESSAGE} bytes")
    try:
        return _decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Refused(code="bad_message", message=f"this is no message: {error}")


async def _receive(client: _Client) -> None:
    """Carry out the client's commands, several at a time, in order."""
    allowance, told = float(_PER_SECOND), asyncio.get_running_loop().time()
    async with asyncio.TaskGroup() as tasks:
        while True:
            message = _read(await client.socket.receive_text())
            now = asyncio.get_running_loop().time()
            allowance, told = min(_PER_SECOND, allowance + (now - told) * _PER_SECOND) - 1, now
            if allowance < 0:
                await asyncio.sleep(-allowance / _PER_SECOND)
            if isinstance(message, cm.PersonCommand):
                await client.in_flight.acquire()
                tasks.create_task(_ask(client, message))
            elif isinstance(message, Refused):
                client.say(Answer("", refused=message))
            else:
                await client.welcome()


async def _ask(client: _Client, command: cm.PersonCommand) -> None:
    try:
        if not client.sender.person:
            refused = Refused(
                code="not_signed_in", message="only people with a name can do that: sign in first"
            )
            answer = Answer(command.id, refused=refused)
        else:
            answer = await client.host.ask(client.sender, command)
    except BankcrapsError as error:
        answer = Answer(command.id, refused=Refused(code="stopped", message=str(error)))
    finally:
        client.in_flight.release()
    client.say(answer)


async def _send(client: _Client) -> None:
    while True:
        message = await client.outbox.get()
        await client.socket.send_text(message.decode())


async def _drop_slow(client: _Client) -> None:
    await client.slow.wait()
    await client.socket.close(1013, "too slow: connect again")
    raise _GoneError
