"""The lobby: the tables there are, and opening one."""

import msgspec

from bankcraps.chips import dollars
from bankcraps.engine import Limits
from bankcraps.engine.opening import DEFAULT_CHIP
from bankcraps.house.settings import DiceKind, Pace, TableSettings, Timing
from bankcraps.rulebook import load_rulebook
from bankcraps.server.house import House
from bankcraps.server.table_host import TableHost

__all__ = ["Lobby", "NewTable", "TableLine"]


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody asks for who opens a table.

    Attributes:
        rules: the id of the rulebook.
        options: options of the book.
        limits: MIN:MAX or MIN:MAX:UNIT, in dollars.
        chip: the smallest chip, in dollars; empty for one dollar.
        pace, timing, dice, title, guests: as in `TableSettings`.
    """

    rules: str
    options: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    limits: str = "5:500"
    chip: str = ""
    pace: Pace = "clock"
    timing: Timing = Timing()
    dice: DiceKind = "sealed"
    title: str = ""
    guests: bool = True


class TableLine(msgspec.Struct, frozen=True):
    """A line of the lobby.

    Attributes:
        table: the table's id.
        address: where it is served, if another process serves it; else empty.
        rules, title, limits, pace, dice: how it is run.
        players, places: how many play, and how many can.
        shooter: who has the dice, or empty.
        point: the point, or 0.
    """

    table: str
    address: str = ""
    rules: str = ""
    title: str = ""
    limits: str = ""
    pace: str = ""
    dice: str = ""
    players: int = 0
    places: int = 0
    point: int = 0


class Lobby:
    """The tables of a house."""

    def __init__(self, house: House) -> None:
        """Show the tables of a house."""
        self._house = house

    async def open(self, asked: bytes, person: str) -> TableHost:
        """Open a table as somebody asks in JSON.

        Raises:
            BankcrapsError: if the house, its options, limits or chip are not possible.
            msgspec.MsgspecError: if it is not what `NewTable` says.
        """
        return await self._house.open_table(settings_of(msgspec.json.decode(asked, type=NewTable)), person)

    async def tables(self) -> list[TableLine]:
        """Return a line for each open table."""
        here = {host.table.id: host for host in self._house.hosts}
        return [
            _line(here[info.table]) if info.table in here else TableLine(info.table, info.address)
            for info in await self._house.tables()
        ]


def settings_of(asked: NewTable) -> TableSettings:
    """Return the settings of a new table.

    Raises:
        BankcrapsError: if the house, its options, limits or chip are not possible.
    """
    book = load_rulebook(asked.rules, **asked.options)
    return TableSettings(
        rules=book.id,
        digest=book.digest,
        options=tuple(sorted(book.chosen.items())),
        limits=Limits.read(asked.limits),
        chip=dollars(asked.chip) if asked.chip else DEFAULT_CHIP,
        pace=asked.pace,
        timing=asked.timing,
        dice=asked.dice,
        title=asked.title,
        guests=asked.guests,
    )


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
    )
