"""The dice of `streams`, compiled: one block of 20 throws for each of many lanes at once.

Words are drawn in a loop over lanes without branches, of which the compiler makes vector code. Their throws
are taken in vectors, 64 lanes at once. Words of 32 bits are kept in 64, because a product needs the room.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import SIDES
from bankcraps.analysis.simulation import streams
from bankcraps.analysis.simulation.kernels._vectors import (
    SIZE,
    Untyped,
    any_low_below,
    high_shorts,
    load,
    low_minimum,
    low_product,
    narrow,
    quotient,
    remainder,
    room,
    store,
)
from bankcraps.support.compiled import compiled, inlined

_FIRST: Final = np.uint64(streams.MULTIPLIERS[0])
_SECOND: Final = np.uint64(streams.MULTIPLIERS[1])
_WEYL_LEFT: Final = np.uint64(streams.WEYL[0])
_WEYL_RIGHT: Final = np.uint64(streams.WEYL[1])
_ROUNDS: Final = streams.ROUNDS
_WORDS: Final = streams.WORDS
_REJECT: Final = np.uint64(streams.REJECT)
_SIDES: Final = np.uint64(SIDES)
_EACH: Final = streams.THROWS_A_WORD
_BATCH: Final = np.uint64(SIDES**_EACH)
_PAIR: Final = SIDES**2
_TOGETHER: Final = SIZE
"""Lanes whose throws are taken at once: a vector of bytes."""
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ONE: Final = np.uint64(1)

Words = NDArray[np.uint64]
Vector = Untyped
"""A vector; only compiled code has such values."""


class Dice(NamedTuple):
    """The dice of some lanes.

    Attributes:
        key: (2,) uint64, the words of the key (`streams.key_of`).
        session: (lanes,) uint64, the session each lane plays.
        block: (lanes,) uint64, the next block to deal: throws `20 * block` and on.
        words: (4, room) uint64, working memory; the room is for 64 lanes, 128, and so on.
        thrown: (20, room) uint8, the throws of the block that was dealt last.
    """

    key: Words
    session: Words
    block: Words
    words: Words
    thrown: NDArray[np.uint8]


def dice(seed: int, lanes: int) -> Dice:
    """The dice of some lanes under a seed, all at the first block of session 0."""
    wide = -(-lanes // _TOGETHER) * _TOGETHER
    words = room((_WORDS, wide), np.uint64)
    words[:] = 1  # a word that is not rejected, where there is no lane
    return Dice(
        np.array(streams.key_of(seed), np.uint64),
        np.zeros(lanes, np.uint64),
        np.zeros(lanes, np.uint64),
        words,
        room((streams.BLOCK, wide), np.uint8),
    )


@compiled
def deal(dice: Dice) -> None:
    """Deal its block of throws to every lane, and go on to the next block."""
    _draw(dice)
    lanes = dice.words.shape[1]
    for place in range(_WORDS):
        for lane in range(0, lanes, _TOGETHER):
            word, throw = place * lanes + lane, _EACH * place * lanes + lane
            first, second, last, least = _pairs(dice.words, word)
            others, fourth, end, lowest = _pairs(dice.words, word + _TOGETHER // 2)
            store(dice.thrown, throw, narrow(quotient(first, SIDES), quotient(others, SIDES)))
            store(dice.thrown, throw + lanes, narrow(remainder(first, SIDES), remainder(others, SIDES)))
            store(dice.thrown, throw + 2 * lanes, narrow(quotient(second, SIDES), quotient(fourth, SIDES)))
            store(dice.thrown, throw + 3 * lanes, narrow(remainder(second, SIDES), remainder(fourth, SIDES)))
            store(dice.thrown, throw + 4 * lanes, narrow(last, end))
            if any_low_below(low_minimum(least, lowest), _REJECT):
                for one in range(lane, lane + _TOGETHER):
                    if _rejected(dice.words[place, one]):
                        _deal_again(dice, place, one)


@inlined
def _draw(dice: Dice) -> None:
    """Draw the words of each lane's block, and go on to the next."""
    left, right = dice.key[0] & _LOW, dice.key[1] & _LOW
    for lane in range(dice.block.size):
        low, high = dice.session[lane] & _LOW, dice.session[lane] >> _HALF
        a, b, c, d = _philox(low, high, dice.block[lane] & _LOW, np.uint64(0), left, right)
        dice.words[0, lane], dice.words[1, lane], dice.words[2, lane], dice.words[3, lane] = a, b, c, d
        dice.block[lane] += _ONE


@inlined
def _pairs(words: Words, at: int) -> tuple[Vector, Vector, Vector, Vector]:
    """Of 32 words the first two throws, the next two, the last one, and the least that is left of any.

    Twice times 36 is once times 1296, so a pair of throws takes one long product; short numbers divide it.
    """
    a, b = low_product(load(words, at), _PAIR), low_product(load(words, at + 8), _PAIR)
    c, d = low_product(load(words, at + 16), _PAIR), low_product(load(words, at + 24), _PAIR)
    first = high_shorts(a, b, c, d)
    a, b, c, d = low_product(a, _PAIR), low_product(b, _PAIR), low_product(c, _PAIR), low_product(d, _PAIR)
    second = high_shorts(a, b, c, d)
    a, b, c, d = low_product(a, SIDES), low_product(b, SIDES), low_product(c, SIDES), low_product(d, SIDES)
    return first, second, high_shorts(a, b, c, d), low_minimum(low_minimum(a, b), low_minimum(c, d))


@inlined
def _deal_again(dice: Dice, place: int, lane: int) -> None:
    """Replace a rejected word of the block before by later attempts, until one is not rejected; deal that."""
    low, high = dice.session[lane] & _LOW, dice.session[lane] >> _HALF
    word, attempt = dice.words[place, lane], np.uint64(0)
    while _rejected(word):
        attempt += _ONE
        word = _philox(low, high, dice.block[lane] - _ONE, attempt, dice.key[0], dice.key[1])[place]
    for throw in range(_EACH * place, _EACH * (place + 1)):
        word *= _SIDES
        dice.thrown[throw, lane] = word >> _HALF
        word &= _LOW


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
