"""The fast kernel: sessions limited by throws; for each the final bankroll, lowest, highest, throws and end.

128 *lanes* play a session each, side by side, a block of 20 throws at a time. Every lane gets its dice and
walks the chain: one read of a record for each throw and lane. Many reads are under way at once, so that none
waits for memory, and the sums run as vector code. The stopping rule is not asked during a block but once
after it. If a lane always owned what every light state needs, never owned the goal, met no heavy state and
has throws left (see `packing`), its player cannot have left. For any other lane the kernel looks back on its
path, and finds the throw after which the player leaves, if there is one. Where a system looks at its money,
the walk looks up what each sum decides. If a sum is larger than the list goes, the rest of the block is
played again on the same dice, throw by throw.

A player who has left walks on with the others until nothing stands. Then the lane takes the next session.
"""

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain import stopping
from bankcraps.analysis.chain.arrays import MAX_UNITS, SIDES
from bankcraps.analysis.chain.stopping import LIMIT, PLAYS
from bankcraps.analysis.simulation.kernels import _vectors as vec
from bankcraps.analysis.simulation.kernels import walks as line
from bankcraps.analysis.simulation.kernels._vectors import HAS_GATHER, HAS_PERMUTE, SIZE
from bankcraps.analysis.simulation.kernels.dice import deal, dice
from bankcraps.analysis.simulation.kernels.packing import (
    AFTER,
    BEGINS,
    DELTA,
    FEE,
    HEAVY,
    LOOKED_UP,
    NEED,
    OVERFLOW,
    STATE,
    PackedTransitions,
    decides,
)
from bankcraps.analysis.simulation.kernels.walks import (
    FAST_LANES,
    FastWorkspace,
    Registers,
    in_place,
    registers,
    walk,
    walk_gathered,
    walk_short,
)
from bankcraps.analysis.simulation.metrics import END, FINAL, HIGHEST, LOWEST, THROWS
from bankcraps.analysis.simulation.streams import BLOCK
from bankcraps.support.compiled import compiled, inlined

_NONE: Final = -1
_ONE: Final = np.uint64(1)


_stopping_reason = inlined(stopping.stopping_reason)
_decides = inlined(decides)


def run(packed: PackedTransitions, seed: int, first: int, out: NDArray[np.int32]) -> None:
    """Play sessions `first` and on of a seed, as many as there are columns in `out`, in the best way here."""
    record = packed.record.dtype
    space = FastWorkspace(
        packed._replace(short=in_place(packed.short)),
        dice(seed, FAST_LANES),
        np.zeros(line.FAST_LINES * FAST_LANES, np.int32),
        vec.room((FAST_LANES,), record.type),
        vec.room((BLOCK + 1, FAST_LANES), np.int32),
        out,
    )
    short = registers() if HAS_PERMUTE and packed.short.entries.size else None
    gathers = True if HAS_GATHER and short is None and record == np.int32 else None
    fast_kernel(first, space, short, gathers)


@compiled
def fast_kernel(
    first: int,
    space: FastWorkspace,
    registers: Registers | None,
    gathers: Literal[True] | None,
) -> None:
    """Play sessions `first` and on, as many as there are columns in `space.out`; `limit` counts throws.

    With `registers`, a short chain is walked there; with `gathers`, records of 32 bits are read in vectors.
    It is compiled for each of these ways by itself.
    """
    lanes, sessions, coming = space.lanes, space.out.shape[1], 0
    for lane in range(FAST_LANES):
        coming = _begin_session(first, coming, space, lane)
        _enter(space, registers, lane)
    playing = coming
    while playing:
        deal(space.dice)
        if registers is not None:
            walk_short(space, registers)
        elif gathers is not None:
            walk_gathered(space)
        else:
            walk(space)
        for begins in range(0, FAST_LANES, SIZE):
            restless = _find_restless(lanes, begins)
            while restless:
                lane = begins + vec.lowest_bit(restless)
                restless &= restless - _ONE
                _come_out(space, registers, lane)
                if _finish_session(space, registers, lane):
                    playing -= coming == sessions
                    coming = _begin_session(first, coming, space, lane)
                _enter(space, registers, lane)


