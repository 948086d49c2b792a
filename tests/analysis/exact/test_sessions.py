"""Sessions solved, against closed forms, against every throw counted out, and against themselves."""

import json
from collections import defaultdict
from contextlib import nullcontext
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from tests.kit.profiles import LONG

from bankcraps import BankcrapsError, exact, explore
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.exact.sessions import is_quick, problem, solve
from bankcraps.analysis.question import ask
from bankcraps.analysis.results.reading import decode_result
from bankcraps.analysis.simulation.stepwise import metrics_of, play_throws
from bankcraps.game.dice import OUTCOMES
from bankcraps.strategies.plan import Plan

HOUSE = "three_four_five"
NAMES = ("goal", "ruin", "limit", "stopped", "floor")
WIN = Fraction(244, 495)
"""The chance of a pass line wager: Packel, The Mathematics of Games and Gambling (1981), p. 49."""


def counted_out(asked):
    """Every sequence of throws of a session with its chance. A player who leaves has no wager standing."""
    found = defaultdict(Fraction)

    def go(throws, chance):
        try:
            played = list(play_throws(asked, [*throws, throws[0] if throws else OUTCOMES[0]]))
        except StopIteration:
            played = []
        if played and played[-1].throw is None:
            found[tuple(metrics_of(asked.plan, played))] += chance
            return
        for throw in OUTCOMES:
            go([*throws, throw], chance * Fraction(throw.ways, 36))

    go([], Fraction(1))
    return found


@pytest.mark.parametrize(
    ("unit", "count", "decisions"), [("decisions", 20, 20), ("shooters", 6, 6 * Fraction(2475, 980))]
)
def test_sessions_without_a_last_throw_keep_their_bounds(unit, count, decisions):
    """A hand has 1671/196 throws, and a round 557/165: that is 2475/980 rounds."""
    found = exact.session(HOUSE, "pass", 1000, extremes=False, **{unit: count})
    assert abs(100_000 + 1000 * decisions * (2 * WIN - 1) - found.final.mean) <= found.mean_bound < 1e-4
    assert found.cost_bound < 1e-4
    if unit == "decisions":
        spread = 1000 * (count * (1 - (2 * float(WIN) - 1) ** 2)) ** 0.5
        assert abs(found.final.sd - spread) <= found.sd_bound < 1e-2


@pytest.mark.some
@pytest.mark.parametrize("throws", [2, 3, 4, pytest.param(8, marks=pytest.mark.long)])
def test_whoever_lets_it_ride_pays_the_edge_of_the_wager(throws):
    """Don't wagers that come down half way cost more; those that the dice decide cost 3 in 220."""
    odds_too = "when come_out: dont_pass 10; when point: odds max; dont_come 10"
    for system in ("dont_pass", odds_too):
        rides = exact.session(HOUSE, system, 500, throws=throws, let_it_ride=True)
        costs = {wager.wager: wager.edge for wager in rides.wagers}
        assert all(abs(edge - (0 if "odds" in name else 3 / 220)) < 1e-12 for name, edge in costs.items()), (
            costs
        )
    takes_down = exact.session(HOUSE, "dont_pass", 500, throws=throws)
    assert takes_down.wagers[0].edge > 0.03


def test_wagers_without_a_past_do_not_ride():
    asked = ask(HOUSE, "when always: place 6 12; hard 8 5; field 5", 500, throws=1, let_it_ride=True)
    assert all(state.post == -1 for state in asked.chain().states if state.left)


