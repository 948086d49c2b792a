"""The dice of a simulation: the published generator, the same throws however they are asked for, fair."""

import itertools

import numpy as np
import pytest
from scipy.special import bdtr, bdtrc, chdtrc

from bankcraps import BankcrapsError
from bankcraps.analysis.simulation import streams
from bankcraps.analysis.simulation.kernels import dice as dealing

ALL = 0xFFFFFFFF
# The known answers for philox4x32-10 that Random123 is published with (kat_vectors).
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ALL, ALL, ALL, ALL), (ALL, ALL), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]

# Under seed 1, session 0: a word that is rejected once, and one that is rejected twice, by block and place.
REJECTED_ONCE = (407, 1)
REJECTED_TWICE = (1_724_607, 3)


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_the_generator_gives_its_published_answers(counter, key, words):
    assert streams.philox(np.array([counter], np.uint64), key).tolist() == [list(words)]


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_the_compiled_generator_gives_them_too(counter, key, words):
    given = [np.uint64(word) for word in (*counter, *key)]
    assert dealing._philox(*given) == words  # noqa: SLF001 - a known answer is about the generator itself


def dealt(seed, session, block):
    dice = dealing.dice(seed, len(session))
    dice.session[:], dice.block[:] = session, block
    dealing.deal(dice)
    assert dice.block.tolist() == [number + 1 for number in block]
    return dice.thrown.T[: len(session)]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**64 - 1])
def test_compiled_and_plain_dice_fall_alike(seed):
    session = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1] * 11
    block = [0] * 6 + [1, 407, 910, 2**20, 2**31, 2**32 - 2] + [12345] * 6 + list(range(48))
    found = dealt(seed, session, block)
    for throws, s, b in zip(found, session, block, strict=True):
        assert throws.tolist() == streams.throws(seed, s, 20 * b, 20).tolist()


@pytest.mark.parametrize(("block", "place", "times"), [(*REJECTED_ONCE, 1), (*REJECTED_TWICE, 2)])
def test_a_rejected_word_is_replaced_and_no_other_throw_moves(block, place, times):
    key = streams.key_of(1)
    drawn = [streams.philox(np.array([[0, 0, block, n]], np.uint64), key)[0] for n in range(times + 1)]
    left = [int(words[place]) * 36**5 % 2**32 for words in drawn]
    assert [rest < 2**32 % 36**5 for rest in left] == [True] * times + [False]

    def first_five(word):
        throws = []
        for _ in range(5):
            throws.append(word * 36 >> 32)
            word = word * 36 & ALL
        return throws

    words = [int(word) for word in drawn[0]]
    words[place] = int(drawn[times][place])
    expected = list(itertools.chain.from_iterable(map(first_five, words)))
    assert streams.throws(1, 0, 20 * block, 20).tolist() == expected
    for before in (1, 70):  # in the first vector of lanes, and in the second
        found = dealt(1, [7] * before + [0, 9], [3] * before + [block, 5])
        assert found[before].tolist() == expected


def chance_of(counts):
    """The chance that fair dice give counts at least as uneven, by the chi-square test.

    `scipy.stats` has it, too, and takes every process of the tests a second to load.
    """
    even = counts.mean()
    return chdtrc(len(counts) - 1, ((counts - even) ** 2 / even).sum())


def test_words_are_rejected_as_often_as_they_must_be():
    """72 words of 2**32 short of an even deal for each: one in 2298."""
    counter = np.zeros((1 << 18, 4), np.uint64)
    counter[:, 2] = np.arange(1 << 18)
    low = streams.philox(counter, streams.key_of(3)) * np.uint64(36**5) & np.uint64(ALL)
    rejected = int((low < streams.REJECT).sum())
    words, chance = 1 << 20, streams.REJECT / 2**32
    assert min(bdtr(rejected, words, chance), bdtrc(rejected - 1, words, chance)) > 0.0005
    assert (2**32 - streams.REJECT) % 36**5 == 0


def test_any_part_of_a_session_is_the_same_part():
    whole = streams.throws(5, 3, 0, 500)
    for start, count in [(0, 1), (19, 2), (20, 20), (7, 300), (499, 1), (250, 0)]:
        assert streams.throws(5, 3, start, count).tolist() == whole[start : start + count].tolist()
    assert list(itertools.islice(streams.thrown(5, 3), 500)) == whole.tolist()


def test_sessions_and_seeds_differ():
    seen = {streams.throws(seed, session, 0, 20).tobytes() for seed in range(20) for session in range(20)}
    assert len(seen) == 400


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_every_throw_is_as_likely_as_every_other(seed):
    throws = streams.throws(seed, 0, 0, 720_000)
    assert chance_of(np.bincount(throws, minlength=36)) > 0.001
    pairs = throws[0::2].astype(int) * 36 + throws[1::2]
    assert chance_of(np.bincount(pairs, minlength=1296)) > 0.001


def test_every_place_of_a_block_is_fair():
    throws = streams.throws(21, 4, 0, 20 * 36_000).reshape(-1, 20)
    worst = min(chance_of(np.bincount(place, minlength=36)) for place in throws.T)
    assert worst > 0.001 / 20


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed):
    with pytest.raises(BankcrapsError, match="a seed is a whole number"):
        streams.throws(seed, 0, 0, 1)
