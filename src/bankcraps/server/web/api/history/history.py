"""The API of the history of tables: hands, throws, disputes, statistics, and replays of any part."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.server.house import UnknownTableError
from bankcraps.server.people.accounts import Session
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.history.hand_history import HandHistory
from bankcraps.server.web.api.history.table_history import TableHistory
from bankcraps.server.web.edge.answers import ForbiddenError, address_of, answer, whole_number
from bankcraps.server.web.edge.prepared import Prepared
from bankcraps.server.web.quotas.rates import ApiThreads, Quota

__all__ = ["HANDS_QUERY", "REPLAY_QUERY", "STATISTICS_QUERY", "THROWS_QUERY", "HistoryApi"]

HANDS_QUERY: Final = {"after": "the number of the hand before the first; 0 for the first page"}
THROWS_QUERY: Final = {"after": "the number of the throw before the first; 0 for the first page"}
STATISTICS_QUERY: Final = {"hand": "the number of a hand; all hands if it is left out"}
REPLAY_QUERY: Final = {"first": "the first entry; 2 if it is left out", "last": "the last entry"}

_HANDS: Final = 100
_THROWS: Final = 100


class HistoryApi:
    """The history of tables, from their logs."""

    def __init__(
        self,
        store: Store,
        session_of: Callable[[Request], Awaitable[Session | None]],
        known: Callable[[Request], Awaitable[str]],
        threads: ApiThreads,
        quota: Quota,
        prepared: Prepared,
    ) -> None:
        """Read the logs of a store.

        Args:
            store: where the logs are.
            session_of: returns the session of a request.
            known: returns the id of the table in a request's path, which must exist.
            threads: where logs are read.
            quota: the limits on the questions of people to the house.
            prepared: the answers that are kept.
        """
        self._session_of = session_of
        self._known = known
        self._quota = quota
        self._prepared = prepared
        self._hands = HandHistory(store, threads)
        self._table = TableHistory(store, threads)

    async def hands(self, request: Request) -> Response:
        """The hands of a table, 100 at a time."""
        table = await self._known(request)
        after = whole_number(request, "after")
        with self._quota.work(address_of(request)):
            return answer(await self._hands.hands(table, after, _HANDS))

    async def hand(self, request: Request) -> Response:
        """A hand again, with all that happened in it."""
        table, number = await self._known(request), request.path_params["hand"]
        with self._quota.work(address_of(request)):
            hand = await self._hands.hand(table, number)
        if hand is None:
            raise UnknownTableError(f"table {table} has no hand {number} that has ended")
        return answer(hand)

    async def stay(self, request: Request) -> Response:
        """The events that a player has seen since they sat down: own acts, throws, what moved their chips."""
        table, session = await self._known(request), await self._session_of(request)
        if session is None:
            raise ForbiddenError("sign in first")
        with self._quota.work(address_of(request)):
            return answer(await self._hands.stay(table, session.person.name))

    async def throws(self, request: Request) -> Response:
        """Sealed throws, 100 at a time: the latest, or those after a number."""
        table = await self._known(request)
        latest = "after" not in request.query_params
        after = whole_number(request, "after")
        with self._quota.work(address_of(request)):
            return answer(await self._table.throws(table, after, _THROWS, latest=latest))

    async def disputes(self, request: Request) -> Response:
        """The disputes, with whose turn it is and the throw before each."""
        table = await self._known(request)
        with self._quota.work(address_of(request)):
            return answer(await self._table.disputes(table))

    async def statistics(self, request: Request) -> Response:
        """The results of the throws for the person who asks."""
        table, session = await self._known(request), await self._session_of(request)
        player = session.person.name if session else ""
        hand = whole_number(request, "hand")
        with self._quota.work(address_of(request)):
            return answer(await self._table.statistics(table, player, hand))

    async def replay(self, request: Request) -> Response:
        """A part of the log again, step by step; at most 1,000 entries."""
        table, first = await self._known(request), whole_number(request, "first", 2)
        last = whole_number(request, "last", first)
        # A log only grows, so what it tells of these entries stays as it is.
        return await self._prepared.answer(
            request, ("replay", table, first, last), lambda: self._table.replay(table, first, last)
        )
