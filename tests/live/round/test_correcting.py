"""A throw of real dice that was entered wrongly and counted is corrected by a supervisor, in the open."""

import pytest
from tests.live.room import Room, hold_log, seed_for

from bankcraps import BOOKS, Throw, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view

SUE = {book: load_rulebook(book).table.filled(load_rulebook(book).floor.disputes)[0] for book in BOOKS}


def real_dice(rules="nsw"):
    room = Room(rules, dice="entered", pace="boxperson")
    room.sits("Ann", "Bob")
    room.takes("Box", *dict.fromkeys(room.book.table.filled(("boxperson", "stickperson"))))
    room.takes("Sue", SUE[rules])
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    return room


def entered(room, a, b):
    room.until("betting")
    room.does("Box", "no more bets")
    for look in ("first", "second"):
        assert room.ask("Box", cm.EnterThrow, throw=Throw(a, b), look=look) is None, room.last.refused


@pytest.mark.parametrize("rules", BOOKS)
def test_a_wrong_seven_out_is_put_right(rules):
    room = real_dice(rules)
    entered(room, 4, 2)
    entered(room, 4, 3)
    assert (room.on("Ann", "pass"), room.state.puck) == (0, 0)
    assert view(room.book, room.table).last == Throw(4, 3)
    room.until("betting")
    room.does("Sue", "correct 4-4")
    assert (room.on("Ann", "pass"), room.state.puck) == (10, 6)
    assert view(room.book, room.table).last == Throw(4, 4)
    assert room.table.fairness.counted == 2
    assert room.phase == "paying"
    (done,) = room.events(ev.Correct)
    assert (done.by.person, done.by.role) == ("Sue", SUE[rules])
    assert len(room.events(ev.Rolled)) == 2
    entered(room, 3, 3)
    assert room.state.seated("Ann").rail == 51000
    hold_log(room)


def test_wagers_made_since_come_back_and_the_betting_opens_again():
    room = real_dice()
    entered(room, 4, 2)
    room.until("betting")
    room.does("Ann", "place 8 12")
    room.does("Box", "no more bets")
    assert room.phase == "dice_out"
    room.does("Sue", "correct 5-5")
    assert (room.on("Ann", "place 8"), room.state.puck, room.phase) == (0, 10, "paying")
    room.until("betting")
    room.does("Ann", "place 8 12")
    hold_log(room)


def test_a_correction_comes_before_the_next_throw_is_entered():
    room = real_dice()
    entered(room, 4, 2)
    room.until("betting")
    room.does("Box", "no more bets")
    assert room.ask("Box", cm.EnterThrow, throw=Throw(3, 1), look="first") is None
    assert room.say("Sue", "correct 5-5").message == "the next throw (3-1) is entered already"
    assert room.ask("Box", cm.EnterThrow, throw=Throw(3, 1), look="second") is None
    room.does("Sue", "correct 5-5")
    assert room.state.puck == 6


def test_only_from_the_chair_of_who_decides_faces_or_disputes():
    room = real_dice()
    entered(room, 4, 2)
    for person in ("Ann", "Bob", "Nobody"):
        assert room.say(person, "correct 5-5").code == "not_your_chair"
    room.roles["Sue"] = frozenset()
    assert room.say("Sue", "correct 5-5").code == "not_your_chair"


def test_nobody_corrects_sealed_dice():
    room = Room("nsw", seed=seed_for(6))
    room.sits("Ann")
    room.takes("Sue", "games_supervisor")
    room.does("Ann", "pass 10")
    room.until("paying")
    refused = room.say("Sue", "correct 6-1")
    assert refused.message == "the secret of a sealed throw decides its faces: nobody can correct them"
    assert room.state.puck == 6
