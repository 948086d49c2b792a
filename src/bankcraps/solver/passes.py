"""A pass, which is one throw of a whole distribution: who leaves, who bets, and where the throw leads."""

import mmap
from contextlib import suppress
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import compiled, inlined, inlined_once
from bankcraps.markov.stopping import FLOOR, GOAL, LIMIT, RUIN, STOPPED, stopping_reason
from bankcraps.solver.quotient import Quotient

__all__ = [
    "ABOVE",
    "BELOW_ZERO",
    "EMPTY",
    "STUCK",
    "Layer",
    "Layers",
    "Thresholds",
    "add",
    "anybody",
    "empty_layer",
    "empty_layers",
    "empty_out",
    "follow",
    "follow_here",
    "sum_of",
    "trim",
    "zeros",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STUCK: Final = 1e-17
"""Passes at one count stop when less probability than this is waiting; it joins the error bound."""

EMPTY: Final = 2**40
"""The start of an empty span: above every sum."""

ABOVE, BELOW_ZERO = -1, -2
"""The ways in which a sum leaves the grid."""

_stopping_reason = inlined(stopping_reason)


class Layer(NamedTuple):
    """Probabilities by sum owned, for every class or for every post-decision class.

    Attributes:
        chances: (many, width) the probability of each class with each sum, in units.
        spans: (many, 2) the first sum that can have a probability above zero, and one more than the last.
    """

    chances: Floats
    spans: Ints


class Layers(NamedTuple):
    """The players at one count.

    Attributes:
        now: before the betting.
        same: after the throw, at this count.
        after: after the throw, at the next count.
        thrown: after the betting, by post-decision class.
    """

    now: Layer
    same: Layer
    after: Layer
    thrown: Layer


class Thresholds(NamedTuple):
    """The goal and floor in units, the mark that is counted (0: every throw), and the cut-off probability."""

    goal: int
    floor: int
    counted_mark: int
    negligible: float


def zeros(many: int, width: int, *, sparse: bool = False) -> Floats:
    """(many, width) of zeros. Those that are never touched take no memory, so width is cheap.

    Args:
        many: how many rows.
        width: how long each is.
        sparse: whether a small part of most rows is touched. NumPy asks for pages as large as many rows, and
            all of a page is cleared when a part of it is touched; this asks for small ones, where it can.
    """
    if not sparse or not hasattr(mmap, "MADV_NOHUGEPAGE") or not many * width:
        return np.zeros((many, width))
    memory = mmap.mmap(-1, 8 * many * width, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a kernel without large pages
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, np.float64).reshape(many, width)


def empty_layer(many: int, width: int, *, sparse: bool = False) -> Layer:
    """An empty layer; `sparse` as for `zeros`."""
    spans = np.zeros((many, 2), np.int64)
    spans[:, 0] = EMPTY
    return Layer(zeros(many, width, sparse=sparse), spans)


def empty_layers(quotient: Quotient, width: int) -> Layers:
    """Empty layers for a chain. Of a system that looks at its money, most classes have a few sums only."""
    classes, posts, sparse = len(quotient.post), len(quotient.first) - 1, quotient.rows.size > 0
    return Layers(*(empty_layer(many, width, sparse=sparse) for many in (classes, classes, classes, posts)))


def _follow(
    quotient: Quotient,
    thresholds: Thresholds,
    more: int,
    layers: Layers,
    left: Floats,
    ends: Floats,
    visits: Floats,
    stays: Ints,
    reach: Ints,
) -> tuple[float, int]:  # pragma: no mutate block - compiled, which Numba cannot do to a mutant
    """Follow the players throw by throw until they leave or come to the next count.

    Args:
        quotient: the quotient chain.
        thresholds: when a player leaves, and what is counted.
        more: how many counts are left.
        layers: the players; then only `after` holds some.
        left: (classes, width) where players who leave are added.
        ends: (5,) where their ends are added.
        visits: (classes,) where bets and throws are added.
        stays: (classes, 2) the sums with which a player of a class stays.
        reach: (classes, 2) spans to widen by the sums with which players come to each class; or empty.

    Returns:
        The probability that was cut off, and how many throws there were; `ABOVE` or `BELOW_ZERO` if a sum
        left the grid.
    """
    now, same, after, thrown = layers
    lost, passes, waiting = 0.0, 0, 1.0
    while waiting > STUCK:
        for c in range(len(reach)):
            reach[c, 0] = min(reach[c, 0], now.spans[c, 0])
            reach[c, 1] = max(reach[c, 1], now.spans[c, 1])
        lost += _bet(quotient, thresholds, more, now, thrown, left, ends, visits, stays)
        waiting = _throw(quotient, thresholds.counted_mark, thrown, same, after)
        if waiting < 0.0:
            return lost, int(waiting)
        now, same = same, now
        passes += 1
    for c in range(len(stays)):
        lost += sum_of(now.chances[c], now.spans[c, 0], now.spans[c, 1])
        empty_out(now.chances[c], now.spans[c])
    return lost, passes


follow: Final = compiled(_follow)
follow_here: Final = inlined_once(_follow)
"""The same as lines of its caller, which is then compiled as one."""


@inlined_once
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
    """Take out the players who leave, and let the others bet. Returns the probability cut off."""
    lost = 0.0
    for c in quotient.rows:
        _go_down(quotient, now, c)
    for c in range(len(stays)):
        chances, need = now.chances[c], quotient.need[c]
        lost += trim(chances, now.spans[c], thresholds.negligible)
        low, high = now.spans[c, 0], now.spans[c, 1]
        begin, end = max(low, stays[c, 0]), min(high, stays[c, 1])
        if begin < end:
            r = quotient.post[c]
            visits[c] += sum_of(chances, begin, end)
            add(thrown.chances[r], thrown.spans[r], chances, begin, end, 0, 1.0)
        else:
            begin = end = high
        _leave(chances, low, begin, left[c], ends, need, thresholds, more)
        _leave(chances, end, high, left[c], ends, need, thresholds, more)
        empty_out(chances, now.spans[c])
    return lost


@inlined_once
def _go_down(quotient: Quotient, now: Layer, c: int) -> None:
    """Move the players who own less than a decision takes to the classes that decide for them."""
    chances, span = now.chances[c], now.spans[c]
    above, low, high = c, int(span[0]), min(int(span[1]), int(quotient.least[c]))
    span[0] = max(low, high)
    while low < high:
        above = int(quotient.below[above])
        begin = max(low, int(quotient.least[above]))
        if begin < high:
            add(now.chances[above], now.spans[above], chances, begin, high, 0, 1.0)
            for m in range(begin, high):
                chances[m] = 0.0
            high = begin


@inlined_once
def _throw(quotient: Quotient, counted_mark: int, thrown: Layer, same: Layer, after: Layer) -> float:
    """Follow all transitions. Returns the waiting probability; `ABOVE` or `BELOW_ZERO` for sums outside."""
    waiting = 0.0
    for r in range(len(thrown.spans)):
        chances, low, high = thrown.chances[r], thrown.spans[r, 0], thrown.spans[r, 1]
        mass = sum_of(chances, low, high) if counted_mark else 0.0
        for w in range(quotient.first[r], quotient.first[r + 1]) if low < high else range(0):
            c, by, chance = quotient.to[w], quotient.delta[w], quotient.chance[w]
            if high + by > same.chances.shape[1]:
                return float(ABOVE)
            if low + by < 0:
                return float(BELOW_ZERO)
            if counted_mark == 0 or quotient.marks[w] & counted_mark:
                add(after.chances[c], after.spans[c], chances, low, high, by, chance)
            else:
                add(same.chances[c], same.spans[c], chances, low, high, by, chance)
                waiting += chance * mass
        empty_out(chances, thrown.spans[r])
    return waiting


@inlined
def anybody(spans: Ints) -> bool:
    """Whether any span holds probability."""
    found = False
    for c in range(len(spans)):
        found |= spans[c, 0] < spans[c, 1]
    return found


@inlined
def trim(chances: Floats, span: Ints, negligible: float) -> float:
    """Cut off negligible probabilities at both ends of a span. Returns their sum."""
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
    """Add players with these sums to those who left, and to their ends."""
    # Add up each span by itself first: the rounding error of a sum grows with the number of its terms.
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
def sum_of(chances: Floats, low: int, high: int) -> float:
    """The sum of a span, by four partial sums for speed."""
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
def add(into: Floats, span: Ints, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    """Add a transition's share of a row, shifted by the sum it wins or loses."""
    # Unsigned, because Numba checks each time whether a signed index is below zero.
    source, target = np.uint64(low), np.uint64(low + by)
    for m in range(np.uint64(high - low)):
        into[target + m] += chance * thrown[source + m]
    span[0], span[1] = min(span[0], low + by), max(span[1], high + by)


@inlined
def empty_out(chances: Floats, span: Ints) -> None:
    if span[0] < span[1]:
        start = np.uint64(span[0])
        for m in range(np.uint64(span[1] - span[0])):
            chances[start + m] = 0.0
    span[0], span[1] = EMPTY, 0
