"""Calling wagers on and off, and telling whether a wager is working."""

from msgspec.structs import replace

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, refuse
from bankcraps.engine.state import Seat, Standing, State
from bankcraps.rulebook.schema import Rulebook

__all__ = ["call", "is_working", "judge_call", "lapse_on_calls", "working"]


def is_working(standing: Standing, *, off_by_default: bool) -> bool:
    """Whether the next throw can decide a wager.

    If the owner called the wager, the call decides; if not, the wager works unless it is `off_by_default`.
    """
    return standing.call == "on" if standing.call is not None else not off_by_default


def working(book: Rulebook, puck: int, standing: Standing) -> bool:
    """Whether the next throw can decide a wager, with the puck on that point (0 for off)."""
    return is_working(standing, off_by_default=book.wagers[standing.wager.kind].off_by_default(puck))


def judge_call(book: Rulebook, state: State, event: ev.Call) -> Refusal | None:
    """Refuse to call a wager that does not stand or cannot be called, or while the dice are out."""
    seat = state.seated(event.by.person)
    if seat.on(event.wager) is None:
        return refuse("not_standing", f"{seat.name} has no bet on {event.wager}")
    if state.out and not book.betting.may_while_out(event.call, event.wager.kind):
        message = f"the dice are out: {event.wager} cannot be called {event.call} until they rest"
        return refuse("bets_closed", message, book.betting, f"{event.call}_while_out")
    terms = book.wagers[event.wager.kind]
    if not terms.calls:
        message = f"{event.wager} always works in this house and cannot be called {event.call}"
        return refuse("not_callable", message, terms, "calls")
    return None


def call(book: Rulebook, state: State, event: ev.Call) -> tuple[State, list[fx.Effect]]:
    """Mark a wager on or off. Remove the button if the wager would be on or off without it."""
    seat = state.seated(event.by.person)
    standing = seat.on(event.wager)
    assert standing is not None
    off_by_default = book.wagers[event.wager.kind].off_by_default(state.puck)
    lifts = standing.call == "on" if event.call == "off" else not off_by_default
    button = None if lifts else event.call
    after = seat.putting(standing, replace(standing, call=button))
    return state.with_seat(after), [fx.Button(seat.name, event.wager, button or "")]


def lapse_on_calls(seat: Seat) -> Seat:
    """Return a seat without "on" buttons. Once a point is set, every such wager works without one."""
    if all(standing.call != "on" for standing in seat.wagers):
        return seat
    return replace(seat, wagers=tuple(_without_on(standing) for standing in seat.wagers))


def _without_on(standing: Standing) -> Standing:
    return replace(standing, call=None) if standing.call == "on" else standing
