"""The extremes of a session: its highest and lowest sums, its largest fall and its longest runs.

A player owns at least g at some time if and only if a goal of g would stop them. They own less than f at
some time if and only if a floor of f would stop them. Where hardly anybody is ruined or leaves at the other
end, one backward sweep gives all sums: there the sum owned changes no decision, and only the distance to a
level counts (`reaching`).

The drawdown, the largest fall from the highest sum so far, takes a sweep for each fall. Let the fall be d. As
long as the highest sum is below d, nobody can have fallen so far, and the sum owned is enough. Once the
highest sum is so far above d that nobody is ruined before the fall, only the distance from the highest sum
counts. In between, the highest sum has to be followed, too. Each kind is a *plane* of classes by places. In
plane 0 the place is the sum owned. In plane i, from 1, the highest sum is `d + i - 1`, and the place is the
sum owned. In the last plane the place is d less the distance from the highest sum.

The longest run of losses, wins, seven-outs or points made in a row is at least k if and only if a player who
leaves at a run of k leaves for that reason. So it takes a sweep for each k, over a chain that remembers the
run so far.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from enum import IntEnum
from itertools import chain, count, islice, repeat, takewhile
from math import log
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, Bools, Floats, Ints, UnitChain, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import FLOOR, GOAL, NEED_STOPPED, NO_GOAL, PLAYS, RUIN, stopping_reason
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.budget import TooLargeError, TooWideError, require_patience
from bankcraps.analysis.exact.forward import ForwardPass
from bankcraps.analysis.exact.grid import COUNTED_MARKS, RARE, Grid, money_grid, with_a_length
from bankcraps.analysis.exact.passes import EMPTY, STUCK, Layer, add, clear, empty_out, shift, trim
from bankcraps.analysis.exact.quotient import Quotient, counts, origins, quotient_of, waits
from bankcraps.analysis.results.session import Streaks
from bankcraps.errors import BankcrapsError
from bankcraps.support.compiled import compiled, either, inlined, load_numba, machine
from bankcraps.support.distribution import Distribution

_SHARE: Final = 0.2
"""The average work of one of these sweeps, as a share of a full sweep. Near goals end them sooner."""


def additions(money: Grid, plan: UnitPlan) -> float:
    """The approximate number of additions that `extremes` needs."""
    below, above = money.reach(plan)
    no_ruin, no_goal = money.is_far_from(plan)
    alike = not money.quotient.rows.size
    highest = 1.0 if alike and no_ruin else _SHARE * above
    lowest = 1.0 if alike and no_ruin and no_goal else _SHARE * below
    return (1.0 + highest + lowest) * money.additions(plan)


def extremes(units: UnitChain, money: Grid, plan: UnitPlan) -> tuple[Distribution, Distribution]:
    """The distributions of the highest and of the lowest sum owned before any throw's betting, in cents.

    Args:
        units: the chain in units.
        money: its grid of money, with the marks that the plan counts.
        plan: the session, with a length.
    """
    whole = money.sweep(plan)
    threads = threads_for(money.bytes(whole.left.shape[1], plan.limit))
    brought, unit = units.offset + plan.bankroll * units.arrays.unit, units.arrays.unit
    highest, lowest = (solve(money, plan, whole, threads) for solve in (_highest, _lowest))
    return by_level(highest, brought, unit), by_level(lowest, brought, -unit)


def threads_for(sweep_bytes: int) -> int:
    """The number of sweeps to run at once: at most one per core, and no more than fit in `MAX_BYTES`.

    A sweep with a nearer goal or a higher floor never needs a wider grid than the whole session does.
    """
    return max(1, min(os.cpu_count() or 1, budget.MAX_BYTES // max(1, sweep_bytes)))


def _highest(money: Grid, plan: UnitPlan, whole: ForwardPass, threads: int) -> list[float]:
    """The probability of ever owning each sum from the bankroll upwards."""
    owned, top = plan.bankroll, plan.goal

    def reaches(level: int) -> float:
        return float(money.sweep(replace(plan, goal=level)).ends[:, GOAL].sum())

    levels = count(owned + 1) if top == NO_GOAL else range(owned + 1, top + 1)
    early = float(whole.ends[:, [RUIN, FLOOR]].sum())
    chances = _at_once(money, plan, 1, early) or chances_at_once(reaches, levels, threads)
    at_least = [1.0, *until_rare(chances, top - owned)]
    if owned + len(at_least) > top:
        # A player who leaves at the goal may own more than the goal.
        left = whole.left.sum(axis=0)
        gain = int(money.quotient.delta.max(initial=0))
        at_least += [float(left[level:].sum()) for level in range(top + 1, top + gain + 1)]
    return at_least


def _lowest(money: Grid, plan: UnitPlan, whole: ForwardPass, threads: int) -> list[float]:
    """The probability of ever owning each sum or less from the bankroll downwards."""
    owned, floor = plan.bankroll, plan.floor

    def falls_below(level: int) -> float:
        return float(money.sweep(replace(plan, floor=level)).left[:, :level].sum())

    levels = range(owned, floor, -1)
    early = float(whole.ends[:, [RUIN, GOAL]].sum())
    chances = _at_once(money, plan, -1, early) or chances_at_once(falls_below, levels, threads)
    below = [1.0, *until_rare(chances, owned - floor)]
    if below[-1] >= RARE:
        # A player who leaves at the floor may own less than the floor.
        left = whole.left.sum(axis=0)
        below += [float(left[:level].sum()) for level in range(floor, -1, -1)]
    return below


def _at_once(money: Grid, plan: UnitPlan, sign: int, early: float) -> Iterator[float] | None:
    """The probability of each level by one backward sweep; None if many leave early or it looks at its money.

    It counts those who leave early as if they played on, so `early` bounds its error. Levels go up with a
    sign of 1, and down with -1. None also if it takes too much memory.
    """
    if early >= RARE or money.quotient.rows.size:
        return None
    quotient, mark = money.quotient, COUNTED_MARKS[plan.counted]
    width = 2 * money.swing_either_way + round(money.spread(plan))
    while 24 * (len(quotient.first) - 1) * width <= budget.MAX_BYTES:
        found, beyond = reaching(quotient, mark, plan.limit, width, sign)
        if beyond < RARE / 100:
            return chain(found[1:].tolist(), repeat(0.0))
        width *= 2
    return None


def chances_at_once(chance: Callable[[int], float], levels: Iterable[int], threads: int) -> Iterator[float]:
    """The probability of each level, by a sweep each."""
    rest = iter(levels)
    load_numba()  # a hundred sweeps follow
    with ThreadPoolExecutor(threads) as pool:
        while some := list(islice(rest, 4 * threads)):
            yield from pool.map(chance, some)


def until_rare(chances: Iterator[float], most: int) -> Iterator[float]:
    """The probability of each level up to the last, or the first below `RARE`."""
    for _, found in zip(range(most), chances, strict=False):
        yield found
        if found < RARE:
            return


def by_level(reaches: Sequence[float], first: int = 0, step: int = 1) -> Distribution:
    """The distribution of the last level that is reached, from the probability to come to each.

    Args:
        reaches: the probability to come to each level or beyond; 1 for the first.
        first: the first level.
        step: the distance from each to the next; below 0 if they go down.
    """
    chances = -np.diff(np.array([*reaches, 0.0]))
    some = np.flatnonzero(chances > RARE / 100)  # a smaller one is only the rounding of a difference
    some = some if step > 0 else some[::-1]
    return Distribution(first + some * step, chances[some])


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
        of the last distance: larger distances are left out.
    """
    playing = (quotient.post != ABSORBED) & (quotient.need != NEED_STOPPED)
    nearer = quotient._replace(post=np.where(playing, quotient.post, ABSORBED), delta=sign * quotient.delta)
    passes = sum(1 for _ in takewhile(STUCK.__lt__, waits(quotient, counted_mark))) if counted_mark else 1
    layers = np.zeros((3, len(quotient.first) - 1, width))
    last = layers[machine(_reach)(nearer, counts(quotient, counted_mark), count, passes, layers)]
    start = int(nearer.post[quotient.start])
    found = last[start].copy() if start != ABSORBED else np.zeros(width)
    found[0] = 1.0
    return found, float(last[:, -1].max(initial=0.0))


