"""A session by dynamic programming: the chance of every class of moments with every sum owned.

Nothing is sampled. Each pass takes what is at the moments before the betting, lets those leave who leave,
throws for the rest, and adds each way's chance to the moment and the sum that it leads to. A session of so
many throws counts every throw; one of so many decisions or shooters stays at one count until a throw is
marked.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.leaving import ENDS, GOAL, LIMIT, PLAYS, RUIN, STOPPED, ending
from bankcraps.exact.lumping import Lumped
from bankcraps.simulation.compiled import compiled, inlined

__all__ = ["TINY", "Swept", "sweep"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TINY: Final = 1e-24
"""Chance at the edge of what can be owned that is cut off, and counted as error."""

STUCK: Final = 1e-17
"""Chance that is given up waiting for a decision or the end of a hand, and counted as error."""

BEYOND: Final = 2**40
"""Where an empty span begins."""

_ending = inlined(ending)


class Chain(NamedTuple):
    """What a sweep reads of a chain: the arrays of `Lumped`."""

    row: Ints
    need: Ints
    first: Ints
    to: Ints
    delta: Ints
    chance: Floats
    marks: Ints


class Grid(NamedTuple):
    """Chances by what is owned, for every class or row.

    Attributes:
        chances: (many, width) the chance of being there with so much owned, in units.
        spans: (many, 2) the sums from which, and up to which, there may be any chance at all.
    """

    chances: Floats
    spans: Ints


class Terms(NamedTuple):
    """When a player leaves, in units, and what is counted; `tiny` is the chance that is cut off."""

    goal: int
    floor: int
    every: int
    tiny: float


class Swept(NamedTuple):
    """What the passes left.

    Attributes:
        left: (classes, width) the chance of leaving at a class with so much owned, in units.
        ends: (count + 1, 4) the chance of leaving by each end, by how much of the session had been counted.
        visits: (classes,) how often a class is expected to make its bets and throw.
        lost: chance that was cut off.
        passes: how often everything was thrown, for the bound on rounding.
        narrow: whether somebody came to own more than the grid is wide, so that the rest means nothing.
    """

    left: Floats
    ends: Floats
    visits: Floats
    lost: float
    passes: int
    narrow: bool


def sweep(
    lumped: Lumped, owned: int, goal: int, floor: int, count: int, every: int, width: int, tiny: float = TINY
) -> Swept:
    """Play a session out.

    Args:
        lumped: the chain.
        owned: what is owned at the start, in units.
        goal: in units, or `NO_GOAL`.
        floor: in units.
        count: how many throws, decisions or shooters.
        every: the mark of the throws that are counted, as in `Lumped.marks`; 0 counts every throw.
        width: one more than the most that can be owned, in units.
        tiny: chance at the edge of what can be owned that is cut off.
    """
    classes = len(lumped.row)
    grids = (_grid(many, width) for many in (classes, classes, classes, len(lumped.first) - 1))
    now, same, after, thrown = grids
    now.chances[lumped.start, owned] = 1.0
    now.spans[lumped.start] = owned, owned + 1
    left, visits = np.zeros((classes, width)), np.zeros(classes)
    ends = np.zeros((count + 1, len(ENDS)))
    chain = Chain(*(getattr(lumped, key) for key in Chain._fields))
    out = (left, ends, visits, np.zeros((classes, 2), np.int64))
    done = _passes(chain, Terms(goal, floor, every, tiny), now, same, after, thrown, *out)
    return Swept(left, ends, visits, *done)


def _grid(many: int, width: int) -> Grid:
    """A grid with nothing in it; width that is never reached costs nothing, as zeros are not written out."""
    spans = np.zeros((many, 2), np.int64)
    spans[:, 0] = BEYOND
    return Grid(np.zeros((many, width)), spans)


@compiled
def _passes(
    chain: Chain,
    terms: Terms,
    now: Grid,
    same: Grid,
    after: Grid,
    thrown: Grid,
    left: Floats,
    ends: Floats,
    visits: Floats,
    stays: Ints,
) -> tuple[float, int, bool]:
    """All passes; the chance lost, how many there were, and whether the grid was too narrow."""
    count = len(ends) - 1
    lost, passes = 0.0, 0
    for done in range(count + 1):
        more = count - done
        if done == 0 or more == 0:
            for c in range(len(stays)):
                _staying(stays[c], now.chances.shape[1], terms, chain.need[c], more)
        if not _anybody(now.spans):
            break
        waiting = 1.0
        while waiting > STUCK:
            lost += _bet(chain, terms, more, now, thrown, left, ends[done], visits, stays)
            waiting = _throw(chain, terms.every, thrown, same, after)
            if waiting < 0.0:
                return lost, passes, True
            now, same = same, now
            passes += 1
        for c in range(len(stays)):
            lost += _sum(now.chances[c], now.spans[c, 0], now.spans[c, 1])
            _empty_out(now.chances[c], now.spans[c])
        now, after = after, now
    return lost, passes, False


@inlined
def _bet(
    chain: Chain,
    terms: Terms,
    more: int,
    now: Grid,
    thrown: Grid,
    left: Floats,
    ends: Floats,
    visits: Floats,
    stays: Ints,
) -> float:
    """Let those leave who leave, and bring the others to the throw; the chance cut off."""
    lost = 0.0
    for c in range(len(stays)):
        chances, need = now.chances[c], chain.need[c]
        lost += _trim(chances, now.spans[c], terms.tiny)
        low, high = now.spans[c, 0], now.spans[c, 1]
        begin, end = max(low, stays[c, 0]), min(high, stays[c, 1])
        if begin < end:
            r = chain.row[c]
            visits[c] += _sum(chances, begin, end)
            _add(thrown.chances[r], thrown.spans[r], chances, begin, end, 0, 1.0)
        else:
            begin = end = high
        _leave(chances, low, begin, left[c], ends, need, terms, more)
        _leave(chances, end, high, left[c], ends, need, terms, more)
        _empty_out(chances, now.spans[c])
    return lost


@inlined
def _throw(chain: Chain, every: int, thrown: Grid, same: Grid, after: Grid) -> float:
    """Every way of every row; the chance of what is not counted, or -1 if somebody owns too much."""
    waiting = 0.0
    for r in range(len(thrown.spans)):
        chances, low, high = thrown.chances[r], thrown.spans[r, 0], thrown.spans[r, 1]
        mass = _sum(chances, low, high) if every else 0.0
        for w in range(chain.first[r], chain.first[r + 1]) if low < high else range(0):
            c, by, chance = chain.to[w], chain.delta[w], chain.chance[w]
            if high + by > same.chances.shape[1]:
                return -1.0
            if every == 0 or chain.marks[w] & every:
                _add(after.chances[c], after.spans[c], chances, low, high, by, chance)
            else:
                _add(same.chances[c], same.spans[c], chances, low, high, by, chance)
                waiting += chance * mass
        _empty_out(chances, thrown.spans[r])
    return waiting


@inlined
def _anybody(spans: Ints) -> bool:
    """Whether there is any chance in these spans."""
    found = False
    for c in range(len(spans)):
        found |= spans[c, 0] < spans[c, 1]
    return found


@inlined
def _staying(span: Ints, width: int, terms: Terms, need: int, more: int) -> None:
    """The sums with which somebody plays on: they lie side by side, between some need and the goal."""
    span[0], span[1] = BEYOND, 0
    for m in range(width):
        if _ending(m, terms.goal, terms.floor, need, more) == PLAYS:
            span[0], span[1] = min(span[0], m), m + 1


@inlined
def _trim(chances: Floats, span: Ints, tiny: float) -> float:
    """Cut off what hardly ever happens at either end."""
    lost, low, high = 0.0, int(span[0]), int(span[1])
    while low < high and chances[low] < tiny:
        lost += chances[low]
        chances[low] = 0.0
        low += 1
    while low < high and chances[high - 1] < tiny:
        high -= 1
        lost += chances[high]
        chances[high] = 0.0
    span[0], span[1] = low, high
    return lost


@inlined
def _leave(
    chances: Floats, low: int, high: int, left: Floats, ends: Floats, need: int, terms: Terms, more: int
) -> None:
    """Write down why those leave a class who own so much."""
    # Added up here first: a long sum is as wrong as it has terms.
    goal = ruin = limit = stopped = 0.0
    for m in range(low, high):
        left[m] += chances[m]
        end = _ending(m, terms.goal, terms.floor, need, more)
        goal += chances[m] if end == GOAL else 0.0
        ruin += chances[m] if end == RUIN else 0.0
        limit += chances[m] if end == LIMIT else 0.0
        stopped += chances[m] if end == STOPPED else 0.0
    ends[GOAL] += goal
    ends[RUIN] += ruin
    ends[LIMIT] += limit
    ends[STOPPED] += stopped


@inlined
def _sum(chances: Floats, low: int, high: int) -> float:
    """Four sums side by side, since each would wait for its last addition."""
    a = b = c = d = 0.0
    m = low
    while m + 4 <= high:
        a += chances[m]
        b += chances[m + 1]
        c += chances[m + 2]
        d += chances[m + 3]
        m += 4
    while m < high:
        a += chances[m]
        m += 1
    return (a + b) + (c + d)


@inlined
def _add(into: Floats, span: Ints, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    """A way's share of a row, moved by what it wins or loses."""
    # Without a sign: an index below zero would mean the end of the array, and asking each time is slow.
    source, target = np.uint64(low), np.uint64(low + by)
    for m in range(np.uint64(high - low)):
        into[target + m] += chance * thrown[source + m]
    span[0], span[1] = min(span[0], low + by), max(span[1], high + by)


@inlined
def _empty_out(chances: Floats, span: Ints) -> None:
    if span[0] < span[1]:
        start = np.uint64(span[0])
        for m in range(np.uint64(span[1] - span[0])):
            chances[start + m] = 0.0
    span[0], span[1] = BEYOND, 0
