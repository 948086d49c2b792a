"""Quiet tables: players who are ready close the betting, and somebody who plays alone is never hurried."""

import pytest
from tests.live.room import TIMING, Room, hold_log, seed_for

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Bot
from bankcraps.live.log.settings import Timing
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view


def quiet(*people, rules="classic", steady=False, **settings):
    """A table at which the first player has a wager on the line."""
    room = Room(rules, steady=steady, **settings)
    room.sits(*people)
    room.does(people[0], "pass 10")
    return room


def with_bot(*people, name="Molly", **settings):
    """The same, with a bot that plays behind it."""
    room = quiet(*people, **settings)
    room.tell(cm.SeatBot(Bot(name, "one", "when come_out: pass 10", Cents(50_000)), ""))
    room.sits(name)
    return room


def ready(room, *people):
    for person in people:
        assert room.ask(person, cm.Ready) is None, room.last.refused


def waits_for(room):
    return view(room.book, room.table).unready


# Everybody is ready.


@pytest.mark.parametrize("pace", ["clock", "shooter", "boxperson"])
def test_the_betting_closes_when_the_last_player_is_ready(pace):
    room = quiet("Ann", "Bob", pace=pace)
    ready(room, "Ann")
    assert (room.phase, room.table.ready, waits_for(room)) == ("betting", ("Ann",), ("Bob",))
    ready(room, "Bob")
    assert (room.phase, room.table.ready) == ("dice_out", ())
    assert len(room.events(ev.NoMoreBets)) == 1
    room.does("Ann", "throw")
    hold_log(room)


def test_where_the_boxperson_is_there_nobody_else_closes_the_betting():
    room = quiet("Ann", "Bob", pace="boxperson")
    room.takes("Dora", "boxperson")
    assert "ready" not in room.may("Ann")
    assert "the boxperson ends the betting" in room.ask("Ann", cm.Ready).message
    assert waits_for(room) == ()


def test_the_boxperson_who_comes_takes_over_from_those_who_are_ready():
    room = quiet("Ann", "Bob", pace="boxperson")
    ready(room, "Ann")
    room.takes("Dora", "boxperson")
    assert room.ask("Bob", cm.Ready).code == "not_now"
    assert room.phase == "betting"


def test_without_a_throw_to_make_the_ready_wait():
    room = Room("classic")
    room.sits("Ann", "Bob")
    ready(room, "Ann", "Bob")
    assert room.phase == "betting"
    room.does("Ann", "pass 10")  # she has bet, and so is ready no more
    assert room.phase == "betting"
    ready(room, "Ann")
    assert room.phase == "dice_out"
    hold_log(room)


@pytest.mark.parametrize("line", ["pass 10", "place 6 12", "field 5", "down place 6", "undo"])
def test_whoever_bets_again_or_takes_back_is_not_ready_any_more(line):
    room = quiet("Ann", "Bob", "Cid", rules="washington")
    room.does("Ann", "place 6 12")
    room.does("Bob", "pass 10")
    ready(room, "Ann", "Bob")
    room.does("Ann", line)
    assert room.table.ready == ("Bob",)
    ready(room, "Cid")
    assert room.phase == "betting"
    assert waits_for(room) == ("Ann",)
    hold_log(room)


def test_a_call_takes_the_ready_back_and_chips_do_not():
    room = quiet("Ann", "Bob", seed=seed_for(6), rules="classic")
    room.does("Ann", "place 8 6")
    room.until("paying")
    room.until("betting")
    ready(room, "Ann")
    room.does("Ann", "buy_in 100")
    assert room.table.ready == ("Ann",)
    room.does("Ann", "place 8 off")
    assert room.table.ready == ()
    hold_log(room)


def test_a_player_may_say_that_they_are_not_ready_after_all():
    room = quiet("Ann", "Bob")
    ready(room, "Ann")
    assert room.ask("Ann", cm.Ready, ready=False) is None
    ready(room, "Bob")
    assert room.phase == "betting"
    assert [(one.player, one.ready) for one in room.happenings(en.SaidReady)] == [
        ("Ann", True),
        ("Ann", False),
        ("Bob", True),
    ]


def test_a_ready_said_twice_is_noted_once():
    room = quiet("Ann", "Bob")
    ready(room, "Ann", "Ann")
    assert len(room.happenings(en.SaidReady)) == 1


