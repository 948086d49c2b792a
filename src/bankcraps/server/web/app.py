"""The house on the web: sockets for tables, and pages of data for everything else."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from bankcraps.chips import Cents
from bankcraps.engine import Standing
from bankcraps.errors import BankcrapsError
from bankcraps.house.lobby import NewTable, TableLine
from bankcraps.house.messages import Bye
from bankcraps.house.outlook import Outlook, outlook
from bankcraps.server.accounts import SESSION_S, Accounts, Session, WrongPassphraseError
from bankcraps.server.house import House, ServedElsewhereError, UnknownTableError
from bankcraps.server.stores.protocol import StoreError
from bankcraps.server.web.answers import (
    NO_PAGE,
    ForbiddenError,
    Problem,
    address_of,
    answer,
    body,
    is_own_page,
)
from bankcraps.server.web.broadcast import Broadcast
from bankcraps.server.web.connection import Connection, say_bye
from bankcraps.server.web.headers import SecurityHeaders
from bankcraps.server.web.history import HandLine, HandReplay, History
from bankcraps.server.web.limits import Limits, Quota, TooManyError
from bankcraps.server.web.lobby import Lobby
from bankcraps.server.web.metrics import Metrics
from bankcraps.server.web.openapi import Endpoint, openapi, routes_of
from bankcraps.server.web.page import page_routes
from bankcraps.server.web.rules import TableRules, rules_of
from bankcraps.wagers import wager

__all__ = ["COOKIE", "WebHouse"]

COOKIE: Final = "bankcraps"
"""The cookie that holds a session's token."""

_PAGE: Final = 100


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody signs in: a name, and a passphrase if the name is an account's or shall be."""

    name: str
    passphrase: str = ""


