"""The house closes a table that nobody has come to for long."""

import pytest
from msgspec.structs import replace
from tests.live.room import Room

from bankcraps.live.log.entries import Bot
from bankcraps.live.people.places import COMING_BACK_MS, KEEP_UNLISTED_MS, is_unused, people_at
from bankcraps.live.table import commands as cm

HOUR = 3_600_000
DAY = 24 * HOUR


def private(**settings):
    return Room("classic", listed=False, **settings).table


@pytest.mark.parametrize(("after", "unused"), [(0, False), (DAY - 1, False), (DAY, True), (9 * DAY, True)])
def test_a_table_is_unused_when_nobody_came_for_so_long(after, unused):
    assert is_unused(private(), used=HOUR, served=0, now=HOUR + after, keep=DAY) == unused


def test_a_table_of_the_house_in_the_lobby_stays():
    table = Room("classic").table
    assert not is_unused(table, used=0, served=0, now=1000 * DAY, keep=DAY, keep_listed=DAY)


def test_a_table_of_the_lobby_that_a_person_opened_goes_by_a_time_of_its_own():
    table = replace(Room("classic").table, opener="Ann")
    assert not is_unused(table, used=0, served=0, now=2 * DAY - 1, keep=HOUR, keep_listed=2 * DAY)
    assert is_unused(table, used=0, served=0, now=2 * DAY, keep=0, keep_listed=2 * DAY)
    assert not is_unused(table, used=0, served=0, now=1000 * DAY, keep=HOUR, keep_listed=0)


def test_a_house_may_keep_tables_for_ever():
    assert not is_unused(private(), used=0, served=0, now=1000 * DAY, keep=0)


def test_people_have_time_to_come_back_after_a_restart():
    opened = 20 * DAY
    early, late = opened + COMING_BACK_MS - 1, opened + COMING_BACK_MS
    assert not is_unused(private(), used=HOUR, served=opened, now=early, keep=DAY)
    assert is_unused(private(), used=HOUR, served=opened, now=late, keep=DAY)


def test_friends_who_meet_every_week_find_their_table():
    assert not is_unused(private(), used=0, served=0, now=7 * DAY + 12 * HOUR, keep=KEEP_UNLISTED_MS)
    assert is_unused(private(), used=0, served=0, now=8 * DAY, keep=KEEP_UNLISTED_MS)


def test_who_watches_is_there_and_a_bot_is_not():
    room = Room("classic", listed=False)
    room.tell(cm.SeatBot(Bot("Molly", "x", "when come_out: pass 10", 50_000), "House"))
    assert not people_at(room.table, [])
    assert not people_at(room.table, ["Molly"])
    assert people_at(room.table, ["Molly", ""])
    assert people_at(room.table, ["Ann"])
