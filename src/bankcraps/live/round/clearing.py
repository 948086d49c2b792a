"""Closing a table for good: its conditions, and how the players leave."""

from msgspec.structs import replace

from bankcraps.engine import events as ev
from bankcraps.engine import player, refusal
from bankcraps.engine.floor.invalidating import ABANDONED
from bankcraps.live.log import entries as en
from bankcraps.live.table.commands import Cleared, Sender
from bankcraps.live.table.decision import Decision, Refused
from bankcraps.live.table.live_table import LiveTable, clock_of
from bankcraps.live.table.sealed_round import SEALED

__all__ = ["clear"]


def clear(command: Cleared, _: Sender, room: Decision) -> Refused | None:
    """Have all players leave, or none if one of them cannot or the book's notice is missing."""
    seats, number = room.table.state.seats, room.table.fairness.number
    given_up = command.abandoned or command.lost
    staked = any(seat.wagers for seat in seats)
    if not given_up and room.table.fairness.locked and staked:
        return Refused("not_now", SEALED)
    wrong = None if given_up or command.unattended else _closed_without_notice(room, command.by)
    if wrong is not None:
        return wrong
    ends: tuple[ev.Event, ...] = ()
    if given_up and (room.table.state.out or staked):
        ends = (ev.Invalidate(ABANDONED, scope="round", by=room.in_charge_of(ev.Invalidate)),)
    refused = room.act_all((*ends, *(ev.Leave(by=player(seat.name)) for seat in seats)))
    if refused is not None:
        return room.refused(refused)
    if command.lost:
        room.add(en.SecretLost(number))
    return None


def _closed_without_notice(room: Decision, by: str) -> Refused | None:
    """Refuse to close a table in use before the engine would: some books ask for a sign that has stood."""
    table = room.table
    if table.state.floor.closed or not _in_use(table, by):
        return None
    close = ev.Close(by=room.in_charge_of(ev.Close))
    return room.refused(refusal(room.book, table.state, replace(close, at=clock_of(table))))


def _in_use(table: LiveTable, by: str) -> bool:
    """Whether a player is present, besides the person who asks and the house's bots."""
    return any(
        seat.name != by and table.bot(seat.name) is None and not table.is_away(seat.name)
        for seat in table.state.seats
    )
