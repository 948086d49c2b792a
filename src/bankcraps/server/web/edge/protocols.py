"""Protocols of uvicorn with our limits: connections that ask for nothing, messages that nobody finishes."""

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as AutoHTTPProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

OF_ADDRESS: Final = 512
"""The most connections of an address without a request."""


class PlainConnections:
    """The connections of a process that have not become sockets of tables."""

    def __init__(self, most: int, of_address: int = OF_ADDRESS) -> None:
        """Start without connections.

        Args:
            most: the most connections of the process, with the sockets of tables.
            of_address: the most of an address among these here.
        """
        self._most = most
        self._of_address = of_address
        self._here: dict[_Impatient, str] = {}
        self._count: Counter[str] = Counter()

    def add(self, connection: "_Impatient", address: str, open_now: int) -> None:
        """Take a connection in. If there are too many, one that asks for nothing is closed: the oldest.

        Args:
            connection: the connection.
            address: where it comes from.
            open_now: the number of connections that the process has, with this one and the sockets of tables.
        """
        self._here[connection] = address
        self._count[address] += 1
        if self._count[address] > self._of_address:
            self._let_one_go(address)
        elif open_now > self._most:
            self._let_one_go("")

    def remove(self, connection: "_Impatient") -> None:
        """Forget a connection that was closed, or became a socket of a table."""
        address = self._here.pop(connection, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    def _let_one_go(self, address: str) -> None:
        """Close the oldest connection without a request, of one address or of all."""
        for connection, where in self._here.items():
            if address in ("", where) and connection.asks_nothing():
                self.remove(connection)
                connection.let_go()
                return


class _Impatient(AutoHTTPProtocol):
    """Closes a connection that does not finish a request in time, or that has to make room."""

    wait_s: ClassVar[float]
    here: ClassVar[PlainConnections]
    look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.here.add(self, self.client[0] if self.client else "", len(self.connections))
        self.wait()

    def handle_websocket_upgrade(self, *event: object) -> None:  # its two protocols differ
        """Become a socket of a table, unless the request has a body.

        An ASGI layer comes too late: uvicorn first hands the request to `websockets`, which fails on a body,
        and the traceback would fill the log.
        """
        if {name for name, _ in self.headers} & {b"content-length", b"transfer-encoding"}:
            self.send_400_response("A WebSocket is opened by a request without a body.")
            return
        self.here.remove(self)
        super().handle_websocket_upgrade(*event)

    def data_received(self, data: bytes) -> None:
        """Read what comes. The time to finish a request ends with the request, however long answers take."""
        super().data_received(data)
        if not self.asks_nothing():
            self.stop_waiting()
        elif self.look is None:
            self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self.here.remove(self)
        self.stop_waiting()

    def wait(self) -> None:
        self.look = asyncio.get_running_loop().call_later(self.wait_s, self.close_unasked)

    def stop_waiting(self) -> None:
        if self.look is not None:
            self.look.cancel()
            self.look = None

    def asks_nothing(self) -> bool:
        """Whether no request of it is being answered."""
        return not self.cycle or self.cycle.response_complete

    def close_unasked(self) -> None:
        self.look = None
        if self in self.connections:  # and not a socket of a table by now
            self.let_go()

    def let_go(self) -> None:
        self.transport.close()


def impatient(wait_s: float, here: PlainConnections) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP protocol, which closes a connection that does not finish a request.

    Args:
        wait_s: for how many seconds it waits.
        here: the connections of the process.
    """
    return type("Impatient", (_Impatient,), {"wait_s": wait_s, "here": here})


_MOST_PARTS: Final = 32
"""The most parts of a message, because empty parts escape the limit on bytes."""

_FINISH_S: Final = 10.0
"""Seconds to finish a message."""


class FinishingSocket(WebSocketsSansIOProtocol):
    """A socket that closes when a message has too many parts, or is not finished in time."""

    _finished = 0
    _timer: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Read what comes."""
        before = self._finished
        super().data_received(data)
        begun = bool(self.frames or self.conn.reader.buffer)
        if len(self.frames) > _MOST_PARTS:
            self.transport.close()
        if self._timer is not None and (self._finished != before or not begun):
            self._timer.cancel()
            self._timer = None
        if begun and self._timer is None:
            self._timer = self.loop.call_later(_FINISH_S, self._close_unfinished)

    async def send(self, message: "ASGISendEvent") -> None:
        """Send what the house says. A refusal ends the handshake, or uvicorn would log it as a mistake."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Hand a message over that is finished."""
        self._finished += 1
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _close_unfinished(self) -> None:
        if self.read_paused:  # it is the house that does not read on
            self._timer = self.loop.call_later(_FINISH_S, self._close_unfinished)
        else:
            self.transport.close()
