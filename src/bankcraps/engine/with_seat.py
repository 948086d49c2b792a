"""One seat of a table, and a table with one seat changed."""

from bankcraps.chips import Cents
from bankcraps.engine.state import Hand, Seat, State
from bankcraps.wagers import Kind, find

__all__ = ["FIRE", "seat_of", "with_seat"]

FIRE = find(Kind.FIRE)


def seat_of(state: State, name: str) -> Seat:
    """The seat of somebody who is known to have one."""
    seat = state.seat(name)
    assert seat is not None
    return seat


def with_seat(state: State, seat: Seat, to_bank: int = 0) -> State:
    """The table with one player's seat changed, and chips given to the bank (or taken, below zero).

    Points made count for fire wagers only, and are forgotten with the last of them.
    """
    seats = tuple(seat if other.place == seat.place else other for other in state.seats)
    bank = Cents(state.bank + to_bank)
    hand = state.hand
    if hand.made and not any(other.on(FIRE) for other in seats):
        hand = Hand(fresh=hand.fresh)
    return State(seats, state.floor, state.dice, state.puck, bank, state.turn, state.out, hand)
