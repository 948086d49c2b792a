"""Chairs taken and given back in mid-hand, real dice, notices, disputes, and the advice of a house."""

import pytest
from tests.live.room import TIMING, Room, hold_log, seed_for

from bankcraps import BOOKS, Cents, Limits, Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view

# Chairs.


def test_a_chair_is_taken_and_given_back_in_mid_hand():
    room = Room("nsw", seed=seed_for(6))
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.until("dice_out")
    room.takes("Sid", "stickperson")
    assert room.table.holder("stickperson") == "Sid"
    room.roles["Sue"] = frozenset({"stickperson"})
    assert room.ask("Sue", cm.TakeChair, role="stickperson").message == "Sid is the stickperson already"
    room.does("Ann", "throw")
    assert room.ask("Ann", cm.GiveChair, role="stickperson").code == "not_your_chair"
    assert room.ask("Sid", cm.GiveChair, role="stickperson") is None
    assert room.state.puck == 6
    room.until("dice_out")
    hold_log(room)


def test_the_clock_calls_in_nobodys_name():
    room = Room("nsw")
    room.sits("Ann")
    room.takes("Sid", "stickperson")
    room.takes("Dora", "dealer")
    room.does("Ann", "pass 10")
    room.until("dice_out")
    (call,) = room.events(ev.NoMoreBets)
    assert str(call.by) == "stickperson"  # neither Sid nor Dora called it: the clock did


def test_a_player_is_not_of_the_crew():
    room = Room("nsw")
    room.sits("Ann")
    room.roles["Ann"] = room.roles["Sid"] = frozenset({"stickperson"})
    assert room.ask("Ann", cm.TakeChair, role="stickperson").code == "not_now"
    room.takes("Sid", "stickperson")
    assert room.say("Sid", "sit").message == "Sid is the stickperson: give the chair back before you play"
    assert room.ask("Sid", cm.GiveChair, role="stickperson") is None
    room.does("Sid", "sit")


def test_a_chair_whose_person_is_gone_goes_back_to_the_automatic_crew():
    room = Room("nsw")
    room.takes("Sid", "stickperson")
    room.vanishes("Sid")
    room.later(TIMING.away_ms)
    assert room.table.holder("stickperson") == ""
    assert room.happenings(en.ChairGiven)


# Real dice.


def felt(**settings):
    room = Room("nsw", dice="entered", **settings)
    room.sits("Ann", "Bob")
    room.takes("Sid", "stickperson")
    room.does("Ann", "pass 10")
    room.until("dice_out")
    return room


def enter(room, person, throw, look, **more):
    return room.ask(person, cm.EnterThrow, throw=Throw(*throw), look=look, **more)


def test_a_throw_counts_at_the_second_look():
    room = felt()
    assert enter(room, "Sid", (4, 2), "second").message == "enter the throw first, then confirm it"
    assert enter(room, "Sid", (4, 2), "first") is None
    assert view(room.book, room.table).entered.throw == Throw(4, 2)
    assert room.state.puck == 0
    assert enter(room, "Sid", (4, 1), "second").code == "dice"
    assert enter(room, "Sid", (4, 2), "second") is None
    assert room.state.puck == 6
    assert room.throws[0].by.person == "Sid"
    assert room.table.entered is None
    hold_log(room)


def test_a_mistake_at_the_first_look_is_entered_again_and_both_stay_in_the_log():
    room = felt()
    enter(room, "Sid", (4, 1), "first")
    enter(room, "Sid", (4, 2), "first")
    assert enter(room, "Sid", (4, 2), "second") is None
    assert [entry.throw for entry in room.happenings(en.ThrowEntered)] == [Throw(4, 1), Throw(4, 2)]


def test_who_enters_throws_and_when():
    room = felt()
    room.takes("Ivy", "inspector")
    room.takes("Dora", "dealer")
    for person in ("Ann", "Ivy", "Dora", "Zoe"):
        assert enter(room, person, (4, 2), "first").code == "not_your_chair"
    assert (
        room.ask("Ann", cm.GiveSeed, seed="luck").message
        == "this table plays with real dice: they need no seed"
    )
    assert enter(room, "Sid", (4, 2), "first") is None
    assert enter(room, "Sid", (4, 2), "second") is None
    assert enter(room, "Sid", (4, 2), "first").code == "not_now"
    sealed = Room("nsw")
    sealed.takes("Sid", "stickperson")
    assert (
        enter(sealed, "Sid", (4, 2), "first").message
        == "the dice of this table are sealed: nobody enters throws"
    )


