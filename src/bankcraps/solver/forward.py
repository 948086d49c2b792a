"""Forward dynamic programming: the probability of every class of states with every sum owned.

Nothing is sampled. Each pass starts from the probabilities before the betting, takes out the players who
leave, throws for the rest, and adds each way's probability to the class and the sum it leads to. A session
limited by throws counts every pass. One limited by decisions or shooters repeats passes until a throw is
marked.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import compiled, inlined
from bankcraps.markov.stopping import ENDS, FLOOR, GOAL, LIMIT, PLAYS, RUIN, STOPPED, stopping_reason
from bankcraps.solver.quotient import Quotient

__all__ = ["NEGLIGIBLE", "ForwardPass", "sweep"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NEGLIGIBLE: Final = 1e-24
"""A probability below this is cut off at the edges of a grid, and counted as error."""

STUCK: Final = 1e-17
"""Passes stop when less than this waits for a decision or the end of a hand; the rest counts as error."""

_EMPTY: Final = 2**40
"""Where an empty span begins."""

_stopping_reason = inlined(stopping_reason)


class Layer(NamedTuple):
    """Probabilities by what is owned, for every class or post-decision class.

    Attributes:
        chances: (many, width) the probability of being there with each sum, in units.
        spans: (many, 2) the sums from which, and up to which, it can be above zero.
    """

    chances: Floats
    spans: Ints


class Thresholds(NamedTuple):
    """When a player leaves, in units; which mark is counted, 0 for every throw; and what is cut off."""

    goal: int
    floor: int
    counted_mark: int
    negligible: float


class ForwardPass(NamedTuple):
    """The result of a sweep.

    Attributes:
        left: (classes, width) the probability of leaving from a class with each sum, in units.
        ends: (count + 1, 5) the probability of each end, by how much of the session had been counted.
        visits: (classes,) expected bets and throws from each class.
        lost: the probability that was cut off.
        passes: how many passes there were, for the bound on rounding.
        narrow: whether the grid was too narrow, so that the rest means nothing.
    """

    left: Floats
    ends: Floats
    visits: Floats
    lost: float
    passes: int
    narrow: bool


def sweep(
    quotient: Quotient,
    owned: int,
    thresholds: Thresholds,
    count: int,
    width: int,
) -> ForwardPass:
    """Follow every session to its end.

    Args:
        quotient: the quotient chain.
        owned: what is owned at the start, in units.
        thresholds: when a player leaves, and what is counted.
        count: how many throws, decisions or shooters.
        width: one more than the most that can be owned, in units.
    """
    classes = len(quotient.post)
    layers = (_layer(many, width) for many in (classes, classes, classes, len(quotient.first) - 1))
    now, same, after, thrown = layers
    now.chances[quotient.start, owned] = 1.0
    now.spans[quotient.start] = owned, owned + 1
    left, visits = np.zeros((classes, width)), np.zeros(classes)
    ends = np.zeros((count + 1, len(ENDS)))
    out = (left, ends, visits, np.zeros((classes, 2), np.int64))
    done = _passes(quotient, thresholds, now, same, after, thrown, *out)
    return ForwardPass(left, ends, visits, *done)


def _layer(many: int, width: int) -> Layer:
    """An empty layer. Width that is never reached costs no memory: zeros are handed out when touched."""
    spans = np.zeros((many, 2), np.int64)
    spans[:, 0] = _EMPTY
    return Layer(np.zeros((many, width)), spans)


@compiled
def _passes(
    quotient: Quotient,
    thresholds: Thresholds,
    now: Layer,
    same: Layer,
    after: Layer,
    thrown: Layer,
    left: Floats,
    ends: Floats,
    visits: Floats,
    stays: Ints,
) -> tuple[float, int, bool]:
    """All passes: the probability lost, how many there were, and whether the grid was too narrow."""
    count = len(ends) - 1
    lost, passes = 0.0, 0
    for done in range(count + 1):
        more = count - done
        if done == 0 or more == 0:
            for c in range(len(stays)):
                _staying(stays[c], now.chances.shape[1], thresholds, quotient.need[c], more)
        if not _anybody(now.spans):
            break
        waiting = 1.0
        while waiting > STUCK:
            lost += _bet(quotient, thresholds, more, now, thrown, left, ends[done], visits, stays)
            waiting = _throw(quotient, thresholds.counted_mark, thrown, same, after)
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
    quotient: Quotient,
    thresholds: Thresholds,
    more: int,
    now: Layer,
    thrown: Layer,
    left: Floats,
    ends: Floats,
    visits: Floats,
    stays: Ints,
) -> float:
    """Take out the players who leave, and bring the others to the throw. Returns the probability cut off."""
    lost = 0.0
    for c in range(len(stays)):
        chances, need = now.chances[c], quotient.need[c]
        lost += _trim(chances, now.spans[c], thresholds.negligible)
        low, high = now.spans[c, 0], now.spans[c, 1]
        begin, end = max(low, stays[c, 0]), min(high, stays[c, 1])
        if begin < end:
            r = quotient.post[c]
            visits[c] += _sum(chances, begin, end)
            _add(thrown.chances[r], thrown.spans[r], chances, begin, end, 0, 1.0)
        else:
            begin = end = high
        _leave(chances, low, begin, left[c], ends, need, thresholds, more)
        _leave(chances, end, high, left[c], ends, need, thresholds, more)
        _empty_out(chances, now.spans[c])
    return lost


@inlined
def _throw(quotient: Quotient, counted_mark: int, thrown: Layer, same: Layer, after: Layer) -> float:
    """Follow every way. Returns the probability that is not counted yet, or -1 if the grid is too narrow."""
    waiting = 0.0
    for r in range(len(thrown.spans)):
        chances, low, high = thrown.chances[r], thrown.spans[r, 0], thrown.spans[r, 1]
        mass = _sum(chances, low, high) if counted_mark else 0.0
        for w in range(quotient.first[r], quotient.first[r + 1]) if low < high else range(0):
            c, by, chance = quotient.to[w], quotient.delta[w], quotient.chance[w]
            if high + by > same.chances.shape[1]:
                return -1.0
            if counted_mark == 0 or quotient.marks[w] & counted_mark:
                _add(after.chances[c], after.spans[c], chances, low, high, by, chance)
            else:
                _add(same.chances[c], same.spans[c], chances, low, high, by, chance)
                waiting += chance * mass
        _empty_out(chances, thrown.spans[r])
    return waiting


@inlined
def _anybody(spans: Ints) -> bool:
    """Whether any probability is left in these spans."""
    found = False
    for c in range(len(spans)):
        found |= spans[c, 0] < spans[c, 1]
    return found


@inlined
def _staying(span: Ints, width: int, thresholds: Thresholds, need: int, more: int) -> None:
    """The sums with which a player plays on: an interval between some need and the goal."""
    span[0], span[1] = _EMPTY, 0
    for m in range(width):
        if _stopping_reason(m, thresholds.goal, thresholds.floor, need, more) == PLAYS:
            span[0], span[1] = min(span[0], m), m + 1


@inlined
def _trim(chances: Floats, span: Ints, negligible: float) -> float:
    """Cut off negligible probabilities at either end."""
    lost, low, high = 0.0, int(span[0]), int(span[1])
    while low < high and chances[low] < negligible:
        lost += chances[low]
        chances[low] = 0.0
        low += 1
    while low < high and chances[high - 1] < negligible:
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
    thresholds: Thresholds,
    more: int,
) -> None:
    """Add up why players with these sums leave."""
    # Added up here first: the rounding of a sum grows with its terms.
    goal = ruin = limit = stopped = below = 0.0
    for m in range(low, high):
        left[m] += chances[m]
        end = _stopping_reason(m, thresholds.goal, thresholds.floor, need, more)
        goal += chances[m] if end == GOAL else 0.0
        ruin += chances[m] if end == RUIN else 0.0
        limit += chances[m] if end == LIMIT else 0.0
        stopped += chances[m] if end == STOPPED else 0.0
        below += chances[m] if end == FLOOR else 0.0
    ends[GOAL] += goal
    ends[RUIN] += ruin
    ends[LIMIT] += limit
    ends[STOPPED] += stopped
    ends[FLOOR] += below


@inlined
def _sum(chances: Floats, low: int, high: int) -> float:
    """Four sums side by side: a single one would wait for each addition."""
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
    """Add a way's share of a row, moved by what it wins or loses."""
    # Unsigned: a signed index might be below zero, and Numba would check that each time.
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
    span[0], span[1] = _EMPTY, 0
