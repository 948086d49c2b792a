"""The API of shared evenings: a person shares theirs by a link, and takes it back."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.house import UnknownTableError
from bankcraps.server.people.accounts import Session
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.history.evening_history import EveningHistory, Profile
from bankcraps.server.web.edge.answers import address_of, answer, body
from bankcraps.server.web.quotas.rates import Quota

__all__ = ["Shared", "SharingApi"]


class UnknownProfileError(UnknownTableError):
    """Nobody shares their evenings under that link."""


class Shared(msgspec.Struct, frozen=True):
    """Whether a person shares their evenings.

    Attributes:
        key: the last part of the link, /profile/KEY; empty if they share nothing.
    """

    key: str


class SharingApi:
    """Shares the evenings of people."""

    def __init__(
        self,
        store: Store,
        signed_in: Callable[[Request], Awaitable[Session]],
        history: EveningHistory,
        quota: Quota,
    ) -> None:
        """Keep in a store who shares.

        Args:
            store: where it is kept.
            signed_in: returns the session of a request, which must have one.
            history: reads evenings.
            quota: the limits on the questions of people to the house.
        """
        self._store = store
        self._signed_in = signed_in
        self._history = history
        self._quota = quota

    async def look(self, request: Request) -> Response:
        """Whether the person shares their evenings, and the key of their link."""
        name = await self._name(request)
        return answer(Shared(await asyncio.to_thread(self._store.people.shared_key, name)))

    async def share(self, request: Request) -> Response:
        """Share the person's evenings with everybody who has the link."""
        await body(request)
        name, key = await self._name(request), secrets.token_urlsafe(16)
        return answer(Shared(await asyncio.to_thread(self._store.people.share_profile, name, key)))

    async def take_back(self, request: Request) -> Response:
        """Share no more. The link leads nowhere, and a later one is another."""
        await body(request)
        await asyncio.to_thread(self._store.people.unshare_profile, await self._name(request))
        return answer(Shared(""))

    async def shared(self, request: Request) -> Response:
        """The evenings that somebody shares by this link, without the ids of their tables."""
        key: str = request.path_params["key"]
        name = await asyncio.to_thread(self._store.people.sharer, key)
        if name is None:
            raise UnknownProfileError("nobody shares their evenings by this link, or they have taken it back")
        with self._quota.work(address_of(request)):
            return answer(_for_others(await self._history.profile(name)))

    async def _name(self, request: Request) -> str:
        session = await self._signed_in(request)
        return session.person.name


def _for_others(profile: Profile) -> Profile:
    """Return a profile without the ids of tables: whoever knows that of an unlisted table may come to it."""
    evenings = [replace(one, table="") for one in profile.evenings]
    missing = {str(number): why for number, why in enumerate(profile.unreadable.values(), 1)}
    return replace(profile, evenings=evenings, unreadable=missing)
