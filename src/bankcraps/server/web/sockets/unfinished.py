"""Limits the time and parts of a socket's message."""

import asyncio
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

__all__ = ["FinishingSocket"]

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
