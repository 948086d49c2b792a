"""Coming and going: connections that drop, sitting out, the waiting list, idle places."""

import pytest
from msgspec.structs import replace
from tests.live.room import TIMING, Room, hold_log, paid_in, seed_for
from tests.live.script import play, scripts

from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm

FULL = "at nsw places=2: Ann Bob"
ROUND = "Ann: pass 10; Ann: throw; until betting"
IDLE = "at nsw places=2 totals=7,7,7,7 pace=shooter: Ann Bob"

SCRIPTS = f"""
a connection that drops keeps seat and wagers, which are settled
    at nsw totals=6,8: Ann Bob; Ann: pass 10; Ann: place 8 12; Bob: pass 10; Bob vanishes; until paying
    later 5000; Ann has 12 on place 8; until paying; thrown 2; Bob has 10 on pass; Bob returns
    later away+away; Bob is there
a shooter who is gone for a moment keeps the dice
    at nsw: Ann Bob; Ann: pass 10; Bob: pass 10; Ann: accept; later betting-1000; Ann vanishes; until dice_out
    Ann has the dice
a player who sits out is passed over and makes no wagers
    at three_four_five: Ann Bob; Ann: pass 10; Bob: pass 10; Ann sits out; Ann: place 6 12 ! not_now
    until dice_out; until paying; Bob has the dice; Ann plays again; Zoe sits out ! not_seated
dice offered to somebody who does not answer go on
    at washington pace=boxperson: Ann Bob; Sid takes stickperson; Bob: pass 10; Sid: offer Ann
    Sid: no more bets ! not_shooter; later answer-1; Sid: no more bets ! not_shooter; later 1
    Sid: no more bets
    Bob: throw; thrown 1
a full table has a waiting list
    at nsw places=2: ; Cyd waits ! not_now; Ann sits; Bob sits; Cyd: sit ! no_place; Cyd waits; Dan waits
    list: Cyd Dan; Ann: leave; offered: Cyd; Dan: sit ! no_place; Eve: sit ! no_place; Cyd: sit; list: Dan
    offered
who does not take the place in time is passed over
    {FULL}; Cyd waits; Dan waits; Ann: leave; later place; list: Dan; offered: Dan; Dan: sit
two free places go to the first two
    {FULL}; Cyd waits; Dan waits; Eve waits; Ann: leave; Bob: leave; Dan: sit; Eve: sit ! no_place; Cyd: sit
    list: Eve
leaving the list and being away from it
    {FULL}; Cyd waits; Dan waits; Cyd waits no more; list: Dan; Dan vanishes; later away; list
an excluded person neither waits nor sits nor holds a chair
    {FULL}; Sue takes supervisor; Dora takes dealer; Cyd waits; Sue: exclude Cyd device
    Sue: exclude Dora device
    list; chairs: supervisor; Cyd waits ! excluded; Dora asks for dealer ! excluded
a place that nobody plays at is asked for after three rounds in nsw
    {IDLE}; Cyd waits; {ROUND}; {ROUND}; Bob is there; {ROUND}; Bob is gone; Cyd: sit
a supervisor who is there asks for the place or does not
    {IDLE}; Sue takes supervisor; Cyd waits; Sue: vacate Bob ! not_idle; {ROUND}; {ROUND}; {ROUND}
    Bob is there
    Sue: vacate Bob
without anybody waiting a place is not asked for
    {IDLE}; {ROUND}; {ROUND}; {ROUND}; {ROUND}; Bob is there
a place at a closed table is offered to nobody
    {FULL}; Sue takes games_supervisor; Sue: post_sign closing; later 1200000; Cyd waits; Sue: close_table
    Ann: leave; Cyd: sit ! table_closed; later place; offered; list: Cyd
"""


@pytest.mark.parametrize("script", scripts(SCRIPTS))
def test_coming_and_going(script):
    play(script)


def test_who_does_not_come_back_leaves_and_is_cashed_out():
    room = play("at nsw: Ann Bob; Bob: place 6 12; Bob vanishes; later away-1; Bob is there; later 1")
    room.until("paying")  # a place wager that the stickperson throws for waits until the dice rest
    assert room.state.seat("Bob") is None
    assert paid_in(room, "Bob") <= 12
    assert "Bob" not in {guest.name for guest in room.table.guests}
    hold_log(room)


def test_a_contract_wager_stays_until_it_is_decided_and_then_its_player_goes():
    timing = replace(TIMING, away_ms=40_000)
    room = Room("nsw", seed=seed_for(6, 4, 4, 6), pace="shooter", timing=timing)
    room.sits("Ann")
    play("Ann: pass 10; Ann: throw; Ann vanishes; later 80000; thrown 3; Ann has 10 on pass", room)
    play("later 31000; Ann is gone", room)
    assert paid_in(room, "Ann") == -10


ORDERED, PASSED = [("OrderPass", "boxperson")], [("PassDice", "Ann")]


@pytest.mark.parametrize(
    ("rules", "point", "words"),
    [
        ("nsw", False, ORDERED),
        ("nsw", True, ORDERED),
        ("washington", True, ORDERED),
        ("three_four_five", False, PASSED),
        ("three_four_five", True, PASSED),
        ("classic", False, PASSED),
        ("classic", True, []),  # a point keeps the dice with Ann: they are thrown for her
    ],
)
def test_a_shooter_who_vanished_has_the_dice_moved_on_as_the_book_says(rules, point, words):
    room = play(f"at {rules} totals={'6,4' if point else '6'}: Ann Bob; Ann: pass 10; Bob: pass 10")
    play("until paying; until betting" if point else "Ann: accept", room)
    play("Ann vanishes; later answer; until dice_out", room)
    moved = (*room.events(ev.OrderPass), *room.events(ev.PassDice))
    assert [(type(event).__name__, str(event.by)) for event in moved] == words
    play(f"until paying; thrown {1 + point}", room)  # whatever the book says, the game goes on


def test_a_whole_waiting_list_may_vanish_at_once():
    room = play(FULL)
    for name in (f"W{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(100)):
        assert room.ask(name, cm.Wait, waiting=True) is None
    play("Zoe waits ! not_now; the house opens again; later away; list", room)


def test_who_sits_out_and_who_asks_for_an_idle_place_is_in_the_log():
    room = play("at nsw: Ann Bob; Ann sits out; Ann plays again")
    assert [entry.out for entry in room.happenings(en.SatOut)] == [True, False]
    room = play(f"{IDLE}; Cyd waits; {ROUND}; {ROUND}; {ROUND}")
    assert [str(vacated.by) for vacated in room.events(ev.Vacate)] == ["supervisor"]
