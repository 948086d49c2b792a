"""Each operation on vectors against NumPy, at numbers by chance and at the ends of their range.

Where a processor has `permute` and `gather` as instructions, the forms for other processors are tried, too.
"""

from typing import Any
from unittest import mock

import numba
import numpy as np
import pytest

from bankcraps.analysis.simulation.kernels import _vectors as vectors

SEED = 3
CHANCE = np.random.default_rng(SEED)


def numbers(kind, *shape):
    """Numbers by chance over the whole range, with both ends, 0 and its neighbours."""
    ends = np.iinfo(kind)
    found = CHANCE.integers(ends.min, ends.max, shape, kind, endpoint=True)
    special = [ends.min, ends.min + 1, 0, 1, ends.max - 1, ends.max]
    found[..., CHANCE.permutation(shape[-1])[: len(special)]] = special
    return found


def made(function) -> Any:
    """The function, compiled anew: nothing of it is kept."""
    jit: Any = numba.njit
    return jit(error_model="numpy")(function)


def of_bytes(a, b, c, out):
    x, y, z = vectors.load(a, 0), vectors.load(b, 0), vectors.load(c, 0)
    vectors.store(out, 0 * 64, vectors.either(x, y))
    vectors.store(out, 1 * 64, vectors.low_bits(x))
    vectors.store(out, 2 * 64, vectors.one_less(x))
    vectors.store(out, 3 * 64, vectors.high_bit(x))
    vectors.store(out, 4 * 64, vectors.if_zero(vectors.low_bits(x), y, z))
    vectors.store(out, 5 * 64, vectors.if_below(x, y, z, x))
    vectors.store(out, 6 * 64, vectors.add(x, y))
    vectors.store(out, 7 * 64, vectors.no_bytes())
    vectors.store(out, 8 * 64, vectors.if_below(x, x, z, y))


def test_bytes():
    a, b, c = numbers(np.uint8, 3, 64)
    a[7:20] = 0x80
    out = np.full((9, 64), 99, np.uint8)
    made(of_bytes)(a, b, c, out)
    expected = [
        a | b,
        a & 0x7F,
        a - np.uint8(1),
        a >> 7,
        np.where(a & 0x7F == 0, b, c),
        np.where(a < b, c, a),
        a + b,
        0 * a,
        b,
    ]
    for place, each in enumerate(expected):
        assert out[place].tolist() == each.tolist(), place


def of_shorts(a, s, t, least, out):
    x = vectors.load(a, 0)
    first, second, limit = vectors.load(s, 0), vectors.load(t, 0), vectors.load(least, 0)
    vectors.store(out, 0 * 32, vectors.even_bytes(x))
    vectors.store(out, 1 * 32, vectors.odd_bytes(x))
    vectors.store(out, 2 * 32, vectors.evens(first, second))
    vectors.store(out, 3 * 32, vectors.odds(first, second))
    vectors.store(out, 4 * 32, vectors.front(first, second))
    vectors.store(out, 5 * 32, vectors.back(first, second))
    vectors.store(out, 6 * 32, vectors.below(limit, vectors.load(least, 32)))
    vectors.store(out, 7 * 32, vectors.product(first, 300))
    vectors.store(out, 8 * 32, vectors.minimum(first, second))
    vectors.store(out, 9 * 32, vectors.maximum(first, second))
    vectors.store(out, 10 * 32, vectors.add(first, second))
    vectors.store(out, 11 * 32, vectors.no_shorts())
    high = vectors.product(second, 256)
    vectors.store(a, 0, vectors.mixed(first, high))


def test_numbers_of_16_bits():
    a, (s, t) = numbers(np.uint8, 64), numbers(np.int16, 2, 32)
    least = CHANCE.integers(-(2**14), 2**14, 64, np.int16, endpoint=True)
    least[:3] = least[32:35] + np.array([-1, 0, 1], np.int16)
    bytes_of, out = a.copy(), np.full((12, 32), 99, np.int16)
    made(of_shorts)(bytes_of, s, t, least, out)
    both, in_turn = np.concatenate((s, t)), np.stack((s, t), axis=1).ravel()
    expected = [
        a.view(np.int8)[::2],
        a.view(np.int8)[1::2],
        both[::2],
        both[1::2],
        in_turn[:32],
        in_turn[32:],
        -(least[:32] < least[32:]).astype(np.int16),
        s * np.int16(300),
        np.minimum(s, t),
        np.maximum(s, t),
        s + t,
        0 * s,
    ]
    for place, each in enumerate(expected):
        assert out[place].tolist() == each.tolist(), place
    assert bytes_of.tolist() == np.stack((s & 0xFF, t & 0xFF), axis=1).ravel().tolist()


