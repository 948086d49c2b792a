"""What of a table can change what throws will do to its wagers: everything but the money in the rails.

A chain of throws comes back to where it was only if what no longer matters is forgotten.
"""

from typing import Final

from bankcraps.chips import Cents
from bankcraps.engine.state import Hand, Seat, State, Turn
from bankcraps.rulebook.schema import Rulebook
from bankcraps.wagers import Kind

__all__ = ["position", "with_rail"]

_HAND: Final = Hand()


def position(book: Rulebook, state: State) -> State:
    """A table of one player with an empty rail and bank, and a turn that says no more than it must.

    Whose the dice are decides nothing of a lone player's wagers but a fire wager, which is on the hand. Where
    a book offers none, the turn is forgotten; that a table has just opened, always.
    """
    (seat,) = state.seats
    turn, hand = state.turn, state.hand
    if Kind.FIRE in book.wagers:
        turn = Turn(turn.start, held=turn.held, opening=False)
    else:
        turn, hand = Turn(seat.place, held=True, opening=False), _HAND
    alone = Seat(seat.name, seat.place, Cents(0), seat.wagers, seat.tokens, seat.limits)
    return State((alone,), state.floor, state.dice, state.puck, Cents(0), turn, state.out, hand)


def with_rail(state: State, rail: int) -> State:
    """The table of one player with that much in the rail, in cents."""
    (seat,) = state.seats
    funded = seat.holding(rail, seat.wagers)
    return State(
        (funded,), state.floor, state.dice, state.puck, state.bank, state.turn, state.out, state.hand
    )