class Who(msgspec.Struct, frozen=True):
    """Who somebody is. The name is empty for somebody who has not signed in."""

    name: str = ""
    roles: tuple[str, ...] = ()
    guest: bool = False
    wallet_cents: int = 0


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened."""

    table: str


class Health(msgspec.Struct, frozen=True):
    """How many tables this process serves, and why some do not play."""

    tables: int
    stopped: dict[str, str]


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True


class WebHouse:
    """A house on the web.

    Attributes:
        house, accounts: what is served.
        broadcast: the clients of the tables.
        app: the ASGI application.
    """

    def __init__(self, house: House, gift: int = 0, limits: Limits | None = None) -> None:
        """Serve a house.

        Args:
            house: the house.
            gift: the play money that everybody gets who is new, in cents.
            limits: how much one person or one address may ask.
        """
        self.house = house
        self._gift = gift
        self.accounts = Accounts(house.store, self._welcome)
        self._quota = Quota(limits or Limits())
        self.broadcast = Broadcast(house, self.accounts, self._quota.limits.missed)
        self._lobby = Lobby(house)
        self._history = History(house.store)
        self._metrics = Metrics(house, lambda: len(self.broadcast.clients))
        endpoints = self._endpoints()
        self.app = Starlette(
            routes=[
                *routes_of(endpoints, self._quota),
                WebSocketRoute("/tables/{table}/socket", self._socket),
                *page_routes(),
            ],
            middleware=[Middleware(SecurityHeaders)],
            exception_handlers=NO_PAGE,
            lifespan=self._lifespan,
        )

    @classmethod
    def description(cls) -> dict[str, Any]:
        """Return the OpenAPI description of the addresses. It is the same for every house, and needs none."""
        return openapi(cls.__new__(cls)._endpoints())  # noqa: SLF001 - its own

    def _endpoints(self) -> list[Endpoint]:
        at, table = "/api/tables/{table}", "/api/tables"
        return [
            Endpoint(
                method="POST",
                path="/api/session",
                says="Sign in. The answer sets the session's cookie.",
                handler=self._sign_in,
                reads=SignIn,
                answers=Who,
            ),
            Endpoint(method="GET", path="/api/session", says="Who one is.", handler=self._who, answers=Who),
            Endpoint(
                method="DELETE", path="/api/session", says="Sign out.", handler=self._sign_out, answers=Done
            ),
            Endpoint(
                method="GET",
                path=table,
                says="The tables of the lobby.",
                handler=self._tables,
                answers=list[TableLine],
            ),
            Endpoint(
                method="POST",
                path=table,
                says="Open a table.",
                handler=self._open_table,
                reads=NewTable,
                answers=Opened,
                status=201,
            ),
            Endpoint(
                method="DELETE",
                path=at,
                says="Close a table for good, as a supervisor.",
                handler=self._close_table,
                answers=Done,
            ),
            Endpoint(
                method="GET",
                path=f"{at}/rules",
                says="A table's rulebook: wagers, values with their clauses, the clauses.",
                handler=self._rules,
                answers=TableRules,
            ),
            Endpoint(
                method="GET",
                path=f"{at}/outlook",
                says="What each throw would do to one's wagers; `?wager=place 6&cents=600`: to such a wager.",
                handler=self._outlook,
                answers=list[Outlook],
            ),
            Endpoint(
                method="GET",
                path=f"{at}/hands",
                says="The hands of a table, 100 at a time; `?after=100` gives the next.",
                handler=self._hands,
                answers=list[HandLine],
            ),
            Endpoint(
                method="GET",
                path=f"{at}/hands/{{hand:int}}",
                says="A hand again, with all that happened in it.",
                handler=self._hand,
                answers=HandReplay,
            ),
            Endpoint(
                method="GET",
                path="/health",
                says="Whether the database answers and every table plays.",
                handler=self._health,
                answers=Health,
            ),
            Endpoint(
                method="GET", path="/metrics", says="Measurements for Prometheus.", handler=self._measured
            ),
            Endpoint(
                method="GET",
                path="/api/openapi.json",
                says="This description.",
                handler=self._described,
            ),
        ]

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncGenerator[None]:
        with suppress(StoreError):
            await self.accounts.forget_expired()
        watching = asyncio.create_task(self.broadcast.watch())
        try:
            yield
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _welcome(self, person: str) -> None:
        if self._gift:
            await self.house.grant(person, self._gift)

    # Who somebody is.

    async def _session(self, connection: HTTPConnection) -> Session | None:
        """Return who sends this, from the session's cookie."""
        return await self.accounts.of_token(connection.cookies.get(COOKIE, ""))

    async def _signed_in(self, request: Request) -> Session:
        session = await self._session(request)
        if session is None:
            raise ForbiddenError("sign in first")
        return session

    async def _sign_in(self, request: Request) -> Response:
        asked = msgspec.json.decode(await body(request), type=SignIn)
        now, address = await self._session(request), address_of(request)
        at_name = f"{address} {asked.name.casefold()[:64]}"
        self._quota.wrong.check(address)
        self._quota.wrong_name.check(at_name)
        if not await self.accounts.known(asked.name):
            self._quota.newcomers.need(address)
        try:
            token, person = await self.accounts.sign_in(asked.name, asked.passphrase, now)
        except WrongPassphraseError:
            self._quota.wrong.take(address)
            self._quota.wrong_name.take(at_name)
            raise
        if now is not None:
            await self._end(now)
        response = answer(await self._described_person(Session(person, "")))
        response.set_cookie(
            COOKIE,
            token,
            max_age=SESSION_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
            path="/",
        )
        return response

    async def _end(self, session: Session) -> None:
        """End a session and its connections."""
        await self.accounts.sign_out(session)
        await self.broadcast.look()

    async def _described_person(self, session: Session) -> Who:
        person = session.person
        return Who(person.name, person.roles, session.guest, await self.house.wallet(person.name))

    async def _who(self, request: Request) -> Response:
        session = await self._session(request)
        return answer(Who() if session is None else await self._described_person(session))

    async def _sign_out(self, request: Request) -> Response:
        await body(request)
        session = await self._session(request)
        if session is not None:
            await self._end(session)
        response = answer(Done())
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response

    # Tables.

    async def _tables(self, _: Request) -> Response:
        return answer(await self._lobby.tables())

    async def _open_table(self, request: Request) -> Response:
        asked, session = await body(request), await self._signed_in(request)
        self._quota.opened.need(session.person.name)
        host = await self._lobby.open(asked, session.person.name)
        return answer(Opened(host.table.id), 201)

    async def _close_table(self, request: Request) -> Response:
        await body(request)
        session = await self._signed_in(request)
        if "supervisor" not in session.person.roles:
            raise ForbiddenError("only a supervisor closes tables")
        await self.house.close_table(request.path_params["table"])
        return answer(Done())

    async def _rules(self, request: Request) -> Response:
        host = await self.house.find(request.path_params["table"])
        return answer(await asyncio.to_thread(rules_of, host.book, host.durable))

    async def _outlook(self, request: Request) -> Response:
        host = await self.house.find(request.path_params["table"])
        session = await self._session(request)
        name = session.person.name if session else ""
        asked, cents = request.query_params.get("wager"), request.query_params.get("cents", "")
        wished = None
        if asked is not None:
            if not cents.isascii() or not cents.isdigit() or len(cents) > 12:  # noqa: PLR2004 - more than all money
                raise BankcrapsError(f"cents={cents[:40]!r} is no amount in cents")
            wished = Standing(wager(asked), Cents(int(cents)))
            if host.book.terms(wished.wager) is None:
                raise BankcrapsError(f"this house does not offer {asked[:60]}")
        return answer(list(outlook(host.book, host.durable.state, name, wished)))

    async def _hands(self, request: Request) -> Response:
        table = await self._known(request)
        after = request.query_params.get("after", "0")
        if not after.isascii() or not after.isdigit() or len(after) > 9:  # noqa: PLR2004 - no log is that long
            raise BankcrapsError(f"after={after[:40]!r} is no number of a hand")
        return answer(await self._history.hands(table, int(after), _PAGE))

    async def _hand(self, request: Request) -> Response:
        table, number = await self._known(request), request.path_params["hand"]
        hand = await self._history.hand(table, number)
        if hand is None:
            raise UnknownTableError(f"table {table} has no hand {number} that has ended")
        return answer(hand)

    async def _known(self, request: Request) -> str:
        table: str = request.path_params["table"]
        if all(info.table != table for info in await self.house.tables()):
            raise UnknownTableError(f"there is no table {table[:40]!r}")
        return table

    # The house.

    async def _health(self, _: Request) -> Response:
        await self.house.tables()  # the database answers, or this says why not
        hosts = self.house.hosts
        stopped = {host.table.id: host.stopped for host in hosts if host.stopped}
        return answer(Health(len(hosts), stopped), 503 if stopped else 200)

    async def _measured(self, _: Request) -> Response:
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")

    async def _described(self, _: Request) -> Response:
        return answer(self.description())

    async def _socket(self, socket: WebSocket) -> None:
        """WS /tables/ID/socket: a table."""
        address = address_of(socket)
        if not is_own_page(socket):
            await socket.send_denial_response(answer(Problem("this page is not the house's"), 403))
            return
        with ExitStack() as slots:
            try:
                self._quota.requests.need(address)
                slots.enter_context(self._quota.sockets.hold(address))
                greeting = slots.enter_context(ExitStack())
                greeting.enter_context(self._quota.greeting.hold(address))
                session = await self._session(socket)
                if session is not None:
                    here = f"{session.person.name} {socket.path_params['table'][:40]}"
                    slots.enter_context(self._quota.tables.hold(here))
            except (TooManyError, StoreError) as error:
                await socket.accept()
                await say_bye(socket, Bye(str(error), again=True))
                return
            await socket.accept()
            try:
                host = await self.house.find(socket.path_params["table"])
            except BankcrapsError as error:
                elsewhere = error.address if isinstance(error, ServedElsewhereError) else ""
                again = isinstance(error, ServedElsewhereError | StoreError)
                await say_bye(socket, Bye(str(error), again=again, address=elsewhere))
                return
            client = Connection(socket, host, session, self._quota, self._metrics)
            hello = await client.greet()
            greeting.close()
            if hello is not None:
                await client.serve(self.house, self.broadcast, hello)