@either(compiled)
def _reach(nearer: Quotient, counted: Bools, count: int, passes: int, layers: Floats) -> int:
    """Fill the layers, (3, post-decision classes, width). Returns the number of the last one.

    `nearer` has the units by which the distance falls as its changes, and `counted` those that count.
    """
    first, width = nearer.first, layers.shape[2]
    before, same, fresh = 0, 1, 2
    for _ in range(count):
        for r in range(len(first) - 1):
            for d in range(width):
                layers[same, r, d] = layers[before, r, d]
        for _ in range(passes):
            for r in range(len(first) - 1):
                into = layers[fresh, r]
                clear(into, 0, width)
                for w in range(first[r], first[r + 1]):
                    by, share, to = nearer.delta[w], nearer.chance[w], nearer.post[nearer.to[w]]
                    for d in range(1, min(width, by + 1)):
                        into[d] += share
                    if to != ABSORBED:
                        source = layers[before if counted[w] else same, to]
                        shift(into, source, max(1 - by, 1), min(width - by, width), by, share)
            same, fresh = fresh, same
        before, same = same, before
    return before


_stopping_reason = either(inlined)(stopping_reason)


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
    """The number of highest sums to follow, from the fall upwards."""
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
    return float(machine(_fallen)(quotient, fall, layers, spans))


