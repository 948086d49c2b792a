"""A pass, which is one throw of a whole distribution: who leaves, who bets, and where the throw leads.

Each class has a row of probabilities by sum owned. `Ways` has the transitions by where they lead.
"""

import mmap
from contextlib import suppress
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import Floats, Ints
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import FLOOR, GOAL, LIMIT, RUIN, STOPPED, stopping_reason
from bankcraps.analysis.exact.quotient import Quotient, counts, origins, runs_of
from bankcraps.support.compiled import compiled, either, inlined, inlined_once

EMPTY: Final = 2**40
"""The start of an empty span: above every sum."""


class Layer(NamedTuple):
    """Probabilities by sum owned, for every class.

    Attributes:
        chances: (many, width) the probability of each class with each sum, in units.
        spans: (many, 2) the first sum that can have a probability above zero, and one more than the last.
    """

    chances: Floats
    spans: Ints


def zeros(many: int, width: int, *, sparse: bool = False) -> Floats:
    """(many, width) of zeros. Those that are never touched take no memory, so width is cheap.

    Args:
        many: the number of rows.
        width: the length of each.
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


@either(inlined)
def anybody(spans: Ints) -> bool:
    """Whether any span holds probability."""
    found = False
    for c in range(len(spans)):
        found |= spans[c, 0] < spans[c, 1]
    return found


@either(inlined)
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


@either(inlined)
def _sum_of_by_loops(chances: Floats, low: int, high: int) -> float:
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


@either(inlined, loops=_sum_of_by_loops)
def sum_of(chances: Floats, low: int, high: int) -> float:
    """The sum of a span, by four partial sums for speed."""
    if low >= high:
        return 0.0
    last = high - (high - low) % 4
    a, b, c, d = chances[low:last].reshape(-1, 4).sum(axis=0).tolist()
    for chance in chances[last:high].tolist():
        a += chance
    return (a + b) + (c + d)


@either(inlined)
def clear(chances: Floats, low: int, high: int) -> None:
    """Set a part of a row to zero."""
    if low < high:
        chances[low:high] = 0.0


@either(inlined)
def _shift_by_loops(into: Floats, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    if low < high:
        # Unsigned, because Numba checks each time whether a signed index is below zero.
        source, target = np.uint64(low), np.uint64(low + by)
        for m in range(np.uint64(high - low)):
            into[target + m] += chance * thrown[source + m]


@either(inlined, loops=_shift_by_loops)
def shift(into: Floats, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    """Add a share of a part of a row, shifted by the sum it wins or loses, if there is such a part."""
    if low < high:
        into[low + by : high + by] += chance * thrown[low:high]


@either(inlined)
def add(into: Floats, span: Ints, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    """Add a transition's share of a row, shifted by the sum it wins or loses."""
    shift(into, thrown, low, high, by, chance)
    span[0], span[1] = min(span[0], low + by), max(span[1], high + by)


@either(inlined)
def empty_out(chances: Floats, span: Ints) -> None:
    """Empty a row and its span."""
    clear(chances, span[0], span[1])
    span[0], span[1] = EMPTY, 0


class Ways(NamedTuple):
    """Transitions by where they lead. Those that move the same players by the same sum are one.

    Classes with the same post-decision class throw together: their players join those of the first of them,
    the *host*, once they have bet.

    Attributes:
        host: (classes,) the host of each class; itself where nothing is thrown.
        first: (2 * classes + 1,) the first transition into each class: `first[c]` of throws that do not
            count, and `first[classes + c]` of those that do.
        origin: (ways,) the host from which players come.
        delta: (ways,) the change of what is owned, in units.
        chance: (ways,) the probability.
    """

    host: Ints
    first: Ints
    origin: Ints
    delta: Ints
    chance: Floats


