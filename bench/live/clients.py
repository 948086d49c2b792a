"""Cheap players and spectators: WebSockets by hand that read only the needed part of a message.

They offer compression, as browsers do. Only answers without a refusal count as done.
"""

import asyncio
import base64
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.game.wagers import wager
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewTable
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.messages import VERSION, Hello

PLAYERS = 8
BETTING = 0.75
"""The part of a round that is betting, in play at a steady pace."""

_WAIT_S = 60
_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_SHORT, _TWO_BYTES, _EIGHT_BYTES = 125, 126, 127
_ANSWER = b'{"type":"answer"'
_HAPPENED = b'{"type":"happened"'

PASS = ev.Bet(wager("pass"), Cents(500))

ROUND: tuple[ev.Event, ...] = (
    ev.Bet(wager("field"), Cents(100)),
    ev.Bet(wager("any_craps"), Cents(100)),
    ev.Bet(wager("place 6"), Cents(600)),
    ev.Bet(wager("place 8"), Cents(600)),
    ev.TakeDown(wager("place 6")),
    ev.TakeDown(wager("place 8")),
)
"""The acts of each player between two throws."""

AT_ONCE = Timing(betting_ms=3_600_000, warning_ms=0, throwing_ms=3_600_000, paying_ms=0, shooter_ms=3_600_000)
"""The clock does nothing: the shooter throws, is paid, and the betting is open again at once."""


class _Refusal(msgspec.Struct):
    code: str
    message: str


class _Answer(msgspec.Struct):
    id: str = ""
    seq: int = 0
    refused: _Refusal | None = None


class _Changes(msgspec.Struct):
    puck: int | None = None
    shooter: str | None = None


class _Happened(msgspec.Struct):
    seq: int
    changes: _Changes


class _Welcomed(msgspec.Struct):
    puck: int
    shooter: str


class _Welcome(msgspec.Struct):
    seq: int
    table: _Welcomed


_answer = msgspec.json.Decoder(_Answer)
_happened = msgspec.json.Decoder(_Happened)
_welcome = msgspec.json.Decoder(_Welcome)


class Tally:
    """Counts of commands and answers."""

    def __init__(self) -> None:
        self.done = 0
        self.refused: Counter[str] = Counter()
        self.delays: list[float] = []
        self.asked: list[tuple[float, int]] = []
        self.messages = 0


