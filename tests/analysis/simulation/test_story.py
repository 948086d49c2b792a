"""One session told: every cent, and the very session that is simulated."""

from itertools import product

import pytest
from tests.kit.profiles import share

from bankcraps import Cents, Limits, load_rulebook
from bankcraps.analysis.question import Question, ask
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.simulators import choose_simulator
from bankcraps.analysis.simulation.story import story_of
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
    metrics = by_chain.metrics(3, (number, 1))[0][:, 0]
    assert story.final == by_chain.offset + by_chain.unit * metrics[metric.FINAL]


def test_it_reads_like_a_table():
    story = story_of(ask("three_four_five", "pass", 100, throws=3), 5)
    first, *_ = story.throws
    assert first.told == ("puts $10 on the Pass Line", "5-4: Nine, mark the point", "the point is 9")
    assert story.end == "limit"
    assert any("leaves: the session is over" in told.told for told in story.throws)


def test_refusals_are_told():
    text = "when come_out: pass 10; when point: place 6 12"
    sign = Limits.read("10:500:10")
    asked = Question(
        load_rulebook("three_four_five"), system(text), sign, Cents(100), Plan(Cents(50_000), count=10)
    )
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
