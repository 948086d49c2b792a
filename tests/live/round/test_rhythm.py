"""The rhythm of a round, in lists that a dealer could read."""

import pytest
from msgspec.structs import replace
from tests.live.room import BEGAN, TIMING, Room, hold_log, seed_for
from tests.live.script import play, scripts

from bankcraps import BOOKS, load_rulebook
from bankcraps.client.live import state_of
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import decode_row
from bankcraps.live.round.rhythm import awaits
from bankcraps.live.wire.views import view


def test_a_round_by_the_clock():
    """Each part begins at a second after the table was opened."""
    room = Room("nsw", seed=seed_for(6))
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.later(45_000)
    rows = [decode_row(body) for body in room.rows]
    phases = [row for row in rows if isinstance(row.entry, en.PhaseBegan)]
    assert [((row.at - BEGAN) // 1000, row.entry.phase) for row in phases] == [
        (0, "betting"),  # the clock starts with the first wager on the line: now somebody can throw
        (15, "last_bets"),
        (20, "dice_out"),
        (28, "in_the_air"),  # Ann did not throw, so they are thrown for her
        (28, "paying"),
        (31, "betting"),
        (31, "betting"),  # its clock starts
    ]
    assert len(room.throws) == 1
    hold_log(room)


def test_real_dice_in_the_air_by_the_clock():
    """A client knows whether somebody said `throw`, or the clock put the dice into the air."""
    room = play("at nsw dice=entered: Ann; Dora takes boxperson; Dora takes stickperson; Ann: pass 10")
    for faces in ("4-2", "5-4"):
        room.until("in_the_air")
        assert not room.state.thrown
        assert not state_of(view(room.book, room.table)).thrown
        play(f"Dora enters {faces}", room)
    room.until("dice_out")
    room.does("Ann", "throw")
    assert room.phase == "in_the_air"
    assert state_of(view(room.book, room.table)).thrown


ROUNDS = """
without anybody to throw no clock runs
    at nsw: Ann; later 100000; now betting; no clock
the shooter throws when the dice are out
    at nsw: Ann; Ann: pass 10; Ann: throw ! not_now; until dice_out; Ann: throw; thrown 1; now paying
what comes too late is refused
    at washington: Ann Bob; Ann: pass 10; until last_bets; Bob: pass 10; until dice_out
    Bob: field 5 ! bets_closed
    until paying; Bob: place 6 12 ! not_now; Bob: no more bets ! not_your_chair
the shooter sets the pace
    at nsw pace=shooter: Ann Bob; Ann: pass 10; later 50000; now betting; Bob: pass 20; Ann: throw; thrown 1
a shooter who sets the pace does not hold the table up for ever
    at nsw pace=shooter: Ann; Ann: pass 10; later shooter+throwing; thrown 1
a table may wait for a shooter who is there for as long as they like
    at nsw pace=shooter timing=patient: Ann; Ann: pass 10; later 86400000; no clock; Ann: throw; thrown 1
a shooter who sets the pace and vanishes is not waited for
    at three_four_five pace=shooter: Ann Bob; Ann: pass 10; Bob: pass 10; Ann vanishes; later answer+betting
    thrown 0; later throwing; thrown 1; Bob has the dice
a boxperson does not call what another person calls
    at three_four_five pace=boxperson: Ann; Dora takes boxperson; Dee takes dealer; Ann: pass 10
    Dora: no more bets ! not_your_chair; Dee: no more bets; now dice_out
a boxperson who is gone sets no pace
    at nsw pace=boxperson: Ann; Dora takes boxperson; Ann: pass 10; Dora vanishes
    later answer+betting+throwing
    thrown 1
without a boxperson the clock sets the pace
    at nsw pace=boxperson: Ann; Ann: pass 10; later betting+throwing; thrown 1
a person at the stick throws for wagers without a shooter
    at nsw: Ann; Sid takes stickperson; Ann: place 6 12; until dice_out; Ann: throw ! needs_line_wager
    Sid: throw
    thrown 1
a no roll opens the betting at once
    at nsw dice=entered: Ann; Dora takes boxperson; Dora takes stickperson; Ann: pass 10; Dora: no more bets
    Ann: throw; now in_the_air; Dora: no roll cocked; now betting; Ann: place 6 12
clocks of no length still come to rest, and the betting lasts a second
    at nsw timing=at_once totals=6,7: Ann; Ann: pass 10; thrown 0; later 2020; thrown 2
a table that was stopped begins its clock anew
    at nsw: Ann; Ann: pass 10; later 19000; 60 minutes pass; the house opens again; now betting; clock betting
    Ann is away; Ann returns; later betting; now dice_out
"""


@pytest.mark.parametrize("script", scripts(ROUNDS))
def test_a_round(script):
    play(script)


# The needs of a player's next throw, as everybody sees them.
LINE = "the Pass Line or the Don't Pass"
NOBODY_ENTERS = (
    "Nobody can enter what the dice show: somebody must take the chair of the boxperson or the stickperson."
)
AWAITS = [
    ("at pennsylvania: ", ""),
    ("at pennsylvania: Ann", f"Ann needs a wager on {LINE} to throw."),
    ("at pennsylvania: Ann; Ann: pass 10", ""),
    ("at pennsylvania: Ann; Ann: field 5", f"The stickperson throws: a shooter needs a wager on {LINE}."),
    (
        "at pennsylvania: Ann Bob; Ann: pass 10; Ann: accept; Ann: down pass",
        f"Ann needs a wager on {LINE} to throw.",
    ),
    ("at pennsylvania dice=entered: ", ""),
    ("at pennsylvania dice=entered: Ann; Ann: pass 10", NOBODY_ENTERS),
    ("at pennsylvania dice=entered: Ann; Ann: pass 10; Max takes boxperson", ""),
]


@pytest.mark.parametrize(("script", "says"), AWAITS)
def test_what_the_next_throw_still_needs_is_said(script, says):
    room = play(script)
    assert view(room.book, room.table).awaits == says


NEXT = "until paying; until betting"


def test_another_player_throws_for_a_shooter_who_took_the_wager_on_the_line_down():
    room = play(
        f"at pennsylvania totals=6: Ann Bob; Ann: dont pass 10; Bob: pass 10; {NEXT}; thrower Ann"
        "; Ann: down dont pass"
    )
    seen = view(room.book, room.table)
    assert (seen.shooter, seen.thrower) == ("Ann", "Bob")
    assert seen.awaits == f"Ann has no wager on {LINE} any more, so Bob throws."
    assert seen.awaits_to_you == {
        "Ann": f"You have no wager on {LINE} any more, so Bob throws.",
        "Bob": f"Ann has no wager on {LINE} any more, so you throw.",
    }


def test_a_shooter_is_not_asked_for_a_wager_that_cannot_be_made():
    """At a closed table, and where the point rules it out."""
    room = Room("classic:after_point=put", seed=seed_for(6))
    room.sits("Ann")
    play(f"Ann: dont pass 10; Ann: place 8 12; {NEXT}; Ann: down dont pass", room)
    assert awaits(room.book, room.table).startswith("Ann needs a wager on")
    closed = replace(room.table, state=room.state.with_floor(closed=True))
    assert awaits(room.book, closed).startswith("Ann has no wager on")
    room = play(
        f"at pennsylvania totals=6: Ann; Ann: dont pass 10; Ann: place 8 12; {NEXT}; point 6"
        "; Ann: down dont pass"
    )
    none = f"Ann has no wager on {LINE} any more"
    assert view(room.book, room.table).awaits == f"{none}, so the stickperson throws."
    room.does("Ann", "down place 8")
    nothing = view(room.book, room.table)
    assert nothing.thrower == ""
    assert nothing.awaits == f"{none} and cannot throw. The stickperson throws once there is any wager."


@pytest.mark.parametrize("rules", BOOKS)
def test_who_is_not_there_does_not_keep_the_dice(rules):
    """Only Bob plays, without a wager on the line, so one of the others keeps the dice; or Ann vanished."""
    play(
        f"at {rules}: Ann Bob Cyd; Ann: pass 10; Cyd: pass 10; Ann sits out; Cyd sits out; Bob ready"
        "; until paying; thrown 1"
    )
    (box,) = load_rulebook(rules).table.filled(["boxperson"])
    play(
        f"at {rules} pace=boxperson: Ann Bob; Dora takes {box}; Ann: pass 10; Bob: pass 10; Ann: accept"
        "; Ann vanishes; later answer; Dora: no more bets; Bob: throw"
    )


@pytest.mark.parametrize(("dice", "throws"), [("sealed", "later throwing"), ("entered", "Dora enters 2-2")])
@pytest.mark.parametrize("rules", [*BOOKS, "classic:crew=mini"])
def test_one_act_of_the_boxperson_moves_the_round_on(rules, dice, throws):
    """The boxperson closes the betting. The rest follows: the clock throws, and the dealers pay."""
    room = Room(book=load_rulebook(rules), pace="boxperson", dice=dice)
    room.sits("Ann")
    play(
        f"Dora takes {room.book.table.filled(['boxperson'])[0]}; Ann: pass 10; later 1000000; now betting"
        "; Dora: no more bets; now dice_out; Dora: no more bets ! dice"
        f"; {throws}; now paying; thrown 1; later paying; now betting",
        room,
    )


def test_the_clock_and_the_boxperson_call_in_the_name_of_the_chair():
    """The book lets the stickperson call it. Where the clock called, none of those who sit there did."""
    room = play("at nsw pace=boxperson: Ann; Dora takes boxperson; Ann: pass 10; Dora: no more bets")
    assert [str(call.by) for call in room.events(ev.NoMoreBets)] == ["stickperson"]
    room = play("at nsw: Ann; Sid takes stickperson; Dora takes dealer; Ann: pass 10; until dice_out")
    assert [str(call.by) for call in room.events(ev.NoMoreBets)] == ["stickperson"]


def test_a_clock_that_is_set_back_does_not_move_the_room_back():
    room = play("at nsw: Ann; later 60000")
    at = room.table.now
    room.now -= 50_000
    room.does("Ann", "pass 10")
    assert room.table.now == at
    assert room.table.phase.until == at + TIMING.betting_ms
