"""The full kernel: the sessions of the fast one on the same dice, with the metrics that need the whole path.

A few lanes play a session each, side by side, a throw at a time. First every lane reads what its throw does,
then the metrics of all are updated as vector code, then the players who must leave do. The full kernel also
plays sessions limited by decisions or shooters, counts every transition, and writes down trajectories.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain import stopping
from bankcraps.analysis.chain.stopping import PLAYS
from bankcraps.analysis.simulation import metrics
from bankcraps.analysis.simulation.kernels.dice import Dice, deal, dice
from bankcraps.analysis.simulation.kernels.packing import (
    BEGINS,
    DECIDED,
    ENDED,
    FEE,
    NEED,
    STATE,
    PackedTransitions,
    StoppingRule,
    decides,
)
from bankcraps.analysis.simulation.streams import BLOCK
from bankcraps.support.compiled import compiled, inlined

FULL_LANES: Final = 32
"""Lanes: enough to keep memory busy."""

# The state of each lane: lines of `FULL_LANES` numbers, one after another in one array, so that the compiler
# knows that no line reaches into another. First the metrics of the session so far, in their order; the final
# sum is what the player owns now. Then the move of the last throw, in the columns of `moves`: `_BEGINS` says
# where the lane is.
_METRICS: Final = len(metrics.NAMES)
FULL_LINES: Final = _METRICS + 9
_LINES: Final = [line * FULL_LANES for line in range(FULL_LINES)]
_OWNED, _LOWEST, _HIGHEST, _THROWS, _END, *_OF_PATHS = _LINES[:_METRICS]
_DRAWDOWN, _STREAK, _UNDER, _DECISIONS, _SHOOTERS, _ACTION = _OF_PATHS
_MOVE: Final = _METRICS * FULL_LANES
_BEGINS, _DELTA, _NEED, _AFTER, *_OF_PLAYER = _LINES[_METRICS:]
_PLAYS, _LEFT, _RUN, _BEFORE, _PLACE = _OF_PLAYER
"""Whether the player plays, 1 or 0; throws, decisions or shooters left in the session; decisions lost in a
row; what was owned after the last decision; and the lane's session in the chunk, or `_NONE`."""
_NONE: Final = -1

_stopping_reason = inlined(stopping.stopping_reason)
_decides = inlined(decides)


class PathCounts(NamedTuple):
    """Counts over all sessions, and trajectories.

    Attributes:
        visits: ((posts + 1) * 36,) int64, how often each throw was made from each post-decision state, those
            after leaving included; the last 36 mean nothing.
        left: (states,) int64, how many players left in each state.
        less: (states,) int64, how many players came down to each state of a row, because they own less than
            the decisions above it take.
        owned: (sessions, most throws + 1) int64, what is owned at the start and after each throw before
            leaving; or (0, 0) to write nothing down.
    """

    visits: NDArray[np.int64]
    left: NDArray[np.int64]
    less: NDArray[np.int64]
    owned: NDArray[np.int64]


class FullWorkspace(NamedTuple):
    """The memory of the full kernel.

    Attributes:
        packed: the chain and the plan.
        dice: of `FULL_LANES` lanes.
        lanes: (FULL_LINES * FULL_LANES,) int64, lines as above.
        out: (11, sessions) int64, the `metrics` of each session.
        counts: added to.
    """

    packed: PackedTransitions
    dice: Dice
    lanes: NDArray[np.int64]
    out: NDArray[np.int64]
    counts: PathCounts


def run(packed: PackedTransitions, seed: int, first: int, out: NDArray[np.int64], counts: PathCounts) -> None:
    """Play sessions `first` and on of a seed, as many as there are columns in `out`."""
    lanes = np.zeros(FULL_LINES * FULL_LANES, np.int64)
    full_kernel(first, FullWorkspace(packed, dice(seed, FULL_LANES), lanes, out, counts))


@compiled
def full_kernel(first: int, space: FullWorkspace) -> None:
    """Play sessions `first` and on, as many as there are columns in `space.out`."""
    packed, lanes, sessions = space.packed, space.lanes, space.out.shape[1]
    coming = finished = 0
    for lane in range(FULL_LANES):
        _idle(packed, lanes, lane)
    while finished < sessions:
        for lane in range(FULL_LANES):
            if lanes[_BEGINS + lane] == packed.packing.done:
                finished += _finish_session(space, lane)
                if coming < sessions:
                    _begin_session(first, coming, space, lane)
                    coming += 1
        deal(space.dice)
        for throw in range(BLOCK):
            _throw(space, throw)
            if _update_metrics(packed.rule, lanes, space.counts):
                for lane in range(FULL_LANES):
                    if lanes[_PLAYS + lane]:
                        _ask_stopping_rule(space, lane)


@inlined
def _throw(space: FullWorkspace, throw: int) -> None:
    """Read what each lane's throw does, and count it."""
    packed, lanes, thrown, visits = space.packed, space.lanes, space.dice.thrown, space.counts.visits
    for lane in range(FULL_LANES):
        move = np.uint64(lanes[_BEGINS + lane]) + np.uint64(thrown[throw, lane])
        visits[move] += 1
        lanes[_ACTION + lane] += packed.action[move]
        for column in range(4):
            lanes[_MOVE + column * FULL_LANES + lane] = packed.moves[move, column]


