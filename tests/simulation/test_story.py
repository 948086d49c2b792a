"""One session told: every cent, and the very session that is simulated."""

from itertools import product

import pytest
from tests.kit.profiles import share

from bankcraps import Cents, Limits, load_rulebook
from bankcraps.question import Question, ask
from bankcraps.simulation import metrics as metric
from bankcraps.simulation.reports.story import story_of
from bankcraps.simulation.simulators import choose_simulator
from bankcraps.strategy.library import system
from bankcraps.strategy.plan import Plan

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
