"""Standard errors and intervals hold the exact figures as often as they say, over many seeds.

Nineteen of twenty is what 1.96 errors on either side, or a 95 % interval, promise. The sessions are long,
short, ruinous or few. A mean that a few sessions decide says so in `skewed`, and promises less.
"""

from collections import defaultdict

import numpy as np
import pytest
from tests.kit.profiles import LONG

from bankcraps import exact
from bankcraps.analysis.comparison.systems import PairedWork
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.result import Z95, Simulation
from bankcraps.analysis.simulation.simulators import choose_simulator
from bankcraps.analysis.simulation.totals import Chunk

SEEDS = 600 if LONG else 150
UNTIL_RUIN = {"until_settled": True}
FIELD_AND_SIX = "when always: field 5; place 6 6"
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

# the house, the system, the bankroll and the plan, and how many sessions
SESSIONS = {
    "ruin in hundreds of throws": ("three_four_five", FIELD_AND_SIX, 100, UNTIL_RUIN, 300),
    "ruin in thousands of throws": ("three_four_five", "pass_odds_2x", 100, UNTIL_RUIN, 2000),
    "short, never ruined, few": ("nsw", "pass_odds_2x", 5000, {"throws": 60}, 100),
    "short, seldom ruined": ("nsw", "pass_odds_2x", 200, {"throws": 40}, 400),
    "hardly ever ruined": ("nsw", "pass_odds_2x", 260, {"throws": 40}, 525),
    "long, often ruined": ("classic", "iron_cross", 300, {"throws": 1000}, 500),
    "long shots": ("classic", "when always: hard 4 5; yo 1", 100, {"throws": 500}, 500),
    "to a goal": ("nsw", "pass_odds_2x", 200, {"goal": 400, "until_settled": True}, 500),
    "hands": ("pennsylvania", "three_point_molly", 300, {"shooters": 30}, 500),
    "a size after losses": (
        "three_four_five",
        "when come_out: dont_pass 10\nprogression martingale on dont_pass up to 4 steps",
        500,
        {"decisions": 60},
        400,
    ),
}
USUAL = ("ruin in hundreds of throws", "short, never ruined, few")


def within(found, error, true):
    return abs(found - true) <= Z95 * error + 1e-9 * abs(true)


def told(true, one):
    """For each figure of a simulation, whether its error or its interval holds the exact one."""
    means = {
        "mean": ("final", one.final.mean, one.mean_error, true.final.mean),
        "throws": ("throws", one.throws, one.throws_error, true.throws),
        "action": ("action", one.metrics["action"].mean, one.action_error, true.action),
    }
    for name in ("highest", "lowest"):
        if (exactly := getattr(true, name)) is not None:
            means[name] = name, getattr(one, name).mean, one.error_of_mean(name), exactly.mean
    for figure, (name, *values) in means.items():
        if name not in one.skewed and values[1]:
            yield figure, within(*values)
    yield "sd", within(one.final.sd, one.sd_error, true.final.sd)
    yield "together", within(one.cost / one.action, one.edge_error, true.cost / true.action)
    yield "ahead", within(one.p_ahead, one.error(one.p_ahead), true.p_ahead)
    for end, chance in true.ends.items():
        if chance * (1 - chance) * one.sessions > 1:
            share = one.ends.get(end, 0.0)
            yield f"end: {end}", within(share, one.error(share), chance) if share else chance < one.unseen
    for q in QUANTILES:
        low, high = one.quantile_interval(q)
        yield f"quantile {q}", low <= true.final.quantile(q) <= (np.inf if high is None else high)
    edges = {wager.wager: wager for wager in one.wagers}
    for wager in true.wagers:
        mine = edges[wager.wager]
        yield f"edge of {wager.wager}", within(mine.edge, mine.edge_error, wager.edge)


def held_by(cases):
    """The share of the cases that hold the exact figure, by figure; the cases are pairs."""
    held = defaultdict(list)
    for figure, holds in cases:
        held[figure].append(holds)
    return {figure: (len(some), float(np.mean(some))) for figure, some in held.items()}


def require_nineteen_of_twenty(held):
    short = {
        figure: share
        for figure, (many, share) in held.items()
        if many > SEEDS / 4 and share < 0.95 - 4 * (0.95 * 0.05 / many) ** 0.5
    }
    assert not short


@pytest.mark.parametrize(
    "named", [pytest.param(one, marks=() if one in USUAL else pytest.mark.long) for one in SESSIONS]
)
def test_every_error_holds_the_exact_figure_in_nineteen_of_twenty(named):
    house, system, bankroll, plan, sessions = SESSIONS[named]
    true = exact.session(house, system, bankroll, **plan)
    simulator = choose_simulator(ask(house, system, bankroll, **plan))
    played = (
        Simulation.of(simulator, seed, simulator.work(seed)(Chunk(0, sessions))) for seed in range(SEEDS)
    )
    held = held_by(pair for one in played for pair in told(true, one))
    assert held["together"][0] == SEEDS
    require_nineteen_of_twenty(held)


@pytest.mark.parametrize(
    ("one", "other", "plan"),
    [
        ("pass_odds_2x", "iron_cross", {"throws": 300}),
        pytest.param("pass", FIELD_AND_SIX, UNTIL_RUIN, marks=pytest.mark.long),
        pytest.param("pass", "pass_odds_2x", {"goal": 400, "until_settled": True}, marks=pytest.mark.long),
    ],
)
def test_the_interval_of_a_difference_holds_the_exact_one(one, other, plan):
    both = [exact.session("three_four_five", each, 200, extremes=False, **plan) for each in (one, other)]
    true = both[1].final.mean - both[0].final.mean
    simulators = tuple(choose_simulator(ask("three_four_five", each, 200, **plan)) for each in (one, other))
    totals = (PairedWork(simulators, seed)(Chunk(0, 400)) for seed in range(SEEDS))
    held = held_by(("difference", within(*each.difference(1), true)) for each in totals)
    require_nineteen_of_twenty(held)


def test_a_mean_that_a_few_long_sessions_decide_says_so():
    asked = ask("three_four_five", "pass_odds_2x", 100, **UNTIL_RUIN)
    simulator = choose_simulator(asked)
    played = Simulation.of(simulator, 11, simulator.work(11)(Chunk(0, 2000)))
    assert {"throws", "action"} <= set(played.skewed)
    assert "final" not in played.skewed


def test_a_quantile_with_too_few_sessions_has_no_upper_bound():
    simulator = choose_simulator(ask("nsw", "pass_odds_2x", 5000, throws=60))
    played = Simulation.of(simulator, 1, simulator.work(1)(Chunk(0, 100)))
    least, most = played.final.values[[0, -1]]
    assert played.quantile_interval(0.99)[1] is None
    assert played.quantile_interval(0.01)[0] == 0
    low, high = played.quantile_interval(0.5)
    assert high is not None
    assert least < low < high < most
