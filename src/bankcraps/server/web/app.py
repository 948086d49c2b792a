"""The house on the web: sockets for tables, and an API for everything else."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import cached_property, partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from bankcraps.chips import Cents
from bankcraps.errors import BankcrapsError
from bankcraps.live.advice.act_forms import ActForm
from bankcraps.live.advice.explaining import Explained
from bankcraps.live.advice.offer import BetOffer
from bankcraps.live.advice.outlook import Outlook
from bankcraps.live.people.lobby import NewBot, NewTable, TableLine, settings_of
from bankcraps.live.people.more_money import MoneyOffer, PlayMoney
from bankcraps.live.table.personal_limits import LimitsNow, PersonalLimits
from bankcraps.live.wire.messages import Bye, Hello, SeatHistory
from bankcraps.server.accounts import Accounts
from bankcraps.server.bots import Bots, bots_of
from bankcraps.server.house import House, ServedElsewhereError
from bankcraps.server.lab.jobs import Jobs
from bankcraps.server.limit_keeper import LimitKeeper
from bankcraps.server.more_money import MoreMoney
from bankcraps.server.stores.protocol import StoreError
from bankcraps.server.table_host import now_ms
from bankcraps.server.undealt import undealt_tables
from bankcraps.server.web.api.bots import BotApi, SeatsBots
from bankcraps.server.web.api.closing import Closing, ClosingApi
from bankcraps.server.web.api.dealing import DealingApi
from bankcraps.server.web.api.drill import (
    CORRECTION_QUERY,
    DRILL_QUERY,
    EXERCISE_QUERY,
    DrillCorrection,
    DrillExercise,
    DrillHouse,
    drill_correction,
    drill_exercise,
    drill_house,
)
from bankcraps.server.web.api.edges import EdgeLine
from bankcraps.server.web.api.evenings import EveningApi
from bankcraps.server.web.api.exams import ExamApi
from bankcraps.server.web.api.explanations import house_explained
from bankcraps.server.web.api.exports import KINDS
from bankcraps.server.web.api.hand_history import HandLine, HandReplay
from bankcraps.server.web.api.health import Health, HealthApi
from bankcraps.server.web.api.history import HANDS_QUERY, REPLAY_QUERY, STATISTICS_QUERY, THROWS_QUERY
from bankcraps.server.web.api.houses import (
    Comparison,
    HouseLine,
    HouseRules,
    SystemLine,
    house_comparison,
    house_edges,
    house_list,
    house_rules,
    system_list,
)
from bankcraps.server.web.api.invitation import Invitation
from bankcraps.server.web.api.lab import LabApi
from bankcraps.server.web.api.lobby import read_new_table, table_lines
from bankcraps.server.web.api.money import MoneyApi
from bankcraps.server.web.api.rules import TableRules
from bankcraps.server.web.api.seat_systems import HandOver, SeatSystemApi
from bankcraps.server.web.api.table import (
    EXPORT_QUERY,
    KIND_QUERY,
    OUTLOOK_QUERY,
    SPAN_QUERY,
    TableApi,
)
from bankcraps.server.web.api.table_history import DisputeLine, Replay, SealedThrows, TableStatistics
from bankcraps.server.web.edge.answers import (
    ERROR_HANDLERS,
    FOREIGN_PAGE,
    LARGEST_WITH_CHART,
    Done,
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
from bankcraps.server.web.edge.sessions import Sessions, SignIn, Who
from bankcraps.server.web.edge.strict import OneLength
from bankcraps.server.web.quotas.rates import ApiThreads, Quota, QuotaLimits, TooManyError
from bankcraps.server.web.sockets.broadcast import Broadcast
from bankcraps.server.web.sockets.connection import Connection, say_bye
from bankcraps.server.web.sockets.unused_tables import UnusedTables

__all__ = ["WebHouse"]


class WebHouse:
    """A house on the web.

    Attributes:
        house, accounts: what is served.
        bots: the bots of the tables.
        broadcast: the clients of the tables.
        app: the ASGI application.
        description: the OpenAPI description of its addresses.
    """

    def __init__(  # noqa: PLR0913 - a house has as many settings
        self,
        house: House,
        gift: int = 0,
        limits: QuotaLimits | None = None,
        *,
        public: str = "",
        listens_at: str = "",
        openers_seat_bots: bool = True,
        more_money: PlayMoney | None = None,
        lab: Jobs | None = None,
        front: str = "",
    ) -> None:
        """Serve a house.

        Args:
            house: the house.
            gift: the play money for everybody who is new, in cents.
            limits: how much one person or one address may ask.
            public: the address that people use, if that is not this process's own.
            listens_at: where this process reaches itself; empty for the house's address.
            openers_seat_bots: whether people may have bots play at tables that they opened.
            more_money: when people who ask get more play money; None for as much as everybody who is new.
            lab: the lab that answers questions; None for a house without one.
            front: the page that the house's address leads to; empty for its own.
        """
        self.house = house
        self._lab = lab
        self._gift = gift
        self.accounts: Accounts = Accounts(house.store, self._welcome)
        here = listens_at or house.address
        self._quota = Quota(limits or QuotaLimits())
        self._threads = ApiThreads()
        undealt = partial(undealt_tables, house)
        self.limit_keeper: LimitKeeper = LimitKeeper(house.store, now_ms, undealt)
        self.broadcast: Broadcast = Broadcast(
            house, self.accounts, self.limit_keeper, self._quota.limits.missed
        )
        self.bots: Bots = Bots(house, self.accounts, here, self.broadcast.people)
        keeps = self._quota.limits
        self._unused = UnusedTables(
            house, self.bots, self.broadcast, keeps.keep_unlisted_ms, keeps.keep_listed_ms
        )
        secure = public.startswith("https:")
        self._sessions = Sessions(house, self.accounts, self._quota, self.broadcast.look, secure=secure)
        self._table_api = TableApi(house, self._quota, self._sessions.of, self._threads)
        reading = self._sessions.signed_in, self._table_api.known, self._threads, self._quota
        self._evening_api = EveningApi(house.store, *reading)
        self._dealing_api = DealingApi(house.store, *reading)
        self._metrics = Metrics(house, lambda: len(self.broadcast.clients))
        self._bot_api = BotApi(
            house, self.bots, self._sessions.signed_in, self._quota, self._threads, openers=openers_seat_bots
        )
        rule = more_money or PlayMoney(amount=Cents(gift))
        more = MoreMoney(house.store, self.limit_keeper, now_ms, rule, undealt)
        self._money_api = MoneyApi(more, self._sessions.signed_in, self.broadcast.look)
        self._closing_api = ClosingApi(house, self.bots, self._sessions.signed_in)
        self._seat_api = SeatSystemApi(
            house, self.bots.seats, self._sessions.signed_in, self._quota, self._threads
        )
        self._exam_api = ExamApi(house, self._sessions.of, self._sessions.signed_in, self._threads, now_ms)
        self._of_lab = [] if lab is None else LabApi(lab, self._sessions.of, self._quota).endpoints()
        endpoints = self._endpoints()
        self.app: Starlette = Starlette(
            routes=[
                *routes_of(endpoints, self._quota, self._threads),
                WebSocketRoute("/tables/{table}/socket", self._socket),
                *page_routes(front),
            ],
            middleware=[
                Middleware(SecurityHeaders),
                Middleware(OneLength),
                *([] if public else [Middleware(OwnHost, (house.address, here))]),
                Middleware(Compression),
            ],
            exception_handlers=ERROR_HANDLERS,
            lifespan=self._lifespan,
        )
        self.app.state.public = public
        self.app.state.has_lab = lab is not None

    @cached_property
    def description(self) -> dict[str, Any]:
        """The OpenAPI description. It takes a while to make, and few ask for it."""
        return openapi(self._endpoints())

    def _endpoints(self) -> list[Endpoint]:
        """Return every address of the API with its handler, whose docstring describes it."""
        sessions, more = self._sessions, self._money_api
        tables, history = self._table_api, self._table_api.history
        bots, seats, closing = self._bot_api, self._seat_api, self._closing_api
        return [
            Endpoint("POST", "/api/session", sessions.sign_in, Who, reads=SignIn),
            Endpoint("POST", "/api/session/guest", sessions.sign_in_anew, Who),
            Endpoint("GET", "/api/session", sessions.who, Who),
            Endpoint("DELETE", "/api/session", sessions.sign_out, Done),
            Endpoint("GET", "/api/limits", self._limits, LimitsNow),
            Endpoint("POST", "/api/limits", self._set_limits, LimitsNow, reads=PersonalLimits),
            Endpoint("GET", "/api/money", more.offer, MoneyOffer),
            Endpoint("POST", "/api/money", more.give, MoneyOffer),
            *self._evening_api.endpoints(),
            *self._dealing_api.endpoints(),
            Endpoint("GET", "/api/tables", self._tables, list[TableLine]),
            Endpoint("POST", "/api/tables", self._open_table, Opened, reads=NewTable, status=201),
            Endpoint("DELETE", "/api/tables/{table}", closing.close, Done),
            Endpoint("GET", "/api/tables/{table}/closing", closing.look, Closing),
            Endpoint("POST", "/api/tables/{table}/closing", closing.announce, Closing),
            Endpoint("GET", "/api/houses", house_list, list[HouseLine]),
            Endpoint("GET", "/api/houses/{house}", house_rules, HouseRules),
            Endpoint("GET", "/api/houses/{house}/edges", house_edges, list[EdgeLine]),
            Endpoint("GET", "/api/houses/{house}/and/{other}", house_comparison, Comparison),
            Endpoint("GET", "/api/houses/{house}/explained", house_explained, list[Explained]),
            Endpoint("GET", "/api/systems", system_list, list[SystemLine]),
            Endpoint("GET", "/api/drill/{house}", drill_house, DrillHouse, DRILL_QUERY),
            Endpoint("GET", "/api/drill/{house}/exercise", drill_exercise, DrillExercise, EXERCISE_QUERY),
            Endpoint(
                "GET",
                "/api/drill/{house}/correction",
                drill_correction,
                DrillCorrection,
                CORRECTION_QUERY,
            ),
            *self._exam_api.endpoints(),
            *self._of_lab,
            Endpoint("GET", "/api/tables/{table}/rules", tables.rules, TableRules),
            Endpoint("GET", "/api/tables/{table}/invitation", tables.invitation, Invitation),
            Endpoint("GET", "/api/tables/{table}/outlook", tables.outlook, list[Outlook], OUTLOOK_QUERY),
            Endpoint("GET", "/api/tables/{table}/offer", tables.offer, BetOffer | None, OUTLOOK_QUERY),
            Endpoint("GET", "/api/tables/{table}/explained", tables.explained, Explained, KIND_QUERY),
            Endpoint("GET", "/api/tables/{table}/hands", history.hands, list[HandLine], HANDS_QUERY),
            Endpoint("GET", "/api/tables/{table}/hands/{hand:int}", history.hand, HandReplay),
            Endpoint("GET", "/api/tables/{table}/stay", history.stay, SeatHistory),
            Endpoint("GET", "/api/tables/{table}/acts", tables.acts, tuple[ActForm, ...]),
            Endpoint("GET", "/api/tables/{table}/throws", history.throws, SealedThrows, THROWS_QUERY),
            Endpoint("GET", "/api/tables/{table}/disputes", history.disputes, list[DisputeLine]),
            Endpoint(
                "GET",
                "/api/tables/{table}/statistics",
                history.statistics,
                TableStatistics,
                STATISTICS_QUERY,
            ),
            Endpoint("GET", "/api/tables/{table}/replay", history.replay, Replay, REPLAY_QUERY),
            *(
                Endpoint(
                    "GET",
                    f"/api/tables/{{table}}/export.{kind}",
                    tables.export(kind),
                    query=SPAN_QUERY if kind == "jsonl" else EXPORT_QUERY,
                    media=media,
                    says=f"The table as {says}.",
                )
                for kind, (says, media) in KINDS.items()
            ),
            Endpoint("GET", "/api/bots/names", bots.names, list[str]),
            Endpoint("GET", "/api/tables/{table}/bots", bots.may, SeatsBots),
            Endpoint("POST", "/api/tables/{table}/bots", bots.seat, Done, reads=NewBot, status=201),
            Endpoint("DELETE", "/api/tables/{table}/bots/{name}", bots.dismiss, Done),
            Endpoint("POST", "/api/tables/{table}/seat", seats.start, Done, reads=HandOver, status=201),
            Endpoint("DELETE", "/api/tables/{table}/seat", seats.stop, Done),
            Endpoint("GET", "/health", HealthApi(self.house).health, Health),
            Endpoint("GET", "/metrics", self._measured),
            Endpoint("GET", "/api/openapi.json", self._described),
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
            await asyncio.gather(watching, self.bots.close(), self.close_lab(), return_exceptions=True)

    async def close_lab(self) -> None:
        """Take back all questions to the lab, so that nobody waits for an answer."""
        if self._lab is not None:
            await self._lab.close()

    async def _welcome(self, person: str) -> None:
        if self._gift:
            await self.house.grant(person, self._gift)

    async def _limits(self, request: Request) -> Response:
        """The person's own limits, and what they leave."""
        return answer(await self.limit_keeper.now((await self._sessions.signed_in(request)).person.name))

    async def _set_limits(self, request: Request) -> Response:
        """Set all of the person's own limits. Tighter ones count at once, looser a day later."""
        wanted = msgspec.json.decode(await body(request), type=PersonalLimits)
        session = await self._sessions.signed_in(request)
        limits = await self.limit_keeper.change(session.person.name, wanted)
        await self.broadcast.look(session.person.name)
        return answer(limits)

    # Tables.

    async def _tables(self, request: Request) -> Response:
        """The tables of the lobby, and those where the person plays or that they opened."""
        session = await self._sessions.of(request)
        return answer(await table_lines(self.house, session.person.name if session else ""))

    async def _open_table(self, request: Request) -> Response:
        """Open a table."""
        asked = await body(request, LARGEST_WITH_CHART)
        session = await self._sessions.signed_in(request)
        wanted, person = read_new_table(asked), session.person.name
        if wanted.bots:
            self._bot_api.require_opener(session)
        with self._quota.work(address_of(request)):
            bots = await self._threads.work(bots_of, wanted)
        await self.bots.check(bots)
        with self._bot_api.seating(session, address_of(request), len(bots)):
            self._quota.open_table(person, address_of(request), len(bots))
            host = await self.house.open_table(settings_of(wanted, person), person)
            await self.bots.seat_at_new(host, bots, person)
        return answer(Opened(host.table.id), 201)

    # The house.

    async def _measured(self, _: Request) -> Response:
        """Measurements for Prometheus."""
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")

    async def _described(self, _: Request) -> Response:
        """This description."""
        return answer(self.description)

    async def _socket(self, socket: WebSocket) -> None:
        """WS /tables/ID/socket: a table."""
        if not is_own_page(socket):
            await socket.send_denial_response(answer(Problem(FOREIGN_PAGE), 403))
            return
        with ExitStack() as slots:
            greeted = await self._greeted(socket, slots)
            if greeted is not None:
                client, hello = greeted
                await client.serve(self.house, self.broadcast, hello)

    async def _greeted(self, socket: WebSocket, slots: ExitStack) -> tuple[Connection, Hello] | None:
        """Accept a socket, take its slots and receive its hello, or disconnect it."""
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
                limit_keeper=self.limit_keeper,
                quota=self._quota,
                metrics=self._metrics,
            )
            hello = await client.greet()
            return None if hello is None else (client, hello)