@inlined
def _update_metrics(rule: StoppingRule, lanes: NDArray[np.int64], counts: PathCounts) -> bool:
    """Update all metrics of all lanes. Returns whether the stopping rule may apply to any."""
    anybody = False
    for lane in range(FULL_LANES):
        plays = lanes[_PLAYS + lane]
        now = lanes[_OWNED + lane] + lanes[_DELTA + lane]
        lanes[_OWNED + lane] = now
        low, high = min(lanes[_LOWEST + lane], now), max(lanes[_HIGHEST + lane], now)
        drawdown = max(lanes[_DRAWDOWN + lane], high - now)
        decided = lanes[_AFTER + lane] & DECIDED & plays
        ended = lanes[_AFTER + lane] // ENDED & plays
        run = lanes[_RUN + lane] + 1 if now < lanes[_BEFORE + lane] else 0
        run = run if decided else lanes[_RUN + lane]
        left = lanes[_LEFT + lane] - (rule.throw * plays + rule.decision * decided + rule.shooter * ended)
        lanes[_LOWEST + lane] = low if plays else lanes[_LOWEST + lane]
        lanes[_HIGHEST + lane] = high if plays else lanes[_HIGHEST + lane]
        lanes[_DRAWDOWN + lane] = drawdown if plays else lanes[_DRAWDOWN + lane]
        lanes[_BEFORE + lane] = now if decided else lanes[_BEFORE + lane]
        lanes[_UNDER + lane] += plays & (now < rule.bankroll)
        lanes[_THROWS + lane] += plays
        lanes[_DECISIONS + lane] += decided
        lanes[_SHOOTERS + lane] += ended
        lanes[_RUN + lane] = run
        lanes[_STREAK + lane] = max(lanes[_STREAK + lane], run)
        lanes[_LEFT + lane] = left
        must = (
            (now >= rule.goal)
            | (now < rule.floor)
            | (now < lanes[_NEED + lane])
            | (left <= 0)
            | (lanes[_THROWS + lane] >= rule.cap)
        )
        anybody |= must & (plays != 0)
    if counts.owned.size:
        for lane in range(FULL_LANES):
            if lanes[_PLAYS + lane]:
                counts.owned[lanes[_PLACE + lane], lanes[_THROWS + lane]] = lanes[_OWNED + lane]
    return anybody


@inlined
def _ask_stopping_rule(space: FullWorkspace, lane: int) -> None:
    """Apply the stopping rule to one player. After it, throws only settle the wagers that still stand."""
    packed, lanes = space.packed, space.lanes
    if lanes[_OWNED + lane] < lanes[_NEED + lane]:  # rare, unless the system looks at its money
        state = _decides(packed.rows, int(lanes[_AFTER + lane] >> STATE), int(lanes[_OWNED + lane]))
        space.counts.less[state] += state != lanes[_AFTER + lane] >> STATE
        lanes[_BEGINS + lane], lanes[_NEED + lane] = packed.rows[state, BEGINS], packed.rows[state, NEED]
        lanes[_AFTER + lane] = state << STATE
    why = _stopping_reason(
        lanes[_OWNED + lane], packed.rule.goal, packed.rule.floor, lanes[_NEED + lane], lanes[_LEFT + lane]
    )
    if why == PLAYS and lanes[_THROWS + lane] >= packed.rule.cap:
        why = metrics.CUT
    if why != PLAYS:
        state = lanes[_AFTER + lane] >> STATE
        space.counts.left[state] += 1
        lanes[_END + lane], lanes[_PLAYS + lane] = why, 0
        lanes[_BEGINS + lane] = packed.exits[state, BEGINS]
        lanes[_OWNED + lane] += packed.exits[state, FEE]


@inlined
def _begin_session(first: int, place: int, space: FullWorkspace, lane: int) -> None:
    """Begin a session in a lane. The player may have to leave at once."""
    packed, lanes, bankroll = space.packed, space.lanes, space.packed.rule.bankroll
    space.dice.session[lane], space.dice.block[lane] = np.uint64(first + place), 0
    lanes[_OWNED + lane] = lanes[_LOWEST + lane] = lanes[_HIGHEST + lane] = lanes[_BEFORE + lane] = bankroll
    lanes[_PLACE + lane], lanes[_PLAYS + lane], lanes[_LEFT + lane] = place, 1, packed.rule.limit
    lanes[_BEGINS + lane], lanes[_NEED + lane], lanes[_AFTER + lane] = (
        packed.packing.begins,
        packed.packing.need,
        packed.packing.start << STATE,
    )
    space.counts.less[packed.packing.start] += packed.packing.start != 0
    if space.counts.owned.size:
        space.counts.owned[place, 0] = bankroll
    _ask_stopping_rule(space, lane)


@inlined
def _finish_session(space: FullWorkspace, lane: int) -> int:
    """Record the metrics of a lane's settled session, and idle the lane. Returns 1 if it played."""
    lanes, place = space.lanes, space.lanes[_PLACE + lane]
    if place != _NONE:
        for metric in range(_METRICS):
            space.out[metric, place] = lanes[metric * FULL_LANES + lane]
    _idle(space.packed, lanes, lane)
    return int(place != _NONE)


@inlined
def _idle(packed: PackedTransitions, lanes: NDArray[np.int64], lane: int) -> None:
    """Idle a lane: zero it, and park it on the records that change nothing."""
    for line in range(FULL_LINES):
        lanes[line * FULL_LANES + lane] = 0
    lanes[_PLACE + lane], lanes[_BEGINS + lane] = _NONE, packed.packing.done
