"""A chain as arrays: what the compiled kernels and the exact session solver read.

A *state* is a moment before the betting; a *row* is a moment before a throw, reached by the bets of a state.
Money is in units of `unit` cents, as changes of what the player owns: the rail and the wagers standing, at
face. Two reads a throw: a row and a throw give the change and the next state, and a state gives its row.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["NO_NEED", "SIDES", "Tables"]

SIDES: Final = 36
"""Throws by ordered faces: `(a - 1) * 6 + (b - 1)`."""

NO_NEED: Final = -(2**30)
"""The need of a state in which the player has left already and only waits for wagers to be decided."""


@dataclass(frozen=True, eq=False)
class Tables:
    """A chain in arrays. Play begins in state 0.

    Attributes:
        unit: cents in one unit of money.
        row: (states,) int32, the row reached by the bets of a state, or `chain.DONE`.
        fee: (states,) int32, what those bets change what is owned by: commission paid, below zero, or given
            back. It is part of `delta` of the row, and must be added by hand only where the row is `DONE`.
        need: (states,) int32, the least a player must own to make the bets of a state; `leaving.NEVER`
            where the system stops, `NO_NEED` where the player has left already.
        leave: (states,) int32, the state in which a player who leaves here lets the rest be decided; itself
            for a state of somebody who has left.
        delta: (rows, 36) int32, the change of what is owned, from before the bets of the state until after
            the throw.
        next: (rows, 36) int32, the state after the throw.
        decisions: (rows, 36) uint8, line wagers' rounds decided by the throw, 0 or 1.
        shooters: (rows, 36) uint8, shooters' hands ended by the throw, 0 or 1.
        action: (rows, 36) int64, the chips decided by the throw, ties included, in cents.
    """

    unit: int
    row: NDArray[np.int32]
    fee: NDArray[np.int32]
    need: NDArray[np.int32]
    leave: NDArray[np.int32]
    delta: NDArray[np.int32]
    next: NDArray[np.int32]
    decisions: NDArray[np.uint8]
    shooters: NDArray[np.uint8]
    action: NDArray[np.int64]