def ways_into(quotient: Quotient, counted_mark: int) -> Ways:
    """The transitions of a quotient chain by where they lead.

    Args:
        quotient: the quotient chain.
        counted_mark: the mark of throws that count; 0 for every throw.
    """
    classes = len(quotient.post)
    throws = np.flatnonzero(quotient.post != ABSORBED)
    posts, begins = np.unique(quotient.post[throws], return_index=True)
    host_of_post = np.full(len(quotient.first) - 1, -1)
    host_of_post[posts] = throws[begins]
    host = np.arange(classes)
    host[throws] = host_of_post[quotient.post[throws]]
    origin = host_of_post[origins(quotient)]
    into = quotient.to + classes * counts(quotient, counted_mark)
    some = np.flatnonzero(origin >= 0)
    columns = [column[some] for column in (into, origin, quotient.delta)]
    order, firsts = runs_of(*columns)
    into, origin, delta = (column[order[firsts]] for column in columns)
    chance = np.add.reduceat(quotient.chance[some[order]], firsts) if len(firsts) else np.zeros(0)
    return Ways(host, np.searchsorted(into, np.arange(2 * classes + 1)), origin, delta, chance)


STUCK: Final = 1e-17
"""Passes at one count stop when less probability than this is waiting; it joins the error bound."""

ABOVE, BELOW_ZERO = -1, -2
"""The ways in which a sum leaves the grid."""

_SUMS_AT_ONCE: Final = 2048
"""Rows of hundreds of classes with so many sums fit into the nearer memory of a processor."""

NOWHERE: Final = np.zeros((0, 2), np.int64)
"""The `reach` of a tally that does not note where players come."""

_stopping_reason = either(inlined)(stopping_reason)


class Layers(NamedTuple):
    """The players at one count.

    Attributes:
        now: before the betting.
        same: after the throw, at this count.
        after: after the throw, at the next count.
    """

    now: Layer
    same: Layer
    after: Layer


class Thresholds(NamedTuple):
    """The goal and floor in units, the mark that is counted (0: every throw), and the cut-off probability."""

    goal: int
    floor: int
    counted_mark: int
    negligible: float


class Play(NamedTuple):
    """The acts of players, and when they leave.

    Attributes:
        quotient: the quotient chain.
        ways: its transitions by where they lead, with the mark that is counted.
        thresholds: when a player leaves, and what is counted.
        stays: (classes, 2) the sums with which a player of a class stays.
    """

    quotient: Quotient
    ways: Ways
    thresholds: Thresholds
    stays: Ints


class Tally(NamedTuple):
    """Where passes add what they find.

    Attributes:
        left: (classes, width) the players who leave.
        ends: (counts, 5) their ends, by the count at which they leave.
        visits: (classes,) bets and throws.
        reach: (classes, 2) spans to widen by the sums with which players come to each class; or empty.
    """

    left: Floats
    ends: Floats
    visits: Floats
    reach: Ints


def play_of(quotient: Quotient, thresholds: Thresholds) -> Play:
    """Play in which nobody stays so far."""
    stays = np.zeros((len(quotient.post), 2), np.int64)
    return Play(quotient, ways_into(quotient, thresholds.counted_mark), thresholds, stays)


def empty_layers(quotient: Quotient, width: int) -> Layers:
    """Empty layers for a chain. Of a system that looks at its money, most classes have a few sums only."""
    classes, sparse = len(quotient.post), quotient.rows.size > 0
    return Layers(*(empty_layer(classes, width, sparse=sparse) for _ in range(3)))


