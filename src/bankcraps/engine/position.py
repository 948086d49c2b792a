"""The key of a Markov state: a one-player table without what cannot affect later throws.

The chain of throws returns to a state only if the key leaves out what cannot change the future: the money in
the rail and the bank, and those parts of the turn that no wager in the book depends on. Everything else in
the state is kept.
"""

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine.state import State, Turn
from bankcraps.rulebook.schema import Rulebook

__all__ = ["forget_throw", "position", "with_rail"]


def position(book: Rulebook, state: State) -> State:
    """Return the state key of a one-player table.

    Rail and bank are zero and there is nothing to undo. The turn is kept only if the book has wagers on a
    shooter's hand, and then only what such wagers depend on.
    """
    (seat,) = state.seats
    alone = replace(seat, rail=Cents(0), idle=0, earlier=())
    return replace(
        state, seats=(alone,), bank=Cents(0), turn=_turn_key(book, state.turn, seat.place), last=None
    )


def _turn_key(book: Rulebook, turn: Turn, place: int) -> Turn:
    if not book.watches_hands:
        return Turn(place, held=True, opening=False)
    needs_seven = any(terms.made == "after_seven" for terms in book.wagers.values())
    since_seven = turn.since_seven and needs_seven
    return replace(turn, offered=0, declined=(), opening=False, since_seven=since_seven)


def forget_throw(state: State) -> State:
    """Return the table without its last throw, so that tables reached on different ways are equal."""
    return replace(state, last=None) if state.last is not None else state


def with_rail(state: State, rail: int) -> State:
    """Return the one-player table with that much in the rail, in cents."""
    (seat,) = state.seats
    return replace(state, seats=(replace(seat, rail=Cents(rail)),))
