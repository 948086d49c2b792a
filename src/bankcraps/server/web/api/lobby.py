"""The lobby: listing tables, and opening one."""

import msgspec

from bankcraps.engine import shooter
from bankcraps.errors import BankcrapsError
from bankcraps.live.people.lobby import NewTable, TableLine, settings_of
from bankcraps.live.people.places import open_places
from bankcraps.live.people.talk import can_be_read
from bankcraps.server.house import House
from bankcraps.server.table_host import TableHost

__all__ = ["Lobby"]

_LONGEST_TITLE = 60


class Lobby:
    """The tables of a house."""

    def __init__(self, house: House) -> None:
        """Show the tables of a house."""
        self._house = house

    def read(self, asked: bytes) -> NewTable:
        """Read a request to open a table, in JSON.

        Raises:
            BankcrapsError: if the title is not possible.
            msgspec.MsgspecError: if it is not what `NewTable` says.
        """
        wanted = msgspec.json.decode(asked, type=NewTable)
        if len(wanted.title) > _LONGEST_TITLE:
            raise BankcrapsError(f"a title has at most {_LONGEST_TITLE} characters, not {len(wanted.title)}")
        if wanted.title.strip() and not can_be_read(wanted.title):
            raise BankcrapsError("a title has no characters that cannot be seen or change how it reads")
        return wanted

    async def open(self, wanted: NewTable, person: str) -> TableHost:
        """Open a table.

        Raises:
            BankcrapsError: if the house, its options, limits or chip are not possible.
        """
        return await self._house.open_table(settings_of(wanted), person)

    async def tables(self) -> list[TableLine]:
        """Return a line for each open table.

        The store knows who serves a table. A process that slept may not have heard that it lost one.
        """
        here = {host.table.id: host for host in self._house.hosts}
        return [
            TableLine(info.table, info.address)
            if info.table not in here or info.address not in ("", self._house.address)
            else _line(here[info.table])
            for info in await self._house.listed()
        ]


def _line(host: TableHost) -> TableLine:
    table = host.durable
    settings = table.settings
    return TableLine(
        table=table.id,
        rules=settings.rules,
        title=settings.title,
        limits=str(table.state.floor.limits),
        pace=settings.pace,
        dice=settings.dice,
        players=len(table.state.seats),
        places=host.book.table.places,
        point=table.state.puck,
        house=host.book.title,
        shooter=shooter(host.book, table.state) or "",
        free=open_places(host.book.table.places, table),
    )
