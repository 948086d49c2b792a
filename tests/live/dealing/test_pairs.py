"""A throw that is not dealt meets another rare act."""

import pytest
from tests.live.dealing.test_call import thrown
from tests.live.dealing.test_shown import point_made, settled_up, shown
from tests.live.room import hold_log

from bankcraps import Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.table import commands as cm


def test_an_undo_waits_and_takes_back_only_what_was_bet_after_the_deal():
    room = point_made()
    assert room.say("Ann", "undo").message == "the dealers are paying: wait until all of it is dealt"
    room.deals_all()
    rail = room.state.seated("Ann").rail
    room.does("Ann", "place 6 12")
    room.does("Ann", "undo")
    assert room.state.seated("Ann").rail == rail


def test_a_player_who_is_excluded_takes_what_the_throw_won():
    room = point_made()
    room.deals("Lea takes Bob dont_pass")
    room.the_floor_does(ev.Exclude("Ann", next(iter(room.book.floor.exclude_for))))
    assert {task.player for task in room.tasks} <= {""}
    assert shown(room) == 1000 + 2400
    room.deals_all()
    assert settled_up(room)[0] == {"Ann": 3400, "Bob": -1000}
    hold_log(room)


@pytest.mark.parametrize("ends", [ev.Correct(Throw(3, 1)), None])
def test_a_wrong_pay_before_a_correction_stays_with_the_player_until_the_box_puts_it_right(ends):
    room = point_made("free", "nsw")
    before = room.state.seated("Ann").rail - 1000 - 2400 - 1000 - 2000
    room.deals("Lea pays Ann pass_odds $30")
    if ends is None:
        ends = ev.Invalidate(next(iter(room.book.floor.invalidate_for)), scope="throw")
        before += 1000 + 2000  # an invalid throw gives back what it decided
    room.the_floor_does(ends)
    assert room.state.seated("Ann").rail == before + 600
    hold_log(room)


def test_a_dealer_who_vanishes_before_the_call_leaves_both_to_the_crew():
    room = thrown(rules="nsw")
    for person in ("Sid", "Lea"):
        room.vanishes(person)
    room.later(4 * 60_000)
    assert room.tasks == ()
    assert sorted((one.person, one.not_done) for one in room.table.work.scores) == [("Lea", 1), ("Sid", 1)]
    assert room.ask("Sid", cm.Deal, action="call", words="Yo").code in ("not_now", "not_your_chair")
    hold_log(room)
