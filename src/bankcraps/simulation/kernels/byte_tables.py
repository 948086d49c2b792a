"""A short chain as tables of bytes, which fit into the registers of a processor with long ones.

The records of a chain with at most 256 rows say little: a byte for the next row and a byte for the change of
what is owned. Throws after which every row goes on alike are one *column* (all ways to throw a total, in most
systems), so there are about ten. A byte is looked up in 128 at once, or in twice 128 if there are more than
128 rows. If there are few, several columns lie one after another in one table, and a throw skips to its own.
What is looked up is the same as in the records, so the walk is, too.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.markov.arrays import SIDES

__all__ = ["CHANGE", "HEAVY", "LOOKED_UP", "NEXT", "NONE", "ByteTables", "byte_tables"]

LOOKED_UP: Final = 128
"""Bytes that are looked up in at once."""

NEXT, CHANGE = 0, 1
"""The two bytes of an entry: the next row, and the change of what is owned."""

HEAVY: Final = 128
"""The mark in the byte of the next row, if there are no more than 128 rows; otherwise no state is heavy."""

_MOST_ROWS: Final = 2 * LOOKED_UP
_MOST_BYTES: Final = 24 * LOOKED_UP
"""The most bytes that one lookup goes through: with more, records are as fast."""
_MOST_CHANGE: Final = 127
"""The most that a byte with a sign holds. A block of 20 such changes fits into 16 bits."""
_THROWS: Final = 64
"""The room for 36 throws: a vector."""


class ByteTables(NamedTuple):
    """A chain as bytes; without tables if it is too long, or its sums are too large.

    Attributes:
        entries: (tables, 2, 128 or 256) uint8, `NEXT` and `CHANGE`; the change has a sign.
        table: (64,) uint8, for each throw the table that it looks in.
        skip: (64,) uint8, for each throw how much farther on than the row.
    """

    entries: NDArray[np.uint8]
    table: NDArray[np.uint8]
    skip: NDArray[np.uint8]


NONE: Final = ByteTables(
    np.zeros((0, 2, LOOKED_UP), np.uint8), np.zeros(_THROWS, np.uint8), np.zeros(_THROWS, np.uint8)
)
"""The tables of a chain that does not fit into bytes."""


def byte_tables(record: NDArray[np.int64], bits: int) -> ByteTables:
    """The tables of a chain, or `NONE` for one that does not fit, or would be no faster.

    Args:
        record: (rows * 36,) records as the fast kernel reads them.
        bits: how many low bits say where the next records begin. Above them are the mark and the change.
    """
    rows = record.size // SIDES
    if rows > _MOST_ROWS:
        return NONE
    way = (record & (1 << bits) - 1) // SIDES
    heavy, change = record >> bits & 1, record >> bits + 1
    if np.abs(change).max() > _MOST_CHANGE or (rows > LOOKED_UP and heavy.any()):
        return NONE
    both = np.stack((way | heavy * HEAVY, change & 0xFF)).astype(np.uint8).reshape(2, rows, SIDES)
    columns, column = np.unique(both.reshape(2 * rows, SIDES), axis=1, return_inverse=True)
    together = max(1, LOOKED_UP // rows)
    table, skip = np.divmod(column.reshape(SIDES), together)
    size = LOOKED_UP if rows <= LOOKED_UP else _MOST_ROWS
    tables = int(table.max()) + 1
    if tables * size > _MOST_BYTES:
        return NONE
    entries = np.zeros((tables, 2, size), np.uint8)
    for number, each in enumerate(columns.T.reshape(-1, 2, rows)):
        begins = number % together * rows
        entries[number // together, :, begins : begins + rows] = each
    return ByteTables(entries, _by_throw(table), _by_throw(skip * rows))


def _by_throw(found: NDArray[np.int64]) -> NDArray[np.uint8]:
    return np.pad(found, (0, _THROWS - SIDES)).astype(np.uint8)
