"""The hands of a log where the dice change hands at a throw."""

from tests.live.room import Room, seed_for

from bankcraps.game.engine.events import Rolled
from bankcraps.live.log.entries import Acted
from bankcraps.live.log.rows import decode_row
from bankcraps.server.web.api.hand_history import _Hands


def test_dice_that_are_passed_at_a_throw_throw_for_the_new_shooter():
    """Bob has thrown and bets no more, so Ann throws: her hand begins with this throw."""
    room = Room("three_four_five", seed=seed_for(7, 7), pace="clock")
    room.sits("Ann", "Bob")
    room.does("Bob", "pass 10")
    room.until("paying")
    room.until("betting")
    room.does("Ann", "pass 10")
    room.until("paying")
    room.until("betting")
    room.does("Ann", "pass_dice")
    rows = [decode_row(body) for body in room.rows]
    thrown = [row.seq for row in rows if isinstance(row.entry, Acted) and isinstance(row.entry.event, Rolled)]
    hands = _Hands()
    for row in rows:
        hands.read(row)
    bobs, anns = hands.hands
    assert (bobs.shooter, bobs.last, bobs.throws, bobs.ended) == ("Bob", thrown[1] - 1, 1, "no line wager")
    assert (anns.hand, anns.shooter, anns.first, anns.throws) == (2, "Ann", thrown[1], 1)