def _follow(
    play: Play, layers: Layers, tally: Tally, done: int, more: int
) -> tuple[float, int]:  # pragma: no mutate block - compiled, which Numba cannot do to a mutant
    """Follow the players throw by throw until they leave or come to the next count.

    Args:
        play: the acts of players, and when they leave.
        layers: the players; then only `after` holds some.
        tally: where players who leave are added, and more.
        done: the count, from 0.
        more: the number of counts that are left.

    Returns:
        The probability that was cut off, and how many throws there were; `ABOVE` or `BELOW_ZERO` if a sum
        left the grid.
    """
    now, same, after = layers
    reach = tally.reach
    lost, passes, waiting = 0.0, 0, 1.0
    while waiting > STUCK:
        for c in range(len(reach)):
            reach[c, 0] = min(reach[c, 0], now.spans[c, 0])
            reach[c, 1] = max(reach[c, 1], now.spans[c, 1])
        lost += _bet(play, now, tally, done, more)
        waiting = _throw(play.ways, play.thresholds.counted_mark, now, same, after)
        if waiting < 0.0:
            return lost, int(waiting)
        now, same = same, now
        passes += 1
    for c in range(len(play.stays)):
        lost += sum_of(now.chances[c], now.spans[c, 0], now.spans[c, 1])
        empty_out(now.chances[c], now.spans[c])
    return lost, passes


follow: Final = either(compiled)(_follow)
follow_here: Final = either(inlined_once)(_follow)
"""The same, inlined into its caller."""


@either(inlined_once)
def _bet(play: Play, now: Layer, tally: Tally, done: int, more: int) -> float:
    """Take out the players who leave, and bring the others to their hosts. Returns what is cut off."""
    quotient, host, stays, ends = play.quotient, play.ways.host, play.stays, tally.ends[done]
    lost = 0.0
    for c in quotient.rows:
        _go_down(quotient, now, c)
    for c in range(len(stays)):
        chances, span, need = now.chances[c], now.spans[c], quotient.need[c]
        lost += trim(chances, span, play.thresholds.negligible)
        low, high = span[0], span[1]
        begin, end = max(low, stays[c, 0]), min(high, stays[c, 1])
        if begin >= end:
            begin = end = high
        _leave(chances, (low, begin), tally.left[c], ends, play.thresholds, (need, more))
        _leave(chances, (end, high), tally.left[c], ends, play.thresholds, (need, more))
        if begin >= end:
            empty_out(chances, span)
            continue
        tally.visits[c] += sum_of(chances, begin, end)
        if host[c] == c:
            clear(chances, low, begin)
            clear(chances, end, high)
            span[0], span[1] = begin, end
        else:
            add(now.chances[host[c]], now.spans[host[c]], chances, begin, end, 0, 1.0)
            empty_out(chances, span)
    return lost


@either(inlined_once)
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
            clear(chances, begin, high)
            high = begin


@either(inlined_once)
def _throw(ways: Ways, counted_mark: int, now: Layer, same: Layer, after: Layer) -> float:
    """Follow all transitions. Returns the waiting probability; `ABOVE` or `BELOW_ZERO` for sums outside."""
    waiting, classes, lowest, highest = 0.0, len(now.spans), EMPTY, 0
    for place in range(0 if counted_mark else classes, 2 * classes):
        span = after.spans[place - classes] if place >= classes else same.spans[place]
        outside = _widen(
            span, ways, ways.first[place], ways.first[place + 1], now.spans, now.chances.shape[1]
        )
        if outside < 0:
            return float(outside)
        lowest, highest = min(lowest, span[0]), max(highest, span[1])
    # Rows are longer than the nearest memory: some sums of all rows, then the next.
    for low in range(lowest, highest, _SUMS_AT_ONCE):
        high = min(low + _SUMS_AT_ONCE, highest)
        for place in range(0 if counted_mark else classes, 2 * classes):
            into = after.chances[place - classes] if place >= classes else same.chances[place]
            _come(into, ways, ways.first[place], ways.first[place + 1], now, low, high)
    for c in range(classes):
        if counted_mark:
            waiting += sum_of(same.chances[c], same.spans[c, 0], same.spans[c, 1])
        empty_out(now.chances[c], now.spans[c])
    return waiting


