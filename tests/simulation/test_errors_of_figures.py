"""Standard errors say how far figures vary: here from seed to seed, two hundred times over."""

import numpy as np
import pytest

from bankcraps import exact, simulate

SEEDS, SESSIONS = 200, 400
ASKED = {"bankroll": 200, "throws": 40}


@pytest.fixture(scope="module")
def played():
    return [simulate("nsw", "pass_odds_2x", sessions=SESSIONS, seed=seed, **ASKED) for seed in range(SEEDS)]


@pytest.fixture(scope="module")
def solved():
    return exact.session("nsw", "pass_odds_2x", extremes=False, bankroll=200, throws=40)


@pytest.mark.parametrize(
    ("figure", "error"),
    [
        (lambda one: one.final.mean, lambda one: one.mean_error),
        (lambda one: one.final.sd, lambda one: one.sd_error),
        (lambda one: one.throws, lambda one: one.throws_error),
        (lambda one: one.metrics["action"].mean, lambda one: one.action_error),
        (lambda one: one.highest.mean, lambda one: one.error_of_mean("highest")),
        (lambda one: one.lowest.mean, lambda one: one.error_of_mean("lowest")),
        (lambda one: one.final.p_above(20_000), lambda one: one.error(one.final.p_above(20_000))),
    ],
    ids=["mean", "sd", "throws", "action", "highest", "lowest", "ahead"],
)
def test_an_error_is_the_deviation_from_seed_to_seed(played, figure, error):
    varies = np.std([figure(one) for one in played], ddof=1)
    said = np.mean([error(one) for one in played])
    # The deviation of 200 values is itself off by a twentieth; four of those are allowed.
    assert said == pytest.approx(varies, rel=0.2)


@pytest.mark.parametrize("q", [0.25, 0.5, 0.75])
def test_an_interval_holds_the_quantile_in_nineteen_of_twenty(played, solved, q):
    true = solved.final.quantile(q)
    held = sum(low <= true <= high for low, high in (one.quantile_interval(q) for one in played))
    # At least 95 %, give or take four deviations; more, as sums come in steps.
    assert held / SEEDS > 0.95 - 4 * (0.95 * 0.05 / SEEDS) ** 0.5
    widths = [np.diff(one.quantile_interval(q))[0] for one in played]
    assert np.mean(widths) < 0.3 * solved.final.sd


def test_what_a_wager_costs_for_each_hundred_of_action(solved):
    shares = {wager.wager: wager.edge for wager in solved.wagers}
    assert shares["pass"] == pytest.approx(7 / 495, abs=1e-9)
    assert {wager.wager: wager.cost / wager.action for wager in solved.wagers} == shares
