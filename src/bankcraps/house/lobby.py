"""The lobby's messages: a line for each table, and what somebody asks for who opens one."""

import msgspec

from bankcraps.chips import dollars
from bankcraps.engine import Limits
from bankcraps.engine.opening import DEFAULT_CHIP
from bankcraps.house.settings import DiceKind, Pace, TableSettings, Timing
from bankcraps.rulebook import load_rulebook

__all__ = ["NewTable", "TableLine", "settings_of"]


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
