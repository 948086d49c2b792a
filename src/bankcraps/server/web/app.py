"""The house on the web: sockets for tables, and pages of data for everything else."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import cached_property
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from bankcraps.errors import BankcrapsError
from bankcraps.live.people.lobby import NewTable, TableLine
from bankcraps.live.table.protection import LimitsNow, OwnLimits
from bankcraps.live.wire.messages import Bye, Hello
from bankcraps.server.accounts import Accounts, Session
from bankcraps.server.bots import Bots, bots_of
from bankcraps.server.house import House, ServedElsewhereError
from bankcraps.server.protections import Protections
from bankcraps.server.stores.protocol import StoreError
from bankcraps.server.table_host import TableHost, now_ms
from bankcraps.server.web.api.bots import BotPages
from bankcraps.server.web.api.drill import endpoints as drill_endpoints
from bankcraps.server.web.api.explanations import endpoints as explanation_endpoints
from bankcraps.server.web.api.houses import endpoints as house_endpoints
from bankcraps.server.web.api.lobby import Lobby
from bankcraps.server.web.api.table import TablePages
from bankcraps.server.web.edge.answers import (
    NO_PAGE,
    Done,
    ForbiddenError,
    Opened,
    Problem,
    address_of,
    answer,
    body,
    is_own_page,
)
from bankcraps.server.web.edge.headers import Compression, OwnHost, SecurityHeaders
from bankcraps.server.web.edge.metrics import Metrics
from bankcraps.server.web.edge.openapi import Endpoint, openapi, routes_of
from bankcraps.server.web.edge.page import page_routes
from bankcraps.server.web.edge.sessions import Sessions
from bankcraps.server.web.edge.strict import OneLength
from bankcraps.server.web.quotas.limits import PageThreads, Quota, QuotaLimits, TooManyError
from bankcraps.server.web.sockets.broadcast import Broadcast
from bankcraps.server.web.sockets.connection import Connection, say_bye
from bankcraps.server.web.sockets.unused_tables import UnusedTables

__all__ = ["WebHouse"]


class Health(msgspec.Struct, frozen=True):
    """How many tables this process serves, and why some do not play."""

    tables: int
    stopped: dict[str, str]


class WebHouse:
    """A house on the web.

    Attributes:
        house, accounts: what is served.
        bots: the bots of the tables.
        broadcast: the clients of the tables.
        app: the ASGI application.
        description: the OpenAPI description of its addresses.
    """

    def __init__(
        self,
        house: House,
        gift: int = 0,
        limits: QuotaLimits | None = None,
        *,
        public: str = "",
        listens_at: str = "",
        openers_seat_bots: bool = True,
    ) -> None:
        """Serve a house.

        Args:
            house: the house.
            gift: the play money that everybody gets who is new, in cents.
            limits: how much one person or one address may ask.
            public: the address that people use, if that is not this process's own.
            listens_at: where this process reaches itself; empty for the house's address.
            openers_seat_bots: whether people may have bots play at tables that they opened.
        """
        self.house = house
        self._gift = gift
        self.accounts = Accounts(house.store, self._welcome)
        here = listens_at or house.address
        self._quota = Quota(limits or QuotaLimits())
        self._threads = PageThreads()
        self.protections = Protections(house.store, now_ms)
        self.broadcast = Broadcast(house, self.accounts, self.protections, self._quota.limits.missed)
        self.bots = Bots(house, self.accounts, here, self.broadcast.people)
        self._unused = UnusedTables(house, self.bots, self.broadcast, self._quota.limits.keep_unlisted_ms)
        secure = public.startswith("https:")
        self._sessions = Sessions(house, self.accounts, self._quota, self.broadcast.look, secure=secure)
        self._lobby = Lobby(house)
        self._pages = TablePages(house, self._quota, self._sessions.of, self._threads)
        self._metrics = Metrics(house, lambda: len(self.broadcast.clients))
        self._bot_pages = BotPages(
            house, self.bots, self._sessions.signed_in, self._quota, self._threads, openers=openers_seat_bots
        )
        endpoints = self._endpoints()
        self.app = Starlette(
            routes=[
                *routes_of(endpoints, self._quota, self._threads),
                WebSocketRoute("/tables/{table}/socket", self._socket),
                *page_routes(),
            ],
            middleware=[
                Middleware(SecurityHeaders),
                Middleware(OneLength),
                *([] if public else [Middleware(OwnHost, (house.address, here))]),
                Middleware(Compression),
            ],
            exception_handlers=NO_PAGE,
            lifespan=self._lifespan,
        )
        self.app.state.public = public

    @cached_property
    def description(self) -> dict[str, Any]:
        """The OpenAPI description. It takes a while to make, and few ask for it."""
        return openapi(self._endpoints())

    def _endpoints(self) -> list[Endpoint]:
        at, table = "/api/tables/{table}", "/api/tables"
        return [
            *self._sessions.endpoints(),
            Endpoint(
                method="GET",
                path="/api/limits",
                says="The limits that one has set for oneself, and what they leave.",
                handler=self._limits,
                answers=LimitsNow,
            ),
            Endpoint(
                method="POST",
                path="/api/limits",
                says="Set one's own limits, all of them. Tighter ones count at once, looser a day later.",
                handler=self._set_limits,
                reads=OwnLimits,
                answers=LimitsNow,
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
                says="Close a table for good: as a supervisor or, where nobody else plays, as who opened it.",
                handler=self._close_table,
                answers=Done,
            ),
            *house_endpoints(),
            *drill_endpoints(),
            *explanation_endpoints(),
            *self._pages.endpoints(),
            *self._bot_pages.endpoints(),
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
        self.bots.watch()
        watching = asyncio.gather(self.broadcast.watch(), self._unused.watch())
        try:
            yield
        finally:
            watching.cancel()
            self._threads.close()
            await asyncio.gather(watching, self.bots.close(), return_exceptions=True)

    async def _welcome(self, person: str) -> None:
        if self._gift:
            await self.house.grant(person, self._gift)

    async def _limits(self, request: Request) -> Response:
        return answer(await self.protections.now((await self._sessions.signed_in(request)).person.name))

    async def _set_limits(self, request: Request) -> Response:
        wanted = msgspec.json.decode(await body(request), type=OwnLimits)
        session = await self._sessions.signed_in(request)
        limits = await self.protections.change(session.person.name, wanted)
        await self.broadcast.look(session.person.name)
        return answer(limits)

    # Tables.

    async def _tables(self, _: Request) -> Response:
        return answer(await self._lobby.tables())

    async def _open_table(self, request: Request) -> Response:
        asked, session = await body(request), await self._sessions.signed_in(request)
        wanted, person = self._lobby.read(asked), session.person.name
        if wanted.bots:
            self._bot_pages.require_opener(session)
        with self._quota.page(address_of(request)):
            bots = await self._threads.work(bots_of, wanted)
        await self.bots.check(bots)
        with self._bot_pages.seating(session, address_of(request), len(bots)):
            self._quota.open_table(person, address_of(request), len(bots))
            host = await self._lobby.open(wanted, person)
            await self.bots.seat_at_new(host, bots, person)
        return answer(Opened(host.table.id), 201)

    async def _close_table(self, request: Request) -> Response:
        await body(request)
        session, table = await self._sessions.signed_in(request), request.path_params["table"]
        if "supervisor" not in session.person.roles and not await self._alone_at_own(session, table):
            raise ForbiddenError("only a supervisor closes tables, or whoever opened one and is alone there")
        await self.house.close_table(table, by=session.person.name)
        return answer(Done())

    async def _alone_at_own(self, session: Session, table: str) -> bool:
        """Whether somebody opened a table that the lobby does not show, and nobody else plays there."""
        host = (await self.house.find(table)).durable
        name = session.person.name
        others = [seat.name for seat in host.state.seats if seat.name != name]
        return host.opener == name and not host.settings.listed and not others

    # The house.

    async def _health(self, _: Request) -> Response:
        await self.house.tables()  # the database answers, or this says why not
        hosts = self.house.hosts
        stopped = {_public_name(host): host.stopped for host in hosts if host.stopped}
        return answer(Health(len(hosts), stopped), 503 if stopped else 200)

    async def _measured(self, _: Request) -> Response:
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")

    async def _described(self, _: Request) -> Response:
        return answer(self.description)

    async def _socket(self, socket: WebSocket) -> None:
        """WS /tables/ID/socket: a table."""
        if not is_own_page(socket):
            await socket.send_denial_response(answer(Problem("this page is not the house's"), 403))
            return
        with ExitStack() as slots:
            greeted = await self._greeted(socket, slots)
            if greeted is not None:
                client, hello = greeted
                await client.serve(self.house, self.broadcast, hello)

    async def _greeted(self, socket: WebSocket, slots: ExitStack) -> tuple[Connection, Hello] | None:
        """Accept a socket and hear its hello, or send it away. It holds its slots from then on."""
        address = address_of(socket)
        with ExitStack() as greeting:
            try:
                self._quota.requests.need(address)
                slots.enter_context(self._quota.sockets.hold(address))
                greeting.enter_context(self._quota.greeting.hold(address))
                session = await self._sessions.of(socket)
                if session is not None:
                    here = f"{session.person.name} {socket.path_params['table'][:40]}"
                    slots.enter_context(self._quota.tables.hold(here))
            except (TooManyError, StoreError) as error:
                await socket.accept()
                await say_bye(socket, Bye(str(error), again=True))
                return None
            await socket.accept()
            try:
                host = await self.house.find(socket.path_params["table"])
            except BankcrapsError as error:
                elsewhere = error.address if isinstance(error, ServedElsewhereError) else ""
                again = isinstance(error, ServedElsewhereError | StoreError)
                await say_bye(socket, Bye(str(error), again=again, address=elsewhere))
                return None
            client = Connection(
                socket,
                host,
                session,
                protections=self.protections,
                quota=self._quota,
                metrics=self._metrics,
            )
            hello = await client.greet()
            return None if hello is None else (client, hello)


def _public_name(host: TableHost) -> str:
    """Return the id of a table; of one that the lobby does not show, only how it begins."""
    return host.table.id if host.durable.settings.listed else f"{host.table.id[:4]}..."