@either(compiled)
def _where(owned: int, by: int, planes: int) -> tuple[int, int]:
    """The plane and the place of a player whose highest sum is what they own."""
    if owned < by:
        return 0, owned
    if owned < by + planes:
        return 1 + owned - by, owned
    return planes + 1, by


@either(compiled)
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


@either(inlined)
def _leave(chances: Floats, span: Ints, need: int, fall: Fall, by_distance: bool, more: int) -> None:  # noqa: FBT001 - compiled
    """Take out the players who leave. In the last plane only a system that stops makes them leave."""
    for m in range(span[0], span[1]):
        owned = fall.need if by_distance else m
        goal = NO_GOAL if by_distance else fall.goal
        if _stopping_reason(owned, goal, fall.floor, need, more) != PLAYS:
            chances[m] = 0.0


@either(inlined)
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
    require_patience("the drawdown needs", _additions_of_falls(money, plan), instead)
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


def _additions_of_falls(money: Grid, plan: UnitPlan) -> float:
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
    """The approximate largest fall: a rise, and then a fall to the floor or to the end of the range."""
    below, above = money.reach(plan)
    far = above + below
    return round(min(far, (plan.bankroll - plan.floor + far) / 2)) + 1


_MOST_CLASSES, _MOST_RUNS = 2000, 1000
"""The most classes, and the longest run, for which bounds on rare runs are computed: some seconds."""

_MANY_RUNS: Final = 32
"""Runs to remember, for an estimate of the memory of a sweep."""

_LONGEST: Final = 2**31
"""More than any run."""

_OFTEN: Final = 0.5
"""Probability below which the chances of longer runs are taken to fall geometrically."""


def streaks(units: UnitChain, plan: UnitPlan) -> Streaks:
    """The distributions of the longest runs, while the player has not left.

    Args:
        units: the chain in units.
        plan: the session.

    Raises:
        TooLargeError: if it takes too long.
    """
    changes = run_changes(units)
    money = money_grid(units, plan.counted)
    if not plan.limited:
        found = with_a_length(money, plan)
        if found is None:
            raise TooLargeError(
                "the streaks are not solved for a session that can last so long: give it a length, leave "
                "`streaks` out, or use `simulate`, which shows rounds down in a row"
            )
        plan = found[0]
    try:
        swept = money.sweep(plan)
    except TooWideError as error:
        raise TooLargeError(f"{error.need}, for the streaks: leave them out, or simulate it") from error
    if not money.quotient.rows.size and swept.ends[:, [GOAL, RUIN, FLOOR]].sum() < RARE:
        units, plan = _without_money(units), replace(plan, bankroll=0, goal=NO_GOAL, floor=0)
    kept = COUNTED_MARKS[plan.counted]
    grids = {kind: Grid(quotient_of(units, kept, changes[kind]), money.negligible) for kind in changes}
    tails = {kind: _tail_of(grid, plan) for kind, grid in grids.items()}
    _require_patience(sum(grid.additions(plan) * tails[kind].sweeps for kind, grid in grids.items()))
    threads = threads_for(money.bytes(_MANY_RUNS * swept.left.shape[1], plan.limit))
    return Streaks(**{kind: _longest(grid, plan, tails[kind], threads) for kind, grid in grids.items()})


