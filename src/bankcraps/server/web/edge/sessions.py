"""The desk that the handlers of all addresses share, and signing in and out with a cookie."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bankcraps.game.engine.floor.players import written_name
from bankcraps.server.bots.bots import Bots
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House, UnknownTableError
from bankcraps.server.people.accounts import SESSION_S, TEACHER, Accounts, Session
from bankcraps.server.people.money import HOUSE_LOG, LimitKeeper
from bankcraps.server.stores.people import Person
from bankcraps.server.web.edge.endpoints import Done, ForbiddenError, address_of, answer
from bankcraps.server.web.edge.rates import ApiThreads, Quota

COOKIE: Final = "bankcraps"
"""The cookie that holds a session's token."""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody signs in: a name, and a passphrase if the name is an account's or shall be."""

    name: str
    passphrase: str = ""


class Who(msgspec.Struct, frozen=True):
    """A person. The name is empty for somebody who has not signed in."""

    name: str = ""
    roles: tuple[str, ...] = ()
    guest: bool = False
    wallet_cents: int = 0


class Desk(msgspec.Struct, frozen=True, eq=False):
    """The desk that the handlers of all addresses share: the house, and who asks.

    Attributes:
        house, accounts, bots, limit_keeper: the house, and the parts for its people.
        quota: the limits on the questions of an address.
        threads: do the work of requests.
        look: awaited with the name of somebody whose session ended, or whose wallet or limits changed.
        secure: whether people come by TLS, even if requests do not say so.
    """

    house: House
    accounts: Accounts
    bots: Bots
    limit_keeper: LimitKeeper
    quota: Quota
    threads: ApiThreads
    look: Callable[[str], Awaitable[None]]
    secure: bool

    async def session(self, connection: HTTPConnection) -> Session | None:
        """Return the session of a request, from its cookie."""
        return await self.accounts.of_token(connection.cookies.get(COOKIE, ""))

    async def name(self, request: Request) -> str:
        """Return the name of the person who asks; empty for somebody who has not signed in."""
        session = await self.session(request)
        return session.person.name if session else ""

    async def signed_in(self, request: Request) -> Session:
        """Return the session of a request.

        Raises:
            ForbiddenError: if it has none.
        """
        session = await self.session(request)
        if session is None:
            raise ForbiddenError("sign in first")
        return session

    async def person(self, request: Request) -> str:
        """Return the name of the person who asks, who must have signed in."""
        return (await self.signed_in(request)).person.name

    async def teacher(self, request: Request) -> str:
        """Return the name of the teacher who asks.

        Raises:
            ForbiddenError: if it is somebody else.
        """
        session = await self.signed_in(request)
        if TEACHER not in session.person.roles:
            raise ForbiddenError(
                "only a teacher makes exams and classes; the house's keeper makes somebody one: "
                f"bankcraps admin grant {session.person.name} {TEACHER}"
            )
        return session.person.name

    async def table(self, request: Request) -> TableHost:
        """Return the table in a request's path, which this process must serve."""
        return await self.house.find(request.path_params["table"])

    async def known(self, request: Request) -> str:
        """Return the id of the table in a request's path, which must exist."""
        table: str = request.path_params["table"]
        if table == HOUSE_LOG or await asyncio.to_thread(self.house.store.tables.get, table) is None:
            raise UnknownTableError(f"there is no table {table[:40]!r}")
        return table


class Api:
    """Handlers of addresses."""

    def __init__(self, desk: Desk) -> None:
        """Answer at the desk of a house."""
        self._desk = desk


class Sessions(Api):
    """Signing in and out."""

    async def sign_in(self, request: Request, asked: SignIn) -> Response | Who:
        """Sign in. The answer sets the session's cookie. A guest's session goes on with a passphrase."""
        now, address = await self._desk.session(request), address_of(request)
        with self._desk.quota.signing.hold(address):
            new = not await self._desk.accounts.known(asked.name)
            if new:
                self._desk.quota.newcomers.need(address)
            trying = self._desk.quota.trying(address, written_name(asked.name))
            token, person = await self._desk.accounts.sign_in(asked.name, asked.passphrase, now, trying)
            if new:
                self._desk.quota.know(address, person.name)
        if not token:
            await self._desk.look(person.name)
            return await self._described_person(person)
        if now is not None:
            await self._end(now)
        return await self._with_cookie(request, token, person)

    async def sign_in_anew(self, request: Request) -> Response | Who:
        """Sign in as a guest under a name that the house chooses. An existing sign-in is kept."""
        now = await self._desk.session(request)
        if now is not None:
            return await self._described_person(now.person)
        address = address_of(request)
        self._desk.quota.newcomers.need(address)
        token, person = await self._desk.accounts.sign_in_anew()
        self._desk.quota.know(address, person.name)
        return await self._with_cookie(request, token, person)

    async def _with_cookie(self, request: Request, token: str, person: Person) -> Response:
        """Answer with the person who signed in just now, and set the session's cookie."""
        response = answer(await self._described_person(person))
        response.set_cookie(
            COOKIE,
            token,
            max_age=SESSION_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https" or self._desk.secure,
            path="/",
        )
        return response

    async def _end(self, session: Session) -> None:
        """End a session and its connections."""
        await self._desk.accounts.sign_out(session)
        await self._desk.look(session.person.name)

    async def _described_person(self, person: Person) -> Who:
        return Who(person.name, person.roles, person.guest, await self._desk.house.wallet(person.name))

    async def who(self, request: Request) -> Who:
        """The person who asks, with their roles and wallet; without a name if they have not signed in."""
        session = await self._desk.session(request)
        return Who() if session is None else await self._described_person(session.person)

    async def sign_out(self, request: Request) -> Response:
        """Sign out."""
        session = await self._desk.session(request)
        if session is not None:
            await self._end(session)
        response = answer(Done())
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response
