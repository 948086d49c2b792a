"""Calling wagers on and off."""

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.spots import placed
from bankcraps.engine.state import Seat, Standing, State
from bankcraps.engine.with_seat import seat_of, with_seat
from bankcraps.rulebook.schema import Rulebook

__all__ = ["call", "judge_call", "lapse_on_calls"]


def judge_call(book: Rulebook, state: State, event: ev.Call) -> Refusal | None:
    """Why a wager may not be called on or off."""
    seat = seat_of(state, event.by)
    if seat.on(event.wager) is None:
        return no("not_standing", f"{seat.name} has nothing on {event.wager}")
    if state.out and book.betting.closes == "everything":
        return no("bets_closed", "the dice are out; nothing is called on or off", book.betting, "closes")
    terms = book.wagers[event.wager.kind]
    if not terms.calls:
        message = f"{event.wager} is always in action here and cannot be called {event.call}"
        return no("not_callable", message, terms, "calls")
    return None


def call(book: Rulebook, state: State, event: ev.Call) -> tuple[State, list[fx.Effect]]:
    """Put a button on a wager, or lift one that says no more than the puck does."""
    seat = seat_of(state, event.by)
    standing = seat.on(event.wager)
    assert standing is not None
    asleep = book.wagers[event.wager.kind].sleeps(state.puck)
    lifts = standing.call == "on" if event.call == "off" else not asleep
    button = None if lifts else event.call
    marked = Standing(standing.wager, standing.amount, button, standing.commission, standing.token)
    after = seat.holding(seat.rail, placed(seat.wagers, standing, marked))
    return with_seat(state, after), [fx.Button(seat.name, event.wager, button or "")]


def lapse_on_calls(seat: Seat) -> Seat:
    """A seat once a point is set: an "on" button says nothing more then, and is lifted."""
    if all(standing.call != "on" for standing in seat.wagers):
        return seat
    return seat.holding(seat.rail, tuple(_unmarked(standing) for standing in seat.wagers))


def _unmarked(standing: Standing) -> Standing:
    if standing.call != "on":
        return standing
    return Standing(standing.wager, standing.amount, None, standing.commission, standing.token)
