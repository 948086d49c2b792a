"""Duties of the automatic crew: unanswered offers, dice off the table, due notices."""

from collections.abc import Iterator
from typing import Final

from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.engine.turn import holder, offered_to
from bankcraps.live.people.places import not_playing
from bankcraps.live.round.quiet import lone_player
from bankcraps.live.table.decision import Decision
from bankcraps.live.table.live_table import clock_of

__all__ = ["answers_due", "carry_out_signs", "see_to_dice"]

_PAIR: Final = 2


def _time_is_up(room: Decision) -> bool:
    """Whether the time to answer is over for the player asked last."""
    return room.table.now >= room.table.asked_at + room.table.settings.timing.answer_ms


def answers_due(room: Decision) -> bool:
    """Decline the dice for a player who was offered them and does not answer."""
    state = room.table.state
    seat = offered_to(state)
    if seat is None or state.out:
        return False
    late = _time_is_up(room) and lone_player(room.book, room.table) != seat.name
    if not late and not not_playing(room.table, seat.name):
        return False
    return room.act(ev.Decline(by=player(seat.name))) is None


def see_to_dice(room: Decision) -> bool:
    """Do the next thing that a throw waits for when dice have left the table."""
    dice, out = room.table.state.dice, room.table.state.out
    if out or not (dice.short or len(dice.chosen) + len(dice.bowl) < _PAIR):
        return False
    return any(room.act(act) is None for act in _procedure(room))


def _procedure(room: Decision) -> Iterator[ev.Event]:
    """Yield the acts possible for a slow shooter, and those of the crew without a person in the chair.

    Dice are found again, and sound. A new set comes when fewer than two are left.
    """
    state = room.table.state
    dice, shooter = state.dice, holder(state)
    missing = _PAIR - len(dice.chosen)
    few = len(dice.chosen) + len(dice.bowl) < _PAIR
    if shooter and dice.short and _time_is_up(room):
        yield ev.Choose(dice.bowl[:missing], by=player(shooter))
    checker, handler = room.automatic(ev.Inspect), room.automatic(ev.NewSet)
    if checker and (few or dice.asked):
        yield from (ev.Inspect(die, by=checker) for die in dice.away)
    if handler and few:
        yield ev.NewSet(by=handler)


def carry_out_signs(room: Decision) -> bool:
    """Carry out a due notice if no person holds a chair that may do so."""
    state = room.table.state
    if state.out:
        return False
    for sign in state.floor.signs:
        by = None if room.anybody_in_charge() else room.automatic(ev.Close)
        if by is None or clock_of(room.table) < sign.due:
            continue
        event = ev.SetLimits(sign.limits, by=by) if sign.limits else ev.Close(by=by)
        if room.act(event) is None:
            return True
    return False
