"""Seats that a betting system plays for their player: it starts, the player takes over, it stops."""

from collections.abc import Iterable
from typing import Final

from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.table.decision import Decision, Happening, Refused
from bankcraps.live.table.live_table import LiveTable

__all__ = ["refuse_stopped_system", "start_system", "stop_system", "take_over"]

_OWN_ACT: Final = "its player acts"


def start_system(command: cm.StartSystem, _: cm.Sender, room: Decision) -> Refused | None:
    """Let a system play somebody's seat, in place of another one that plays it."""
    name = command.seat.name
    if room.table.state.seat(name) is None:
        return Refused.about(name, "not_seated", "{name:is} not at this table: sit down first")
    if room.table.bot(name) is not None:
        return Refused("not_now", f"{name} is a bot of the house, and plays a system already")
    room.add(en.SystemStarted(command.seat))
    return None


def stop_system(command: cm.StopSystem, _: cm.Sender, room: Decision) -> Refused | None:
    """Give a seat back to its player."""
    if room.table.system_of(command.name) is None:
        return Refused("not_now", f"no system plays for {command.name[:40]}")
    room.add(en.SystemStopped(command.name, command.why))
    return None


def refuse_stopped_system(table: LiveTable, sender: cm.Sender) -> Refused | None:
    """Refuse what a system still sends for a player who has taken over, or return None."""
    if not sender.system or table.system_of(sender.person) is not None:
        return None
    return Refused.about(sender.person, "not_your_act", "the system plays no more for {name:who}")


def take_over(room: Decision, sender: cm.Sender, done: Iterable[Happening]) -> None:
    """Stop the system of a player who has done something as a player themselves, other than with money.

    What they do from a chair of the crew, as the host of the table may, does not stop it.
    """
    if sender.system or room.table.system_of(sender.person) is None:
        return
    if any(_is_own_act(one.entry, sender.person) for one in done):
        room.add(en.SystemStopped(sender.person, _OWN_ACT))


def _is_own_act(entry: en.LogEntry, person: str) -> bool:
    match entry:
        case en.Acted(event=event):
            return event.by == player(person) and not isinstance(event, ev.BuyIn | ev.CashOut)
        case en.LateBetAsked():
            return True
        case _:
            return False
