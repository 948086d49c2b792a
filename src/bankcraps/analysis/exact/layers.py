"""Rows of probabilities by sum, one for each class, and what a pass or a leap does with a row."""

import mmap
from contextlib import suppress
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.support.compiled import inlined

__all__ = [
    "EMPTY",
    "Layer",
    "add",
    "anybody",
    "clear",
    "empty_layer",
    "empty_out",
    "shift",
    "sum_of",
    "trim",
    "zeros",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EMPTY: Final = 2**40
"""The start of an empty span: above every sum."""


class Layer(NamedTuple):
    """Probabilities by sum owned, for every class.

    Attributes:
        chances: (many, width) the probability of each class with each sum, in units.
        spans: (many, 2) the first sum that can have a probability above zero, and one more than the last.
    """

    chances: Floats
    spans: Ints


def zeros(many: int, width: int, *, sparse: bool = False) -> Floats:
    """(many, width) of zeros. Those that are never touched take no memory, so width is cheap.

    Args:
        many: the number of rows.
        width: the length of each.
        sparse: whether a small part of most rows is touched. NumPy asks for pages as large as many rows, and
            all of a page is cleared when a part of it is touched; this asks for small ones, where it can.
    """
    if not sparse or not hasattr(mmap, "MADV_NOHUGEPAGE") or not many * width:
        return np.zeros((many, width))
    memory = mmap.mmap(-1, 8 * many * width, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a kernel without large pages
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, np.float64).reshape(many, width)


def empty_layer(many: int, width: int, *, sparse: bool = False) -> Layer:
    """An empty layer; `sparse` as for `zeros`."""
    spans = np.zeros((many, 2), np.int64)
    spans[:, 0] = EMPTY
    return Layer(zeros(many, width, sparse=sparse), spans)


@inlined
def anybody(spans: Ints) -> bool:
    """Whether any span holds probability."""
    found = False
    for c in range(len(spans)):
        found |= spans[c, 0] < spans[c, 1]
    return found


@inlined
def trim(chances: Floats, span: Ints, negligible: float) -> float:
    """Cut off negligible probabilities at both ends of a span. Returns their sum."""
    lost, low, high = 0.0, int(span[0]), int(span[1])
    while low < high and chances[low] < negligible:
        lost += chances[low]
        chances[low] = 0.0
        low += 1
    while low < high and chances[high - 1] < negligible:
        high -= 1
        lost += chances[high]
        chances[high] = 0.0
    span[0], span[1] = low, high
    return lost


@inlined
def sum_of(chances: Floats, low: int, high: int) -> float:
    """The sum of a span, by four partial sums for speed."""
    a = b = c = d = 0.0
    m = low
    while m + 4 <= high:
        a += chances[m]
        b += chances[m + 1]
        c += chances[m + 2]
        d += chances[m + 3]
        m += 4
    while m < high:
        a += chances[m]
        m += 1
    return (a + b) + (c + d)


@inlined
def clear(chances: Floats, low: int, high: int) -> None:
    """Set a part of a row to zero."""
    if low < high:
        start = np.uint64(low)
        for m in range(np.uint64(high - low)):
            chances[start + m] = 0.0


@inlined
def shift(into: Floats, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    """Add a share of a part of a row, shifted by the sum it wins or loses, if there is such a part."""
    if low < high:
        # Unsigned, because Numba checks each time whether a signed index is below zero.
        source, target = np.uint64(low), np.uint64(low + by)
        for m in range(np.uint64(high - low)):
            into[target + m] += chance * thrown[source + m]


@inlined
def add(into: Floats, span: Ints, thrown: Floats, low: int, high: int, by: int, chance: float) -> None:
    """Add a transition's share of a row, shifted by the sum it wins or loses."""
    # Unsigned, because Numba checks each time whether a signed index is below zero.
    source, target = np.uint64(low), np.uint64(low + by)
    for m in range(np.uint64(high - low)):
        into[target + m] += chance * thrown[source + m]
    span[0], span[1] = min(span[0], low + by), max(span[1], high + by)


@inlined
def empty_out(chances: Floats, span: Ints) -> None:
    if span[0] < span[1]:
        start = np.uint64(span[0])
        for m in range(np.uint64(span[1] - span[0])):
            chances[start + m] = 0.0
    span[0], span[1] = EMPTY, 0
