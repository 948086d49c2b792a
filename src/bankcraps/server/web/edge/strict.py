"""Refuses ambiguous requests, and keeps broken ones out of the log.

A request with two lengths, behind a proxy that reads the other one, may hide a second request in the first.
"""

import asyncio
import logging
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from bankcraps.server.web.edge.answers import Problem, answer

__all__ = ["OneLength", "log_no_broken_messages", "without_body"]

_REFUSED: Final = "a request says its length once: by Content-Length, or in HTTP/1.1 by Transfer-Encoding"
_NO_TEXT: Final = "Invalid UTF-8 sequence received from client."


class OneLength:
    """Refuses requests whose length can be read in two ways, and closes their connections."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            if "transfer-encoding" in headers and (
                "content-length" in headers or scope["http_version"] == "1.0"
            ):
                refusal = answer(Problem(_REFUSED), 400)
                refusal.headers["connection"] = "close"
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def without_body(protocol: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """Return a protocol of uvicorn that refuses a WebSocket for a request with a body: it never opens.

    An ASGI layer comes too late: uvicorn first hands the request to `websockets`, which fails on a body, and
    the traceback would fill the log.
    """

    class WithoutBody(protocol):  # pyright: ignore[reportGeneralTypeIssues, reportUntypedBaseClass]
        def handle_websocket_upgrade(self, *event: Any) -> None:  # noqa: ANN401 - the two protocols differ
            here: Any = self
            if {name for name, _ in here.headers} & {b"content-length", b"transfer-encoding"}:
                here.send_400_response("A WebSocket is opened by a request without a body.")
                return
            above: Any = super()
            above.handle_websocket_upgrade(*event)

    return WithoutBody


def log_no_broken_messages() -> None:
    """Keep messages that are no text out of uvicorn's log: anybody can send them."""
    logging.getLogger("uvicorn.error").addFilter(_is_no_broken_message)


def _is_no_broken_message(record: logging.LogRecord) -> bool:
    return record.msg != _NO_TEXT
