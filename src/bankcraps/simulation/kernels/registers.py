"""The walk of the fast kernel in registers: 64 lanes at once through the tables of a short chain.

A record is not read for each lane. The rows of all lanes are one vector, their throws another, and each
table answers all at once (`byte_tables`). A lane keeps the answer of the table that its throw asks. The
changes are summed up in 16 bits, relative to what was owned when the block began. Where a system looks at its
money, a lane compares that sum with each threshold, and one more table says what is decided.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import inlined
from bankcraps.simulation.kernels.byte_tables import CHANGE, LOOKED_UP, MOST_RANGES, NEXT, ByteTables
from bankcraps.simulation.streams import BLOCK
from bankcraps.vectors import (
    SIZE,
    add,
    either,
    high_bit,
    if_below,
    if_reached,
    if_zero,
    load,
    low_bits,
    lower,
    maximum,
    minimum,
    no_bytes,
    no_shorts,
    one_less,
    permute,
    room,
    store,
    upper,
)

__all__ = ["Registers", "in_place", "registers", "walk_in_registers"]

Vector = Any
"""A vector of bytes; only compiled code has such values."""


class Registers(NamedTuple):
    """The registers that the walk reads and writes, for 64 lanes.

    Attributes:
        row: (64,) uint8, the row of each lane now.
        path: (20, 64) uint8, the row of each lane before each throw of the block.
        seen: (64,) uint8, the bits of all rows that were come to, so the mark if one had it.
        change: (64,) int16, the sum of all changes in the block.
        dip, peak: (64,) int16, the least and the most that it was.
        least: (7, 64) int16, the changes with which a lane comes to each range of sums but the first.
    """

    row: NDArray[np.uint8]
    path: NDArray[np.uint8]
    seen: NDArray[np.uint8]
    change: NDArray[np.int16]
    dip: NDArray[np.int16]
    peak: NDArray[np.int16]
    least: NDArray[np.int16]


def registers() -> Registers:
    """Memory for the walk of 64 lanes."""
    row, seen = room((2, SIZE), np.uint8)
    change, dip, peak = room((3, SIZE), np.int16)
    least = room((MOST_RANGES - 1, SIZE), np.int16)
    return Registers(row, room((BLOCK, SIZE), np.uint8), seen, change, dip, peak, least)


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
    left, left_dip, left_peak = no_shorts(), no_shorts(), no_shorts()
    right, right_dip, right_peak = no_shorts(), no_shorts(), no_shorts()
    for throw in range(BLOCK):
        store(space.path, throw * SIZE, row)
        row, change = _look_up(tables, row, load(thrown, throw * SIZE))
        left, right = add(left, lower(change)), add(right, upper(change))
        if tables.least.size:
            row = _decide(tables, row, left, right, space.least)
        seen = either(seen, row)
        left_dip, right_dip = minimum(left_dip, left), minimum(right_dip, right)
        left_peak, right_peak = maximum(left_peak, left), maximum(right_peak, right)
    store(space.row, 0, row)
    store(space.seen, 0, seen)
    half = SIZE // 2
    store(space.change, 0, left)
    store(space.change, half, right)
    store(space.dip, 0, left_dip)
    store(space.dip, half, right_dip)
    store(space.peak, 0, left_peak)
    store(space.peak, half, right_peak)


@inlined
def _decide(tables: ByteTables, row: Vector, left: Vector, right: Vector, least: NDArray[np.int16]) -> Vector:
    """The rows that sums decide for, where rows are places; else the same rows."""
    first, many = load(tables.places, 0), load(tables.places, 2 * SIZE)
    place = add(row, load(tables.places, SIZE))
    for threshold in range(tables.least.size):
        begins = threshold * SIZE
        of_left, of_right = load(least, begins), load(least, begins + SIZE // 2)
        place = add(place, if_reached(left, right, of_left, of_right, many))
    decided = permute(load(tables.decided, 0), place, load(tables.decided, SIZE))
    plain = low_bits(row) if tables.begins.size <= LOOKED_UP else row
    return if_below(plain, first, row, decided)


@inlined
def _look_up(tables: ByteTables, row: Vector, thrown: Vector) -> tuple[Vector, Vector]:
    """For each lane what its throw makes of its row: the next one, and the change of what is owned."""
    place = add(low_bits(row), permute(load(tables.skip, 0), thrown, load(tables.skip, 0)))
    if tables.entries.shape[0] == 1:
        return _entry(tables, 0, NEXT, place), _entry(tables, 0, CHANGE, place)
    asked = add(permute(load(tables.table, 0), thrown, load(tables.table, 0)), high_bit(place))
    if tables.begins.size > LOOKED_UP:
        asked = add(asked, high_bit(row))
    even, even_change, odd, odd_change = no_bytes(), no_bytes(), no_bytes(), no_bytes()
    for table in range(0, tables.entries.shape[0], 2):  # two chains of choices, neither waits for the other
        even = if_zero(asked, _entry(tables, table, NEXT, place), even)
        even_change = if_zero(asked, _entry(tables, table, CHANGE, place), even_change)
        asked = one_less(asked)
        odd = if_zero(asked, _entry(tables, table + 1, NEXT, place), odd)
        odd_change = if_zero(asked, _entry(tables, table + 1, CHANGE, place), odd_change)
        asked = one_less(asked)
    return either(even, odd), either(even_change, odd_change)


@inlined
def _entry(tables: ByteTables, table: int, kind: int, place: Vector) -> Vector:
    """Read from a table at the places in the low seven bits of each byte."""
    begins = (2 * table + kind) * LOOKED_UP
    return permute(load(tables.entries, begins), place, load(tables.entries, begins + SIZE))