@inlined
def _enter(space: FastWorkspace, registers: Registers | None, lane: int) -> None:
    """Put a lane's row into the registers, if it is walked there."""
    if registers is not None:
        mask = space.packed.packing.mask
        registers.row[lane] = space.packed.short.row[(space.at[lane] & mask) // SIDES]


@inlined
def _come_out(space: FastWorkspace, registers: Registers | None, lane: int) -> None:
    """Take a lane's row out of the registers: one that is alike, so its session goes on as it would."""
    if registers is not None:
        space.at[lane] = _records_of(space.packed, registers.row[lane])


@inlined
def _records_of(packed: PackedTransitions, row: int) -> int:
    """The place of the first record of a row in registers, or of one that is alike."""
    low = HEAVY - 1 if packed.short.begins.size <= LOOKED_UP else 2 * HEAVY - 1
    return int(packed.short.begins[row & low])


@inlined
def _before(space: FastWorkspace, registers: Registers | None, throw: int, lane: int) -> int:
    """The place of the first move of a lane before a throw of the block."""
    if registers is not None:
        begins = _records_of(space.packed, registers.path[throw, lane])
    else:
        mask = space.packed.packing.mask
        begins = int(space.packed.plain[(space.path[throw, lane] & mask) // SIDES])
    return begins


@inlined
def _may_have_left(lanes: NDArray[np.int32], lane: int) -> bool:
    """Whether the player may have left in this block, or decided otherwise than the records say."""
    return (
        (lanes[line.DIP + lane] < lanes[line.LEAST + lane])
        | (lanes[line.PEAK + lane] >= lanes[line.MOST + lane])
        | (lanes[line.MARKED + lane] != 0)
    )


@inlined
def _find_restless(lanes: NDArray[np.int32], begins: int) -> np.uint64:
    """Of 64 lanes, find those whose players may have left, a bit for each, and count the others' block."""
    dip, peak = vec.load(lanes, line.DIP + begins), vec.load(lanes, line.PEAK + begins)
    left, none = vec.load(lanes, line.LEFT + begins), vec.no_ints()
    found = vec.where_below(dip, vec.load(lanes, line.LEAST + begins))
    found |= ~vec.where_below(peak, vec.load(lanes, line.MOST + begins))
    found |= vec.where_below(none, vec.load(lanes, line.MARKED + begins))
    found |= vec.where_below(left, vec.plus(none, BLOCK + 1))
    low, high = vec.load(lanes, line.LOW + begins), vec.load(lanes, line.HIGH + begins)
    vec.store(lanes, line.LOW + begins, vec.chosen(found, low, vec.minimum(low, dip)))
    vec.store(lanes, line.HIGH + begins, vec.chosen(found, high, vec.maximum(high, peak)))
    vec.store(lanes, line.LEFT + begins, vec.chosen(found, left, vec.plus(left, -BLOCK)))
    return found


@inlined
def _finish_session(space: FastWorkspace, registers: Registers | None, lane: int) -> bool:
    """Find where the player left in this block. Returns whether the session is now complete."""
    packed, lanes, out, marks = space.packed, space.lanes, space.out, space.packed.packing
    place = lanes[line.PLACE + lane]
    if place == _NONE:
        return False
    if lanes[line.LEFT + lane]:
        if lanes[line.LEFT + lane] == BLOCK and not _may_have_left(lanes, lane):
            why, throw, state, owned = _limit_reached(space, registers, lane)
        else:
            why, throw, state, owned = _look_back(space, registers, lane)
        if why == PLAYS:
            return False
        out[LOWEST, place], out[HIGHEST, place] = lanes[line.LOW + lane], lanes[line.HIGH + lane]
        out[THROWS, place], out[END, place] = packed.rule.limit - lanes[line.LEFT + lane], why
        begins, owned = int(packed.exits[state, BEGINS]), owned + packed.exits[state, FEE]
        while throw < BLOCK and begins != marks.done:
            record = packed.record[begins + space.dice.thrown[throw, lane]]
            begins, owned = int(record & marks.mask), owned + (record >> marks.shift)
            throw += 1
        space.at[lane], lanes[line.OWNED + lane], lanes[line.LEFT + lane] = begins, owned, 0
    if space.at[lane] & marks.mask != marks.done:
        return False
    out[FINAL, place] = lanes[line.OWNED + lane]
    return True


@inlined
def _limit_reached(space: FastWorkspace, registers: Registers | None, lane: int) -> tuple[int, int, int, int]:
    """Return the result of `_replay_block` for a session that ends exactly with this block."""
    packed, lanes = space.packed, space.lanes
    lanes[line.LOW + lane] = min(lanes[line.LOW + lane], lanes[line.DIP + lane])
    lanes[line.HIGH + lane] = max(lanes[line.HIGH + lane], lanes[line.PEAK + lane])
    lanes[line.LEFT + lane] = 0
    last = _before(space, registers, BLOCK - 1, lane)
    after = packed.moves[last + space.dice.thrown[BLOCK - 1, lane], AFTER]
    return LIMIT, BLOCK, int(after >> STATE), int(lanes[line.OWNED + lane])


@inlined
def _look_back(space: FastWorkspace, registers: Registers | None, lane: int) -> tuple[int, int, int, int]:
    """Find the throw after which a player leaves, in the lane's path: the result of `_replay_block`.

    The rule is asked only after throws where the player may have left. The path is the player's, unless a sum
    was larger than a list by sums goes.
    """
    packed, lanes = space.packed, space.lanes
    least, most, left = lanes[line.LEAST + lane], lanes[line.MOST + lane], int(lanes[line.LEFT + lane])
    low, high, owned = (
        int(lanes[line.LOW + lane]),
        int(lanes[line.HIGH + lane]),
        int(lanes[line.START + lane]),
    )
    why, throw, state = PLAYS, 0, 0
    while throw < BLOCK and why == PLAYS:
        move = _before(space, registers, throw, lane) + space.dice.thrown[throw, lane]
        owned += int(packed.record[move] >> packed.packing.shift)
        low, high = min(low, owned), max(high, owned)
        throw += 1
        marked, came = _came_to(space, registers, throw, lane)
        if registers is None:
            stays = (owned >= packed.asks[came // SIDES]) & (not marked)
        elif packed.record.size > packed.packing.size:
            stays = (owned >= least) & (not marked)
        else:
            stays = owned >= max(packed.moves[move, NEED], packed.rule.floor)
        if stays & (owned < most) & (throw < left):
            continue
        begins, state, need = _decided(packed, move, owned)
        why = _why(packed, owned, need, left - throw)
        if why == PLAYS and registers is None and begins != packed.plain[came // SIDES]:
            lanes[line.LOW + lane], lanes[line.HIGH + lane] = low, high
            return _replay_block(space, lane, throw, begins, owned)
    lanes[line.LOW + lane], lanes[line.HIGH + lane], lanes[line.LEFT + lane] = low, high, left - throw
    return why, throw, state, owned


@inlined
def _came_to(space: FastWorkspace, registers: Registers | None, throw: int, lane: int) -> tuple[bool, int]:
    """After a throw of the block, whether there was a mark; by records, where the next ones begin."""
    packed = space.packed
    if registers is not None:
        row = registers.path[throw, lane] if throw < BLOCK else registers.row[lane]
        return (row & HEAVY != 0) & (packed.short.begins.size <= LOOKED_UP), 0
    came = int(space.path[throw, lane])
    return came & packed.packing.heavy != 0, came & packed.packing.mask


@inlined
def _decided(packed: PackedTransitions, move: int, owned: int) -> tuple[int, int, int]:
    """After a throw, where the records of the state begin that decides for a sum, the state, and its need."""
    begins, need = int(packed.moves[move, BEGINS]), int(packed.moves[move, NEED])
    state = int(packed.moves[move, AFTER] >> STATE)
    if owned < need:  # rare, unless the system looks at its money
        state = _decides(packed.rows, state, owned)
        begins, need = int(packed.rows[state, BEGINS]), int(packed.rows[state, NEED])
    return begins, state, need


@inlined
def _why(packed: PackedTransitions, owned: int, need: int, left: int) -> int:
    """Find the reason why a player leaves, or `PLAYS`."""
    why = _stopping_reason(owned, packed.rule.goal, packed.rule.floor, need, left)
    return OVERFLOW if why == PLAYS and owned >= MAX_UNITS else why


@inlined
def _replay_block(
    space: FastWorkspace, lane: int, throw: int, begins: int, owned: int
) -> tuple[int, int, int, int]:
    """Replay a lane's block from a throw on, with the stopping rule before each.

    Returns:
        Why the player leaves, or `PLAYS`; after how many throws of the block; in what state; owning what.
    """
    packed, lanes = space.packed, space.lanes
    left = int(lanes[line.LEFT + lane])
    low, high = int(lanes[line.LOW + lane]), int(lanes[line.HIGH + lane])
    why, state = PLAYS, 0
    while throw < BLOCK and why == PLAYS:
        move = begins + space.dice.thrown[throw, lane]
        owned += packed.moves[move, DELTA]
        low, high = min(low, owned), max(high, owned)
        throw += 1
        begins, state, need = _decided(packed, move, owned)
        why = _why(packed, owned, need, left - throw)
    lanes[line.LOW + lane], lanes[line.HIGH + lane], lanes[line.LEFT + lane] = low, high, left - throw
    space.at[lane], lanes[line.OWNED + lane] = begins, owned
    return why, throw, state, owned


@inlined
def _begin_session(first: int, coming: int, space: FastWorkspace, lane: int) -> int:
    """Give a lane the next session, or none if all have begun. Returns the number begun."""
    packed, lanes, out = space.packed, space.lanes, space.out
    space.at[lane] = packed.packing.done
    lanes[line.OWNED + lane] = lanes[line.LOW + lane] = lanes[line.HIGH + lane] = packed.rule.bankroll
    lanes[line.LEFT + lane], lanes[line.PLACE + lane] = 0, _NONE
    if coming == out.shape[1]:
        return coming
    space.dice.session[lane], space.dice.block[lane] = np.uint64(first + coming), 0
    lanes[line.PLACE + lane] = coming
    why = _stopping_reason(
        packed.rule.bankroll, packed.rule.goal, packed.rule.floor, packed.packing.need, packed.rule.limit
    )
    if why == PLAYS:
        lanes[line.LEFT + lane] = packed.rule.limit
        lanes[line.LEAST + lane], lanes[line.MOST + lane] = (
            packed.packing.light,
            min(packed.rule.goal, MAX_UNITS),
        )
        space.at[lane] = packed.packing.begins
    else:
        out[LOWEST, coming] = out[HIGHEST, coming] = packed.rule.bankroll
        out[THROWS, coming], out[END, coming] = 0, why
        space.at[lane] = packed.exits[packed.packing.start, BEGINS]
        lanes[line.OWNED + lane] += packed.exits[packed.packing.start, FEE]
    return coming + 1
