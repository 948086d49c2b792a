"""The house closes a table that nobody has come to for long."""

import pytest
from tests.live.room import Room

from bankcraps.live.log.entries import Bot
from bankcraps.live.people.places import COMING_BACK_MS, KEEP_UNLISTED_MS, is_unused, people_at
from bankcraps.live.table import commands as cm

HOUR = 3_600_000
DAY = 24 * HOUR


PRIVATE = {"listed": False}
LISTED = {"opener": "Ann"}
OPENED = 20 * DAY
TABLES = [
    # the table, when it was used and served, now, the times that are kept, and whether it is unused
    (PRIVATE, (HOUR, 0, HOUR + DAY - 1), {"keep": DAY}, False),
    (PRIVATE, (HOUR, 0, HOUR + DAY), {"keep": DAY}, True),
    (PRIVATE, (0, 0, 1000 * DAY), {"keep": 0}, False),  # for ever
    # People have time to come back after a restart.
    (PRIVATE, (HOUR, OPENED, OPENED + COMING_BACK_MS - 1), {"keep": DAY}, False),
    (PRIVATE, (HOUR, OPENED, OPENED + COMING_BACK_MS), {"keep": DAY}, True),
    # Friends who meet every week find their table.
    (PRIVATE, (0, 0, 7 * DAY + 12 * HOUR), {"keep": KEEP_UNLISTED_MS}, False),
    (PRIVATE, (0, 0, 8 * DAY), {"keep": KEEP_UNLISTED_MS}, True),
    # In the lobby, a table of the house stays, and one that a person opened goes by a time of its own.
    ({}, (0, 0, 1000 * DAY), {"keep": DAY, "keep_listed": DAY}, False),
    (LISTED, (0, 0, 2 * DAY - 1), {"keep": HOUR, "keep_listed": 2 * DAY}, False),
    (LISTED, (0, 0, 2 * DAY), {"keep": 0, "keep_listed": 2 * DAY}, True),
    (LISTED, (0, 0, 1000 * DAY), {"keep": HOUR, "keep_listed": 0}, False),
]


@pytest.mark.parametrize(("how", "times", "keeps", "unused"), TABLES)
def test_a_table_is_unused_when_nobody_came_for_so_long(how, times, keeps, unused):
    used, served, now = times
    assert is_unused(Room("classic", **how).table, used=used, served=served, now=now, **keeps) == unused


def test_who_watches_is_there_and_a_bot_is_not():
    room = Room("classic", listed=False)
    room.tell(cm.SeatBot(Bot("Molly", "x", "when come_out: pass 10", 50_000), "House"))
    assert not people_at(room.table, [])
    assert not people_at(room.table, ["Molly"])
    assert people_at(room.table, ["Molly", ""])
    assert people_at(room.table, ["Ann"])