# Ready, and people who come and go.


def test_somebody_who_comes_has_to_be_ready_too():
    room = quiet("Ann", "Bob")
    ready(room, "Ann")
    room.sits("Cid")
    ready(room, "Bob")
    assert (room.phase, waits_for(room)) == ("betting", ("Cid",))
    ready(room, "Cid")
    assert room.phase == "dice_out"


@pytest.mark.parametrize("goes", ["leave", "sit out"])
def test_nobody_waits_for_a_player_who_leaves_or_sits_out(goes):
    room = quiet("Ann", "Bob", "Cid")
    ready(room, "Ann", "Cid")
    if goes == "leave":
        room.does("Bob", "leave")
    else:
        assert room.ask("Bob", cm.SitOut, out=True) is None
    assert room.phase == "dice_out"
    hold_log(room)


def test_a_player_who_is_ready_and_leaves_closes_nothing():
    room = quiet("Ann", "Bob", "Cid")
    ready(room, "Bob")
    room.does("Bob", "leave")
    assert (room.phase, room.table.ready) == ("betting", ())


def test_a_connection_that_drops_is_waited_for_as_long_as_a_player_may_take_to_answer():
    room = quiet("Ann", "Bob", "Cid")
    ready(room, "Ann", "Cid")
    room.vanishes("Bob")
    room.later(TIMING.answer_ms - 1)
    assert room.phase == "betting"
    room.later(1)
    assert room.phase == "dice_out"


def test_a_page_that_is_loaded_again_stays_ready():
    room = quiet("Ann", "Bob")
    ready(room, "Ann")
    room.vanishes("Ann")
    room.returns("Ann")
    ready(room, "Bob")
    assert room.phase == "dice_out"


def test_when_all_are_away_the_clock_goes_on_though_they_were_ready():
    room = quiet("Ann", "Bob", rules="washington")
    ready(room, "Ann")
    for name in ("Ann", "Bob"):
        room.vanishes(name)
    room.later(TIMING.answer_ms)
    assert room.phase == "betting"
    room.later(TIMING.betting_ms)
    assert room.phase != "betting"


def test_a_table_that_is_opened_again_remembers_who_is_ready():
    room = quiet("Ann", "Bob")
    ready(room, "Ann")
    room.tell(cm.Opened())
    assert room.table.ready == ("Ann",)
    for name in ("Ann", "Bob"):
        room.returns(name)
    ready(room, "Bob")
    assert room.phase == "dice_out"
    hold_log(room)


def test_the_dice_go_on_from_a_shooter_who_sits_out_and_then_the_ready_count():
    room = quiet("Ann", "Bob", "Cid", rules="three_four_five")
    room.does("Bob", "pass 10")
    assert room.ask("Ann", cm.SitOut, out=True) is None
    ready(room, "Bob", "Cid")
    assert room.phase == "dice_out"
    assert view(room.book, room.table).thrower == "Bob"


# Ready, and the house.


def test_a_notice_that_is_due_comes_before_the_next_betting_and_takes_the_ready_back():
    room = quiet("Ann", "Bob", pace="shooter", timing=Timing(shooter_ms=0))
    room.takes("Max", "boxperson")
    room.does("Max", "post_sign limits 10:500 at 0:20")
    assert room.ask("Max", cm.GiveChair, role="boxperson") is None
    ready(room, "Ann")
    room.now += 20 * 60_000
    room.tell(cm.Tick())
    assert room.state.floor.limits.minimum == Cents(1000)
    assert "Ann" not in room.table.ready


def test_a_wager_after_the_ready_closed_the_betting_is_late():
    room = quiet("Ann", "Bob", rules="nsw", dice="entered")
    for person, role in {"Dora": "dealer", "Max": "boxperson", "Stan": "stickperson"}.items():
        room.takes(person, role)
    ready(room, "Ann", "Bob")
    assert room.phase == "dice_out"
    assert room.say("Bob", "place 6 12") is None
    assert [late.bet.by.person for late in room.table.late] == ["Bob"]
    assert room.ask("Bob", cm.Ready).message == "the betting is closed already"
    hold_log(room)


