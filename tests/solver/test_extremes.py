"""The highest and the lowest sum: one sweep backwards against one sweep forwards for each sum."""

import pytest
from tests.solver.test_sessions import HOUSE, alike

from bankcraps import exact


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("pass", {"bankroll": 400, "throws": 40}),
        ("pass_odds_2x", {"bankroll": 900, "goal": 1000, "decisions": 5}),
        ("dont_pass", {"bankroll": 900, "floor": 860, "shooters": 2}),
        ("when always: field 5; after 2 losses of field: stop", {"bankroll": 300, "throws": 20}),
    ],
)
def test_far_from_ruin_one_sweep_backwards_gives_what_many_forwards_give(system, asked, monkeypatch):
    at_once = exact.session(HOUSE, system, extremes=True, **asked)
    monkeypatch.setattr("bankcraps.solver.extremes._at_once", lambda *_: None)
    one_by_one = exact.session(HOUSE, system, extremes=True, **asked)
    assert alike(at_once.highest, one_by_one.highest) < 1e-14
    assert alike(at_once.lowest, one_by_one.lowest) < 1e-14
