"""Legal acts of a person at a table now, the amounts they may bet, and the key of a Markov state."""

from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.dice import OUTCOMES, TOTALS, Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.acts import ACTS
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.rulings import BY_FACES, rulings
from bankcraps.game.engine.shooter.throwing import line_result
from bankcraps.game.engine.state import State, Turn
from bankcraps.game.engine.step import may_not_act, refusal
from bankcraps.game.engine.wagering.ranges import BetRange, range_of
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager

PLAIN: Final = tuple(act for act in ACTS if not any(field.required for field in msgspec.structs.fields(act)))
"""The acts that need no amount, wager or name, such as throwing the dice, taking them, sitting down."""


class NoRange(Refusal, frozen=True, kw_only=True):
    """The refusal of every amount, in place of a range: it is false, and no amount is in it."""

    def __bool__(self) -> bool:
        return False

    def __contains__(self, amount: int) -> bool:
        return False


def legal_acts(book: Rulebook, state: State, by: Actor) -> tuple[type[ev.Event], ...]:
    """Return the acts that a table takes from somebody now, of those that need no amount, wager or name.

    Args:
        book: the house.
        state: the table.
        by: the actor: a player, or a role of the crew.

    Raises:
        BankcrapsError: as `refusal` does.
    """
    return tuple(act for act in PLAIN if refusal(book, state, act(by=by)) is None)


def bet_range(book: Rulebook, state: State, bet: ev.Bet) -> BetRange | NoRange:
    """Return the amounts for which a table takes a bet in chips now.

    `refusal` decides by the same rules, so it takes a bet of every amount in the range and of no other.

    Args:
        book: the house.
        state: the table.
        bet: the bet, by a player. Its amount and its tokens do not matter.

    Returns:
        The range, or the refusal if no amount will do: at the wrong time, or with too few chips in the rail.
        The range is true, and this refusal false.

    Raises:
        BankcrapsError: as `refusal` does.
    """
    found = may_not_act(book, state, bet) or range_of(book, state, bet)
    return found if isinstance(found, BetRange) else NoRange(**msgspec.structs.asdict(found))


# The key of a Markov state: a one-player table without what cannot affect later throws, and throws alike.


_ONE_EACH: Final = tuple((throw,) for throw in OUTCOMES)
_BY_TOTAL: Final = tuple(tuple(throw for throw in OUTCOMES if throw.total == total) for total in TOTALS)


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
    watches_hands, needs_seven = _depends_on(book)
    if not watches_hands:
        return Turn(place, held=True, opening=False)
    since_seven = turn.since_seven and needs_seven
    return replace(turn, offered=0, declined=(), opening=False, since_seven=since_seven)


@lru_cache(maxsize=64)
def _depends_on(book: Rulebook) -> tuple[bool, bool]:
    """Whether a book has wagers on a shooter's hand, and wagers that are made only after a seven."""
    return book.watches_hands, any(terms.made == "after_seven" for terms in book.wagers.values())


def alike(book: Rulebook, state: State) -> tuple[tuple[Throw, ...], ...]:
    """Return the 21 combinations of the dice in groups that do the same to a table.

    Those of one total are a group, unless a wager stands that the faces decide. Those that decide nothing at
    the table, neither a wager nor the line, are one group together. Within a group the states after the throw
    differ in `last` alone, and the effects in the throw of `Thrown`.
    """
    wagers = [standing.wager for seat in state.seats for standing in seat.wagers]
    by_total = BY_FACES.isdisjoint([wager.kind for wager in wagers])
    groups: list[list[Throw]] = []
    idle: list[Throw] = []
    for group in _BY_TOTAL if by_total else _ONE_EACH:
        if not _decides_nothing(book, state.puck, wagers, group[0]):
            groups.append([*group])
            continue
        if not idle:
            groups.append(idle)
        idle += group
    return tuple(map(tuple, groups))


def _decides_nothing(book: Rulebook, puck: int, wagers: list[Wager], throw: Throw) -> bool:
    """Whether a throw decides neither the line nor one of some wagers."""
    ruled = rulings(book, puck, throw)
    return line_result(book, puck, throw.total) is None and not any(ruled[wager] for wager in wagers)


def forget_throw(state: State) -> State:
    """Return the table without its last throw, so that tables reached on different ways are equal."""
    return replace(state, last=None) if state.last is not None else state


def with_rail(state: State, rail: int) -> State:
    """Return the one-player table with that much in the rail, in cents."""
    (seat,) = state.seats
    return replace(state, seats=(replace(seat, rail=Cents(rail)),))
