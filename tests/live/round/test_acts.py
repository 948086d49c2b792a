"""Every act of the engine through the room, at every house: only the roles that the book names can do it."""

import pytest
from msgspec.structs import replace
from tests.live.room import Room, hold_log
from tests.live.scenes import Scene, play, possible, roles_at, set_up
from tests.live.script import enters
from tests.live.script import play as play_script

from bankcraps import BOOKS, Cents, Throw, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.acts import ACTS, roles_of, who_may
from bankcraps.game.wagers import Kind, find
from bankcraps.live.round.crew_chairs import enters_throws
from bankcraps.live.table import commands as cm

PASS = find(Kind.PASS)
NSW = load_rulebook("nsw")
CREW_ACTS = [act for act in ACTS if roles_of(NSW, act) is not None and act is not ev.Rolled]
PLAYER_ACTS = [act for act in ACTS if roles_of(NSW, act) is None and act is not ev.Rolled]


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("act", CREW_ACTS)
@pytest.mark.some
def test_the_crew_whom_the_book_names_may_do_it(rules, act):
    for role in roles_at(load_rulebook(rules), act):
        room = play(rules, act, role)
        refused = room.last.refused
        assert (refused is None) == possible(room.book, act), (role, refused)
        if refused is None:
            (done,) = [event for event in room.acts if isinstance(event, act)]
            assert (done.by.role, done.by.person) == (role, role)
        hold_log(room)


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("act", CREW_ACTS)
@pytest.mark.some
def test_nobody_else_may_do_it(rules, act):
    """Neither others of the crew nor players, nor the right person before they take the chair."""
    book = load_rulebook(rules)
    able = who_may(book, act)
    room, _, event = set_up(rules, act, roles_at(book, act)[0])
    for role in able:
        room.gives_chair(role)
        room.roles[role] = frozenset({role})
    for role in dict.fromkeys(role for role in book.table.crew if role not in able):
        room.takes_chair(role)
        if act is ev.NoMoreBets and role == "boxperson":
            continue  # the boxperson sets the pace here: test_rhythm.py
        assert room.act(role, event).code == "not_your_chair", role
    for person in ("Bob", "Spectator", *able):
        assert room.act(person, event).code == "not_your_chair", person


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("act", PLAYER_ACTS)
@pytest.mark.some
def test_a_player_acts_only_for_themselves(rules, act):
    """The room ignores the actor and the time that a client writes into an event, and puts in the sender."""
    room, person, event = set_up(rules, act, "player")
    if person == "Ann":
        before = room.state.seated("Ann")
        room.act("Bob", replace(event, by=player("Ann"), at=999_999))
        assert all(done.by.person in ("Bob", "") for done in room.acts)
        assert room.state.seated("Ann") == before


SCRIPTS = {
    "a role without its chair does nothing": "at washington: Ann; Sue is granted supervisor"
    "; Sue: warn Ann device ! not_your_chair; Ann asks for supervisor ! not_your_act"
    "; Sue asks for inspector ! no_such_chair",
    "a role that was taken away does nothing": "at washington pace=boxperson: Ann; Sid takes stickperson"
    "; Sid is granted dealer; Sid: no more bets ! not_your_chair",
    "nobody claims a result of the dice": "at nsw pace=boxperson: Ann; Box takes boxperson"
    "; Ann: roll 4-3 ! not_your_act; Box: roll 4-3 ! not_your_act; Nobody: roll 4-3 ! not_your_act",
    "words with another's name are refused": "at nsw: Ann Bob; Bob: Ann: pass 10 ! not_your_act",
}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_what_nobody_may_do(script):
    play_script(script)


def test_nobody_says_in_an_event_what_the_dice_show_or_the_crew_let_stand():
    room = play_script("at nsw pace=boxperson: Ann; Box takes boxperson")
    for person in ("Ann", "Box", "Nobody"):
        refused = room.act(person, ev.Rolled(throw=Throw(3, 4)))
        assert refused.message == "the dice decide the throw: say `throw`"
    assert room.act("Ann", ev.Bet(PASS, Cents(99_000), unrejected=True)).code == "not_your_act"
    assert room.say("Ann", "place 6 12 confirmed by dealer boxperson").code in ("not_your_act", "bad_words")
    for command, fields in ((cm.Wait, {"waiting": True}), (cm.Act, {"event": ev.Sit()})):
        assert room.ask("", command, **fields).code == "not_signed_in"


def test_a_player_asks_the_automatic_crew_to_colour_up():
    room = play_script("at nsw: Ann Bob; Ann: pass 10")
    assert room.act("Ann", ev.ColourUp("Ann")) is None
    assert str(room.acts[0].by) == "boxperson"
    assert room.act("Bob", ev.ColourUp("Ann")).code == "not_your_chair"
    room.takes("Box", "boxperson")
    assert room.act("Ann", ev.ColourUp("Ann")).code == "not_your_chair"


@pytest.mark.parametrize("rules", BOOKS)
def test_who_enters_throws_at_every_house(rules):
    book = load_rulebook(rules)
    for caller in dict.fromkeys(book.table.crew):
        room = Scene(rules)
        room.sits("Ann")
        room.does("Ann", "pass 10")
        room.takes_chair("boxperson" if "boxperson" in book.table.crew else enters_throws(book)[0])
        room.crew(ev.NoMoreBets())
        for role in book.table.crew:
            room.gives_chair(role)
        room.takes_chair(caller)
        assert (enters(room, caller, "4-2") is None) == (caller in enters_throws(book)), caller
        if room.throws:
            assert room.throws[0].by.role in (book.dice.total_called_by or (caller,))


DONE = ev.NoMoreBets, ev.OrderPass, ev.Inspect, ev.NewSet, ev.SetLimits, ev.Close, ev.Vacate, ev.ColourUp
"""Acts that the automatic crew does by itself, or because a player asks."""


@pytest.mark.parametrize("rules", BOOKS)
def test_the_automatic_crew_decides_nothing_and_excludes_nobody(rules):
    room = Room(rules)
    room.sits("Ann", "Bob")
    for turn in range(12):
        room.does("Ann", f'dispute "that was {turn}"') if turn < 3 else None
        room.say("Ann", "pass 10")
        room.say("Bob", "place 6 12")
        room.does("Bob", "colour_up")
        room.vanishes("Ann") if turn == 6 else None
        room.until("paying")
        room.until("betting")
    done = [event for event in room.events(ev.Event) if event.by.role in CREW]
    assert done
    assert {type(event) for event in done} <= set(DONE)
    assert all(not event.by.person for event in done)
