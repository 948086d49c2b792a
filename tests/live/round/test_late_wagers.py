"""Wagers after "no more bets" on real dice: the crew confirms them, turns them down, or the dice come first.

A sealed throw is fixed when the betting closes, so there nobody bets late: see `tests/attack/dice`.
"""

import pytest
from tests.live.room import hold_log
from tests.live.script import play, scripts

from bankcraps import BOOKS
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.table.commands import Happening
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.live.wire.views import item

LATE = (
    "at nsw dice=entered: Ann Bob; Dora takes dealer; Max takes boxperson; Stan takes stickperson"
    "; Ann: pass 10; until dice_out"
)

SCRIPTS = """
it waits for dealer and boxperson
    Bob: place 6 12; late: Bob; Bob confirms Bob ! not_your_chair; Dora confirms Bob; Bob has 0 on place 6
    Max confirms Bob; Bob has 12 on place 6; late
only one of a player waits
    Bob: place 6 12; Bob: place 8 12 ! not_now; Ann: place 8 12; Dora confirms Bob; Max confirms Bob
    Bob has 12 on place 6; Bob has 0 on place 8; Bob: place 8 12
they come one by one
    Bob: field 5, any_craps 5 ! bets_closed; late; Bob: field 5; late: Bob
nobody confirms it once the dice have been entered
    Bob: place 6 12; Dora confirms Bob; Stan reads 4-2, first; Max confirms Bob ! bets_closed
    Stan reads 4-2, second; Bob has 0 on place 6; late
it needs people in all chairs until it is made
    Bob: place 6 12; Dora confirms Bob; Dora gives back dealer; Max confirms Bob; Bob has 0 on place 6; late
what the engine would refuse waits for nobody
    Bob: place 6 9000 ! over_maximum; Zoe: pass 10 ! not_seated; late
"""


@pytest.mark.parametrize("script", scripts(SCRIPTS))
def test_a_late_wager(script):
    play(f"{LATE}; {script}")


def test_a_late_wager_that_is_confirmed_says_by_whom():
    room = play(f"{LATE}; Bob: place 6 12; Dora confirms Bob; Max confirms Bob")
    assert [bet.confirmed for bet in room.events(ev.Bet)][-1] == ("dealer", "boxperson")


def test_a_late_wager_that_is_confirmed_twice_for_a_chair_is_in_the_log_once():
    room = play(f"{LATE}; Bob: place 6 12; Dora confirms Bob; Dora confirms Bob; Bob has 0 on place 6")
    assert [one.confirmed for one in room.happenings(en.LateBetAsked)] == [(), ("dealer",)]


def test_a_late_wager_keeps_to_the_limit_that_its_player_has_when_it_is_confirmed():
    """Meanwhile they may have bet at another table. The crew learns no sum."""
    room = play(f"{LATE}; Bob: place 6 12; Dora confirms Bob")
    room.own["Max"] = Allowance(may_risk=Cents(1199))  # the server sets what is Bob's
    play("Max confirms Bob ! own_limit; Bob has 0 on place 6", room)
    assert "$" not in room.last.refused.message
    room.own["Max"] = Allowance(may_risk=Cents(1200))
    play("Max confirms Bob; Bob has 12 on place 6", room)


def test_a_late_wager_may_be_turned_down_or_come_too_late_and_it_is_told():
    room = play(
        f"{LATE}; Bob: place 6 12; Dora turns Bob down; Bob: place 8 12; Stan enters 4-2"
        "; Dora confirms Bob ! not_now; Bob has 0 on place 6; Bob has 0 on place 8"
    )
    assert [drop.by for drop in room.happenings(en.LateBetDropped)] == ["dealer Dora", ""]
    entries = (*room.happenings(en.LateBetAsked), *room.happenings(en.LateBetDropped))
    assert [words for one in entries for words in item(room.book, Happening(1, one, ())).words] == [
        "Bob bets $12 on Place Bet to Win 6 late, and the crew has to confirm it",
        "Bob bets $12 on Place Bet to Win 8 late, and the crew has to confirm it",
        "Bob's late wager is turned down",
        "Bob's late wager was not confirmed before the dice came to rest",
    ]
    hold_log(room)


@pytest.mark.parametrize("there", ["Dora takes dealer", "Max takes boxperson", ""])
def test_where_one_of_those_chairs_is_empty_a_late_wager_is_refused(there):
    room = play(
        f"at nsw dice=entered: Ann; Stan takes stickperson; {there}; Ann: pass 10; until dice_out"
        "; Ann: place 6 12 ! bets_closed"
    )
    assert room.last.refused.clause == "6.3"


@pytest.mark.parametrize("rules", [book for book in BOOKS if book != "nsw"])
def test_other_houses_take_no_late_wagers(rules):
    late = "Ann: pass 10; until dice_out; Ann: place 6 12 ! bets_closed"
    play(f"at {rules}: Ann; Dora takes dealer; {late}")


def test_a_dont_pass_comes_down_while_real_dice_are_out():
    play(
        "at nsw dice=entered: Ann Bob; Stan takes stickperson; Ann: pass 10; Bob: dont_pass 10"
        "; until dice_out; Stan enters 4-2; until dice_out; Bob: take down dont_pass; Bob has 0 on dont_pass"
    )
