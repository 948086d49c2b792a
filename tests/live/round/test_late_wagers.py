"""Wagers after "no more bets" on real dice: the crew confirms them, turns them down, or the dice come first.

A sealed throw is fixed when the betting closes, so there nobody bets late: see `tests/attack/dice`.
"""

import pytest
from tests.live.room import Room, hold_log

from bankcraps import BOOKS
from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.table.decision import Happening
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.live.wire.views import item

CREW = {"Dora": "dealer", "Max": "boxperson", "Stan": "stickperson"}


def late_table():
    room = Room("nsw", dice="entered")
    room.sits("Ann", "Bob")
    for person, role in CREW.items():
        room.takes(person, role)
    room.does("Ann", "pass 10")
    room.until("dice_out")
    return room


def land(room):
    """The dice come to rest, with a 6."""
    for look in ("first", "second"):
        assert room.ask("Stan", cm.EnterThrow, throw=Throw(4, 2), look=look) is None


def test_a_late_wager_waits_for_dealer_and_boxperson():
    room = late_table()
    assert room.say("Bob", "place 6 12") is None
    assert [(late.bet.by.person, late.confirmed) for late in room.table.late] == [("Bob", ())]
    assert room.ask("Bob", cm.ConfirmLate, player="Bob", confirmed=True).code == "not_your_chair"
    assert room.ask("Dora", cm.ConfirmLate, player="Bob", confirmed=True) is None
    assert room.on("Bob", "place 6") == 0
    assert room.ask("Max", cm.ConfirmLate, player="Bob", confirmed=True) is None
    assert room.on("Bob", "place 6") == 12
    assert room.table.late == ()
    (bet,) = [event for event in room.events(ev.Bet) if event.confirmed]
    assert bet.confirmed == ("dealer", "boxperson")
    hold_log(room)


def test_a_late_wager_keeps_to_the_limit_that_its_player_has_when_it_is_confirmed():
    """Meanwhile they may have bet at another table. The crew learns no sum."""
    room = late_table()
    assert room.say("Bob", "place 6 12") is None
    room.ask("Dora", cm.ConfirmLate, player="Bob", confirmed=True)
    room.own["Max"] = Allowance(may_risk=Cents(1199))  # the server sets what is Bob's
    refused = room.ask("Max", cm.ConfirmLate, player="Bob", confirmed=True)
    assert (refused.code, "$" in refused.message, room.on("Bob", "place 6")) == ("own_limit", False, 0)
    room.own["Max"] = Allowance(may_risk=Cents(1200))
    assert room.ask("Max", cm.ConfirmLate, player="Bob", confirmed=True) is None
    assert room.on("Bob", "place 6") == 12


def test_only_one_late_wager_of_a_player_waits():
    room = late_table()
    assert room.say("Bob", "place 6 12") is None
    refused = room.say("Bob", "place 8 12")
    assert refused.message == "your late wager on place 6 waits for the crew: only one can wait"
    assert room.say("Ann", "place 8 12") is None
    for person in ("Dora", "Max"):
        assert room.ask(person, cm.ConfirmLate, player="Bob", confirmed=True) is None
    assert (room.on("Bob", "place 6"), room.on("Bob", "place 8")) == (12, 0)
    assert room.say("Bob", "place 8 12") is None


def test_a_late_wager_may_be_turned_down_or_come_too_late():
    room = late_table()
    assert room.say("Bob", "place 6 12") is None
    assert room.ask("Dora", cm.ConfirmLate, player="Bob", confirmed=False) is None
    assert [drop.by for drop in room.happenings(en.LateBetDropped)] == ["dealer Dora"]
    assert room.say("Bob", "place 8 12") is None
    land(room)
    assert [drop.by for drop in room.happenings(en.LateBetDropped)] == ["dealer Dora", ""]
    assert room.ask("Dora", cm.ConfirmLate, player="Bob", confirmed=True).code == "not_now"
    assert not room.on("Bob", "place 6") + room.on("Bob", "place 8")
    hold_log(room)


def test_what_becomes_of_a_late_wager_is_told():
    room = late_table()
    assert room.say("Bob", "place 6 12") is None
    assert room.ask("Dora", cm.ConfirmLate, player="Bob", confirmed=False) is None
    assert room.say("Bob", "place 8 12") is None
    land(room)
    entries = (*room.happenings(en.LateBetAsked), *room.happenings(en.LateBetDropped))
    told = [words for one in entries for words in item(room.book, Happening(1, one, ())).words]
    assert told == [
        "Bob bets $12 on Place Bet to Win 6 late, and the crew has to confirm it",
        "Bob bets $12 on Place Bet to Win 8 late, and the crew has to confirm it",
        "Bob's late wager is turned down",
        "Bob's late wager was not confirmed before the dice came to rest",
    ]


def test_late_wagers_come_one_by_one():
    room = late_table()
    assert room.say("Bob", "field 5; any_craps 5").message == (
        "the crew confirms late wagers one by one: bet one alone"
    )
    assert room.table.late == ()
    room.does("Bob", "field 5")
    assert len(room.table.late) == 1


def test_a_late_wager_that_the_engine_would_refuse_waits_for_nobody():
    room = late_table()
    assert room.say("Bob", "place 6 9000").code == "over_maximum"
    assert room.say("Zoe", "pass 10").code in ("not_seated", "bad_words")
    assert room.table.late == ()


@pytest.mark.parametrize("there", ["dealer", "boxperson", ""])
def test_where_one_of_those_chairs_is_empty_a_late_wager_is_refused(there):
    room = Room("nsw", dice="entered")
    room.sits("Ann")
    room.takes("Stan", "stickperson")
    if there:
        room.takes("Dora", there)
    room.does("Ann", "pass 10")
    room.until("dice_out")
    refused = room.say("Ann", "place 6 12")
    assert refused.message == "the dice are out; the dealer and the boxperson must confirm a late bet"
    assert refused.clause == "6.3"


@pytest.mark.parametrize("rules", [book for book in BOOKS if book != "nsw"])
def test_other_houses_take_no_late_wagers(rules):
    room = Room(rules)
    room.sits("Ann")
    room.takes("Dora", "dealer")
    room.does("Ann", "pass 10")
    room.until("dice_out")
    assert room.say("Ann", "place 6 12").code == "bets_closed"


def test_a_dont_pass_comes_down_while_real_dice_are_out():
    room = Room("nsw", dice="entered")
    room.sits("Ann", "Bob")
    room.takes("Stan", "stickperson")
    room.does("Ann", "pass 10")
    room.does("Bob", "dont_pass 10")
    room.until("dice_out")
    land(room)
    room.until("dice_out")
    assert room.on("Bob", "dont_pass") == 10
    assert room.say("Bob", "take down dont_pass") is None
    assert room.on("Bob", "dont_pass") == 0
    hold_log(room)
