"""Headers that keep a browser from doing what the house does not do."""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["SecurityHeaders", "TooSlowError"]

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "media-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


_PATIENCE_S: Final = 30.0
"""How long a client may take to receive a part of an answer."""


class TooSlowError(Exception):
    """A client does not take its answer."""


class SecurityHeaders:
    """Adds the headers to every answer, and leaves clients that do not take it."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            try:
                async with asyncio.timeout(_PATIENCE_S):
                    await send(message)
            except TimeoutError:
                raise TooSlowError from None

        with suppress(TooSlowError):  # the answer is not complete, so the connection is closed
            await self._app(scope, receive, with_headers)
