"""The classical ruin problem, by the solver that sessions until the goal are solved with.

William Feller, "An Introduction to Probability Theory and Its Applications", volume 1, third edition, Wiley
1968, chapter XIV, table 1: a player with z units plays for one at a time until all is lost or a units are
owned. The table has the chance of ruin, the expected gain and the expected duration.
"""

import numpy as np
import pytest

from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, NO_LIMIT, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import GOAL, RUIN
from bankcraps.analysis.exact.absorption import until_absorption
from bankcraps.analysis.exact.budget import NeverEndsError
from bankcraps.analysis.exact.quotient import Quotient

TABLE = [
    (0.5, 9, 10, 0.1, 0, 9),
    (0.5, 90, 100, 0.1, 0, 900),
    (0.5, 900, 1000, 0.1, 0, 90_000),
    (0.5, 950, 1000, 0.05, 0, 47_500),
    (0.45, 9, 10, 0.210, -1.1, 11),
    (0.45, 90, 100, 0.866, -76.6, 765.6),
    (0.45, 99, 100, 0.182, -17.2, 171.8),
    (0.4, 90, 100, 0.983, -88.3, 441.3),
    (0.4, 99, 100, 0.333, -32.3, 161.7),
]


def units(p):
    """A game for one unit at a time, won with chance p. A player who leaves has no wager standing."""
    ints = {
        "post": [0, ABSORBED],
        "need": [1, NEED_LEFT],
        "leave": [1, 1],
        "least": [0, 0],
        "below": [NO_BELOW, NO_BELOW],
        "rows": [],
        "fee": [0, 0],
        "first": [0, 2],
        "to": [0, 0],
        "delta": [1, -1],
        "marks": [0, 0],
        "label": [0, 0],
        "sample": [0, 1],
    }
    arrays = {name: np.array(values, np.int64) for name, values in ints.items()}
    return Quotient(start=0, chance=np.array([p, 1 - p]), **arrays)


@pytest.mark.parametrize(("p", "z", "a", "ruin", "gain", "duration"), TABLE)
def test_the_classical_ruin_problem(p, z, a, ruin, gain, duration):
    found = until_absorption(units(p), UnitPlan(z, NO_LIMIT, goal=a))
    assert found.ends[RUIN] == pytest.approx(ruin, abs=5e-4)
    assert found.ends[GOAL] * a - z == pytest.approx(gain, abs=0.05)
    assert found.visits.sum() == pytest.approx(duration, abs=0.06)
    assert found.ends.sum() == pytest.approx(1, abs=1e-9)


def test_a_state_that_no_sum_reaches_does_not_matter():
    """A winner of a hundred units has left at the goal, so nobody waits in the state that never ends."""
    ints = {
        "post": [0, ABSORBED, 1],
        "need": [1, NEED_LEFT, 0],
        "leave": [1, 1, 1],
        "least": [0, 0, 0],
        "below": [NO_BELOW, NO_BELOW, NO_BELOW],
        "rows": [],
        "fee": [0, 0, 0],
        "first": [0, 2, 3],
        "to": [2, 0, 2],
        "delta": [100, -1, 0],
        "marks": [0, 0, 0],
        "label": [0, 0, 0],
        "sample": [0, 1, 2],
    }
    arrays = {name: np.array(values, np.int64) for name, values in ints.items()}
    quotient = Quotient(start=0, chance=np.array([0.5, 0.5, 1.0]), **arrays)
    found = until_absorption(quotient, UnitPlan(3, NO_LIMIT, goal=50))
    assert found.ends[RUIN] == pytest.approx(1 / 8)
    with pytest.raises(NeverEndsError):
        until_absorption(quotient, UnitPlan(3, NO_LIMIT, goal=200))
