"""One seat of a table, and a table with one seat changed."""

from bankcraps.chips import Cents
from bankcraps.engine.state import Seat, State

__all__ = ["seat_of", "with_seat"]


def seat_of(state: State, name: str) -> Seat:
    """The seat of somebody who is known to have one."""
    seat = state.seat(name)
    assert seat is not None
    return seat


def with_seat(state: State, seat: Seat, to_bank: int = 0) -> State:
    """The table with one player's seat changed, and chips given to the bank (or taken, below zero)."""
    seats = tuple(seat if other.place == seat.place else other for other in state.seats)
    bank = Cents(state.bank + to_bank)
    return State(seats, state.floor, state.dice, state.puck, bank, state.turn, state.out, state.hand)
