"""The walk of the fast kernel through a block of throws, in each of the ways that processors allow.

None asks the stopping rule. Each notes for every lane where its records began before each throw, the least
and the most that was owned, what is owned now, and whether a record had a mark. All three walk the same way.
Where a system looks at its money, each goes on after a throw as the sum decides.

A short chain is walked in registers.

A record is not read for each lane. The rows of 64 lanes are one vector, their throws another, and each
table answers all at once (`ByteTables`). A lane keeps the answer of the table that its throw asks. The
changes are summed up in 16 bits, relative to what was owned when the block began. Where a system looks at its
money, a lane compares that sum with each threshold, and one more table says what is decided.

Each throw waits for the row that the one before led to. So two vectors of lanes take turns: while one waits,
the other goes on.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import SIDES
from bankcraps.analysis.simulation.kernels import _vectors as vec
from bankcraps.analysis.simulation.kernels._vectors import SIZE
from bankcraps.analysis.simulation.kernels.dice import Dice
from bankcraps.analysis.simulation.kernels.packing import (
    CHANGE,
    HEAVY,
    LOOKED_UP,
    MOST_IN_BLOCK,
    MOST_RANGES,
    NEXT,
    ByteTables,
    PackedTransitions,
)
from bankcraps.analysis.simulation.streams import BLOCK
from bankcraps.support.compiled import inlined

FAST_LANES: Final = 128
"""Lanes: two vectors of bytes, enough to keep memory busy, few enough for the first-level cache."""

# The state of each lane: lines of `FAST_LANES` numbers, one after another in one array, so that the compiler
# knows that no line reaches into another.
OWNED: Final = 0 * FAST_LANES
"""The sum that the player owns now."""
START: Final = 1 * FAST_LANES
"""The sum owned when the block began."""
DIP, PEAK = 2 * FAST_LANES, 3 * FAST_LANES
"""The least and the most that was owned in this block."""
MARKED: Final = 4 * FAST_LANES
"""Not 0 if a record of this block has a mark."""
LOW, HIGH = 5 * FAST_LANES, 6 * FAST_LANES
"""The least and the most that was owned in the session, before this block."""
LEFT: Final = 7 * FAST_LANES
"""Throws left in the session when the block began; 0 once the player has left."""
PLACE: Final = 8 * FAST_LANES
"""The lane's session in the chunk, or `_NONE`."""
LEAST, MOST = 9 * FAST_LANES, 10 * FAST_LANES
"""The sums that the player must own, and may not, for nothing but the records to decide."""
FAST_LINES: Final = 11


class FastWorkspace(NamedTuple):
    """The memory of the fast kernel.

    Attributes:
        packed: the chain and the plan.
        dice: of `FAST_LANES` lanes.
        lanes: (FAST_LINES * FAST_LANES,) int32, lines as above.
        at: (lanes,) of the records' type: what each lane read last.
        path: (21, lanes) int32, where each lane's records began before each throw; not used by the walk in
            registers. By lists of sums, with the marks, and where they begin after the last throw.
        out: (5, sessions) int32, the first five `metrics` of each session.
    """

    packed: PackedTransitions
    dice: Dice
    lanes: NDArray[np.int32]
    at: NDArray[np.signedinteger]
    path: NDArray[np.int32]
    out: NDArray[np.int32]


_HALF: Final = SIZE // 2

Vector = vec.Untyped
"""A vector of bytes; only compiled code has such values."""


class Registers(NamedTuple):
    """The registers that the walk reads and writes, for 128 lanes.

    Attributes:
        row: (128,) uint8, the row of each lane now.
        path: (20, 128) uint8, the row of each lane before each throw of the block.
        seen: (128,) uint8, the bits of all rows that were come to, so the mark if one had it.
        change: (128,) int16, the sum of all changes in the block.
        dip, peak: (128,) int16, the least and the most that it was.
        least: (7, 128) int16, the changes with which a lane comes to each range of sums but the first. The
            walk puts the even lanes of each 64 first.
    """

    row: NDArray[np.uint8]
    path: NDArray[np.uint8]
    seen: NDArray[np.uint8]
    change: NDArray[np.int16]
    dip: NDArray[np.int16]
    peak: NDArray[np.int16]
    least: NDArray[np.int16]


