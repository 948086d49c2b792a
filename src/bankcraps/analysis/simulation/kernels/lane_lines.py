"""The memory of the fast kernel: its lanes, and the lines of numbers that it keeps for them."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.simulation.kernels.dice import Dice

__all__ = [
    "DIP",
    "FAST_LANES",
    "FAST_LINES",
    "HIGH",
    "LEAST",
    "LEFT",
    "LOW",
    "MARKED",
    "MOST",
    "OWNED",
    "PEAK",
    "PLACE",
    "START",
    "FastWorkspace",
]

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
        dice: of `FAST_LANES` lanes.
        lanes: (FAST_LINES * FAST_LANES,) int32, lines as above.
        at: (lanes,) of the records' type: what each lane read last.
        path: (21, lanes) int32, where each lane's records began before each throw; not used by the walk in
            registers. By lists of sums, with the marks, and where they begin after the last throw.
        out: (5, sessions) int32, the first five `metrics` of each session.
    """

    dice: Dice
    lanes: NDArray[np.int32]
    at: NDArray[np.signedinteger]
    path: NDArray[np.int32]
    out: NDArray[np.int32]
