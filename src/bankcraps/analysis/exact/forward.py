"""Forward dynamic programming: the probability of each class of states with each sum owned, throw by throw.

Nothing is sampled. A pass is one throw. It starts from the probabilities before the betting, takes out the
players who leave, and moves the rest along the transitions. A session of n throws takes n passes. A session
of n decisions or n hands repeats passes at each count, until nearly all players have reached the next count.
Players who are far from leaving get there in one leap.
"""

from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import NEED_LEFT, Floats, Ints
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import ENDS, PLAYS, stopping_reason
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.exact.leaps import (
    Counts,
    Leaping,
    Leaps,
    bring_back,
    by_sum,
    leap,
    leaping_with,
    safe_sums,
    sums_near,
)
from bankcraps.analysis.exact.passes import (
    ABOVE,
    BELOW_ZERO,
    EMPTY,
    NOWHERE,
    Layers,
    Play,
    Tally,
    Thresholds,
    anybody,
    clear,
    empty_layers,
    follow_here,
    play_of,
    shift,
    zeros,
)
from bankcraps.analysis.exact.quotient import Quotient, origins, sums_by
from bankcraps.errors import BankcrapsError
from bankcraps.support.compiled import compiled, inlined, inlined_once

NEGLIGIBLE: Final = 1e-24
"""Smaller probabilities at the lowest and highest sums are cut off, and join the error bound."""

_stopping_reason = inlined(stopping_reason)


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
    quotient: Quotient, owned: int, thresholds: Thresholds, count: int, width: int, leaps: Leaps
) -> ForwardPass:
    """Follow the whole distribution until every player has left.

    Args:
        quotient: the quotient chain.
        owned: the sum owned at the start, in units.
        thresholds: when a player leaves, and what is counted.
        count: the number of throws, decisions or shooters.
        width: one more than the most that can be owned, in units.
        leaps: the changes from one count to the next, if they are known.

    Raises:
        BankcrapsError: if a player comes to own less than nothing, which no chain of a house does.
    """
    play, layers = play_of(quotient, thresholds), empty_layers(quotient, width)
    layers.now.chances[quotient.start, owned] = 1.0
    layers.now.spans[quotient.start] = owned, owned + 1
    classes = len(quotient.post)
    left, ends = zeros(classes, width, sparse=quotient.rows.size > 0), np.zeros((count + 1, len(ENDS)))
    tally = Tally(left, ends, np.zeros(classes), NOWHERE)
    if len(leaps.begins):
        lost, passes = _with_leaps(play, leaping_with(leaps, width), layers, tally)
    else:
        lost, passes = _passes(play, None, layers, tally, 0, count + 1)
    if passes == BELOW_ZERO:
        raise BankcrapsError("the chain is not sound: a player comes to own less than nothing")
    return ForwardPass(left, ends, tally.visits, lost, passes, narrow=passes == ABOVE)


def _with_leaps(play: Play, leaping: Leaping, layers: Layers, tally: Tally) -> tuple[float, int]:
    """Make all passes. Returns as `_passes` does.

    What becomes of all who do not leap is worked out after as many counts as that takes, if as many are still
    to come. So it never takes more than twice as long as to follow them at every count.
    """
    count, width = len(tally.ends) - 1, tally.left.shape[1]
    lost, passes = _passes(play, leaping, layers, tally, 0, 1)
    if passes < 0:
        return lost, passes
    counts = Counts(play._replace(stays=play.stays.copy()), leaping.leaps)
    sums = sums_near(leaping.safe, play.thresholds, width)
    turn = 1 + len(sums) if 0 < len(sums) <= count // 2 else count + 1
    for begin, end in ((1, turn), (turn, count + 1)):
        here = Layers(layers.after, layers.same, layers.now) if begin % 2 else layers
        if begin == turn <= count and (here.now.spans[:, 0] < here.now.spans[:, 1]).any():
            leaping = leaping._replace(near=counts.near(sums, width) or leaping.near)
        cut, made = _passes(play, leaping, here, tally, begin, end)
        if made < 0:
            return lost, made
        lost, passes = lost + cut, passes + made
    counts.add_up(leaping.near, tally)
    return lost, passes


@compiled
def _passes(
    play: Play, leaping: Leaping | None, layers: Layers, tally: Tally, begin: int, end: int
) -> tuple[float, int]:
    """Make the passes of some counts. Returns the probability lost and how many, or how a sum left the grid.

    Without leaps, machine code is made that knows none: the first session of throws is solved sooner.
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
            safe_sums(leaping, stays, width)
        if not anybody(now.spans):
            break
        most = 0
        if more > 0:
            most, cut = leap(leaping, play.thresholds.negligible, now, after, tally.visits)
            lost += cut
        # Those who do not leap: first all with less, then all with more, so that spans are short.
        for _ in range(1 if leaping is None else 2):
            made, cut = by_sum(leaping, more, now, after, tally.ends[done])
            most, lost = max(most, made), lost + cut
            if anybody(now.spans):
                cut, made = follow_here(play, Layers(now, same, after), tally, done, more)
                if made < 0:
                    return lost, made
                lost += cut
                most = max(most, made)
            bring_back(leaping, now)
        passes += most
        now, after = after, now
    return lost, passes


@inlined_once
def _staying(span: Ints, width: int, thresholds: Thresholds, need: int, more: int) -> None:
    """Set the span of sums at which a player plays on: one interval, by the stopping rule."""
    span[0], span[1] = EMPTY, 0
    for m in range(width):
        if _stopping_reason(m, thresholds.goal, thresholds.floor, need, more) == PLAYS:
            span[0], span[1] = min(span[0], m), m + 1


# After a player leaves: the distribution of the win or loss of the wagers still standing.


UNSETTLED: Final = 1e-18
"""Passes stop when the probability of an undecided wager is below this."""

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
    lost, passes = _settle(quotient, waits, reach - low, settled, fresh)
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


@compiled
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
