"""The house on the web: sockets for tables, and pages of data for everything else."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from bankcraps.codec import encode
from bankcraps.errors import BankcrapsError
from bankcraps.house.commands import Sender
from bankcraps.house.messages import Bye
from bankcraps.server.accounts import SESSION_S, Accounts, SignInError
from bankcraps.server.broadcast import Broadcast
from bankcraps.server.connection import serve_client
from bankcraps.server.headers import SecurityHeaders
from bankcraps.server.house import House, ServedElsewhereError, UnknownTableError
from bankcraps.server.lobby import Lobby
from bankcraps.server.stores.protocol import Person

__all__ = ["COOKIE", "make_app"]

COOKIE: Final = "bankcraps"
_LARGEST_BODY: Final = 16_384


class _SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    passphrase: str = ""


class App:
    """The handlers of the house's addresses."""

    def __init__(self, house: House, accounts: Accounts, lobby: Lobby) -> None:
        """Serve a house."""
        self.house = house
        self.accounts = accounts
        self.lobby = lobby
        self.broadcast = Broadcast()

    async def person(self, connection: Request | WebSocket) -> Person | None:
        """Return who sends this, from the session's cookie."""
        return await self.accounts.of_session(connection.cookies.get(COOKIE, ""))

    async def sign_in(self, request: Request) -> Response:
        """POST /api/session: sign in with a name and, for an account, a passphrase."""
        asked = msgspec.json.decode(await _body(request), type=_SignIn)
        token = await self.accounts.sign_in(asked.name, asked.passphrase)
        response = _json({"name": asked.name})
        secure = request.url.scheme == "https"
        response.set_cookie(
            COOKIE, token, max_age=SESSION_S, httponly=True, samesite="strict", secure=secure, path="/"
        )
        return response

    async def who(self, request: Request) -> Response:
        """GET /api/session: who one is."""
        person = await self.person(request)
        if person is None:
            return _json({"name": "", "roles": [], "wallet_cents": 0})
        wallet = await self.house.wallet(person.name)
        return _json({"name": person.name, "roles": person.roles, "wallet_cents": wallet})

    async def tables(self, _: Request) -> Response:
        """GET /api/tables: the tables of the lobby."""
        return _json(await self.lobby.tables())

    async def open_table(self, request: Request) -> Response:
        """POST /api/tables: open a table."""
        person = await self.person(request)
        if person is None:
            return _error(401, "sign in to open a table")
        host = await self.lobby.open(await _body(request), person.name)
        return _json({"table": host.table.id}, 201)

    async def health(self, _: Request) -> Response:
        """GET /health: whether every table plays."""
        stopped = {host.table.id: host.stopped for host in self.house.hosts if host.stopped}
        return _json({"tables": len(self.house.hosts), "stopped": stopped}, 503 if stopped else 200)

    async def socket(self, socket: WebSocket) -> None:
        """WS /tables/ID/socket: a table."""
        origin = socket.headers.get("origin", "")
        if origin and origin.split("://", 1)[-1] != socket.headers.get("host", ""):
            await socket.close(4403, "this page is not the house's")
            return
        person = await self.person(socket)
        await socket.accept()
        try:
            host = await self.house.find(socket.path_params["table"])
        except ServedElsewhereError as error:
            await _bye(socket, Bye(str(error), again=True, address=error.address))
            return
        except BankcrapsError as error:
            await _bye(socket, Bye(str(error)))
            return
        sender = Sender(person.name, frozenset(person.roles)) if person else Sender()
        await serve_client(socket, self.house, self.broadcast, host, sender)


async def _bye(socket: WebSocket, message: Bye) -> None:
    await socket.send_text(encode(message).decode())
    await socket.close()


async def _body(request: Request) -> bytes:
    """Read a body of at most 16 KiB."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise SignInError("this page is not the house's")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST_BODY:
            raise BankcrapsError(f"a request has at most {_LARGEST_BODY} bytes")
    return body


def _json(value: object, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json")


def _error(status: int, message: str) -> Response:
    return _json({"error": message}, status)


def _guarded(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Answer errors about input with a sentence."""

    async def guarded(request: Request) -> Response:
        try:
            return await handler(request)
        except UnknownTableError as error:
            return _error(404, str(error))
        except SignInError as error:
            return _error(403, str(error))
        except msgspec.MsgspecError as error:
            return _error(400, f"this request cannot be read: {error}")
        except BankcrapsError as error:
            return _error(400, str(error))

    return guarded


def make_app(house: House, gift: int, on_stop: Callable[[], Awaitable[None]]) -> Starlette:
    """Return the ASGI application of a house.

    Args:
        house: the house.
        gift: the play money that everybody gets who is new, in cents.
        on_stop: awaited when the server stops.
    """

    async def welcome(person: str) -> None:
        if gift:
            await house.grant(person, gift)

    app = App(house, Accounts(house.store, welcome), Lobby(house))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        yield
        await on_stop()

    return Starlette(
        routes=[
            Route("/api/session", _guarded(app.sign_in), methods=["POST"]),
            Route("/api/session", _guarded(app.who)),
            Route("/api/tables", _guarded(app.tables)),
            Route("/api/tables", _guarded(app.open_table), methods=["POST"]),
            Route("/health", _guarded(app.health)),
            WebSocketRoute("/tables/{table}/socket", app.socket),
        ],
        middleware=[Middleware(SecurityHeaders)],
        lifespan=lifespan,
    )
