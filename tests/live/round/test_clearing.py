"""A table closes for good: with the notice that its book wants while people play there."""

import pytest
from tests.live.room import Room, hold_log

from bankcraps import BOOKS
from bankcraps.live.table import commands as cm

MINUTE = 60_000


def room_of(rules, *people):
    room = Room(rules, dice="entered", pace="boxperson")
    room.sits(*people)
    return room


def closes(room, by=""):
    room.tell(cm.Cleared(by=by))
    assert (room.last.refused is None) == (not room.state.seats)
    return room.last.refused


@pytest.mark.parametrize("rules", BOOKS)
def test_a_table_in_use_needs_a_sign(rules):
    room = room_of(rules, "Ann", "Bob")
    refused = closes(room, by="Max")
    assert (refused.code, refused.clause) == ("needs_notice", room.book.floor.clause("closing_notice"))
    room.takes("Max", room.book.table.filled(room.book.floor.in_charge)[0])
    room.does("Max", "post_sign closing")
    room.later(19 * MINUTE)
    assert "the sign has stood for 19 of them" in closes(room, by="Max").message
    room.later(MINUTE)
    assert closes(room, by="Max") is None
    hold_log(room)


def test_no_sign_is_needed_for_who_asks_or_has_gone_nor_at_a_table_that_was_closed_to_wagers():
    room = room_of("nsw", "Ann", "Bob")
    assert closes(room, by="Ann").code == "needs_notice"
    room.vanishes("Bob")
    assert closes(room, by="Ann") is None
    room = room_of("nsw", "Ann")
    room.takes("Max", room.book.table.filled(room.book.floor.in_charge)[0])
    room.does("Max", "post_sign closing")
    room.later(20 * MINUTE)
    room.does("Max", "close_table")
    assert closes(room) is None


@pytest.mark.parametrize("rules", BOOKS)
def test_the_crew_posts_the_notice_for_whoever_opened_the_table(rules):
    room = room_of(rules, "Ann", "Bob")
    room.tell(cm.ClosingAnnounced("Ann"))
    (sign,) = room.state.floor.signs
    room.later(5 * MINUTE)
    room.tell(cm.ClosingAnnounced("Ann"))
    assert room.state.floor.signs == (sign,)
    assert closes(room, by="Ann").code == "needs_notice"
    room.later(15 * MINUTE)
    assert closes(room, by="Ann") is None
    hold_log(room)


@pytest.mark.parametrize("rules", BOOKS)
def test_an_abandoned_table_needs_no_sign(rules):
    room = room_of(rules, "Ann")
    room.does("Ann", "pass 10")
    room.tell(cm.Cleared(abandoned=True))
    assert room.last.refused is None
    assert not room.state.seats