@pytest.mark.parametrize(
    ("text", "bankroll", "goal", "floor"),
    [
        ("when always: field 5", 20, 25, 15),  # exactly the goal is reached, and exactly the floor is not
        ("when always: field 5", 10, 20, 0),  # exactly the need plays
        ("when always: any_seven 3; place 6 6", 20, 24, 9),
        ("when point: place 6 6; after win of place 6: press place 6", 30, None, 0),
        ("when always: horn 4; after 2 losses of horn: stop", 12, 60, 0),
    ],
)
def test_every_throw_counted_out_gives_the_same(text, bankroll, goal, floor):
    asked = ask(HOUSE, text, bankroll, goal, floor, throws=3 if LONG else 2)
    found = counted_out(asked)
    solved: Any = solve(asked.chain(), asked.plan, extremes=True)
    final, ends, low, high, throws = (defaultdict(Fraction) for _ in range(5))
    for (home, lowest, highest, thrown, end, *_), chance in found.items():
        for tally, key in (
            (final, home),
            (low, lowest),
            (high, highest),
            (throws, thrown),
            (ends, NAMES[end]),
        ):
            tally[key] += chance
    assert as_dict(solved.final) == pytest.approx(floats(final), abs=1e-15)
    assert as_dict(solved.highest) == pytest.approx(floats(high), abs=1e-12)
    assert as_dict(solved.lowest) == pytest.approx(floats(low), abs=1e-12)
    assert {k: v for k, v in solved.ends.items() if v} == pytest.approx(floats(ends), abs=1e-15)
    assert solved.throws == pytest.approx(float(sum(k * v for k, v in throws.items())), abs=1e-13)
    assert solved.throws_sd == pytest.approx(moments(throws)[1], abs=1e-13)
    mean, sd, skew, kurtosis = moments(final)
    assert abs(solved.final.mean - mean) <= solved.mean_bound < 1e-4
    assert abs(solved.final.sd - sd) <= solved.sd_bound < 1
    assert abs(solved.cost - (100 * bankroll - mean)) <= solved.cost_bound < 1e-4
    assert sum(wager.cost for wager in solved.wagers) == pytest.approx(solved.cost, abs=1e-6)
    assert solved.final.skew == pytest.approx(skew, abs=1e-12)
    assert solved.final.excess_kurtosis == pytest.approx(kurtosis, abs=1e-12)


def floats(chances):
    return {value: float(chance) for value, chance in chances.items()}


def moments(chances):
    """Mean, deviation, skewness and excess kurtosis, from the exact central moments of fractions."""
    pairs = chances.items()
    mean = sum(value * chance for value, chance in pairs)
    second, third, fourth = (sum((value - mean) ** k * chance for value, chance in pairs) for k in (2, 3, 4))
    sd = float(second) ** 0.5
    return float(mean), sd, float(third) / sd**3 if sd else 0.0, float(fourth) / sd**4 - 3 if sd else 0.0


def as_dict(distribution):
    return dict(zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True))


