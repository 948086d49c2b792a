"""Bounds on all that people can add to a table: it stays there, and everybody hears of it."""

from tests.live.room import Room

from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.live.wire.views import happened

MOST_BYTES = 40_000


def test_disputes_of_many_names_do_not_make_every_message_long():
    """Disputes wait until somebody of the crew decides them, perhaps for ever, and names cost nothing."""
    room = Room("classic")
    room.sits("Ann")
    refused = None
    for number in range(26):
        name = f"Guest{chr(ord('a') + number)}"
        room.does(name, "sit")
        for _ in range(5):
            refused = room.act(name, ev.Dispute("x" * 200)) or refused
        room.does(name, "leave")
    assert refused.message == "100 disputes of this table wait for a decision: wait for those first"
    room.later(2_000)
    room.does("Ann", "pass 10")
    assert len(encode(happened(room.book, room.last))) < MOST_BYTES
    room.takes("Sue", *room.book.table.filled(room.book.floor.disputes))
    room.does("Sue", 'decide 1 "the six stands"')
    room.does("Ann", 'dispute "that was 3-4"')
