"""The dice of a simulation: throw `t` of session `i` under seed `s` is a function of (s, i, t) alone.

So the number of workers, the order of their work and the kernel that does it cannot change a throw.

The generator is Philox4x32-10, which turns a counter into four random words under a key (J. K. Salmon,
M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11, 2011). The key
is the seed; the counter is the session (64 bits), the *block* and the *attempt*.

A block is 20 throws: each of its four words gives five throws of 36, as the high halves of repeated
multiplications by 36 (N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation",
Software: Practice and Experience, 2024). 2**32 is not a multiple of 36**5, so the few words whose last low
half is below 2**32 mod 36**5, one in 2298, are rejected, and every throw is exactly as likely as every other.
A rejected word is replaced by the word in the same place of the same block at the next attempt: no other
throw moves.

This is the plain reading, in NumPy, for stepwise play and the tests. `deal` of `kernels/dice.py` is the
same, compiled.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import SIDES
from bankcraps.errors import BankcrapsError

ROUNDS: Final = 10
MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
"""The multipliers of Philox4x32."""
WEYL: Final = (0x9E3779B9, 0xBB67AE85)
"""The increments of the two halves of its key from round to round."""

WORDS: Final = 4
"""Words to a block."""
THROWS_A_WORD: Final = 5
BLOCK: Final = WORDS * THROWS_A_WORD
"""Throws to a block."""
REJECT: Final = 2**32 % SIDES**THROWS_A_WORD
"""A word is rejected when its remaining low half is below this: 1,868,800."""

_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)


def key_of(seed: int) -> tuple[int, int]:
    """The two words of the key: the low half of the seed, then the high half."""
    if not 0 <= seed < 2**64:
        raise BankcrapsError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    return seed & 0xFFFFFFFF, seed >> 32


def philox(counter: NDArray[np.uint64], key: tuple[int, int]) -> NDArray[np.uint64]:
    """Philox4x32-10 of each row of counters.

    Args:
        counter: (n, 4) uint64, four words of 32 bits each.
        key: two words of 32 bits.

    Returns:
        (n, 4) uint64, four words of 32 random bits each.
    """
    a, b, c, d = counter.T
    first, second = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
    for turn in range(ROUNDS):
        left, right = (np.uint64((key[i] + turn * WEYL[i]) & 0xFFFFFFFF) for i in (0, 1))
        p, q = a * first, c * second
        a, b, c, d = (q >> _HALF) ^ b ^ left, q & _LOW, (p >> _HALF) ^ d ^ right, p & _LOW
    return np.stack((a, b, c, d), axis=1)


def throws(seed: int, session: int, start: int, count: int) -> NDArray[np.uint8]:
    """Throws `start` to `start + count` (not included) of a session, counted from 0.

    Returns:
        (count,) uint8, throws by ordered faces: `(a - 1) * 6 + (b - 1)`.
    """
    key = key_of(seed)
    first, last = start // BLOCK, -(-(start + count) // BLOCK)
    words = _words(key, session, np.arange(first, max(first, last), dtype=np.uint64)).ravel()
    dealt = np.empty((words.size, THROWS_A_WORD), np.uint8)
    for place in range(THROWS_A_WORD):
        product = words * np.uint64(SIDES)
        dealt[:, place] = product >> _HALF
        words = product & _LOW
    return dealt.ravel()[start - first * BLOCK :][:count]


def thrown(seed: int, session: int) -> Iterator[int]:
    """All throws of a session, one after another, without end."""
    start, count = 0, BLOCK
    while True:
        yield from throws(seed, session, start, count).tolist()
        start += count
        count = min(2 * count, 1 << 14)


def _words(key: tuple[int, int], session: int, blocks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The words of these blocks that count, (blocks, 4): rejected ones replaced, attempt after attempt."""
    counter = np.empty((blocks.size, 4), np.uint64)
    counter[:, 0], counter[:, 1] = session & 0xFFFFFFFF, session >> 32
    counter[:, 2], counter[:, 3] = blocks, 0
    words = philox(counter, key)
    rejected = _rejected(words)
    while rejected.any():
        counter[:, 3] += np.uint64(1)
        words = np.where(rejected, philox(counter, key), words)
        rejected = _rejected(words)
    return words


def _rejected(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether each word is rejected. Once times 36**5 gives the same low half as five times 36."""
    return (words * np.uint64(SIDES**THROWS_A_WORD) & _LOW) < REJECT
