"""The exact distribution of what a player goes home with."""

from math import ceil
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.chain import DONE, Chain
from bankcraps.chain.leaving import ENDS, LIMIT, RUIN
from bankcraps.distribution import Distribution
from bankcraps.exact.extremes import extremes, work
from bankcraps.exact.grids import (
    QUICK,
    WORTH_WAITING,
    Prepared,
    long_enough,
    prepared,
    sweep_grid,
)
from bankcraps.exact.lumping import sums
from bankcraps.exact.result import Session
from bankcraps.exact.settling import visits_until_settled
from bankcraps.exact.trouble import TooLargeError
from bankcraps.simulation.accounts import Books
from bankcraps.strategy.plan import Plan

__all__ = ["solve"]

Floats = NDArray[np.float64]

_HEAVY: Final = 3e7
"""So many numbers take some seconds to work out."""

ROUNDING: Final = 2.0**-53
"""The most a sum or a product of two floats is wrong by, of itself."""


def solve(chain: Chain, plan: Plan, *, reach: bool | None = None) -> Session:
    """Every way a session can go, each with its chance.

    Args:
        chain: the house and the system, explored.
        plan: the bankroll, and when the player leaves.
        reach: whether to work out how high and how low it goes, too, which takes a sweep for each sum; None
            to do so where it is quick.

    Raises:
        BankcrapsError: for a bankroll that does not pay the first wager, or a grid too large for memory.
    """
    chain.enough(plan)
    ready = prepared(chain, plan.bankroll)
    long, by_count = _by_throws(ready, plan, reach=bool(reach))
    swept = plan.count is not None or plan.goal is None or (long is not None and _heavy(ready, plan))
    played = _swept(ready, plan, long) if swept else _until_settled(ready, plan)
    if reach and long is None:
        raise TooLargeError(
            "how high and how low it goes takes too long to solve here: leave it out, or give it a length"
        )
    quick = reach is None and long is not None and work(ready, long) < QUICK
    highest, lowest = extremes(ready, long) if long and (reach or quick) else (None, None)
    lumped = ready.lumped
    leaving = sums(lumped.leave, played.left.sum(axis=1), len(lumped.row))
    books = _books(ready, played.visits + visits_until_settled(lumped, leaving))
    ends: dict[str, float] = dict(zip(ENDS, played.ends.sum(axis=0).tolist(), strict=True))
    if not ends["stopped"]:
        del ends["stopped"]
    return Session(
        chain=chain,
        plan=plan,
        ends=ends,
        final=_final(ready, played.left),
        throws=float(played.visits.sum()),
        ruin_when=_ruin_when(played.ends if by_count is None else by_count),
        wagers=books.wagers(),
        refused=books.refused(),
        error_bound=played.bound,
        highest=highest,
        lowest=lowest,
    )


def _by_throws(ready: Prepared, plan: Plan, *, reach: bool) -> tuple[Plan | None, Floats | None]:
    """A session as one with a length, and how often it ends when and why where that is known with it."""
    if plan.count is not None:
        return plan, None
    most = WORTH_WAITING if reach or plan.goal is None else QUICK
    found = long_enough(ready, plan, most)
    return (None, None) if found is None else (found[0], found[1].ends)


class _Played(NamedTuple):
    """Where everybody left, by whichever solver: the fields are those of `Swept`."""

    left: Floats
    ends: Floats
    visits: Floats
    bound: float


def _swept(ready: Prepared, plan: Plan, long: Plan | None) -> _Played:
    """Play a session out throw by throw."""
    if long is None:
        raise TooLargeError(
            "without a goal and without a length this session may go on for longer than can be solved; give "
            "it one of them; `simulate` cuts sessions short that go on for too long"
        )
    swept = sweep_grid(ready, long)
    lost, ends = swept.lost, swept.ends
    if long is not plan:
        lost, ends[-1, LIMIT] = lost + ends[-1, LIMIT], 0.0
    return _Played(swept.left, ends, swept.visits, _bound(ready, lost, swept.passes, swept.left.shape[1]))


def _heavy(ready: Prepared, plan: Plan) -> bool:
    """Whether the equations of a session take longer to solve than many throws."""
    from bankcraps.exact.horizon import fill  # noqa: PLC0415 - SciPy takes its time to load

    tabulated = ready.tabulated
    return fill(ready.lumped, tabulated.goal(plan.goal), tabulated.units(plan.floor)) > _HEAVY


def _until_settled(ready: Prepared, plan: Plan) -> _Played:
    from bankcraps.exact.horizon import horizon  # noqa: PLC0415 - SciPy takes its time to load

    tabulated = ready.tabulated
    goal, floor = tabulated.goal(plan.goal), tabulated.units(plan.floor)
    done = horizon(ready.lumped, tabulated.units(plan.bankroll), goal, floor)
    # Every expected throw is a sum of products, as every pass of a sweep is.
    passes = 1 + ceil(done.visits.sum())
    bound = _bound(ready, done.lost, passes, done.left.shape[1])
    return _Played(done.left, done.ends.reshape(1, -1), done.visits, bound)


def _final(ready: Prepared, left: Floats) -> Distribution:
    """What those who left take home, once all is decided."""
    lumped, settling, tabulated = ready.lumped, ready.settling, ready.tabulated
    columns = settling.chance.shape[1]
    home = np.zeros(left.shape[1] + columns - 1)
    for c in np.flatnonzero(left.any(axis=1)):
        some = np.flatnonzero(left[c])
        low, high = some[0], some[-1] + 1
        home[low : high + columns - 1] += np.convolve(left[c, low:high], settling.chance[lumped.leave[c]])
    some = np.flatnonzero(home)
    cents = tabulated.offset + (some + settling.lowest) * tabulated.tables.unit
    return Distribution(cents.astype(np.int64), home[some])


def _books(ready: Prepared, visits: Floats) -> Books:
    """Action, cost and refusals, from how often each class is expected to throw."""
    lumped = ready.lumped
    throws = lumped.row != DONE
    of_row = sums(lumped.row[throws], visits[throws], len(lumped.first) - 1)
    per_way = np.repeat(of_row, np.diff(lumped.first)) * lumped.chance
    of_tally = sums(lumped.tally, per_way)
    books = Books(ready.tabulated.chain)
    books.throws(enumerate(map(float, of_tally)))
    books.bets(zip(lumped.names.tolist(), visits.tolist(), strict=True))
    return books


def _ruin_when(ends: Floats) -> Distribution | None:
    """How much of the session had been counted when ruin came, among those to whom it came."""
    by_count = ends[:, RUIN]
    some = np.flatnonzero(by_count)
    if not len(some) or len(ends) == 1:
        return None
    return Distribution(some.astype(np.int64), by_count[some] / by_count.sum())


def _bound(ready: Prepared, lost: float, passes: int, width: int) -> float:
    """The most that any chance can be wrong by: what was cut off, and the rounding of sums of products."""
    lumped, settling = ready.lumped, ready.settling
    throws = lumped.row != DONE
    into = int(np.bincount(lumped.to).max(initial=0)) + int(np.bincount(lumped.row[throws]).max(initial=0))
    terms = (passes + settling.passes) * (into + 2) + settling.chance.shape[1]
    # Those who leave are added up by class, and the classes by pass.
    terms += width + len(lumped.row)
    return float(lost + settling.lost + terms * ROUNDING)
