"""Every act of the engine through the room, at every house: only the roles that the book names can do it."""

import msgspec
import pytest
from msgspec.structs import replace
from tests.live.room import Room
from tests.live.script import enters, play

from bankcraps import BOOKS, Cents, Limits, Throw, load_rulebook
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.acts import ACTS, roles_of, who_may
from bankcraps.game.wagers import Kind, find
from bankcraps.live.round.crew_chairs import actor_of, enters_throws
from bankcraps.live.table import commands as cm

PASS, LIMITS = find(Kind.PASS), Limits(Cents(1000), Cents(50_000), Cents(0))
NSW = load_rulebook("nsw")
CREW_ACTS = [act for act in ACTS if roles_of(NSW, act) is not None and act is not ev.Rolled]
PLAYER_ACTS = [act for act in ACTS if roles_of(NSW, act) is None and act is not ev.Rolled]


VALUES = {
    "player": "Bob",
    "to": "Bob",
    "wager": PASS,
    "amount": Cents(500),
    "limits": LIMITS,
    "throw": Throw(4, 2),
}
VALUES |= {"call": "off", "dice": (1, 2), "die": 1, "number": 1, "reason": "device"}


def sample(act):
    """Such an act, whether it would be accepted or not."""
    fields = msgspec.structs.fields(act)
    return act(**{one.name: VALUES.get(one.name, "words") for one in fields if one.required})


@pytest.mark.parametrize("rules", BOOKS)
def test_only_who_holds_a_chair_that_the_book_names_does_an_act_of_the_crew(rules):
    """Neither others of the crew nor players, nor the right person before they take the chair."""
    room = Room(rules, dice="entered")
    room.sits("Ann", "Bob")
    crew_of = tuple(dict.fromkeys(room.book.table.crew))
    for act in CREW_ACTS:
        for role in crew_of:
            room.roles[role] = frozenset({role})
            assert actor_of(room.book, room.table, room.sender(role), sample(act)).code == "not_your_chair"
    for role in crew_of:
        room.takes(role, role)
    for act in CREW_ACTS:
        may = {role: crew(role, role) for role in who_may(room.book, act)}
        for person in (*crew_of, "Ann", "Spectator"):
            found = actor_of(room.book, room.table, room.sender(person), sample(act))
            assert may.get(person, "not_your_chair") == getattr(found, "code", found), (act, person)


@pytest.mark.parametrize("act", PLAYER_ACTS)
def test_a_player_acts_only_for_themselves(act):
    """The room ignores the actor and the time that a client writes into an event, and puts in the sender."""
    room = play("at nsw: Ann Bob; Ann: pass 10; Ann: hard 8 5; Bob: pass 10")
    before = room.state.seated("Ann")
    room.act("Bob", replace(sample(act), by=player("Ann"), at=999_999))
    assert all(done.by.person in ("Bob", "") for done in room.acts)
    assert room.state.seated("Ann") == before


SEATED = "at nsw dice=entered: Ann Bob; Sue takes supervisor; Gus takes games_supervisor; Box takes boxperson"
SCRIPTS = {
    "the crew does what it may": f"{SEATED}; Dora takes dealer; Stan takes stickperson; Ann: pass 10"
    "; Ann: hard 8 10; Ann: off hard 8; Stan: offer Ann; Gus: own_limits Ann 1:90000; Gus: issue_token Bob 25"
    "; Sue: warn Bob advice; Gus: void Ann hard 8 device; Sue: exclude Bob device; Box: colour_up Ann"
    "; Ann: accept; Box: order_pass delay",
    "the crew confirms a call while the dice are out": f"{SEATED}; Dora takes dealer; Ann: pass 10"
    "; Ann: hard 8 10; Ann: off hard 8; until dice_out; Ann: on hard 8; Dora: confirm Ann hard 8",
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
    play(script)


def test_nobody_says_in_an_event_what_the_dice_show_or_the_crew_let_stand():
    room = play("at nsw pace=boxperson: Ann; Box takes boxperson")
    for person in ("Ann", "Box", "Nobody"):
        refused = room.act(person, ev.Rolled(throw=Throw(3, 4)))
        assert refused.message == "the dice decide the throw: say `throw`"
    assert room.act("Ann", ev.Bet(PASS, Cents(99_000), unrejected=True)).code == "not_your_act"
    assert room.say("Ann", "place 6 12 confirmed by dealer boxperson").code in ("not_your_act", "bad_words")
    for command, fields in ((cm.Wait, {"waiting": True}), (cm.Act, {"event": ev.Sit()})):
        assert room.ask("", command, **fields).code == "not_signed_in"


def test_a_player_asks_the_automatic_crew_to_colour_up():
    room = play("at nsw: Ann Bob; Ann: pass 10")
    assert room.act("Ann", ev.ColourUp("Ann")) is None
    assert str(room.acts[0].by) == "boxperson"
    assert room.act("Bob", ev.ColourUp("Ann")).code == "not_your_chair"
    room.takes("Box", "boxperson")
    assert room.act("Ann", ev.ColourUp("Ann")).code == "not_your_chair"


@pytest.mark.parametrize("rules", BOOKS)
def test_who_enters_throws_at_every_house(rules):
    book = load_rulebook(rules)
    (box,) = book.table.filled(["boxperson"])
    for caller in dict.fromkeys(book.table.crew):
        room = play(f"at {rules} pace=boxperson dice=entered: Ann; Ann: pass 10; Box takes {box}")
        play(f"Box: no more bets; Box gives back {box}; Cal takes {caller}", room)
        assert (enters(room, "Cal", "4-2") is None) == (caller in enters_throws(book)), caller
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
