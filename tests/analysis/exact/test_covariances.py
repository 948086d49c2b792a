"""Covariances of the results of wagers, against every path followed, and against the whole."""

import json
from collections import defaultdict

import pytest
from tests.analysis.exact.test_sessions import HOUSE

from bankcraps import exact
from bankcraps.analysis.chain.model import ABSORBED, WAYS
from bankcraps.analysis.chain.stopping import NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.question import ask
from bankcraps.analysis.results.reading import decode_result
from bankcraps.errors import BankcrapsError


def followed(asked, wagers):
    """The covariances by every state with the sum owned and the result of each wager."""
    chain, plan = asked.chain(), asked.plan
    goal = NO_GOAL if plan.goal is None else plan.goal
    now, ended = {(0, plan.bankroll, (0,) * len(wagers)): 1.0}, defaultdict(float)
    for more in range(plan.count, -300, -1):
        after = defaultdict(float)
        for (number, owned, results), chance in now.items():
            state = chain.states[number]
            while owned < state.least:
                state = chain.states[state.below]
            if not state.left and stopping_reason(owned, goal, plan.floor, state.need, more) != PLAYS:
                state = chain.states[state.leave]
            paid = added(results, state.fees, wagers)
            if state.post == ABSORBED:
                ended[paid] += chance
                continue
            for transition, ways in zip(chain.transitions[state.post], WAYS, strict=True):
                got = added(paid, chain.labels[transition.label].accounts, wagers)
                # Whoever has left is told apart no more by what they own.
                owns = 0 if state.left else owned + state.fee + transition.delta
                after[transition.to, owns, got] += chance * ways / 36
        now = {place: chance for place, chance in after.items() if chance > 1e-15}
    means = [sum(chance * got[i] for got, chance in ended.items()) for i in range(len(wagers))]
    return [
        [
            sum(chance * (got[i] - means[i]) * (got[j] - means[j]) for got, chance in ended.items())
            for j in range(len(wagers))
        ]
        for i in range(len(wagers))
    ]


def added(results, accounts, wagers):
    nets = {account.wager: account.net for account in accounts}
    return tuple(result + nets.get(name, 0) for result, name in zip(results, wagers, strict=True))


@pytest.mark.parametrize(
    ("house", "system", "asked"),
    [
        (HOUSE, "pass_odds_2x", {"bankroll": 60, "goal": 90, "throws": 4}),
        (HOUSE, "dont_pass_odds_1x", {"bankroll": 40, "throws": 3, "let_it_ride": True}),
        ("pennsylvania", "when point: buy 4 20; buy 10 20", {"bankroll": 100, "floor": 70, "throws": 4}),
        (
            HOUSE,
            "when come_out: pass 10; when come_out and behind 10: field 10",
            {"bankroll": 50, "throws": 4},
        ),
    ],
)
def test_they_are_those_of_every_path(house, system, asked):
    found = exact.session(house, system, covariances=True, **asked).covariances
    assert found is not None
    expected = followed(ask(house, system, **asked), found.wagers)
    assert [list(row) for row in found.matrix] == [pytest.approx(row, abs=1e-6) for row in expected]


def test_all_together_are_the_variance_of_the_whole():
    found = exact.session(HOUSE, "place_6_8", 100, throws=60, covariances=True)
    together = found.covariances
    assert together is not None
    assert sum(map(sum, together.matrix)) == pytest.approx(found.final.sd**2, rel=1e-12)
    assert together.covariance("place 6", "place 8") == together.matrix[1][0]
    assert together.correlation("place 6", "place 6") == pytest.approx(1)
    assert decode_result(json.dumps(found.to_dict())) == found.to_data()
    assert "covariances" not in exact.session(HOUSE, "place_6_8", 100, throws=6).to_dict()
    with pytest.raises(BankcrapsError, match="no pass in this session; its wagers are place 6, place 8"):
        together.sd("pass")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"decisions": 5}, "covariances are solved for a number of throws"),
        ({"throws": 10**7}, "the covariances need about"),
    ],
)
def test_where_they_are_not_solved(asked, said):
    with pytest.raises(BankcrapsError, match=said):
        exact.session(HOUSE, "pass_odds_2x", 500, covariances=True, **asked)
