"""Whoever may rule hears of disputes that wait and of a throw that may be corrected; and a ruling can pay."""

import pytest
from tests.live.people.test_hosts import enters, home_game, told
from tests.live.room import Room, hold_log

from bankcraps import BOOKS, Cents, Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.table import commands as cm
from bankcraps.live.table.permissions import DisputeDue, correctors
from bankcraps.live.wire.views import view

SHORT = "the six was paid short"


def dealt(rules="nsw", *people):
    """A home game whose host enters the dice."""
    room = home_game(rules, *people)
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    return room


def thrown(room, throw):
    """Play on to a throw that counts."""
    room.until("betting")
    for seat in room.state.seats:
        room.say(seat.name, "pass 10")
    room.until("dice_out")
    assert enters(room, "Ann", throw) == [None, None]


@pytest.mark.parametrize("rules", BOOKS)
def test_a_dispute_waits_for_whoever_has_the_chair_that_decides_it(rules):
    room = Room(rules)
    room.sits("Ann")
    first = room.book.table.filled(room.book.floor.disputes)[0]
    room.takes("Dan", first)
    assert told(room, "Dan").disputes == ()
    room.act("Ann", ev.Dispute(SHORT))
    assert told(room, "Dan").disputes == (DisputeDue(1, first),)
    assert told(room, "Ann").disputes == ()
    room.act("Dan", ev.Decide(1, "it was"))
    assert told(room, "Dan").disputes == ()


def test_a_review_waits_for_the_next_role_and_an_investigation_for_the_inspector():
    room = Room("nsw")
    room.sits("Ann")
    people = {"Gus": "games_supervisor", "Sue": "supervisor", "Ivy": "inspector"}
    for person, role in people.items():
        room.takes(person, role)
    room.act("Ann", ev.Dispute(SHORT))
    for person, role in people.items():
        due = {name: told(room, name).disputes for name in people}
        assert due == {name: (DisputeDue(1, role),) if name == person else () for name in people}
        ruling = ev.Investigate(1, "so") if role == "inspector" else ev.Decide(1, "no")
        assert room.act(person, ruling) is None
        room.act("Ann", ev.AskReview(1))
    assert told(room, "Ivy").disputes == ()


def test_a_host_may_take_the_chair_for_a_dispute_but_not_for_their_own():
    room = dealt("classic", "Bob")
    room.act("Ann", ev.Dispute("my own"))
    room.act("Bob", ev.Dispute(SHORT))
    assert told(room, "Ann").disputes == (DisputeDue(2, "supervisor", take=True),)
    assert told(room, "Bob").disputes == ()
    assert room.ask("Ann", cm.TakeChair, role="supervisor") is None
    assert told(room, "Ann").disputes == (DisputeDue(2, "supervisor"),)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_ruling_pays_and_takes_back_and_never_at_ones_own_seat(rules):
    room = dealt(rules, "Bob")
    role = room.book.table.filled(room.book.floor.disputes)[0]
    rail = room.state.seat("Bob").rail
    assert room.act("Ann", ev.Award("Bob", Cents(700), SHORT)).code == "not_your_chair"
    room.ask("Ann", cm.TakeChair, role=role)
    assert room.act("Ann", ev.Award("Bob", Cents(700), SHORT)) is None
    assert room.act("Ann", ev.Award("Bob", Cents(-200), "one seven too many")) is None
    assert room.state.seat("Bob").rail == rail + 500
    (bob,) = (one for one in room.table.results if one.name == "Bob")
    assert (bob.session, bob.hand) == (500, 500)
    assert room.act("Ann", ev.Award("Ann", Cents(700), SHORT)).code == "not_your_act"
    assert room.act("Ann", ev.Award("Bob", Cents(-rail - 600), SHORT)).code == "not_enough_chips"
    assert room.act("Bob", ev.Award("Bob", Cents(700), SHORT)).code == "not_your_chair"
    hold_log(room)


def test_a_dealers_chair_alone_awards_nothing():
    """The engine takes it from the crew who pay: the room decides when they may."""
    room = dealt("classic", "Bob")
    room.ask("Ann", cm.TakeChair, role="dealer")
    assert room.act("Ann", ev.Award("Bob", Cents(700), SHORT)).code == "not_your_chair"


@pytest.mark.parametrize("rules", BOOKS)
def test_an_entered_throw_may_be_corrected_until_the_next_is_entered(rules):
    room = dealt(rules, "Bob")
    deciders = (*room.book.floor.disputes, *room.book.dice.face_ruled_by)
    roles = tuple(dict.fromkeys(room.book.table.filled(deciders)))
    assert correctors(room.book, room.table) == ()
    thrown(room, Throw(4, 2))
    assert view(room.book, room.table).correctors == roles
    room.until("betting")
    room.until("dice_out")
    assert correctors(room.book, room.table) == roles
    assert room.ask("Ann", cm.EnterThrow, throw=Throw(5, 4), look="first") is None
    assert correctors(room.book, room.table) == ()


def test_a_throw_may_be_corrected_to_any_other():
    for throw in (Throw(1, 2), Throw(1, 3)):
        room = dealt("classic", "Bob")
        thrown(room, throw)
        assert correctors(room.book, room.table) == ("supervisor", "boxperson")


def test_nobody_corrects_sealed_dice():
    room = Room("classic")
    room.sits("Ann")
    room.say("Ann", "pass 10")
    room.until("dice_out")
    room.until("betting")
    assert room.state.last is not None
    assert correctors(room.book, room.table) == ()
