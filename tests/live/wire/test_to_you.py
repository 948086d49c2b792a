"""The sentences of a room about a person, as said to that person: what happened, and why it refuses."""

import pytest
from tests.live.room import Room
from tests.live.script import play

from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.live.log import entries as en
from bankcraps.live.table.commands import Happening
from bankcraps.live.wire.views import happened, item, view

DEALT = "at nsw dice=entered pace=boxperson: Ann"
LINE = "the Win Line or the Don't Win"


def table(*people, **settings):
    room = Room("nsw", **settings)
    room.sits(*people)
    return room


def test_each_player_of_a_throw_reads_their_own_sentences_as_said_to_them():
    room = play(f"{DEALT} Bob; Max takes boxperson; Ann: pass 10; Bob: dont pass 10; Max: no more bets")
    play("Max enters 5-6", room)
    one = max(happened(room.book, room.last).items, key=lambda one: len(one.effects))
    assert one.to_you.keys() == {"Ann", "Bob"}
    changed = [
        (one.words[number], yours) for theirs in one.to_you.values() for number, yours in theirs.items()
    ]
    assert changed == [
        ("Ann takes the dice", "You take the dice"),
        ("Ann's $10 on the Win Line wins $10", "Your $10 on the Win Line wins $10"),
        ("Bob's $10 on the Don't Win loses", "Your $10 on the Don't Win loses"),
    ]


@pytest.mark.parametrize(
    "line", ["cash_out 600", "down pass", "odds 10", "all down", "same bet", "press it", "sit"]
)
def test_a_refusal_about_the_person_who_asked_is_said_to_them(line):
    refused = table("Ann", pace="shooter").say("Ann", line)
    assert "Ann" not in (refused.to_you or refused.message)
    assert refused.to_you.startswith("you ") is refused.message.startswith("Ann ")


def test_a_refusal_about_somebody_else_names_them_for_everybody():
    room = table("Ann", "Bob")
    refused = room.say("Ann", "Bob: pass 10")
    assert (refused.message, refused.to_you) == ("only Bob can say that", "")
    assert room.act("Ann", ev.Sit(by=player("Ann"))).to_you == "you are already at the table"


def test_what_is_left_out_is_said_to_its_player():
    room = play(f"{DEALT}; Max takes boxperson; Ann: pass 300; Max: no more bets; Max enters 1-2")
    play("until betting; Ann: same bet", room)
    (left,) = room.last.left_out
    assert left.message.endswith(": Ann has $200 in the rail and needs $300")
    assert left.to_you.endswith(": you have $200 in the rail and need $300")


def test_what_a_throw_needs_is_said_to_the_shooter_alone():
    room = table("Ann", "Bob")
    shown, needs = view(room.book, room.table), f"a wager on {LINE} to throw."
    assert shown.awaits == f"{shown.shooter} needs {needs}"
    assert shown.awaits_to_you == {shown.shooter: f"You need {needs}"}
    room.does(shown.shooter, "pass 10")
    assert view(room.book, room.table).awaits_to_you == {}


@pytest.mark.parametrize("by", ["", "Max"])
def test_what_became_of_a_late_wager_is_said_to_its_player(by):
    shown = item(table("Ann").book, Happening(7, en.LateBetDropped("Ann", by)))
    assert shown.to_you["Ann"][0] == shown.words[0].replace("Ann's", "Your")
