"""Calling wagers on and off, and whether a wager is working."""

from msgspec.structs import replace

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.state import Seat, Standing, State
from bankcraps.rulebook.schema import Rulebook

__all__ = ["call", "is_working", "judge_call", "lapse_on_calls", "working"]


def is_working(standing: Standing, *, asleep: bool) -> bool:
    """Whether the next throw can decide a wager: its button says so, or it is not asleep on a come-out."""
    return standing.call == "on" if standing.call is not None else not asleep


def working(book: Rulebook, puck: int, standing: Standing) -> bool:
    """Whether the next throw can decide a wager, with the puck on that point (0 for off)."""
    return is_working(standing, asleep=book.wagers[standing.wager.kind].sleeps(puck))


def judge_call(book: Rulebook, state: State, event: ev.Call) -> Refusal | None:
    """Why a wager may not be called on or off."""
    seat = state.seated(event.by.person)
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
    seat = state.seated(event.by.person)
    standing = seat.on(event.wager)
    assert standing is not None
    asleep = book.wagers[event.wager.kind].sleeps(state.puck)
    lifts = standing.call == "on" if event.call == "off" else not asleep
    button = None if lifts else event.call
    after = seat.putting(standing, replace(standing, call=button))
    return state.with_seat(after), [fx.Button(seat.name, event.wager, button or "")]


def lapse_on_calls(seat: Seat) -> Seat:
    """A seat once a point is set: an "on" button says nothing more then, and is lifted."""
    if all(standing.call != "on" for standing in seat.wagers):
        return seat
    return replace(seat, wagers=tuple(_without_on(standing) for standing in seat.wagers))


def _without_on(standing: Standing) -> Standing:
    return replace(standing, call=None) if standing.call == "on" else standing
