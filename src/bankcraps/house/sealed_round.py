"""What waits until the dice have landed, once the seeds of a sealed throw are locked.

The throw is fixed then, and whoever has the house's key knows it. So nothing may be done that rests on it:
wagers stand as they are, whatever the book allows while real dice are out. The crew may still call "no roll"
or declare the round invalid; the log counts that.
"""

from typing import Final

from bankcraps.engine import events as ev
from bankcraps.house.live_table import LiveTable

__all__ = ["SEALED", "after_the_lock"]

SEALED: Final = "the throw is sealed and cannot change: all wagers stand until the dice have landed"


def after_the_lock(table: LiveTable, event: ev.Event) -> bool:
    """Whether something must wait, because the next throw is fixed already and could decide it."""
    if not table.fairness.locked:
        return False
    match event:
        case ev.Bet() | ev.TakeDown() | ev.Call() | ev.Undo() | ev.VoidWager():
            return True
        case ev.Leave():
            return _has_wagers(table, event.by.person)
        case ev.Exclude(player):
            return _has_wagers(table, player)
        case _:
            return False


def _has_wagers(table: LiveTable, name: str) -> bool:
    seat = table.state.seat(name)
    return seat is not None and bool(seat.wagers)
