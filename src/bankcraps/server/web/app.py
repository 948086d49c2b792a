"""The house on the web: sockets for tables, and an API for everything else."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cached_property, partial

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from bankcraps.game.chips import Cents
from bankcraps.live.people.play_money import PlayMoney
from bankcraps.server.bots.bots import Bots
from bankcraps.server.house import House, undealt_tables
from bankcraps.server.jobs.jobs import Jobs
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.people.money import LimitKeeper, MoreMoney, grant
from bankcraps.server.stores.database import StoreError
from bankcraps.server.web.api.drill import DRILL
from bankcraps.server.web.api.evenings import EveningApi
from bankcraps.server.web.api.exams import ExamApi
from bankcraps.server.web.api.houses import HOUSES
from bankcraps.server.web.api.lab.asking import LabApi
from bankcraps.server.web.api.lobby import LobbyApi, PeopleApi
from bankcraps.server.web.api.table import TableApi
from bankcraps.server.web.edge import endpoints as edge
from bankcraps.server.web.edge.headers import Compression, Refusals, SecurityHeaders
from bankcraps.server.web.edge.health import Metrics
from bankcraps.server.web.edge.page import page_routes
from bankcraps.server.web.edge.rates import ApiThreads, Quota, QuotaLimits
from bankcraps.server.web.edge.sessions import Desk, Sessions, Who
from bankcraps.server.web.sockets.broadcast import Broadcast
from bankcraps.server.web.sockets.connection import serve_table
from bankcraps.server.web.sockets.unused_tables import UnusedTables

Described = Callable[[Request], Awaitable[Response]]


def addresses(
    desk: Desk, money: MoreMoney, lab: Jobs | None, health: Metrics, described: Described, *, openers: bool
) -> list[edge.Endpoint]:
    """Return every address of the API with its handler. Some rooms of many addresses list their own.

    Args:
        desk: the house, and the person who asks.
        money: the rule by which people get more play money.
        lab: the lab; None for a house without one.
        health: measures the house, and says how it is.
        described: answers with the description of all addresses.
        openers: whether people seat bots at tables that they opened.
    """
    sessions, people, lobby = Sessions(desk), PeopleApi(desk, money), LobbyApi(desk, openers=openers)
    get, post, delete = (partial(edge.Endpoint, method) for method in ("GET", "POST", "DELETE"))
    return [
        post("/api/session", sessions.sign_in, Who),
        post("/api/session/guest", sessions.sign_in_anew, Who),
        get("/api/session", sessions.who),
        delete("/api/session", sessions.sign_out, edge.Done),
        get("/api/limits", people.limits),
        post("/api/limits", people.set_limits),
        get("/api/money", people.offer),
        post("/api/money", people.give),
        *EveningApi(desk).endpoints(),
        get("/api/tables", lobby.look),
        post("/api/tables", lobby.open, most=edge.LARGEST_WITH_CHART, status=201),
        delete("/api/tables/{table}", lobby.close),
        get("/api/tables/{table}/closing", lobby.closing),
        post("/api/tables/{table}/closing", lobby.announce),
        *HOUSES,
        *DRILL,
        *ExamApi(desk).endpoints(),
        *([] if lab is None else LabApi(desk, lab).endpoints()),
        *TableApi(desk).endpoints(),
        get("/api/bots/names", lobby.names),
        get("/api/tables/{table}/bots", lobby.may),
        post("/api/tables/{table}/bots", lobby.seat, most=edge.LARGEST_WITH_CHART, status=201),
        delete("/api/tables/{table}/bots/{name}", lobby.dismiss),
        post("/api/tables/{table}/seat", lobby.hand_over, most=edge.LARGEST_WITH_CHART, status=201),
        delete("/api/tables/{table}/seat", lobby.take_back),
        get("/health", health.health),
        get("/health/live", health.live),
        get("/metrics", health.measured),
        get("/api/openapi.json", described),
    ]


class WebSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a house on the web.

    Attributes:
        gift: the play money for everybody who is new, in cents.
        limits: the limits on one person and on one address.
        public: the address that people use if it is not this process's own, such as `https://craps.example`
            at a proxy that speaks TLS. Only its pages may send anything, and cookies go to it alone.
        openers_seat_bots: whether people may have bots play at tables that they opened.
        more_money: when people who ask get more play money; None for as much as everybody who is new.
        front: the page that the house's address leads to, such as `/lab`; empty for its own.
    """

    gift: int = 0
    limits: QuotaLimits = QuotaLimits()
    public: str = ""
    openers_seat_bots: bool = True
    more_money: PlayMoney | None = None
    front: str = ""


