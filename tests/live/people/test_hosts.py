"""The host of a table: whoever opened it hands out its chairs, and people there may play and hold one."""

import hashlib

import pytest
from tests.live.room import Room, hold_log

from bankcraps import BOOKS
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import SeatSystem
from bankcraps.live.system_player import SystemPlayer
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import ChairOffer
from bankcraps.live.wire.views import view, you
from bankcraps.strategies.library import system

KEY = "a key that Ann's page made"
HASH = hashlib.sha256(KEY.encode()).hexdigest()
LINE = "pass 10"


def home_game(rules="nsw", *people, **settings):
    """A table that Ann opened, with real dice, where she and others sit."""
    room = Room(rules, opener="Ann", hosted=True, dice="entered", **settings)
    room.sits("Ann", *people)
    return room


def test_a_host_offers_a_chair_to_a_name_typed_with_a_space():
    room = home_game("nsw", "Big_Al")
    assert room.ask("Ann", cm.OfferChair, role="boxperson", person="Big Al") is None
    assert room.table.chair_offers == (ChairOffer("boxperson", "Big_Al", ""),)


def enters(room, person, throw):
    return [room.ask(person, cm.EnterThrow, throw=throw, look=look) for look in ("first", "second")]


def told(room, person):
    return you(room.book, room.table, cm.Sender(person, room.roles.get(person, frozenset())), 0)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_host_enters_the_dice_and_plays(rules):
    """An evening with real dice, at the clock, without anybody whom the house granted a role."""
    room = home_game(rules, "Bob", "Cid")
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    for throw in (Throw(4, 2), Throw(5, 5), Throw(3, 3), Throw(6, 5), Throw(4, 4), Throw(3, 4)) * 2:
        room.until("betting")
        for person in ("Ann", "Bob"):
            room.say(person, LINE)
        room.until("dice_out")
        assert enters(room, "Ann", throw) == [None, None], throw
        assert room.throws[-1].throw == throw
    hold_log(room)


@pytest.mark.parametrize("rules", BOOKS)
def test_nobody_bets_while_nobody_can_enter_a_throw(rules):
    room = home_game(rules, "Bob")
    refused = room.say("Bob", LINE)
    assert refused.code == "not_now"
    assert "the host of this table has to take the chair of the boxperson" in refused.message
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    assert room.say("Bob", LINE) is None


def test_the_host_lets_somebody_take_a_chair_and_takes_it_back():
    room = home_game("nsw", "Bob", "Cid")
    assert told(room, "Bob").takes == ()
    refused = room.ask("Bob", cm.TakeChair, role="boxperson")
    assert refused.message == "Ann hosts this table and hands out its chairs: ask for that of the boxperson"
    assert room.ask("Ann", cm.OfferChair, role="boxperson", person="Bob") is None
    assert told(room, "Bob").takes == ("boxperson",)
    assert told(room, "Cid").takes == ()
    assert room.ask("Bob", cm.TakeChair, role="boxperson") is None
    assert told(room, "Bob").enters
    assert room.ask("Ann", cm.TakeBackChair, role="boxperson") is None
    assert not told(room, "Bob").enters
    assert room.table.chairs == ()
    assert room.table.chair_offers == ()
    assert room.ask("Bob", cm.TakeChair, role="boxperson").code == "not_your_act"
    hold_log(room)


def test_a_link_works_once():
    room = home_game("nsw", "Bob", "Cid")
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
    room = home_game("nsw", "Bob")
    assert says in room.ask("Ann", cm.OfferChair, **asked).message
    assert room.table.chair_offers == ()


def test_only_the_host_hands_out_chairs():
    room = home_game("nsw", "Bob")
    for command, rest in ((cm.OfferChair, {"person": "Bob"}), (cm.TakeBackChair, {})):
        refused = room.ask("Bob", command, role="boxperson", **rest)
        assert refused.message == "only Ann, who hosts this table, hands out its chairs"
    plain = Room("nsw", opener="Ann")
    plain.sits("Ann")
    refused = plain.ask("Ann", cm.OfferChair, role="boxperson", person="Ann")
    assert refused.message == "this table has no host: the house grants the roles of its crew"
    assert not told(plain, "Ann").hosts
    assert told(room, "Ann").hosts


