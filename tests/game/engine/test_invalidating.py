"""A throw that is struck out leaves every player with what they had, whatever they took down since."""

import pytest
from tests.kit.houses import own_house

from bankcraps import Table, load_rulebook
from bankcraps.game.engine import effects as fx

HOUSES = ("nsw", "classic", "pennsylvania", "three_four_five")
"""The houses that offer buys. In Pennsylvania commission comes back with chips taken down."""


@pytest.mark.parametrize("since", ["", "down {} by 40", "down {}", "leave"])
@pytest.mark.parametrize(("wager", "won_by"), [("buy 4", "2-2"), ("lay 4", "4-3")])
@pytest.mark.parametrize("winner", ["charged", "free", "down"])
@pytest.mark.parametrize("book", HOUSES)
def test_a_winner_costs_nothing_once_its_throw_is_invalid(book, winner, wager, won_by, since):
    table = Table(load_rulebook(book, winning_buy=winner), {"Ann": "500", "Bob": "500"})
    for said in ("Bob: pass 10", "roll 5-5", f"Ann: {wager} 100", f"roll {won_by}"):
        table.say(said)
    cashed = 0
    if since and (winner != "down" or since == "leave"):
        effects = table.say(f"Ann: {since.format(wager)}")[-1].effects
        cashed = sum(effect.amount for effect in effects if isinstance(effect, fx.CashedOut))
    came = table.say("invalidate fraud")[-1].effects
    owed = sum(effect.amount for effect in came if isinstance(effect, fx.Owed))
    has = cashed if table.state.seat("Ann") is None else table.rail("Ann")
    assert has - owed == 500_00


@pytest.mark.parametrize("winner", ["charged", "free"])
def test_beside_a_token_too_what_came_back_with_the_chips_comes_back_once(winner):
    book = own_house("pennsylvania", {"betting": {"tokens": True}}, winning_buy=winner)
    table = Table(book, {"Ann": "500", "Bob": "500"})
    for said in ("issue_token Ann 40", "Bob: pass 10", "roll 5-5", "Ann: buy 4 40 and token 40", "roll 2-2"):
        table.say(said)
    assert table.say("Ann: down buy 4")[-1]
    assert table.say("invalidate fraud")[-1]
    assert table.rail("Ann") == 500_00
    assert table.state.seated("Ann").tokens == (40_00,)
