"""The limits that people set themselves."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.people.accounts import Session
from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.server.web.edge.answers import answer, read_body

__all__ = ["LimitsApi"]


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
