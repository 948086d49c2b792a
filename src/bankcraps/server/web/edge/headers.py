"""Middleware for every request: security headers, refusals of what is asked wrongly, gzip."""

import asyncio
import logging
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from bankcraps.server.web.edge.endpoints import Problem, answer
from bankcraps.support.files import shipped_rows

_ROWS: Final = shipped_rows("bankcraps.server.web.edge", "headers.txt")
_POLICY: Final = "; ".join(map(" ".join, _ROWS["content-security-policy"]))
_HEADERS: Final = {"content-security-policy": _POLICY, **dict(_ROWS["others"])}


_WORTHWHILE: Final = 1024
"""The smallest answer worth compressing, in bytes."""

_COMPRESSED: Final = (".parquet", ".png")

_EFFORT: Final = 6
"""The level of compression, of 9. Higher ones take several times as long and save one percent."""

_PATIENCE_S: Final = 30.0
"""Seconds for a client to receive a part of an answer."""


_TWO_LENGTHS: Final = "a request says its length once: by Content-Length, or in HTTP/1.1 by Transfer-Encoding"


class TooSlowError(Exception):
    """A client does not take its answer."""


class SecurityHeaders:
    """Adds the headers to every answer, and leaves clients that do not take it or have gone."""

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

        # The answer is incomplete, so the connection is closed; or the client has gone.
        with suppress(TooSlowError, ClientDisconnect):
            await self._app(scope, receive, with_headers)


class Compression(GZipMiddleware):
    """Compresses pages and data for clients that can read that; other files go out as they are."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        super().__init__(app, minimum_size=_WORTHWHILE, compresslevel=_EFFORT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        plain = scope["type"] != "http" or "/export." in scope["path"] or scope["path"].endswith(_COMPRESSED)
        await (self.app if plain else super().__call__)(scope, receive, send)


class Refusals:
    """Refuses requests for another host name, and those whose length can be read in two ways.

    Somebody else's page can have its name lead to the house, and is then the house's own page to a browser
    (DNS rebinding). But the browser still asks for that name. So the house answers only to its own names:
    `localhost`, the name of its machine, and that of its public address. It answers to every IP address: that
    is no name that could lead elsewhere, and a house in a container does not know the address of its machine.
    """

    def __init__(self, app: ASGIApp, addresses: tuple[str, ...]) -> None:
        """Wrap an application that is reached by some addresses, and by the name of this machine."""
        self._app = app
        machine = socket.gethostname().casefold()
        self._names = {"localhost", machine, *(_host(urlsplit(one).netloc) for one in addresses)} - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        refusal = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(refusal)
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        length = "content-length" in headers or scope["http_version"] == "1.0"
        if scope["type"] == "http" and "transfer-encoding" in headers and length:
            return answer(Problem(_TWO_LENGTHS), 400, headers={"connection": "close"})
        asked = headers.get("host", "")
        host = _host(asked)
        if not asked or host in self._names or _is_address(host):
            return None
        says = (
            f"the house is not at {asked[:100]!r}: its keeper names its address with --public-url, "
            "and a proxy passes on the name that was asked for"
        )
        return answer(Problem(says), 403)


def _host(netloc: str) -> str:
    """Return the name of a host without its port; empty if it is none."""
    try:
        parts = urlsplit(f"//{netloc}")
        return "" if parts.username is not None else (parts.hostname or "").casefold().rstrip(".")
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    """Whether a host is an address in numbers."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


_NO_TEXT: Final = "Invalid UTF-8 sequence received from client."


def log_no_broken_messages() -> None:
    """Keep messages that are no text out of uvicorn's log: anybody can send them."""
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg != _NO_TEXT)
