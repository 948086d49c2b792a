"""The order in which dealers settle wagers: what loses is taken, then winners are paid, then wagers move."""

import pytest
from tests.live.dealing.table import BOX, School
from tests.live.dealing.test_shown import point_made
from tests.live.room import hold_log

from bankcraps import Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import you


def early(room):
    """Count how often each dealer was out of order."""
    return {one.person: one.early for one in room.table.work.scores if one.early}


ORDERS = [
    # what is dealt, in order; how often Lea was early
    (["Lea takes Bob dont_pass", "Lea pays Ann pass $10", "Lea pays Ann pass_odds $24"], 0),
    (["Lea pays Ann pass $10", "Lea takes Bob dont_pass", "Lea pays Ann pass_odds $24"], 1),
    (["Lea pays Ann pass_odds $24", "Lea pays Ann pass $10", "Lea takes Bob dont_pass"], 2),
    (["Lea puts the puck off", "Lea takes Bob dont_pass", "Lea pays Ann pass $10"], 0),
    (["Lea pays Ann pass $12", "Lea takes Bob dont_pass", "Lea pays Ann pass $10"], 0),
]


@pytest.mark.parametrize(("lines", "times"), ORDERS)
def test_a_winner_is_paid_after_what_loses_is_taken(lines, times):
    room = point_made()
    for line in lines:
        room.deals(line)
    room.deals_all()
    assert early(room) == ({"Lea": times} if times else {})
    hold_log(room)


def test_a_wager_moves_after_winners_are_paid():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-2")
    room.deals_all()
    room.does("Ann", "come 10", "place 9 5")
    room.throws_dice("4-5")
    assert room.told() == ["Lea pays Ann place 9 $7", "Lea moves Ann come"]
    assert room.deals("Lea moves Ann come") is None
    assert early(room) == {"Lea": 1}


def test_each_dealer_has_an_order_of_their_own():
    room = School()
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "any craps 5")
    room.throws_dice("4-3")
    assert room.told() == ["Sid takes Bob any_craps", "Lea pays Ann pass $10"]
    room.deals("Lea pays Ann pass $10")
    assert early(room) == {}


def test_the_box_sees_what_was_early_and_which_clause_says_so():
    for rules, clause in (("three_four_five", "1.round_of_play"), ("nsw", "convention")):
        room = point_made(rules=rules)
        room.deals("Lea puts the puck off")
        room.deals("Lea pays Ann pass $10")
        room.deals("Lea takes Bob dont_pass")
        closed = [one for one in you(room.book, room.table, room.sender(BOX), 0).checks if not one.open]
        assert [(one.right.player, one.early) for one in closed] == [("", ""), ("Ann", clause), ("Bob", "")]


def test_a_wrong_pay_that_happens_may_be_early_too_and_what_the_crew_does_is_not():
    room = point_made("free")
    room.deals("Lea pays Ann pass $12")
    assert room.ask(BOX, cm.LetGo) is None
    (score,) = (one for one in room.table.work.scores if one.person == "Lea")
    assert (score.early, score.wrong, score.not_done) == (1, 1, 3)
    hold_log(room)


def test_after_a_correction_the_order_begins_anew():
    room = point_made()
    room.deals("Lea pays Ann pass $10")
    room.the_floor_does(ev.Correct(Throw(5, 2)))
    room.later(3000)
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    room.deals("Lea pays Ann pass $10")
    assert early(room) == {"Lea": 1}
    assert all(not one.early for one in you(room.book, room.table, room.sender(BOX), 0).checks)
    hold_log(room)


WRONG = [
    # what Lea does first, and by how much that is wrong
    ("Lea pays Ann pass $12", 200),
    ("Lea takes Ann pass", 2000),
    ("Lea returns Ann pass", 1000),
    ("Lea pays Bob dont_pass $5", 1500),
    ("Lea puts the puck on 8", 0),
]


@pytest.mark.parametrize("dealt", ["strict", "free"])
@pytest.mark.parametrize(("line", "off"), WRONG)
def test_by_how_much_something_is_wrong_is_what_it_would_cost(line, off, dealt):
    room = point_made(dealt)
    room.deals(line)
    (score,) = (one for one in room.table.work.scores if one.person == "Lea")
    assert (score.wrong, score.off) == (1, off)
