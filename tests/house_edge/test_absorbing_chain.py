"""Chains solved in fractions, against chains whose answers everybody knows."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bankcraps import BankcrapsError
from bankcraps.house_edge.absorbing_chain import steps, visits

HALF = Fraction(1, 2)
ONE = Fraction(1)


@given(st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50), st.integers(1, 5))
def test_steps_until_some_wins(p, wins):
    """A negative binomial: mean r/p, variance rq/p^2."""
    rows = [{i: 1 - p} | ({i + 1: p} if i + 1 < wins else {}) for i in range(wins)]
    mean, square = steps(rows)
    assert mean == wins / p
    assert square - mean**2 == wins * (1 - p) / p**2


WAYS = st.lists(st.dictionaries(st.integers(0, 7), st.integers(1, 4), max_size=5), min_size=8, max_size=8)


@given(WAYS)
def test_visits_solve_their_equations(ways):
    """v = start + v P, whatever the circles and their order."""
    rows = [{after: Fraction(w, 36) for after, w in row.items()} for row in ways]
    start = {0: Fraction(2, 3), 5: Fraction(1, 3)}
    found = visits(rows, start)
    for j in range(8):
        assert found[j] == start.get(j, 0) + sum(found[i] * row.get(j, 0) for i, row in enumerate(rows))


def test_a_chain_that_never_ends_has_no_expectation():
    for rows in ([{0: ONE}], [{1: ONE}, {0: ONE}], [{1: HALF}, {2: ONE}, {1: HALF, 2: HALF}]):
        with pytest.raises(BankcrapsError, match="never ends"):
            steps(rows)
        with pytest.raises(BankcrapsError, match="never ends"):
            visits(rows, {0: ONE})
