"""Sweeps over pairs of a class and a sum: as those of the whole grid, and as every path in fractions."""

import pickle

import numpy as np
import pytest
from tests.analysis.exact.test_sessions import HOUSE, as_dict

from bankcraps import exact, simulate
from bankcraps.analysis.chain.arrays import in_units
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.budget import TooLargeError, TooWideError
from bankcraps.analysis.exact.pairs import Pairs, sparse_sweep
from bankcraps.analysis.exact.quotient import FAR, quotient_of
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError

HALF = "when come_out: pass half"


@pytest.fixture
def no_grid(monkeypatch):
    """Let no grid fit, so that pairs have to do."""

    def refuse(*_):
        raise TooWideError("the grid", 2**40, "no")

    return lambda: monkeypatch.setattr("bankcraps.analysis.exact.solution._on_a_grid", refuse)


def solved(house, system, asked):
    question = ask(house, system, **asked)
    return solve(question.chain(), question.plan, extremes=False)


@pytest.mark.parametrize(
    ("house", "system", "asked"),
    [
        (HOUSE, "three_point_molly", {"bankroll": 200, "throws": 40}),
        (HOUSE, "dont_come_odds_max", {"bankroll": 120, "goal": 160, "throws": 25}),
        ("pennsylvania", "when point: buy 4 20; place 6 12", {"bankroll": 90, "floor": 60, "throws": 30}),
        (HOUSE, "dont_pass", {"bankroll": 60, "throws": 9, "let_it_ride": True}),
        (HOUSE, "pass_martingale", {"bankroll": 200, "goal": 260, "decisions": 6}),
        (
            HOUSE,
            "when come_out: pass 10; when come_out and ahead 20: pass 20",
            {"bankroll": 60, "shooters": 3},
        ),
        (HOUSE, "when come_out: pass 10%; when point: odds 25%", {"bankroll": 50, "throws": 8}),
        (HOUSE, "when always: horn 4; after 2 losses of horn: stop", {"bankroll": 40, "throws": 12}),
    ],
)
def test_pairs_give_what_a_grid_gives(house, system, asked, no_grid):
    grid = solved(house, system, asked)
    no_grid()
    pairs = solved(house, system, asked)
    assert pairs.ends == pytest.approx(grid.ends, rel=1e-12, abs=1e-15)
    one, other = as_dict(pairs.final), as_dict(grid.final)
    everything = {value: other.get(value, 0.0) for value in one | other}  # a grid cuts off its smallest
    assert {value: one.get(value, 0.0) for value in everything} == pytest.approx(
        everything, rel=1e-12, abs=1e-20
    )
    assert pairs.final.quantile(0.3) == grid.final.quantile(0.3)
    assert (pairs.throws, pairs.final.mean) == pytest.approx((grid.throws, grid.final.mean), rel=1e-12)
    assert pairs.throws_sd == (None if grid.throws_sd is None else pytest.approx(grid.throws_sd, rel=1e-9))
    for one, other in zip(pairs.wagers, grid.wagers, strict=True):
        assert one.wager == other.wager
        assert (one.action, one.cost) == pytest.approx((other.action, other.cost), rel=1e-12, abs=1e-9)
    assert pairs.refused == pytest.approx(grid.refused)
    for when, true in ((pairs.ruin_when, grid.ruin_when), (pairs.goal_when, grid.goal_when)):
        assert (when is None) == (true is None)
        if when is not None and true is not None:
            assert as_dict(when) == pytest.approx(as_dict(true), rel=1e-9, abs=1e-15)
    assert pairs.mean_bound is not None
    assert pairs.error_bound < 1e-11


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        (HALF, {"bankroll": 500, "throws": 6}),
        ("when come_out: dont_pass 20%; when behind 30: stop", {"bankroll": 100, "goal": 130, "throws": 7}),
        ("when point: place 6 12; after win of place 6: press place 6", {"bankroll": 60, "throws": 6}),
    ],
)
def test_pairs_are_every_path_in_fractions(system, asked, no_grid):
    truth = exact.fractions(HOUSE, system, **asked)
    no_grid()
    found = exact.session(HOUSE, system, extremes=False, **asked)
    bound = found.error_bound + 1e-16
    chances = as_dict(found.final)
    assert chances.keys() == truth.final.keys()
    assert sum(abs(chances[cents] - chance) for cents, chance in truth.final.items()) <= 2 * bound
    assert all(abs(share - truth.ends.get(end, 0)) <= bound for end, share in found.ends.items())
    assert found.mean_bound is not None
    assert abs(found.final.mean - truth.mean) <= found.mean_bound
    assert float(truth.throws) == pytest.approx(found.throws, rel=1e-13)


