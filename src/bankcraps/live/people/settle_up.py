"""Settling up at the end of an evening: what each player brought and took, and who is up and who is down."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.live.people.evenings import Evening, EveningLog

__all__ = ["SettleUp", "SettleUpLine", "settle_up"]

_CENTS: Final = {name: f"{name}_cents" for name in ("bought", "cashed", "rail", "layout", "result", "house")}


class SettleUpLine(msgspec.Struct, frozen=True, rename=_CENTS):
    """The evening of one player, in cents. Somebody who left and came back has one line.

    Attributes:
        player: the player.
        bot: whether it is a bot of the house.
        here: whether they still sit at the table.
        bought: the money that they brought to the table.
        cashed: the money that they took away.
        rail, layout: the chips that lie in their rail and on the layout.
        result: the sum that they are up; below zero if they are down.
    """

    player: str
    bot: bool
    here: bool
    bought: int
    cashed: int
    rail: int
    layout: int
    result: int


class SettleUp(msgspec.Struct, frozen=True, rename=_CENTS):
    """The evening at a table, for everybody who played.

    Attributes:
        title: the name of the table; empty if it has only that of its house.
        house_title: the name of the house.
        since: when the first of these players sat down at a table without players, in milliseconds since
            1970. Bots do not count as players.
        until: when the last of them left; None while somebody sits there.
        seq: the last entry of the log that counts here.
        players: a line each, the most successful first.
        house: the sum that the house won from them, in cents; below zero for a loss.
    """

    title: str
    house_title: str
    since: int
    until: int | None
    seq: int
    players: tuple[SettleUpLine, ...]
    house: int


def settle_up(log: EveningLog) -> SettleUp:
    """Return what the evening of those who sit at a table, or sat there last, came to."""
    assert log.table is not None
    assert log.book is not None
    found: dict[str, SettleUpLine] = {}
    ends: list[int | None] = []
    for one in log.evenings():
        if one.ended is None or one.ended >= log.since:
            found[one.player] = _added(found.get(one.player), one)
            ends += [] if one.bot else [one.ended]
    lines = tuple(sorted(found.values(), key=lambda line: (-line.result, line.player)))
    over = [end for end in ends if end is not None]
    return SettleUp(
        title=log.table.settings.title,
        house_title=log.book.title,
        since=log.since,
        until=max(over) if over and len(over) == len(ends) else None,
        seq=log.seq,
        players=lines,
        house=-sum(line.result for line in lines),
    )


def _added(line: SettleUpLine | None, one: Evening) -> SettleUpLine:
    """Return a player's line with one more of their evenings."""
    line = line or SettleUpLine(
        one.player, one.bot, here=False, bought=0, cashed=0, rail=0, layout=0, result=0
    )
    return replace(
        line,
        here=one.ended is None,
        bought=line.bought + one.bought,
        cashed=line.cashed + one.cashed,
        rail=line.rail + one.rail,
        layout=line.layout + one.layout,
        result=line.result + one.result,
    )
