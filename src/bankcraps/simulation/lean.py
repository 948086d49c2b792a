"""The fast kernel: sessions of so many throws; of each the final bankroll, lowest, highest, throws and end.

64 *lanes* play a session each, side by side, a block of 20 throws at a time. All lanes get their dice, and
all walk the chain: one read of a record for each throw and lane, 64 of them under way at once, so that nobody
waits for memory; the sums run as vector code. Nobody asks meanwhile whether a player must leave. That is
asked once a block: where a lane never owned less than what every light state needs, never as much as the
goal, met no heavy state and has more throws left (see `records`), nobody can have left. Any other lane plays
its block again from where it started, on the same dice, throw by throw, asking `ending` before each throw's
betting.

A player who has left walks on with the others until nothing stands, and then the lane takes the next session.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain import leaving
from bankcraps.chain.leaving import LIMIT, PLAYS
from bankcraps.simulation.compiled import compiled, inlined
from bankcraps.simulation.dealing import Dice, deal
from bankcraps.simulation.figures import END, FINAL, HIGHEST, LOWEST, THROWS
from bankcraps.simulation.records import AFTER, BEGINS, DELTA, FEE, NEED, STATE, Chain
from bankcraps.simulation.streams import BLOCK
from bankcraps.simulation.terms import BEYOND, MOST, Stakes

__all__ = ["LANES", "LINES", "Room", "lean"]

LANES: Final = 64
"""Sessions played side by side: enough to keep memory busy, few enough for the first cache."""

# What each lane has come to: lines of `LANES` numbers, one line after another in one array, so that the
# compiler knows that no line reaches into another.
_OWNED: Final = 0 * LANES
"""What the player owns now."""
_ROW, _START = 1 * LANES, 2 * LANES
"""Where the records of the lane's row began, and what was owned, when the block began."""
_LAST: Final = 3 * LANES
"""Where the records begin of the row that was thrown from last."""
_DIP, _PEAK = 4 * LANES, 5 * LANES
"""The least and the most that was owned in this block."""
_HEAVY: Final = 6 * LANES
"""Not 0 if a record of this block was marked."""
_LOW, _HIGH = 7 * LANES, 8 * LANES
"""The least and the most that was owned in the session, before this block."""
_LEFT: Final = 9 * LANES
"""Throws left in the session when the block began; 0 for a player who has left."""
_RESTLESS: Final = 10 * LANES
"""Whether somebody may have left in this block."""
_PLACE: Final = 11 * LANES
"""Which of the sessions asked for the lane plays; `_NOBODY` for none."""
LINES: Final = 12
_NOBODY: Final = -1

_ending = inlined(leaving.ending)


class Room(NamedTuple):
    """Room for the fast kernel to work in.

    Attributes:
        dice: of `LANES` lanes.
        lanes: (LINES * LANES,) int32, lines as above.
        at: (lanes,) of the records' type: what each lane read last; its low bits say in which row it is.
        out: (5, sessions) int32, where the figures go: the first five rows of `figures`.
    """

    dice: Dice
    lanes: NDArray[np.int32]
    at: NDArray[np.signedinteger]
    out: NDArray[np.int32]


@compiled
def lean(chain: Chain, stakes: Stakes, first: int, room: Room) -> None:
    """Play sessions `first` and on, as many as there are columns in `room.out`; `limit` counts throws."""
    lanes, sessions, coming = room.lanes, room.out.shape[1], 0
    for lane in range(LANES):
        coming = _seat(chain, stakes, first, coming, room, lane)
    playing = coming
    while playing:
        deal(room.dice)
        _walk(chain, room)
        if _any_restless(chain, stakes, lanes):
            for lane in range(LANES):
                if lanes[_RESTLESS + lane] and _ends(chain, stakes, room, lane):
                    playing -= coming == sessions
                    coming = _seat(chain, stakes, first, coming, room, lane)


@inlined
def _walk(chain: Chain, room: Room) -> None:
    """Take every lane through its block, without asking whether anybody must leave."""
    lanes, at, thrown = room.lanes, room.at, room.dice.thrown
    mask, heavy, shift = chain.marks.mask, chain.marks.heavy, chain.marks.shift
    for lane in range(LANES):
        lanes[_ROW + lane] = at[lane] & mask
        lanes[_START + lane] = lanes[_DIP + lane] = lanes[_PEAK + lane] = lanes[_OWNED + lane]
        lanes[_HEAVY + lane] = 0
    for throw in range(BLOCK):
        if throw == BLOCK - 1:
            for lane in range(LANES):
                lanes[_LAST + lane] = at[lane] & mask
        for lane in range(LANES):
            at[lane] = chain.record[np.uint64(at[lane] & mask) + np.uint64(thrown[throw, lane])]
        for lane in range(LANES):
            lanes[_HEAVY + lane] |= at[lane] & heavy
            lanes[_OWNED + lane] += at[lane] >> shift
            lanes[_DIP + lane] = min(lanes[_DIP + lane], lanes[_OWNED + lane])
            lanes[_PEAK + lane] = max(lanes[_PEAK + lane], lanes[_OWNED + lane])


@inlined
def _uneasy(chain: Chain, stakes: Stakes, lanes: NDArray[np.int32], lane: int) -> bool:
    """Whether a player may have had to leave in this block by what was owned, or by what the system did."""
    return (
        (lanes[_DIP + lane] < chain.marks.light)
        | (lanes[_PEAK + lane] >= min(stakes.goal, MOST))
        | (lanes[_HEAVY + lane] != 0)
    )