@pytest.mark.parametrize(("bankroll", "goal"), [(10, 20), (100, 200), (50, 60), (300, 1000)])
def test_gamblers_ruin(bankroll, goal):
    found = exact.session("nsw", "pass", bankroll=bankroll, goal=goal)
    odds = (1 - WIN) / WIN
    assert found.ends["goal"] == pytest.approx(
        float((odds ** (bankroll // 10) - 1) / (odds ** (goal // 10) - 1)), abs=1e-13
    )
    # Wald: decisions are the average loss over the loss of one decision, and one takes 557/165 throws.
    decisions = (bankroll * 100 - found.final.mean) / (1000 * float(1 - 2 * WIN))
    assert found.throws == pytest.approx(decisions * 557 / 165, rel=1e-10)


@pytest.mark.parametrize("cents", ["505", "507"])
def test_a_bankroll_need_not_be_in_units(cents):
    odd, even = (exact.session(HOUSE, "pass_odds_max", bankroll=b, throws=50) for b in (cents, "500"))
    more = odd.plan.bankroll - even.plan.bankroll
    assert odd.final.mean - more == pytest.approx(even.final.mean, abs=1e-9)
    assert (odd.final.values - more).tolist() == even.final.values.tolist()


def test_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.budget.PATIENT_ADDITIONS", 1.0)
    monkeypatch.setattr("bankcraps.analysis.exact.absorption.MAX_UNKNOWNS", 1000)
    with pytest.raises(BankcrapsError, match="can go on too long to solve; give it a goal or a length"):
        exact.session(HOUSE, "when always: field 5; after 2 losses of field: stop", 5000, until_settled=True)
    with pytest.raises(BankcrapsError, match=r"ends in ruin after some [\d,]+ .* such as [\d,]+ throws"):
        exact.session(HOUSE, "pass_odds_max", bankroll=5000, until_settled=True)
    with pytest.raises(BankcrapsError, match=r"wins in the long run here .* too many unknowns"):
        exact.session("nsw", "when always: place 5 1", bankroll=5000, until_settled=True)


def test_a_goal_is_nearer_where_the_far_one_has_too_many_unknowns(monkeypatch):
    """A goal reached with 1e-13 has 1635 unknowns here, and one reached with 1e-9 has 1145."""
    free = exact.session(HOUSE, "when always: field 5", bankroll=50, until_settled=True)
    assert free.error_bound < 1e-10
    monkeypatch.setattr("bankcraps.analysis.exact.absorption.MAX_UNKNOWNS", 1300)
    monkeypatch.setattr("bankcraps.analysis.exact.budget.QUICK_ADDITIONS", 1.0)
    near = exact.session(HOUSE, "when always: field 5", bankroll=50, until_settled=True)
    assert near.error_bound == pytest.approx(1e-9, rel=0.1)
    assert near.throws == pytest.approx(free.throws, rel=1e-6)


def test_the_time_of_an_end_is_said_only_where_its_chance_is_far_above_the_error_bound():
    rare, rarer = (exact.session("nsw", "pass_odds_2x", bankroll, throws=100) for bankroll in (600, 1000))
    assert 1e-5 < rare.ends["ruin"] < 1e-4
    assert rare.ruin_when.quantile(0.5) == 95
    assert 0 < rarer.ends["ruin"] < rarer.error_bound
    assert rarer.ruin_when is None
    with pytest.raises(BankcrapsError, match="is too near to the error bound"):
        rarer.plot(shown="ruin")
    to_goal = exact.session("nsw", "pass", 1000, goal=1300, throws=100)
    assert to_goal.goal_when is not None
    assert to_goal.ruin_when is None


def test_what_takes_long_and_was_not_asked_for_is_left_out(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.budget.QUICK_ADDITIONS", 1.0)
    assert exact.session(HOUSE, "pass", 100, goal=200).ruin_when is None
    assert exact.session(HOUSE, "pass", 100, goal=200, extremes=True).ruin_when is not None


@pytest.mark.parametrize(
    ("system", "plan", "quick"),
    [
        ("pass", Plan(30_000, 60_000), True),
        ("pass", Plan(30_000, count=100), True),
        ("pass", Plan(30_000, count=10**9), False),
        ("pass_odds_max", Plan(30_000), False),
        ("when always: any_seven 1", Plan(5000), True),
    ],
)
def test_what_is_quick(system, plan, quick):
    assert is_quick(problem(explore(HOUSE, system), plan.bankroll), plan) is quick


def alike(one, other):
    """The largest difference between two distributions."""
    one, other = as_dict(one), as_dict(other)
    return max(abs(one.get(value, 0) - other.get(value, 0)) for value in {*one, *other})


def test_a_session_without_a_length_is_that_of_a_long_one():
    """Also when ruin comes and how high it went; and a system that stops itself needs no goal."""
    lengths: list[Any] = [{}, {"throws": 5000}]
    free, long = (exact.session(HOUSE, "hit_and_run", 300, **length) for length in lengths)
    assert free.ends["goal"] + free.ends["floor"] == pytest.approx(1, abs=1e-9)
    assert alike(free.final, long.final) < 1e-12
    settled, long = (exact.session(HOUSE, "pass_odds_max", 200, goal=400, **length) for length in lengths)
    assert long.ends["limit"] < 1e-12
    assert settled.ends["goal"] == pytest.approx(long.ends["goal"], abs=1e-11)
    assert (settled.throws, settled.final.mean) == pytest.approx((long.throws, long.final.mean), rel=1e-9)
    for name in ("highest", "lowest", "ruin_when"):
        assert alike(getattr(settled, name), getattr(long, name)) < 1e-12, name


def test_pictures_say_that_they_are_exact(tmp_path):
    exact.curve(HOUSE, "pass", [100, 200], throws=20).plot(tmp_path / "curve.svg")
    exact.session(HOUSE, "pass", 100, throws=20).plot(tmp_path / "final.svg")
    for name in ("curve", "final"):
        drawn = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        assert ">exact<" in drawn
        assert "pass" in drawn


def test_the_chance_of_ruin_where_the_player_wins_in_the_long_run():
    """nsw rounds up: place 5 1 pays 2. One unit up or down is the gambler's ruin of Feller, chapter XIV."""
    found = exact.session("nsw", "when always: place 5 1", bankroll=5, until_settled=True)
    # It wins 2 with 4 of 10 and loses 1 with 6: x = 0.6 + 0.4 x^3 has the root of (sqrt(7) - 1) / 2.
    root = (7**0.5 - 1) / 2
    assert found.p_ruin_or_floor == pytest.approx(root**5, abs=found.error_bound)
    assert found.p_never == 1 - found.p_ruin_or_floor
    assert found.gain_per_throw > 0
    assert found.throws == inf
    away = exact.session("nsw", "when always: place 5 1", 25, floor=21, until_settled=True)
    assert away.p_ruin_or_floor == pytest.approx(root**5, abs=away.error_bound)
    told = decode_result(json.dumps(away.to_dict()))
    assert (told.p_ruin_or_floor, told.floor_cents) == (away.p_ruin_or_floor, 2100)


def test_a_place_wager_that_rounding_makes_fair():
    """In nsw 5 on the 6 wins 6 with 5 ways of 11: ruin is certain, and takes infinitely long on average."""
    found = exact.session("nsw", "when always: place 6 5", bankroll=50, until_settled=True)
    assert (found.p_ruin_or_floor, found.p_never, found.gain_per_throw) == (1.0, 0.0, 0.0)
    with pytest.raises(BankcrapsError, match="no mean of what they take home"):
        exact.curve("nsw", "when always: place 6 5", [50], until_settled=True)


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


@pytest.mark.parametrize(
    ("house", "system", "asked"),
    [
        (HOUSE, "dont_come_odds_max", {"bankroll": 100, "throws": 6}),
        (HOUSE, "dont_pass", {"bankroll": 40, "goal": 60, "throws": 10, "let_it_ride": True}),
        ("pennsylvania", "when point: buy 4 20", {"bankroll": 100, "floor": 70, "throws": 6}),
        (
            HOUSE,
            "when come_out: pass 10; when come_out and behind 10: pass 20",
            {"bankroll": 60, "throws": 8},
        ),
    ],
)
def test_the_solver_keeps_its_bounds(house, system, asked):
    truth, solved = exact.fractions(house, system, **asked), exact.session(house, system, **asked)
    bound = solved.error_bound + 1e-16  # to which a float is printed
    assert sum(truth.final.values()) == 1
    chances = as_dict(solved.final)
    assert sum(abs(chances.get(cents, 0) - chance) for cents, chance in truth.final.items()) <= 2 * bound
    assert all(abs(share - truth.ends.get(end, 0)) <= bound for end, share in solved.ends.items())
    assert float(truth.throws) == pytest.approx(solved.throws, rel=1e-13)
    assert sum(wager.cost for wager in solved.wagers) == pytest.approx(100 * asked["bankroll"] - truth.mean)
    if solved.mean_bound is not None and solved.sd_bound is not None:
        assert abs(solved.final.mean - truth.mean) <= solved.mean_bound
        assert abs(solved.final.sd - truth.variance**0.5) <= solved.sd_bound


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("lasts a number of throws", {"decisions": 3}),
        ("use `session`|an exact session has no such", {"throws": 10**6}),
    ],
)
def test_what_is_too_long_for_fractions(said, asked, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.in_fractions._MAX_STEPS", 2000)
    with pytest.raises(BankcrapsError, match=said):
        exact.fractions(HOUSE, "pass", 100, **asked)


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


@pytest.mark.parametrize(("room", "offered"), [(5, True), (2, False)])
def test_a_session_offers_extremes_only_where_they_can_be_had(room, offered, monkeypatch):
    """With less room, in MB, pairs still do for the session, and no grid for these."""
    monkeypatch.setattr(budget, "MAX_BYTES", 1_000_000 * room)
    monkeypatch.setattr(budget, "QUICK_ADDITIONS", 0)
    asked = ask(HOUSE, "when come_out: pass half", 20, throws=8)
    found = solve(asked.chain(), asked.plan)
    assert (found.highest, found.extremes_on_request) == (None, offered)
    with nullcontext() if offered else pytest.raises(TooLargeError, match="leave extremes out"):
        assert solve(asked.chain(), asked.plan, extremes=True).highest is not None


def test_extremes_that_nobody_wants_are_not_offered():
    found = exact.session(HOUSE, "pass", 200, throws=20, extremes=False)
    assert (found.highest, found.extremes_on_request) == (None, False)
