"""The distributions of the longest runs of a session: losses, wins, seven-outs and points made in a row.

The longest run is at least k if and only if a player who leaves at a run of k leaves for that reason. So it
takes one sweep for each k, over a chain that remembers the run so far.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum
from math import log
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, Floats, Ints, UnitChain, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import FLOOR, GOAL, NEED_STOPPED, NO_GOAL, RUIN
from bankcraps.analysis.exact.budget import TooLargeError, TooWideError, require_patience
from bankcraps.analysis.exact.extremes import by_level, chances_at_once, threads_for, until_rare
from bankcraps.analysis.exact.forward import ForwardPass
from bankcraps.analysis.exact.grid import COUNTED_MARKS, RARE, Grid, money_grid, with_a_length
from bankcraps.analysis.exact.quotient import Quotient, origins, quotient_of
from bankcraps.analysis.results.session import Streaks
from bankcraps.support.distribution import Distribution

_MOST_CLASSES, _MOST_RUNS = 2000, 1000
"""The most classes, and the longest run, for which bounds on rare runs are computed: some seconds."""

_MANY_RUNS: Final = 32
"""Runs to remember, for an estimate of the memory of a sweep."""

_LONGEST: Final = 2**31
"""More than any run."""

_OFTEN: Final = 0.5
"""A longest run that is rarer than this says how fast the chances of longer ones fall."""


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
    """The rare runs of a session of throws; unknown where money is looked at, or with very many classes."""
    if plan.counted != "throws" or grid.quotient.rows.size or len(grid.quotient.post) > _MOST_CLASSES:
        return Tail(np.zeros(0))
    again = plan.limit * run_chances(grid.quotient, min(plan.limit, _MOST_RUNS))
    longest = 1 + int(np.count_nonzero(again >= RARE))
    return Tail(again, longest) if longest <= min(plan.limit, _MOST_RUNS) else Tail(again[:0])


def _longest(grid: Grid, plan: UnitPlan, tail: Tail, threads: int) -> Distribution:
    """The distribution of the longest run; `grid` has what each throw does to a run as its labels."""

    def remembering(length: int) -> ForwardPass:
        return replace(grid, quotient=with_run(grid.quotient, length), leaps={}).sweep(plan)

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
    """The chain of a player whom money never makes leave. It has fewer classes."""
    arrays = units.arrays
    special = (arrays.need == NEED_STOPPED) | (arrays.need == NEED_LEFT)
    need = np.where(special, arrays.need, 0).astype(np.int32)
    return replace(units, arrays=replace(arrays, need=need, fee=0 * arrays.fee, delta=0 * arrays.delta))


_DOUBLINGS: Final = 30
"""2 to this power is more throws than any session has that is swept."""


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
