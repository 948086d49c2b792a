"""The chance that a session falls by so much from its highest sum so far: a sweep over three kinds of sums.

Let the fall be d. As long as the highest sum is below d, nobody can have fallen so far, and what is owned
says enough. Once the highest sum is so far above d that nobody is ruined before the fall, only the distance
from the highest sum counts. In between, the highest sum has to be followed, too.

Each kind is a *plane* of classes by places. In plane 0 the place is the sum owned. In plane i, from 1, the
highest sum is `d + i - 1`, and the place is the sum owned. In the last plane the place is d less the distance
from the highest sum.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.stopping import NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.exact.quotient import Quotient
from bankcraps.support.compiled import compiled, inlined

__all__ = ["Fall", "chance_of_falling", "planes_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_EMPTY: Final = 2**40
"""The start of an empty span: above every place."""

_stopping_reason = inlined(stopping_reason)


class Fall(NamedTuple):
    """The question about a session of throws, in units of money.

    Attributes:
        owned: the sum owned at the start.
        goal: the player leaves owning this much; or `NO_GOAL`.
        floor: the player leaves owning less.
        need: no player who owns this much is ruined or below the floor.
        throws: their number.
        by: the fall.
        negligible: smaller probabilities at the ends of a span are left out.
    """

    owned: int
    goal: int
    floor: int
    need: int
    throws: int
    by: int
    negligible: float


def planes_of(fall: Fall) -> int:
    """The number of highest sums that have to be followed, from the fall upwards."""
    if fall.goal != NO_GOAL:
        return max(0, fall.goal - fall.by)
    return max(0, fall.need - 1)


def chance_of_falling(quotient: Quotient, fall: Fall) -> float:
    """The probability of owning so much less than the highest sum so far, before any throw's betting.

    Args:
        quotient: the quotient chain, of a system that does not look at its money.
        fall: the session and the fall, which is at least one unit.
    """
    planes = planes_of(fall)
    classes, width = len(quotient.post), fall.by + planes + 1
    layers = np.zeros((2, planes + 2, classes, width))
    spans = np.zeros((2, planes + 2, classes, 2), np.int64)
    spans[..., 0] = _EMPTY
    plane, place = _where(fall.owned, fall.by, planes)
    layers[0, plane, quotient.start, place] = 1.0
    spans[0, plane, quotient.start] = place, place + 1
    return float(_fallen(quotient, fall, layers, spans))


@compiled
def _where(owned: int, by: int, planes: int) -> tuple[int, int]:
    """The plane and the place of a player whose highest sum is what they own."""
    if owned < by:
        return 0, owned
    if owned < by + planes:
        return 1 + owned - by, owned
    return planes + 1, by


@compiled
def _fallen(quotient: Quotient, fall: Fall, layers: Floats, spans: Ints) -> float:
    """Throw as often as the session lasts. Returns the probability of having fallen so far."""
    last, fallen, now = layers.shape[1] - 1, 0.0, 0
    for done in range(fall.throws):
        after = 1 - now
        for plane in range(last + 1):
            for c in range(layers.shape[2]):
                span = spans[now, plane, c]
                if span[0] >= span[1]:
                    continue
                chances = layers[now, plane, c]
                _trim(chances, span, fall.negligible)
                _leave(chances, span, quotient.need[c], fall, plane == last, fall.throws - done)
                r = quotient.post[c]
                if r >= 0 and span[0] < span[1]:
                    for w in range(quotient.first[r], quotient.first[r + 1]):
                        fallen += _move(quotient, fall, chances, span, plane, w, layers[after], spans[after])
                for m in range(span[0], span[1]):
                    chances[m] = 0.0
                span[0], span[1] = _EMPTY, 0
        now = after
    return fallen


@inlined
def _trim(chances: Floats, span: Ints, negligible: float) -> None:
    """Leave out negligible probabilities at both ends."""
    while span[0] < span[1] and chances[span[0]] < negligible:
        chances[span[0]] = 0.0
        span[0] += 1
    while span[0] < span[1] and chances[span[1] - 1] < negligible:
        span[1] -= 1
        chances[span[1]] = 0.0


@inlined
def _leave(chances: Floats, span: Ints, need: int, fall: Fall, by_distance: bool, more: int) -> None:  # noqa: FBT001 - compiled
    """Take out the players who leave. In the last plane they own enough for all but a system that stops."""
    for m in range(span[0], span[1]):
        owned = fall.need if by_distance else m
        goal = NO_GOAL if by_distance else fall.goal
        if _stopping_reason(owned, goal, fall.floor, need, more) != PLAYS:
            chances[m] = 0.0


@inlined
def _move(
    quotient: Quotient,
    fall: Fall,
    chances: Floats,
    span: Ints,
    plane: int,
    way: int,
    layers: Floats,
    spans: Ints,
) -> float:
    """Follow a transition from a class in a plane. Returns the probability that falls so far."""
    last, c, by, share = layers.shape[0] - 1, quotient.to[way], quotient.delta[way], quotient.chance[way]
    lowest = 0 if plane == 0 else 1 if plane == last else plane
    highest = fall.by - 1 if plane == 0 else fall.by if plane == last else fall.by + plane - 1
    low, high = max(span[0], lowest - by), min(span[1], highest + 1 - by)
    fallen = 0.0
    for m in range(span[0], min(span[1], low)):
        fallen += share * chances[m]
    if low < high:
        into, reached = layers[plane, c], spans[plane, c]
        # Unsigned, because Numba checks each time whether a signed index is below zero.
        source, target = np.uint64(low), np.uint64(low + by)
        for m in range(np.uint64(high - low)):
            into[target + m] += share * chances[source + m]
        reached[0], reached[1] = min(reached[0], low + by), max(reached[1], high + by)
    for m in range(max(span[0], high), span[1]):
        owned = m + by
        if plane == last or owned < fall.goal:
            p, q = (last, fall.by) if plane == last else _where(owned, fall.by, last - 1)
            layers[p, c, q] += share * chances[m]
            spans[p, c, 0], spans[p, c, 1] = min(spans[p, c, 0], q), max(spans[p, c, 1], q + 1)
    return fallen
