"""The fast kernel: sessions limited by throws; for each the final bankroll, lowest, highest, throws and end.

64 *lanes* play a session each, side by side, a block of 20 throws at a time. Every lane gets its dice and
walks the chain: one read of a record for each throw and lane. 64 reads are under way at once, so that none
waits for memory, and the sums run as vector code. The stopping rule is not asked during a block but once
after it. If a lane always owned what every light state needs, never owned the goal, met no heavy state and
has throws left (see `packing`), its player cannot have left. Any other lane plays its block again on the same
dice, throw by throw, and asks the stopping rule before each. So does one that left its range of sums, within
which a system that looks at its money decides as the lane's table of records says.

A player who has left walks on with the others until nothing stands. Then the lane takes the next session.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import compiled, inlined
from bankcraps.markov import stopping
from bankcraps.markov.arrays import MAX_UNITS, SIDES
from bankcraps.markov.stopping import LIMIT, PLAYS
from bankcraps.simulation.kernels.byte_tables import HEAVY, LOOKED_UP
from bankcraps.simulation.kernels.dice import Dice, deal
from bankcraps.simulation.kernels.packing import (
    AFTER,
    BEGINS,
    DELTA,
    FEE,
    NEED,
    OVERFLOW,
    STATE,
    PackedTransitions,
    decides,
)
from bankcraps.simulation.kernels.registers import Registers, walk_in_registers
from bankcraps.simulation.metrics import END, FINAL, HIGHEST, LOWEST, THROWS
from bankcraps.simulation.streams import BLOCK

__all__ = ["FAST_LANES", "FAST_LINES", "FastWorkspace", "fast_kernel"]

FAST_LANES: Final = 64
"""Lanes: enough to keep memory busy, few enough for the first-level cache."""

# The state of each lane: lines of `FAST_LANES` numbers, one after another in one array, so that the compiler
# knows that no line reaches into another.
_OWNED: Final = 0 * FAST_LANES
"""The sum that the player owns now."""
_ROW, _START = 1 * FAST_LANES, 2 * FAST_LANES
"""The start of the lane's records, and the sum owned, when the block began."""
_LAST: Final = 3 * FAST_LANES
"""The start of the records of the last throw."""
_DIP, _PEAK = 4 * FAST_LANES, 5 * FAST_LANES
"""The least and the most that was owned in this block."""
_HEAVY: Final = 6 * FAST_LANES
"""Not 0 if a record of this block has a mark."""
_LOW, _HIGH = 7 * FAST_LANES, 8 * FAST_LANES
"""The least and the most that was owned in the session, before this block."""
_LEFT: Final = 9 * FAST_LANES
"""Throws left in the session when the block began; 0 once the player has left."""
_RESTLESS: Final = 10 * FAST_LANES
"""Whether the block is to be played again, throw by throw."""
_PLACE: Final = 11 * FAST_LANES
"""The lane's session in the chunk, or `_NONE`."""
_TABLE: Final = 12 * FAST_LANES
"""Where the table of records for the lane's range of sums begins."""
_LEAST, _MOST = 13 * FAST_LANES, 14 * FAST_LANES
"""The sums that the player must own, and may not, for nothing but the records to decide."""
FAST_LINES: Final = 15
_NONE: Final = -1

_stopping_reason = inlined(stopping.stopping_reason)
_decides = inlined(decides)


class FastWorkspace(NamedTuple):
    """The memory of the fast kernel.

    Attributes:
        dice: of `FAST_LANES` lanes.
        lanes: (FAST_LINES * FAST_LANES,) int32, lines as above.
        at: (lanes,) of the records' type: what each lane read last.
        out: (5, sessions) int32, the first five `metrics` of each session.
    """

    dice: Dice
    lanes: NDArray[np.int32]
    at: NDArray[np.signedinteger]
    out: NDArray[np.int32]


