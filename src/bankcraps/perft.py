"""Counted trees of throws: what every sequence of dice does to a position, exactly.

The name is chess programmers': "performance test", a count of the whole tree below a position by which one
engine can be checked against another.
"""

from collections import Counter

import msgspec

from bankcraps.dice import OUTCOMES, Throw
from bankcraps.engine import State, step
from bankcraps.engine.events import Rolled
from bankcraps.errors import BankcrapsError
from bankcraps.rulebook import Rulebook

__all__ = ["Count", "perft"]


class Count(msgspec.Struct, frozen=True):
    """A level of the tree.

    Attributes:
        depth: throws from the position.
        nodes: ordered sequences of throws of that length: 36 to the depth.
        net: for each seat the sum over all of them, in cents, of what it then owns (rail and chips on the
            layout) less what it owned at the position.
    """

    depth: int
    nodes: int
    net: dict[str, int]


def perft(book: Rulebook, state: State, depth: int) -> list[Count]:
    """Walk the tree of throws below a position, no bets between, and count every level to `depth`.

    Sequences that lead to one table are walked on together, so it is far fewer than 36 to the depth steps.

    Raises:
        BankcrapsError: where no throw can be made, as while a die is off the table.
    """
    owned = {seat.name: seat.rail + seat.at_risk for seat in state.seats}
    level: Counter[State] = Counter({state: 1})
    counts: list[Count] = []
    for deep in range(1, depth + 1):
        following: Counter[State] = Counter()
        for table, ways in level.items():
            for throw in OUTCOMES:
                following[_thrown(book, table, throw)] += ways * throw.ways
        level = following
        counts.append(Count(deep, sum(level.values()), _net(level, owned)))
    return counts


def _thrown(book: Rulebook, table: State, throw: Throw) -> State:
    came = step(book, table, Rolled(throw))
    if came.refusal is not None:
        raise BankcrapsError(f"no throw can be counted here: {came.refusal.message}")
    return came.state


def _net(level: Counter[State], owned: dict[str, int]) -> dict[str, int]:
    net = dict.fromkeys(owned, 0)
    for table, ways in level.items():
        for seat in table.seats:
            net[seat.name] += ways * (seat.rail + seat.at_risk - owned[seat.name])
    return net