def test_real_dice_wait_until_somebody_can_enter_them():
    room = quiet("Ann", "Bob", dice="entered")
    ready(room, "Ann", "Bob")
    assert room.phase == "betting"
    room.takes("Max", "boxperson")
    assert room.phase == "dice_out"
    for look in ("first", "second"):
        assert room.ask("Max", cm.EnterThrow, throw=Throw(4, 2), look=look) is None
    assert room.table.ready == ()
    hold_log(room)


def test_only_players_are_ready():
    room = quiet("Ann", "Bob")
    room.takes("Max", "boxperson")
    assert room.ask("Zoe", cm.Ready).code == "not_seated"
    assert room.ask("Max", cm.Ready).code == "not_seated"
    assert room.ask("Bob", cm.SitOut, out=True) is None
    assert room.ask("Bob", cm.Ready).message == "Bob sits out: play again first"


def test_nobody_is_ready_while_the_dealers_pay_several_players():
    room = quiet("Ann", "Bob")
    room.until("paying")
    assert "ready" not in room.may("Ann")
    assert room.ask("Ann", cm.Ready).message.startswith("the dealers are paying")


# Alone at a table.


@pytest.mark.parametrize("pace", ["clock", "shooter", "boxperson"])
def test_no_clock_runs_against_somebody_who_plays_alone(pace):
    room = quiet("Ann", pace=pace)
    room.later(3_600_000)
    assert (room.phase, room.table.phase.until) == ("betting", None)
    assert view(room.book, room.table).alone == "Ann"
    assert "throw" in room.may("Ann")
    room.does("Ann", "throw")
    assert (room.phase, len(room.throws)) == ("paying", 1)
    hold_log(room)


def test_a_steady_table_keeps_its_clock_for_a_single_player():
    room = quiet("Ann", steady=True)
    assert view(room.book, room.table).alone == ""
    room.later(TIMING.betting_ms + TIMING.throwing_ms)
    assert len(room.throws) == 1


def test_a_throw_or_a_bet_ends_the_payments_of_somebody_who_plays_alone():
    room = quiet("Ann", seed=seed_for(6, 6, 4))
    room.does("Ann", "throw")
    room.does("Ann", "place 8 12")
    assert room.phase == "betting"
    room.does("Ann", "throw")
    assert room.phase == "paying"
    room.does("Ann", "pass 10", "throw")
    assert len(room.throws) == 3
    hold_log(room)


def test_a_refused_bet_does_not_end_the_payments():
    room = quiet("Ann")
    room.does("Ann", "throw")
    assert room.say("Ann", "place 6 7000") is not None
    assert room.phase == "paying"


def test_with_another_player_the_payments_last_as_before():
    room = quiet("Ann", "Bob")
    room.until("dice_out")
    room.does("Ann", "throw")
    assert room.say("Ann", "place 6 12").message.startswith("the dealers are paying")
    assert room.say("Ann", "throw").message.startswith("the dealers are paying")


def test_the_clock_starts_when_somebody_comes_and_stops_when_they_go():
    room = quiet("Ann")
    room.later(60_000)
    room.sits("Bob")
    assert room.table.phase.until == room.now + TIMING.betting_ms
    assert room.say("Ann", "throw").message.startswith("the betting is still open")
    room.does("Bob", "leave")
    assert room.table.phase.until is None
    hold_log(room)


def test_the_last_seconds_end_when_the_other_player_goes():
    room = quiet("Ann", "Bob")
    room.until("last_bets")
    room.does("Bob", "leave")
    assert (room.phase, room.table.phase.until) == ("betting", None)


def test_somebody_alone_who_goes_away_is_not_waited_for():
    room = quiet("Ann", rules="washington")
    room.vanishes("Ann")
    room.later(TIMING.answer_ms - 1)
    assert room.table.phase.until is None
    room.later(1)
    assert room.table.phase.until == room.now + TIMING.betting_ms
    room.returns("Ann")
    assert room.table.phase.until is None


def test_a_player_who_sits_out_leaves_the_other_alone():
    room = quiet("Ann", "Bob")
    assert room.ask("Bob", cm.SitOut, out=True) is None
    assert (view(room.book, room.table).alone, room.table.phase.until) == ("Ann", None)
    assert room.ask("Bob", cm.SitOut, out=False) is None
    assert room.table.phase.until == room.now + TIMING.betting_ms


