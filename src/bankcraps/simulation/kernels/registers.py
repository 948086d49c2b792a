"""The walk of the fast kernel in registers: 64 lanes at once through the tables of a short chain.

A record is not read for each lane. The rows of all lanes are one vector, their throws another, and each
table answers all at once (`byte_tables`). A lane keeps the answer of the table that its throw asks. The
changes are summed up in 16 bits, relative to what was owned when the block began.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import inlined
from bankcraps.simulation.kernels.byte_tables import CHANGE, LOOKED_UP, NEXT, ByteTables
from bankcraps.simulation.streams import BLOCK
from bankcraps.vectors import (
    SIZE,
    add,
    either,
    if_equal,
    if_high,
    load,
    lower,
    maximum,
    minimum,
    no_bytes,
    no_shorts,
    permute,
    room,
    store,
    upper,
)

__all__ = ["Registers", "in_place", "registers", "walk_in_registers"]

Vector = Any
"""A vector of bytes; only compiled code has such values."""


class Registers(NamedTuple):
    """What the walk reads and writes, for 64 lanes.

    Attributes:
        begin: (64,) uint8, the row of each lane when the block began.
        row: (64,) uint8, the row of each lane now.
        last: (64,) uint8, the row before the last throw of the block.
        seen: (64,) uint8, the bits of all rows that were come to, so the mark if one had it.
        change: (64,) int16, the sum of all changes in the block.
        dip, peak: (64,) int16, the least and the most that it was.
    """

    begin: NDArray[np.uint8]
    row: NDArray[np.uint8]
    last: NDArray[np.uint8]
    seen: NDArray[np.uint8]
    change: NDArray[np.int16]
    dip: NDArray[np.int16]
    peak: NDArray[np.int16]


def registers() -> Registers:
    """Memory for the walk of 64 lanes."""
    begin, row, last, seen = room((4, SIZE), np.uint8)
    change, dip, peak = room((3, SIZE), np.int16)
    return Registers(begin, row, last, seen, change, dip, peak)


def in_place(tables: ByteTables) -> ByteTables:
    """The same tables, the entries where vectors begin."""
    entries = room(tables.entries.shape, np.uint8)
    entries[:] = tables.entries
    return tables._replace(entries=entries)


@inlined
def walk_in_registers(tables: ByteTables, thrown: NDArray[np.uint8], space: Registers) -> None:
    """Walk a block of throws.

    Args:
        tables: of the chain.
        thrown: (20, 64) uint8, the throws of each lane.
        space: read and written.
    """
    row, seen = load(space.row, 0), no_bytes()
    store(space.begin, 0, row)
    last = row
    left, left_dip, left_peak = no_shorts(), no_shorts(), no_shorts()
    right, right_dip, right_peak = no_shorts(), no_shorts(), no_shorts()
    for throw in range(BLOCK):
        last = row
        row, change = _look_up(tables, row, load(thrown, throw * SIZE))
        seen = either(seen, row)
        left, right = add(left, lower(change)), add(right, upper(change))
        left_dip, right_dip = minimum(left_dip, left), minimum(right_dip, right)
        left_peak, right_peak = maximum(left_peak, left), maximum(right_peak, right)
    store(space.row, 0, row)
    store(space.last, 0, last)
    store(space.seen, 0, seen)
    half = SIZE // 2
    store(space.change, 0, left)
    store(space.change, half, right)
    store(space.dip, 0, left_dip)
    store(space.dip, half, right_dip)
    store(space.peak, 0, left_peak)
    store(space.peak, half, right_peak)


@inlined
def _look_up(tables: ByteTables, row: Vector, thrown: Vector) -> tuple[Vector, Vector]:
    """For each lane what its throw makes of its row: the next one, and the change of what is owned."""
    asked = permute(load(tables.table, 0), thrown, load(tables.table, 0))
    place = add(row, permute(load(tables.skip, 0), thrown, load(tables.skip, 0)))
    entries, size = tables.entries, tables.entries.shape[2]
    found, change = no_bytes(), no_bytes()
    for table in range(tables.entries.shape[0]):
        begins = 2 * size * table
        found = either(found, if_equal(asked, table, _entry(entries, begins + NEXT * size, size, place)))
        change = either(change, if_equal(asked, table, _entry(entries, begins + CHANGE * size, size, place)))
    return found, change


@inlined
def _entry(entries: NDArray[np.uint8], begins: int, size: int, place: Vector) -> Vector:
    """What stands at each place of 128 or 256 bytes."""
    found = permute(load(entries, begins), place, load(entries, begins + SIZE))
    if size > LOOKED_UP:
        begins += LOOKED_UP
        beyond = permute(load(entries, begins), place, load(entries, begins + SIZE))
        found = if_high(place, beyond, found)
    return found