class _Walked(NamedTuple):
    """64 lanes in the midst of a block: rows, bits seen, and sums of even and odd lanes."""

    row: Vector
    seen: Vector
    even: Vector
    odd: Vector
    even_dip: Vector
    odd_dip: Vector
    even_peak: Vector
    odd_peak: Vector


def registers() -> Registers:
    """Memory for the walk of 128 lanes."""
    row, seen = vec.room((2, FAST_LANES), np.uint8)
    change, dip, peak = vec.room((3, FAST_LANES), np.int16)
    least = vec.room((MOST_RANGES - 1, FAST_LANES), np.int16)
    return Registers(row, vec.room((BLOCK, FAST_LANES), np.uint8), seen, change, dip, peak, least)


def in_place(tables: ByteTables) -> ByteTables:
    """The same tables, the entries where vectors begin."""
    entries = vec.room(tables.entries.shape, np.uint8)
    entries[:] = tables.entries
    return tables._replace(entries=entries)


@inlined
def walk_in_registers(tables: ByteTables, thrown: NDArray[np.uint8], space: Registers) -> None:
    """Walk a block of throws.

    Args:
        tables: of the chain.
        thrown: (20, 128) uint8, the throws of each lane.
        space: read and written.
    """
    for threshold in range(tables.least.size):
        for lanes in range(0, FAST_LANES, SIZE):
            _by_even_and_odd(space.least, threshold * FAST_LANES + lanes)
    front_lanes, back_lanes = _begin(space, 0), _begin(space, SIZE)
    for throw in range(BLOCK):
        front_lanes = _throw(tables, thrown, space, front_lanes, throw * FAST_LANES)
        back_lanes = _throw(tables, thrown, space, back_lanes, throw * FAST_LANES + SIZE)
    _end(space, front_lanes, 0)
    _end(space, back_lanes, SIZE)


@inlined
def _by_even_and_odd(least: NDArray[np.int16], at: int) -> None:
    """Put the sums of even lanes before those of odd ones: two shifts then widen the bytes of all lanes."""
    first, last = vec.load(least, at), vec.load(least, at + _HALF)
    vec.store(least, at, vec.evens(first, last))
    vec.store(least, at + _HALF, vec.odds(first, last))


@inlined
def _begin(space: Registers, lanes: int) -> _Walked:
    """64 lanes at the begin of a block."""
    none = vec.no_shorts()
    return _Walked(vec.load(space.row, lanes), vec.no_bytes(), none, none, none, none, none, none)


@inlined
def _throw(
    tables: ByteTables, thrown: NDArray[np.uint8], space: Registers, lanes: _Walked, at: int
) -> _Walked:
    """Walk a throw with 64 lanes: the one `at` of all throws of the block."""
    vec.store(space.path, at, lanes.row)
    row, change = _look_up(tables, lanes.row, vec.load(thrown, at))
    even, odd = vec.add(lanes.even, vec.even_bytes(change)), vec.add(lanes.odd, vec.odd_bytes(change))
    if tables.least.size:
        row = _decide(tables, row, even, odd, space.least, at % FAST_LANES)
    return _Walked(
        row,
        vec.either(lanes.seen, row),
        even,
        odd,
        vec.minimum(lanes.even_dip, even),
        vec.minimum(lanes.odd_dip, odd),
        vec.maximum(lanes.even_peak, even),
        vec.maximum(lanes.odd_peak, odd),
    )


@inlined
def _end(space: Registers, walked: _Walked, lanes: int) -> None:
    """Write down what 64 lanes came to."""
    vec.store(space.row, lanes, walked.row)
    vec.store(space.seen, lanes, walked.seen)
    _store_sums(space.change, walked.even, walked.odd, lanes)
    _store_sums(space.dip, walked.even_dip, walked.odd_dip, lanes)
    _store_sums(space.peak, walked.even_peak, walked.odd_peak, lanes)


@inlined
def _store_sums(sums: NDArray[np.int16], even: Vector, odd: Vector, lanes: int) -> None:
    """Write the sums of 64 lanes in their order."""
    vec.store(sums, lanes, vec.front(even, odd))
    vec.store(sums, lanes + _HALF, vec.back(even, odd))


