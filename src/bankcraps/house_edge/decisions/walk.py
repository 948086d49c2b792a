"""A table with one player, walked with `step` over all 21 dice combinations until something is decided.

The result is an absorbing chain. Its states, its probabilities and its ends all come from `step`: this module
has no numbers of craps in it, and does not know which wager stands on the table.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, TypeVar

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.engine import Limits, Seat, State, Step, open_table, step
from bankcraps.game.engine.events import Rolled
from bankcraps.game.engine.position import alike, forget_throw, with_rail
from bankcraps.game.rulebook import Rulebook
from bankcraps.house_edge.absorbing_chain import AbsorbingChain

__all__ = [
    "CENT",
    "MOST_TABLES",
    "NO_LIMITS",
    "OUT_OF_36",
    "PLAYER",
    "lone_seat",
    "open_for_one",
    "thrown",
    "walk",
]

PLAYER: Final = "Player"
RAIL: Final = LARGEST
"""A rail that affords any wager, in cents."""

CENT: Final = Cents(1)
NO_LIMITS: Final = Limits(CENT, LARGEST, CENT)
"""Limits that allow any whole number of cents."""

OUT_OF_36: Final = tuple(Fraction(ways, 36) for ways in range(37))
"""The probability of n of the 36 throws, by n."""

CERTAIN: Final = OUT_OF_36[36]

MOST_TABLES: Final = 100_000
"""The most tables in a walk: under a minute's work. The five houses need at most 449."""

End = TypeVar("End")


def walk(
    book: Rulebook,
    starts: Mapping[State, Fraction],
    end_of: Callable[[State, Step], End | None],
    then: Callable[[State], State] | None = None,
) -> AbsorbingChain[State, End]:
    """Walk every throw from some tables until all of them have ended. Of throws alike, one is made.

    Args:
        book: the house's rules.
        starts: the tables to start from, with the probability of each.
        end_of: says how a throw ended the walk, given the table before it and the step; None if it goes on.
            Throws that are alike must end it alike.
        then: the player's acts before the next throw, if the walk goes on.

    Raises:
        BankcrapsError: if there are more than `MOST_TABLES`, such as for a wager that is never decided.
    """
    found = {state: index for index, state in enumerate(starts)}
    states, start = list(starts), dict(enumerate(starts.values()))
    rows: list[dict[int, Fraction]] = []
    ends: list[dict[End, Fraction]] = []
    for state in states:  # grows while it is read
        following: dict[int, int] = {}
        ended: dict[End, int] = {}
        for throws in alike(book, state):
            came, ways = thrown(book, state, Rolled(throws[0])), sum(throw.ways for throw in throws)
            end = end_of(state, came)
            if end is not None:
                ended[end] = ended.get(end, 0) + ways
                continue
            after = came.state if then is None else then(came.state)
            index = found.setdefault(after, len(states))
            if index == len(states):
                if index == MOST_TABLES:
                    raise BankcrapsError(
                        f"the walk met more than {MOST_TABLES:,} tables before all was decided"
                    )
                states.append(after)
            following[index] = following.get(index, 0) + ways
        rows.append({index: OUT_OF_36[ways] for index, ways in following.items()})
        ends.append({end: OUT_OF_36[ways] for end, ways in ended.items()})
    return AbsorbingChain(states, start, rows, ends)


def thrown(book: Rulebook, state: State, rolled: Rolled) -> Step:
    """Make a throw.

    Raises:
        BankcrapsError: if the table refuses it.
    """
    came = step(book, state, rolled)
    if came.refusal is not None:
        raise BankcrapsError(f"no throw can be made here: {came.refusal.message}")
    return Step(forget_throw(came.state), came.effects)


def open_for_one(book: Rulebook, limits: Limits = NO_LIMITS, chip: Cents = CENT) -> State:
    """Open a table with one player, who can afford any wager. Others throw when the player cannot."""
    return with_rail(open_table(book, [(PLAYER, chip)], limits, chip, others=True), RAIL)


def lone_seat(state: State) -> Seat:
    """The one player's seat."""
    return state.seats[0]
