"""The evenings of people and tables, from the logs: profiles, settling up, and how the dealers did."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.live.people import evenings
from bankcraps.live.people.evenings import ProfileEvening
from bankcraps.live.round.dealers import DealingLog, DealingSummary, dealing_sheet, dealing_summary
from bankcraps.server.hosting.table_loading import book_of
from bankcraps.server.stores.database import StoreError, UnknownError
from bankcraps.server.web.api.edges import exact_edge
from bankcraps.server.web.api.log_cache import Readings, StillReadingError
from bankcraps.server.web.edge.endpoints import Endpoint, ForbiddenError, spreadsheet
from bankcraps.server.web.edge.sessions import Api, Desk

_Write = Callable[[Sequence[ProfileEvening]], str]

_SHEETS: Final = {"evenings": evenings.evening_sheet, "wagers": evenings.wager_sheet}
"""The spreadsheets of a person."""


class EveningApi(Api):
    """The evenings of people and tables."""

    def __init__(self, desk: Desk) -> None:
        """Read the logs of the house."""
        super().__init__(desk)
        self._evenings = Readings(desk, lambda _: evenings.EveningLog(book_of), _TABLES)
        self._dealing = Readings(desk, lambda _: DealingLog(book_of))

    def endpoints(self) -> list[Endpoint]:
        """Return the addresses of evenings with their handlers."""
        reads = partial(Endpoint, "GET", works=True)
        return [
            reads("/api/evenings", self.mine),
            *(
                reads(f"/api/evenings/{kind}.csv", partial(self.sheet, kind, write), media="text/csv")
                for kind, write in _SHEETS.items()
            ),
            Endpoint("GET", "/api/evenings/link", self.sharing),
            Endpoint("POST", "/api/evenings/link", self.share),
            Endpoint("DELETE", "/api/evenings/link", self.take_back),
            reads("/api/profiles/{key}", self.shared),
            reads("/api/tables/{table}/settle-up", self.settle_up),
            reads("/api/tables/{table}/dealing", self.scores),
            reads("/api/tables/{table}/dealing.csv", self.scores_sheet, media="text/csv"),
        ]

    async def mine(self, request: Request) -> "Profile":
        """The person's own evenings at all tables, with what each wager came to."""
        return await self._profile(await self._desk.person(request))

    async def sheet(self, kind: str, write: _Write, request: Request) -> Response:
        """A person's evenings as a spreadsheet."""
        profile = await self._profile(await self._desk.person(request))
        if profile.unread:
            raise StillReadingError(f"{profile.unread} of {profile.player}'s", 0)
        return spreadsheet(kind, write(profile.evenings))

    async def settle_up(self, request: Request) -> evenings.SettleUp:
        """Settle up the evening at a table: the players who are up, and those who are down."""
        return await self._evenings.told(await self._desk.known(request), evenings.settle_up)

    async def sharing(self, request: Request) -> "Shared":
        """Whether the person shares their evenings, and the key of their link."""
        name = await self._desk.person(request)
        return Shared(await asyncio.to_thread(self._desk.house.store.people.shared_key, name))

    async def share(self, request: Request) -> "Shared":
        """Share the person's evenings with everybody who has the link."""
        name, key = await self._desk.person(request), secrets.token_urlsafe(16)
        return Shared(await asyncio.to_thread(self._desk.house.store.people.share_profile, name, key))

    async def take_back(self, request: Request) -> "Shared":
        """Revoke the link. A new one differs."""
        name = await self._desk.person(request)
        await asyncio.to_thread(self._desk.house.store.people.unshare_profile, name)
        return Shared("")

    async def shared(self, request: Request) -> "Profile":
        """The evenings that somebody shares by this link, without the ids of their tables."""
        key: str = request.path_params["key"]
        name = await asyncio.to_thread(self._desk.house.store.people.sharer, key)
        if name is None:
            raise UnknownError("nobody shares their evenings by this link, or they have taken it back")
        return _for_others(await self._profile(name))

    async def scores(self, request: Request) -> DealingSummary:
        """Scores of a table's dealers, where people deal: all for the box and host, or the asker's own."""
        table, session = await self._desk.known(request), await self._desk.signed_in(request)
        info = await asyncio.to_thread(self._desk.house.store.tables.get, table)
        over = info is not None and bool(info.closed)
        found = await self._dealing.told(table, lambda log: dealing_summary(log, session.sender, over=over))
        if found is None:
            raise ForbiddenError("only the box, the host and the dealers of a table see how its dealers did")
        return found

    async def scores_sheet(self, request: Request) -> Response:
        """The same scores for a spreadsheet. Money is in dollars."""
        return spreadsheet("dealers", dealing_sheet(await self.scores(request)))

    async def _profile(self, player: str) -> "Profile":
        """Return a person's evenings, as far as their tables are read."""
        tables = await asyncio.to_thread(self._desk.house.store.money.tables_of, player)
        found: list[ProfileEvening] = []
        unreadable: dict[str, str] = {}
        unread, until = 0, time.monotonic() + _READ_S
        tell = partial(evenings.profile_evenings, player=player, edge_of=exact_edge)
        for table in tables:
            if time.monotonic() > until:
                unread += 1
                continue
            try:
                found += await self._evenings.told(table, tell)
            except StillReadingError:
                unread += 1
            except StoreError:
                raise
            except BankcrapsError as error:
                unreadable[table] = str(error)
        found.sort(key=lambda one: one.evening.began)
        return Profile(player, found, unread, unreadable)


_TABLES: Final = 512
"""The most tables whose evenings are remembered."""

_READ_S: Final = 2.0
"""Seconds of reading after which an answer says what it has, and how many tables are still to be read."""


class Profile(msgspec.Struct, frozen=True):
    """A person's evenings.

    Attributes:
        player: the person.
        evenings: their evenings, in the order in which they began.
        unread: the tables whose logs the house has not read to the end yet. Ask again for their evenings.
        unreadable: the tables whose logs this program cannot read, with why.
    """

    player: str
    evenings: list[ProfileEvening]
    unread: int
    unreadable: dict[str, str]


class Shared(msgspec.Struct, frozen=True):
    """Whether a person shares their evenings.

    Attributes:
        key: the last part of the link, /profile/KEY; empty if they share nothing.
    """

    key: str


def _for_others(profile: Profile) -> Profile:
    """Return a profile without the ids of tables: whoever knows that of an unlisted table may come to it."""
    nowhere = [replace(one, table="") for one in profile.evenings]
    missing = {str(number): why for number, why in enumerate(profile.unreadable.values(), 1)}
    return replace(profile, evenings=nowhere, unreadable=missing)
