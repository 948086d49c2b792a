"""Figures of betting systems and of the classical ruin problem as they have been printed.

Sources: Michael Shackleford, "Ask the Wizard: Craps - Probability", wizardofodds.com. William Feller, "An
Introduction to Probability Theory and Its Applications", volume 1, third edition, Wiley 1968, chapter XIV,
table 1: a player with z units plays for one at a time until all is lost or a units are owned. The table has
the chance of ruin, the expected gain and the expected duration. CATS is written in `examples/systems`.
"""

from pathlib import Path

import numpy as np
import pytest

from bankcraps import exact
from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, NO_LIMIT, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import GOAL, RUIN
from bankcraps.analysis.exact.absorption import until_absorption
from bankcraps.analysis.exact.budget import NeverEndsError
from bankcraps.analysis.exact.quotient import Quotient
from bankcraps.strategies.library import system
from bankcraps.strategies.trials import run_trial

SYSTEMS = Path(__file__).parents[2] / "examples" / "systems"


def test_its_own_test_holds():
    assert run_trial(SYSTEMS / "cats_test.txt") == 12


def test_three_in_four_players_leave_the_first_stages():
    """The author counted about 74 % of 200,000 trials: 300 dollars become 370 before they are gone.

    Jason Woodard, CATS: Craps Alpha-Transition Strategy, version 1.2 (2026), section 4.1.
    """
    lines = system(str(SYSTEMS / "cats.txt")).text.splitlines()
    text = "\n".join(line for line in lines[: lines.index("stage little:")] if "go to little" not in line)
    assert exact.session("classic", text, 300, goal=370).ends["goal"] == pytest.approx(0.74, abs=0.005)


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


def game(chance, to, delta):
    """Classes with the ways out of them; in class 1 the player has left. A player bets a unit."""
    states = len(set(to) | {1})
    ints = {
        "post": [0, ABSORBED, 1][:states],
        "need": [1, NEED_LEFT, 0][:states],
        "leave": [1] * states,
        "least": [0] * states,
        "below": [NO_BELOW] * states,
        "rows": [],
        "fee": [0] * states,
        "first": [0, 2, 3][:states],
        "to": to,
        "delta": delta,
        "marks": [0] * len(to),
        "label": [0] * len(to),
        "sample": range(states),
    }
    arrays = {name: np.array(values, np.int64) for name, values in ints.items()}
    return Quotient(start=0, chance=np.array(chance), **arrays)


@pytest.mark.parametrize(("p", "z", "a", "ruin", "gain", "duration"), TABLE)
def test_the_classical_ruin_problem(p, z, a, ruin, gain, duration):
    found = until_absorption(game([p, 1 - p], [0, 0], [1, -1]), UnitPlan(z, NO_LIMIT, goal=a))
    assert found.ends[0, RUIN] == pytest.approx(ruin, abs=5e-4)
    assert found.ends[0, GOAL] * a - z == pytest.approx(gain, abs=0.05)
    assert found.visits.sum() == pytest.approx(duration, abs=0.06)
    assert found.ends.sum() == pytest.approx(1, abs=1e-9)


def test_a_state_that_no_sum_reaches_does_not_matter():
    """A winner of a hundred units has left at the goal, so nobody waits in the state that never ends."""
    quotient = game([0.5, 0.5, 1.0], [2, 0, 2], [100, -1, 0])
    found = until_absorption(quotient, UnitPlan(3, NO_LIMIT, goal=50))
    assert found.ends[0, RUIN] == pytest.approx(1 / 8)
    with pytest.raises(NeverEndsError):
        until_absorption(quotient, UnitPlan(3, NO_LIMIT, goal=200))