@inlined
def _decide(
    tables: ByteTables, row: Vector, even: Vector, odd: Vector, least: NDArray[np.int16], lanes: int
) -> Vector:
    """The rows that sums decide for, where rows are places; else the same rows.

    All lanes wait for this in each throw, and comparisons would take longer than differences.
    """
    first, many = vec.load(tables.places, 0), np.int64(tables.places[2, 0])
    less_even, less_odd = vec.no_shorts(), vec.no_shorts()
    for threshold in range(tables.least.size):
        begins = threshold * FAST_LANES + lanes
        less_even = vec.add(less_even, vec.below(even, vec.load(least, begins)))
        less_odd = vec.add(less_odd, vec.below(odd, vec.load(least, begins + _HALF)))
    richest = vec.add(row, vec.load(tables.places, SIZE))
    place = vec.add(richest, vec.mixed(vec.product(less_even, many), vec.product(less_odd, many << 8)))
    decided = vec.permute(vec.load(tables.decided, 0), place, vec.load(tables.decided, SIZE))
    plain = vec.low_bits(row) if tables.begins.size <= LOOKED_UP else row
    return vec.if_below(plain, first, row, decided)


@inlined
def _look_up(tables: ByteTables, row: Vector, thrown: Vector) -> tuple[Vector, Vector]:
    """For each lane what its throw makes of its row: the next one, and the change of what is owned."""
    place = vec.add(
        vec.low_bits(row), vec.permute(vec.load(tables.skip, 0), thrown, vec.load(tables.skip, 0))
    )
    if tables.entries.shape[0] == 1:
        return _entry(tables, 0, NEXT, place), _entry(tables, 0, CHANGE, place)
    asked = vec.add(
        vec.permute(vec.load(tables.table, 0), thrown, vec.load(tables.table, 0)), vec.high_bit(place)
    )
    if tables.begins.size > LOOKED_UP:
        asked = vec.add(asked, vec.high_bit(row))
    even, even_change, odd, odd_change = vec.no_bytes(), vec.no_bytes(), vec.no_bytes(), vec.no_bytes()
    for table in range(0, tables.entries.shape[0], 2):  # two chains of choices, neither waits for the other
        even = vec.if_zero(asked, _entry(tables, table, NEXT, place), even)
        even_change = vec.if_zero(asked, _entry(tables, table, CHANGE, place), even_change)
        asked = vec.one_less(asked)
        odd = vec.if_zero(asked, _entry(tables, table + 1, NEXT, place), odd)
        odd_change = vec.if_zero(asked, _entry(tables, table + 1, CHANGE, place), odd_change)
        asked = vec.one_less(asked)
    return vec.either(even, odd), vec.either(even_change, odd_change)


@inlined
def _entry(tables: ByteTables, table: int, kind: int, place: Vector) -> Vector:
    """Read from a table at the places in the low seven bits of each byte."""
    begins = (2 * table + kind) * LOOKED_UP
    return vec.permute(vec.load(tables.entries, begins), place, vec.load(tables.entries, begins + SIZE))


@inlined
def walk(space: FastWorkspace) -> None:
    """Walk by records, one read for each lane: the way of every processor."""
    packed, lanes, at, thrown = space.packed, space.lanes, space.at, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    for lane in range(FAST_LANES):
        lanes[START + lane] = lanes[DIP + lane] = lanes[PEAK + lane] = lanes[OWNED + lane]
        lanes[MARKED + lane] = 0
        space.path[0, lane] = at[lane]
    for throw in range(BLOCK):
        for lane in range(FAST_LANES):
            at[lane] = packed.record[np.uint64(at[lane] & mask) + np.uint64(thrown[throw, lane])]
        for lane in range(FAST_LANES):
            lanes[OWNED + lane] += at[lane] >> shift
            lanes[DIP + lane] = min(lanes[DIP + lane], lanes[OWNED + lane])
            lanes[PEAK + lane] = max(lanes[PEAK + lane], lanes[OWNED + lane])
        if packed.by_sum.size or packed.least.size:
            _decide_by_records(space)
        for lane in range(FAST_LANES):
            lanes[MARKED + lane] |= at[lane] & heavy
            space.path[throw + 1, lane] = at[lane] & (mask | heavy)
    for lane in range(FAST_LANES):
        row = np.uint64(at[lane] & mask)
        if row >= packed.packing.size:
            lanes[MARKED + lane] |= packed.record[row] & heavy


