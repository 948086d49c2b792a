"""What waits until the dice have landed, once the seeds of a sealed throw are locked.

The throw is fixed then, and whoever has the house's key knows it. So nothing may be done that rests on it:
wagers stand as they are, whatever the book allows while real dice are out. The crew may still call "no roll"
or declare the round invalid; the log counts that.
"""

from collections.abc import Sequence
from typing import Final

from bankcraps.engine import events as ev
from bankcraps.engine import refusal
from bankcraps.house.deciding import Deciding, Refused
from bankcraps.house.live_table import LiveTable

__all__ = ["SEALED", "after_the_lock", "refuse_after_the_lock"]

SEALED: Final = "the throw is sealed and cannot change: all wagers stand until the dice have landed"


def after_the_lock(table: LiveTable, event: ev.Event) -> bool:
    """Whether something must wait, because the next throw is fixed already and could decide it."""
    if not table.fairness.locked:
        return False
    match event:
        case ev.Bet() | ev.TakeDown() | ev.Call() | ev.VoidWager():
            return True
        case ev.Leave():
            return _has_wagers(table, event.by.person)
        case ev.Exclude(player):
            return _has_wagers(table, player)
        case _:
            return False


def refuse_after_the_lock(room: Deciding, events: Sequence[ev.Event]) -> Refused:
    """Refuse what must wait. A reason of the book comes first, but for what it says of late wagers."""
    late = isinstance(events[0], ev.Bet) and room.book.betting.late_confirmed_by
    refused = None if late else refusal(room.book, room.table.state, events[0])
    if refused is None:
        return Refused(code="bets_closed", message=SEALED)
    return Refused.told(refused, events, room.book, room.table.state)


def _has_wagers(table: LiveTable, name: str) -> bool:
    seat = table.state.seat(name)
    return seat is not None and bool(seat.wagers)