def test_the_dice_are_offered_for_as_long_as_somebody_alone_likes():
    room = Room("nsw", steady=False)
    room.sits("Ann")
    room.later(3_600_000)
    assert "accept" in room.may("Ann")
    assert not room.events(ev.Decline)


def test_without_a_shooter_the_ready_of_somebody_alone_throws_at_once():
    room = Room("nsw", steady=False)
    room.sits("Ann")
    room.does("Ann", "decline", "place 6 12")
    ready(room, "Ann")
    assert len(room.throws) == 1


def test_somebody_alone_with_real_dice_closes_the_betting_by_throwing():
    room = quiet("Ann", dice="entered")
    assert room.say("Ann", "throw") is None
    assert room.phase == "in_the_air"
    room.takes("Max", "boxperson")
    for look in ("first", "second"):
        assert room.ask("Max", cm.EnterThrow, throw=Throw(4, 2), look=look) is None
    assert len(room.throws) == 1


# Bots.


def test_a_bot_is_waited_for_until_it_has_bet():
    room = with_bot("Ann", "Bob")
    ready(room, "Ann", "Bob")
    assert (room.phase, waits_for(room)) == ("betting", ("Molly",))
    room.does("Molly", "pass 10")
    ready(room, "Molly")
    assert room.phase == "dice_out"


def test_a_bot_whose_connection_dropped_is_not_waited_for():
    room = with_bot("Ann", "Bob")
    room.vanishes("Molly")
    ready(room, "Ann", "Bob")
    assert room.phase == "dice_out"


def test_bots_alone_are_never_ready():
    room = with_bot("Ann")
    room.does("Molly", "pass 10")
    room.does("Ann", "throw")
    room.until("betting")
    assert room.ask("Ann", cm.SitOut, out=True) is None
    assert room.ask("Molly", cm.Ready).message == "only bots play here now, and the clock ends their betting"


def test_a_throw_beside_bots_waits_until_they_have_bet():
    room = with_bot("Ann")
    assert room.say("Ann", "throw") is None
    assert (room.phase, room.throws) == ("betting", [])
    room.does("Molly", "pass 10")
    ready(room, "Molly")
    assert (room.phase, len(room.throws)) == ("paying", 1)
    hold_log(room)


def test_a_throw_beside_a_bot_that_does_nothing_waits_a_second():
    room = with_bot("Ann")
    room.does("Ann", "throw")
    room.later(999)
    assert room.throws == []
    room.later(1)
    assert len(room.throws) == 1
    hold_log(room)


def test_a_throw_that_is_refused_makes_nobody_ready():
    room = Room("classic", steady=False)
    room.tell(cm.SeatBot(Bot("Molly", "one", "when come_out: pass 10", Cents(50_000)), ""))
    room.sits("Ann", "Molly")
    room.does("Ann", "field 5")
    assert room.say("Ann", "throw") is not None
    assert room.table.ready == ()


def test_a_throw_while_bots_are_paid_lets_them_bet_first():
    room = with_bot("Ann", seed=seed_for(6))
    ready(room, "Molly")
    room.does("Ann", "throw")
    assert room.phase == "paying"
    room.does("Ann", "throw")
    assert (room.phase, len(room.throws)) == ("betting", 1)
    room.does("Molly", "place 8 12")
    ready(room, "Molly")
    assert len(room.throws) == 2
    hold_log(room)


def test_nobody_waits_for_a_bot_to_throw():
    room = Room("classic")
    room.tell(cm.SeatBot(Bot("Molly", "one", "when come_out: pass 10", Cents(50_000)), ""))
    room.sits("Molly", "Ann", "Bob")
    room.does("Molly", "pass 10")
    room.later(TIMING.betting_ms)
    assert (room.phase, len(room.throws)) == ("paying", 1)
    hold_log(room)


def test_clocks_of_no_length_come_to_rest_for_somebody_alone():
    room = quiet("Ann", timing=Timing(betting_ms=0, warning_ms=0, throwing_ms=0, paying_ms=0))
    for _ in range(3):
        room.say("Ann", "pass 10")
        room.does("Ann", "throw")
    assert len(room.throws) == 3