class Tail(NamedTuple):
    """The runs that are so rare that hardly anybody makes two of them.

    If a run of k is made, another one begins at one of the n throws after it, and comes to k with a chance of
    at most g. So the mean number of such runs is larger than the chance of one, by at most n g of it.

    Attributes:
        again: (lengths,) bounds on the mean number of further runs of 1, 2, ..., after one is made; or empty.
        longest: runs of this are rarer than `RARE`; 0 if unknown.
    """

    again: Floats
    longest: int = 0

    @property
    def alone(self) -> int:
        """The first run that is rare enough, by the bounds."""
        return 1 + int(np.count_nonzero(self.again**2 > RARE))

    @property
    def sweeps(self) -> float:
        """About how many sweeps that remember no run take as many additions, at most."""
        return self.alone**2 / 2 + self.longest


def _tail_of(grid: Grid, plan: UnitPlan) -> Tail:
    """The rare runs of a session of throws; unknown if it looks at its money, or for very many classes."""
    if plan.counted != "throws" or grid.quotient.rows.size or len(grid.quotient.post) > _MOST_CLASSES:
        return Tail(np.zeros(0))
    again = plan.limit * run_chances(grid.quotient, min(plan.limit, _MOST_RUNS))
    longest = 1 + int(np.count_nonzero(again >= RARE))
    return Tail(again, longest) if longest <= min(plan.limit, _MOST_RUNS) else Tail(again[:0])


def _longest(grid: Grid, plan: UnitPlan, tail: Tail, threads: int) -> Distribution:
    """The distribution of the longest run; `grid` has what each throw does to a run as its labels."""

    def remembering(length: int) -> ForwardPass:
        return replace(grid, quotient=with_run(grid.quotient, length), kernels={}).sweep(plan)

    def reaches(length: int) -> float:
        return float(remembering(length).left[-1].sum())

    lengths = range(1, _LONGEST)
    chances = chances_at_once(reaches, lengths, threads)
    if not tail.longest:
        chances = _in_time(chances, grid.additions(plan))
    at_least = [1.0]
    for found in until_rare(chances, len(lengths)):
        at_least.append(found)
        length = len(at_least) - 1
        if length < tail.longest and found * tail.again[length - 1] < RARE:
            made = runs_made(grid.quotient, remembering(tail.longest).visits, tail.longest)
            at_least += made[length:].tolist()
            break
    return by_level(at_least)


def _in_time(chances: Iterator[float], each: float) -> Iterator[float]:
    """The same chances, while those still to come take no more than `PATIENT_ADDITIONS` together.

    A sweep for a run of k takes k times the additions of one that remembers no run. Once long runs are rare,
    their chances fall about as a geometric series does.

    Raises:
        TooLargeError: if they take more.
    """
    before = 1.0
    for length, found in enumerate(chances, 1):
        yield found
        last = float(length)
        if RARE < found < min(_OFTEN, before):
            last += log(RARE / found) / log(found / before)
        _require_patience(each * last**2 / 2)
        before = found


def _require_patience(needed: float) -> None:
    instead = (
        "leave `streaks` out, shorten the session, use larger units, or use `simulate`, which shows rounds "
        "down in a row"
    )
    require_patience("the streaks need", needed, instead)


def _without_money(units: UnitChain) -> UnitChain:
    """The chain of a player who never leaves for lack of money. It has fewer classes."""
    arrays = units.arrays
    special = (arrays.need == NEED_STOPPED) | (arrays.need == NEED_LEFT)
    need = np.where(special, arrays.need, 0).astype(np.int32)
    return replace(units, arrays=replace(arrays, need=need, fee=0 * arrays.fee, delta=0 * arrays.delta))


_DOUBLINGS: Final = 30
"""2 to this power is more than the throws of any session that is swept."""


class RunChange(IntEnum):
    """The change of a run by a throw."""

    NOTHING = 0
    ADDS = 1
    BREAKS = 2


