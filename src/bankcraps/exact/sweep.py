"""A session by dynamic programming: the chance of every class of moments with every sum owned.

Nothing is sampled. Each pass takes what is at the moments before the betting, lets those leave who leave,
throws for the rest, and adds each way's chance to the moment and the sum that it leads to. A session of so
many throws counts every throw; one of so many decisions or shooters stays at one count until a throw is
marked.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.leaving import ENDS, PLAYS, ending
from bankcraps.exact.lumping import Lumped
from bankcraps.simulation.compiled import compiled, inlined

__all__ = ["Swept", "sweep"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TINY: Final = 1e-24
"""Chance at the edge of what can be owned that is cut off, and counted as error."""

STUCK: Final = 1e-17
"""Chance that is given up waiting for a decision or the end of a hand, and counted as error."""

BEYOND: Final = 2**40
"""Where an empty span begins."""

_ending = inlined(ending)


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
    classes, rows = len(lumped.row), len(lumped.first) - 1
    # The system gives out zeros without touching them, so width that is never reached costs nothing.
    here, same, after, left = (np.zeros((classes, width)) for _ in range(4))
    thrown = np.zeros((rows, width))
    ends, visits = np.zeros((count + 1, len(ENDS))), np.zeros(classes)
    here[lumped.start, owned] = 1.0
    spans = _empty(classes), _empty(classes), _empty(classes), _empty(rows)
    spans[0][lumped.start] = owned, owned + 1
    chain = (lumped.row, lumped.need, lumped.first, lumped.to, lumped.delta, lumped.chance, lumped.marks)
    grids = (here, same, after, thrown, *spans, left, ends, visits)
    lost, passes, narrow = _passes(*chain, *grids, np.zeros((classes, 2), np.int64), goal, floor, every, tiny)
    return Swept(left, ends, visits, lost, passes, narrow)


def _empty(many: int) -> Ints:
    """So many spans with nothing in them."""
    spans = np.zeros((many, 2), np.int64)
    spans[:, 0] = BEYOND
    return spans


@compiled
def _passes(
    row: Ints,
    need: Ints,
    first: Ints,
    to: Ints,
    delta: Ints,
    chance: Floats,
    marks: Ints,
    now: Floats,
    same: Floats,
    after: Floats,
    thrown: Floats,
    now_span: Ints,
    same_span: Ints,
    after_span: Ints,
    thrown_span: Ints,
    left: Floats,
    ends: Floats,
    visits: Floats,
    stays: Ints,
    goal: int,
    floor: int,
    every: int,
    tiny: float,
) -> tuple[float, int, bool]:
    """All passes; the chance lost, how many there were, and whether the grid was too narrow."""
    classes, width = now.shape
    rows, count = len(thrown), len(ends) - 1
    lost, passes = 0.0, 0
    for done in range(count + 1):
        more = count - done
        if done == 0 or more == 0:
            for c in range(classes):
                _staying(stays[c], width, goal, floor, need[c], more)
        waiting = 1.0
        while waiting > STUCK:
            for c in range(classes):
                lost += _trim(now[c], now_span[c], tiny)
                low, high = now_span[c, 0], now_span[c, 1]
                begin, end = max(low, stays[c, 0]), min(high, stays[c, 1])
                if begin < end:
                    visits[c] += _sum(now[c], begin, end)
                    _add(thrown[row[c]], thrown_span[row[c]], now[c], begin, end, 0, 1.0)
                else:
                    begin = end = high
                _leave(now[c], low, begin, left[c], ends[done], need[c], goal, floor, more)
                _leave(now[c], end, high, left[c], ends[done], need[c], goal, floor, more)
                _empty_out(now[c], now_span[c])
            waiting = 0.0
            for r in range(rows):
                low, high = thrown_span[r, 0], thrown_span[r, 1]
                mass = _sum(thrown[r], low, high) if every else 0.0
                for w in range(first[r], first[r + 1]) if low < high else range(0):
                    c = to[w]
                    if high + delta[w] > width:
                        return lost, passes, True
                    if every == 0 or marks[w] & every:
                        _add(after[c], after_span[c], thrown[r], low, high, delta[w], chance[w])
                    else:
                        _add(same[c], same_span[c], thrown[r], low, high, delta[w], chance[w])
                        waiting += chance[w] * mass
                _empty_out(thrown[r], thrown_span[r])
            now, same = same, now
            now_span, same_span = same_span, now_span
            passes += 1
        for c in range(classes):
            lost += _sum(now[c], now_span[c, 0], now_span[c, 1])
            _empty_out(now[c], now_span[c])
        now, after = after, now
        now_span, after_span = after_span, now_span
    return lost, passes, False


@inlined
def _staying(span: Ints, width: int, goal: int, floor: int, need: int, more: int) -> None:
    """The sums with which somebody plays on: they lie side by side, since more money drives out nobody but
    at the goal."""
    span[0], span[1] = BEYOND, 0
    for m in range(width):
        if _ending(m, goal, floor, need, more) == PLAYS:
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
    chances: Floats,
    low: int,
    high: int,
    left: Floats,
    ends: Floats,
    need: int,
    goal: int,
    floor: int,
    more: int,
) -> None:
    """Take down why those leave a class who own so much."""
    for m in range(low, high):
        left[m] += chances[m]
        ends[_ending(m, goal, floor, need, more)] += chances[m]


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
    # Numbers without a sign: below zero an index would mean the end of the array, and no loop with it is fast.
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
