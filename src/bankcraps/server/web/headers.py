"""What every answer goes through: headers that keep a browser from doing what the house does not do; gzip."""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Compression", "SecurityHeaders", "TooSlowError"]

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


_WORTHWHILE: Final = 1024
"""How many bytes an answer has that is worth compressing."""

_EFFORT: Final = 6
"""Of 9. More takes several times as long and saves a hundredth."""

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


class Compression:
    """Compresses pages and data for clients that can read that; files of the log go out as they are."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app
        self._compressed = GZipMiddleware(app, minimum_size=_WORTHWHILE, compresslevel=_EFFORT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        plain = scope["type"] != "http" or "/export." in scope["path"]
        await (self._app if plain else self._compressed)(scope, receive, send)
