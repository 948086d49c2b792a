"""Sets of sums, against lists of all their members."""

from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps.game.engine.wagering.bounds import Step, Sums, multiples

STEPS = st.builds(lambda size, rest: Step(rest % size, size), st.integers(1, 12), st.integers(0, 11))
SUMS = st.builds(
    Sums, st.integers(1, 40), st.integers(0, 90), st.lists(STEPS, min_size=1, max_size=2).map(tuple)
)


def members(sums, among=range(1, 400)):
    return [amount for amount in among if amount in sums]


@examples(300)
@given(SUMS, SUMS)
def test_both_sets_hold_what_is_in_each(one, other):
    assert members(one & other) == [amount for amount in members(one) if amount in other]


@examples(300)
@given(SUMS, st.integers(0, 120))
def test_the_nearest_members(sums, amount):
    below = [one for one in members(sums) if one <= amount]
    above = [one for one in members(sums) if one >= amount]
    assert sums.at_most(amount) == (below[-1] if below else None)
    assert sums.at_least(amount) == (above[0] if above else None)


@examples(300)
@given(SUMS, st.integers(0, 60))
def test_less_an_amount(sums, amount):
    assert members(sums.less(amount)) == [one - amount for one in members(sums) if one > amount]


def test_all_multiples():
    assert members(multiples(150), range(1, 500)) == [150, 300, 450]
