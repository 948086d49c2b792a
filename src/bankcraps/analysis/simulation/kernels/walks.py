"""The walk of the fast kernel through a block of throws, in each of the ways that processors allow.

None asks the stopping rule. Each notes for every lane where its records began before each throw, the least
and the most that was owned, what is owned now, and whether a record had a mark. All three walk the same way.
Where a system looks at its money, each goes on after a throw as the sum decides.
"""

import numpy as np

from bankcraps.analysis.chain.arrays import SIDES
from bankcraps.analysis.simulation.kernels import lane_lines as line
from bankcraps.analysis.simulation.kernels.byte_tables import HEAVY, LOOKED_UP, MOST_IN_BLOCK
from bankcraps.analysis.simulation.kernels.lane_lines import FAST_LANES, FastWorkspace
from bankcraps.analysis.simulation.kernels.packing import PackedTransitions
from bankcraps.analysis.simulation.kernels.registers import Registers, walk_in_registers
from bankcraps.analysis.simulation.streams import BLOCK
from bankcraps.analysis.simulation.vectors import (
    SIZE,
    add,
    add_where,
    at_most,
    both,
    either,
    gather,
    gather_where,
    load,
    maximum,
    minimum,
    no_ints,
    plus,
    plus_where,
    shifted,
    store,
    times,
    wide,
)
from bankcraps.support.compiled import inlined

__all__ = ["walk", "walk_gathered", "walk_short"]


@inlined
def walk(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Walk by records, one read for each lane: the way of every processor."""
    lanes, at, thrown = space.lanes, space.at, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    for lane in range(FAST_LANES):
        lanes[line.START + lane] = lanes[line.DIP + lane] = lanes[line.PEAK + lane] = lanes[line.OWNED + lane]
        lanes[line.MARKED + lane] = 0
        space.path[0, lane] = at[lane]
    for throw in range(BLOCK):
        for lane in range(FAST_LANES):
            at[lane] = packed.record[np.uint64(at[lane] & mask) + np.uint64(thrown[throw, lane])]
        for lane in range(FAST_LANES):
            lanes[line.OWNED + lane] += at[lane] >> shift
            lanes[line.DIP + lane] = min(lanes[line.DIP + lane], lanes[line.OWNED + lane])
            lanes[line.PEAK + lane] = max(lanes[line.PEAK + lane], lanes[line.OWNED + lane])
        if packed.by_sum.size or packed.least.size:
            _decide(packed, space)
        for lane in range(FAST_LANES):
            lanes[line.MARKED + lane] |= at[lane] & heavy
            space.path[throw + 1, lane] = at[lane] & (mask | heavy)
    for lane in range(FAST_LANES):
        row = np.uint64(at[lane] & mask)
        if row >= packed.packing.size:
            lanes[line.MARKED + lane] |= packed.record[row] & heavy


@inlined
def _decide(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Go on from places as sums decide."""
    lanes, at, mask = space.lanes, space.at, packed.packing.mask
    columns, places = packed.by_sum.shape
    by_sum = packed.by_sum.reshape(-1)
    for lane in range(FAST_LANES):
        owned, place = np.int64(lanes[line.OWNED + lane]), np.int64(at[lane] & mask) - packed.packing.size
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
def walk_gathered(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Walk by records of 32 bits, in vectors: one instruction reads those of sixteen lanes."""
    for first in range(0, FAST_LANES, SIZE):
        _walk_vector(packed, space, first)


@inlined
def _walk_vector(packed: PackedTransitions, space: FastWorkspace, first: int) -> None:
    """Walk 64 lanes, from this one on."""
    lanes, thrown = space.lanes, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    columns, places = packed.by_sum.shape
    by_sum = packed.by_sum.reshape(-1)
    owned, row = load(lanes, line.OWNED + first), both(load(space.at, first), mask)
    store(lanes, line.START + first, owned)
    store(space.path, first, row)
    marks, low, high = no_ints(), owned, owned
    for throw in range(BLOCK):
        row = gather(packed.record, add(both(row, mask), wide(load(thrown, throw * FAST_LANES + first))))
        owned = add(owned, shifted(row, shift))
        low, high = minimum(low, owned), maximum(high, owned)
        if places:
            place = plus(both(row, mask), -packed.packing.size)
            sums = add(place, times(at_most(maximum(owned, no_ints()), columns - 1), places))
            row = gather_where(by_sum, sums, place, row)
        elif packed.least.size:
            further = no_ints()
            for threshold in range(packed.least.size):
                further = plus_where(further, owned, packed.least[threshold], SIDES)
            row = add_where(row, further, plus(both(row, mask), -packed.packing.size))
        row = both(row, mask | heavy)
        marks = either(marks, row)
        store(space.path, (throw + 1) * FAST_LANES + first, row)
    store(space.at, first, row)
    if packed.record.size > packed.packing.size:  # rows for ranges have marks of their own
        marks = either(marks, gather(packed.record, both(row, mask)))
    store(lanes, line.MARKED + first, both(marks, heavy))
    store(lanes, line.OWNED + first, owned)
    store(lanes, line.DIP + first, low)
    store(lanes, line.PEAK + first, high)


@inlined
def walk_short(packed: PackedTransitions, space: FastWorkspace, registers: Registers) -> None:
    """Walk in registers, where the lanes keep their rows."""
    lanes = space.lanes
    for threshold in range(packed.short.least.size):
        for lane in range(FAST_LANES):
            change = packed.short.least[threshold] - lanes[line.OWNED + lane]
            registers.least[threshold, lane] = min(max(change, -MOST_IN_BLOCK), MOST_IN_BLOCK)
    heavy = np.int32(HEAVY if packed.short.begins.size <= LOOKED_UP else 0)
    walk_in_registers(packed.short, space.dice.thrown, registers)
    for lane in range(FAST_LANES):
        start = lanes[line.OWNED + lane]
        lanes[line.START + lane] = start
        lanes[line.MARKED + lane] = registers.seen[lane] & heavy
        lanes[line.DIP + lane] = start + registers.dip[lane]
        lanes[line.PEAK + lane] = start + registers.peak[lane]
        lanes[line.OWNED + lane] = start + registers.change[lane]
