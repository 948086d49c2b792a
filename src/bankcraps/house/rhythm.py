"""The rhythm of a round: betting, a warning, no more bets, the dice, the throw, the payments, betting again.

The engine knows whether wagers are taken; the room only knows what time it is and who is there. It closes the
betting, moves the dice on from people who are away, and throws for a shooter who does not.
"""

from typing import Final

from bankcraps.engine import events as ev
from bankcraps.engine import player, refusal, thrower
from bankcraps.house import entries as en
from bankcraps.house.deciding import Deciding
from bankcraps.house.live_table import LiveTable

__all__ = ["advance", "due", "wants_secret"]

_MOST: Final = 200
"""More changes than can follow from one command. A room that exceeds it is wrong, and stops."""

_BETTING: Final = ("betting", "last_bets", "paying")
_THROWING: Final = ("dice_out", "in_the_air")


def advance(room: Deciding) -> None:
    """Do everything that is due: what the engine's state asks of the phase, then what the clock asks."""
    for _ in range(_MOST):
        if not (_follow_the_engine(room) or _keep_time(room)):
            return
    raise AssertionError(f"table {room.table.id} does not come to rest: {room.table.phase}")


def wants_secret(table: LiveTable) -> bool:
    """Whether the room waits for the secret of its next throw, to show its commitment or to throw."""
    if table.settings.dice != "sealed":
        return False
    return not table.fairness.commitment or bool(table.fairness.void) or table.phase.name == "in_the_air"


def due(table: LiveTable) -> int | None:
    """Return when the room must next be told the time, in milliseconds since 1970, or None."""
    phase, timing = table.phase, table.settings.timing
    times = [guest.away_since + timing.away_ms for guest in table.guests if guest.away_since is not None]
    if phase.until is not None:
        times.append(phase.until - (timing.warning_ms if phase.name == "betting" else 0))
    later = [time for time in times if time > table.now]
    return min(later, default=None)


def _follow_the_engine(room: Deciding) -> bool:
    """Begin the phase that the engine's state asks for. Return whether one began."""
    table = room.table
    state, name = table.state, table.phase.name
    if state.out and name in _BETTING:
        _lock_seeds(room)
        _begin(room, "in_the_air" if state.thrown else "dice_out")
    elif state.thrown and name == "dice_out":
        _begin(room, "in_the_air")
    elif not state.out and name in _THROWING:
        for late in table.late:
            room.add(en.LateBetDropped(late.bet.by.person))
        _begin(room, "paying")
    else:
        return False
    return True


def _begin(room: Deciding, name: en.PhaseName) -> None:
    timing = room.table.settings.timing
    lasts = {"dice_out": timing.throwing_ms, "paying": timing.paying_ms}.get(name)
    room.add(en.PhaseBegan(name, None if lasts is None else room.table.now + lasts))


def _lock_seeds(room: Deciding) -> None:
    fairness = room.table.fairness
    if room.table.settings.dice == "sealed":
        room.add(en.SeedsLocked(fairness.number, fairness.seeds))


def _keep_time(room: Deciding) -> bool:
    """Do the next thing that the time asks for. Return whether there was one."""
    table = room.table
    phase, now = table.phase, table.now
    if _see_out(room):
        return True
    if phase.name == "betting" and phase.until is None:
        return _start_clock(room)
    if phase.until is None:
        return False
    if phase.name == "betting":
        if now < phase.until - table.settings.timing.warning_ms:
            return False
        room.add(en.PhaseBegan("last_bets", phase.until))
        return True
    return now >= phase.until and _end_phase(room)


def _start_clock(room: Deciding) -> bool:
    """Start the clock of the betting once somebody can throw."""
    table = room.table
    if table.settings.pace != "clock" or thrower(room.book, table.state) is None or _no_dice(table):
        return False
    room.add(en.PhaseBegan("betting", table.now + table.settings.timing.betting_ms))
    return True


def _no_dice(table: LiveTable) -> bool:
    """Whether the sealed throw has no commitment yet. The betting cannot close before it is shown."""
    return table.settings.dice == "sealed" and not table.fairness.commitment


def _end_phase(room: Deciding) -> bool:
    name = room.table.phase.name
    if name == "paying":
        room.add(en.PhaseBegan("betting"))
    elif name == "last_bets":
        _close_betting(room)
    elif name == "dice_out":
        room.add(en.PhaseBegan("in_the_air"))
    else:
        return False
    return True


def _close_betting(room: Deciding) -> None:
    """Call "no more bets", or begin the betting anew if nobody can throw."""
    _move_dice_on(room)
    crew = room.crew(ev.NoMoreBets)
    can_throw = thrower(room.book, room.table.state) is not None and not _no_dice(room.table)
    if not can_throw or crew is None or room.act(ev.NoMoreBets(by=crew)) is not None:
        room.add(en.PhaseBegan("betting"))


def _move_dice_on(room: Deciding) -> None:
    """Move the dice on from people who are away or sit out, as far as the book allows."""
    for _ in room.table.state.seats:
        who = thrower(room.book, room.table.state)
        if who is None or who.role != "player" or not _not_playing(room.table, who.person):
            return
        orderer, by = room.crew(ev.OrderPass), player(who.person)
        orders = [ev.OrderPass(reason, by=orderer) for reason in ("delay",) if orderer]
        acts: list[ev.Event] = [*orders, ev.PassDice(by=by), ev.Decline(by=by)]
        if all(room.act(act) is not None for act in acts):
            return


def _not_playing(table: LiveTable, name: str) -> bool:
    return table.is_away(name) or table.guest(name).sitting_out


def _see_out(room: Deciding) -> bool:
    """Do the next thing about people: end an absence, ask an idle player to go, clear the waiting list."""
    table = room.table
    limit = table.now - table.settings.timing.away_ms
    for guest in table.guests:
        gone = guest.away_since is not None and guest.away_since <= limit
        if gone and _send_off(room, guest.name):
            return True
    return bool(table.waiting) and _make_room(room)


def _send_off(room: Deciding, name: str) -> bool:
    """End somebody's stay, as far as the book allows. Return whether anything changed."""
    table = room.table
    for role in table.chairs_of(name):
        room.add(en.ChairGiven(role, name))  # pyright: ignore[reportArgumentType]
        return True
    if name in table.waiting:
        room.add(en.Waiting(name, waiting=False))
        return True
    return table.state.seat(name) is not None and room.act(ev.Leave(by=player(name))) is None


def _make_room(room: Deciding) -> bool:
    """Ask a player who has not wagered for as many rounds as the book says to give up the place."""
    crew = room.crew(ev.Vacate)
    if crew is None or any(room.table.holder(role) for role in [crew.role]):
        return False
    for seat in room.table.state.seats:
        act = ev.Vacate(seat.name, by=crew)
        if refusal(room.book, room.table.state, act) is None:
            return room.act(act) is None
    return False
