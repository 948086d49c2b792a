"""Leaps: a whole decision or hand at once, for players whose sum makes them leave nowhere on the way.

From one count to the next the same throws can come each time. What they win or lose is followed once, from
each class in which a count begins. A player far enough from goal, floor and ruin leaps: the sum owned at the
next count is the sum at this one plus that change, a convolution. All others are followed throw by throw.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import NEED_LEFT
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import ENDS, NEED_STOPPED, NO_GOAL
from bankcraps.analysis.exact.layers import EMPTY, Layer, add, empty_out, sum_of, trim
from bankcraps.analysis.exact.passes import Thresholds, empty_layers, follow
from bankcraps.analysis.exact.quotient import Quotient, most_terms
from bankcraps.analysis.exact.ways import ways_into
from bankcraps.support.compiled import inlined

__all__ = ["Leaps", "begins_of", "bring_back", "leap", "leaps_of", "no_leaps", "safe_sums"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_GAIN: Final = 2
"""Leaps are used if they take so many times less work than passes."""


class Leaps(NamedTuple):
    """The steps from one count to the next, by the class in which they begin. Changes are in units.

    Attributes:
        begins: (many,) the classes in which a count begins.
        chances: (many, many, width) the probability of beginning the next count in a class, with a change of
            what is owned; the second axis has the classes in the order of `begins`.
        spans: (many, many, 2) the first column of `chances` above zero, and one more than the last.
        origin: the column of no change.
        reach: (many, classes, 2) the least change with which a player comes to a class on the way, and one
            more than the greatest; an empty span if no player comes there.
        around: (many, 2) the same over all classes, and with the changes at the next count; without bounds if
            some players leave on the way whatever they own.
        visits: (many, classes) expected bets and throws from each class.
        lost: (many,) the probability that was cut off.
        passes: the number of passes of a sweep with as large a rounding error.
    """

    begins: Ints
    chances: Floats
    spans: Ints
    origin: int
    reach: Ints
    around: Ints
    visits: Floats
    lost: Floats
    passes: int


def begins_of(quotient: Quotient, counted_mark: int) -> Ints:
    """The classes in which a count begins for a player: after a throw that counts, and the first of all."""
    after = quotient.to[quotient.marks & counted_mark != 0]
    return np.unique(np.append(after[quotient.need[after] != NEED_LEFT], quotient.start))


def no_leaps(quotient: Quotient) -> Leaps:
    """Leaps from nowhere."""
    return _blank(quotient, np.zeros(0, np.int64), 0)


def leaps_of(quotient: Quotient, counted_mark: int, negligible: float, width: int) -> Leaps | None:
    """Follow what happens from one count to the next, for a system that does not look at its money.

    Args:
        quotient: the quotient chain.
        counted_mark: the mark that is counted.
        negligible: smaller probabilities of the least and greatest changes are cut off.
        width: the number of changes for which there is room.

    Returns:
        The leaps; none if they take about as much work as passes. None if the room is too narrow.
    """
    begins, into = begins_of(quotient, counted_mark), ways_into(quotient, counted_mark)
    found = _blank(quotient, begins, width)
    classes, passes = len(quotient.post), 0
    thresholds = Thresholds(NO_GOAL, 0, counted_mark, negligible)
    plays = (quotient.post != ABSORBED) & (quotient.need != NEED_STOPPED)
    stays = np.where(plays[:, None], (0, width), (EMPTY, 0))
    for i, c in enumerate(begins):
        layers = empty_layers(quotient, width)
        layers.now.chances[c, found.origin] = 1.0
        layers.now.spans[c] = found.origin, found.origin + 1
        left, after = np.zeros((classes, width)), layers.after
        counts = (left, np.zeros(len(ENDS)), found.visits[i])
        found.lost[i], took = follow(quotient, into, thresholds, 1, layers, *counts, stays, found.reach[i])
        if took < 0:
            return None
        passes = max(passes, took)
        found.chances[i], found.spans[i] = after.chances[begins], after.spans[begins]
        ways = np.concatenate((found.reach[i], after.spans))
        found.around[i] = ways[:, 0].min() - found.origin, ways[:, 1].max() - found.origin
        some = found.reach[i, :, 0] < found.reach[i, :, 1]
        found.reach[i, some] -= found.origin
        if left.any():
            found.around[i] = -EMPTY, EMPTY
    terms = np.maximum(0, found.spans[:, :, 1] - found.spans[:, :, 0])
    if _GAIN * terms.sum() > len(begins) * passes * (len(quotient.to) + classes):
        return no_leaps(quotient)
    return found._replace(passes=passes + 1 + int(terms.sum(axis=0).max()) // most_terms(quotient))


def _blank(quotient: Quotient, begins: Ints, width: int) -> Leaps:
    many, classes = len(begins), len(quotient.post)
    return Leaps(
        begins=begins,
        chances=np.zeros((many, many, width)),
        spans=np.zeros((many, many, 2), np.int64),
        origin=width // 2,
        reach=np.tile(np.array((EMPTY, 0)), (many, classes, 1)),
        around=np.zeros((many, 2), np.int64),
        visits=np.zeros((many, classes)),
        lost=np.zeros(many),
        passes=0,
    )


# Without leaps, where None stands for them, each of these is compiled to nothing.


@inlined
def safe_sums(leaps: Leaps | None, stays: Ints, width: int, safe: Ints) -> None:
    """Set the spans of sums that leap: no player who begins with one leaves, or gets outside the grid.

    Args:
        leaps: the leaps, or None.
        stays: (classes, 2) the sums with which a player of a class stays.
        width: the width of the grid.
        safe: (many, 2) the spans to set.
    """
    if leaps is None:
        return
    for i in range(len(safe)):
        low, high = -leaps.around[i, 0], width - leaps.around[i, 1]
        for c in range(len(stays)):
            if leaps.reach[i, c, 0] < leaps.reach[i, c, 1]:
                low = max(low, stays[c, 0] - leaps.reach[i, c, 0])
                high = min(high, stays[c, 1] - leaps.reach[i, c, 1])
        safe[i, 0], safe[i, 1] = low, high + 1


@inlined
def leap(
    leaps: Leaps | None, safe: Ints, negligible: float, now: Layer, after: Layer, above: Layer, visits: Floats
) -> tuple[int, float]:
    """Move the players with safe sums to the next count, and those with more into `above`.

    Those with less stay in `now`. Returns how many passes have as large a rounding error, and the probability
    cut off.
    """
    if leaps is None:
        return 0, 0.0
    moved = lost = 0.0
    for i in range(len(safe)):
        chances, span = now.chances[leaps.begins[i]], now.spans[leaps.begins[i]]
        lost += trim(chances, span, negligible)
        low, high = int(span[0]), int(span[1])
        begin, end = max(low, safe[i, 0]), min(high, safe[i, 1])
        if begin >= end:
            continue
        for j in range(len(safe)):
            first, last = leaps.spans[i, j, 0], leaps.spans[i, j, 1]
            if first < last:
                c, won = leaps.begins[j], leaps.chances[i, j]
                for m in range(begin, end):
                    add(after.chances[c], after.spans[c], won, first, last, m - leaps.origin, chances[m])
        mass = sum_of(chances, begin, end)
        moved += mass
        lost += mass * leaps.lost[i]
        for c in range(len(visits)):
            visits[c] += mass * leaps.visits[i, c]
        if end < high:
            add(above.chances[i], above.spans[i], chances, end, high, 0, 1.0)
        span[0] = begin
        empty_out(chances, span)
        if low < begin:
            span[0], span[1] = low, begin
    return leaps.passes if moved > 0.0 else 0, lost


@inlined
def bring_back(leaps: Leaps | None, above: Layer, now: Layer) -> None:
    """Move the players who were put into `above` back to `now`."""
    if leaps is None:
        return
    for i in range(len(leaps.begins)):
        chances, span, c = above.chances[i], above.spans[i], leaps.begins[i]
        if span[0] < span[1]:
            add(now.chances[c], now.spans[c], chances, span[0], span[1], 0, 1.0)
            empty_out(chances, span)
