"""The full kernel: the sessions of the fast one on the same dice, and what only a whole path tells.

A few lanes play a session each, side by side, a throw at a time: first every lane reads what its throw does,
then the figures of all go on as vector code, then whoever must leave does. It also plays sessions that are
over after so many decisions or shooters, counts every step of the chain, and writes down trajectories.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain import leaving
from bankcraps.chain.leaving import PLAYS
from bankcraps.simulation import figures as fig
from bankcraps.simulation.compiled import compiled, inlined
from bankcraps.simulation.dealing import Dice, deal
from bankcraps.simulation.records import AFTER, BEGINS, DECIDED, DELTA, ENDED, FEE, NEED, STATE, Chain
from bankcraps.simulation.streams import BLOCK
from bankcraps.simulation.terms import CUT, Stakes

__all__ = ["LANES", "LINES", "Counts", "Room", "paths"]

LANES: Final = 32
"""Sessions played side by side: enough to keep memory busy."""

# What each lane has come to: lines of `LANES` numbers, one line after another in one array, so that the
# compiler knows that no line reaches into another. First the figures of the session so far, in their order.
_FIGURES: Final = len(fig.NAMES)
_OWNED: Final = fig.FINAL * LANES
"""What the player owns now."""
_LOWEST, _HIGHEST, _THROWS, _END = (
    fig.LOWEST * LANES,
    fig.HIGHEST * LANES,
    fig.THROWS * LANES,
    fig.END * LANES,
)
_DRAWDOWN, _STREAK, _UNDER = fig.DRAWDOWN * LANES, fig.STREAK * LANES, fig.UNDER_WATER * LANES
_DECISIONS, _SHOOTERS, _ACTION = fig.DECISIONS * LANES, fig.SHOOTERS * LANES, fig.ACTION * LANES
_MOVE: Final = _FIGURES * LANES
"""What the last throw did: four lines, the columns of `Chain.moves`; `_BEGINS` says where the lane is."""
_BEGINS, _DELTA = _MOVE + BEGINS * LANES, _MOVE + DELTA * LANES
_NEED, _AFTER = _MOVE + NEED * LANES, _MOVE + AFTER * LANES
_PLAYS: Final = _MOVE + 4 * LANES
"""1 while the player plays, 0 once they have left."""
_LEFT: Final = _PLAYS + LANES
"""Throws, decisions or shooters left in the session."""
_RUN, _BEFORE = _LEFT + LANES, _LEFT + 2 * LANES
"""Decisions lost in a row, and what was owned after the last decision."""
_PLACE: Final = _LEFT + 3 * LANES
"""Which of the sessions asked for the lane plays; `_NOBODY` for none."""
LINES: Final = _FIGURES + 9
_NOBODY: Final = -1

_ending = inlined(leaving.ending)


class Counts(NamedTuple):
    """What is counted over all sessions, and trajectories.

    Attributes:
        visits: ((rows + 1) * 36,) int64, how often each throw was made from each row, settling included; the
            last row stands for nothing.
        left: (states,) int64, how many players left in each state.
        owned: (sessions, most throws + 1) int64, what is owned at the start and after each throw before
            leaving; or (0, 0), and nothing is written down.
    """

    visits: NDArray[np.int64]
    left: NDArray[np.int64]
    owned: NDArray[np.int64]


class Room(NamedTuple):
    """Room for the full kernel to work in.

    Attributes:
        dice: of `LANES` lanes.
        lanes: (LINES * LANES,) int64, lines as above.
        out: (11, sessions) int64, where the figures go: rows by `figures`.
        counts: added to.
    """

    dice: Dice
    lanes: NDArray[np.int64]
    out: NDArray[np.int64]
    counts: Counts


@compiled
def paths(chain: Chain, stakes: Stakes, first: int, room: Room) -> None:
    """Play sessions `first` and on, as many as there are columns in `room.out`."""
    lanes, sessions = room.lanes, room.out.shape[1]
    coming = finished = 0
    for lane in range(LANES):
        _rest(chain, lanes, lane)
    while finished < sessions:
        for lane in range(LANES):
            if lanes[_BEGINS + lane] == chain.marks.done:
                finished += _finish(chain, room, lane)
                if coming < sessions:
                    _seat(chain, stakes, first, coming, room, lane)
                    coming += 1
        deal(room.dice)
        for throw in range(BLOCK):
            _read(chain, room, throw)
            if _go_on(stakes, lanes, room.counts):
                _ask_all(chain, stakes, room)


@inlined
def _read(chain: Chain, room: Room, throw: int) -> None:
    """Make each lane's throw of the block: read what it does, and count it."""
    lanes, thrown, visits = room.lanes, room.dice.thrown, room.counts.visits
    for lane in range(LANES):
        move = np.uint64(lanes[_BEGINS + lane]) + np.uint64(thrown[throw, lane])
        visits[move] += 1
        lanes[_ACTION + lane] += chain.action[move]
        for column in range(4):
            lanes[_MOVE + column * LANES + lane] = chain.moves[move, column]


