"""The acts that a person may do now. Every script checks them at its end: `tests.live.script.play`."""

import pytest
from tests.live.room import Room
from tests.live.script import play

from bankcraps.live.people.places import open_places
from bankcraps.live.round.judging import acts_now
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import you


def test_players_and_the_crew_may_talk():
    room = Room("classic")
    room.sits("Ann")
    room.takes("Dora", "stickperson")
    spoken = {
        name: "talk" in acts_now(room.book, room.table, room.sender(name)) for name in ("Ann", "Dora", "Cid")
    }
    assert spoken == {"Ann": True, "Dora": True, "Cid": False}


@pytest.mark.parametrize(("dice", "may"), [("sealed", "may not"), ("entered", "may")])
def test_a_player_with_a_wager_stays_once_sealed_dice_are_out(dice, may):
    play(
        f"at nsw dice={dice}: Ann Bob; Dora takes boxperson; Dora takes stickperson; Ann: pass 10"
        f"; Bob: pass 10; Dora: no more bets; now dice_out; Bob {may} leave"
    )


def test_free_places_less_those_that_are_promised_are_open():
    room = play("at three_four_five places=2: Pa Pb; Waits waits; Pa: leave")
    assert open_places(2, room.table) == 0
    play("Pb: leave", room)
    assert open_places(2, room.table) == 1


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