@inlined
def _decide_by_records(space: FastWorkspace) -> None:
    """Go on from places as sums decide."""
    packed, lanes, at, mask = space.packed, space.lanes, space.at, space.packed.packing.mask
    columns, places = packed.by_sum.shape
    by_sum = packed.by_sum.reshape(-1)
    for lane in range(FAST_LANES):
        owned, place = np.int64(lanes[OWNED + lane]), np.int64(at[lane] & mask) - packed.packing.size
        if places:
            column = min(max(owned, 0), columns - 1)
            decided = by_sum[np.uint64(max(place, 0) + places * column)]
            at[lane] = decided if place >= 0 else at[lane]
        else:
            further = 0
            for threshold in range(packed.least.size):
                further += SIDES if owned >= packed.least[threshold] else 0
            at[lane] += further if place >= 0 else 0


@inlined
def walk_gathered(space: FastWorkspace) -> None:
    """Walk by records of 32 bits, in vectors: one instruction reads those of sixteen lanes."""
    for first in range(0, FAST_LANES, SIZE):
        _walk_vector(space, first)


@inlined
def _walk_vector(space: FastWorkspace, first: int) -> None:
    """Walk 64 lanes, from this one on."""
    packed, lanes, thrown = space.packed, space.lanes, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    columns, places = packed.by_sum.shape
    by_sum = packed.by_sum.reshape(-1)
    owned, row = vec.load(lanes, OWNED + first), vec.both(vec.load(space.at, first), mask)
    vec.store(lanes, START + first, owned)
    vec.store(space.path, first, row)
    marks, low, high = vec.no_ints(), owned, owned
    for throw in range(BLOCK):
        row = vec.gather(
            packed.record,
            vec.add(vec.both(row, mask), vec.wide(vec.load(thrown, throw * FAST_LANES + first))),
        )
        owned = vec.add(owned, vec.shifted(row, shift))
        low, high = vec.minimum(low, owned), vec.maximum(high, owned)
        if places:
            place = vec.plus(vec.both(row, mask), -packed.packing.size)
            sums = vec.add(
                place, vec.times(vec.at_most(vec.maximum(owned, vec.no_ints()), columns - 1), places)
            )
            row = vec.gather_where(by_sum, sums, place, row)
        elif packed.least.size:
            further = vec.no_ints()
            for threshold in range(packed.least.size):
                further = vec.plus_where(further, owned, packed.least[threshold], SIDES)
            row = vec.add_where(row, further, vec.plus(vec.both(row, mask), -packed.packing.size))
        row = vec.both(row, mask | heavy)
        marks = vec.either(marks, row)
        vec.store(space.path, (throw + 1) * FAST_LANES + first, row)
    vec.store(space.at, first, row)
    if packed.record.size > packed.packing.size:  # rows for ranges have marks of their own
        marks = vec.either(marks, vec.gather(packed.record, vec.both(row, mask)))
    vec.store(lanes, MARKED + first, vec.both(marks, heavy))
    vec.store(lanes, OWNED + first, owned)
    vec.store(lanes, DIP + first, low)
    vec.store(lanes, PEAK + first, high)


@inlined
def walk_short(space: FastWorkspace, registers: Registers) -> None:
    """Walk in registers, where the lanes keep their rows."""
    packed, lanes = space.packed, space.lanes
    for threshold in range(packed.short.least.size):
        for lane in range(FAST_LANES):
            change = packed.short.least[threshold] - lanes[OWNED + lane]
            registers.least[threshold, lane] = min(max(change, -MOST_IN_BLOCK), MOST_IN_BLOCK)
    heavy = np.int32(HEAVY if packed.short.begins.size <= LOOKED_UP else 0)
    walk_in_registers(packed.short, space.dice.thrown, registers)
    for lane in range(FAST_LANES):
        start = lanes[OWNED + lane]
        lanes[START + lane] = start
        lanes[MARKED + lane] = registers.seen[lane] & heavy
        lanes[DIP + lane] = start + registers.dip[lane]
        lanes[PEAK + lane] = start + registers.peak[lane]
        lanes[OWNED + lane] = start + registers.change[lane]
