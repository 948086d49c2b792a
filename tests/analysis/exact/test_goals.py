"""Goals: those out of reach, and when one is reached."""

import pytest
from tests.analysis.exact.test_sessions import HOUSE, as_dict

from bankcraps import exact
from bankcraps.errors import BankcrapsError


@pytest.mark.parametrize("length", [{"throws": 3}, {"decisions": 3}, {"shooters": 1}])
def test_a_goal_out_of_reach_is_never_reached(length):
    found = exact.session(HOUSE, "when always: field 5; after 3 losses of field: stop", 100, 1000, **length)
    assert found.ends["goal"] == 0


def test_a_narrow_band_may_have_more_unknowns_than_a_wide_one(monkeypatch):
    """Ruin is so far below that the goal is reached with the chance of ever rising by ten."""
    monkeypatch.setattr("bankcraps.analysis.exact.absorption._MAX_WIDE", 50)
    found = exact.session(HOUSE, "pass", bankroll=20_000, goal=20_100)
    assert found.ends["goal"] == pytest.approx((244 / 251) ** 10, abs=1e-10)
    monkeypatch.setattr("bankcraps.analysis.exact.absorption._NARROW", 1)
    with pytest.raises(BankcrapsError, match="unknowns to solve for, limit 50: set a nearer goal"):
        exact.session(HOUSE, "pass", bankroll=20_000, goal=20_100)


@pytest.mark.parametrize("system", ["pass", "field", "dont_pass"])
def test_a_goal_too_far_to_be_reached_is_as_if_there_were_none(system):
    far = exact.session("nsw", system, bankroll=20, goal=1_000_000_000)
    without = exact.session("nsw", system, bankroll=20, until_settled=True)
    assert (far.ends["goal"], far.ends["ruin"]) == (0, pytest.approx(1, abs=1e-11))
    assert far.throws == pytest.approx(without.throws, rel=1e-9)
    assert far.error_bound < 1e-8


def test_so_it_is_for_a_system_that_looks_at_its_money(monkeypatch):
    """Once it has 50 it bets the least. A goal of 500 is near enough for its equations."""
    monkeypatch.setattr("bankcraps.analysis.exact.sessions.with_a_length", lambda *_: None)
    text = "when come_out: pass to reach 50"
    far = exact.session("nsw", text, bankroll=20, goal=1_000_000, extremes=False)
    without = exact.session("nsw", text, bankroll=20, until_settled=True, extremes=False)
    near = exact.session("nsw", text, bankroll=20, goal=500, extremes=False)
    assert (far.ends["goal"], far.ends["ruin"]) == (0, pytest.approx(1, abs=1e-8))
    assert near.ends["goal"] > 1e-7
    for other in (without, near):
        assert far.throws == pytest.approx(other.throws, rel=1e-4)
    assert far.error_bound < 1e-8
    assert far.cost == pytest.approx(2000, abs=1e-4)


def test_the_goal_and_ruin_have_their_own_times():
    """Five of ten: a 7 at once reaches the goal, two losses are ruin, and a loss and two 7s reach it, too."""
    found = exact.session(HOUSE, "when always: any_seven 5", bankroll=10, goal=30, throws=3)
    assert as_dict(found.goal_when) == pytest.approx({1: 36 / 41, 3: 5 / 41})
    assert as_dict(found.ruin_when) == pytest.approx({2: 1})