def of_ints(a, s, t, number, bits, out):
    first, second = vectors.load(s, 0), vectors.load(t, 0)
    vectors.store(out, 0 * 64, vectors.wide(vectors.load(a, 0)))
    vectors.store(out, 1 * 64, vectors.both(first, number))
    vectors.store(out, 2 * 64, vectors.plus(first, number))
    vectors.store(out, 3 * 64, vectors.times(first, number))
    vectors.store(out, 4 * 64, vectors.at_most(first, number))
    vectors.store(out, 5 * 64, vectors.shifted(first, 3))
    vectors.store(out, 6 * 64, vectors.plus_where(first, second, number, 77))
    vectors.store(out, 7 * 64, vectors.minimum(first, second))
    vectors.store(out, 8 * 64, vectors.maximum(first, second))
    vectors.store(out, 9 * 64, vectors.no_ints())
    bits[0] = vectors.where_below(first, second)
    vectors.store(out, 10 * 64, vectors.chosen(bits[1], first, second))
    bits[2] = vectors.lowest_bit(bits[1])
    vectors.store(out, 11 * 64, vectors.add_where(first, second, vectors.shifted(second, 1)))


def test_numbers_of_32_bits():
    a, (s, t), number = numbers(np.uint8, 64), numbers(np.int32, 2, 64), np.int32(12_345)
    s[3:6], t[3:6] = t[3:6], (number - 1, number, number + 1)
    s[9], t[10] = t[9], 0
    chosen = 0x8421_0F0F_0000_1230
    bits, out = np.array([0, chosen, 0], np.uint64), np.full((12, 64), 99, np.int32)
    made(of_ints)(a, s, t, number, bits, out)
    where = np.array([chosen >> lane & 1 for lane in range(64)])
    expected = [
        a.astype(np.int32),
        s & number,
        s + number,
        s * number,
        np.minimum(s, number),
        s >> 3,
        s + np.where(t >= number, np.int32(77), np.int32(0)),
        np.minimum(s, t),
        np.maximum(s, t),
        0 * s,
        np.where(where, s, t),
        s + np.where(t >> 1 >= 0, t, 0),
    ]
    for place, each in enumerate(expected):
        assert out[place].tolist() == each.tolist(), place
    assert int(bits[0]) == sum(int(below) << lane for lane, below in enumerate(s < t))
    assert bits[2] == 4


def look_ups(tables, numbers, ints, bytes_out, out):
    low, index, high = vectors.load(tables, 0), vectors.load(tables, 64), vectors.load(tables, 128)
    vectors.store(bytes_out, 0, vectors.permute(low, index, high))
    places, asked, otherwise = vectors.load(ints, 0), vectors.load(ints, 64), vectors.load(ints, 128)
    vectors.store(out, 0, vectors.gather(numbers, places))
    vectors.store(out, 64, vectors.gather_where(numbers, places, asked, otherwise))


INSTRUCTIONS = vectors.HAS_PERMUTE, vectors.HAS_GATHER


@pytest.mark.parametrize("has", sorted({(False, False), INSTRUCTIONS}))
def test_many_are_looked_up_at_once(has):
    tables, ints, table = numbers(np.uint8, 3, 64), numbers(np.int32, 3, 64), numbers(np.int32, 1000)
    ints[0] = CHANCE.integers(0, 1000, 64, np.int32)
    ints[0, :2] = 0, 999
    bytes_out, out = np.zeros(64, np.uint8), np.zeros((2, 64), np.int32)
    with mock.patch.multiple(vectors, HAS_PERMUTE=has[0], HAS_GATHER=has[1]):
        made(look_ups)(tables, table, ints, bytes_out, out)
    (low, index, high), (places, asked, otherwise) = tables, ints
    assert bytes_out.tolist() == np.concatenate((low, high))[index & 0x7F].tolist()
    assert out[0].tolist() == table[places].tolist()
    assert out[1].tolist() == np.where(asked >= 0, table[places], otherwise).tolist()
