"""The dice of `streams`, compiled: one block of 20 throws for each of many lanes at once.

The loops run over lanes and have no branches, so that the compiler makes vector code of them. Words of 32
bits are kept in 64, the upper half zero, because a product needs the room.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.compiled import compiled, inlined
from bankcraps.markov.arrays import SIDES
from bankcraps.simulation import streams

__all__ = ["Dice", "deal", "dice"]

_FIRST: Final = np.uint64(streams.MULTIPLIERS[0])
_SECOND: Final = np.uint64(streams.MULTIPLIERS[1])
_WEYL_LEFT: Final = np.uint64(streams.WEYL[0])
_WEYL_RIGHT: Final = np.uint64(streams.WEYL[1])
_ROUNDS: Final = streams.ROUNDS
_WORDS: Final = streams.WORDS
_REJECT: Final = np.uint64(streams.REJECT)
_SIDES: Final = np.uint64(SIDES)
_BATCH: Final = np.uint64(SIDES**5)
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ONE: Final = np.uint64(1)

Words = NDArray[np.uint64]


class Dice(NamedTuple):
    """The dice of some lanes.

    Attributes:
        key: (2,) uint64, the words of the key (`streams.key_of`).
        session: (lanes,) uint64, the session each lane plays.
        block: (lanes,) uint64, the next block to deal: throws `20 * block` and on.
        words: (4, lanes) uint64, working memory.
        thrown: (20, lanes) uint8, the throws of the block that was dealt last.
    """

    key: Words
    session: Words
    block: Words
    words: Words
    thrown: NDArray[np.uint8]


def dice(seed: int, lanes: int) -> Dice:
    """The dice of some lanes under a seed, all at the first block of session 0."""
    return Dice(
        np.array(streams.key_of(seed), np.uint64),
        np.zeros(lanes, np.uint64),
        np.zeros(lanes, np.uint64),
        np.zeros((_WORDS, lanes), np.uint64),
        np.zeros((streams.BLOCK, lanes), np.uint8),
    )


@compiled
def deal(dice: Dice) -> None:
    """Deal its block of throws to every lane, and go on to the next block."""
    key, session, block, words, thrown = dice
    if _draw(key, session, block, words):
        _replace(key, session, block, words)
    for lane in range(block.size):
        block[lane] += _ONE
    for place in range(_WORDS):
        for lane in range(words.shape[1]):
            product = words[place, lane] * _SIDES
            thrown[5 * place, lane] = product >> _HALF
            product = (product & _LOW) * _SIDES
            thrown[5 * place + 1, lane] = product >> _HALF
            product = (product & _LOW) * _SIDES
            thrown[5 * place + 2, lane] = product >> _HALF
            product = (product & _LOW) * _SIDES
            thrown[5 * place + 3, lane] = product >> _HALF
            product = (product & _LOW) * _SIDES
            thrown[5 * place + 4, lane] = product >> _HALF


@compiled
def _draw(key: Words, session: Words, block: Words, words: Words) -> bool:
    """Draw the words of each lane's block. Return whether any must be rejected."""
    left, right = key[0], key[1]
    rejected = np.uint64(0)
    for lane in range(words.shape[1]):
        low, high = session[lane] & _LOW, session[lane] >> _HALF
        a, b, c, d = _philox(low, high, block[lane], np.uint64(0), left, right)
        words[0, lane], words[1, lane], words[2, lane], words[3, lane] = a, b, c, d
        rejected |= _rejected(a) | _rejected(b) | _rejected(c) | _rejected(d)
    return rejected != 0


@compiled
def _replace(key: Words, session: Words, block: Words, words: Words) -> None:
    """Replace each rejected word by later attempts at its place, until none is rejected."""
    for lane in range(words.shape[1]):
        for place in range(_WORDS):
            attempt = np.uint64(0)
            while _rejected(words[place, lane]):
                attempt += _ONE
                low, high = session[lane] & _LOW, session[lane] >> _HALF
                words[place, lane] = _philox(low, high, block[lane], attempt, key[0], key[1])[place]


@inlined
def _rejected(word: np.uint64) -> np.uint64:
    """1 if a word is rejected, else 0."""
    return np.uint64((word * _BATCH & _LOW) < _REJECT)


@inlined
def _philox(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64, left: np.uint64, right: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Philox4x32-10 of one counter; see `streams`."""
    for _ in range(_ROUNDS):
        p, q = a * _FIRST, c * _SECOND
        a, b, c, d = (q >> _HALF) ^ b ^ left, q & _LOW, (p >> _HALF) ^ d ^ right, p & _LOW
        left, right = (left + _WEYL_LEFT) & _LOW, (right + _WEYL_RIGHT) & _LOW
    return a, b, c, d
