"""Chairs taken and given back in mid-hand, real dice, notices, disputes, and the advice of a house."""

import pytest
from tests.live.script import play, scripts

from bankcraps import BOOKS, Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view

FELT = "at nsw dice=entered: Ann Bob; Sid takes stickperson; Ann: pass 10; until dice_out"
"""A table with real dice that Sid reads. They are in the air."""

SCRIPTS = f"""
a chair is taken and given back in mid-hand
    at nsw totals=6: Ann; Ann: pass 10; until dice_out; Sid takes stickperson; chairs: stickperson
    Sue is granted stickperson; Sue asks for stickperson ! chair_taken; Ann: throw
    Ann gives back stickperson ! not_your_chair; Sid gives back stickperson; point 6; until dice_out
a player is not of the crew
    at nsw: Ann; Ann is granted stickperson; Ann asks for stickperson ! not_now; Sid takes stickperson
    Sid: sit ! not_now; Sid gives back stickperson; Sid: sit
a chair whose person is gone goes back to the automatic crew
    at nsw: ; Sid takes stickperson; Sid vanishes; later away; chairs
a throw counts at the second look
    {FELT}; Sid reads 4-2, second ! not_now; Sid reads 4-2, first; point 0; Sid reads 4-1, second ! dice
    Sid reads 4-2, second; point 6; Sid reads 4-2, first ! not_now
the crew that reads no dice enters none
    {FELT}; Ivy takes inspector; Dora takes dealer; Ann reads 4-2, first ! not_your_chair
    Ivy reads 4-2, first ! not_your_chair; Dora reads 4-2, first ! not_your_chair
    Zoe reads 4-2, first ! not_your_chair; Ann gives seed luck ! not_now
the boxperson enters what the automatic stickperson calls
    {FELT}; Max takes boxperson; Max reads 4-2, first ! not_your_chair; Sid gives back stickperson
    Max enters 4-2
a throw that was entered does not outlive its round
    {FELT}; Sid reads 4-2, first; Sid: no roll cocked; until dice_out; Sid reads 4-2, second ! not_now
late wagers stop when a throw was entered
    {FELT}; Dora takes dealer; Dora takes boxperson; Sid reads 4-2, first; Bob: place 6 12 ! bets_closed
all wagers stand once a throw was entered
    at classic dice=entered: Ann Bob; Sid takes stickperson; Ann: pass 10; until dice_out; Sid enters 5-4
    until betting; Bob: place 6 12; Bob: place 8 12; until dice_out; Bob: down place 8; Bob: off place 6
    Sid reads 4-3, first; Bob: on place 6 ! bets_closed
    Bob: down place 6 ! bets_closed; Bob: off place 6 ! bets_closed; Bob: undo ! bets_closed
    Bob: leave ! bets_closed; Sid reads 4-3, second; Bob has 12 on place 6; Bob has 488 in the rail
without anybody to read the dice the betting stays open
    at nsw dice=entered: Ann; Ann: pass 10; later 200000; now betting; Max takes boxperson; later betting
    now dice_out
a notice runs on the clock of the room
    at nsw: Ann; Sue takes supervisor; Sue: limits 10:500 ! needs_notice; Sue: post_sign limits 10:500
    later 1140000; Sue: limits 10:500 ! needs_notice; later 60000; Sue: limits 10:500; limits from 10
the automatic crew does what a notice announced
    at nsw: Ann; Sue takes supervisor; Sue: post_sign closing; Sue gives back supervisor; later 1199000; open
    later 1000; closed
a closed table plays until its wagers are decided
    at nsw totals=6,8,6 pace=shooter: Ann; Sue takes supervisor; Ann: pass 10; Ann: throw; until betting
    Sue: post_sign closing; 20 minutes pass; Ann: throw; Sue: close_table; later 300000; closed
    Ann has 0 on pass; Ann: pass 10 ! table_closed
nobody floods the table with disputes
    at nsw: Ann; Ann: dispute "1"; Ann: dispute "2"; Ann: dispute "3"; Ann: dispute "4"; Ann: dispute "5"
    Ann: dispute "6" ! not_now
"""


@pytest.mark.parametrize("script", scripts(SCRIPTS))
def test_the_crew(script):
    play(script)


def test_who_throws_and_calls_is_in_the_log():
    """A mistake at the first look is entered again, and both stay."""
    room = play(f"{FELT}; Sid reads 4-1, first; Sid reads 4-2, first")
    assert view(room.book, room.table).entered.throw == Throw(4, 2)
    play("Sid reads 4-2, second", room)
    assert [entry.throw for entry in room.happenings(en.ThrowEntered)] == [Throw(4, 1), Throw(4, 2)]
    assert (room.throws[0].by.person, room.table.entered) == ("Sid", None)
    room = play(f"{FELT}; Sid gives back stickperson; Max takes boxperson; Max enters 4-2")
    assert str(room.throws[0].by) == "stickperson"


def test_an_irregular_throw_is_judged_by_the_book():
    room = play(f"{FELT}; Sid reads 4-2, first")
    for irregular, code in (("cocked", "must_be_no_roll"), ("short", "")):
        refused = room.ask("Sid", cm.EnterThrow, throw=Throw(4, 2), look="second", irregular=irregular)
        assert (refused.code if refused else "") == code
    assert room.throws[0].irregular == "short"


# Disputes.


def test_one_person_in_two_chairs_decides_in_the_one_whose_turn_it_is():
    room = play('at nsw: Ann; Sue takes games_supervisor; Sue takes supervisor; Ann: dispute "6"')
    play('Sue: decide 1 "no"; Ann: ask_review 1; Sue: decide 1 "no again"', room)
    assert [event.by.role for event in room.events(ev.Decide)] == ["games_supervisor", "supervisor"]


# Dice off the table.

LOST = (
    "at nsw: Ann; Sid takes stickperson; Ann: pass 10; Ann: accept; Ann: choose 1 2"
    "; Sid: no_roll off_table dice 2"
)


def test_a_shooter_chooses_other_dice_or_waits_for_the_same_or_gets_some():
    room = play(LOST)
    said = room.say("Sid", "no more bets").message
    assert said == "a die left the table, and a throw needs two dice: say `Ann: choose 3`"
    play("later answer", room)
    assert room.state.dice.chosen == (1, 3)
    play("later betting+throwing; thrown 1", room)
    room = play(f"{LOST}; Ann: same_dice")
    assert room.state.dice.chosen == (1, 2)  # the automatic boxperson found die 2 sound
    assert str(room.events(ev.Inspect)[0].by) == "boxperson"


def test_a_table_that_lost_its_dice_gets_new_ones():
    room = play(
        "at nsw: Ann; Max takes boxperson; Ann: pass 10; Max: no_roll off_table dice 1 2; Max: die_lost 1"
        "; Max: die_lost 2; Ann: choose 3 4; Max: no_roll off_table dice 3 4"
    )
    play("later answer+betting+throwing; thrown 1", room)
    assert room.state.dice.number >= 2


# The advice that a house may give.


@pytest.mark.parametrize(("rules", "tells"), [(book, book != "nsw") for book in BOOKS])
def test_a_house_that_may_not_advise_says_so_with_its_clause(rules, tells):
    room = play(f"at {rules}: ")
    seen = view(room.book, room.table)
    assert (seen.advice, seen.advice_source) == (tells, "convention" if tells else "9.6")
