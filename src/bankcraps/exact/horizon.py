"""A session without an end of its own: played until the goal or ruin, solved and not iterated.

The expected number of throws from every class of moments with every sum owned satisfies one sparse linear
system (Kemeny and Snell, Finite Markov Chains, 1960, theorem 3.2.4: the fundamental matrix). Where everybody
leaves, and how long it takes, follow from it.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # pyright: ignore[reportMissingTypeStubs]
from scipy.sparse import csgraph, linalg  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.chain.leaving import ENDS, NEVER, PLAYS, ending
from bankcraps.exact.grids import MOST_BYTES
from bankcraps.exact.lumping import Lumped, sums
from bankcraps.exact.trouble import NeverEndsError, TooLargeError

__all__ = ["Horizon", "fill", "horizon"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_UNKNOWNS: Final = 400_000
"""How many moments with sums are solved for at most."""

_REFINED: Final = 3
"""How often a solution is corrected by what it misses."""

# SciPy has no types.
_sparse: Any = sparse
_linalg: Any = linalg
_csgraph: Any = csgraph


_NEVER_ENDS: Final = (
    "some sessions never end: there are moments from which neither goal nor ruin can be reached; "
    "give the session a length"
)


class Horizon(NamedTuple):
    """Where everybody leaves in the end.

    Attributes:
        left: (classes, width) the chance of leaving at a class with so much owned, in units.
        ends: (4,) the chance of each end.
        visits: (classes,) how often a class is expected to make its bets and throw.
        lost: what the solution misses: no chance is wrong by more.
    """

    left: Floats
    ends: Floats
    visits: Floats
    lost: float


def horizon(lumped: Lumped, owned: int, goal: int, floor: int) -> Horizon:
    """Play until everybody has left.

    Args:
        lumped: the chain.
        owned: what is owned at the start, in units.
        goal: in units.
        floor: in units.

    Raises:
        TooLargeError: if there is too much to solve for.
        NeverEndsError: if some sessions never end.
    """
    unknowns = _unknowns(lumped, goal, floor)
    if unknowns > MOST_UNKNOWNS:
        raise TooLargeError(
            f"until the goal there are {unknowns:,} moments and sums to solve for, and "
            f"{MOST_UNKNOWNS:,} is the most; a nearer goal or a system with larger units would fit, or a "
            "session with an end; `simulate` solves nothing"
        )
    needed = 16 * len(lumped.row) * goal
    if needed > MOST_BYTES:
        raise TooLargeError(
            f"{len(lumped.row)} classes of moments by {goal:,} sums take {needed / 2**30:.1f} GB, "
            f"and {MOST_BYTES / 2**30:g} GB is the most: a smaller bankroll, as far from its goal, would fit"
        )
    ways = _Ways(lumped, goal, floor)
    ways.all_end()
    start = np.zeros(ways.unknowns)
    start[ways.index[lumped.start, owned]] = 1.0
    visits, lost = _solved(ways.moves(), start)
    left, ends = ways.leaving(visits)
    by_class = sums(ways.classes, visits, len(lumped.row))
    return Horizon(left, ends, by_class, lost)


def _unknowns(lumped: Lumped, goal: int, floor: int) -> int:
    """How many moments with sums somebody plays on from, counted before there is room made for them."""
    needs = lumped.need[_reached(lumped) & (lumped.need != NEVER)].tolist()
    return sum(max(0, goal - max(need, floor, 0)) for need in needs)


def fill(lumped: Lumped, goal: int, floor: int) -> int:
    """The most numbers that solving may have to hold: a band as wide as a throw reaches, in all classes."""
    return _unknowns(lumped, goal, floor) * len(lumped.row) * int(np.abs(lumped.delta).max(initial=0))


class _Moves(NamedTuple):
    """The ways from one unknown to another: (ways,) each, the chance and the numbers of the two."""

    chance: Floats
    origin: Ints
    to: Ints


def _solved(moves: _Moves, start: Floats) -> tuple[Floats, float]:
    """Expected visits, and how much of them is unaccounted for."""
    unknowns = len(start)
    chances = _sparse.csc_array((moves.chance, (moves.origin, moves.to)), shape=(unknowns, unknowns))
    system = (_sparse.eye_array(unknowns, format="csc") - chances.T).tocsc()
    try:
        factors = _linalg.splu(system, permc_spec="MMD_AT_PLUS_A")
    except RuntimeError:
        raise NeverEndsError(_NEVER_ENDS) from None
    visits: Floats = factors.solve(start)
    for _ in range(_REFINED):
        visits = visits + factors.solve(start - system @ visits)
    # What is hardly ever visited may come out as less than never.
    visits = np.maximum(visits, 0.0)
    return visits, float(np.abs(start - system @ visits).sum())


class _Ways:
    """Every way from a moment with a sum owned to another.

    Attributes:
        unknowns: how many moments with sums somebody plays on from.
        index: (classes, goal) the number of each, or -1 where nobody plays on.
        classes: (unknowns,) the class of each.
        sums: (unknowns,) the sum of each, in units.
    """

    def __init__(self, lumped: Lumped, goal: int, floor: int) -> None:
        self.lumped = lumped
        self.goal = goal
        self.floor = floor
        plays = np.zeros((len(lumped.row), goal), bool)
        for c, need in enumerate(lumped.need.tolist()):
            # They play on who own what is needed or more, but for the goal.
            least = max(0, floor, need) if need != NEVER else goal
            some = (least, goal - 1) if least < goal else ()
            assert all(ending(m, goal, floor, need, 1) == PLAYS for m in some)
            plays[c, least:] = True
        plays &= _reached(lumped)[:, None]
        self.sums, self.classes = np.nonzero(plays.T)
        self.unknowns = len(self.sums)
        self.index = np.full(plays.shape, -1, np.int64)
        self.index[self.classes, self.sums] = np.arange(self.unknowns)

    def all_end(self) -> None:
        """Everybody must come to where they leave, some day.

        Raises:
            NeverEndsError: if somebody cannot.
        """
        moves, away = self.moves(), self.unknowns
        ways = np.bincount(self._each()[0], minlength=away)
        leaves = np.flatnonzero(ways > np.bincount(moves.origin, minlength=away))
        # Backwards from one place that stands for having left.
        to = np.concatenate((moves.to, np.full(len(leaves), away)))
        back = (np.ones(len(to), np.int8), (to, np.concatenate((moves.origin, leaves))))
        graph = _sparse.csr_array(back, shape=(away + 1, away + 1))
        if len(_csgraph.breadth_first_order(graph, away, return_predecessors=False)) <= away:
            raise NeverEndsError(_NEVER_ENDS)

    def _each(self) -> tuple[Ints, Ints]:
        """Every (unknown, way) pair."""
        lumped = self.lumped
        rows = lumped.row[self.classes]
        many = lumped.first[rows + 1] - lumped.first[rows]
        who = np.repeat(np.arange(self.unknowns), many)
        begins = np.repeat(np.cumsum(many) - many, many)
        way = np.arange(len(who)) - begins + np.repeat(lumped.first[rows], many)
        return who, way

    def moves(self) -> _Moves:
        """The ways that do not leave the unknowns."""
        who, way = self._each()
        to, sums = self.lumped.to[way], self.sums[who] + self.lumped.delta[way]
        inside = (sums >= 0) & (sums < self.goal)
        target = np.where(inside, self.index[to, np.where(inside, sums, 0)], -1)
        stays = target >= 0
        return _Moves(self.lumped.chance[way[stays]], who[stays], target[stays])

    def leaving(self, visits: Floats) -> tuple[Floats, Floats]:
        """Where those leave who do not play on, and why."""
        lumped = self.lumped
        who, way = self._each()
        to, sums = lumped.to[way], self.sums[who] + lumped.delta[way]
        left = np.zeros((len(lumped.row), self.goal + int(lumped.delta.max(initial=0)) + 1))
        np.add.at(left, (to, sums), visits[who] * lumped.chance[way])
        ends = np.zeros(len(ENDS))
        for c, m in zip(*np.nonzero(left), strict=True):
            end = ending(int(m), self.goal, self.floor, int(lumped.need[c]), 1)
            if end == PLAYS:
                left[c, m] = 0.0
            else:
                ends[end] += left[c, m]
        return left, ends


def _reached(lumped: Lumped) -> NDArray[np.bool_]:
    """Which classes play can come to."""
    found = np.zeros(len(lumped.row), bool)
    found[lumped.start] = True
    fresh = [lumped.start]
    while fresh:
        c = fresh.pop()
        row = lumped.row[c]
        if row < 0:
            continue
        for to in lumped.to[lumped.first[row] : lumped.first[row + 1]].tolist():
            if not found[to]:
                found[to] = True
                fresh.append(to)
    return found
