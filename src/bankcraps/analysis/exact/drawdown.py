"""The drawdown, the largest fall from the highest sum so far, by one sweep for each fall.

Let the fall be d. As long as the highest sum is below d, nobody can have fallen so far, and what is owned
says enough. Once the highest sum is so far above d that nobody is ruined before the fall, only the distance
from the highest sum counts. In between, the highest sum has to be followed, too.

Each kind is a *plane* of classes by places. In plane 0 the place is the sum owned. In plane i, from 1, the
highest sum is `d + i - 1`, and the place is the sum owned. In the last plane the place is d less the distance
from the highest sum.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import Floats, Ints, UnitChain, UnitPlan
from bankcraps.analysis.chain.stopping import GOAL, NEED_STOPPED, NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.budget import TooLargeError, require_patience
from bankcraps.analysis.exact.extremes import by_level, chances_at_once, threads_for, until_rare
from bankcraps.analysis.exact.grid import RARE, Grid, money_grid
from bankcraps.analysis.exact.passes import EMPTY, Layer, add, empty_out, trim
from bankcraps.analysis.exact.quotient import Quotient
from bankcraps.errors import BankcrapsError
from bankcraps.support.compiled import compiled, inlined
from bankcraps.support.distribution import Distribution

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
    spans[..., 0] = EMPTY
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
                trim(chances, span, fall.negligible)
                _leave(chances, span, quotient.need[c], fall, plane == last, fall.throws - done)
                r = quotient.post[c]
                if r >= 0 and span[0] < span[1]:
                    for w in range(quotient.first[r], quotient.first[r + 1]):
                        here = Layer(chances, span)
                        fallen += _move(quotient, fall, here, plane, w, Layer(layers[after], spans[after]))
                empty_out(chances, span)
        now = after
    return fallen


@inlined
def _leave(chances: Floats, span: Ints, need: int, fall: Fall, by_distance: bool, more: int) -> None:  # noqa: FBT001 - compiled
    """Take out the players who leave. In the last plane they own enough for all but a system that stops."""
    for m in range(span[0], span[1]):
        owned = fall.need if by_distance else m
        goal = NO_GOAL if by_distance else fall.goal
        if _stopping_reason(owned, goal, fall.floor, need, more) != PLAYS:
            chances[m] = 0.0


@inlined
def _move(quotient: Quotient, fall: Fall, here: Layer, plane: int, way: int, after: Layer) -> float:
    """Follow a transition from a class in a plane. Returns the probability that falls so far.

    `here` is the row of the class, and `after` has those of all planes after the throw.
    """
    (chances, span), (layers, spans) = here, after
    last, c, by, share = layers.shape[0] - 1, quotient.to[way], quotient.delta[way], quotient.chance[way]
    lowest = 0 if plane == 0 else 1 if plane == last else plane
    highest = fall.by - 1 if plane == 0 else fall.by if plane == last else fall.by + plane - 1
    low, high = max(span[0], lowest - by), min(span[1], highest + 1 - by)
    fallen = 0.0
    for m in range(span[0], min(span[1], low)):
        fallen += share * chances[m]
    if low < high:
        add(layers[plane, c], spans[plane, c], chances, low, high, by, share)
    for m in range(max(span[0], high), span[1]):
        owned = m + by
        if plane == last or owned < fall.goal:
            p, q = (last, fall.by) if plane == last else _where(owned, fall.by, last - 1)
            layers[p, c, q] += share * chances[m]
            spans[p, c, 0], spans[p, c, 1] = min(spans[p, c, 0], q), max(spans[p, c, 1], q + 1)
    return fallen


def drawdown(units: UnitChain, plan: UnitPlan) -> Distribution:
    """The distribution of the most by which a session falls below its highest sum so far, in cents.

    Sums count before any throw's betting, as for the highest and the lowest.

    Args:
        units: the chain in units.
        plan: a session of throws.

    Raises:
        BankcrapsError: if the system looks at its money, or the session is not one of throws.
        TooLargeError: if it takes too long.
    """
    money = money_grid(units, plan.counted)
    if money.quotient.rows.size:
        raise BankcrapsError(
            f"the drawdown of {units.chain.system} is not solved, because it looks at its money: leave "
            "drawdown out, or simulate the session instead"
        )
    if not plan.limited or plan.counted != "throws":
        raise BankcrapsError(
            "the drawdown is solved for a number of throws: give the session one, leave drawdown out, or "
            "simulate the session instead"
        )
    instead = "leave drawdown out, shorten the session, or simulate the session instead"
    require_patience("the drawdown needs", additions(money, plan), instead)
    if plan.goal != NO_GOAL and money.sweep(plan).ends[:, GOAL].sum() < RARE:
        plan = replace(plan, goal=NO_GOAL)
    threads = threads_for(_bytes(money, plan))

    def falls(by: int) -> float:
        return chance_of_falling(money.quotient, _fall(money, plan, by))

    # Nobody falls by more than ever is owned, so the levels come to an end.
    levels = range(1, 2 * (plan.bankroll + plan.limit * money.swing_either_way))
    at_least = [1.0, *until_rare(chances_at_once(falls, levels, threads), len(levels))]
    return by_level(at_least, step=units.arrays.unit)


def _bytes(money: Grid, plan: UnitPlan) -> int:
    """The memory that the largest sweep needs.

    Raises:
        TooLargeError: if that is too much.
    """
    cells = 0
    for by in (1, _farthest(money, plan)):
        planes = planes_of(_fall(money, plan, by))
        cells = max(cells, (planes + 2) * (by + planes + 1))
    needed = 16 * len(money.quotient.post) * cells
    if needed > budget.MAX_BYTES:
        raise TooLargeError(
            f"the drawdown needs {needed / 2**30:.1f} GB, limit {budget.MAX_BYTES / 2**30:g} GB: leave "
            "drawdown out, use larger units or a nearer goal; or simulate the session instead"
        )
    return needed


def additions(money: Grid, plan: UnitPlan) -> float:
    """The approximate number of additions that `drawdown` needs, at most."""
    lines, total = len(money.quotient.to) + len(money.quotient.post), 0.0
    falls = np.arange(1, _farthest(money, plan) + 1, dtype=np.float64)
    need = _fall(money, plan, 1).need
    if plan.goal == NO_GOAL:
        near = falls + need > plan.bankroll  # ruin comes first for some
        total = float((falls * (1 + near * need) / 2).sum())
    else:
        total = float((falls * max(1, money.reach(plan)[1]) / 2).sum())
    return plan.limit * lines * total


def _fall(money: Grid, plan: UnitPlan, by: int) -> Fall:
    needs = money.quotient.need[money.quotient.need < NEED_STOPPED]
    need = max(int(needs.max(initial=0)), plan.floor)
    return Fall(plan.bankroll, plan.goal, plan.floor, need, plan.limit, by, money.negligible)


def _farthest(money: Grid, plan: UnitPlan) -> int:
    """About the largest fall that can have a probability: up, and then down to nothing or as far as ever."""
    below, above = money.reach(plan)
    far = above + below
    return round(min(far, (plan.bankroll - plan.floor + far) / 2)) + 1
