"""The lobby: a line for each open table, and requests to open one."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import shooter
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.people.lobby import NewTable, TableLine, settings_of
from bankcraps.live.people.places import open_places
from bankcraps.live.people.talk import can_be_read
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.undealt import puck_shown
from bankcraps.server.bots.bots import Bots, bots_of
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House
from bankcraps.server.stores.tables import TableInfo
from bankcraps.server.web.api.tables.bots import BotApi
from bankcraps.server.web.edge.answers import LARGEST_WITH_CHART, Opened, address_of, answer, read_body
from bankcraps.server.web.edge.sessions import Sessions
from bankcraps.server.web.quotas.rates import ApiThreads, Quota

__all__ = ["LobbyApi", "table_lines"]

_LONGEST_TITLE = 60
_SETTINGS = {*TableLine.__struct_fields__} & {*TableSettings.__struct_fields__} - {"limits"}
"""The settings of a table that its line has as they are. Its limits may have changed since."""


class LobbyApi:
    """Shows the tables of a house, and opens new ones."""

    def __init__(
        self, house: House, bots: Bots, seats: BotApi, sessions: Sessions, quota: Quota, threads: ApiThreads
    ) -> None:
        """Look after the lobby of a house.

        Args:
            house: the house.
            bots: its bots.
            seats: says who may have bots play, and how many.
            sessions: the sign-ins of people.
            quota: the limits on the questions of people to the house.
            threads: do the work of requests.
        """
        self._house = house
        self._bots = bots
        self._bot_api = seats
        self._sessions = sessions
        self._quota = quota
        self._threads = threads

    async def look(self, request: Request) -> Response:
        """The tables of the lobby, and those where the person plays or that they opened."""
        session = await self._sessions.of(request)
        return answer(await table_lines(self._house, session.person.name if session else ""))

    async def open(self, request: Request) -> Response:
        """Open a table."""
        wanted = await _read_new_table(request)
        session = await self._sessions.signed_in(request)
        person, address = session.person.name, address_of(request)
        if wanted.bots:
            self._bot_api.require_opener(session)
        with self._bot_api.seating(session, address, len(wanted.bots)):
            self._quota.open_table(person, address, len(wanted.bots))
            with self._quota.work(address):
                bots = await self._threads.work(bots_of, wanted)
            await self._bots.check(bots)
            host = await self._house.open_table(settings_of(wanted, person), person)
            await self._bots.seat_at_new(host, bots, person)
        return answer(Opened(host.table.id), 201)


async def _read_new_table(request: Request) -> NewTable:
    """Read a request to open a table, and check its title."""
    wanted = await read_body(request, NewTable, LARGEST_WITH_CHART)
    if len(wanted.title) > _LONGEST_TITLE:
        raise BankcrapsError(f"a title has at most {_LONGEST_TITLE} characters, not {len(wanted.title)}")
    if wanted.title.strip() and not can_be_read(wanted.title):
        raise BankcrapsError("a title must not contain characters that are invisible or change how it reads")
    return wanted


async def table_lines(house: House, person: str = "") -> list[TableLine]:
    """Return a line for each open table of a house that the lobby shows.

    Somebody with a name also sees the unlisted tables where they play, or that they opened. The tables where
    they play come first. The store knows who serves a table. A process that slept may not have heard that it
    lost one.

    Args:
        house: the house.
        person: the name of the person who asks; empty for nobody.
    """
    listed = {info.table: info for info in await house.listed()}
    own = await _tables_of(house, person) if person else {}
    here = {host.table.id: host for host in house.hosts}
    lines = [
        _elsewhere(info, sits=info.table in own, listed=info.table in listed)
        if info.table not in here or info.address not in ("", house.address)
        else _line(here[info.table], person)
        for info in (own | listed).values()
    ]
    return sorted(lines, key=lambda line: not line.sits)


async def _tables_of(house: House, person: str) -> dict[str, TableInfo]:
    """Return the open tables where a person plays, and those served here that they opened, by their ids.

    Of a table that another process serves, only the books are known: a player without chips is missing.
    """
    mine = {host.durable.id for host in house.hosts if _is_of(host.durable, person)}
    balances = await asyncio.to_thread(house.store.money.balances_of, person) if house.others else {}
    mine |= {account.split("/")[1] for account, cents in balances.items() if cents and account.count("/") > 1}
    found = [await asyncio.to_thread(house.store.tables.get, table) for table in sorted(mine)]
    return {info.table: info for info in found if info is not None and not info.closed}


def _is_of(table: LiveTable, person: str) -> bool:
    """Whether a person plays at a table, or opened it."""
    return table.opener == person or table.state.seat(person) is not None


def _elsewhere(info: TableInfo, *, sits: bool, listed: bool) -> TableLine:
    return TableLine(info.table, info.address, sits=sits, listed=listed)


def _line(host: TableHost, person: str) -> TableLine:
    table, settings = host.durable, host.durable.settings
    return TableLine(
        table=table.id,
        limits=str(table.state.floor.limits),
        players=len(table.state.seats),
        places=host.book.table.places,
        point=puck_shown(table),
        house=host.book.title,
        shooter=shooter(host.book, table.state) or "",
        free=open_places(host.book.table.places, table),
        sits=bool(person) and table.state.seat(person) is not None,
        opened=bool(person) and table.opener == person,
        **{name: getattr(settings, name) for name in _SETTINGS},
    )
