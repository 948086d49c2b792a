"""The largest fall from the highest sum so far, against every path followed and against simulation."""

from collections import defaultdict

import pytest
from tests.analysis.exact.test_sessions import HOUSE, as_dict

from bankcraps import exact, simulate
from bankcraps.analysis.chain.model import WAYS
from bankcraps.analysis.chain.stopping import NEED_STOPPED, NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError


def followed(asked):
    """The chance of each drawdown, by states with the sum owned, the highest sum and the largest fall."""
    chain, plan = asked.chain(), asked.plan
    goal = NO_GOAL if plan.goal is None else plan.goal
    now, fallen = {(0, plan.bankroll, plan.bankroll, 0): 1.0}, defaultdict(float)
    for more in range(plan.count, -1, -1):
        after = defaultdict(float)
        for (number, owned, highest, fall), chance in now.items():
            state = chain.states[number]
            need = NEED_STOPPED if state.stops else state.need
            if stopping_reason(owned, goal, plan.floor, need, more) != PLAYS:
                fallen[fall] += chance
                continue
            for transition, ways in zip(chain.transitions[state.post], WAYS, strict=True):
                owns = owned + state.fee + transition.delta
                most = max(highest, owns)
                after[transition.to, owns, most, max(fall, most - owns)] += chance * ways / 36
        now = after
    return fallen


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("pass_odds_2x", {"bankroll": 40, "throws": 9}),
        ("pass_odds_2x", {"bankroll": 60, "goal": 90, "throws": 9}),
        ("place_6_8", {"bankroll": 60, "floor": 40, "throws": 9}),
        ("when always: field 10; any_seven 3; after 2 losses of field: stop", {"bankroll": 50, "throws": 9}),
        ("when always: horn 4", {"bankroll": 1000, "throws": 9}),
    ],
)
def test_it_is_what_every_path_falls(system, asked):
    found = exact.session(HOUSE, system, drawdown=True, **asked)
    assert found.drawdown is not None
    expected = {
        fall: chance for fall, chance in followed(ask(HOUSE, system, **asked)).items() if chance > 1e-13
    }
    assert as_dict(found.drawdown) == pytest.approx(expected, abs=1e-12)


def test_simulated_sessions_fall_as_far():
    found = exact.session(HOUSE, "pass_odds_2x", 100, drawdown=True, throws=80)
    played = simulate(HOUSE, "pass_odds_2x", 100, sessions=8_000, seed=1, throws=80).metrics["drawdown"]
    assert found.drawdown is not None
    assert abs(found.drawdown.mean - played.mean) < 4 * found.drawdown.sd / 8_000**0.5
    for quantile in (0.1, 0.5, 0.9):
        cents = found.drawdown.quantile(quantile)
        chance = found.drawdown.p_above(cents)
        assert abs(played.p_above(cents) - chance) < 4 * (chance * (1 - chance) / 8_000) ** 0.5
    assert exact.session(HOUSE, "pass_odds_2x", 100, throws=80).drawdown is None


def test_a_goal_that_hardly_anybody_reaches_changes_nothing(monkeypatch):
    free, far = (exact.session(HOUSE, "pass", 50, goal, throws=12, drawdown=True) for goal in (None, 10**9))
    assert free.drawdown is not None
    assert free.drawdown == far.drawdown
    monkeypatch.setattr("bankcraps.analysis.exact.budget.MAX_BYTES", 100_000)
    with pytest.raises(BankcrapsError, match=r"the drawdown needs 0\.0 GB"):
        exact.session(HOUSE, "pass_odds_2x", 100, 150, throws=12, extremes=False, drawdown=True)


@pytest.mark.parametrize(
    ("system", "asked", "said"),
    [
        ("when come_out: pass 5%", {"throws": 5}, "looks at its money: leave drawdown out"),
        ("pass", {"decisions": 5}, "solved for a number of throws"),
        ("pass", {"until_settled": True}, "solved for a number of throws"),
        ("pass_odds_2x", {"throws": 10**6}, "additions to solve, limit 1e\\+12: leave drawdown out"),
    ],
)
def test_where_it_is_not_solved(system, asked, said):
    with pytest.raises(BankcrapsError, match=said):
        exact.session(HOUSE, system, 500, drawdown=True, **asked)
