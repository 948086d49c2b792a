"""Count every sequence of throws below a position, exactly.

The name comes from computer chess: "performance test". Two engines that agree on these counts play by the
same rules. `perft` returns the counts alone. In `PerftData` the command has the house and the totals beside
them.
"""

from collections import Counter
from typing import ClassVar, Final

from bankcraps.errors import BankcrapsError, quoted, require_type, whole_number
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.engine import State, step
from bankcraps.game.engine.events import Rolled
from bankcraps.game.engine.step import forget_throw
from bankcraps.game.rulebook import Rulebook
from bankcraps.support.results import Data, Json, Result

_DEEPEST: Final = 1000
"""The most throws below a position. Beyond it, counts have thousands of digits."""


class Count(Data, frozen=True, kw_only=True):
    """The counts at one depth.

    Attributes:
        depth: the number of throws.
        nodes: the number of ordered sequences of throws, 36 to the power of depth.
        net: for each seat, what it wins summed over all sequences, in cents. Chips in the rail and on the
            layout both count.
    """

    JSON: ClassVar = Json(
        "DepthData",
        "depth nodes net_cents",
        "The tree of throws to a depth; the net of each player adds up over all its nodes.",
    )

    depth: int
    nodes: int
    net: dict[str, int]


class PerftData(Result, frozen=True, kw_only=True, tag="bankcraps.perft/3"):
    """The tree of throws from a position; the greatest depth, and every depth up to it."""

    digest: str
    depth: int
    nodes: int
    net_cents: dict[str, int]
    depths: list[Count]


def perft(book: Rulebook, state: State, depth: int) -> list[Count]:
    """Count all sequences of throws from a position, for every depth up to `depth`. Nobody bets in between.

    Throws go on when no player is left who could throw: somebody else at the table makes them.

    Sequences that lead to the same state are merged, so this takes far fewer than 36**depth steps.

    Raises:
        BankcrapsError: if nobody can throw, for example while a die is off the table, or if the depth is not
            from 0 to 1,000.
    """
    require_type(book, Rulebook, "a rulebook is what load_rulebook returns")
    require_type(state, State, "a state is what open_table or a step returns")
    if not 0 <= whole_number("the depth", depth) <= _DEEPEST:
        raise BankcrapsError(f"the depth is from 0 to {_DEEPEST:,} throws, not {quoted(depth)}")
    state = state.with_floor(others=True)
    owned = {seat.name: seat.rail + seat.at_risk for seat in state.seats}
    level: Counter[State] = Counter({state: 1})
    counts: list[Count] = []
    for deep in range(1, depth + 1):
        following: Counter[State] = Counter()
        for table, ways in level.items():
            for throw in OUTCOMES:
                following[_thrown(book, table, throw)] += ways * throw.ways
        level = following
        counts.append(Count(depth=deep, nodes=sum(level.values()), net=_net(level, owned)))
    return counts


def _thrown(book: Rulebook, table: State, throw: Throw) -> State:
    result = step(book, table, Rolled(throw))
    if result.refusal is not None:
        raise BankcrapsError(f"throws cannot be counted from here: {result.refusal.message}")
    return forget_throw(result.state)


def _net(level: Counter[State], owned: dict[str, int]) -> dict[str, int]:
    net = dict.fromkeys(owned, 0)
    for table, ways in level.items():
        for seat in table.seats:
            net[seat.name] += ways * (seat.rail + seat.at_risk - owned[seat.name])
    return net