def test_players_of_other_tables_are_still_not_of_the_crew():
    room = Room("nsw", opener="Ann")
    room.sits("Ann")
    room.roles["Ann"] = frozenset({"boxperson"})
    assert room.ask("Ann", cm.TakeChair, role="boxperson").code == "not_now"
    assert told(room, "Ann").takes == ()


def test_who_holds_a_chair_may_sit_down_and_wait_there():
    room = Room("nsw", opener="Ann", hosted=True)
    assert room.ask("Ann", cm.TakeChair, role="stickperson") is None
    room.sits("Ann")
    assert room.table.chairs_of("Ann") == ["stickperson"]
    room.act("Ann", ev.Leave())
    assert room.table.chairs_of("Ann") == ["stickperson"], "who leaves a place keeps the chair"


def test_nobody_decides_their_own_dispute():
    room = home_game("nsw", "Bob")
    decides = room.book.table.filled(room.book.floor.disputes)[0]
    assert room.ask("Ann", cm.TakeChair, role=decides) is None
    assert room.act("Ann", ev.Dispute("my chips")) is None
    assert room.act("Bob", ev.Dispute("the roll")) is None
    refused = room.act("Ann", ev.Decide(1, "I am right"))
    assert refused.message == "Ann raised dispute 1: somebody else has to take the chair and decide it"
    assert room.act("Ann", ev.Decide(2, "it stands")) is None
    assert room.ask("Ann", cm.TakeBackChair, role=decides) is None
    assert room.ask("Ann", cm.OfferChair, role=decides, person="Bob") is None
    assert room.ask("Bob", cm.TakeChair, role=decides) is None
    assert room.act("Bob", ev.Decide(1, "it stands")) is None
    hold_log(room)


def test_a_host_who_stays_away_loses_the_chair_and_may_take_it_again():
    room = home_game("nsw", "Bob")
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    room.vanishes("Ann")
    room.later(room.settings.timing.away_ms + 1)
    assert room.table.chairs == ()
    assert "the host of this table has to take the chair" in room.say("Bob", LINE).message
    room.tell(cm.Returned("Ann"))
    assert told(room, "Ann").takes[0] in room.book.table.crew
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    assert room.say("Bob", LINE) is None


def test_the_log_says_who_took_a_chair_back():
    room = home_game("nsw", "Bob")
    room.ask("Ann", cm.OfferChair, role="boxperson", person="Bob")
    room.ask("Bob", cm.TakeChair, role="boxperson")
    room.ask("Ann", cm.TakeBackChair, role="boxperson")
    entries = [one.entry for one in room.last.happened]
    assert en.ChairGiven("boxperson", "Bob", by="Ann") in entries


@pytest.mark.parametrize("pace", ["clock", "shooter", "boxperson"])
def test_a_host_who_plays_alone_closes_the_betting_and_enters_the_dice(pace):
    room = home_game("classic", pace=pace)
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    room.does("Ann", LINE)
    if pace == "boxperson":
        room.does("Ann", "no more bets")
    else:
        assert room.ask("Ann", cm.Ready) is None
    room.until("dice_out")
    assert enters(room, "Ann", Throw(4, 2)) == [None, None]
    room.until("betting")
    hold_log(room)


def test_a_host_calls_the_game_while_a_system_plays_their_seat():
    room = home_game("classic", "Bob", pace="boxperson")
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    room.does("Bob", LINE)
    room.tell(cm.StartSystem(SeatSystem("Ann", "one", "when come_out: pass 10")))
    room.does("Ann", "no more bets")
    assert enters(room, "Ann", Throw(4, 2)) == [None, None]
    assert room.table.system_of("Ann") is not None, "from a chair"
    room.until("betting")
    room.does("Ann", "field 5")
    assert room.table.system_of("Ann") is None, "as a player"
    hold_log(room)


def test_a_system_waits_with_its_bets_until_somebody_enters_the_dice():
    room = home_game("classic")
    molly = SystemPlayer(room.book, system("pass"), "Ann")
    assert molly.acts(view(room.book, room.table), room.state) == []
    assert room.ask("Ann", cm.TakeChair, role="boxperson") is None
    assert [str(one.event.wager) for one in molly.acts(view(room.book, room.table), room.state)] == ["pass"]
