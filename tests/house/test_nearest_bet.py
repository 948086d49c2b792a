"""The nearest bet that a house would take, where it refused one for its amount."""

import pytest

from bankcraps import Cents, Table
from bankcraps.engine import events as ev
from bankcraps.engine import player, refusal
from bankcraps.house.nearest_bet import nearest_bet
from bankcraps.wagers import wager

NEAREST = {
    # the house, the limits, what was played, and the bet: what would do instead
    ("nsw", "5:500", "", "horn", 5): 8,  # less is no multiple of 4 from 5 on
    ("nsw", "5:500", "", "craps_eleven", 5): 6,
    ("nsw", "5:500", "", "horn", 15): 12,
    ("nsw", "5:500", "horn 8", "horn", 1): 4,
    ("nsw", "5:500", "", "pass", 3): 5,
    ("nsw", "5:500", "", "pass", 600): 500,
    ("nsw", "5:500", "", "field", 7.5): 7,
    ("nsw", "5:500", "place 5 450", "place 5", 137): 50,
    ("nsw", "5:500", "place 5 500", "place 5", 137): None,
    ("nsw", "5:500", "", "buy 8", 5): 20,
    ("nsw", "5:500", "", "lay 4", 20): 40,
    ("nsw", "5:500", "pass 10; roll 4-5", "pass_odds", 50): 20,
    ("nsw", "5:500", "dont_pass 10; roll 4-5", "dont_pass_odds", 50): 30,
    ("nsw", "5:500", "dont_pass 10; roll 4-5; dont_pass_odds 12", "dont_pass_odds", 50): 18,
    ("three_four_five", "5:500", "", "horn", 10): 8,
    ("washington", "5:500", "", "twelve", 100): 50,  # it is paid at most 1500 with its stake
    ("washington", "25:500:25", "", "field", 60): 50,
    ("nsw", "5:2000", "field 900", "place 5", 200): 100,  # all that is left in the rail
    ("nsw", "5:2000", "field 900", "buy 5", 110): 95,  # with its commission
    ("nsw", "5:500", "", "come", 10): None,
    ("nsw", "5:500", "pass 10; roll 4-5", "pass", 10): None,
}


@pytest.mark.parametrize(("case", "nearest"), NEAREST.items(), ids=map(str, NEAREST))
def test_the_nearest_bet_is_the_largest_below_or_else_the_smallest_above(case, nearest):
    house, limits, played, name, amount = case
    table = Table(house, {"Ann": 1000}, limits=limits)
    for line in filter(None, played.split("; ")):
        table.say(line if line.startswith("roll") else f"Ann: {line}")
    bet = ev.Bet(wager=wager(name), amount=Cents(int(amount * 100)), by=player("Ann"))
    assert refusal(table.rulebook, table.state, bet) is not None
    found = nearest_bet(table.rulebook, table.state, bet)
    assert (found and found.amount) == (nearest and nearest * 100)