class WebHouse:
    """A house on the web.

    Attributes:
        house, accounts: the house and its accounts.
        bots: the bots of the tables.
        broadcast: the clients of the tables.
        app: the ASGI application.
        description: the OpenAPI description of its addresses.
    """

    def __init__(
        self,
        house: House,
        how: WebSettings | None = None,
        *,
        listens_at: str = "",
        lab: Jobs | None = None,
    ) -> None:
        """Serve a house.

        Args:
            house: the house.
            how: the settings; None for the usual ones.
            listens_at: where this process reaches itself; empty for the house's address.
            lab: the lab that answers questions; None for a house without one.
        """
        how = how or WebSettings()
        self.house = house
        self._lab = lab
        self._gift = how.gift
        self.accounts: Accounts = Accounts(house.store, self._welcome)
        here = listens_at or house.address
        quota, self._threads = Quota(how.limits), ApiThreads()
        self.limit_keeper: LimitKeeper = LimitKeeper(house.store, partial(undealt_tables, house))
        self.broadcast: Broadcast = Broadcast(house, self.accounts, self.limit_keeper, how.limits.missed)
        self.bots: Bots = Bots(house, self.accounts, here, self.broadcast.people)
        self._unused = UnusedTables(house, self.bots, self.broadcast, how.limits)
        metrics = Metrics(house, lambda: len(self.broadcast.clients))
        more = MoreMoney(self.limit_keeper, how.more_money or PlayMoney(amount=Cents(how.gift)))
        desk = Desk(
            house,
            self.accounts,
            self.bots,
            self.limit_keeper,
            quota,
            self._threads,
            self.broadcast.look,
            secure=how.public.startswith("https:"),
        )
        self._endpoints = addresses(desk, more, lab, metrics, self._described, openers=how.openers_seat_bots)
        serve = partial(serve_table, desk, self.broadcast, metrics)
        self.app: Starlette = Starlette(
            routes=[
                *edge.routes_of(self._endpoints, quota, self._threads),
                WebSocketRoute("/tables/{table}/socket", serve),
                *page_routes(how.front),
            ],
            middleware=[
                Middleware(SecurityHeaders),
                Middleware(Refusals, (house.address, here)),
                Middleware(Compression),
            ],
            exception_handlers=edge.ERROR_HANDLERS,
            lifespan=self._lifespan,
        )
        self.app.state.public = how.public
        self.app.state.has_lab = lab is not None

    @cached_property
    def description(self) -> dict[str, object]:
        """The OpenAPI description. It takes a while to make, and few ask for it."""
        return edge.openapi(self._endpoints)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncGenerator[None]:
        with suppress(StoreError):
            await self.accounts.forget_expired()
        watching = asyncio.gather(self.bots.watch(), self.broadcast.watch(), self._unused.watch())
        try:
            yield
        finally:
            watching.cancel()
            self._threads.close()
            await asyncio.gather(watching, self.bots.close(), self.close_lab(), return_exceptions=True)

    async def close_lab(self) -> None:
        """Take back all questions to the lab, so that nobody waits for an answer."""
        if self._lab is not None:
            await self._lab.close()

    def _welcome(self, person: str) -> None:
        if self._gift:
            grant(self.house.store, person, self._gift)

    async def _described(self, _: Request) -> Response:
        """This description."""
        return edge.answer(self.description)
