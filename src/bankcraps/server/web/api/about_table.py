"""The API of what a table can do and did: its acts as forms, and what its log tells of the night."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.advice.act_forms import act_forms
from bankcraps.server.accounts import Session
from bankcraps.server.house import House
from bankcraps.server.web.api.night import Night
from bankcraps.server.web.edge.answers import address_of, answer, whole_number
from bankcraps.server.web.edge.prepared import Prepared
from bankcraps.server.web.quotas.limits import ApiThreads, Quota

__all__ = ["REPLAY_QUERY", "STATISTICS_QUERY", "THROWS_QUERY", "NightApi"]

THROWS_QUERY: Final = {"after": "the number of the throw before the first; 0 for the first page"}
STATISTICS_QUERY: Final = {"hand": "the number of a hand; all hands if it is left out"}
REPLAY_QUERY: Final = {"first": "the first entry; 2 if it is left out", "last": "the last entry"}

_THROWS: Final = 100


class NightApi:
    """The acts of tables, and the nights that their logs tell of."""

    def __init__(
        self,
        house: House,
        session_of: Callable[[Request], Awaitable[Session | None]],
        known: Callable[[Request], Awaitable[str]],
        threads: ApiThreads,
        quota: Quota,
        prepared: Prepared,
    ) -> None:
        """Read the tables of a house.

        Args:
            house: the house.
            session_of: returns the session of a request.
            known: returns the id of the table in a request's path, which must exist.
            threads: where logs are read.
            quota: what people may ask of the house.
            prepared: the answers that are kept.
        """
        self._house = house
        self._session_of = session_of
        self._known = known
        self._threads = threads
        self._quota = quota
        self._prepared = prepared
        self._night = Night(house.store, threads)

    async def acts(self, request: Request) -> Response:
        """Every act at the table as a form: who may do it, what it does, its fields and reasons."""
        host = await self._house.find(request.path_params["table"])
        book = host.book
        key = "acts", book.digest, tuple(book.chosen.items())
        return await self._prepared.answer(request, key, lambda: self._threads.work(act_forms, book))

    async def throws(self, request: Request) -> Response:
        """Sealed throws, 100 at a time: the latest, or those after a number."""
        table = await self._known(request)
        latest = "after" not in request.query_params
        after = whole_number(request, "after")
        with self._quota.work(address_of(request)):
            return answer(await self._night.throws(table, after, _THROWS, latest=latest))

    async def disputes(self, request: Request) -> Response:
        """The disputes, with whose turn it is and the throw before each."""
        table = await self._known(request)
        with self._quota.work(address_of(request)):
            return answer(await self._night.disputes(table))

    async def statistics(self, request: Request) -> Response:
        """The results of the throws for the person who asks."""
        table, session = await self._known(request), await self._session_of(request)
        player = session.person.name if session else ""
        hand = whole_number(request, "hand")
        with self._quota.work(address_of(request)):
            return answer(await self._night.statistics(table, player, hand))

    async def replay(self, request: Request) -> Response:
        """A part of the log again, step by step; at most 1,000 entries."""
        table, first = await self._known(request), whole_number(request, "first", 2)
        last = whole_number(request, "last", first)
        # A log only grows, so what it tells of these entries stays as it is.
        return await self._prepared.answer(
            request, ("replay", table, first, last), lambda: self._night.replay(table, first, last)
        )
