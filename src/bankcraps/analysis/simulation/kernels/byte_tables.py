"""A short chain as tables of bytes, which fit into the registers of a processor with long ones.

The records of a chain with at most 256 classes of rows say little: a byte for the next row and a byte for the
change of what is owned. Throws after which every row goes on alike are one *column* (all ways to throw a
total, in most systems), so there are about ten. The columns lie one after another, and are cut into tables
of 128 bytes, as many as are looked up in at once. A throw says in which table its column begins, and
how far on. What is looked up is the same as in the records, so the walk is, too.

Where a system looks at its money, the places where sums decide are rows after all others. One more table of
128 bytes says for each place and range of sums which row is decided for.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import SIDES

LOOKED_UP: Final = 128
"""Bytes that are looked up in at once."""

NEXT, CHANGE = 0, 1
"""The two bytes of an entry: the next row, and the change of what is owned."""

HEAVY: Final = 128
"""The mark in the byte of the next row, if there are no more than 128 rows; otherwise no state is heavy."""

MOST_CLASSES: Final = 2 * LOOKED_UP
"""The most classes of rows that tables can have."""
_MOST_TABLES: Final = 20
"""The most tables that one lookup goes through: with more, records are as fast."""
_MOST_CHANGE: Final = 127
"""The most that a byte with a sign holds. A block of 20 such changes fits into 16 bits."""
MOST_IN_BLOCK: Final = 2**14
"""More than a sum changes in a block of throws. The difference of both fits into 16 bits."""
MOST_RANGES: Final = 8
"""The most ranges of sums between which lanes are told apart: each takes a comparison."""
_THROWS: Final = 64
"""The room for 36 throws: a vector."""


class ByteTables(NamedTuple):
    """A chain as bytes; without tables if it is too long, or its sums are too large.

    Attributes:
        entries: (tables, 2, 128) uint8, `NEXT` and `CHANGE`; the change has a sign. A row in them is a class
            of rows of the chain. There is one table, or an even number.
        table: (64,) uint8, for each throw the table in which its column begins.
        skip: (64,) uint8, for each throw the place of the first row there.
        row: (rows,) uint8, for each row of the chain the row of the tables.
        begins: (rows of the tables,) int32, where the records of a row begin that is alike. The last rows are
            the places where sums decide; from them nothing is thrown.
        least: (ranges - 1,) int32, the least sum of each range of sums but the first.
        decided: (128,) uint8, for each range and place the row that is decided for, as `NEXT`.
        places: (3, 64) uint8, in every byte of a line: the row of the first place, what added to the row of
            a place says where `decided` has it for the largest sums, and the number of places.
    """

    entries: NDArray[np.uint8]
    table: NDArray[np.uint8]
    skip: NDArray[np.uint8]
    row: NDArray[np.uint8]
    begins: NDArray[np.int32]
    least: NDArray[np.int32]
    decided: NDArray[np.uint8]
    places: NDArray[np.uint8]


class Places(NamedTuple):
    """Where sums decide, and how.

    Attributes:
        first: the way to the first place, in a record; the others follow.
        least: (ranges - 1,) int32, the least sum of each range of sums but the first.
        decided: (ranges, places) the way that each place decides for, with the mark.
    """

    first: int
    least: NDArray[np.int32]
    decided: NDArray[np.int64]


_NOWHERE: Final = np.zeros(_THROWS, np.uint8)

NONE: Final = ByteTables(
    entries=np.zeros((0, 2, LOOKED_UP), np.uint8),
    table=_NOWHERE,
    skip=_NOWHERE,
    row=np.zeros(0, np.uint8),
    begins=np.zeros(0, np.int32),
    least=np.zeros(0, np.int32),
    decided=np.zeros(LOOKED_UP, np.uint8),
    places=np.zeros((3, _THROWS), np.uint8),
)
"""The tables of a chain that does not fit into bytes."""


def byte_tables(
    record: NDArray[np.int64], bits: int, classes: NDArray[np.int64] | None, places: Places
) -> ByteTables:
    """The tables of a chain, or `NONE` for one that does not fit, or would be no faster.

    Args:
        record: (rows * 36,) records as the fast kernel reads them.
        bits: the number of low bits that say where the next records begin. Above them are the mark and the
            change.
        classes: (rows,) the class of each row, if there are few enough.
        places: where sums decide.
    """
    ranges, many = len(places.decided), int(places.decided.shape[1])
    if classes is None or many * ranges > LOOKED_UP or ranges > MOST_RANGES:
        return NONE
    rows = int(classes.max()) + 1
    if rows + many > MOST_CLASSES:
        return NONE
    sample = np.unique(classes, return_index=True)[1]
    each = record.reshape(-1, SIDES)[sample]
    ways = np.concatenate((classes.repeat(SIDES)[: places.first], rows + np.arange(many)))
    way, decided = ways[each & (1 << bits) - 1], ways[places.decided & (1 << bits) - 1]
    heavy, change, marks = each >> bits & 1, each >> bits + 1, places.decided >> bits & 1
    if np.abs(change).max() > _MOST_CHANGE or (rows + many > LOOKED_UP and (heavy.any() or marks.any())):
        return NONE
    both = np.stack((way | heavy * HEAVY, change & 0xFF)).astype(np.uint8)
    columns, column = np.unique(both.reshape(2 * rows, SIDES), axis=1, return_inverse=True)
    tables = -(-columns.shape[1] * rows // LOOKED_UP)
    tables += tables % 2 if tables > 1 else 0  # the walk takes two in one step
    if tables > _MOST_TABLES:
        return NONE
    entries = np.zeros((2, tables * LOOKED_UP), np.uint8)
    entries[:, : columns.shape[1] * rows] = columns.T.reshape(-1, 2, rows).swapaxes(0, 1).reshape(2, -1)
    entries = np.ascontiguousarray(entries.reshape(2, tables, LOOKED_UP).swapaxes(0, 1))
    table, skip = np.divmod(column.reshape(SIDES) * rows, LOOKED_UP)
    lines = np.array(((rows & 0xFF,), (((ranges - 1) * many - rows) & 0xFF,), (many,)), np.uint8)
    return ByteTables(
        entries,
        _padded(table, _THROWS),
        _padded(skip, _THROWS),
        classes.astype(np.uint8),
        np.append(sample * SIDES, np.zeros(many)).astype(np.int32),
        places.least,
        _padded((decided | marks * HEAVY).ravel(), LOOKED_UP),
        lines.repeat(_THROWS, axis=1),
    )


def _padded(found: NDArray[np.int64], size: int) -> NDArray[np.uint8]:
    return np.pad(found, (0, size - found.size)).astype(np.uint8)
