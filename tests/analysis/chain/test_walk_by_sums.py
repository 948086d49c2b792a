"""The walk of a system that looks at its money: it foretells how many states it will have, in any order."""

import pytest

from bankcraps import exact, load_rulebook
from bankcraps.analysis.chain import by_sums
from bankcraps.analysis.chain.by_sums import WalkBySums
from bankcraps.analysis.chain.exploration import ChainError, explore, walked
from bankcraps.analysis.chain.walk import Scope
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import ask, cached_chain
from bankcraps.game.chips import Cents
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_CHIP
from bankcraps.strategies.library import system

HOUSE = "three_four_five"
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
    table = load_rulebook(HOUSE), system(text), LIMITS, DEFAULT_CHIP
    walk = walked(Scope(*table, bankroll=Cents(1000), goal=Cents(3000), max_states=most))
    assert isinstance(walk, WalkBySums)
    return walk


@pytest.mark.parametrize("empty_first", [False, True])
@pytest.mark.parametrize("text", SYSTEMS)
def test_a_walk_with_exactly_as_many_states_as_it_may_have_is_not_refused(text, empty_first, monkeypatch):
    if empty_first:
        monkeypatch.setattr(by_sums, "_SMALL", 0)
    many = len(whole_walk(text).states)
    assert len(whole_walk(text, many).states) == many
    with pytest.raises(ChainError, match="more than"):
        whole_walk(text, many - 1)


@pytest.mark.parametrize("empty_first", [False, True])
@pytest.mark.parametrize("text", SYSTEMS)
def test_the_states_that_are_foretold_grow_up_to_those_there_are(text, empty_first, monkeypatch):
    if empty_first:
        monkeypatch.setattr(by_sums, "_SMALL", 0)
    foretold, piece = [], WalkBySums.piece

    def noted(walk, *asked):
        foretold.append(walk.least_states())
        return piece(walk, *asked)

    monkeypatch.setattr(WalkBySums, "piece", noted)
    walk = whole_walk(text)
    assert foretold == sorted(foretold)
    assert foretold[-1] <= walk.least_states() <= len(walk.states)
    assert walk.least_states() == len(walk.states)  # of these systems, none is missed


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
    table = load_rulebook(HOUSE), system("when come_out: pass all"), LIMITS, DEFAULT_CHIP
    whole = explore(Scope(*table, bankroll=Cents(1000), ceiling=Cents(64_000)))
    few = explore(Scope(*table, bankroll=Cents(1000), ceiling=Cents(64_000), beyond=False))
    assert len(whole.states) > 4 * len(few.states)
    plan = ask(HOUSE, "pass", 10, throws=5, limits="1:30").plan
    one, other = solve(whole, plan), solve(few, plan)
    assert one.final.mean == pytest.approx(other.final.mean, abs=1e-9)
    assert one.ends == pytest.approx(other.ends, abs=1e-12)


def test_a_goal_out_of_reach_is_no_reason_to_explore_up_to_it(monkeypatch):
    def wide(scope):
        if scope.goal is not None:
            raise ChainError("too many states")
        return cached_chain(scope)

    monkeypatch.setattr("bankcraps.analysis.question.cached_chain", wide)
    text = "when come_out: pass 10%"
    far = exact.session(HOUSE, text, 60, goal=100_000, throws=5)
    near = exact.session(HOUSE, text, 60, throws=5)
    assert far.ends == pytest.approx({**near.ends, "goal": 0.0}, abs=1e-12)
    assert far.final.mean == near.final.mean
    with pytest.raises(ChainError):
        exact.session(HOUSE, text, 60, goal=100_000)  # it may be reached in the end
