"""The first session of a seed that takes home a sum in a range, and what lies on its layout at each throw."""

from typing import Any, cast

import pytest
from tests.kit.systems import Counting

from bankcraps import BankcrapsError, explain, simulate
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.stepwise import metrics_of, play_session
from bankcraps.analysis.simulation.story import first_ended
from bankcraps.strategies.library import system

HOUSE = "three_four_five"
SESSION = {"bankroll": 100, "throws": 12}


def finals(question, seed, sessions):
    """The sums taken home, in cents, as the engine plays them one after another."""
    return [metrics_of(question.plan, play_session(question, seed, one))[0] for one in range(sessions)]


@pytest.mark.parametrize("policy", [system("pass"), Counting()], ids=["by the kernels", "stepwise"])
def test_it_is_the_first_that_the_engine_finds(policy, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 5)
    question = ask(HOUSE, policy, **SESSION)
    ends = finals(question, 7, 90)
    assert len(set(ends)) > 3
    for sum_ in set(ends[:80]):
        first = ends.index(sum_)
        assert first_ended(question, (sum_, sum_), 7) == first
        later = [number for number in range(first + 1, 90) if ends[number] == sum_]
        if later:
            assert first_ended(question, (sum_, sum_), 7, first + 1) == later[0]


def test_a_story_takes_home_what_was_asked_and_bars_of_a_simulation_have_one():
    bars = simulate(HOUSE, "iron_cross", 200, throws=20, sessions=300, seed=3).to_dict(distribution=True)
    for cents in bars["distribution"]["final_cents"][::9]:
        dollars = f"{cents / 100:.2f}"
        story = explain(HOUSE, "iron_cross", 200, throws=20, seed=3, ended=f"{dollars}:{dollars}")
        assert (story.final, story.number < 300) == (cents, True)
        assert story == explain(HOUSE, "iron_cross", 200, throws=20, seed=3, session=story.number)


def test_a_sum_that_nobody_takes_home_is_said_so_after_so_many_throws():
    question = ask(HOUSE, system("pass"), **SESSION)
    with pytest.raises(BankcrapsError) as raised:
        first_ended(question, (500_000, 600_000), 7, 5, most_throws=1000)
    says = "none of the 192 sessions from session 5 of seed 7 takes home 5000 to 6000: it is too rare"
    assert says in str(raised.value)


@pytest.mark.parametrize("name", ["three_point_molly", "iron_cross", "dont_pass"])
def test_rail_and_layout_are_all_that_is_owned_and_each_cent_of_a_throw_lies_somewhere(name):
    story = explain("nsw", name, 300, throws=40, seed=2)
    for told in story.throws:
        paid = told.owned - told.rail - sum(one.amount for one in told.laid)
        assert paid >= 0  # the commission on what is bought
        assert sum(one.net for one in told.laid) - paid == sum(net for _, net in told.accounts)
    plain: Any = story.to_dict(layouts=True)["throws"]
    assert [one["rail_cents"] for one in plain] == [told.rail for told in story.throws]
    lies = [one for told in plain for one in told["laid"]]
    assert lies[0].keys() == {"wager", "amount_cents", "call", "net_cents"}
    assert "laid" not in cast("Any", story.to_dict()["throws"])[0]
