"""Seating bots at tables, and sending them away."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.people.lobby import NewBot
from bankcraps.server.bots.bots import Bots, bot_of
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House
from bankcraps.server.people.accounts import Session
from bankcraps.server.web.edge.answers import (
    LARGEST_WITH_CHART,
    Done,
    ForbiddenError,
    address_of,
    answer,
    body,
    read_body,
)
from bankcraps.server.web.quotas.bot_budget import BotBudget
from bankcraps.server.web.quotas.rates import ApiThreads, Quota

__all__ = ["BotApi", "SeatsBots"]


class SeatsBots(msgspec.Struct, frozen=True):
    """Whether somebody may have bots play at a table, and send them away."""

    may: bool


class BotApi:
    """Lets supervisors, and people who opened a table, seat bots and send them away."""

    def __init__(
        self,
        house: House,
        bots: Bots,
        signed_in: Callable[[Request], Awaitable[Session]],
        quota: Quota,
        threads: ApiThreads,
        *,
        openers: bool,
    ) -> None:
        """Serve the bots of a house.

        Args:
            house: the house.
            bots: its bots.
            signed_in: returns the session of a request.
            quota: the limits on the questions of people to the house.
            threads: do the work of requests.
            openers: whether people seat bots at tables they opened.
        """
        self._house = house
        self._bots = bots
        self._signed_in = signed_in
        self._quota = quota
        self._threads = threads
        self._openers = openers
        limits = quota.limits
        self._budget = BotBudget(lambda: house.hosts, limits.bots_playing, limits.bots_playing_from)

    def require_opener(self, session: Session) -> None:
        """Refuse a person who may not have bots play at a table that they open."""
        if not self._openers and "supervisor" not in session.person.roles:
            raise ForbiddenError("only a supervisor seats bots and sends them away")

    def seating(self, session: Session, address: str, bots: int) -> AbstractContextManager[None]:
        """Hold the places of bots that somebody seats. Supervisors have no bound."""
        if "supervisor" in session.person.roles:
            return nullcontext()
        return self._budget.seating(session.person.name, address, bots)

    async def may(self, request: Request) -> Response:
        """Whether the person may have bots play at a table, and send them away."""
        try:
            await self._at_own_table(request)
        except ForbiddenError:
            return answer(SeatsBots(may=False))
        return answer(SeatsBots(may=True))

    async def names(self, request: Request) -> Response:
        """Names that a new bot may have: no person has them, and no bot plays under them."""
        await self._signed_in(request)
        return answer(await self._bots.free_names())

    async def seat(self, request: Request) -> Response:
        """Have a bot play at a table: as a supervisor, or as whoever opened the table."""
        asked = await read_body(request, NewBot, LARGEST_WITH_CHART)
        host, session = await self._at_own_table(request)
        address, person = address_of(request), session.person.name
        with self.seating(session, address, 1):
            self._quota.seat_bots(person, address)
            floor = host.durable.state.floor
            with self._quota.work(address):
                bot = await self._threads.work(bot_of, asked, host.book, floor.limits, floor.chip)
            await self._bots.seat(host, bot, person)
        return answer(Done(), 201)

    async def dismiss(self, request: Request) -> Response:
        """Have a bot leave as soon as its wagers allow it."""
        await body(request)
        host, session = await self._at_own_table(request)
        await self._bots.dismiss(host, request.path_params["name"], session.person.name)
        return answer(Done())

    async def _at_own_table(self, request: Request) -> tuple[TableHost, Session]:
        """Return a table, and the sender: a supervisor or, if the house allows it, the opener."""
        session = await self._signed_in(request)
        host = await self._house.find(request.path_params["table"])
        person = session.person
        if "supervisor" not in person.roles:
            self.require_opener(session)
            if host.durable.opener != person.name:
                raise ForbiddenError(
                    "only a supervisor, or whoever opened the table, seats bots and sends them away"
                )
        return host, session
