"""One session told: every cent, and the very session that is simulated."""

import pytest

from bankcraps import Cents, Limits, load_rulebook
from bankcraps.chain.asking import Game, game, plan_of
from bankcraps.simulation import figures as fig
from bankcraps.simulation.player import player
from bankcraps.simulation.telling import tell
from bankcraps.strategy.library import system


@pytest.mark.parametrize("house", ["three_four_five", "nsw", "pennsylvania"])
@pytest.mark.parametrize("name", ["three_point_molly", "iron_cross", "buy_sampler", "pass_martingale"])
@pytest.mark.parametrize("number", [0, 7])
def test_every_cent_is_accounted_for(house, name, number):
    if (house, name) == ("three_four_five", "buy_sampler"):
        number += 100
    asked, plan = game(house, name), plan_of(1500, 1700, throws=60)
    story = tell(asked, plan, 3, number)
    assert sum(net for _, _, net in story.accounts) == story.final - plan.bankroll
    for told, after in zip(story.throws, story.throws[1:], strict=False):
        assert told.owned + sum(net for _, net in told.accounts) == told.owned_after == after.owned
    by_chain = player(asked, plan)
    figures = by_chain.figures(3, (number, 1))[0][:, 0]
    assert story.final == by_chain.offset + by_chain.unit * figures[fig.FINAL]


def test_it_reads_like_a_table():
    story = tell(game("three_four_five", "pass"), plan_of(100, throws=3), 5)
    first, *_ = story.throws
    assert first.says == ("puts 10 on pass", "5-4: Nine, mark the point", "the point is 9")
    assert story.end == "limit"
    assert any("leaves: the session is over" in told.says for told in story.throws)


def test_refusals_are_told():
    text = "when come_out: pass 10; when point: place 6 12"
    asked = Game(load_rulebook("three_four_five"), system(text), Limits.read("10:500:10"), Cents(100))
    story = tell(asked, plan_of(500, throws=10), 1)
    assert any(said.startswith("refused: place 6") for told in story.throws for said in told.says)