@inlined
def _any_restless(chain: Chain, stakes: Stakes, lanes: NDArray[np.int32]) -> bool:
    """Find the lanes that must be looked after, and count the block of all others; whether there are any."""
    anybody = False
    for lane in range(LANES):
        restless = _uneasy(chain, stakes, lanes, lane) | (lanes[_LEFT + lane] <= BLOCK)
        lanes[_RESTLESS + lane] = restless
        anybody |= restless
        if not restless:
            lanes[_LOW + lane] = min(lanes[_LOW + lane], lanes[_DIP + lane])
            lanes[_HIGH + lane] = max(lanes[_HIGH + lane], lanes[_PEAK + lane])
            lanes[_LEFT + lane] -= BLOCK
    return anybody


@inlined
def _ends(chain: Chain, stakes: Stakes, room: Room, lane: int) -> bool:
    """Look after a restless lane; whether its player has left, all is settled and written down."""
    lanes, out, marks = room.lanes, room.out, chain.marks
    place = lanes[_PLACE + lane]
    if place == _NOBODY:
        return False
    if lanes[_LEFT + lane]:
        if lanes[_LEFT + lane] == BLOCK and not _uneasy(chain, stakes, lanes, lane):
            why, throw, state, owned = _over(chain, room, lane)
        else:
            why, throw, state, owned = _again(chain, stakes, room, lane)
        if why == PLAYS:
            return False
        out[LOWEST, place], out[HIGHEST, place] = lanes[_LOW + lane], lanes[_HIGH + lane]
        out[THROWS, place], out[END, place] = stakes.limit - lanes[_LEFT + lane], why
        begins, owned = int(chain.exits[state, BEGINS]), owned + chain.exits[state, FEE]
        while throw < BLOCK:
            record = chain.record[begins + room.dice.thrown[throw, lane]]
            begins, owned = int(record & marks.mask), owned + (record >> marks.shift)
            throw += 1
        room.at[lane], lanes[_OWNED + lane], lanes[_LEFT + lane] = begins, owned, 0
    if room.at[lane] & marks.mask != marks.done:
        return False
    out[FINAL, place] = lanes[_OWNED + lane]
    return True


@inlined
def _over(chain: Chain, room: Room, lane: int) -> tuple[int, int, int, int]:
    """What `_again` would say where the session is over after this block and nobody had to leave before."""
    lanes = room.lanes
    lanes[_LOW + lane] = min(lanes[_LOW + lane], lanes[_DIP + lane])
    lanes[_HIGH + lane] = max(lanes[_HIGH + lane], lanes[_PEAK + lane])
    lanes[_LEFT + lane] = 0
    after = chain.moves[lanes[_LAST + lane] + room.dice.thrown[BLOCK - 1, lane], AFTER]
    return LIMIT, BLOCK, int(after >> STATE), int(lanes[_OWNED + lane])


@inlined
def _again(chain: Chain, stakes: Stakes, room: Room, lane: int) -> tuple[int, int, int, int]:
    """Play a lane's block again, asking before each throw's betting whether the player must leave.

    Returns:
        Why the player leaves, or `PLAYS`; after how many throws of the block; in what state; owning what.
    """
    lanes, moves = room.lanes, chain.moves
    begins, owned, left = int(lanes[_ROW + lane]), int(lanes[_START + lane]), int(lanes[_LEFT + lane])
    low, high = int(lanes[_LOW + lane]), int(lanes[_HIGH + lane])
    why, throw, state = PLAYS, 0, 0
    while throw < BLOCK and why == PLAYS:
        move = begins + room.dice.thrown[throw, lane]
        owned += moves[move, DELTA]
        low, high = min(low, owned), max(high, owned)
        throw += 1
        why = _ending(owned, stakes.goal, stakes.floor, moves[move, NEED], left - throw)
        if why == PLAYS and owned >= MOST:
            why = BEYOND
        begins, state = int(moves[move, BEGINS]), int(moves[move, AFTER] >> STATE)
    lanes[_LOW + lane], lanes[_HIGH + lane], lanes[_LEFT + lane] = low, high, left - throw
    return why, throw, state, owned


@inlined
def _seat(chain: Chain, stakes: Stakes, first: int, coming: int, room: Room, lane: int) -> int:
    """Give a lane the next session, or nobody where no more come. How many have been seated then."""
    lanes, out = room.lanes, room.out
    room.at[lane] = chain.marks.done
    lanes[_OWNED + lane] = lanes[_LOW + lane] = lanes[_HIGH + lane] = stakes.bankroll
    lanes[_LEFT + lane], lanes[_PLACE + lane] = 0, _NOBODY
    if coming == out.shape[1]:
        return coming
    room.dice.session[lane], room.dice.block[lane] = np.uint64(first + coming), 0
    lanes[_PLACE + lane] = coming
    why = _ending(stakes.bankroll, stakes.goal, stakes.floor, chain.marks.need, stakes.limit)
    if why == PLAYS:
        room.at[lane], lanes[_LEFT + lane] = chain.marks.begins, stakes.limit
    else:
        out[LOWEST, coming] = out[HIGHEST, coming] = stakes.bankroll
        out[THROWS, coming], out[END, coming] = 0, why
        room.at[lane] = chain.exits[0, BEGINS]
        lanes[_OWNED + lane] += chain.exits[0, FEE]
    return coming + 1
