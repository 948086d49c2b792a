"""Bots at tables: seating them and sending them away; and players' seats handed to betting systems."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.people.lobby import NewBot
from bankcraps.server.bots.bots import bot_of, seat_system_of
from bankcraps.server.hosting.table_host import TableHost
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
from bankcraps.server.web.edge.rates import TooManyError
from bankcraps.server.web.edge.sessions import Api, Desk


class SeatsBots(msgspec.Struct, frozen=True):
    """Whether somebody may have bots play at a table, and send them away."""

    may: bool


class HandOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to let a betting system play the asker's seat.

    Attributes:
        system: a name of the library, a text in the language of systems, or a chart as JSON.
    """

    system: str


class BotApi(Api):
    """Lets supervisors, and people who opened a table, seat bots and send them away."""

    def __init__(self, desk: Desk, *, openers: bool) -> None:
        """Seat bots; `openers` says whether people seat them at tables that they opened."""
        super().__init__(desk)
        self._openers = openers
        limits = desk.quota.limits
        self._budget = BotBudget(lambda: desk.house.hosts, limits.bots_playing, limits.bots_playing_from)

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
        await self._desk.signed_in(request)
        return answer(await self._desk.bots.free_names())

    async def seat(self, request: Request) -> Response:
        """Have a bot play at a table: as a supervisor, or as whoever opened the table."""
        asked = await read_body(request, NewBot, LARGEST_WITH_CHART)
        host, session = await self._at_own_table(request)
        address, person = address_of(request), session.person.name
        with self.seating(session, address, 1):
            self._desk.quota.seat_bots(person, address)
            floor = host.durable.state.floor
            with self._desk.quota.work(address):
                bot = await self._desk.threads.work(bot_of, asked, host.book, floor.limits, floor.chip)
            await self._desk.bots.seat(host, bot, person)
        return answer(Done(), 201)

    async def dismiss(self, request: Request) -> Response:
        """Have a bot leave as soon as its wagers allow it."""
        await body(request)
        host, session = await self._at_own_table(request)
        await self._desk.bots.dismiss(host, request.path_params["name"], session.person.name)
        return answer(Done())

    async def _at_own_table(self, request: Request) -> tuple[TableHost, Session]:
        """Return a table, and the sender: a supervisor or, if the house allows it, the opener."""
        session = await self._desk.signed_in(request)
        host = await self._desk.table(request)
        person = session.person
        if "supervisor" not in person.roles:
            self.require_opener(session)
            if host.durable.opener != person.name:
                raise ForbiddenError(
                    "only a supervisor, or whoever opened the table, seats bots and sends them away"
                )
        return host, session

    async def hand_over(self, request: Request) -> Response:
        """Let a betting system play your seat, until you act yourself, stop it or leave."""
        asked = await read_body(request, HandOver, LARGEST_WITH_CHART)
        session = await self._desk.signed_in(request)
        host, address = await self._desk.table(request), address_of(request)
        floor = host.durable.state.floor
        with self._desk.quota.work(address):
            seat = await self._desk.threads.work(
                seat_system_of, session.person.name, asked.system, host.book, floor.limits, floor.chip
            )
        await self._desk.bots.start_system(host, seat)
        return answer(Done(), 201)

    async def take_back(self, request: Request) -> Response:
        """Take your seat back from a betting system. Its wagers stay as they are."""
        await body(request)
        session = await self._desk.signed_in(request)
        host = await self._desk.table(request)
        await self._desk.bots.stop_system(host, session.person.name, "its player stops it")
        return answer(Done())


_REMEMBERED: Final = 10_000
"""The most people with a remembered address."""

_WAIT_S: Final = 60.0


class TooManyBotsError(TooManyError):
    """Raised if as many bots play for somebody as may play at once."""

    def __init__(self, whose: str, most: int) -> None:
        super().__init__(f"at most {most} bots play at once at {whose}: send one away first", _WAIT_S)


class BotBudget:
    """Counts the bots at the tables of this process by those who opened the tables."""

    def __init__(self, hosts: Callable[[], Iterable[TableHost]], of_person: int, from_address: int) -> None:
        """Set the limits.

        Args:
            hosts: returns the tables of this process.
            of_person: the most bots at the tables that a person opened.
            from_address: the most bots at the tables that the people of an address opened.
        """
        self._hosts = hosts
        self._of_person = of_person
        self._from_address = from_address
        self._coming: Counter[str] = Counter()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    @contextmanager
    def seating(self, person: str, address: str, bots: int = 1) -> Generator[None]:
        """Hold the places of bots that somebody seats, until they are seated.

        Raises:
            TooManyBotsError: if too many play for the person, or for the people of the address.
        """
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > _REMEMBERED:
            self._addresses.popitem(last=False)
        playing = Counter(host.durable.opener for host in self._hosts() for _ in host.durable.bots)
        playing.update(self._coming)
        near = sum(count for name, count in playing.items() if self._addresses.get(name) == address)
        if bots and playing[person] + bots > self._of_person:
            raise TooManyBotsError("tables that you opened", self._of_person)
        if bots and near + bots > self._from_address:
            raise TooManyBotsError("tables opened from your address", self._from_address)
        self._coming[person] += bots
        try:
            yield
        finally:
            self._coming[person] -= bots
            if not self._coming[person]:
                del self._coming[person]
