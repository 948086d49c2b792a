"""Equal results are equal, and others are not."""

import pytest

from bankcraps import compare, exact, explain, explore, hand, odds, simulate
from bankcraps.support.distribution import Distribution

PLAN = {"bankroll": 100, "throws": 20}
ASKED = {
    "a session": lambda throws: exact.session("nsw", "pass", bankroll=100, throws=throws),
    "a simulation": lambda throws: simulate("nsw", "pass", bankroll=100, throws=throws, sessions=40),
    "trajectories": lambda throws: simulate(
        "nsw", "pass", bankroll=100, throws=throws, sessions=40
    ).trajectories(3),
    "a comparison": lambda throws: compare(
        "nsw", ["pass", "field"], bankroll=100, throws=throws, sessions=40
    ),
    "a curve": lambda throws: exact.curve("nsw", "pass", [50, 100], throws=throws),
    "a story": lambda throws: explain("nsw", "pass", throws=throws),
}


@pytest.mark.parametrize("name", ASKED)
def test_the_same_question_has_an_equal_answer(name):
    one, same, other = (ASKED[name](throws) for throws in (20, 20, 21))
    assert one == same
    assert one != other
    assert one != name


def test_a_simulation_of_more_sessions_or_another_seed_is_another():
    one, *others = (
        simulate("nsw", "pass", **PLAN, sessions=sessions, seed=seed)
        for sessions, seed in ((40, 1), (41, 1), (40, 2))
    )
    assert all(one != other for other in others)


def test_distributions_are_equal_by_their_values_and_can_be_in_a_set():
    one, same = (Distribution.of([0, 100], [1, 3]) for _ in range(2))
    assert one == same
    assert {one, same} == {one}
    assert one != Distribution.of([0, 100], [1, 2])
    assert one != Distribution.of([0, 200], [1, 3])
    assert one != [0, 100]


def test_answers_without_sessions_are_equal():
    assert hand("nsw") == hand("nsw") != hand("washington")
    assert odds("nsw", "place") == odds("nsw", "place") != odds("nsw", "buy")
    assert explore("nsw", "pass") == explore("nsw", "pass") != explore("nsw", "field")
    assert exact.long_run("nsw", "pass") == exact.long_run("nsw", "pass") != exact.long_run("nsw", "field")
    assert len({exact.long_run("nsw", "pass"), exact.long_run("nsw", "pass")}) == 1
