"""The chance of ever being so far ahead, or behind, for every distance at once, where nobody leaves early.

With much money the sum owned changes no decision: only the distance to a level counts. So one sweep backwards
gives the probability of reaching each level, where sweeps forwards need one for each level.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import NEED_STOPPED
from bankcraps.analysis.exact.quotient import Quotient, sums_by
from bankcraps.support.compiled import compiled, inlined

__all__ = ["reaching"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NOWHERE: Final = -1
"""The post-decision class of a player who leaves."""

_STUCK: Final = 1e-17
"""As in `forward`: the probability still waiting at one count, below which the next one begins."""


class _Ways(NamedTuple):
    """The transitions, as in `Quotient`.

    Attributes:
        first: the first one of each post-decision class.
        post: the post-decision class they lead to, or `_NOWHERE`.
        delta: the units by which the distance falls.
        chance: the probability.
        after: whether the count goes on.
    """

    first: Ints
    post: Ints
    delta: Ints
    chance: Floats
    after: NDArray[np.bool_]


def reaching(
    quotient: Quotient, counted_mark: int, count: int, width: int, sign: int
) -> tuple[Floats, float]:
    """The probability of ever owning so much more than at the start, or so much less.

    Args:
        quotient: the quotient chain, of a system that does not look at its money.
        counted_mark: the mark that is counted, or 0 for every throw.
        count: the number of throws, decisions or shooters in the session.
        width: the number of distances, in units.
        sign: 1 for more, -1 for less.

    Returns:
        (width,) the probability by distance; the first is 1. And the largest probability, over all classes,
        of the last distance: what is farther away is left out.
    """
    playing = (quotient.post != ABSORBED) & (quotient.need != NEED_STOPPED)
    post = np.where(playing, quotient.post, _NOWHERE)
    after = quotient.marks & counted_mark != 0 if counted_mark else np.ones(len(quotient.to), np.bool_)
    ways = _Ways(quotient.first, post[quotient.to], sign * quotient.delta, quotient.chance, after)
    layers = np.zeros((3, len(quotient.first) - 1, width))
    last = layers[_reach(ways, count, _passes_each(ways) if counted_mark else 1, layers)]
    start = int(post[quotient.start])
    found = last[start].copy() if start != _NOWHERE else np.zeros(width)
    found[0] = 1.0
    return found, float(last[:, -1].max(initial=0.0))


def _passes_each(ways: _Ways) -> int:
    """The number of throws until the count goes on, with near certainty."""
    origin = np.repeat(np.arange(len(ways.first) - 1), np.diff(ways.first))
    stays = ~ways.after & (ways.post != _NOWHERE)
    waiting = np.ones(len(ways.first) - 1)
    passes = 0
    while waiting.max(initial=0.0) > _STUCK:
        waiting = sums_by(origin[stays], ways.chance[stays] * waiting[ways.post[stays]], len(waiting))
        passes += 1
    return passes


@compiled
def _reach(ways: _Ways, count: int, passes: int, layers: Floats) -> int:
    """Fill the layers, (3, post-decision classes, width). Returns the number of the last one."""
    first, width = ways.first, layers.shape[2]
    before, same, fresh = 0, 1, 2
    for _ in range(count):
        for r in range(len(first) - 1):
            for d in range(width):
                layers[same, r, d] = layers[before, r, d]
        for _ in range(passes):
            for r in range(len(first) - 1):
                into = layers[fresh, r]
                for d in range(width):
                    into[d] = 0.0
                for w in range(first[r], first[r + 1]):
                    by, share, to = ways.delta[w], ways.chance[w], ways.post[w]
                    for d in range(1, min(width, by + 1)):
                        into[d] += share
                    if to != _NOWHERE:
                        source = layers[before if ways.after[w] else same, to]
                        _add(into, source, max(1, by + 1), min(width, width + by), by, share)
            same, fresh = fresh, same
        before, same = same, before
    return before


@inlined
def _add(into: Floats, source: Floats, low: int, high: int, by: int, share: float) -> None:
    """Add the share of a transition: a distance `d` becomes `d - by`."""
    if low >= high:
        return
    # Unsigned, because Numba checks each time whether a signed index is below zero.
    target, start = np.uint64(low), np.uint64(low - by)
    for m in range(np.uint64(high - low)):
        into[target + m] += share * source[start + m]
