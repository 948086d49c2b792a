"""Taking back a slip: a player's own wagers, calls and take-downs since the last throw, one at a time.

Undoing is an act like any other: it is added to the log, and nothing in the log is changed. A seat keeps what
it had before each of these acts, until something else changes its chips. A throw, another game or hand, other
limits and a closed table end it too: a wager that was down meanwhile is not put back up.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.state import Earlier, Seat, Standing, State
from bankcraps.rulebook.schema import Rulebook

__all__ = ["judge_undo", "remembering", "undo"]

_UNDOABLE = (ev.Bet, ev.TakeDown, ev.Call)
_CLOSES = (ev.Rolled, ev.ThrowDice, ev.NoMoreBets)


def judge_undo(book: Rulebook, state: State, event: ev.Undo) -> Refusal | None:
    """There is something to take back, and the dice are not out."""
    if state.out:
        return no(
            "bets_closed", "the dice are out; nothing is undone until they rest", book.betting, "closes"
        )
    if not state.seated(event.by.person).earlier:
        return no("nothing_to_undo", f"{event.by} has done nothing since the last throw that can be undone")
    return None


def undo(book: Rulebook, state: State, event: ev.Undo) -> tuple[State, list[fx.Effect]]:
    """Put the seat back to what it was before the player's last act."""
    seat = state.seated(event.by.person)
    *others, last = seat.earlier
    back = replace(
        seat, rail=last.rail, wagers=last.wagers, tokens=last.tokens, idle=last.idle, earlier=tuple(others)
    )
    to_bank = seat.rail + seat.at_risk - back.rail - back.at_risk
    return state.with_seat(back, to_bank), list(_changes(seat, back, to_bank))


def _changes(seat: Seat, back: Seat, to_bank: int) -> Iterator[fx.Effect]:
    """What an undo does, wager by wager. One act pays the commission of one wager at most."""
    spots = dict.fromkeys(s.wager for s in (*seat.wagers, *back.wagers))
    for wager in spots:
        now, then = seat.on(wager), back.on(wager)
        amount, before = _amount(now), _amount(then)
        if amount > before:
            token = now is not None and now.token
            yield fx.Returned(seat.name, wager, Cents(amount - before), "undone", token)
        if amount < before:
            token = then is not None and then.token
            yield fx.Staked(seat.name, wager, Cents(before - amount), before, token)
        if to_bank and (now.commission if now else 0) != (then.commission if then else 0):
            yield fx.Vigorish(seat.name, wager, Cents(to_bank))
        if then is None:
            continue
        if then.progress and now is None:
            yield fx.Counted(seat.name, wager, then.progress)
        if then.call != (now.call if now else None):
            yield fx.Button(seat.name, wager, then.call or "")


def _amount(standing: Standing | None) -> Cents:
    return standing.amount if standing else Cents(0)


def remembering(before: State, after: State, event: ev.Event) -> State:
    """The table after an event, with what its seats can still undo."""
    if isinstance(event, ev.Undo):
        return after
    name = event.by.person
    if isinstance(event, _UNDOABLE):
        was, now = before.seated(name), after.seated(name)
        kept = Earlier(was.rail, was.wagers, was.tokens, was.idle)
        return after.with_seat(replace(now, earlier=(*was.earlier, kept)))
    if not any(seat.earlier for seat in after.seats):
        return after
    over = isinstance(event, _CLOSES) or _game(before) != _game(after)
    return replace(after, seats=tuple(_forgetting(before, seat, over=over) for seat in after.seats))


def _forgetting(before: State, seat: Seat, *, over: bool) -> Seat:
    was = before.seat(seat.name)
    if was is not None and _chips(was) == _chips(seat) and not over:
        return seat
    return replace(seat, earlier=())


def _chips(seat: Seat) -> tuple[object, ...]:
    return seat.rail, seat.wagers, seat.tokens, seat.limits


def _game(state: State) -> tuple[object, ...]:
    return state.puck, state.turn.begun, state.floor.limits, state.floor.closed
