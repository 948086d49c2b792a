"""Coming to the table, buying chips, changing them, and going."""

import re
from typing import Final

from msgspec.structs import replace

from bankcraps.chips import LARGEST, Cents, is_sum, printed
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.actor import ROLES
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.shooter.hand import end_hand
from bankcraps.engine.shooter.turns import Done, without_player
from bankcraps.engine.state import Seat, State
from bankcraps.engine.wagering.taking_down import clear, may_come_down
from bankcraps.rulebook.schema import Rulebook

NAME: Final = re.compile(r"[^\W\d_][\w'-]{0,31}")


def judge_sit(book: Rulebook, state: State, event: ev.Sit) -> Refusal | None:
    """Free places are for people with a name of their own who have not been sent away."""
    name, places = event.by.person, book.table.places
    if not NAME.fullmatch(name) or name in ROLES:
        message = (
            f"a player goes by one word of letters, such as Ann, and not by a role; {name!r} will not do"
        )
        return no("bad_name", message)
    if state.seat(name):
        return no("already_seated", f"{name} is at the table already")
    if state.floor.closed:
        return no("table_closed", "the table is closed", book.floor, "closing_notice")
    taken = {seat.place for seat in state.seats}
    if len(taken) == places:
        return no("no_place", f"all {places} places are taken", book.table, "places_a_side")
    if event.place is None or (1 <= event.place <= places and event.place not in taken):
        return None
    free = ", ".join(str(place) for place in range(1, places + 1) if place not in taken)
    return no("no_place", f"place {event.place} is not free (free: {free})", book.table, "places_a_side")


def sit(book: Rulebook, state: State, event: ev.Sit) -> Done:
    """Take the place; a table that this fills counts rounds without wagers from the next round on."""
    taken = {seat.place for seat in state.seats}
    free = (place for place in range(1, book.table.places + 1) if place not in taken)
    place = event.place or next(free)
    newcomer = Seat(event.by.person, place, Cents(0))
    seats = tuple(sorted((*state.seats, newcomer), key=lambda seat: seat.place))
    if len(seats) == book.table.places and state.puck:
        seats = tuple(replace(seat, idle=-1) for seat in seats)
    return replace(state, seats=seats), [fx.Seated(event.by.person, place)]


def judge_leave(book: Rulebook, state: State, event: ev.Leave) -> Refusal | None:
    """Contract wagers hold their owner at the table."""
    seat = state.seated(event.by.person)
    for standing in seat.wagers:
        held = may_come_down(book, state, standing.wager)
        if held:
            message = f"{seat.name} cannot leave yet: {held.message}"
            return replace(held, message=message)
    return None


def leave(book: Rulebook, state: State, event: ev.Leave) -> Done:
    """Everything down, everything cashed, and the dice on to the next player."""
    seat = state.seated(event.by.person)
    state, happened = clear(book, state, seat, seat.wagers, "taken down")
    return gone(book, state, event.by.person, happened)


def gone(book: Rulebook, state: State, name: str, happened: list[fx.Effect]) -> Done:
    """The table without a player who has no wagers left: cashed out, the dice with the next."""
    seat = state.seated(name)
    if seat.rail:
        happened.append(fx.CashedOut(name, seat.rail))
        state = state.with_seat(replace(seat, rail=Cents(0)), seat.rail)
    if state.turn.held and state.turn.start == seat.place:
        state, passed = end_hand(book, state, "left")
        happened += passed
    turn = without_player(state, seat.place)
    seats = tuple(other for other in state.seats if other.name != name)
    happened.append(fx.Left(name))
    return replace(state, seats=seats, turn=turn), happened


def judge_buy_in(book: Rulebook, state: State, event: ev.BuyIn) -> Refusal | None:
    """Chips are sold for whole chips' worth of money."""
    if state.floor.closed:
        return no("table_closed", "the table is closed and sells no chips", book.floor, "closing_notice")
    return _not_chips(state, event.amount, "bought")


def _not_chips(state: State, amount: int, done: str) -> Refusal | None:
    if not is_sum(amount):
        message = (
            f"chips are {done} for more than nothing and at most {printed(LARGEST)}, not {printed(amount)}"
        )
        return no("bad_amount", message, offered=amount)
    if amount % state.floor.chip:
        message = (
            f"the smallest chip is {printed(state.floor.chip)}, so {printed(amount)} is not paid in chips"
        )
        return no("not_payable", message, limit=state.floor.chip, offered=amount)
    return None


def buy_in(book: Rulebook, state: State, event: ev.BuyIn) -> Done:
    """Money for chips."""
    seat = state.seated(event.by.person)
    after = replace(seat, rail=Cents(seat.rail + event.amount))
    return state.with_seat(after, -event.amount), [fx.Bought(event.by.person, event.amount)]


def judge_cash_out(book: Rulebook, state: State, event: ev.CashOut) -> Refusal | None:
    """What is in the rail, in chips."""
    seat = state.seated(event.by.person)
    amount = seat.rail if event.amount is None else event.amount
    if amount > seat.rail or not seat.rail:
        message = f"{seat.name} has {printed(seat.rail)} in the rail"
        return no("not_enough_chips", message, limit=seat.rail, offered=amount)
    return _not_chips(state, amount, "cashed")


def cash_out(book: Rulebook, state: State, event: ev.CashOut) -> Done:
    """Chips for money."""
    seat = state.seated(event.by.person)
    amount = seat.rail if event.amount is None else event.amount
    after = replace(seat, rail=Cents(seat.rail - amount))
    return state.with_seat(after, amount), [fx.CashedOut(event.by.person, amount)]


def judge_colour_up(book: Rulebook, state: State, event: ev.ColourUp) -> Refusal | None:
    """There must be chips to change."""
    seat = state.seated(event.by.person)
    return None if seat.rail else no("not_enough_chips", f"{seat.name} has no chips to colour up", limit=0)


def colour_up(book: Rulebook, state: State, event: ev.ColourUp) -> Done:
    """The rail in the fewest chips; its worth does not change."""
    left = int(state.seated(event.by.person).rail)
    chips: list[fx.Chips] = []
    for value in sorted({*book.table.denominations, state.floor.chip}, reverse=True):
        count, left = divmod(left, value)
        if count:
            chips.append(fx.Chips(Cents(value), count))
    return state, [fx.Coloured(event.by.person, tuple(chips))]
