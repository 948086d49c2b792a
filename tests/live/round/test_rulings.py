"""Rulings: a wrong throw of real dice is put right, disputes wait for who decides, and a ruling pays."""

import pytest
from tests.live.people.test_hosts import told
from tests.live.room import Room, hold_log
from tests.live.script import play, scripts

from bankcraps import BOOKS, Throw, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.live.round.crew_chairs import DisputeDue, correctors
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view

SHORT = "the six was paid short"


HOME = "opener=Ann hosted=yes dice=entered"


def dealt(rules="nsw", *people):
    """A home game whose host enters the dice."""
    return play(f"at {rules} {HOME}: Ann {' '.join(people)}; Ann asks for boxperson")


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
    play('Ann: award Bob 7 "short" ! not_your_chair', room)
    room.ask("Ann", cm.TakeChair, role=role)
    play('Ann: award Bob 7 "short"; Ann: award Bob -2 "a 7"', room)
    assert room.state.seat("Bob").rail == rail + 500
    (bob,) = (one for one in room.table.results if one.name == "Bob")
    assert (bob.session, bob.hand) == (500, 500)
    no = f'Ann: award Ann 7 "x" ! not_your_act; Ann: award Bob -{rail // 100 + 6} "x" ! not_enough_chips'
    play(f'{no}; Bob: award Bob 7 "x" ! not_your_chair', room)
    # A dealer who only pays awards nothing.
    play(f'at classic {HOME}: Ann Bob; Ann asks for dealer; Ann: award Bob 7 "x" ! not_your_chair')


@pytest.mark.parametrize("rules", BOOKS)
def test_an_entered_throw_may_be_corrected_until_the_next_is_entered(rules):
    room = dealt(rules, "Bob")
    deciders = (*room.book.floor.disputes, *room.book.dice.face_ruled_by)
    roles = tuple(dict.fromkeys(room.book.table.filled(deciders)))
    assert correctors(room.book, room.table) == ()
    play("Ann: pass 10; Bob: pass 10; until dice_out; Ann enters 4-2", room)
    assert view(room.book, room.table).correctors == roles
    play("until betting; until dice_out", room)
    assert correctors(room.book, room.table) == roles
    play("Ann reads 5-4, first", room)
    assert correctors(room.book, room.table) == ()


def real_dice(rules="nsw"):
    roles = dict.fromkeys(load_rulebook(rules).table.filled(("boxperson", "stickperson")))
    box = "; ".join(f"Box takes {role}" for role in roles)
    return play(
        f"at {rules} dice=entered pace=boxperson: Ann Bob; Ann: pass 10; Bob: pass 10; {box}"
        f"; Sue takes {SUE[rules]}"
    )


def entered(room, a, b):
    play(f"until betting; Box: no more bets; Box enters {a}-{b}", room)


SUE = {book: load_rulebook(book).table.filled(load_rulebook(book).floor.disputes)[0] for book in BOOKS}


@pytest.mark.parametrize("rules", BOOKS)
def test_a_wrong_seven_out_is_put_right(rules):
    room = real_dice(rules)
    entered(room, 4, 2)
    entered(room, 4, 3)
    assert (room.on("Ann", "pass"), room.state.puck) == (0, 0)
    assert view(room.book, room.table).last == Throw(4, 3)
    play("until betting; Sue: correct 4-4; Ann has 10 on pass; point 6; now paying", room)
    assert view(room.book, room.table).last == Throw(4, 4)
    assert room.table.fairness.counted == 2
    (done,) = room.events(ev.Correct)
    assert (done.by.person, done.by.role) == ("Sue", SUE[rules])
    assert len(room.events(ev.Rolled)) == 2
    entered(room, 3, 3)
    assert room.state.seated("Ann").rail == 51000
    hold_log(room)


CORRECTIONS = """
wagers made since come back, and the betting opens again
    until betting; Ann: place 8 12; Box: no more bets; Sue: correct 5-5; Ann has 0 on place 8; point 10
    now paying; until betting; Ann: place 8 12
a correction comes before the next throw is entered
    until betting; Box: no more bets; Box reads 3-1, first; Sue: correct 5-5 ! not_now; Box reads 3-1, second
    Sue: correct 5-5; point 6
only from the chair of who decides faces or disputes
    Ann: correct 5-5 ! not_your_chair; Bob: correct 5-5 ! not_your_chair; Nobody: correct 5-5 ! not_your_chair
    Sue is granted dealer; Sue: correct 5-5 ! not_your_chair
"""


@pytest.mark.parametrize("script", scripts(CORRECTIONS))
def test_a_correction(script):
    room = real_dice()
    entered(room, 4, 2)
    play(script, room)


def test_nobody_corrects_sealed_dice():
    room = play(
        "at nsw totals=6: Ann; Sue takes games_supervisor; Ann: pass 10; until paying"
        "; Sue: correct 6-1 ! not_now; point 6"
    )
    assert correctors(room.book, room.table) == ()
