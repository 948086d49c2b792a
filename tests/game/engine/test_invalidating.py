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


@pytest.mark.parametrize("book", ["classic", "three_four_five", "washington", "pennsylvania"])
def test_an_offer_that_stands_is_told_with_the_hand_that_it_ends(book):
    """The shooter has the dice back, but without a line wager: the offer made since takes them again."""
    table = Table(book, {"Ann": 500, "Bob": 500})
    for said in ("Ann: pass 10", "Ann: roll 5-4", "Ann: roll 4-3", "offer Bob"):
        assert all(table.say(said)), said
    came = table.say("invalidate fraud")[-1].effects
    assert [effect for effect in came if isinstance(effect, fx.DicePassed | fx.DiceOffered)] == [
        fx.DicePassed("Ann", "no line wager"),
        fx.DiceOffered("Bob"),
    ]
    assert table.shooter == "Bob"


FIVE = "Ann: pass 10; Bob: fire 5; roll 2-2; roll 2-2; " + "; ".join(
    f"Ann: pass 10; roll {faces}; roll {faces}" for faces in ("3-2", "3-3", "4-4", "5-4")
)
FOUR_MADE = FIVE[: FIVE.rindex("; Ann: pass 10")]
CLOSED = "@9:00 post_sign closing; @10:00 close_table"
MID_ROUND = (
    "Ann: pass 10; Bob: pass 10; roll 5-4; order_pass delay; offer Bob; Bob: accept; roll 6-3; Bob: fire 5"
)


@pytest.mark.parametrize(
    ("lines", "end", "has", "shooter"),
    [
        (FOUR_MADE, "Ann: leave", 495, "Bob"),
        (FOUR_MADE, "Ann: pass_dice", 495, "Ann"),  # she may not pass them on the point that is back
        (FIVE, "Ann: leave", 620, "Bob"),
        (FIVE, f"{CLOSED}; Ann: leave", 620, "Bob"),
        (FIVE, "exclude Ann device", 620, "Bob"),
        (FIVE, "order_pass delay", 620, "Bob"),
        (FIVE, "offer Bob; no_answer", 620, "Ann"),
        (FIVE, "Dot: sit; offer Bob; no_answer; Bob: leave; offer Dot; Dot: accept", -1125, "Dot"),
        (FIVE, "Ann: pass_dice; offer Bob; Bob: accept; Bob: fire 5", 620, "Bob"),
        (FIVE, "Ann: leave; Bob: cash_out 1745", -1125, "Bob"),
        (FIVE, "Ann: pass_dice; Bob: leave", -1125, "Ann"),
        (MID_ROUND, "Bob: pass_dice", 500, "Bob"),  # he bet it since the throw,
    ],
)
def test_the_end_of_a_hand_counts_no_throw_without_a_result(lines, end, has, shooter):
    """Bob has what he had if the throw had no result before the hand ended, or owes what he took away."""
    table = Table("pennsylvania", {"Ann": 500, "Bob": 500})
    effects = []
    for said in (*lines.split("; "), *end.split("; "), "floorperson: invalidate fraud throw"):
        if "invalidate" in said:
            assert "can only be invalidated" in table.say("floorperson: correct 1-1")[0].refusal.message
        steps = table.say(said)
        assert all(steps), said
        effects += steps[-1].effects
    bob = [effect for effect in effects if getattr(effect, "seat", None) == "Bob"]
    got = table.rail("Bob") if table.state.seat("Bob") else 0
    got -= sum(effect.amount for effect in bob if isinstance(effect, fx.Owed))
    assert (got, table.shooter, table.state.total) == (has * 100, shooter, 0)
