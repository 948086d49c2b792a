"""Pages of data about a table: its acts as forms, and what its log tells of the night."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.advice.act_forms import ActForm, act_forms
from bankcraps.server.accounts import Session
from bankcraps.server.house import House
from bankcraps.server.web.api.night import DisputeLine, Night, Replay, SealedThrows, TableStatistics
from bankcraps.server.web.edge.answers import address_of, answer, whole_number
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.edge.prepared import Prepared
from bankcraps.server.web.quotas.limits import PageThreads, Quota

__all__ = ["NightPages"]

_THROWS: Final = 100


class NightPages:
    """Pages about single tables."""

    def __init__(
        self,
        house: House,
        session_of: Callable[[Request], Awaitable[Session | None]],
        known: Callable[[Request], Awaitable[str]],
        threads: PageThreads,
        quota: Quota,
        prepared: Prepared,
    ) -> None:
        """Read the tables of a house.

        Args:
            house: the house.
            session_of: says who sends a request.
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

    def endpoints(self) -> list[Endpoint]:
        """Return the pages."""
        at = "/api/tables/{table}"
        return [
            Endpoint(
                method="GET",
                path=f"{at}/acts",
                says="Every act at the table as a form: who may do it, what it does, its fields and reasons.",
                handler=self._acts,
                answers=tuple[ActForm, ...],
            ),
            Endpoint(
                method="GET",
                path=f"{at}/throws",
                says="Sealed throws, 100 at a time: the latest, or those after a number.",
                handler=self._throws,
                answers=SealedThrows,
                query={"after": "the number of the throw before the first; 0 for the first page"},
            ),
            Endpoint(
                method="GET",
                path=f"{at}/disputes",
                says="The disputes, with whose turn it is and the throw before each.",
                handler=self._disputes,
                answers=list[DisputeLine],
            ),
            Endpoint(
                method="GET",
                path=f"{at}/statistics",
                says="What the throws came to for the person who asks.",
                handler=self._statistics,
                answers=TableStatistics,
                query={"hand": "the number of a hand; all hands if it is left out"},
            ),
            Endpoint(
                method="GET",
                path=f"{at}/replay",
                says="A part of the log again, step by step; at most 1,000 entries.",
                handler=self._replay,
                answers=Replay,
                query={"first": "the first entry; 2 if it is left out", "last": "the last entry"},
            ),
        ]

    async def _acts(self, request: Request) -> Response:
        host = await self._house.find(request.path_params["table"])
        book = host.book
        key = "acts", book.digest, tuple(book.chosen.items())
        return await self._prepared.answer(request, key, lambda: self._threads.work(act_forms, book))

    async def _throws(self, request: Request) -> Response:
        table = await self._known(request)
        latest = "after" not in request.query_params
        after = whole_number(request, "after")
        with self._quota.page(address_of(request)):
            return answer(await self._night.throws(table, after, _THROWS, latest=latest))

    async def _disputes(self, request: Request) -> Response:
        table = await self._known(request)
        with self._quota.page(address_of(request)):
            return answer(await self._night.disputes(table))

    async def _statistics(self, request: Request) -> Response:
        table, session = await self._known(request), await self._session_of(request)
        player = session.person.name if session else ""
        hand = whole_number(request, "hand")
        with self._quota.page(address_of(request)):
            return answer(await self._night.statistics(table, player, hand))

    async def _replay(self, request: Request) -> Response:
        table, first = await self._known(request), whole_number(request, "first", 2)
        last = whole_number(request, "last", first)
        # A log only grows, so what it tells of these entries stays as it is.
        return await self._prepared.answer(
            request, ("replay", table, first, last), lambda: self._night.replay(table, first, last)
        )
