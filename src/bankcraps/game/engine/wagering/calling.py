"""Calling wagers on and off, and telling whether a wager is working."""

from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import Refusal, not_standing, refuse, unless
from bankcraps.game.engine.state import Done, OnOff, Seat, Standing, State
from bankcraps.game.engine.wagering.undoing import saved
from bankcraps.game.rulebook.schema import Rulebook


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
    if event.call == "on" and terms.never_on and terms.off_by_default(state.puck):
        says = "{wager} is off on a come-out in this house and cannot be called on"
        return refuse("not_callable", says, terms, "never_on", wager=event.wager)
    return None


def call(book: Rulebook, state: State, event: ev.Call) -> Done:
    """Mark a wager on or off. While the dice are out, a book may want the crew to confirm a call on.

    A call that changes nothing for the next throw is marked too: a wager called on while the puck is on works
    on the next come-out, and one called off on a come-out stays off once there is a point.
    """
    seat = saved(state.seated(event.by.person))
    standing = seat.standing(event.wager)
    if event.call == "on" and state.out and standing.call != "on" and book.betting.on_confirmed_by:
        asked = replace(seat, wagers=seat.wagers_with(standing, replace(standing, asked=True)))
        return state.with_seat(asked), [fx.CallAsked(seat.name, event.wager)]
    takes_away = event.call == "on" and book.wagers[event.wager.kind].never_on
    return _marked(state, seat, standing, None if takes_away else event.call)


def _marked(state: State, seat: Seat, standing: Standing, call: OnOff | None) -> Done:
    """Lay a button on a wager, or take it away."""
    wagers = seat.wagers_with(standing, replace(standing, call=call, asked=False))
    return state.with_seat(replace(seat, wagers=wagers)), [fx.Button(seat.name, standing.wager, call or "")]


_ENOUGH: Final = "in this house a call needs nobody to confirm it"
no_confirming: Final = unless("betting", "on_confirmed_by", "not_now", _ENOUGH, cited="on_while_out")
"""Refuses to confirm a call where the call is enough."""


def judge_confirm(book: Rulebook, state: State, event: ev.Confirm) -> Refusal | None:
    """Refuse unless the player has called the wager on while the dice are out."""
    seat = state.seat(event.player)
    standing = seat.on(event.wager) if seat else None
    refused = no_confirming(book)
    if refused is not None or (standing is not None and standing.asked):
        return refused
    says = "{name:has} not called {wager} on while the dice are out"
    return refuse("not_now", says, book.betting, "on_confirmed_by", name=event.player, wager=event.wager)


def confirm(book: Rulebook, state: State, event: ev.Confirm) -> Done:
    """Lay the On button. The wager works."""
    seat = state.seated(event.player)
    standing = seat.standing(event.wager)
    return _marked(state, seat, standing, "on")


def settle_calls(book: Rulebook, state: State) -> State:
    """Return the table once the dice rest: it is too late to confirm calls or reject wagers."""
    rules = book.betting
    if not (rules.on_confirmed_by or rules.rejected_by):
        return state
    for seat in state.seats:
        if any(standing.asked or standing.rejectable for standing in seat.wagers):
            rested = {"asked": False, "unrejected": Cents(0), "unrejected_tokens": ()}
            wagers = tuple(replace(one, **rested) for one in seat.wagers)
            state = state.with_seat(replace(seat, wagers=wagers))
    return state


def lift_buttons(book: Rulebook, state: State) -> Done:
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
