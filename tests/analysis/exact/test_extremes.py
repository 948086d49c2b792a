"""The highest and the lowest sum: one sweep backwards against one sweep forwards for each sum."""

from contextlib import nullcontext

import pytest
from tests.analysis.exact.test_sessions import HOUSE, alike

from bankcraps import exact
from bankcraps.analysis.exact import budget, sessions
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import ask


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
    monkeypatch.setattr("bankcraps.analysis.exact.extremes._at_once", lambda *_: None)
    one_by_one = exact.session(HOUSE, system, extremes=True, **asked)
    assert alike(at_once.highest, one_by_one.highest) < 1e-14
    assert alike(at_once.lowest, one_by_one.lowest) < 1e-14


@pytest.mark.parametrize(("room", "offered"), [(50, True), (5, True), (2, False), (1, False)])
def test_a_session_offers_extremes_only_where_they_can_be_had(room, offered, monkeypatch):
    """With less room, in MB, pairs still do for the session, and no grid for these."""
    monkeypatch.setattr(budget, "MAX_BYTES", 1_000_000 * room)
    monkeypatch.setattr(sessions, "QUICK_ADDITIONS", 0)
    asked = ask(HOUSE, "when come_out: pass half", 20, throws=8)
    found = solve(asked.chain(), asked.plan)
    assert (found.highest, found.extremes_on_request) == (None, offered)
    with nullcontext() if offered else pytest.raises(TooLargeError, match="leave extremes out"):
        assert solve(asked.chain(), asked.plan, extremes=True).highest is not None


def test_extremes_that_nobody_wants_are_not_offered():
    found = exact.session(HOUSE, "pass", 200, throws=20, extremes=False)
    assert (found.highest, found.extremes_on_request) == (None, False)
