"""The host of a table: whoever opened it hands out its chairs, and people there may play and hold one."""

import hashlib

import pytest
from tests.live.room import hold_log
from tests.live.script import play, scripts

from bankcraps import BOOKS
from bankcraps.live.log import entries as en
from bankcraps.live.system_player import SystemPlayer
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import ChairOffer
from bankcraps.live.wire.views import view, you
from bankcraps.strategies.library import system

HOME = "opener=Ann hosted=yes dice=entered"
KEY = "a key that Ann's page made"
HASH = hashlib.sha256(KEY.encode()).hexdigest()


def told(room, person):
    return you(room.book, room.table, cm.Sender(person, room.roles.get(person, frozenset())), 0)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_host_enters_the_dice_and_plays(rules):
    """An evening with real dice, at the clock, without anybody whom the house granted a role."""
    room = play(
        f"at {rules} {HOME}: Ann Bob Cid; Bob: pass 10 ! not_now; Ann asks for boxperson; Bob: pass 10"
        "; Ann: pass 10"
    )
    for faces in ("4-2", "5-5", "3-3", "6-5", "4-4", "3-4"):
        room.until("betting")
        for person in ("Ann", "Bob"):
            room.say(person, "pass 10")
        play(f"until dice_out; Ann enters {faces}", room)
        assert str(room.throws[-1].throw) == faces


SCRIPTS = f"""
the host lets somebody take a chair and takes it back
    at nsw {HOME}: Ann Bob Cid; Bob asks for boxperson ! not_your_act; Ann offers boxperson to Bob
    Cid asks for boxperson ! not_your_act; Bob asks for boxperson; chairs: boxperson; Ann takes back boxperson
    chairs; Bob asks for boxperson ! not_your_act
whoever opened another table hands out no chairs
    at nsw opener=Ann: Ann; Ann offers boxperson to Ann ! not_your_act
who holds a chair may sit down and leave the place
    at nsw {HOME}: ; Ann asks for stickperson; Ann sits; chairs: stickperson; Ann: leave; chairs: stickperson
only the host hands out chairs
    at nsw {HOME}: Ann Bob; Bob offers boxperson to Bob ! not_your_act
    Bob takes back boxperson ! not_your_act
a host who stays away loses the chair and may take it again
    at nsw {HOME}: Ann Bob; Ann asks for boxperson; Ann vanishes; later away+1; chairs; Bob: pass 10 ! not_now
    Ann returns; Ann asks for boxperson; Bob: pass 10
a host calls the game while a system plays their seat, until they act as a player
    at classic {HOME} pace=boxperson: Ann Bob; Ann asks for boxperson; Bob: pass 10; a system plays for Ann
    Ann: no more bets; Ann enters 4-2; systems: Ann; until betting; Ann: field 5; systems
"""


@pytest.mark.parametrize("script", scripts(SCRIPTS))
def test_a_host(script):
    play(script)


@pytest.mark.parametrize("pace", ["clock", "shooter", "boxperson"])
def test_a_host_who_plays_alone_closes_the_betting_and_enters_the_dice(pace):
    closes = "Ann: no more bets" if pace == "boxperson" else "Ann ready"
    play(
        f"at classic {HOME} pace={pace}: Ann; Ann asks for boxperson; Ann: pass 10; {closes}; until dice_out"
        "; Ann enters 4-2; until betting"
    )


def test_the_log_says_who_took_a_chair_back_and_people_hear_what_they_may_take():
    room = play(f"at nsw {HOME}: Ann Bob Big_Al; Ann offers boxperson to Bob")
    assert (told(room, "Bob").takes, told(room, "Big_Al").takes) == (("boxperson",), ())
    play("Bob asks for boxperson", room)
    assert (told(room, "Bob").enters, told(room, "Ann").hosts, told(room, "Bob").hosts) == (True, True, False)
    play("Ann takes back boxperson", room)
    assert en.ChairGiven("boxperson", "Bob", by="Ann") in [one.entry for one in room.last.happened]
    assert not told(room, "Bob").enters
    assert room.table.chair_offers == ()
    assert room.ask("Ann", cm.OfferChair, role="boxperson", person="Big Al") is None
    assert room.table.chair_offers == (ChairOffer("boxperson", "Big_Al", ""),)
    play("Ann takes back boxperson; Ann vanishes; later away; Ann returns", room)
    assert told(room, "Ann").takes[0] in room.book.table.crew


def test_a_link_works_once():
    room = play(f"at nsw {HOME}: Ann Bob Cid")
    assert room.ask("Ann", cm.OfferChair, role="stickperson", key=HASH) is None
    wrong = room.ask("Bob", cm.TakeChair, role="stickperson", key="another key")
    assert wrong.message == "this link to the chair of the stickperson works no more: ask Ann for another"
    assert room.ask("Bob", cm.TakeChair, role="boxperson", key=KEY).code == "not_your_act"
    assert room.ask("Bob", cm.TakeChair, role="stickperson", key=KEY) is None
    assert room.table.chair_offers == (ChairOffer("stickperson", "Bob"),)
    assert room.ask("Bob", cm.GiveChair, role="stickperson") is None
    assert room.ask("Cid", cm.TakeChair, role="stickperson", key=KEY).code == "not_your_act"
    assert room.ask("Bob", cm.TakeChair, role="stickperson") is None, "whoever used it may come back"
    hold_log(room)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"role": "boxperson"}, "to a person or to whoever has a key, and not both"),
        ({"role": "boxperson", "person": "Bob", "key": HASH}, "and not both"),
        ({"role": "boxperson", "key": "x"}, "64 hexadecimal digits"),
        ({"role": "boxperson", "person": "Bob Smith!"}, "is nobody's name"),
        ({"role": "player", "person": "Bob"}, "this house has no player"),
    ],
)
def test_what_cannot_be_offered(asked, says):
    room = play(f"at nsw {HOME}: Ann Bob")
    assert says in room.ask("Ann", cm.OfferChair, **asked).message
    assert room.table.chair_offers == ()


def test_nobody_decides_their_own_dispute():
    room = play(f"at nsw {HOME}: Ann Bob; Ann asks for games_supervisor")
    play(
        'Ann: dispute "my chips"; Bob: dispute "the roll"; Ann: decide 1 "I am right" ! not_your_act'
        '; Ann: decide 2 "it stands"; Ann takes back games_supervisor; Ann offers games_supervisor to Bob'
        '; Bob asks for games_supervisor; Bob: decide 1 "it stands"',
        room,
    )


def test_a_system_waits_with_its_bets_until_somebody_enters_the_dice():
    room = play(f"at classic {HOME}: Ann")
    molly = SystemPlayer(room.book, system("pass"), "Ann")
    assert molly.acts(view(room.book, room.table), room.state) == []
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    assert [str(one.event.wager) for one in molly.acts(view(room.book, room.table), room.state)] == ["pass"]
