"""The limits that people set themselves, and more play money of the house."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.people.accounts import Session
from bankcraps.server.people.grants import MoneyRefusedError, MoreMoney
from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.server.web.edge.answers import ForbiddenError, answer, body, read_body

__all__ = ["LimitsApi", "MoneyApi"]


class LimitsApi:
    """Shows and changes a person's own limits."""

    def __init__(
        self,
        keeper: LimitKeeper,
        signed_in: Callable[[Request], Awaitable[Session]],
        look: Callable[[str], Awaitable[None]],
    ) -> None:
        """Look after limits.

        Args:
            keeper: has them.
            signed_in: returns the session of a request, and refuses one without.
            look: shows a person's limits to their connections.
        """
        self._keeper = keeper
        self._signed_in = signed_in
        self._look = look

    async def look(self, request: Request) -> Response:
        """The person's own limits, and what they leave."""
        return answer(await self._keeper.now((await self._signed_in(request)).person.name))

    async def change(self, request: Request) -> Response:
        """Set all of the person's own limits. Tighter ones count at once, looser a day later."""
        wanted = await read_body(request, PersonalLimits)
        session = await self._signed_in(request)
        limits = await self._keeper.change(session.person.name, wanted)
        await self._look(session.person.name)
        return answer(limits)


class MoneyApi:
    """Says what the house gives, and gives it."""

    def __init__(
        self,
        more: MoreMoney,
        signed_in: Callable[[Request], Awaitable[Session]],
        look: Callable[[str], Awaitable[None]],
    ) -> None:
        """Give the money of a house.

        Args:
            more: the rule by which it is given.
            signed_in: returns the session of a request.
            look: awaited with the name of somebody whose wallet changed.
        """
        self._more = more
        self._signed_in = signed_in
        self._look = look

    async def offer(self, request: Request) -> Response:
        """The play money that the person gets from the house if they ask now."""
        return answer(await self._more.offer((await self._person(request)).person.name))

    async def give(self, request: Request) -> Response:
        """Give the person the play money that the house offers, and return what it offers after that."""
        await body(request)
        name = (await self._person(request)).person.name
        try:
            await self._more.give(name)
        except MoneyRefusedError as error:
            raise ForbiddenError(str(error)) from None
        await self._look(name)
        return answer(await self._more.offer(name))

    async def _person(self, request: Request) -> Session:
        session = await self._signed_in(request)
        if session.bot:
            raise ForbiddenError("a bot of the house gets its money from whoever seats it")
        return session
