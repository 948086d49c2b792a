"""Totals are whole numbers: exact, and the same in whatever order they are added up."""

from collections import Counter
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps.analysis.chain.stopping import FLOOR, RUIN
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.totals import RUIN_THROWS, Histogram, Totals, VisitCounts

values = st.lists(st.integers(-(2**40), 2**40) | st.integers(-3, 3), min_size=1, max_size=40)


def histogram(numbers):
    return Histogram.of(np.array(numbers, np.int64))


@examples(100)
@given(values)
def test_a_histogram_is_exact(numbers):
    found = histogram(numbers)
    assert dict(zip(found.values.tolist(), found.counts.tolist(), strict=True)) == Counter(numbers)
    assert found.values.tolist() == sorted(set(numbers))
    assert [found.power_sum(k) for k in range(4)] == [sum(n**k for n in numbers) for k in range(4)]
    mean = Fraction(sum(numbers), len(numbers))
    assert found.mean() == mean
    spread = sum((n - mean) ** 2 for n in numbers)
    assert found.variance() == spread / max(1, len(numbers) - 1)


@examples(100)
@given(values, st.fractions(0, 1))
def test_quantiles_are_values(numbers, share):
    found = histogram(numbers).quantile(share)
    assert found in numbers
    assert sum(n <= found for n in numbers) >= share * len(numbers)
    assert sum(n < found for n in numbers) < max(share * len(numbers), Fraction(1, 2))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_dense_and_sparse_values_count_alike(dtype):
    sparse = np.array([5, 10**8, 5, -7], dtype)
    assert Histogram.of(sparse).same(histogram([-7, 5, 5, 10**8]))
    assert Histogram.of(np.zeros(0, dtype)).size == 0


def some(seed, sessions):
    dice = np.random.default_rng(seed)
    metrics = dice.integers(-5, 400, (len(metric.NAMES), sessions))
    metrics[metric.END] = dice.integers(0, 5, sessions)
    visits, left, less = (dice.integers(0, 9, size) for size in ((4, 36), 6, 6))
    return Totals.of(metrics, VisitCounts(visits, left, less))


def test_totals_add_up_in_any_order():
    parts = [some(seed, sessions) for seed, sessions in [(1, 50), (2, 1), (3, 700), (4, 0), (5, 33)]]
    forward = reduce(Totals.__add__, parts)
    assert forward.same(reduce(Totals.__add__, reversed(parts)))
    assert forward.same(parts[0] + (parts[1] + (parts[2] + parts[3])) + parts[4])
    assert forward.sessions == sum(forward.ends) == 784
    assert forward.throws == sum(part.throws for part in parts)
    assert not forward.same(reduce(Totals.__add__, parts[:-1]))


def test_one_different_count_makes_totals_differ():
    mine = some(1, 50)
    visits = mine.counts.visits.copy()
    visits[3, 35] += 1
    assert mine.same(some(1, 50))
    assert not mine.same(
        Totals(mine.sessions, mine.ends, mine.histograms, mine.counts._replace(visits=visits))
    )
    assert not mine.same(Totals(mine.sessions, mine.ends, mine.histograms, None))


def test_totals_of_both_kernels_have_their_figures():
    metrics = np.arange(len(metric.NAMES) * 6).reshape(-1, 6)
    metrics[metric.END] = [0, RUIN, FLOOR, 2, 3, metric.CUT]
    fast, full = Totals.of(metrics[: metric.FAST].astype(np.int32)), Totals.of(metrics)
    assert set(fast.histograms) == {"final", "lowest", "highest", "throws", RUIN_THROWS}
    assert set(full.histograms) == {*metric.NAMES, RUIN_THROWS} - {"end"}
    assert fast.ends == (1, 1, 1, 1, 1, 1)
    assert fast.histograms[RUIN_THROWS].values.tolist() == [19, 20]
