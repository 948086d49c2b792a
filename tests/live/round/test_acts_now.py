"""The acts that the house says a person may do now: a page shows exactly these buttons."""

import pytest
from tests.live.room import Room
from tests.live.script import play, scripts

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


CREWED = "Ann Bob; Dora takes boxperson; Dora takes stickperson; Ann: pass 10; Bob: pass 10"
SCRIPTS = f"""
by the clock the shooter throws once no more bets has been called
    at classic: {CREWED}; Ann may not throw; Dora: no more bets; Ann may throw; Bob may not throw
a shooter who sets the pace may throw before
    at classic pace=shooter: {CREWED}; Ann may throw; Dora: no more bets; Ann may throw; Bob may not throw
sealed dice take seeds until the throw is locked, are entered by nobody, and keep those with a wager there
    at nsw: {CREWED}; Ann may give_seed; Dora may not give_seed; Guest may not give_seed
    Dora may not enter_throw; Dora: no more bets; Ann may not give_seed; Dora may not enter_throw
    Bob may not leave
real dice take no seeds, are entered when they are out, and only their shooter has to stay
    at nsw dice=entered: {CREWED}; Ann may not give_seed; Dora may not enter_throw; Dora: no more bets
    Dora may enter_throw; Ann may not enter_throw; Bob may leave
    at nsw dice=entered: Ann; Max takes boxperson; Ann: pass 10; until dice_out; Ann may not leave
    Ann: leave ! bets_closed
what the crew may do comes with the chair, and closing needs a notice first
    at nsw pace=boxperson: Ann; Ann: pass 10; Dora is granted stickperson; Dora may not no_more_bets
    Dora takes boxperson; Dora takes supervisor; Dora may no_more_bets; Dora may post_sign; Dora may not close
    Dora may not new_set
somebody sits down or waits but never both, and a place that is free is for those who wait
    at three_four_five places=2: ; Guest may sit; Guest may not wait; Pa sits; Pb sits; Guest may not sit
    Guest may wait; Waits waits; Waits may not wait; Waits may not sit; Other may wait; Pa: leave
    Waits may sit; Waits may not wait; Other may wait; Other may not sit; Pb: leave; Other may sit
"""


@pytest.mark.parametrize("script", scripts(SCRIPTS))
def test_what_people_may_do_now(script):
    play(script)


def test_only_whoever_is_next_takes_or_declines_the_dice():
    room = play("at nsw: Ann Bob")
    assert room.may("Ann") == {"accept", "decline", "cash_out", "leave", "give_seed", "ready"}
    assert room.may("Bob") == {"cash_out", "leave", "give_seed", "ready"}
    assert room.may("") == set()


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
