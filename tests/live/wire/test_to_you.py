"""The sentences of a room about a person, as said to that person: what happened, and why it refuses."""

import pytest
from tests.live.room import Room

from bankcraps import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.table.decision import Happening
from bankcraps.live.wire.views import happened, item, view

LINE = "the Win Line or the Don't Win"


def table(*people, **settings):
    room = Room("nsw", **settings)
    room.sits(*people)
    return room


def said(room):
    """Every sentence of the latest command, and what its person reads in its place."""
    items = happened(room.book, room.last).items
    words = [words for one in items for words in one.words]
    to_you = [(name, yours) for one in items for name, them in one.to_you.items() for yours in them.values()]
    return words, to_you


def test_a_bet_is_told_to_its_player_as_you_and_to_others_by_name():
    room = table("Ann", "Bob")
    room.does("Ann", "pass 10")
    assert said(room) == (["Ann puts $10 on the Win Line"], [("Ann", "You put $10 on the Win Line")])
    room.does("Ann", "undo")
    back = "$10 on the Win Line comes back (undone)"
    assert said(room) == ([f"Ann's {back}"], [("Ann", f"Your {back}")])


def test_each_player_of_a_throw_reads_their_own_sentences_as_said_to_them():
    room = table("Ann", "Bob", dice="entered", pace="boxperson")
    room.takes("Max", "boxperson")
    room.does("Ann", "pass 10")
    room.does("Bob", "dont pass 10")
    room.does("Max", "no more bets")
    for look in ("first", "second"):
        assert room.ask("Max", cm.EnterThrow, throw=Throw(5, 6), look=look) is None
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


REFUSED = [
    ("cash_out 600", "Ann has only $500 in the rail"),
    ("down pass", "Ann has no bet on the Win Line"),
    ("odds 10", None),
    ("all down", None),
    ("same bet", "Ann has had no bet at a throw"),
    ("press it", "Ann has no wager on the layout"),
    ("sit", "Ann is already at the table"),
]


@pytest.mark.parametrize(("line", "message"), REFUSED)
def test_a_refusal_about_the_person_who_asked_is_said_to_them(line, message):
    room = table("Ann", pace="shooter")
    refused = room.say("Ann", line)
    assert refused is not None
    if message is not None:
        assert refused.message == message
    assert "Ann" not in (refused.to_you or refused.message)
    assert refused.to_you.startswith("you ") is refused.message.startswith("Ann ")


def test_a_refusal_about_somebody_else_names_them_for_everybody():
    room = table("Ann", "Bob")
    refused = room.say("Ann", "Bob: pass 10")
    assert (refused.message, refused.to_you) == ("only Bob can say that", "")
    assert room.act("Ann", ev.Sit(by=player("Ann"))).to_you == "you are already at the table"


def test_what_is_left_out_is_said_to_its_player():
    room = table("Ann", dice="entered", pace="boxperson")
    room.takes("Max", "boxperson")
    room.does("Ann", "pass 300")
    room.does("Max", "no more bets")
    for look in ("first", "second"):
        assert room.ask("Max", cm.EnterThrow, throw=Throw(1, 2), look=look) is None
    room.until("betting")
    assert room.say("Ann", "same bet") is None
    assert [(one.message, one.to_you) for one in room.last.left_out] == [
        (
            "left out $300 on the Win Line: Ann has $200 in the rail and needs $300",
            "left out $300 on the Win Line: you have $200 in the rail and need $300",
        )
    ]


def test_what_a_throw_needs_is_said_to_the_shooter_alone():
    room = table("Ann", "Bob")
    shown, needs = view(room.book, room.table), f"a wager on {LINE} to throw."
    assert shown.awaits == f"{shown.shooter} needs {needs}"
    assert shown.awaits_to_you == {shown.shooter: f"You need {needs}"}
    room.does(shown.shooter, "pass 10")
    assert view(room.book, room.table).awaits_to_you == {}


@pytest.mark.parametrize(
    ("entry", "words", "to_you"),
    [
        (en.LateBetDropped("Ann", ""), "Ann's late wager was not confirmed", "Your late wager was not"),
        (en.LateBetDropped("Ann", "Max"), "Ann's late wager is turned down", "Your late wager is turned"),
    ],
)
def test_what_became_of_a_late_wager_is_said_to_its_player(entry, words, to_you):
    shown = item(table("Ann").book, Happening(7, entry))
    assert shown.words[0].startswith(words)
    assert shown.to_you["Ann"][0].startswith(to_you)
