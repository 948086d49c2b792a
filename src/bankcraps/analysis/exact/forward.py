"""Forward dynamic programming: the probability of each class of states with each sum owned, throw by throw.

Nothing is sampled. A pass is one throw. It starts from the probabilities before the betting, takes out the
players who leave, and moves the rest along the transitions. A session of n throws takes n passes. A session
of n decisions or n hands repeats passes at each count, until nearly all players have reached the next count.

The classes and sums with which counts begin are a Markov renewal process. Its kernel is computed once, from
each class in which a count begins: the next such class, and the change of the sum owned until then. A player
far enough from goal, floor and ruin jumps from one count to the next: the new distribution is a convolution
with the kernel. All others are followed throw by throw.

Near this boundary the kernel depends on the sum, but it is the same at every count. So a long session
computes it once, too, for each class and sum, and applies it at each count (`BoundaryKernel`).
"""

from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import NEED_LEFT, Floats, Ints
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import ENDS, NEED_STOPPED, NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.exact.passes import (
    ABOVE,
    BELOW_ZERO,
    EMPTY,
    NOWHERE,
    Layer,
    Layers,
    Play,
    Tally,
    Thresholds,
    add,
    anybody,
    clear,
    empty_layer,
    empty_layers,
    empty_out,
    follow,
    follow_here,
    play_of,
    shift,
    sum_of,
    trim,
    zeros,
)
from bankcraps.analysis.exact.quotient import Quotient, most_terms, origins, sums_by
from bankcraps.errors import BankcrapsError
from bankcraps.support.compiled import compiled, either, inlined, inlined_once, machine, quickest

_WIDE: Final = 8_000
"""The sums of a row that take as long as the step that reads it, where NumPy does."""

_EACH: Final = 5
"""The transitions that take Python as long as the betting of a class."""

_GAIN: Final = 2
"""Jumps are used if they take so many times less work than passes."""


