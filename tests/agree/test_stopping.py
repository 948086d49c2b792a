"""Solver, kernels and engine stop at the same throw: at exactly the need, goal, floor and length."""

from itertools import repeat

import pytest

from bankcraps import Throw, exact, simulate
from bankcraps.analysis.chain.stopping import ENDS, LIMIT, PLAYS
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.stepwise import metrics_of, play_session, play_throws

HOUSE = "three_four_five"
FIELD = "when always: field 5"


def throws_and_ends(bankroll, goal=None, floor=0, **length):
    """Throws on average, and the ends that come at all, by every way to play."""
    asked = {"bankroll": bankroll, "goal": goal, "floor": floor, **length}
    solved = exact.session(HOUSE, FIELD, extremes=False, **asked)
    yield solved.throws, {end for end, chance in solved.ends.items() if chance}
    for paths in (True, False):
        played = simulate(HOUSE, FIELD, sessions=4000, seed=1, paths=paths, **asked)
        yield played.throws, {end for end, share in played.ends.items() if share}
    question = ask(HOUSE, FIELD, **asked)
    stepwise = [metrics_of(question.plan, play_session(question, 1, number)) for number in range(200)]
    throws = [metrics[metric.THROWS] for metrics in stepwise]
    yield sum(throws) / len(throws), {ENDS[metrics[metric.END]] for metrics in stepwise}


@pytest.mark.parametrize("length", ["throws", "decisions", "shooters"])
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.some
def test_a_session_is_as_long_as_its_length(length, count):
    for _, ends in throws_and_ends(100_000, **{length: count}):
        assert ends == {"limit"}
    if length == "throws":
        assert {throws for throws, _ in throws_and_ends(100_000, throws=count)} == {count}


def test_a_bankroll_of_exactly_the_need_plays():
    for throws, ends in throws_and_ends(5, throws=1):
        assert throws == 1
        assert ends == {"limit", "ruin"}


def test_a_bankroll_of_a_chip_less_than_the_need_is_ruin():
    """With 9 dollars a first loss leaves 4: too little for the next wager."""
    for throws, ends in throws_and_ends(9, throws=2):
        assert 1 < throws < 2
        assert ends == {"ruin", "limit"}


def test_who_owns_exactly_the_goal_leaves_and_who_owns_exactly_the_floor_plays_on():
    for throws, ends in throws_and_ends(20, goal=25, floor=15, throws=2):
        # A win reaches the goal at once; one loss leaves exactly the floor, and a second throw is made.
        assert 1 < throws < 2
        assert "goal" in ends
        assert ends <= {"goal", "floor", "limit"}


@pytest.mark.parametrize("cap", [0, 1, 3])
def test_a_session_without_a_length_is_cut_after_exactly_the_cap(cap):
    asked = ask(HOUSE, "when come_out: pass 10", 1000, goal=2000)
    played = list(play_throws(asked, repeat(Throw(3, 3)), cap))
    assert sum(one.end == PLAYS for one in played) == cap
    assert {one.end for one in played if one.end != PLAYS} == {metric.CUT}


@pytest.mark.parametrize("cap", [1, 3])
def test_a_session_of_so_many_throws_is_never_cut(cap):
    asked = ask(HOUSE, "when come_out: pass 10", 1000, throws=5)
    played = list(play_throws(asked, repeat(Throw(3, 3)), cap))
    assert [one.end for one in played] == [PLAYS] * 5 + [LIMIT] * (len(played) - 5)
