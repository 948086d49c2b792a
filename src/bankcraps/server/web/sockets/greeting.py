"""Accepting sockets of tables: the slots that each takes, its table, and its hello."""

from contextlib import ExitStack

from starlette.websockets import WebSocket

from bankcraps.errors import BankcrapsError
from bankcraps.live.wire.messages import Bye, Hello
from bankcraps.server.house import House, ServedElsewhereError
from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.server.stores.errors import StoreError
from bankcraps.server.web.edge.answers import FOREIGN_PAGE, Problem, address_of, answer, is_own_page
from bankcraps.server.web.edge.metrics import Metrics
from bankcraps.server.web.edge.sessions import Sessions
from bankcraps.server.web.quotas.rates import Quota, TooManyError
from bankcraps.server.web.sockets.broadcast import Broadcast
from bankcraps.server.web.sockets.connection import Connection, say_bye

__all__ = ["TableSockets"]


class TableSockets:
    """The sockets of a house's tables."""

    def __init__(
        self,
        house: House,
        broadcast: Broadcast,
        sessions: Sessions,
        *,
        limit_keeper: LimitKeeper,
        quota: Quota,
        metrics: Metrics,
    ) -> None:
        """Accept sockets within a quota."""
        self._house = house
        self._broadcast = broadcast
        self._sessions = sessions
        self._limit_keeper = limit_keeper
        self._quota = quota
        self._metrics = metrics

    async def serve(self, socket: WebSocket) -> None:
        """WS /tables/ID/socket: a table."""
        if not is_own_page(socket):
            await socket.send_denial_response(answer(Problem(FOREIGN_PAGE), 403))
            return
        with ExitStack() as slots:
            greeted = await self._greeted(socket, slots)
            if greeted is not None:
                client, hello = greeted
                await client.serve(self._house, self._broadcast, hello)

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
                host = await self._house.find(socket.path_params["table"])
            except BankcrapsError as error:
                elsewhere = error.address if isinstance(error, ServedElsewhereError) else ""
                again = isinstance(error, ServedElsewhereError | StoreError)
                await say_bye(socket, Bye(str(error), again=again, address=elsewhere))
                return None
            client = Connection(
                socket,
                host,
                session,
                limit_keeper=self._limit_keeper,
                quota=self._quota,
                metrics=self._metrics,
            )
            hello = await client.greet()
            return None if hello is None else (client, hello)
