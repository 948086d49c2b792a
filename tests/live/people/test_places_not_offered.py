"""A free place is offered only to people whom the table would seat."""

from tests.live.people.test_places import small
from tests.live.room import TIMING, hold_log

from bankcraps.game.engine import events as ev
from bankcraps.live.table import commands as cm

MINUTE = 60_000


def test_a_place_at_a_closed_table_is_offered_to_nobody():
    room = small()
    room.sits("Ann", "Bob")
    room.takes("Sue", "games_supervisor")
    assert room.act("Sue", ev.PostSign()) is None
    room.later(room.book.floor.closing_notice * MINUTE)
    assert room.ask("Cyd", cm.Wait, waiting=True) is None
    assert room.act("Sue", ev.Close()) is None
    room.does("Ann", "leave")
    assert room.say("Cyd", "sit").code == "table_closed"
    room.later(TIMING.place_ms)
    assert room.table.offers == ()
    assert room.table.waiting == ("Cyd",)
    hold_log(room)
