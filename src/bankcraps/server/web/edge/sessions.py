"""Signing in and out with a cookie, and the sender of a request."""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from bankcraps.game.engine.floor.players import written_name
from bankcraps.server.house import House
from bankcraps.server.people.accounts import SESSION_S, Accounts, Session
from bankcraps.server.stores.people import Person
from bankcraps.server.web.edge.answers import Done, ForbiddenError, address_of, answer, body, read_body
from bankcraps.server.web.edge.rates import Quota

__all__ = ["COOKIE", "Sessions", "SignIn", "Who"]

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


class Sessions:
    """The sessions of a house on the web."""

    def __init__(
        self,
        house: House,
        accounts: Accounts,
        quota: Quota,
        look: Callable[[str], Awaitable[None]],
        *,
        secure: bool,
    ) -> None:
        """Serve the sessions of a house.

        Args:
            house: the house with the wallets.
            accounts: the accounts of its people.
            quota: the limits on the questions of an address.
            look: awaited with the name of somebody whose session ended.
            secure: whether people come by TLS, even if requests do not say so.
        """
        self._house = house
        self._accounts = accounts
        self._quota = quota
        self._look = look
        self._secure = secure

    async def of(self, connection: HTTPConnection) -> Session | None:
        """Return the session of a request, from its cookie."""
        return await self._accounts.of_token(connection.cookies.get(COOKIE, ""))

    async def signed_in(self, request: Request) -> Session:
        session = await self.of(request)
        if session is None:
            raise ForbiddenError("sign in first")
        return session

    async def sign_in(self, request: Request) -> Response:
        """Sign in. The answer sets the session's cookie. A guest's session goes on with a passphrase."""
        asked = await read_body(request, SignIn)
        now, address = await self.of(request), address_of(request)
        with self._quota.signing.hold(address):
            new = not await self._accounts.known(asked.name)
            if new:
                self._quota.newcomers.need(address)
            trying = self._quota.trying(address, written_name(asked.name))
            token, person = await self._accounts.sign_in(asked.name, asked.passphrase, now, trying)
            if new:
                self._quota.know(address, person.name)
        if not token:
            await self._look(person.name)
            return answer(await self._described_person(Session(person, "")))
        if now is not None:
            await self._end(now)
        return await self._with_cookie(request, token, person)

    async def sign_in_anew(self, request: Request) -> Response:
        """Sign in as a guest under a name that the house chooses. An existing sign-in is kept."""
        await body(request)
        now = await self.of(request)
        if now is not None:
            return answer(await self._described_person(now))
        address = address_of(request)
        self._quota.newcomers.need(address)
        token, person = await self._accounts.sign_in_anew()
        self._quota.know(address, person.name)
        return await self._with_cookie(request, token, person)

    async def _with_cookie(self, request: Request, token: str, person: Person) -> Response:
        """Answer with the person who signed in just now, and set the session's cookie."""
        response = answer(await self._described_person(Session(person, "")))
        response.set_cookie(
            COOKIE,
            token,
            max_age=SESSION_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https" or self._secure,
            path="/",
        )
        return response

    async def _end(self, session: Session) -> None:
        """End a session and its connections."""
        await self._accounts.sign_out(session)
        await self._look(session.person.name)

    async def _described_person(self, session: Session) -> Who:
        person = session.person
        return Who(person.name, person.roles, session.guest, await self._house.wallet(person.name))

    async def who(self, request: Request) -> Response:
        """The person who asks, with their roles and wallet; without a name if they have not signed in."""
        session = await self.of(request)
        return answer(Who() if session is None else await self._described_person(session))

    async def sign_out(self, request: Request) -> Response:
        """Sign out."""
        await body(request)
        session = await self.of(request)
        if session is not None:
            await self._end(session)
        response = answer(Done())
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response
