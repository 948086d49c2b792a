"""Figures of betting systems as they have been printed.

Source: Michael Shackleford, "Ask the Wizard: Craps - Probability", wizardofodds.com.
"""

import pytest

from bankcraps import exact


def test_the_spread_of_a_pass_wager_with_full_odds():
    """Shackleford: "The standard deviation per pass line bet is 4.915632", with 3-4-5 odds."""
    decision = exact.long_run("three_four_five", "pass_odds_max").rates["decisions"]
    assert round(decision.sd / 1000, 6) == 4.915632
    assert decision.gain / 1000 == pytest.approx(-0.014141, abs=5e-7)
