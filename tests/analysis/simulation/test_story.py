"""One session told: every cent, the very session that is simulated, and the first that takes home a sum."""

from itertools import product
from typing import Any, cast

import pytest
from tests.kit.profiles import share
from tests.kit.systems import Counting

from bankcraps import BankcrapsError, Cents, Limits, explain, load_rulebook, simulate
from bankcraps.analysis.question import Question, ask
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.simulators import choose_simulator
from bankcraps.analysis.simulation.stepwise import metrics_of, play_session
from bankcraps.analysis.simulation.story import first_ended, story_of
from bankcraps.game.game import Game
from bankcraps.strategies.library import system
from bankcraps.strategies.plan import Plan

STORIES = tuple(
    product(
        ("three_four_five", "nsw", "pennsylvania"),
        ("three_point_molly", "iron_cross", "buy_sampler", "pass_martingale"),
        (0, 7),
    )
)


@pytest.mark.parametrize(("house", "name", "number"), share(STORIES, 5))
def test_every_cent_is_accounted_for(house, name, number):
    if (house, name) == ("three_four_five", "buy_sampler"):
        number += 100
    asked = ask(house, name, 1500, 1700, throws=60)
    story = story_of(asked, 3, number)
    assert sum(net for _, _, net in story.accounts) == story.final - asked.plan.bankroll
    for told, after in zip(story.throws, story.throws[1:], strict=False):
        assert told.owned + sum(net for _, net in told.accounts) == told.owned_after == after.owned
    by_chain = choose_simulator(asked)
    metrics = by_chain.work(3).metrics((number, 1))[0][:, 0]
    assert story.final == by_chain.offset + by_chain.unit * metrics[metric.FINAL]


def test_it_reads_like_a_table():
    story = story_of(ask("three_four_five", "pass", 100, throws=3), 5)
    first, *_ = story.throws
    assert first.told == ("puts $10 on the Pass Line", "5-4: Nine, mark the point", "the point is 9")
    assert story.end == "limit"
    assert any("leaves: the session is over" in told.told for told in story.throws)


def test_refusals_are_told():
    text = "when come_out: pass 10; when point: place 6 12"
    game = Game(load_rulebook("three_four_five"), Limits.read("10:500:10"))
    asked = Question(game, system(text), Plan(Cents(50_000), count=10))
    story = story_of(asked, 1)
    assert any(said.startswith("refused: Place 6") for told in story.throws for said in told.told)


STAGES = """
at most 3 pass a shooter
stage one:
  when come_out: pass 10
  go to two when ahead 10
stage two:
  when come_out: pass 5%
  after loss of pass: stop
"""


def test_it_names_the_stage_and_the_rule_and_what_the_rule_saw():
    story = story_of(ask("three_four_five", STAGES, 200, throws=60), 4)
    rules = {told.number: said for told in story.throws for said in told.told if "rule: " in said}
    assert rules == {
        1: "rule: stage one: when come_out: pass 10",
        4: "rule: stage one: go to two when ahead 10",
        5: "rule: stage two: when come_out: pass 5%, owning 210",
        0: "leaves: the system stops by its rule: stage two: after loss of pass: stop",
    }
    assert [told.accounts for told in story.throws if told.number == 5] == [(("pass", -1000),)]


def test_a_player_who_left_moves_to_no_stage():
    story = story_of(ask("three_four_five", STAGES, 200, throws=1, let_it_ride=True), 4)
    assert [said for told in story.throws for said in told.told if "rule" in said] == [
        "rule: stage one: when come_out: pass 10"
    ]
    assert story.final == 21_000


def test_a_bet_that_a_limit_left_out_has_no_rule():
    text = "at most 1 field a shooter\nwhen always: field 5; when ahead: stop"
    story = story_of(ask("classic", text, 200, throws=4), 4)
    assert sum("rule: when always: field 5" in told.told for told in story.throws) == 1


HOUSE = "three_four_five"
SESSION = {"bankroll": 100, "throws": 12}


def finals(question, seed, sessions):
    """The sums taken home, in cents, as the engine plays them one after another."""
    return [metrics_of(question.plan, play_session(question, seed, one))[0] for one in range(sessions)]


@pytest.mark.parametrize("policy", [system("pass"), Counting()], ids=["by the kernels", "stepwise"])
def test_it_is_the_first_that_the_engine_finds(policy, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 5)
    question = ask(HOUSE, policy, **SESSION)
    ends = finals(question, 7, 40)
    assert len(set(ends)) > 3
    for sum_ in set(ends[:35]):
        first = ends.index(sum_)
        assert first_ended(question, (sum_, sum_), 7) == first
        later = [number for number in range(first + 1, 40) if ends[number] == sum_]
        if later:
            assert first_ended(question, (sum_, sum_), 7, first + 1) == later[0]


def test_a_story_takes_home_what_was_asked_and_bars_of_a_simulation_have_one():
    bars = simulate(HOUSE, "iron_cross", 200, throws=20, sessions=300, seed=3).to_dict(distribution=True)
    for cents in bars["distribution"]["final_cents"][::9]:
        dollars = f"{cents / 100:.2f}"
        story = explain(HOUSE, "iron_cross", 200, throws=20, seed=3, ended=f"{dollars}:{dollars}")
        assert (story.final, story.number < 300) == (cents, True)
        assert story == explain(HOUSE, "iron_cross", 200, throws=20, seed=3, session=story.number)


def test_a_sum_that_nobody_takes_home_is_said_so_after_so_many_throws(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.simulation.story._MOST_THROWS", 1000)
    question = ask(HOUSE, system("pass"), **SESSION)
    with pytest.raises(BankcrapsError) as raised:
        first_ended(question, (500_000, 600_000), 7, 5)
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
