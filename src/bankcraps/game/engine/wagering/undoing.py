"""Undoing a player's own bets, take-downs and calls since the last throw, one at a time.

An undo is an event like any other: it is added to the log and changes nothing in it. An act that can be
undone saves what its seat had before. The saved values are dropped when betting closes, the dice are thrown,
or the last throw is corrected or declared invalid. Chips bought, cashed or awarded are no part of an undo:
they stay so, and so does a wager that somebody else has changed, such as a void one.
"""

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Done, Earlier, Seat, Standing, State, in_order, tokens_without
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager

DEPTH: Final = 100
"""The most acts that a player can undo."""

_AT_THE_LAYOUT = frozenset((*get_args(ev.Undoable), ev.Undo))
_ENDS_UNDO = (ev.Rolled, ev.ThrowDice, ev.NoMoreBets, ev.Invalidate, ev.Correct)


def undo(book: Rulebook, state: State, event: ev.Undo) -> Done:
    """Restore the seat from before the player's latest act."""
    seat = state.seated(event.by.person)
    *others, last = seat.earlier
    back = replace(
        seat, rail=last.rail, wagers=last.wagers, tokens=last.tokens, idle=last.idle, earlier=tuple(others)
    )
    to_bank = seat.rail + seat.at_risk - back.rail - back.at_risk
    spots = _spots(seat, back)
    changed = [spot for spot in spots if _paid_for(seat.on(spot)) != _paid_for(back.on(spot))]
    fees = dict.fromkeys(changed, to_bank) if to_bank else {}  # one act changes the commission of one wager
    return state.with_seat(back, to_bank), list(changes(seat, back, fees))


def _spots(seat: Seat, back: Seat) -> dict[Wager, None]:
    return dict.fromkeys(s.wager for s in (*seat.wagers, *back.wagers))


def changes(seat: Seat, back: Seat, fees: Mapping[Wager, int], why: fx.Why = "undone") -> Iterator[fx.Effect]:
    """Yield the effects that undo what a player did, wager by wager.

    Args:
        seat: the seat now.
        back: the seat as it shall be again.
        fees: the commission that is paid for wagers, in cents; below zero if it comes back.
        why: the reason that chips come back.
    """
    for wager in _spots(seat, back) | dict.fromkeys(fees):
        now, then = seat.on(wager), back.on(wager)
        more = _on_it(then)[0] - _on_it(now)[0]
        down = tokens_without(_on_it(now)[1], _on_it(then)[1])
        up = tokens_without(_on_it(then)[1], _on_it(now)[1])
        off, on = Cents(max(0, -more) + sum(down)), Cents(max(0, more) + sum(up))
        if off:
            yield fx.Returned(seat.name, wager, off, why, down)
        if on and then:
            yield fx.Staked(seat.name, wager, on, then.amount, up)
        if wager in fees:
            yield fx.Vigorish(seat.name, wager, Cents(fees[wager]))
        if then is None:
            continue
        kept = now if now and off < now.amount else None
        if then.progress != (kept.progress if kept else ()):
            yield fx.Counted(seat.name, wager, then.progress)
        if then.call != (kept.call if kept else None):
            yield fx.Button(seat.name, wager, then.call or "")


def _on_it(standing: Standing | None) -> tuple[Cents, tuple[Cents, ...]]:
    """The chips and the tokens of a wager."""
    return (standing.chips, standing.tokens) if standing else (Cents(0), ())


def _paid_for(standing: Standing | None) -> tuple[object, ...]:
    """Return the amount on a wager, its tokens, and the commission paid for it, in cents."""
    return (standing.amount, standing.tokens, standing.commission) if standing else ()


def saved(seat: Seat) -> Seat:
    """Return a seat with its present saved, so that its player can undo the next act."""
    return replace(seat, earlier=with_present(seat))


def with_present(seat: Seat) -> tuple[Earlier, ...]:
    """Return what a player can undo after the next act: what they can undo now, and that act."""
    number = seat.earlier[-1].number + 1 if seat.earlier else 1
    return (*seat.earlier, Earlier(seat.rail, seat.wagers, seat.tokens, seat.idle, number))[-DEPTH:]


def update_undo(before: State, after: State, event: ev.Event) -> State:
    """Return the table after an event, with what each player can still undo brought up to date.

    Acts at the layout, and undoing them, leave nothing to do here.
    """
    if type(event) in _AT_THE_LAYOUT or not can_undo(after):
        return after
    if isinstance(event, _ENDS_UNDO):
        return replace(after, seats=tuple([replace(seat, earlier=()) for seat in after.seats]))
    return still_undoable(before, after)


def still_undoable(before: State, after: State) -> State:
    """Return a table on which something else has happened, with the acts that players can still undo."""
    return replace(after, seats=tuple([_with_undo(before, seat) for seat in after.seats]))


def can_undo(state: State) -> bool:
    """Whether any player has an act to undo."""
    for seat in state.seats:  # noqa: SIM110 - as in `settlement.py`
        if seat.earlier:
            return True
    return False


def _with_undo(before: State, seat: Seat) -> Seat:
    if not seat.earlier:
        return seat
    was = before.seated(seat.name)
    if (was.rail, was.wagers, was.tokens) == (seat.rail, seat.wagers, seat.tokens):
        return seat
    return replace(seat, earlier=_acts_that_stand(was, seat))


def _acts_that_stand(was: Seat, now: Seat) -> tuple[Earlier, ...]:
    """Return what a player can undo after something else has changed the chips.

    An act on a wager that was changed, such as a void one, is no longer there to undo; the others are.
    """
    ruled = {spot for spot in _spots(was, now) if was.on(spot) != now.on(spot)}
    kept: list[Earlier] = []
    then, later = now, was
    for earlier in reversed(now.earlier):
        first = was.holding(earlier.rail, earlier.wagers, earlier.tokens)
        acted = {spot for spot in _spots(first, later) if first.on(spot) != later.on(spot)}
        if acted.isdisjoint(ruled):
            then = _before_act(then, first, later, acted)
            kept.append(replace(earlier, rail=then.rail, wagers=then.wagers, tokens=then.tokens))
        later = first
    return tuple(reversed(kept))


def _before_act(after: Seat, first: Seat, later: Seat, acted: set[Wager]) -> Seat:
    """Return a seat as it was before an act on some wagers, which changed the seat `first` to `later`."""
    spent = tokens_without(first.tokens, later.tokens)
    back = tokens_without(later.tokens, first.tokens)
    tokens = tuple(sorted((*tokens_without(after.tokens, back), *spent)))
    others = [standing for standing in after.wagers if standing.wager not in acted]
    these = [standing for standing in first.wagers if standing.wager in acted]
    return after.holding(after.rail + first.rail - later.rail, in_order((*others, *these)), tokens)