class RenewalKernel(NamedTuple):
    """The kernel of the Markov renewal process: the steps from one count to the next. Changes are in units.

    Attributes:
        renewals: (many,) the classes in which a count begins.
        chances: (many, many, width) the probability of beginning the next count in a class, with a change of
            what is owned; the second axis has the classes in the order of `renewals`.
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

    renewals: Ints
    chances: Floats
    spans: Ints
    origin: int
    reach: Ints
    around: Ints
    visits: Floats
    lost: Floats
    passes: int


def renewal_classes(quotient: Quotient, counted_mark: int) -> Ints:
    """The classes in which a count begins for a player: after a throw that counts, and the first of all."""
    after = quotient.to[quotient.marks & counted_mark != 0]
    return np.unique(np.append(after[quotient.need[after] != NEED_LEFT], quotient.start))


def no_renewals(quotient: Quotient) -> RenewalKernel:
    """A kernel without renewals: nobody jumps."""
    return _blank(quotient, np.zeros(0, np.int64), 0)


def renewal_kernel(
    quotient: Quotient, counted_mark: int, negligible: float, width: int
) -> RenewalKernel | None:
    """Compute the renewal kernel of a system that does not look at its money.

    Args:
        quotient: the quotient chain.
        counted_mark: the mark that is counted.
        negligible: smaller probabilities of the least and greatest changes are cut off.
        width: the number of changes for which there is room.

    Returns:
        The kernel; without renewals if jumps take about as much work as passes. None if the room is too
        narrow.
    """
    renewals = renewal_classes(quotient, counted_mark)
    found = _blank(quotient, renewals, width)
    classes, passes = len(quotient.post), 0
    thresholds = Thresholds(NO_GOAL, 0, counted_mark, negligible)
    plays = (quotient.post != ABSORBED) & (quotient.need != NEED_STOPPED)
    play = play_of(quotient, thresholds)
    play.stays[:] = np.where(plays[:, None], (0, width), (EMPTY, 0))
    for i, c in enumerate(renewals):
        layers = empty_layers(quotient, width)
        _put(layers.now, c, found.origin, 1.0)
        left, after = np.zeros((classes, width)), layers.after
        tally = Tally(left, np.zeros((1, len(ENDS))), found.visits[i], found.reach[i])
        found.lost[i], took = machine(follow)(play, layers, tally, 0, 1)
        if took < 0:
            return None
        passes = max(passes, took)
        found.chances[i], found.spans[i] = after.chances[renewals], after.spans[renewals]
        ways = np.concatenate((found.reach[i], after.spans))
        found.around[i] = ways[:, 0].min() - found.origin, ways[:, 1].max() - found.origin
        some = found.reach[i, :, 0] < found.reach[i, :, 1]
        found.reach[i, some] -= found.origin
        if left.any():
            found.around[i] = -EMPTY, EMPTY
    terms = np.maximum(0, found.spans[:, :, 1] - found.spans[:, :, 0])
    if _GAIN * terms.sum() > len(renewals) * passes * (len(quotient.to) + classes):
        return no_renewals(quotient)
    return found._replace(passes=passes + 1 + int(terms.sum(axis=0).max()) // most_terms(quotient))


def _blank(quotient: Quotient, renewals: Ints, width: int) -> RenewalKernel:
    many, classes = len(renewals), len(quotient.post)
    return RenewalKernel(
        renewals=renewals,
        chances=np.zeros((many, many, width)),
        spans=np.zeros((many, many, 2), np.int64),
        origin=width // 2,
        reach=np.tile(np.array((EMPTY, 0)), (many, classes, 1)),
        around=np.zeros((many, 2), np.int64),
        visits=np.zeros((many, classes)),
        lost=np.zeros(many),
        passes=0,
    )


class BoundaryKernel(NamedTuple):
    """The renewal kernel near goal, floor and ruin, by the class and the sum with which a count begins.

    Attributes:
        row: (many, width) the row of each class and sum that is known; -1 for others.
        after: (known, many, width) the probability of beginning the next count in a class with a sum.
        spans: (known, many, 2) the first sum above zero there, and one more than the last.
        ends: (known, 5) the probability of each end before.
        lost: (known,) the probability that was cut off.
        passes: the number of passes of a sweep with as large a rounding error.
        begun: (many, width) the expected number of counts that began so; sweeps add to it.
    """

    row: Ints
    after: Floats
    spans: Ints
    ends: Floats
    lost: Floats
    passes: int
    begun: Floats


class RenewalJumps(NamedTuple):
    """A sweep in which players jump from one count to the next.

    Attributes:
        kernel: the steps far from the boundary.
        safe: (many, 2) the spans of sums that jump: no player who begins with one leaves, or gets outside the
            grid.
        above: the players with more, who wait until those with less are followed.
        boundary: the steps of players who do not jump, as far as they are known.
    """

    kernel: RenewalKernel
    safe: Ints
    above: Layer
    boundary: BoundaryKernel


def _no_boundary(many: int, known: int, width: int) -> BoundaryKernel:
    """A boundary kernel with room for so many rows."""
    return BoundaryKernel(
        row=np.full((many, width), -1),
        after=np.zeros((known, many, width)),
        spans=np.zeros((known, many, 2), np.int64),
        ends=np.zeros((known, len(ENDS))),
        lost=np.zeros(known),
        passes=0,
        begun=np.zeros((many, width)),
    )


# Without jumps (None), each of these is compiled to nothing.


@either(inlined)
def set_safe_sums(jumps: RenewalJumps | None, stays: Ints, width: int) -> None:
    """Set the spans of sums that jump, given those with which a player of a class stays."""
    if jumps is None:
        return
    kernel, safe = jumps.kernel, jumps.safe
    for i in range(len(safe)):
        low, high = -kernel.around[i, 0], width - kernel.around[i, 1]
        for c in range(len(stays)):
            if kernel.reach[i, c, 0] < kernel.reach[i, c, 1]:
                low = max(low, stays[c, 0] - kernel.reach[i, c, 0])
                high = min(high, stays[c, 1] - kernel.reach[i, c, 1])
        safe[i, 0], safe[i, 1] = low, high + 1


@either(inlined)
def jump(
    jumps: RenewalJumps | None, negligible: float, now: Layer, after: Layer, visits: Floats
) -> tuple[int, float]:
    """Move the players with safe sums to the next count, and those with more into `above`.

    Those with less stay in `now`. Returns how many passes have as large a rounding error, and the probability
    cut off.
    """
    if jumps is None:
        return 0, 0.0
    kernel, safe, above = jumps.kernel, jumps.safe, jumps.above
    moved = lost = 0.0
    for i in range(len(safe)):
        chances, span = now.chances[kernel.renewals[i]], now.spans[kernel.renewals[i]]
        lost += trim(chances, span, negligible)
        low, high = int(span[0]), int(span[1])
        begin, end = max(low, safe[i, 0]), min(high, safe[i, 1])
        if begin >= end:
            continue
        for j in range(len(safe)):
            first, last = kernel.spans[i, j, 0], kernel.spans[i, j, 1]
            if first < last:
                c, won = kernel.renewals[j], kernel.chances[i, j]
                for m in range(begin, end):
                    add(after.chances[c], after.spans[c], won, first, last, m - kernel.origin, chances[m])
        mass = sum_of(chances, begin, end)
        moved += mass
        lost += mass * kernel.lost[i]
        for c in range(len(visits)):
            visits[c] += mass * kernel.visits[i, c]
        if end < high:
            add(above.chances[i], above.spans[i], chances, end, high, 0, 1.0)
        span[0] = begin
        empty_out(chances, span)
        if low < begin:
            span[0], span[1] = low, begin
    return kernel.passes if moved > 0.0 else 0, lost


@either(inlined)
def bring_back(jumps: RenewalJumps | None, now: Layer) -> None:
    """Move the players who were put into `above` back to `now`."""
    if jumps is None:
        return
    kernel, above = jumps.kernel, jumps.above
    for i in range(len(kernel.renewals)):
        chances, span, c = above.chances[i], above.spans[i], kernel.renewals[i]
        if span[0] < span[1]:
            add(now.chances[c], now.spans[c], chances, span[0], span[1], 0, 1.0)
            empty_out(chances, span)


_MOST_BYTES: Final = 2**28
"""The most memory for a boundary kernel."""


def boundary_sums(safe: Ints, thresholds: Thresholds, width: int) -> list[tuple[int, int]]:
    """The places in `renewals`, each with a sum that does not jump though its changes stay in the grid.

    Empty if their kernel needs too much memory.
    """
    goal = thresholds.goal if thresholds.goal < width else 0
    found = [
        (i, m)
        for i, (least, most) in enumerate(safe.tolist())
        for m in (*range(min(least, width)), *range(max(least, most), goal))
    ]
    return found if 8 * len(found) * len(safe) * width <= _MOST_BYTES else []


def boundary_kernel(
    play: Play, kernel: RenewalKernel, sums: list[tuple[int, int]], width: int
) -> BoundaryKernel | None:
    """Compute the boundary kernel of some classes and sums. None if the grid is too narrow.

    Args:
        play: the acts of players, and when they leave, except at the last count.
        kernel: the steps far from the boundary.
        sums: places in `kernel.renewals`, each with a sum.
        width: one more than the most that can be owned, in units.
    """
    quotient, renewals = play.quotient, kernel.renewals
    known = _no_boundary(len(renewals), len(sums), width)
    layers, passes = empty_layers(quotient, width), 0
    left, visits = np.zeros_like(layers.now.chances), np.zeros(len(quotient.post))
    for number, (i, m) in enumerate(sums):
        known.row[i, m] = number
        _put(layers.now, renewals[i], m, 1.0)
        tally = Tally(left, known.ends[number : number + 1], visits, NOWHERE)
        known.lost[number], took = machine(follow)(play, layers, tally, 0, 1)
        if took == ABOVE:
            return None
        if took == BELOW_ZERO:  # nobody owns less than what stands
            known.row[i, m], layers = -1, empty_layers(quotient, width)
            continue
        passes = max(passes, took)
        after = layers.after
        known.after[number], known.spans[number] = after.chances[renewals], after.spans[renewals]
        after.chances[renewals] = 0.0
        after.spans[:] = EMPTY, 0
    return known._replace(passes=passes + 1 + len(sums) * len(renewals) // most_terms(quotient))


def _add_up(play: Play, jumps: RenewalJumps, tally: Tally) -> None:
    """Add the leaving and the throws of players who began near the boundary, all counts at once."""
    begun = jumps.boundary.begun
    layers = empty_layers(play.quotient, begun.shape[1])
    for i, m in np.argwhere(begun > 0).tolist():
        _put(layers.now, jumps.kernel.renewals[i], m, float(begun[i, m]))
    machine(follow)(play, layers, tally._replace(ends=np.zeros((1, len(ENDS)))), 0, 1)


def _put(layer: Layer, c: int, m: int, chance: float) -> None:
    """Set the probability of a class with a sum."""
    layer.chances[c, m] = chance
    span = layer.spans[c]
    span[:] = min(span[0], m), max(span[1], m + 1)


@either(inlined)
def boundary_jump(jumps: RenewalJumps | None, now: Layer, after: Layer, ends: Floats) -> tuple[int, float]:
    """Move the players whose steps the boundary kernel has. Returns as `jump` does."""
    if jumps is None:
        return 0, 0.0
    kernel, boundary = jumps.kernel, jumps.boundary
    lost, passes = 0.0, 0
    for i in range(len(kernel.renewals)):
        chances, span = now.chances[kernel.renewals[i]], now.spans[kernel.renewals[i]]
        for m in range(span[0], span[1]):
            number, chance = boundary.row[i, m], chances[m]
            if number < 0 or chance == 0.0:
                continue
            _add_row(jumps, number, chance, after, ends)
            boundary.begun[i, m] += chance
            lost += chance * boundary.lost[number]
            chances[m] = 0.0
            passes = boundary.passes
        while span[0] < span[1] and chances[span[0]] == 0.0:
            span[0] += 1
        while span[0] < span[1] and chances[span[1] - 1] == 0.0:
            span[1] -= 1
    return passes, lost


@either(inlined)
def _add_row(jumps: RenewalJumps, number: int, chance: float, after: Layer, ends: Floats) -> None:
    """Add a share of a row of the boundary kernel."""
    kernel, boundary = jumps.kernel, jumps.boundary
    for j in range(len(kernel.renewals)):
        first, last = boundary.spans[number, j, 0], boundary.spans[number, j, 1]
        if first < last:
            c = kernel.renewals[j]
            add(after.chances[c], after.spans[c], boundary.after[number, j], first, last, 0, chance)
    for end in range(len(ends)):
        ends[end] += chance * boundary.ends[number, end]


NEGLIGIBLE: Final = 1e-24
"""Smaller probabilities at the lowest and highest sums are cut off, and join the error bound."""

_stopping_reason = either(inlined)(stopping_reason)


class ForwardPass(NamedTuple):
    """The result of a sweep.

    Attributes:
        left: (classes, width) the probability of leaving in each class with each sum, in units.
        ends: (count + 1, 5) the probability of each end, by the count at which the player left.
        visits: (classes,) expected bets and throws from each class.
        lost: the probability that was cut off.
        passes: the number of passes; the bound on rounding errors needs it.
        narrow: whether the grid was too narrow; if so, ignore the other fields.
    """

    left: Floats
    ends: Floats
    visits: Floats
    lost: float
    passes: int
    narrow: bool


def sweep(
    quotient: Quotient, owned: int, thresholds: Thresholds, count: int, width: int, kernel: RenewalKernel
) -> ForwardPass:
    """Follow the whole distribution until every player has left.

    Args:
        quotient: the quotient chain.
        owned: the sum owned at the start, in units.
        thresholds: when a player leaves, and what is counted.
        count: the number of throws, decisions or shooters.
        width: one more than the most that can be owned, in units.
        kernel: the steps from one count to the next, if players jump.

    Raises:
        BankcrapsError: if a player comes to own less than nothing, which no chain of a house does.
    """
    play, layers = play_of(quotient, thresholds), empty_layers(quotient, width)
    _put(layers.now, quotient.start, owned, 1.0)
    classes = len(quotient.post)
    left, ends = zeros(classes, width, sparse=quotient.rows.size > 0), np.zeros((count + 1, len(ENDS)))
    tally = Tally(left, ends, np.zeros(classes), NOWHERE)
    if len(kernel.renewals):
        lost, passes = _with_jumps(play, kernel, layers, tally)
    else:
        steps = count * (len(play.ways.chance) + _EACH * classes) * (1 + width / _WIDE)
        lost, passes = quickest(_passes, steps)(play, None, layers, tally, 0, count + 1)
    if passes == BELOW_ZERO:
        raise BankcrapsError("the chain is not sound: a player comes to own less than nothing")
    return ForwardPass(left, ends, tally.visits, lost, passes, narrow=passes == ABOVE)


def _with_jumps(play: Play, kernel: RenewalKernel, layers: Layers, tally: Tally) -> tuple[float, int]:
    """Make all passes. Returns as `_passes` does.

    The boundary kernel is computed after as many counts as that takes, if as many are still to come. So it
    never takes more than twice as long as to follow its players at every count.
    """
    count, width, many = len(tally.ends) - 1, tally.left.shape[1], len(kernel.renewals)
    safe, above = np.zeros((many, 2), np.int64), empty_layer(many, width)
    jumps = RenewalJumps(kernel, safe, above, _no_boundary(many, 0, width))
    lost, passes = machine(_passes)(play, jumps, layers, tally, 0, 1)
    if passes < 0:
        return lost, passes
    going_on = play._replace(stays=play.stays.copy())  # `_passes` changes it at the last count
    sums = boundary_sums(jumps.safe, play.thresholds, width)
    turn = 1 + len(sums) if 0 < len(sums) <= count // 2 else count + 1
    for begin, end in ((1, turn), (turn, count + 1)):
        here = Layers(layers.after, layers.same, layers.now) if begin % 2 else layers
        if begin == turn <= count and (here.now.spans[:, 0] < here.now.spans[:, 1]).any():
            jumps = jumps._replace(boundary=boundary_kernel(going_on, kernel, sums, width) or jumps.boundary)
        cut, made = machine(_passes)(play, jumps, here, tally, begin, end)
        if made < 0:
            return lost, made
        lost, passes = lost + cut, passes + made
    _add_up(going_on, jumps, tally)
    return lost, passes


@either(compiled)
def _passes(
    play: Play, jumps: RenewalJumps | None, layers: Layers, tally: Tally, begin: int, end: int
) -> tuple[float, int]:
    """Make the passes of some counts. Returns the probability lost and how many, or how a sum left the grid.

    Without jumps, machine code is made that knows none: the first session of throws is solved sooner.
    """
    now, same, after = layers
    stays, need, width = play.stays, play.quotient.need, now.chances.shape[1]
    lost, passes = 0.0, 0
    for done in range(begin, end):
        more = len(tally.ends) - 1 - done
        if done == 0 or more == 0:
            for c in range(len(stays)):
                if c > 0 and need[c] == need[c - 1]:
                    stays[c, 0], stays[c, 1] = stays[c - 1, 0], stays[c - 1, 1]
                else:
                    _staying(stays[c], width, play.thresholds, need[c], more)
            set_safe_sums(jumps, stays, width)
        if not anybody(now.spans):
            break
        most = 0
        if more > 0:
            most, cut = jump(jumps, play.thresholds.negligible, now, after, tally.visits)
            lost += cut
        # Those who do not jump: first all with less, then all with more, so that spans are short.
        for _ in range(1 if jumps is None else 2):
            made, cut = boundary_jump(jumps, now, after, tally.ends[done]) if more > 0 else (0, 0.0)
            most, lost = max(most, made), lost + cut
            if anybody(now.spans):
                cut, made = follow_here(play, Layers(now, same, after), tally, done, more)
                if made < 0:
                    return lost, made
                lost += cut
                most = max(most, made)
            bring_back(jumps, now)
        passes += most
        now, after = after, now
    return lost, passes


@either(inlined_once)
def _staying(span: Ints, width: int, thresholds: Thresholds, need: int, more: int) -> None:
    """Set the span of sums at which a player plays on: one interval, by the stopping rule."""
    span[0], span[1] = EMPTY, 0
    for m in range(width):
        if _stopping_reason(m, thresholds.goal, thresholds.floor, need, more) == PLAYS:
            span[0], span[1] = min(span[0], m), m + 1


# After a player leaves: the distribution of the win or loss of the wagers still standing.


UNSETTLED: Final = 1e-18
"""Passes stop when the probability of an undecided wager is below this."""

_USUAL_PASSES: Final = 250
_MAX_PASSES: Final = 20_000


class AfterLeaving(NamedTuple):
    """The change of the player's wealth between leaving and the moment when no wager stands.

    Attributes:
        chance: (classes, changes) the probability of each change, by the class of a player who has left.
        lowest: the change that column 0 stands for, in units; each column is one unit more.
        lost: the largest probability, over the classes, that is still undecided when the passes stop.
        passes: the number of throws that were followed.
    """

    chance: Floats
    lowest: int
    lost: float
    passes: int


def after_leaving(quotient: Quotient, reach: Ints) -> AfterLeaving:
    """Compute the distribution for every class of a player who has left.

    Args:
        quotient: the quotient chain.
        reach: its `changes_after_leaving`.
    """
    low = int(reach.min(initial=0))
    chance = np.zeros((len(quotient.post), int(reach.max(initial=0)) - low + 1))
    gone = quotient.need == NEED_LEFT
    over = np.flatnonzero(gone & (quotient.post == ABSORBED))
    chance[over, quotient.fee[over] - low] = 1.0
    waits = np.flatnonzero(gone & (quotient.post != ABSORBED))
    settled = _Settling(chance, np.zeros(len(quotient.post)))
    settled.unsettled[waits] = 1.0
    fresh = _Settling(np.zeros((len(waits), chance.shape[1])), np.zeros(len(waits)))
    steps = _USUAL_PASSES * int(np.diff(quotient.first)[quotient.post[waits]].sum())
    lost, passes = quickest(_settle, steps)(quotient, waits, reach - low, settled, fresh)
    return AfterLeaving(chance, low, lost, passes)


def changes_after_leaving(quotient: Quotient) -> Ints:
    """(classes, 2) the least and the greatest total change, by following transitions to a fixed point.

    Both are 0 for a class of a player who has not left.

    Raises:
        TooLargeError: if there is no greatest.
    """
    gone = np.flatnonzero(quotient.need == NEED_LEFT)
    waits = gone[quotient.post[gone] != ABSORBED]
    low = np.where(quotient.post == ABSORBED, quotient.fee, 0)
    high = low.copy()
    ways = [slice(int(quotient.first[r]), int(quotient.first[r + 1])) for r in map(int, quotient.post[waits])]
    for _ in range(len(gone) + 1):
        before = low.copy(), high.copy()
        for c, way in zip(waits, ways, strict=True):
            low[c] = (quotient.delta[way] + low[quotient.to[way]]).min()
            high[c] = (quotient.delta[way] + high[quotient.to[way]]).max()
        if (low == before[0]).all() and (high == before[1]).all():
            reach = np.zeros((len(low), 2), np.int64)
            reach[gone] = np.stack((low[gone], high[gone]), axis=1)
            return reach
    raise TooLargeError(
        "a wager stays up after the player leaves, and can win any number of times before it loses, so the "
        "sum taken home has no upper bound; simulate it instead"
    )


class _Settling(NamedTuple):
    """The probability of each change, and that of an undecided wager, for some classes."""

    chance: Floats
    unsettled: Floats


@either(compiled)
def _settle(
    quotient: Quotient, waits: Ints, reach: Ints, settled: _Settling, fresh: _Settling
) -> tuple[float, int]:
    """Throw until nearly every wager is decided. Each pass moves the distributions back by one throw.

    Of each class, only the columns between the two of `reach` hold anything. `settled` has all classes, and
    `fresh` has room for those of players who wait.
    """
    most = 0.0
    for passed in range(_MAX_PASSES):
        most = 0.0
        for i, c in enumerate(waits):
            clear(fresh.chance[i], reach[c, 0], reach[c, 1] + 1)
            fresh.unsettled[i] = 0.0
            for w in range(quotient.first[quotient.post[c]], quotient.first[quotient.post[c] + 1]):
                to, share = quotient.to[w], quotient.chance[w]
                low, high = reach[to, 0], reach[to, 1] + 1
                shift(fresh.chance[i], settled.chance[to], low, high, quotient.delta[w], share)
                fresh.unsettled[i] += share * settled.unsettled[to]
        for i, c in enumerate(waits):
            clear(settled.chance[c], reach[c, 0], reach[c, 1] + 1)
            shift(settled.chance[c], fresh.chance[i], reach[c, 0], reach[c, 1] + 1, 0, 1.0)
            settled.unsettled[c] = fresh.unsettled[i]
            most = max(most, fresh.unsettled[i])
        if most < UNSETTLED:
            return most, passed
    return most, _MAX_PASSES


def visits_after_leaving(quotient: Quotient, leaving: Floats) -> Floats:
    """(classes,) expected visits after leaving, from the probability of leaving into each class."""
    visits, here = np.zeros(len(quotient.post)), leaving.copy()
    of_way = origins(quotient)
    throws = quotient.post != ABSORBED
    for _ in range(_MAX_PASSES):
        visits += here  # counted even if nothing is thrown: taking down can return commission
        here[~throws] = 0.0
        if here.sum() < UNSETTLED:
            break
        thrown = sums_by(quotient.post[throws], here[throws], len(quotient.first) - 1)
        here = sums_by(quotient.to, thrown[of_way] * quotient.chance, len(quotient.post))
    return visits