@inlined
def _go_on(stakes: Stakes, lanes: NDArray[np.int64], counts: Counts) -> bool:
    """Take every figure of every lane through its throw; whether any player may have to leave after it."""
    anybody = False
    for lane in range(LANES):
        plays = lanes[_PLAYS + lane]
        now = lanes[_OWNED + lane] + lanes[_DELTA + lane]
        lanes[_OWNED + lane] = now
        low, high = min(lanes[_LOWEST + lane], now), max(lanes[_HIGHEST + lane], now)
        drawdown = max(lanes[_DRAWDOWN + lane], high - now)
        decided = lanes[_AFTER + lane] & DECIDED & plays
        ended = lanes[_AFTER + lane] // ENDED & plays
        run = lanes[_RUN + lane] + 1 if now < lanes[_BEFORE + lane] else 0
        run = run if decided else lanes[_RUN + lane]
        left = lanes[_LEFT + lane] - (
            stakes.throw * plays + stakes.decision * decided + stakes.shooter * ended
        )
        lanes[_LOWEST + lane] = low if plays else lanes[_LOWEST + lane]
        lanes[_HIGHEST + lane] = high if plays else lanes[_HIGHEST + lane]
        lanes[_DRAWDOWN + lane] = drawdown if plays else lanes[_DRAWDOWN + lane]
        lanes[_BEFORE + lane] = now if decided else lanes[_BEFORE + lane]
        lanes[_UNDER + lane] += plays & (now < stakes.bankroll)
        lanes[_THROWS + lane] += plays
        lanes[_DECISIONS + lane] += decided
        lanes[_SHOOTERS + lane] += ended
        lanes[_RUN + lane] = run
        lanes[_STREAK + lane] = max(lanes[_STREAK + lane], run)
        lanes[_LEFT + lane] = left
        must = (
            (now >= stakes.goal)
            | (now < stakes.floor)
            | (now < lanes[_NEED + lane])
            | (left <= 0)
            | (lanes[_THROWS + lane] >= stakes.cap)
        )
        anybody |= must & (plays != 0)
    if counts.owned.size:
        for lane in range(LANES):
            if lanes[_PLAYS + lane]:
                counts.owned[lanes[_PLACE + lane], lanes[_THROWS + lane]] = lanes[_OWNED + lane]
    return anybody


@inlined
def _ask_all(chain: Chain, stakes: Stakes, room: Room) -> None:
    """Ask everybody who plays whether they must leave."""
    for lane in range(LANES):
        if room.lanes[_PLAYS + lane]:
            _ask(chain, stakes, room, lane)


@inlined
def _ask(chain: Chain, stakes: Stakes, room: Room, lane: int) -> None:
    """Ask a player whether they must leave; who does lets the throws that come decide what stands."""
    lanes = room.lanes
    why = _ending(lanes[_OWNED + lane], stakes.goal, stakes.floor, lanes[_NEED + lane], lanes[_LEFT + lane])
    if why == PLAYS and lanes[_THROWS + lane] >= stakes.cap:
        why = CUT
    if why != PLAYS:
        state = lanes[_AFTER + lane] >> STATE
        room.counts.left[state] += 1
        lanes[_END + lane], lanes[_PLAYS + lane] = why, 0
        lanes[_BEGINS + lane] = chain.exits[state, BEGINS]
        lanes[_OWNED + lane] += chain.exits[state, FEE]


@inlined
def _seat(chain: Chain, stakes: Stakes, first: int, place: int, room: Room, lane: int) -> None:
    """Let a lane begin a session; the player may have to leave at once."""
    lanes, bankroll = room.lanes, stakes.bankroll
    room.dice.session[lane], room.dice.block[lane] = np.uint64(first + place), 0
    lanes[_OWNED + lane] = lanes[_LOWEST + lane] = lanes[_HIGHEST + lane] = lanes[_BEFORE + lane] = bankroll
    lanes[_PLACE + lane], lanes[_PLAYS + lane], lanes[_LEFT + lane] = place, 1, stakes.limit
    lanes[_BEGINS + lane], lanes[_NEED + lane], lanes[_AFTER + lane] = chain.marks.begins, chain.marks.need, 0
    if room.counts.owned.size:
        room.counts.owned[place, 0] = bankroll
    _ask(chain, stakes, room, lane)


@inlined
def _finish(chain: Chain, room: Room, lane: int) -> int:
    """Write down the figures of a lane where all is settled, and let it rest; 1 if it played, 0 if not."""
    lanes, place = room.lanes, room.lanes[_PLACE + lane]
    if place != _NOBODY:
        for figure in range(_FIGURES):
            room.out[figure, place] = lanes[figure * LANES + lane]
    _rest(chain, lanes, lane)
    return int(place != _NOBODY)


@inlined
def _rest(chain: Chain, lanes: NDArray[np.int64], lane: int) -> None:
    """Let a lane play nothing: its figures and all else 0, in the row that nobody leaves."""
    for line in range(LINES):
        lanes[line * LANES + lane] = 0
    lanes[_PLACE + lane], lanes[_BEGINS + lane] = _NOBODY, chain.marks.done
