"""Rows of a chain that are alike: from either, the same throws bring the same money and the same end.

A chain may have two rows that differ only in what its system remembers, or in an order that no longer counts.
The coarsest classes are found by partition refinement (E. F. Moore, "Gedanken-Experiments on Sequential
Machines", Automata Studies, 1956): rows are told apart by what each throw does, then by the classes of the
rows it leads to, until nothing changes. The solver's quotient compares probabilities. This compares throws,
so every session stays as it is.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST_ROWS", "classes_of"]

MOST_ROWS: Final = 1024
"""The most rows that are compared: it takes some milliseconds."""


def classes_of(marks: NDArray[np.int64], following: NDArray[np.int64], most: int) -> NDArray[np.int64] | None:
    """The class of each row, counted from 0; None if there are more than `most` classes.

    Args:
        marks: (rows, n) what tells rows apart at once.
        following: (rows, m) the rows that follow.
        most: the most classes that are of use.
    """
    found, classes = _told_apart(marks), 0
    while classes < found.max() + 1 <= most:
        classes = int(found.max()) + 1
        found = _told_apart(np.hstack((found[:, np.newaxis], found[following])))
    return found if found.max() < most else None


def _told_apart(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Equal numbers for equal rows, and different ones for different rows."""
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