def test_the_boxperson_enters_what_the_automatic_stickperson_calls():
    room = felt()
    room.takes("Max", "boxperson")
    assert enter(room, "Max", (4, 2), "first").message == (
        "in this house the stickperson calls the throw, and Sid sits there"
    )
    assert room.ask("Sid", cm.GiveChair, role="stickperson") is None
    for look in ("first", "second"):
        assert enter(room, "Max", (4, 2), look) is None
    assert str(room.throws[0].by) == "stickperson"


def test_a_throw_that_was_entered_does_not_outlive_its_round():
    room = felt()
    enter(room, "Sid", (4, 2), "first")
    room.does("Sid", "no roll cocked")
    assert room.table.entered is None
    room.until("dice_out")
    assert enter(room, "Sid", (4, 2), "second").code == "not_now"


def test_an_irregular_throw_is_judged_by_the_book():
    room = felt()
    enter(room, "Sid", (4, 2), "first")
    assert enter(room, "Sid", (4, 2), "second", irregular="cocked").code == "must_be_no_roll"
    assert enter(room, "Sid", (4, 2), "second", irregular="short") is None
    assert room.throws[0].irregular == "short"


def test_late_wagers_stop_when_a_throw_was_entered():
    room = felt()
    room.takes("Dora", "dealer", "boxperson")
    enter(room, "Sid", (4, 2), "first")
    assert room.say("Bob", "place 6 12").message == "the dice have come to rest: this wager is too late"


def test_without_anybody_to_read_the_dice_the_betting_stays_open():
    room = Room("nsw", dice="entered")
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.later(200_000)
    assert room.phase == "betting"
    room.takes("Max", "boxperson")
    room.later(TIMING.betting_ms)
    assert room.phase == "dice_out"


# Notices on the room's clock.


def test_a_notice_runs_on_the_rooms_clock():
    room = Room("nsw")
    room.sits("Ann")
    room.takes("Sue", "supervisor")
    higher = Limits(Cents(1000), Cents(50_000), Cents(0))
    assert room.act("Sue", ev.SetLimits(higher)).code == "needs_notice"
    assert room.act("Sue", ev.PostSign(higher)) is None
    room.later(19 * 60_000)
    assert room.act("Sue", ev.SetLimits(higher)).clause == "7.3"
    room.later(60_000)
    assert room.act("Sue", ev.SetLimits(higher)) is None
    assert room.state.floor.limits == higher


def test_the_automatic_crew_does_what_a_notice_announced():
    room = Room("nsw")
    room.sits("Ann")
    room.takes("Sue", "supervisor")
    assert room.act("Sue", ev.PostSign()) is None
    assert room.ask("Sue", cm.GiveChair, role="supervisor") is None
    room.later(20 * 60_000 - 1000)
    assert not room.state.floor.closed
    room.later(1000)
    assert room.state.floor.closed
    assert str(room.events(ev.Close)[0].by) == "supervisor"
    hold_log(room)


def test_a_closed_table_plays_until_its_wagers_are_decided():
    room = Room("nsw", seed=seed_for(6, 8, 6), pace="shooter")
    room.sits("Ann")
    room.takes("Sue", "supervisor")
    room.does("Ann", "pass 10", "throw")
    room.until("betting")
    room.act("Sue", ev.PostSign())
    room.now += 20 * 60_000
    room.does("Ann", "throw") if room.phase == "betting" else None
    assert room.act("Sue", ev.Close()) is None
    room.later(300_000)
    assert room.state.floor.closed
    assert not room.state.seat("Ann").wagers
    assert not room.state.out
    assert room.say("Ann", "pass 10").code == "table_closed"


# Disputes.


