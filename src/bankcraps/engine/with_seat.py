"""A table with one thing changed."""

from bankcraps.chips import Cents
from bankcraps.engine.state import Seat, State

__all__ = ["with_seat"]


def with_seat(state: State, seat: Seat, to_bank: int = 0) -> State:
    """The table with one player's seat changed, and chips given to the bank (or taken, below zero)."""
    seats = tuple(seat if other.place == seat.place else other for other in state.seats)
    bank = Cents(state.bank + to_bank)
    return State(seats, state.floor, state.dice, state.puck, bank, state.turn, state.out, state.hand)