@compiled
def fast_kernel(
    packed: PackedTransitions, first: int, space: FastWorkspace, registers: Registers | None
) -> None:
    """Play sessions `first` and on, as many as there are columns in `space.out`; `limit` counts throws.

    With `registers`, a short chain is walked there. It is compiled for either, not for both.
    """
    lanes, sessions, coming = space.lanes, space.out.shape[1], 0
    for lane in range(FAST_LANES):
        coming = _begin_session(packed, first, coming, space, lane)
        _enter(packed, space, registers, lane)
    playing = coming
    while playing:
        deal(space.dice)
        if registers is not None:
            _walk_short(packed, space, registers)
        elif packed.by_sum.size:
            _walk_rows(packed, space)
        else:
            _walk(packed, space)
        if _find_restless(lanes):
            for lane in range(FAST_LANES):
                if not lanes[_RESTLESS + lane]:
                    continue
                _come_out(packed, space, registers, lane)
                if _finish_session(packed, space, lane):
                    playing -= coming == sessions
                    coming = _begin_session(packed, first, coming, space, lane)
                _enter(packed, space, registers, lane)


@inlined
def _walk(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Play every lane's block without the stopping rule."""
    lanes, at, thrown = space.lanes, space.at, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    _begin_block(packed, space)
    for throw in range(BLOCK):
        if throw == BLOCK - 1:
            for lane in range(FAST_LANES):
                lanes[_LAST + lane] = at[lane] & mask
        for lane in range(FAST_LANES):
            at[lane] = packed.record[np.uint64(at[lane] & mask) + np.uint64(thrown[throw, lane])]
        for lane in range(FAST_LANES):
            lanes[_HEAVY + lane] |= at[lane] & heavy
            lanes[_OWNED + lane] += at[lane] >> shift
            lanes[_DIP + lane] = min(lanes[_DIP + lane], lanes[_OWNED + lane])
            lanes[_PEAK + lane] = max(lanes[_PEAK + lane], lanes[_OWNED + lane])


@inlined
def _walk_rows(packed: PackedTransitions, space: FastWorkspace) -> None:
    """The same where rows have places: what is owned decides there."""
    lanes, at, thrown = space.lanes, space.at, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    most, by_sum = packed.by_sum.shape[1] - 1, packed.by_sum.reshape(-1)
    _begin_block(packed, space)
    for throw in range(BLOCK):
        if throw == BLOCK - 1:
            for lane in range(FAST_LANES):
                lanes[_LAST + lane] = at[lane] & mask
        for lane in range(FAST_LANES):
            at[lane] = packed.record[np.uint64(at[lane] & mask) + np.uint64(thrown[throw, lane])]
        for lane in range(FAST_LANES):
            lanes[_OWNED + lane] += at[lane] >> shift
            place = np.int64(at[lane] & mask) - packed.packing.size
            sum_ = np.int64(min(max(lanes[_OWNED + lane], 0), most))
            decided = by_sum[np.uint64(max(place, 0) * (most + 1) + sum_)]
            at[lane] = decided if place >= 0 else at[lane]
        for lane in range(FAST_LANES):
            lanes[_HEAVY + lane] |= at[lane] & heavy
            lanes[_DIP + lane] = min(lanes[_DIP + lane], lanes[_OWNED + lane])
            lanes[_PEAK + lane] = max(lanes[_PEAK + lane], lanes[_OWNED + lane])


@inlined
def _walk_short(packed: PackedTransitions, space: FastWorkspace, registers: Registers) -> None:
    """The same in registers, where the lanes keep their rows."""
    lanes = space.lanes
    heavy = np.int32(HEAVY if packed.short.entries.shape[2] == LOOKED_UP else 0)
    walk_in_registers(packed.short, space.dice.thrown, registers)
    for lane in range(FAST_LANES):
        start = lanes[_OWNED + lane]
        lanes[_START + lane] = start
        lanes[_HEAVY + lane] = registers.seen[lane] & heavy
        lanes[_DIP + lane] = start + registers.dip[lane]
        lanes[_PEAK + lane] = start + registers.peak[lane]
        lanes[_OWNED + lane] = start + registers.change[lane]


@inlined
def _enter(packed: PackedTransitions, space: FastWorkspace, registers: Registers | None, lane: int) -> None:
    """Put a lane's row into the registers, if it is walked there."""
    if registers is not None:
        registers.row[lane] = packed.short.row[(space.at[lane] & packed.packing.mask) // SIDES]


@inlined
def _come_out(
    packed: PackedTransitions, space: FastWorkspace, registers: Registers | None, lane: int
) -> None:
    """Take a lane's rows out of the registers: rows that are alike, so its session goes on as it would."""
    if registers is not None:
        begins = packed.short.begins
        low = HEAVY - 1 if packed.short.entries.shape[2] == LOOKED_UP else 2 * HEAVY - 1
        space.at[lane] = begins[registers.row[lane] & low]
        space.lanes[_ROW + lane] = begins[registers.begin[lane] & low]
        space.lanes[_LAST + lane] = begins[registers.last[lane] & low]


@inlined
def _begin_block(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Note where every lane stands."""
    lanes = space.lanes
    for lane in range(FAST_LANES):
        lanes[_ROW + lane] = space.at[lane] & packed.packing.mask
        lanes[_START + lane] = lanes[_DIP + lane] = lanes[_PEAK + lane] = lanes[_OWNED + lane]
        lanes[_HEAVY + lane] = 0


@inlined
def _needs_replay(lanes: NDArray[np.int32], lane: int) -> bool:
    """Whether the player may have left in this block, or decided otherwise than the records say."""
    return (
        (lanes[_DIP + lane] < lanes[_LEAST + lane])
        | (lanes[_PEAK + lane] >= lanes[_MOST + lane])
        | (lanes[_HEAVY + lane] != 0)
    )


@inlined
def _find_restless(lanes: NDArray[np.int32]) -> bool:
    """Find the lanes whose players may have left, and count the others' block. True if there are any."""
    anybody = False
    for lane in range(FAST_LANES):
        restless = _needs_replay(lanes, lane) | (lanes[_LEFT + lane] <= BLOCK)
        lanes[_RESTLESS + lane] = restless
        anybody |= restless
        if not restless:
            lanes[_LOW + lane] = min(lanes[_LOW + lane], lanes[_DIP + lane])
            lanes[_HIGH + lane] = max(lanes[_HIGH + lane], lanes[_PEAK + lane])
            lanes[_LEFT + lane] -= BLOCK
    return anybody


@inlined
def _finish_session(packed: PackedTransitions, space: FastWorkspace, lane: int) -> bool:
    """Replay the block in which a player may have left. Returns whether the session is now complete."""
    lanes, out, marks = space.lanes, space.out, packed.packing
    place = lanes[_PLACE + lane]
    if place == _NONE:
        return False
    if lanes[_LEFT + lane]:
        if lanes[_LEFT + lane] == BLOCK and not _needs_replay(lanes, lane):
            why, throw, state, owned = _limit_reached(packed, space, lane)
        else:
            why, throw, state, owned = _replay_block(packed, space, lane)
        if why == PLAYS:
            return False
        out[LOWEST, place], out[HIGHEST, place] = lanes[_LOW + lane], lanes[_HIGH + lane]
        out[THROWS, place], out[END, place] = packed.rule.limit - lanes[_LEFT + lane], why
        begins, owned = int(packed.exits[state, BEGINS]), owned + packed.exits[state, FEE]
        while throw < BLOCK:
            record = packed.record[begins + space.dice.thrown[throw, lane]]
            begins, owned = int(record & marks.mask), owned + (record >> marks.shift)
            throw += 1
        space.at[lane], lanes[_OWNED + lane], lanes[_LEFT + lane] = begins, owned, 0
    if space.at[lane] & marks.mask != marks.done:
        return False
    out[FINAL, place] = lanes[_OWNED + lane]
    return True


@inlined
def _limit_reached(packed: PackedTransitions, space: FastWorkspace, lane: int) -> tuple[int, int, int, int]:
    """Return the result of `_replay_block` for a session that ends exactly with this block."""
    lanes = space.lanes
    lanes[_LOW + lane] = min(lanes[_LOW + lane], lanes[_DIP + lane])
    lanes[_HIGH + lane] = max(lanes[_HIGH + lane], lanes[_PEAK + lane])
    lanes[_LEFT + lane] = 0
    last = lanes[_LAST + lane] - lanes[_TABLE + lane]
    after = packed.moves[last + space.dice.thrown[BLOCK - 1, lane], AFTER]
    return LIMIT, BLOCK, int(after >> STATE), int(lanes[_OWNED + lane])


@inlined
def _replay_block(packed: PackedTransitions, space: FastWorkspace, lane: int) -> tuple[int, int, int, int]:
    """Replay a lane's block with the stopping rule before each throw.

    Returns:
        Why the player leaves, or `PLAYS`; after how many throws of the block; in what state; owning what.
    """
    lanes, moves = space.lanes, packed.moves
    begins, owned = int(lanes[_ROW + lane] - lanes[_TABLE + lane]), int(lanes[_START + lane])
    left = int(lanes[_LEFT + lane])
    low, high = int(lanes[_LOW + lane]), int(lanes[_HIGH + lane])
    why, throw, state = PLAYS, 0, 0
    while throw < BLOCK and why == PLAYS:
        move = begins + space.dice.thrown[throw, lane]
        owned += moves[move, DELTA]
        low, high = min(low, owned), max(high, owned)
        throw += 1
        begins, need = int(moves[move, BEGINS]), int(moves[move, NEED])
        state = int(moves[move, AFTER] >> STATE)
        if owned < need:  # rare, unless the system looks at its money
            state = _decides(packed.rows, state, owned)
            begins, need = int(packed.rows[state, BEGINS]), int(packed.rows[state, NEED])
        why = _stopping_reason(owned, packed.rule.goal, packed.rule.floor, need, left - throw)
        if why == PLAYS and owned >= MAX_UNITS:
            why = OVERFLOW
    lanes[_LOW + lane], lanes[_HIGH + lane], lanes[_LEFT + lane] = low, high, left - throw
    _go_on(packed, space, lane, begins, owned)
    return why, throw, state, owned


@inlined
def _go_on(packed: PackedTransitions, space: FastWorkspace, lane: int, begins: int, owned: int) -> None:
    """Let a lane go on with a sum, from a place in the table of the first range."""
    lanes, ranges = space.lanes, packed.ranges
    number = lanes[_TABLE + lane] // packed.packing.size
    while number and owned < ranges[number]:
        number -= 1
    while number + 2 < ranges.size and owned >= ranges[number + 1]:
        number += 1
    lanes[_TABLE + lane] = number * packed.packing.size
    lanes[_LEAST + lane] = max(packed.packing.light, ranges[number])
    lanes[_MOST + lane] = min(packed.rule.goal, ranges[number + 1])
    space.at[lane], lanes[_OWNED + lane] = begins + lanes[_TABLE + lane], owned


@inlined
def _begin_session(
    packed: PackedTransitions, first: int, coming: int, space: FastWorkspace, lane: int
) -> int:
    """Give a lane the next session, or none if all have begun. Returns the number begun."""
    lanes, out = space.lanes, space.out
    space.at[lane] = packed.packing.done
    lanes[_OWNED + lane] = lanes[_LOW + lane] = lanes[_HIGH + lane] = packed.rule.bankroll
    lanes[_LEFT + lane], lanes[_PLACE + lane] = 0, _NONE
    if coming == out.shape[1]:
        return coming
    space.dice.session[lane], space.dice.block[lane] = np.uint64(first + coming), 0
    lanes[_PLACE + lane] = coming
    why = _stopping_reason(
        packed.rule.bankroll, packed.rule.goal, packed.rule.floor, packed.packing.need, packed.rule.limit
    )
    if why == PLAYS:
        lanes[_LEFT + lane] = packed.rule.limit
        _go_on(packed, space, lane, packed.packing.begins, packed.rule.bankroll)
    else:
        out[LOWEST, coming] = out[HIGHEST, coming] = packed.rule.bankroll
        out[THROWS, coming], out[END, coming] = 0, why
        space.at[lane] = packed.exits[packed.packing.start, BEGINS]
        lanes[_OWNED + lane] += packed.exits[packed.packing.start, FEE]
    return coming + 1
