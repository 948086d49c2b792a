"""The API of evenings: a person's own, as a profile and as spreadsheets, and settling up at a table."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.live.people.profile import ProfileEvening, evening_sheet, wager_sheet
from bankcraps.live.people.settle_up import SettleUp
from bankcraps.server.people.accounts import Session
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.history.evening_history import EveningHistory, Profile
from bankcraps.server.web.api.history.sharing import Shared, SharingApi
from bankcraps.server.web.edge.answers import address_of, answer, spreadsheet
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.quotas.rates import ApiThreads, Quota

__all__ = ["EveningApi"]

_SHEETS: Final[dict[str, tuple[str, Callable[[Sequence[ProfileEvening]], str]]]] = {
    "evenings": ("a row for each evening", evening_sheet),
    "wagers": ("a row for each wager of each evening", wager_sheet),
}
"""The spreadsheets of a person, with descriptions."""


class EveningApi:
    """The evenings of people and tables."""

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
        self._signed_in = signed_in
        self._known = known
        self._quota = quota
        self._history = EveningHistory(store, threads)
        self._sharing = SharingApi(store, signed_in, self._history, quota)

    def endpoints(self) -> list[Endpoint]:
        """Return the addresses of evenings with their handlers."""
        sharing = self._sharing
        return [
            Endpoint("GET", "/api/evenings", self.mine, Profile),
            *(
                Endpoint(
                    "GET",
                    f"/api/evenings/{kind}.csv",
                    self.sheet(kind),
                    media="text/csv",
                    says=f"The person's own evenings for a spreadsheet: {says}. Money is in dollars.",
                )
                for kind, (says, _) in _SHEETS.items()
            ),
            Endpoint("GET", "/api/evenings/link", sharing.look, Shared),
            Endpoint("POST", "/api/evenings/link", sharing.share, Shared),
            Endpoint("DELETE", "/api/evenings/link", sharing.take_back, Shared),
            Endpoint("GET", "/api/profiles/{key}", sharing.shared, Profile),
            Endpoint("GET", "/api/tables/{table}/settle-up", self.settle_up, SettleUp),
        ]

    async def mine(self, request: Request) -> Response:
        """The person's own evenings at all tables, with what each wager came to."""
        player = await self._player(request)
        with self._quota.work(address_of(request)):
            return answer(await self._history.profile(player))

    def sheet(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        """Return the handler of a spreadsheet."""
        _, write = _SHEETS[kind]

        async def handle(request: Request) -> Response:
            player = await self._player(request)
            with self._quota.work(address_of(request)):
                profile = await self._history.whole_profile(player)
            return spreadsheet(kind, write(profile.evenings))

        return handle

    async def settle_up(self, request: Request) -> Response:
        """Settle up the evening at a table: the players who are up, and those who are down."""
        table = await self._known(request)
        with self._quota.work(address_of(request)):
            return answer(await self._history.settle_up(table))

    async def _player(self, request: Request) -> str:
        return (await self._signed_in(request)).person.name
