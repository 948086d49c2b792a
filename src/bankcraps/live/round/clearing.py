"""Closing a table for good: its conditions, and how the players leave."""

from msgspec.structs import replace

from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player, refusal
from bankcraps.game.engine.floor.invalidating import ABANDONED
from bankcraps.live.log import entries as en
from bankcraps.live.round.dealers import leave_to_crew
from bankcraps.live.table.commands import Cleared, ClosingAnnounced, Sender
from bankcraps.live.table.decision import SEALED, Decision, Refused
from bankcraps.live.table.live_table import LiveTable, clock_of

__all__ = ["announce_closing", "clear", "present_beside"]


def clear(command: Cleared, _: Sender, room: Decision) -> Refused | None:
    """Have all players leave, or none if one of them cannot or the book's notice is missing.

    The automatic crew deals first what people have not dealt yet.
    """
    seats, number = room.table.state.seats, room.table.fairness.number
    given_up = command.abandoned or command.lost
    staked = any(seat.wagers for seat in seats)
    if not command.lost and room.table.fairness.locked and staked:
        return Refused("not_now", SEALED)
    wrong = None if given_up or command.unattended else _closed_without_notice(room, command.by)
    if wrong is not None:
        return wrong
    ends: tuple[ev.Event, ...] = ()
    if given_up and (room.table.state.out or staked):
        ends = (ev.Invalidate(ABANDONED, scope="round", by=room.in_charge_of(ev.Invalidate)),)
    before, count = room.table, len(room.happened)
    leave_to_crew(room)
    refused = room.act_all((*ends, *(ev.Leave(by=player(seat.name)) for seat in seats)))
    if refused is not None:
        room.table = before
        del room.happened[count:]
        return room.refused(refused)
    if command.lost:
        room.add(en.SecretLost(number))
    return None


def announce_closing(command: ClosingAnnounced, _: Sender, room: Decision) -> Refused | None:
    """Post the notice that the table closes, in the name of the crew. One that hangs already stays."""
    floor = room.table.state.floor
    if floor.closed or any(sign.about == "closing" for sign in floor.signs):
        return None
    why = f"{command.by}, who opened the table, wants to close it"
    return room.refused(room.act(ev.PostSign(by=room.in_charge_of(ev.PostSign)), why))


def _closed_without_notice(room: Decision, by: str) -> Refused | None:
    """Refuse to close a table in use before the engine would: some books ask for a sign that has stood."""
    table = room.table
    if table.state.floor.closed or not present_beside(table, by):
        return None
    close = ev.Close(by=room.in_charge_of(ev.Close))
    return room.refused(refusal(room.book, table.state, replace(close, at=clock_of(table))))


def present_beside(table: LiveTable, by: str) -> tuple[str, ...]:
    """Return the players who are present, besides the person who asks and the house's bots."""
    return tuple(
        seat.name
        for seat in table.state.seats
        if seat.name != by and table.bot(seat.name) is None and not table.is_away(seat.name)
    )
