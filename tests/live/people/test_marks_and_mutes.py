"""Talk at its limits: how many marks a letter may have, and who can be unmuted."""

import pytest
from tests.live.room import Room

from bankcraps.live.people.talk import Talking, can_be_read, mute
from bankcraps.live.table.commands import Mute, Sender

ACUTE = "\u0301"
SQUARE = "\u20de"  # a mark that encloses the letter


@pytest.mark.parametrize("mark", [ACUTE, SQUARE], ids=["above", "around"])
def test_a_letter_has_four_marks_and_no_more(mark):
    assert can_be_read("a" + 4 * mark)
    assert not can_be_read("a" + 5 * mark)


def test_each_letter_has_marks_of_its_own():
    assert can_be_read(("a" + 4 * ACUTE) * 3)
    assert not can_be_read("a" + 4 * ACUTE + "b" + 5 * ACUTE)


@pytest.fixture
def table():
    room = Room("nsw")
    room.sits("Ann", "Bob")
    room.takes("Sue", "supervisor")
    return room.table


def test_a_player_who_has_left_can_be_unmuted_and_not_muted(table):
    """Otherwise a supervisor could never take back a mute that came with the player's last line."""
    muted = Talking(muted=("Bob", "Eve"))
    asked = Mute(id="1", player="Eve", muted=False)
    assert mute(muted, table, Sender("Sue"), asked) == Talking(muted=("Bob",))
    refused = mute(Talking(), table, Sender("Sue"), Mute(id="2", player="Eve", muted=True))
    assert (refused.code, refused.message) == ("no_such_player", "'Eve' is not at the table")


def test_the_names_of_the_muted_are_sorted_and_each_is_there_once(table):
    talking = Talking()
    for number, player in enumerate(("Bob", "Ann", "Bob")):
        talking = mute(talking, table, Sender("Sue"), Mute(id=f"{number}", player=player, muted=True))
    assert talking.muted == ("Ann", "Bob")
