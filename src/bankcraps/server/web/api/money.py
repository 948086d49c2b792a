"""More play money of the house, for people who ask."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.people.accounts import Session
from bankcraps.server.people.more_money import MoneyRefusedError, MoreMoney
from bankcraps.server.web.edge.answers import ForbiddenError, answer, body

__all__ = ["MoneyApi"]


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
