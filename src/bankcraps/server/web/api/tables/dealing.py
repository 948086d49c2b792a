"""The API of dealing: what the dealers of a table did there, as a page and as a spreadsheet."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.round.dealing_summary import (
    DealingLog,
    DealingSummary,
    dealing_sheet,
    dealing_summary,
)
from bankcraps.server.hosting.table_loading import book_of
from bankcraps.server.people.accounts import Session
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.history.log_cache import Readings
from bankcraps.server.web.edge.answers import ForbiddenError, address_of, answer, spreadsheet
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.quotas.rates import ApiThreads, Quota

__all__ = ["DealingApi"]


class DealingApi:
    """The scores of the dealers of tables, also of those that have closed."""

    def __init__(
        self,
        store: Store,
        signed_in: Callable[[Request], Awaitable[Session]],
        known: Callable[[Request], Awaitable[str]],
        threads: ApiThreads,
        quota: Quota,
    ) -> None:
        """Read the logs of a store.

        Args:
            store: where the logs are.
            signed_in: returns the session of a request, which must have one.
            known: returns the id of the table in a request's path, which must exist.
            threads: where logs are read.
            quota: the limits on the questions of people to the house.
        """
        self._store = store
        self._signed_in = signed_in
        self._known = known
        self._quota = quota
        self._readings = Readings(store, threads, lambda _: DealingLog(book_of))

    def endpoints(self) -> list[Endpoint]:
        """Return the addresses of dealing with their handlers."""
        return [
            Endpoint("GET", "/api/tables/{table}/dealing", self.scores, DealingSummary),
            Endpoint("GET", "/api/tables/{table}/dealing.csv", self.sheet, media="text/csv"),
        ]

    async def scores(self, request: Request) -> Response:
        """Scores of a table's dealers, where people deal: all for the box and host, or the asker's own."""
        return answer(await self._found(request))

    async def sheet(self, request: Request) -> Response:
        """The same scores for a spreadsheet. Money is in dollars."""
        return spreadsheet("dealers", dealing_sheet(await self._found(request)))

    async def _found(self, request: Request) -> DealingSummary:
        table, session = await self._known(request), await self._signed_in(request)
        info = await asyncio.to_thread(self._store.tables.get, table)
        over = info is not None and bool(info.closed)
        with self._quota.work(address_of(request)):
            found = await self._readings.told(
                table, lambda log: dealing_summary(log, session.sender, over=over)
            )
        if found is None:
            raise ForbiddenError("only the box, the host and the dealers of a table see how its dealers did")
        return found
