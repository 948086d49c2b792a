"""Forward dynamic programming: the probability of each class of states with each sum owned, throw by throw.

Nothing is sampled. A pass is one throw. It starts from the probabilities before the betting, takes out the
players who leave, and moves the rest along the transitions. A session of n throws takes n passes. A session
of n decisions or n hands repeats passes at each count, until nearly all players have reached the next count.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import compiled, inlined
from bankcraps.errors import BankcrapsError
from bankcraps.markov.stopping import ENDS, FLOOR, GOAL, LIMIT, PLAYS, RUIN, STOPPED, stopping_reason
from bankcraps.solver.quotient import Quotient

__all__ = ["NEGLIGIBLE", "ForwardPass", "sweep"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NEGLIGIBLE: Final = 1e-24
"""Smaller probabilities at the lowest and highest sums are cut off, and join the error bound."""

STUCK: Final = 1e-17
"""Passes at one count stop when less probability than this is waiting; it joins the error bound."""

_ABOVE, _BELOW_ZERO = 1, 2
"""The ways in which a sum leaves the grid."""

_EMPTY: Final = 2**40
"""The start of an empty span: above every sum."""

_stopping_reason = inlined(stopping_reason)


class Layer(NamedTuple):
    """Probabilities by sum owned, for every class or for every post-decision class.

    Attributes:
        chances: (many, width) the probability of each class with each sum, in units.
        spans: (many, 2) the first sum that can have a probability above zero, and one more than the last.
    """

    chances: Floats
    spans: Ints


class Thresholds(NamedTuple):
    """The goal and floor in units, the mark that is counted (0: every throw), and the cut-off probability."""

    goal: int
    floor: int
    counted_mark: int
    negligible: float


class ForwardPass(NamedTuple):
    """The result of a sweep.

    Attributes:
        left: (classes, width) the probability of leaving in each class with each sum, in units.
        ends: (count + 1, 5) the probability of each end, by the count at which the player left.
        visits: (classes,) expected bets and throws from each class.
        lost: the probability that was cut off.
        passes: how many passes there were; the bound on rounding errors needs it.
        narrow: whether the grid was too narrow; if so, ignore the other fields.
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
    """Follow the whole distribution until every player has left.

    Args:
        quotient: the quotient chain.
        owned: what is owned at the start, in units.
        thresholds: when a player leaves, and what is counted.
        count: how many throws, decisions or shooters.
        width: one more than the most that can be owned, in units.

    Raises:
        BankcrapsError: if a player comes to own less than nothing, which no chain of a house does.
    """
    classes = len(quotient.post)
    layers = (_layer(many, width) for many in (classes, classes, classes, len(quotient.first) - 1))
    now, same, after, thrown = layers
    now.chances[quotient.start, owned] = 1.0
    now.spans[quotient.start] = owned, owned + 1
    left, visits = np.zeros((classes, width)), np.zeros(classes)
    ends = np.zeros((count + 1, len(ENDS)))
    out = (left, ends, visits, np.zeros((classes, 2), np.int64))
    lost, passes, off = _passes(quotient, thresholds, now, same, after, thrown, *out)
    if off == _BELOW_ZERO:
        raise BankcrapsError("the chain is not sound: a player comes to own less than nothing")
    return ForwardPass(left, ends, visits, lost, passes, narrow=off == _ABOVE)


def _layer(many: int, width: int) -> Layer:
    """An empty layer. Untouched zeros take no memory, so width is cheap."""
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
) -> tuple[float, int, int]:
    """Make all passes. Returns the probability lost, how many passes, and how a sum left the grid, or 0."""
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
                return lost, passes, int(-waiting)
            now, same = same, now
            passes += 1
        for c in range(len(stays)):
            lost += _sum(now.chances[c], now.spans[c, 0], now.spans[c, 1])
            _empty_out(now.chances[c], now.spans[c])
        now, after = after, now
    return lost, passes, 0


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
    """Take out the players who leave, and let the others bet. Returns the probability cut off."""
    lost = 0.0
    for c in quotient.rows:
        _go_down(quotient, now, c)
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
def _go_down(quotient: Quotient, now: Layer, c: int) -> None:
    """Move the players who own less than a decision takes to the classes that decide for them."""
    chances, span = now.chances[c], now.spans[c]
    above, low, high = c, int(span[0]), min(int(span[1]), int(quotient.least[c]))
    span[0] = max(low, high)
    while low < high:
        above = int(quotient.below[above])
        begin = max(low, int(quotient.least[above]))
        if begin < high:
            _add(now.chances[above], now.spans[above], chances, begin, high, 0, 1.0)
            for m in range(begin, high):
                chances[m] = 0.0
            high = begin


@inlined
def _throw(quotient: Quotient, counted_mark: int, thrown: Layer, same: Layer, after: Layer) -> float:
    """Follow all transitions. Returns the waiting probability; -1 if a sum is above the grid, -2 below 0."""
    waiting = 0.0
    for r in range(len(thrown.spans)):
        chances, low, high = thrown.chances[r], thrown.spans[r, 0], thrown.spans[r, 1]
        mass = _sum(chances, low, high) if counted_mark else 0.0
        for w in range(quotient.first[r], quotient.first[r + 1]) if low < high else range(0):
            c, by, chance = quotient.to[w], quotient.delta[w], quotient.chance[w]
            if high + by > same.chances.shape[1]:
                return -1.0
            if low + by < 0:
                return -2.0
            if counted_mark == 0 or quotient.marks[w] & counted_mark:
                _add(after.chances[c], after.spans[c], chances, low, high, by, chance)
            else:
                _add(same.chances[c], same.spans[c], chances, low, high, by, chance)
                waiting += chance * mass
        _empty_out(chances, thrown.spans[r])
    return waiting


@inlined
def _anybody(spans: Ints) -> bool:
    """Whether any span holds probability."""
    found = False
    for c in range(len(spans)):
        found |= spans[c, 0] < spans[c, 1]
    return found


@inlined
def _staying(span: Ints, width: int, thresholds: Thresholds, need: int, more: int) -> None:
    """Set the span of sums at which a player plays on: one interval, by the stopping rule."""
    span[0], span[1] = _EMPTY, 0
    for m in range(width):
        if _stopping_reason(m, thresholds.goal, thresholds.floor, need, more) == PLAYS:
            span[0], span[1] = min(span[0], m), m + 1


@inlined
def _trim(chances: Floats, span: Ints, negligible: float) -> float:
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
def _sum(chances: Floats, low: int, high: int) -> float:
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
def _add(into: Floats, span: Ints, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    """Add a transition's share of a row, shifted by the sum it wins or loses."""
    # Unsigned, because Numba checks each time whether a signed index is below zero.
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
