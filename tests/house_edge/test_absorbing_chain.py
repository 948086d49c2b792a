"""Chains solved in fractions, against chains whose answers everybody knows."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bankcraps import BankcrapsError
from bankcraps.house_edge.absorbing_chain import AbsorbingChain, steps, visits

HALF = Fraction(1, 2)
ONE = Fraction(1)


def ruin(p, top):
    """A gambler with 1 to top-1 chips who wins one with probability p: state i has i + 1 chips."""
    rows = []
    for chips in range(1, top):
        row = {}
        if chips > 1:
            row[chips - 2] = 1 - p
        if chips < top - 1:
            row[chips] = p
        rows.append(row)
    return rows


@pytest.mark.parametrize("top", [2, 3, 7, 12])
def test_gamblers_ruin_in_a_fair_game(top):
    """Goes broke with probability 1 - i/top, after i * (top - i) games on average (Huygens, 1657)."""
    met = [visits(ruin(HALF, top), {i - 1: ONE}) for i in range(1, top)]
    assert [row[0] * HALF for row in met] == [1 - Fraction(i, top) for i in range(1, top)]
    assert [sum(row) for row in met] == [i * (top - i) for i in range(1, top)]


def test_gamblers_ruin_in_an_unfair_game():
    """With q/p = r, broke from i of n with probability (r^i - r^n) / (1 - r^n)."""
    p, top = Fraction(244, 495), 9
    r = (1 - p) / p
    for i in range(1, top):
        broke = visits(ruin(p, top), {i - 1: ONE})[0] * (1 - p)
        assert broke == (r**i - r**top) / (1 - r**top)


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


def test_a_chain_says_where_it_ends():
    """Two fair steps: half end at once as "a", the others as "b" from the second state."""
    chain = AbsorbingChain(("first", "second"), {0: ONE}, [{1: HALF}, {}], [{"a": HALF}, {"b": ONE}])
    assert (chain.visits, chain.absorption) == ([ONE, HALF], {"a": HALF, "b": HALF})


def test_a_chain_that_never_ends_has_no_expectation():
    for rows in ([{0: ONE}], [{1: ONE}, {0: ONE}], [{1: HALF}, {2: ONE}, {1: HALF, 2: HALF}]):
        with pytest.raises(BankcrapsError, match="never ends"):
            steps(rows)
        with pytest.raises(BankcrapsError, match="never ends"):
            visits(rows, {0: ONE})
