"""The classes of teachers, on the web."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.exams.rosters import NewRoster, Roster, Rosters
from bankcraps.server.people.accounts import TEACHER, Session
from bankcraps.server.stores.exams import Exams
from bankcraps.server.web.edge.answers import Done, ForbiddenError, answer, body, read_body
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.quotas.rates import ApiThreads

__all__ = ["RosterApi", "teacher_of"]

_SignedIn = Callable[[Request], Awaitable[Session]]


async def teacher_of(request: Request, signed_in: _SignedIn) -> str:
    """Return the name of the teacher who asks.

    Raises:
        ForbiddenError: if it is somebody else.
    """
    session = await signed_in(request)
    if TEACHER not in session.person.roles:
        raise ForbiddenError(
            "only a teacher makes exams and classes; the house's keeper makes somebody one: "
            f"bankcraps admin grant {session.person.name} {TEACHER}"
        )
    return session.person.name


class RosterApi:
    """Keeps the classes of teachers. Nobody else sees them."""

    def __init__(
        self, exams: Exams, signed_in: _SignedIn, threads: ApiThreads, clock: Callable[[], int]
    ) -> None:
        """Serve the classes in a store. The other arguments are those of `ExamApi`."""
        self._rosters = Rosters(exams)
        self._signed_in = signed_in
        self._threads = threads
        self._clock = clock

    def endpoints(self) -> list[Endpoint]:
        """Return every address of classes with its handler."""
        one = "/api/classes/{roster}"
        return [
            Endpoint("GET", "/api/classes", self.mine, list[Roster]),
            Endpoint("POST", "/api/classes", self.make, Roster, reads=NewRoster, status=201),
            Endpoint("POST", one, self.change, Roster, reads=NewRoster),
            Endpoint("DELETE", one, self.remove, Done),
        ]

    async def mine(self, request: Request) -> Response:
        """The classes of the teacher who asks, the latest first."""
        teacher = await teacher_of(request, self._signed_in)
        return answer(await self._threads.work(self._rosters.of, teacher))

    async def make(self, request: Request) -> Response:
        """Make a class, as a teacher."""
        wanted = await read_body(request, NewRoster)
        teacher = await teacher_of(request, self._signed_in)
        return answer(await self._threads.work(self._rosters.make, teacher, wanted, self._clock()), 201)

    async def change(self, request: Request) -> Response:
        """Give a class another name and other students. It counts at once, also for its exams."""
        wanted = await read_body(request, NewRoster)
        own = await self._own(request)
        return answer(await self._threads.work(self._rosters.change, own, wanted))

    async def remove(self, request: Request) -> Response:
        """Forget a class. Its exams stay, and nobody begins them any more."""
        await body(request)
        await self._threads.work(self._rosters.remove, await self._own(request))
        return answer(Done())

    async def _own(self, request: Request) -> Roster:
        teacher = await teacher_of(request, self._signed_in)
        return await self._threads.work(self._rosters.own, teacher, request.path_params["roster"])
