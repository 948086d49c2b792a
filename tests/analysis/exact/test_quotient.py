"""The lumped chain, against throws counted one by one; and what is still won or lost after leaving."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from bankcraps import explore
from bankcraps.analysis.chain.arrays import NEED_LEFT, in_units
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.exact.passes import ways_into, zeros
from bankcraps.analysis.exact.quotient import quotient_of
from bankcraps.analysis.exact.solution import problem

HOUSE = "three_four_five"
SYSTEMS = [
    "iron_cross",
    "when come_out: don't pass 10; when point: lay 4 40; odds 2x",
    "when come_out: pass 5%",
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_way_out_of_a_class_stands_once_with_its_throws(system):
    units = in_units(explore(HOUSE, system, bankroll=100), 10_000)
    arrays, lumped = units.arrays, quotient_of(units)
    state = {int(c): int(s) for c, s in enumerate(lumped.sample)}
    for c in np.flatnonzero(lumped.post != ABSORBED):
        ways = slice(lumped.first[lumped.post[c]], lumped.first[lumped.post[c] + 1])
        post = arrays.post[state[c]]
        thrown = Counter(zip(arrays.delta[post].tolist(), units.label[post].tolist(), strict=True))
        told = Counter()
        for delta, label, chance in zip(
            lumped.delta[ways].tolist(), lumped.label[ways].tolist(), lumped.chance[ways], strict=True
        ):
            told[delta, label] += round(36 * chance)
        assert told == thrown
        rows = np.stack((lumped.to[ways], lumped.delta[ways], lumped.marks[ways], lumped.label[ways]), axis=1)
        assert np.array_equal(np.unique(rows, axis=0), rows)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_won_after_leaving_is_all_told(system):
    ready = problem(explore(HOUSE, system, bankroll=100), 10_000)
    quotient, settling = ready.full.quotient, ready.settling
    gone = quotient.need == NEED_LEFT
    assert settling.chance[gone].sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert not settling.chance[~gone].any()


def test_zeros_of_which_few_are_touched_are_zeros():
    for sparse in (False, True):
        table = zeros(3, 5, sparse=sparse)
        assert table.shape == (3, 5)
        assert not table.any()
        table[1, 2] = 0.5
        assert table.sum() == 0.5
        assert zeros(0, 5, sparse=sparse).size == 0


@pytest.mark.parametrize(("system", "mark"), [("place_6_8_pressed", 0), ("iron_cross", 1), ("pass", 2)])
def test_ways_are_all_transitions_from_hosts_with_equal_ones_together(system, mark):
    quotient = quotient_of(in_units(explore(HOUSE, system), 10_000))
    ways = ways_into(quotient, mark)
    classes, wanted = len(quotient.post), defaultdict(float)
    for c, post in enumerate(quotient.post.tolist()):
        alike = np.flatnonzero(quotient.post == post)
        assert ways.host[c] == (c if post == ABSORBED else alike[0])
        if post != ABSORBED and ways.host[c] == c:
            for w in range(quotient.first[post], quotient.first[post + 1]):
                counts = mark == 0 or quotient.marks[w] & mark != 0
                wanted[int(quotient.to[w]) + classes * counts, c, int(quotient.delta[w])] += quotient.chance[
                    w
                ]
    into = np.repeat(np.arange(2 * classes), np.diff(ways.first))
    keys = list(zip(into.tolist(), ways.origin.tolist(), ways.delta.tolist(), strict=True))
    assert len(set(keys)) == len(keys)
    assert dict(zip(keys, ways.chance.tolist(), strict=True)) == pytest.approx(wanted, rel=1e-15)
    assert (len(keys) < len(quotient.to)) == (system != "pass")
