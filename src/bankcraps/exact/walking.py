"""A table walked over all 21 outcomes, throw by throw, until something is decided.

Every state and everything that ends the walk comes from `step`; nothing here knows what a throw does.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, Generic, TypeVar

from bankcraps.chips import LARGEST, Cents
from bankcraps.dice import OUTCOMES
from bankcraps.engine import Limits, Seat, State, Step, open_table, step
from bankcraps.engine.effects import PointMade, SevenOut
from bankcraps.engine.events import Rolled
from bankcraps.errors import BankcrapsError
from bankcraps.exact.fractions import visits
from bankcraps.rulebook import Rulebook

__all__ = [
    "CENT",
    "NO_LIMITS",
    "PLAYER",
    "SIDE",
    "Walk",
    "opened",
    "player",
    "pucks",
    "rolls",
    "thrown",
    "walk",
]

PLAYER: Final = "Player"
RAIL: Final = LARGEST
"""A rail so deep that no wager is ever short of chips, in cents."""

CENT: Final = Cents(1)
NO_LIMITS: Final = Limits(CENT, LARGEST, CENT)
"""A sign that lets any whole number of cents stand."""


_ROLLS: Final = tuple((Rolled(throw), throw.ways) for throw in OUTCOMES)


def rolls(book: Rulebook, state: State) -> tuple[tuple[Rolled, int], ...]:
    """The 21 outcomes with their ways of 36, thrown by whose turn it is: without a line wager, the crew."""
    del book, state
    return _ROLLS


SIDE: Final = tuple(Fraction(ways, 36) for ways in range(37))
"""The chance of so many ways."""

End = TypeVar("End")


class Walk(Generic[End]):
    """A table walked until it ends, as a chain.

    Attributes:
        states: every table met, those it starts from first.
        start: the chance to start from each, by its index.
        rows: for each table the chance of each that follows.
        ends: for each table the chance of each end.
    """

    def __init__(
        self,
        states: list[State],
        start: dict[int, Fraction],
        rows: list[dict[int, Fraction]],
        ends: list[dict[End, Fraction]],
    ) -> None:
        """Made by `walk`."""
        self.states = states
        self.start = start
        self.rows = rows
        self.ends = ends

    def visits(self) -> list[Fraction]:
        """How many throws are expected from each table."""
        return visits(self.rows, self.start)

    def outcome(self, met: list[Fraction]) -> dict[End, Fraction]:
        """The chance of each end, given the visits."""
        chances: dict[End, Fraction] = {}
        for often, ends in zip(met, self.ends, strict=True):
            for end, chance in ends.items():
                chances[end] = chances.get(end, SIDE[0]) + often * chance
        return chances


def walk(
    book: Rulebook,
    starts: Mapping[State, Fraction],
    end_of: Callable[[State, Step], End | None],
    then: Callable[[State], State] | None = None,
) -> Walk[End]:
    """Walk every throw from some tables until each has ended.

    Args:
        book: the house's rules.
        starts: tables with the chance of starting from each.
        end_of: given a table and what came of a throw there, how it ended, or None where it goes on.
        then: what the player does before the next throw where it goes on.
    """
    found = {state: index for index, state in enumerate(starts)}
    states, start = list(starts), dict(enumerate(starts.values()))
    rows: list[dict[int, Fraction]] = []
    ends: list[dict[End, Fraction]] = []
    for state in states:  # grows as it is read
        following: dict[int, int] = {}
        ended: dict[End, int] = {}
        for rolled, ways in rolls(book, state):
            came = thrown(book, state, rolled)
            end = end_of(state, came)
            if end is not None:
                ended[end] = ended.get(end, 0) + ways
                continue
            after = came.state if then is None else then(came.state)
            index = found.setdefault(after, len(states))
            if index == len(states):
                states.append(after)
            following[index] = following.get(index, 0) + ways
        rows.append({index: SIDE[ways] for index, ways in following.items()})
        ends.append({end: SIDE[ways] for end, ways in ended.items()})
    return Walk(states, start, rows, ends)


def thrown(book: Rulebook, state: State, rolled: Rolled) -> Step:
    """A throw that happens.

    Raises:
        BankcrapsError: where none can be made.
    """
    came = step(book, state, rolled)
    if came.refusal is not None:
        raise BankcrapsError(f"no throw can be made here: {came.refusal.message}")
    return came


def opened(book: Rulebook, limits: Limits = NO_LIMITS, chip: Cents = CENT) -> State:
    """A table with one player, who has a very deep rail."""
    return open_table(book, [(PLAYER, RAIL)], limits, chip)


def player(state: State) -> Seat:
    """The one player."""
    return state.seats[0]


def pucks(book: Rulebook, table: State) -> dict[State, Fraction]:
    """Tables with the puck on, each with the share of all throws with the puck on that are made there."""

    def round_over(state: State, came: Step) -> bool | None:
        del state
        return any(isinstance(effect, PointMade | SevenOut) for effect in came.effects) or None

    rounds = walk(book, {table: SIDE[36]}, round_over)
    on = {state: often for state, often in zip(rounds.states, rounds.visits(), strict=True) if state.puck}
    whole = sum(on.values())
    return {state: often / whole for state, often in sorted(on.items(), key=lambda item: item[0].puck)}
