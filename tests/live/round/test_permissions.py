"""Permissions: people hear which acts they can do from their chairs."""

import pytest
from tests.live.room import Room

from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import you


@pytest.mark.parametrize(
    ("role", "dice", "pace", "can"),
    [
        ("stickperson", "entered", "clock", {"closes", "enters"}),
        ("boxperson", "entered", "clock", {"enters", "mutes"}),
        ("boxperson", "entered", "boxperson", {"closes", "enters", "mutes"}),
        ("boxperson", "sealed", "clock", {"mutes"}),
        ("stickperson", "sealed", "clock", {"closes", "throws"}),
        ("supervisor", "entered", "clock", {"mutes"}),
        ("dealer", "entered", "clock", set()),
    ],
)
def test_people_are_told_what_they_can_do_from_their_chairs(role, dice, pace, can):
    room = Room("classic", dice=dice, pace=pace)
    room.sits("Ann")
    room.does("Ann", "place 6 12")  # without a wager on the line the stickperson throws
    room.takes("Sid", role)
    told = you(room.book, room.table, cm.Sender("Sid", room.roles["Sid"]), 0)
    assert {name for name in ("closes", "enters", "throws", "mutes") if getattr(told, name)} == can
    granted_no_more = you(room.book, room.table, cm.Sender("Sid"), 0)
    assert not granted_no_more.enters
    assert not granted_no_more.throws
