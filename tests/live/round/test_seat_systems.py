"""A person's seat that a betting system plays: it starts, and stops when the person takes over."""

import pytest
from tests.live.room import hold_log
from tests.live.script import play

from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import Kind, find
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Bot, SeatSystem
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.live.wire.views import view

PASS = find(Kind.PASS)
SEAT = SeatSystem("Ann", "pass", "when come_out: pass 10")


@pytest.fixture
def room():
    room = play("at washington: Ann Bob")
    room.tell(cm.StartSystem(SEAT))
    return room


def system_says(room, event):
    """The system of Ann's seat does something."""
    command = cm.Act(id=f"s{len(room.rows)}", event=event, why="when come_out: pass 10")
    return room._carry_out(cm.Sender("Ann", system=True), command)  # noqa: SLF001


def stopped(room):
    return [(one.name, one.why) for one in room.happenings(en.SystemStopped)]


def test_everybody_sees_whose_seat_a_system_plays(room):
    assert view(room.book, room.table).systems == (SEAT,)
    assert system_says(room, ev.Bet(PASS, 1000)) is None
    assert room.on("Ann", "pass") == 10
    assert room.happenings(en.Acted)[-1].why == "when come_out: pass 10"
    hold_log(room)


@pytest.mark.parametrize("line", ["pass 5", "field 5", "leave", "undo"])
def test_an_act_of_the_player_stops_it(room, line):
    system_says(room, ev.Bet(PASS, 1000)) if line != "leave" else None
    room.does("Ann", line)
    assert room.table.systems == ()
    assert stopped(room) == ([] if line == "leave" else [("Ann", "its player acts")])
    assert system_says(room, ev.Bet(PASS, 1000)).message == "the system plays no more for Ann"
    hold_log(room)


def test_money_and_seeds_and_what_is_refused_do_not_stop_it_and_being_sent_off_does(room):
    play(
        "Ann: buy_in 100; Ann: cash_out 50; Ann gives seed lucky; Ann ready; Ann: field 100000 ! over_maximum"
        "; Bob: field 5; systems: Ann; Ann vanishes; later away; Ann is gone; systems",
        room,
    )


def test_another_system_takes_the_place_of_the_first(room):
    other = SeatSystem("Ann", "field", "always: field 5")
    room.tell(cm.StartSystem(other))
    assert room.table.systems == (other,)
    room.tell(cm.StopSystem("Ann", "enough"))
    assert (room.table.systems, stopped(room)) == ((), [("Ann", "enough")])
    room.tell(cm.StopSystem("Ann"))
    assert room.last.refused.message == "no system plays for Ann"
    hold_log(room)


def test_only_players_have_their_seats_played_and_no_bots(room):
    room.tell(cm.StartSystem(SeatSystem("Zoe", "pass", SEAT.text)))
    assert room.last.refused.message == "Zoe is not at this table: sit down first"
    room.tell(cm.SeatBot(Bot("Molly", "pass", SEAT.text, 50_000), ""))
    room.sits("Molly")
    room.tell(cm.StartSystem(SeatSystem("Molly", "pass", SEAT.text)))
    assert room.last.refused.code == "not_now"


def test_its_own_limits_hold(room):
    sender = cm.Sender("Ann", system=True, own=Allowance(time_out_until=room.now + 1000))
    refused = room._carry_out(sender, cm.Act(id="s", event=ev.Bet(PASS, 1000)))  # noqa: SLF001
    assert refused.code == "own_limit"
