"""Invalid chains are refused before a kernel could run for ever with them."""

import numpy as np
import pytest
from tests.analysis.simulation.chains import pass_with_odds

from bankcraps import BankcrapsError
from bankcraps.analysis.chain.arrays import UnitPlan
from bankcraps.analysis.simulation.kernels.packing import pack

PLAN = UnitPlan(100, 500)


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
        ("post", 2, 13, "outside"),
        ("post", 2, -2, "outside"),
        ("post", 2, -1, "plays on and nothing is thrown"),
        ("next", (8, slice(None)), 14, "never settled"),
        ("leave", 1, 0, "never settled"),
        ("leave", 1, 14, None),
        ("delta", (3, 3), 2**25, "33,554,432"),
        ("delta", (3, 3), -(2**25), "33,554,432"),
        ("fee", 19, -(2**25), "33,554,432"),
        ("decisions", (3, 3), 2, "one round"),
        ("shooters", (3, 3), 2, "one hand"),
        ("delta", (3, 3), -(2**25) + 1, None),
    ],
)
def test_arrays_are_looked_over(field, place, value, message):
    if message is None:
        pack(changed(field, place, value), PLAN)
    else:
        with pytest.raises(BankcrapsError, match=message):
            changed(field, place, value)


@pytest.mark.parametrize("field", ["bankroll", "limit", "floor", "cap"])
@pytest.mark.parametrize("value", [-1, 2**30])
def test_plans_are_looked_over(field, value):
    with pytest.raises(BankcrapsError, match=field):
        pack(pass_with_odds(), UnitPlan(**({"bankroll": 1, "limit": 1} | {field: value})))


@pytest.mark.parametrize("bankroll", [0, 3, 11, 12, 1000])
def test_light_states_need_no_more_than_the_kernel_watches_for(bankroll):
    chain = pack(pass_with_odds(), UnitPlan(bankroll, 10))
    packing = chain.packing
    unmarked = chain.record[:-36] & packing.heavy == 0
    needs = chain.moves[:-36, 2]
    assert (needs[unmarked] <= packing.light).all()
    assert (needs[~unmarked] > packing.light).all()
    assert packing.light == {0: 0, 3: 1, 11: 5, 12: 6, 1000: 6}[bankroll]
    assert (chain.record & packing.mask == chain.moves[:, 0]).all()
    assert (chain.record >> packing.shift == chain.moves[:, 1]).all()
    assert np.array_equal(chain.moves[:-36, 1].reshape(-1, 36), pass_with_odds().delta)
