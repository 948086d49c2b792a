"""Chains that are no chains are refused before a kernel could run away with them."""

import numpy as np
import pytest
from tests.simulation.chains import pass_with_odds

from bankcraps import BankcrapsError
from bankcraps.simulation.records import lay_out
from bankcraps.simulation.terms import Terms

TERMS = Terms(100, 500)


def changed(field, place, value):
    chain = pass_with_odds()
    array = getattr(chain, field).copy()
    array[place] = value
    return type(chain)(**(vars(chain) | {field: array}))


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("next", (0, 0), 20, "outside"),
        ("next", (0, 0), -1, "outside"),
        ("leave", 3, 99, "outside"),
        ("row", 2, 13, "outside"),
        ("row", 2, -2, "outside"),
        ("row", 2, -1, "plays on and nothing is thrown"),
        ("next", (8, slice(None)), 14, "never has done"),
        ("leave", 1, 0, "never has done"),
        ("leave", 1, 14, None),
        ("delta", (3, 3), 2**25, "33,554,432"),
        ("delta", (3, 3), -(2**25), "33,554,432"),
        ("fee", 19, -(2**25), "33,554,432"),
        ("decisions", (3, 3), 2, "one round"),
        ("shooters", (3, 3), 2, "one hand"),
        ("delta", (3, 3), -(2**25) + 1, None),
    ],
)
def test_tables_are_looked_over(field, place, value, message):
    chain = changed(field, place, value)
    if message is None:
        lay_out(chain, TERMS)
    else:
        with pytest.raises(BankcrapsError, match=message):
            lay_out(chain, TERMS)


@pytest.mark.parametrize("field", ["bankroll", "limit", "floor", "cap"])
@pytest.mark.parametrize("value", [-1, 2**30])
def test_terms_are_looked_over(field, value):
    with pytest.raises(BankcrapsError, match=field):
        Terms(**({"bankroll": 1, "limit": 1} | {field: value}))


@pytest.mark.parametrize("bankroll", [0, 3, 11, 12, 1000])
def test_light_states_need_no_more_than_the_kernel_watches_for(bankroll):
    chain = lay_out(pass_with_odds(), Terms(bankroll, 10))
    marks = chain.marks
    unmarked = chain.record[:-36] & marks.heavy == 0
    needs = chain.moves[:-36, 2]
    assert (needs[unmarked] <= marks.light).all()
    assert (needs[~unmarked] > marks.light).all()
    assert (chain.record & marks.mask == chain.moves[:, 0]).all()
    assert (chain.record >> marks.shift == chain.moves[:, 1]).all()
    assert np.array_equal(chain.moves[:-36, 1].reshape(-1, 36), pass_with_odds().delta)
