"""The walk of the fast kernel through a block of throws, in each of the ways that processors allow.

None asks the stopping rule. Each notes for every lane where its records began before each throw, the least
and the most that was owned, what is owned now, and whether a record had a mark. All four walk the same way.
"""

import numpy as np

from bankcraps.compiled import inlined
from bankcraps.simulation.kernels import lane_lines as line
from bankcraps.simulation.kernels.byte_tables import HEAVY, LOOKED_UP
from bankcraps.simulation.kernels.lane_lines import FAST_LANES, FastWorkspace
from bankcraps.simulation.kernels.packing import PackedTransitions
from bankcraps.simulation.kernels.registers import Registers, walk_in_registers
from bankcraps.simulation.streams import BLOCK
from bankcraps.vectors import (
    add,
    both,
    either,
    gather,
    load,
    maximum,
    minimum,
    no_ints,
    shifted,
    store,
    wide,
)

__all__ = ["walk", "walk_gathered", "walk_rows", "walk_short"]


@inlined
def walk(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Walk by records, one read for each lane: the way of every processor."""
    lanes, at, thrown = space.lanes, space.at, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    _begin_block(space)
    for throw in range(BLOCK):
        for lane in range(FAST_LANES):
            space.path[throw, lane] = at[lane] & mask
        for lane in range(FAST_LANES):
            at[lane] = packed.record[np.uint64(at[lane] & mask) + np.uint64(thrown[throw, lane])]
        for lane in range(FAST_LANES):
            lanes[line.MARKED + lane] |= at[lane] & heavy
            lanes[line.OWNED + lane] += at[lane] >> shift
            lanes[line.DIP + lane] = min(lanes[line.DIP + lane], lanes[line.OWNED + lane])
            lanes[line.PEAK + lane] = max(lanes[line.PEAK + lane], lanes[line.OWNED + lane])


@inlined
def walk_gathered(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Walk by records of 32 bits, in vectors: one instruction reads those of sixteen lanes."""
    lanes, thrown = space.lanes, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    owned, row = load(lanes, line.OWNED), both(load(space.at, 0), mask)
    store(lanes, line.START, owned)
    marks, low, high = no_ints(), owned, owned
    for throw in range(BLOCK):
        store(space.path, throw * FAST_LANES, row)
        record = gather(packed.record, add(row, wide(load(thrown, throw * FAST_LANES))))
        row, marks = both(record, mask), either(marks, record)
        owned = add(owned, shifted(record, shift))
        low, high = minimum(low, owned), maximum(high, owned)
    store(space.at, 0, row)
    store(lanes, line.MARKED, both(marks, heavy))
    store(lanes, line.OWNED, owned)
    store(lanes, line.DIP, low)
    store(lanes, line.PEAK, high)


@inlined
def walk_rows(packed: PackedTransitions, space: FastWorkspace) -> None:
    """Walk by records where rows have places: what is owned decides there."""
    lanes, at, thrown = space.lanes, space.at, space.dice.thrown
    mask, heavy, shift = packed.packing.mask, packed.packing.heavy, packed.packing.shift
    most, by_sum = packed.by_sum.shape[1] - 1, packed.by_sum.reshape(-1)
    _begin_block(space)
    for throw in range(BLOCK):
        for lane in range(FAST_LANES):
            space.path[throw, lane] = at[lane] & mask
        for lane in range(FAST_LANES):
            at[lane] = packed.record[np.uint64(at[lane] & mask) + np.uint64(thrown[throw, lane])]
        for lane in range(FAST_LANES):
            lanes[line.OWNED + lane] += at[lane] >> shift
            place = np.int64(at[lane] & mask) - packed.packing.size
            sum_ = np.int64(min(max(lanes[line.OWNED + lane], 0), most))
            decided = by_sum[np.uint64(max(place, 0) * (most + 1) + sum_)]
            at[lane] = decided if place >= 0 else at[lane]
        for lane in range(FAST_LANES):
            lanes[line.MARKED + lane] |= at[lane] & heavy
            lanes[line.DIP + lane] = min(lanes[line.DIP + lane], lanes[line.OWNED + lane])
            lanes[line.PEAK + lane] = max(lanes[line.PEAK + lane], lanes[line.OWNED + lane])


@inlined
def walk_short(packed: PackedTransitions, space: FastWorkspace, registers: Registers) -> None:
    """Walk in registers, where the lanes keep their rows."""
    lanes = space.lanes
    heavy = np.int32(HEAVY if packed.short.begins.size <= LOOKED_UP else 0)
    walk_in_registers(packed.short, space.dice.thrown, registers)
    for lane in range(FAST_LANES):
        start = lanes[line.OWNED + lane]
        lanes[line.START + lane] = start
        lanes[line.MARKED + lane] = registers.seen[lane] & heavy
        lanes[line.DIP + lane] = start + registers.dip[lane]
        lanes[line.PEAK + lane] = start + registers.peak[lane]
        lanes[line.OWNED + lane] = start + registers.change[lane]


@inlined
def _begin_block(space: FastWorkspace) -> None:
    """Note where every lane stands."""
    lanes = space.lanes
    for lane in range(FAST_LANES):
        lanes[line.START + lane] = lanes[line.DIP + lane] = lanes[line.PEAK + lane] = lanes[line.OWNED + lane]
        lanes[line.MARKED + lane] = 0