class Socket(asyncio.Protocol):
    """A connection to a table, which hears messages and counts answers."""

    def __init__(self, tally: Tally, path: str, host: str, cookie: str = "") -> None:
        self.tally = tally
        self.hear: Callable[[bytes], None] = lambda _: None
        self.ready: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._asked: dict[str, tuple[float, asyncio.Future[int]]] = {}
        self._count = 0
        self._open = False
        self._buffer = b""
        self._head = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport
        self._transport.write("\r\n".join([*self._head, "", ""]).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(f"the connection dropped: {exc}")

    def _fail(self, why: str) -> None:
        error = ConnectionError(why)
        for waiting in [self.ready, *(answer for _, answer in self._asked.values())]:
            if not waiting.done():
                waiting.set_exception(error)
                waiting.exception()

    def close(self) -> None:
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = data
                return
            if b" 101 " not in head or b"permessage" in head.lower():
                self._fail(head.decode(errors="replace"))
                return
            self._open, data = True, rest
            self.send(encode(Hello(VERSION)))
        at, size = 0, len(data)
        while size - at >= 2:  # noqa: PLR2004 - the shortest frame
            length, start = data[at + 1], at + 2
            if length > _SHORT:
                start += 2 if length == _TWO_BYTES else 8
                if size < start:
                    break
                length = int.from_bytes(data[at + 2 : start], "big")
            if size < start + length:
                break
            self._frame(data[at], data[start : start + length])
            at = start + length
        self._buffer = data[at:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == _TEXT:
            self.tally.messages += 1
            if body.startswith(_ANSWER):
                self._answered(_answer.decode(body))
            elif body.startswith(b'{"type":"bye"'):
                self._fail(body.decode())
            elif self.ready.done():
                self.hear(body)
            elif body.startswith(b'{"type":"welcome"'):
                self.ready.set_result(body)
            else:
                self._fail(body.decode())
        elif kind == _PING:
            self._transport.write(_framed(_PONG, body))
        elif kind == _CLOSE:
            self._fail(f"the house closed the connection: {body[2:].decode()}")

    def send(self, message: bytes) -> None:
        self._transport.write(_framed(_TEXT, message))

    def ask(self, event: ev.Event, since: float = 0.0) -> asyncio.Future[int]:
        """Ask for something. The answer is the number of the log's entry, or 0 if it was refused."""
        self._count += 1
        name = f"c-{self._count}"
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[name] = since or time.perf_counter(), answer
        self.send(encode(cm.Act(id=name, event=event)))
        return answer

    def _answered(self, message: _Answer) -> None:
        since, answer = self._asked.pop(message.id)
        if message.refused is None:
            self.tally.done += 1
            self.tally.delays.append(time.perf_counter() - since)
            self.tally.asked.append((since, message.seq))
        else:
            self.tally.refused[message.refused.message] += 1
        if not answer.done():
            answer.set_result(message.seq)


def _framed(kind: int, body: bytes) -> bytes:
    """Return a frame of a client, masked with zeros."""
    length = len(body)
    if length <= _SHORT:
        return bytes((kind, 0x80 | length, 0, 0, 0, 0)) + body
    return bytes((kind, 0x80 | _TWO_BYTES)) + length.to_bytes(2, "big") + bytes(4) + body


async def enter(tally: Tally, address: str, table: str, cookie: str = "") -> Socket:
    """Open a socket to a table, and wait for its welcome."""
    host = address.removeprefix("http://")
    name, port = host.split(":")
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(tally, f"/tables/{table}/socket", host, cookie), name, int(port)
    )
    async with asyncio.timeout(_WAIT_S):
        await socket.ready
    return socket


async def sign_in(http: httpx.AsyncClient, name: str) -> str:
    response = await http.post("/api/session", json={"name": name})
    response.raise_for_status()
    cookie = "; ".join(f"{key}={value}" for key, value in response.cookies.items())
    http.cookies.clear()
    return cookie


async def open_table(http: httpx.AsyncClient, cookie: str) -> str:
    asked = NewTable(rules="classic", limits="1:10000", pace="shooter", timing=AT_ONCE)
    headers = {"Cookie": cookie}
    response = await http.post("/api/tables", json=msgspec.to_builtins(asked), headers=headers)
    response.raise_for_status()
    return str(response.json()["table"])


class Table:
    """A table of players who bet, take down and throw, in rounds."""

    def __init__(self, table: str, players: Sequence[tuple[str, Socket]]) -> None:
        self.id = table
        self.players = dict(players)
        self._first = players[0][1]
        self._first.hear = self._hear
        self._news = asyncio.Event()
        told = _welcome.decode(self._first.ready.result())
        self.seq, self.puck, self.shooter = told.seq, told.table.puck, told.table.shooter

    def _hear(self, body: bytes) -> None:
        if not body.startswith(_HAPPENED):
            return
        message = _happened.decode(body)
        self.seq = message.seq
        if message.changes.puck is not None:
            self.puck = message.changes.puck
        if message.changes.shooter is not None:
            self.shooter = message.changes.shooter
        self._news.set()

    async def sit_down(self) -> None:
        """Seat everybody with chips."""
        async with asyncio.timeout(_WAIT_S):
            for socket in self.players.values():
                await socket.ask(ev.Sit())
                await self._until(await socket.ask(ev.BuyIn(Cents(100_000_000))))

    async def _until(self, seq: int) -> None:
        while self.seq < seq:
            self._news.clear()
            await self._news.wait()

    async def round(self, since: float, every: float) -> float:
        """Let every player bet and take down, and the shooter throw. Return when the next round is due.

        Args:
            since: the time at which the round should have begun.
            every: the seconds for each command; 0 to send all at once. The last quarter of the round is left
                for the throw, which waits for the answers to the commands before it.
        """
        answers: list[asyncio.Future[int]] = []
        at = since

        async def ask(socket: Socket, event: ev.Event) -> None:
            nonlocal at
            if every:
                wait = at - time.perf_counter()
                if wait > 0:
                    await asyncio.sleep(wait)
            answers.append(socket.ask(event, at if every else 0.0))
            at += every * BETTING

        if not self.puck:
            await ask(self.players[self.shooter], PASS)
        for bet in ROUND:
            for socket in self.players.values():
                await ask(socket, bet)
        async with asyncio.timeout(_WAIT_S):
            await asyncio.gather(*answers)
            thrown = await self.players[self.shooter].ask(ev.ThrowDice())
            await self._until(thrown)
        return since + every * (len(answers) + 1)
