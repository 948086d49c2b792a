"""Calling wagers on and off, and telling whether a wager is working."""

from msgspec.structs import replace

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, not_standing, refuse
from bankcraps.engine.state import Standing, State
from bankcraps.engine.wagering.undoing import saved
from bankcraps.rulebook.schema import Rulebook

__all__ = ["call", "is_working", "judge_call", "lift_buttons", "working"]


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
    if event.call not in ("on", "off"):
        return refuse("bad_words", "a wager is called on or off")
    seat = state.seated(event.by.person)
    if seat.on(event.wager) is None:
        return not_standing(seat.name, event.wager)
    if state.out and not book.betting.may_while_out(event.call, event.wager.kind):
        says = "the dice are out: {wager} cannot be called {call} until they rest"
        key = f"{event.call}_while_out.others"
        return refuse("bets_closed", says, book.betting, key, wager=event.wager, call=event.call)
    terms = book.wagers[event.wager.kind]
    if not terms.calls:
        why = "{wager:always works}" if terms.works == "always" else "{wager:takes} no calls"
        says = f"{why} in this house and cannot be called {{call}}"
        return refuse("not_callable", says, terms, "calls", wager=event.wager, call=event.call)
    return None


def call(book: Rulebook, state: State, event: ev.Call) -> tuple[State, list[fx.Effect]]:
    """Mark a wager on or off.

    A call that changes nothing for the next throw is marked too: a wager called on while the puck is on works
    on the next come-out, and one called off on a come-out stays off once there is a point.
    """
    seat = saved(state.seated(event.by.person))
    standing = seat.on(event.wager)
    assert standing is not None
    wagers = seat.wagers_with(standing, replace(standing, call=event.call))
    return state.with_seat(replace(seat, wagers=wagers)), [fx.Button(seat.name, event.wager, event.call)]


def lift_buttons(book: Rulebook, state: State) -> tuple[State, list[fx.Effect]]:
    """Lift every button after a throw, where the book says that a call is for one throw."""
    effects: list[fx.Effect] = []
    if book.betting.buttons == "until_called":
        return state, effects
    for seat in state.seats:
        called = [standing.wager for standing in seat.wagers if standing.call]
        if called:
            effects += (fx.Button(seat.name, wager, "") for wager in called)
            wagers = tuple(replace(standing, call=None) for standing in seat.wagers)
            state = state.with_seat(replace(seat, wagers=wagers))
    return state, effects