@either(inlined)
def _widen(span: Ints, ways: Ways, begin: int, end: int, spans: Ints, width: int) -> int:
    """Widen the span of a row by what comes. Returns `ABOVE` or `BELOW_ZERO` for sums outside, or else 0."""
    found = 0
    for w in range(begin, end):
        low, high = spans[ways.origin[w], 0] + ways.delta[w], spans[ways.origin[w], 1] + ways.delta[w]
        if low < high:
            span[0], span[1] = min(span[0], low), max(span[1], high)
            found = BELOW_ZERO if low < 0 else ABOVE if high > width else found
    return found


@either(inlined)
def _come_by_fours(into: Floats, ways: Ways, begin: int, end: int, now: Layer, least: int, most: int) -> None:
    """Add four at once: a row that is read and written once takes half of the time."""
    for w in range(begin, end, 4):
        _come_together(into, ways, w, min(w + 4, end), now, least, most)


@either(inlined, loops=_come_by_fours)
def _come(into: Floats, ways: Ways, begin: int, end: int, now: Layer, least: int, most: int) -> None:
    """Add the shares of transitions to some sums of a row. Each sum gets them in their order."""
    for w in range(begin, end):
        origin, by = ways.origin[w], ways.delta[w]
        low, high = now.spans[origin]
        shift(into, now.chances[origin], max(low, least - by), min(high, most - by), by, ways.chance[w])


@either(inlined)
def _come_together(into: Floats, ways: Ways, begin: int, end: int, now: Layer, least: int, most: int) -> None:
    """The same for one to four."""
    low, high = least, most
    for w in range(begin, end):
        source, by = now.spans[ways.origin[w]], ways.delta[w]
        low, high = max(low, source[0] + by), min(high, source[1] + by)
    if low >= high:
        low = high = most
    for w in range(begin, end):
        source, by = now.spans[ways.origin[w]], ways.delta[w]
        first, last = max(source[0], least - by), min(source[1], low - by)
        shift(into, now.chances[ways.origin[w]], first, last, by, ways.chance[w])
    if low >= high:
        return
    _shift_four(into, ways, begin, end, now.chances, low, high)
    for w in range(begin, end):
        source, by = now.spans[ways.origin[w]], ways.delta[w]
        shift(into, now.chances[ways.origin[w]], high - by, min(source[1], most - by), by, ways.chance[w])


@either(inlined)
def _shift_four(into: Floats, ways: Ways, begin: int, end: int, rows: Floats, low: int, high: int) -> None:
    """Add the shares of up to four transitions for the same sums. Those that are not there have no share."""
    w1, w2, w3 = min(begin + 1, end - 1), min(begin + 2, end - 1), min(begin + 3, end - 1)
    row0, row1 = rows[ways.origin[begin]], rows[ways.origin[w1]]
    row2, row3 = rows[ways.origin[w2]], rows[ways.origin[w3]]
    share0, share1 = ways.chance[begin], ways.chance[w1] if begin + 1 < end else 0.0
    share2 = ways.chance[w2] if begin + 2 < end else 0.0
    share3 = ways.chance[w3] if begin + 3 < end else 0.0
    start0, start1 = np.uint64(low - ways.delta[begin]), np.uint64(low - ways.delta[w1])
    start2, start3 = np.uint64(low - ways.delta[w2]), np.uint64(low - ways.delta[w3])
    target = np.uint64(low)
    for m in range(np.uint64(high - low)):
        first_two = (into[target + m] + share0 * row0[start0 + m]) + share1 * row1[start1 + m]
        into[target + m] = (first_two + share2 * row2[start2 + m]) + share3 * row3[start3 + m]


@either(inlined)
def _leave(
    chances: Floats,
    span: tuple[int, int],
    left: Floats,
    ends: Floats,
    thresholds: Thresholds,
    asked: tuple[int, int],
) -> None:
    """Add players with these sums to those who left, and to their ends.

    `asked` has what they need, and the number of counts that are left.
    """
    need, more = asked
    # Add up each span by itself first: the rounding error of a sum grows with the number of its terms.
    goal = ruin = limit = stopped = below = 0.0
    for m in range(span[0], span[1]):
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