@pytest.mark.long
def test_half_of_what_is_owned_for_twenty_throws():
    """Thousands of classes, and sums up to a million: a grid has no room, and pairs need a few megabytes."""
    asked = ask(HOUSE, HALF, 500, throws=20)
    chain = asked.chain()
    found = solve(chain, asked.plan)
    played = simulate(HOUSE, HALF, 500, throws=20, sessions=4_000, seed=1)
    assert found.final.mean == pytest.approx(50_000 - found.cost, rel=1e-12)
    assert found.mean_bound < 1
    assert found.error_bound < 1e-10
    assert abs(found.p_ahead - played.p_ahead) < 4 * played.error(found.p_ahead)
    assert abs(found.p_ruin_or_floor - played.p_ruin_or_floor) < 4 * played.error(found.p_ruin_or_floor)
    assert (found.highest, found.lowest, found.extremes_on_request) == (None, None, False)
    with pytest.raises(
        TooLargeError, match=r"needs [\d.]+ GB, limit 4 GB, for the high.* leave extremes out"
    ):
        solve(chain, asked.plan, extremes=True)
    with pytest.raises(TooLargeError, match=r"needs [\d.]+ GB, limit 4 GB, for the streaks: leave them out"):
        solve(chain, asked.plan, streaks=True)


def test_too_many_pairs_are_refused_with_what_would_fit(monkeypatch):
    """A refusal names the grid, the pairs, and the longest session that fits, which is then solved."""
    asked = ask(HOUSE, HALF, 500, throws=12)
    chain = asked.chain()
    monkeypatch.setattr(budget, "MAX_BYTES", 2**18)
    with pytest.raises(
        TooLargeError, match=r"needs .* GB, limit .* and even the pairs .* throws would fit"
    ) as no:
        solve(chain, asked.plan, extremes=False)
    fits = int(str(no.value).split(" throws would fit")[0].rsplit(" ", 1)[1])
    assert 2 < fits < 12
    shorter = ask(HOUSE, HALF, 500, throws=fits)
    assert solve(chain, shorter.plan, extremes=False).ends["limit"] > 0
    with pytest.raises(TooLargeError):
        solve(chain, ask(HOUSE, HALF, 500, throws=fits + 2).plan, extremes=False)


def test_a_few_throws_with_all_the_money_of_the_world():
    """A grid of all sums up to the bankroll has no room."""
    rich, poor = (exact.session(HOUSE, "pass", bankroll, throws=9) for bankroll in (99_999_999_990, 990))
    more = 9_999_999_900_000
    assert {cents - more: chance for cents, chance in as_dict(rich.final).items()} == pytest.approx(
        as_dict(poor.final), rel=1e-12
    )


def test_too_many_additions_are_refused(monkeypatch, no_grid):
    no_grid()
    monkeypatch.setattr(budget, "MAX_STEPS", 10**6)
    with pytest.raises(
        TooLargeError, match=r"pairs .* have [\d,]+ transitions, which need .* additions for 5,000"
    ):
        exact.session(HOUSE, "place_6_8", 500, throws=5000, extremes=False)


def test_a_session_whose_counts_alone_have_no_room_is_refused(monkeypatch):
    monkeypatch.setattr(budget, "MAX_BYTES", 2**20)
    units = in_units(ask(HOUSE, "pass", 100, throws=1).chain(), 10_000)
    plan = ask(HOUSE, "pass", 100, throws=50_000).plan
    with pytest.raises(TooLargeError, match="GB: set a nearer goal, use larger units, or simulate it"):
        sparse_sweep(quotient_of(units), units.plan(plan))


def test_sums_that_no_chain_has_are_refused():
    pairs = Pairs(quotient_of(in_units(ask(HOUSE, "pass", 100, throws=1).chain(), 10_000)), 0)
    for owned, said in ((-1, "less than nothing"), (FAR, "use larger units")):
        with pytest.raises(BankcrapsError, match=said):
            pairs.of(np.array([0]), np.array([owned]))


def test_a_grid_without_room_says_so_through_a_pickle():
    error = TooWideError("the grid", 5 * 2**30, "shorten it")
    assert str(error) == "the grid needs 5.0 GB, limit 4 GB: shorten it"
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - its own
    assert (str(again), again.need) == (str(error), error.need)