def test_a_dispute_is_raised_decided_reviewed_and_investigated():
    room = Room("nsw")
    room.sits("Ann")
    room.sits("Bob")
    for person, role in (("Gus", "games_supervisor"), ("Sue", "supervisor"), ("Ivy", "inspector")):
        room.takes(person, role)
    assert room.act("Ann", ev.Dispute("my 6 was not paid")) is None
    assert room.act("Sue", ev.Decide(1, "no")).message == "only the games supervisor may decide dispute 1 now"
    assert room.act("Gus", ev.Decide(1, "paid")) is None
    assert room.act("Bob", ev.AskReview(1)) is None
    assert room.act("Sue", ev.Decide(1, "it was a 5")) is None
    assert room.act("Bob", ev.AskReview(1)).code == "not_your_act"
    assert room.act("Ann", ev.AskReview(1)) is None
    assert room.act("Ivy", ev.Investigate(1, "the film shows a 5")) is None
    (case,) = view(room.book, room.table).floor.disputes
    assert case.closed
    hold_log(room)


def test_one_person_in_two_chairs_decides_in_the_one_whose_turn_it_is():
    room = Room("nsw")
    room.sits("Ann")
    room.takes("Sue", "games_supervisor", "supervisor")
    room.act("Ann", ev.Dispute("my 6 was not paid"))
    assert room.act("Sue", ev.Decide(1, "no")) is None
    room.act("Ann", ev.AskReview(1))
    assert room.act("Sue", ev.Decide(1, "no again")) is None
    assert [event.by.role for event in room.events(ev.Decide)] == ["games_supervisor", "supervisor"]


def test_nobody_floods_the_table_with_disputes():
    room = Room("nsw")
    room.sits("Ann")
    for number in range(5):
        assert room.act("Ann", ev.Dispute(f"number {number}")) is None
    assert room.act("Ann", ev.Dispute("one more")).code == "not_now"


# Dice off the table.


def test_a_shooter_who_does_not_choose_other_dice_gets_some():
    room = Room("nsw", pace="clock")
    room.sits("Ann")
    room.takes("Sid", "stickperson")
    room.does("Ann", "pass 10")
    assert room.act("Ann", ev.Accept()) is None
    assert room.act("Ann", ev.Choose((1, 2))) is None
    assert room.act("Sid", ev.NoRoll("off_table", (2,))) is None
    said = room.say("Sid", "no more bets").message
    assert said == "a die left the table, and a throw needs two dice: say `Ann: choose 3`"
    room.later(TIMING.answer_ms)
    assert room.state.dice.chosen == (1, 3)
    room.later(TIMING.betting_ms + TIMING.throwing_ms)
    assert len(room.throws) == 1
    hold_log(room)


def test_a_shooter_may_wait_for_the_same_dice():
    room = Room("nsw", pace="clock")
    room.sits("Ann")
    room.takes("Sid", "stickperson")
    room.does("Ann", "pass 10")
    assert room.act("Ann", ev.Accept()) is None
    assert room.act("Ann", ev.Choose((1, 2))) is None
    assert room.act("Sid", ev.NoRoll("off_table", (2,))) is None
    assert room.act("Ann", ev.SameDice()) is None
    assert room.state.dice.chosen == (1, 2)  # the automatic boxperson found die 2 sound
    assert str(room.events(ev.Inspect)[0].by) == "boxperson"


def test_a_table_that_lost_its_dice_gets_new_ones():
    room = Room("nsw", pace="clock")
    room.sits("Ann")
    room.takes("Max", "boxperson")
    room.does("Ann", "pass 10")
    for gone in ((1, 2), (3, 4)):
        if gone != (1, 2):
            assert room.act("Ann", ev.Choose(gone)) is None
        assert room.act("Max", ev.NoRoll("off_table", gone)) is None
        for die in gone:
            room.act("Max", ev.DieLost(die))
    room.later(TIMING.answer_ms + TIMING.betting_ms + TIMING.throwing_ms)
    assert room.state.dice.number >= 2
    assert len(room.throws) == 1


# The advice that a house may give.


@pytest.mark.parametrize(("rules", "tells"), [(book, book != "nsw") for book in BOOKS])
def test_a_house_that_may_not_advise_says_so_with_its_clause(rules, tells):
    room = Room(rules)
    seen = view(room.book, room.table)
    assert seen.advice is tells
    assert seen.advice_source == ("convention" if tells else "9.6")
