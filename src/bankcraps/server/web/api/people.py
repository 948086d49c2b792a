"""The limits that people set themselves, and more play money of the house."""

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.people.accounts import Session
from bankcraps.server.people.grants import MoneyRefusedError, MoreMoney
from bankcraps.server.web.edge.answers import ForbiddenError, answer, body, read_body
from bankcraps.server.web.edge.sessions import Api, Desk

__all__ = ["PeopleApi"]


class PeopleApi(Api):
    """Shows and changes a person's own limits, and gives them the money of the house."""

    def __init__(self, desk: Desk, more: MoreMoney) -> None:
        """Give money by a rule."""
        super().__init__(desk)
        self._more = more

    async def limits(self, request: Request) -> Response:
        """The person's own limits, and what they leave."""
        return answer(await self._desk.limit_keeper.now(await self._desk.person(request)))

    async def set_limits(self, request: Request) -> Response:
        """Set all of the person's own limits. Tighter ones count at once, looser a day later."""
        wanted = await read_body(request, PersonalLimits)
        session = await self._desk.signed_in(request)
        limits = await self._desk.limit_keeper.change(session.person.name, wanted)
        await self._desk.look(session.person.name)
        return answer(limits)

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
        await self._desk.look(name)
        return answer(await self._more.offer(name))

    async def _person(self, request: Request) -> Session:
        session = await self._desk.signed_in(request)
        if session.bot:
            raise ForbiddenError("a bot of the house gets its money from whoever seats it")
        return session
