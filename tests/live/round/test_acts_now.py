"""The acts that the house says a person may do now: a page shows exactly these buttons."""

import pytest
from tests.live.room import Room

from bankcraps.game.engine import events as ev
from bankcraps.live.people.places import open_places
from bankcraps.live.round.judging import acts_now
from bankcraps.live.table import commands as cm

CREW = {"no_more_bets", "new_set", "post_sign", "close"}


@pytest.mark.parametrize(
    ("pace", "before", "after"), [("clock", False, True), ("shooter", True, True), ("boxperson", False, True)]
)
def test_the_shooter_may_throw_when_the_pace_allows_it(pace, before, after):
    room = Room("classic", pace=pace)
    room.roles = {"Dora": frozenset({"boxperson", "stickperson"})}
    room.takes("Dora", "boxperson", "stickperson")
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    assert ("throw" in room.may("Ann")) is before
    room.does("Dora", "no more bets")
    assert ("throw" in room.may("Ann")) is after
    assert "throw" not in room.may("Bob")


def test_only_whoever_is_next_takes_or_declines_the_dice():
    room = Room("nsw")
    room.sits("Ann", "Bob")
    assert room.may("Ann") == {"accept", "decline", "cash_out", "leave", "give_seed", "ready"}
    assert room.may("Bob") == {"cash_out", "leave", "give_seed", "ready"}


def test_somebody_sits_down_or_waits_but_never_both():
    room = Room("three_four_five")
    places = room.book.table.places
    assert room.may("Guest") == {"sit"}
    room.sits(*(f"P{chr(97 + number)}" for number in range(places)))
    assert room.may("Guest") == {"wait"}
    assert room.may("") == set()


def test_what_the_crew_may_do_comes_with_the_chair():
    room = Room("nsw", pace="boxperson")
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.roles = {"Dora": frozenset({"boxperson", "stickperson", "supervisor"})}
    assert not CREW & room.may("Dora")
    room.takes("Dora", "boxperson", "stickperson", "supervisor")
    assert CREW & room.may("Dora") == {"no_more_bets", "post_sign"}  # closing needs a notice first


def test_players_give_seeds_until_the_throw_is_locked_and_only_for_sealed_dice():
    for dice, before in (("sealed", True), ("entered", False)):
        room = Room("classic", dice=dice)
        room.takes("Dora", "boxperson", "stickperson")
        room.sits("Ann")
        room.does("Ann", "pass 10")
        assert ["give_seed" in room.may(name) for name in ("Ann", "Dora", "Guest")] == [before, False, False]
        room.does("Dora", "no more bets")
        assert "give_seed" not in room.may("Ann")


def test_throws_are_entered_once_no_more_bets_has_been_called():
    for dice, after in (("sealed", False), ("entered", True)):
        room = Room("classic", dice=dice)
        room.takes("Dora", "boxperson", "stickperson")
        room.sits("Ann")
        room.does("Ann", "pass 10")
        assert "enter_throw" not in room.may("Dora")
        room.does("Dora", "no more bets")
        assert ["enter_throw" in room.may(name) for name in ("Ann", "Dora")] == [False, after]


def test_players_and_the_crew_may_talk():
    room = Room("classic")
    room.sits("Ann")
    room.takes("Dora", "stickperson")
    spoken = {
        name: "talk" in acts_now(room.book, room.table, room.sender(name)) for name in ("Ann", "Dora", "Cid")
    }
    assert spoken == {"Ann": True, "Dora": True, "Cid": False}


def test_nobody_leaves_with_a_wager_once_the_throw_is_locked():
    """In nsw wagers may come down until the dice leave the hand, but sealed dice are fixed before that."""
    for dice, leaves in (("sealed", False), ("entered", True)):
        room = Room("nsw", dice=dice)
        room.takes("Dora", "boxperson", "stickperson")
        room.sits("Ann", "Bob")
        for name in ("Ann", "Bob"):
            room.does(name, "pass 10")
        room.does("Dora", "no more bets")
        assert ("leave" in room.may("Bob")) is leaves


def test_a_place_that_is_free_is_for_those_who_wait():
    room = Room("three_four_five")
    places = room.book.table.places
    room.sits(*(f"P{chr(97 + number)}" for number in range(places)))
    assert room.ask("Waits", cm.Wait, waiting=True) is None
    assert (room.may("Waits"), room.may("Other"), open_places(places, room.table)) == (set(), {"wait"}, 0)
    room.does("Pa", "leave")
    assert (room.may("Waits"), room.may("Other"), open_places(places, room.table)) == ({"sit"}, {"wait"}, 0)
    room.does("Pb", "leave")
    assert (room.may("Other"), open_places(places, room.table)) == ({"sit"}, 1)


def test_a_shooter_whom_the_throw_waits_for_may_not_leave():
    """With real dice, too: the engine would let them, and nobody could throw then."""
    room = Room("nsw", dice="entered")
    room.takes("Max", "boxperson")
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.until("dice_out")
    assert room.act("Ann", ev.Leave()) is not None
    assert "leave" not in room.may("Ann")
