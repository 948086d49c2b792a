"""Systems that look at their money: which sums are explored, up to which ceiling, and how many states."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.analysis.exact.test_sessions import as_dict
from tests.kit.profiles import share

from bankcraps import Cents, exact, load_rulebook, simulate
from bankcraps.analysis.chain import by_sums, ceiling
from bankcraps.analysis.chain import explore as explored
from bankcraps.analysis.chain.by_sums import WalkBySums
from bankcraps.analysis.chain.ceiling import CeilingError, ShareCount, first_ceiling
from bankcraps.analysis.chain.exploration import ChainError, walked
from bankcraps.analysis.chain.walk import Scope
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import Question, ask, cached_chain, scope_of
from bankcraps.analysis.simulation.simulate import play, read_options
from bankcraps.analysis.simulation.simulators import KernelSimulator
from bankcraps.game.engine.limits import Limits
from bankcraps.game.game import Game
from bankcraps.strategies.inspecting import lone_share
from bankcraps.strategies.library import system
from bankcraps.strategies.plan import Plan

HOUSE = "three_four_five"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("when come_out: pass 5%", Fraction(1, 20)),
        ("when come_out: pass half; when point: odds 10", Fraction(1, 2)),
        ("only when ahead 10\nwhen come_out: pass 5%", Fraction(1, 20)),
        ("when come_out: pass 5%; when point: come 5%", 0),
        ("when come_out: pass 5% of start", 0),
        ("when come_out: pass 10; when point: odds half", 0),
        ("pass", 0),
    ],
)
def test_the_only_share_that_a_system_bets(text, part):
    assert lone_share(system(text)) == part


@pytest.mark.parametrize(
    ("text", "length", "ceiling"),
    [
        ("when come_out: pass 5%", {"throws": 300}, 8000),
        ("when come_out: pass 5%", {"decisions": 90}, 8000),
        ("when come_out: pass 5%", {"throws": 30}, 2000),
        ("when come_out: pass 2%", {"throws": 300}, 2000),
        ("when come_out: pass half", {"throws": 300}, None),
        ("when come_out: pass 5%", {"throws": 300, "goal": 600}, None),
        ("when come_out: pass 5%", {"until_settled": True}, None),
        ("pass", {"throws": 300}, None),
    ],
)
def test_the_first_ceiling_is_higher_for_a_larger_share_and_a_longer_session(text, length, ceiling):
    asked = ask(HOUSE, text, 500, **length)
    assert first_ceiling(asked.system, asked.plan) == (None if ceiling is None else 100 * ceiling)


def test_a_first_ceiling_with_too_many_states_is_not_insisted_on(monkeypatch):
    tried = []

    def wide(scope):
        tried.append(scope.ceiling)
        if scope.ceiling:
            return "too many states"
        return cached_chain(scope)

    monkeypatch.setattr("bankcraps.analysis.question.cached_chain", wide)
    asked = ask(HOUSE, "when come_out: pass 10%", 60, throws=21)
    assert asked.chain().ceiling == 4 * 6000
    assert tried == [16 * 6000, None]


LIMITS = Limits.read("1:30")
SYSTEMS = [
    "when come_out: pass half",
    "when come_out: pass all",
    "when come_out: pass 5; when point: odds half",
    "when come_out: pass 20%; when point: place 6 20%; down place 8",
    "when come_out and behind 3: pass 10%; when come_out and ahead 3: dont_pass 5",
    "when come_out: pass 5; when come_out and 4 below the peak: pass 2",
    "when come_out: pass half; only when not 2 throws",
    "when always: field 7%",
    "when come_out: pass to reach 30",
    "when come_out: dont_pass 3%; when point: place 6 13%",
    "when come_out: pass half of losses; stop after 3 shooters",
]


def whole_walk(text: str, most: int = 60_000) -> WalkBySums:
    game = Game(load_rulebook(HOUSE), LIMITS)
    walk = walked(Scope(game, system(text), bankroll=Cents(1000), goal=Cents(3000), max_states=most))
    assert isinstance(walk, WalkBySums)
    return walk


@pytest.mark.parametrize("empty_first", [False, True])
@pytest.mark.parametrize("text", share(SYSTEMS, 2))
def test_the_states_that_are_foretold_grow_up_to_those_there_are_and_as_many_are_not_refused(
    text, empty_first, monkeypatch
):
    if empty_first:
        monkeypatch.setattr(by_sums, "_SMALL", 0)
    foretold, piece = [], WalkBySums.piece

    def noted(walk, *asked):
        foretold.append(walk.least_states())
        return piece(walk, *asked)

    with monkeypatch.context() as noting:
        noting.setattr(WalkBySums, "piece", noted)
        walk = whole_walk(text)
    many = len(walk.states)
    assert foretold == sorted(foretold)
    assert foretold[-1] <= walk.least_states() == many  # of these systems, none is missed
    assert len(whole_walk(text, many).states) == many
    with pytest.raises(ChainError, match="more than"):
        whole_walk(text, many - 1)


def test_a_walk_that_is_too_wide_is_refused_long_before_it_has_so_many_states(monkeypatch):
    monkeypatch.setattr(by_sums, "_SMALL", 0)
    text, begun = "when come_out: pass half", []
    whole = whole_walk(text)
    most = len(whole.states) // 2
    monkeypatch.setattr(WalkBySums, "too_many", lambda walk: begun.append(walk) or "too many")
    with pytest.raises(ChainError):
        whole_walk(text, most)
    (walk,) = begun
    assert walk.many < whole.many // 4


def test_sums_above_the_ceiling_are_left_out_where_they_would_be_too_many():
    # With the maximum of 30 on the line, every sum above the ceiling leads to every sum below 30.
    table = Game(load_rulebook(HOUSE), LIMITS), system("when come_out: pass all")
    whole = explored(Scope(*table, bankroll=Cents(1000), ceiling=Cents(64_000)))
    few = explored(Scope(*table, bankroll=Cents(1000), ceiling=Cents(64_000), beyond=False))
    assert len(whole.states) > 4 * len(few.states)
    plan = ask(HOUSE, "pass", 10, throws=5, limits="1:30").plan
    one, other = solve(whole, plan), solve(few, plan)
    assert one.final.mean == pytest.approx(other.final.mean, abs=1e-9)
    assert one.ends == pytest.approx(other.ends, abs=1e-12)


def test_a_goal_out_of_reach_is_no_reason_to_explore_up_to_it(monkeypatch):
    def wide(scope):
        if scope.goal is not None:
            return "too many states"
        return cached_chain(scope)

    monkeypatch.setattr("bankcraps.analysis.question.cached_chain", wide)
    text = "when come_out: pass 10%"
    far = exact.session(HOUSE, text, 60, goal=100_000, throws=5)
    near = exact.session(HOUSE, text, 60, throws=5)
    assert far.ends == pytest.approx({**near.ends, "goal": 0.0}, abs=1e-12)
    assert far.final.mean == near.final.mean
    with pytest.raises(ChainError):
        exact.session(HOUSE, text, 60, goal=100_000)  # it may be reached in the end


HALF = "when come_out: pass half"


@pytest.mark.parametrize(
    ("system", "bankroll", "goal", "throws"),
    [
        ("when come_out: pass 10%", 50, None, 7),
        ("when come_out: pass half; when point: odds 25%", 8, None, 4),
        ("when come_out: pass 20%; when point: place 6 12; when behind 20: stop", 40, 60, 6),
        ("when come_out: dont_pass half of winnings; when always: field 2", 4, None, 3),
    ],
)
def test_sums_followed_throw_by_throw_give_the_same_session(monkeypatch, system, bankroll, goal, throws):
    """As all sums up to a ceiling do, and as every path does in fractions."""
    soon = exact.session(HOUSE, system, bankroll, goal, throws=throws)
    assert ask(HOUSE, system, bankroll, goal, throws=throws).chain().ceiling in (None, goal and 100 * goal)
    by_path = exact.fractions(HOUSE, system, bankroll, goal, throws=throws)
    monkeypatch.setattr(Question, "_few_throws", lambda _: False)
    ever = exact.session(HOUSE, system, bankroll, goal, throws=throws)
    for other in (ever, by_path):
        ends = {end: float(other.ends.get(end, 0)) for end in soon.ends}
        assert soon.ends == pytest.approx(ends, abs=1e-11)
    assert as_dict(soon.final) == pytest.approx(as_dict(ever.final), abs=1e-11)
    assert soon.cost == pytest.approx(ever.cost)
    if soon.highest is not None and ever.highest is not None:
        assert as_dict(soon.highest) == pytest.approx(as_dict(ever.highest), abs=1e-11)


def test_a_session_with_too_many_bets_is_refused_before_it_is_explored(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.by_sums.WalkBySums.run", lambda _: pytest.fail("explored"))
    for length, fits in (({"throws": 40}, "24 throws, "), ({"goal": 100_000}, "")):
        with pytest.raises(ChainError) as refused:
            ask(HOUSE, HALF, 500, **length).chain()
        words = refused.value.why
        assert re.search(
            r"makes \d,\d{3} different bets or more with sums up to [\d.]+, and each bet has 12", words
        )
        assert "117,876 states, limit 60,000; " + fits + "a smaller share" in words


@pytest.mark.parametrize("throws", [4, 8])
def test_the_count_is_what_the_walk_finds(throws):
    """Each bet that is counted stands on a point, with a player who stays and with one who has left."""
    asked = ask(HOUSE, HALF, 500, throws=throws)
    counted = ShareCount.of(asked.game, asked.system, asked.plan.bankroll)
    bets = counted.within(throws + 1, None)
    chain = explored(replace(scope_of(asked), throws=throws))
    on_points = {state.wagers for state in chain.states if state.puck}
    assert bets.all_
    assert bets.many == len({wagers[0][1] for wagers in on_points})
    assert len([state for state in chain.states if state.puck]) == bets.many * counted.each


@pytest.mark.parametrize(
    "system",
    [
        "when come_out: pass half; when point: odds half",
        "when ahead 10: pass half",
        "when come_out: pass half; stop after losing 50",
        "when come_out: pass half; field 5",
        "when come_out: pass half; when point: stop",
        "when come_out: pass half of winnings",
        "when come_out: field half",
    ],
)
def test_only_what_is_known_is_counted(system):
    asked = ask(HOUSE, HALF, 500, throws=4)
    policy = ask(HOUSE, system, 500, throws=4, one_bankroll=True).system
    found = ShareCount.of(asked.game, policy, asked.plan.bankroll)
    assert (found is not None) == ("stop after" in system)


def test_counting_comes_to_an_end(monkeypatch):
    monkeypatch.setattr(ceiling, "_MOST_SUMS", 50)
    asked = ask(HOUSE, HALF, 500, throws=4)
    counted = ShareCount.of(asked.game, asked.system, asked.plan.bankroll)
    assert not counted.within(None, None).all_
    assert counted.by_throws(asked.system, Plan(asked.plan.bankroll, count=4))


PERCENT = "when come_out: pass 10%"


def test_only_sums_that_can_be_owned_are_explored():
    """From a half, bold play bets once, all of it. The least bet of 1 is what ruin asks for."""
    rules, bold_play = load_rulebook("classic"), system("when come_out: pass to reach 1000")
    chain = explored(Scope(Game(rules), bold_play, bankroll=Cents(50_000), goal=Cents(100_000)))
    stakes = {amount for state in chain.states for _, amount, _ in state.wagers}
    assert stakes == {100, 50_000}


def test_a_chain_says_up_to_which_sum_it_holds():
    assert tenths(20_000).ceiling == 20_000
    few = Limits(Cents(500), Cents(1000), Cents(500))  # 5 or 10, whatever is owned
    game = Game(load_rulebook("classic"), few)
    scope = Scope(game, system(PERCENT), bankroll=Cents(5000), ceiling=Cents(20_000))
    assert explored(scope).ceiling is None


def tenths(ceiling):
    return explored(
        Scope(Game(load_rulebook("classic")), system(PERCENT), bankroll=Cents(5000), ceiling=Cents(ceiling))
    )


def test_no_answer_depends_on_where_a_ceiling_was():
    asked = ask("classic", PERCENT, 50, throws=40)
    found = exact.session("classic", PERCENT, 50, throws=40, extremes=False)
    assert solve(tenths(80_000), asked.plan).final.mean == pytest.approx(found.final.mean, abs=1e-5)
    low = tenths(6000)
    with pytest.raises(CeilingError, match="comes to own 60, for which the chain has no answer"):
        solve(low, asked.plan)
    kernels = KernelSimulator.of(asked, low)
    for play_ in (
        lambda: kernels.work(7).metrics((0, 1000)),
        lambda: kernels.work(7, paths=False)((0, 1000)),
        lambda: kernels.trajectories(7, 1000),
    ):
        with pytest.raises(CeilingError):
            play_()


def test_a_simulation_explores_as_far_as_its_players_come(monkeypatch):
    """Where the first ceiling is does not show."""
    asked = {"throws": 20, "sessions": 300, "seed": 7}
    far = simulate("classic", PERCENT, 50, **asked)
    monkeypatch.setattr(
        "bankcraps.analysis.question.cached_chain", lambda scope: tenths(scope.ceiling or 6000)
    )
    assert simulate("classic", PERCENT, 50, **asked).final == far.final
    assert exact.session("classic", PERCENT, 50, throws=20, extremes=False).error_bound < 1e-8


def test_a_commission_that_comes_back_makes_no_peak():
    """A peak at the betting could be the goal although nobody leaves there: that state was lost."""
    text = "when come_out: lay 4 40; field 1\nwhen point: down lay; field 1\nwhen 1 below the peak: place 6 6"
    asked = {"throws": 2, "goal": 101, "limits": "1:500:1"}
    found = exact.session("pennsylvania", text, 100, **asked)
    assert "stopped" not in found.ends
    played = simulate("pennsylvania", text, 100, sessions=20_000, seed=5, **asked)
    assert found.ends["goal"] == pytest.approx(played.ends["goal"], abs=4 * played.error(played.ends["goal"]))


def test_a_threshold_between_two_sums_that_can_be_owned():
    text = "when come_out and owning 1.50 or more: pass 500"
    found, kept, plain = (
        exact.session("three_four_five", each, 5002, goal=20_002, extremes=False)
        for each in (text, text, "when come_out: pass 500")
    )
    assert kept.ends == found.ends  # the file of its chain is sound
    assert found.ends["goal"] == pytest.approx(plain.ends["goal"], abs=1e-12)


def test_a_chunk_is_told_of_once_though_a_run_begins_again(monkeypatch):
    """Somebody comes above four bankrolls here, and the run begins again with sixteen."""
    sessions: list[int] = []
    asked = ask("classic", "when come_out: pass 20%", 50, throws=40)
    how, _ = read_options({"sessions": 5000, "seed": 7})
    monkeypatch.setattr("bankcraps.analysis.simulation.simulators._MAX_SESSIONS", 1000)
    monkeypatch.setattr("bankcraps.analysis.simulation.simulators._MIN_SESSIONS", 1000)
    found = play(asked, how, finished=lambda done, _: sessions.append(done.sessions))
    assert found.highest is not None
    assert found.highest.values[-1] > 4 * 5000
    assert sessions == [1000] * 5


def test_too_many_states_are_refused_with_what_would_help():
    wide = system("when always: place 6 half; place 8 3%; hard 6 5%")
    with pytest.raises(
        ChainError, match="than 300 states with sums up to 400: a goal or a nearer one, a lower"
    ):
        explored(Scope(Game(load_rulebook("classic")), wide, max_states=300, bankroll=Cents(10_000)))
