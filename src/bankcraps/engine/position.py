"""The state key of a chain: a table of one player without what no throw depends on.

A chain of throws comes back to a state only if what cannot change the future is forgotten: the money in the
rail and the bank, and as much of the turn as no wager of the book looks at. All else is carried over by name.
"""

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine.state import State, Turn
from bankcraps.rulebook.schema import Rulebook

__all__ = ["position", "with_rail"]


def position(book: Rulebook, state: State) -> State:
    """The state key of a table of one player.

    The rail and the bank are empty, nothing can be undone, and the turn says no more than it must: whose the
    dice are matters to a lone player's wagers only where the book has wagers on a shooter's hand.
    """
    (seat,) = state.seats
    alone = replace(seat, rail=Cents(0), idle=0, earlier=())
    return replace(state, seats=(alone,), bank=Cents(0), turn=_turn(book, state.turn, seat.place))


def _turn(book: Rulebook, turn: Turn, place: int) -> Turn:
    if not book.watches_hands:
        return Turn(place, held=True, opening=False)
    needs_seven = any(terms.made == "after_seven" for terms in book.wagers.values())
    since_seven = turn.since_seven and needs_seven
    return replace(turn, offered=0, declined=(), opening=False, since_seven=since_seven)


def with_rail(state: State, rail: int) -> State:
    """The table of one player with that much in the rail, in cents."""
    (seat,) = state.seats
    return replace(state, seats=(replace(seat, rail=Cents(rail)),))