def run_changes(units: UnitChain) -> dict[str, Ints]:
    """(posts, 36) the change of each kind of run by each throw, by its name in `Streaks`.

    The kinds are those that systems count in a row (`strategies/rules/counts.py`). A throw loses or wins
    money as a whole, without commission paid with the bets.
    """
    arrays, states = units.arrays, units.chain.states
    puck = np.array([state.puck for state in states], np.int64)
    plays = np.flatnonzero((arrays.post != ABSORBED) & np.array([not state.left for state in states]))
    fee, was_on = (np.zeros((len(arrays.delta), 1), np.int64) for _ in range(2))
    fee[arrays.post[plays], 0], was_on[arrays.post[plays], 0] = arrays.fee[plays], puck[plays]
    net, ended = arrays.delta - fee, arrays.shooters == 1
    seven_out = (was_on > 0) & ended
    point_made = (was_on > 0) & ~ended & (puck[arrays.next] == 0)
    return {
        kind: np.select([adds, breaks], [int(RunChange.ADDS), int(RunChange.BREAKS)], int(RunChange.NOTHING))
        for kind, (adds, breaks) in {
            "losses": (net < 0, net > 0),
            "wins": (net > 0, net < 0),
            "seven_outs": (seven_out, point_made),
            "points_made": (point_made, seven_out),
        }.items()
    }


def with_run(quotient: Quotient, length: int) -> Quotient:
    """A chain that remembers the run so far, and in which a player leaves once they have one of `length`.

    It has a copy of each class for each run from 0 to `length - 1`, and one class more, the last, in which
    those with such a run leave.

    Args:
        quotient: the quotient chain, with what each throw does to the run as its labels.
        length: the run, at least 1.
    """
    classes, ways = len(quotient.post), len(quotient.to)
    reached = classes * length
    run = np.repeat(np.arange(length), ways)
    change = np.tile(quotient.label, length)
    after = np.where(change == RunChange.ADDS, run + 1, np.where(change == RunChange.BREAKS, 0, run))
    to = np.where(after == length, reached, np.tile(quotient.to, length) + classes * after)

    def copied(numbers: Ints, apart: int) -> Ints:
        """The numbers of each copy; `ABSORBED` and `NO_BELOW` stay."""
        moved = numbers + apart * np.arange(length).reshape(-1, 1)
        return np.where(numbers < 0, numbers, moved).ravel()

    of_classes = {"need": NEED_STOPPED, "least": 0, "fee": 0, "sample": quotient.sample[quotient.start]}
    same = {name: np.append(np.tile(getattr(quotient, name), length), of) for name, of in of_classes.items()}
    same |= {name: np.tile(getattr(quotient, name), length) for name in ("delta", "chance", "marks")}
    return quotient._replace(
        post=np.append(copied(quotient.post, len(quotient.first) - 1), ABSORBED),
        leave=np.append(copied(quotient.leave, classes), reached),
        below=np.append(copied(quotient.below, classes), NO_BELOW),
        rows=copied(quotient.rows, classes),
        first=np.append(copied(quotient.first[:-1], ways), ways * length),
        to=to,
        label=change,
        **same,
    )


def run_chances(quotient: Quotient, lengths: int) -> Floats:
    """(lengths,) the largest chance, over all classes, that a new run comes to 1, 2, ... before it breaks.

    Nobody leaves meanwhile, whatever is owned. Classes of players who no longer play are left out.
    """
    classes, plays = len(quotient.post), quotient.post >= 0
    origin = origins(quotient)
    adds, stays = np.zeros((2, len(quotient.first) - 1, classes))
    for change, into in ((RunChange.ADDS, adds), (RunChange.NOTHING, stays)):
        some = quotient.label == change
        np.add.at(into, (origin[some], quotient.to[some]), quotient.chance[some])
    adds, waits = (np.where(plays[:, None], each[quotient.post], 0.0) for each in (adds, stays))
    for _ in range(_DOUBLINGS):  # sums of powers of `waits`, twice as many each time
        adds, waits = adds + waits @ adds, waits @ waits
    chance, found = np.ones(classes), np.zeros(lengths)
    for length in range(lengths):
        chance = adds @ chance
        found[length] = chance.max(initial=0.0)
    return found


def runs_made(quotient: Quotient, visits: Floats, length: int) -> Floats:
    """(length,) how many runs of 1, 2, ... are made on average, each as a part of a longer one, too.

    Args:
        quotient: the quotient chain.
        visits: of a sweep of `with_run(quotient, length)`.
        length: the length of that run.
    """
    origin = origins(quotient)
    adds = quotient.label == RunChange.ADDS
    of_post = np.bincount(origin[adds], quotient.chance[adds], len(quotient.first) - 1)
    each = np.where(quotient.post >= 0, of_post[quotient.post], 0.0)
    return visits[:-1].reshape(length, -1) @ each
