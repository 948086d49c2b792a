"""Handing a seat to a betting system, and taking it back."""

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.bots.seat_systems import SeatSystems, seat_system_of
from bankcraps.server.house import House
from bankcraps.server.people.accounts import Session
from bankcraps.server.web.edge.answers import LARGEST_WITH_CHART, Done, address_of, answer, body, read_body
from bankcraps.server.web.quotas.rates import ApiThreads, Quota

__all__ = ["HandOver", "SeatSystemApi"]


class HandOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to let a betting system play the asker's seat.

    Attributes:
        system: a name of the library, a text in the language of systems, or a chart as JSON.
    """

    system: str


class SeatSystemApi:
    """Lets players hand their seats to systems."""

    def __init__(
        self,
        house: House,
        systems: SeatSystems,
        signed_in: Callable[[Request], Awaitable[Session]],
        quota: Quota,
        threads: ApiThreads,
    ) -> None:
        """Serve the seats of a house. The arguments are those of `BotApi`."""
        self._house = house
        self._systems = systems
        self._signed_in = signed_in
        self._quota = quota
        self._threads = threads

    async def start(self, request: Request) -> Response:
        """Let a betting system play your seat, until you act yourself, stop it or leave."""
        asked = await read_body(request, HandOver, LARGEST_WITH_CHART)
        session = await self._signed_in(request)
        host, address = await self._house.find(request.path_params["table"]), address_of(request)
        floor = host.durable.state.floor
        with self._quota.work(address):
            seat = await self._threads.work(
                seat_system_of, session.person.name, asked.system, host.book, floor.limits, floor.chip
            )
        await self._systems.start(host, seat)
        return answer(Done(), 201)

    async def stop(self, request: Request) -> Response:
        """Take your seat back from a betting system. Its wagers stay as they are."""
        await body(request)
        session = await self._signed_in(request)
        host = await self._house.find(request.path_params["table"])
        await self._systems.stop(host, session.person.name, "its player stops it")
        return answer(Done())
