"""The rhythm of a round, in lists that a dealer could read."""

import pytest
from msgspec.structs import replace
from tests.live.room import BEGAN, TIMING, Room, hold_log, seed_for

from bankcraps import BOOKS, Throw, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.log.rows import decode_row
from bankcraps.live.log.settings import Timing
from bankcraps.live.round.rhythm import awaits
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view


def table_of(pace="clock", *people, rules="nsw", **settings):
    room = Room(rules, pace=pace, **settings)
    room.sits(*people)
    return room


def parts(room):
    """The parts of the round, each with its start in seconds since the table opened."""
    rows = [decode_row(body) for body in room.rows]
    return [
        ((row.at - BEGAN) // 1000, row.entry.phase) for row in rows if isinstance(row.entry, en.PhaseBegan)
    ]


def test_a_round_by_the_clock():
    room = table_of("clock", "Ann", seed=seed_for(6))
    room.does("Ann", "pass 10")
    room.later(45_000)
    assert parts(room) == [
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


def test_without_anybody_to_throw_no_clock_runs():
    room = table_of("clock", "Ann")
    room.later(100_000)
    assert room.phase == "betting"
    assert room.table.phase.until is None


# The needs of a player's next throw, as everybody sees them.
NOBODY_ENTERS = (
    "Nobody can enter what the dice show: somebody must take the chair of the boxperson or the stickperson."
)
LINE = "the Pass Line or the Don't Pass"
AWAITS = [
    ({}, [], ""),
    ({}, ["Ann"], f"Ann needs a wager on {LINE} to throw."),
    ({}, ["Ann", "Ann: pass 10"], ""),
    ({}, ["Ann", "Ann: field 5"], f"The stickperson throws: a shooter needs a wager on {LINE}."),
    (
        {},
        ["Ann", "Bob", "Ann: pass 10", "Ann: accept", "Ann: down pass"],
        f"Ann needs a wager on {LINE} to throw.",
    ),
    ({"dice": "entered"}, [], ""),
    (
        {"dice": "entered"},
        ["Ann", "Ann: pass 10"],
        NOBODY_ENTERS,
    ),
    ({"dice": "entered"}, ["Ann", "Ann: pass 10", "Max takes boxperson"], ""),
]


@pytest.mark.parametrize(("settings", "done", "says"), AWAITS)
def test_what_the_next_throw_still_needs_is_said(settings, done, says):
    room = table_of("clock", rules="pennsylvania", **settings)
    for one in done:
        person, _, line = one.partition(": ")
        if line:
            room.does(person, line)
        elif " takes " in one:
            room.takes(*one.split(" takes "))
        else:
            room.sits(one)
    assert view(room.book, room.table).awaits == says


def test_another_player_throws_for_a_shooter_who_took_the_wager_on_the_line_down():
    room = table_of("clock", "Ann", "Bob", rules="pennsylvania", seed=seed_for(6))
    room.does("Ann", "dont pass 10")
    room.does("Bob", "pass 10")
    room.until("paying")
    room.until("betting")
    assert view(room.book, room.table).thrower == "Ann"
    room.does("Ann", "down dont pass")
    seen = view(room.book, room.table)
    assert (seen.shooter, seen.thrower) == ("Ann", "Bob")
    assert seen.awaits == f"Ann has no wager on {LINE} any more, so Bob throws."
    assert seen.awaits_to_you == {
        "Ann": f"You have no wager on {LINE} any more, so Bob throws.",
        "Bob": f"Ann has no wager on {LINE} any more, so you throw.",
    }


def test_a_shooter_is_not_asked_for_a_wager_at_a_closed_table():
    room = table_of("clock", "Ann", rules="classic:after_point=put", seed=seed_for(6))
    room.does("Ann", "dont pass 10", "place 8 12")
    room.until("paying")
    room.until("betting")
    room.does("Ann", "down dont pass")
    assert awaits(room.book, room.table).startswith("Ann needs a wager on")
    closed = replace(room.table, state=room.state.with_floor(closed=True))
    assert awaits(room.book, closed).startswith("Ann has no wager on")


def test_a_shooter_is_not_asked_for_a_wager_that_the_point_rules_out():
    room = table_of("clock", "Ann", rules="pennsylvania", seed=seed_for(6))
    room.does("Ann", "dont pass 10", "place 8 12")
    room.until("paying")
    room.until("betting")
    assert room.state.puck == 6
    room.does("Ann", "down dont pass")
    assert (
        view(room.book, room.table).awaits
        == f"Ann has no wager on {LINE} any more, so the stickperson throws."
    )
    room.does("Ann", "down place 8")
    nothing = view(room.book, room.table)
    assert nothing.thrower == ""
    then = "The stickperson throws once there is any wager."
    assert nothing.awaits == f"Ann has no wager on {LINE} any more and cannot throw. {then}"


def test_the_shooter_throws_when_the_dice_are_out():
    room = table_of("clock", "Ann")
    room.does("Ann", "pass 10")
    refused = room.say("Ann", "throw")
    assert refused.message == "the betting is still open: the dice are not out yet"
    room.until("dice_out")
    room.does("Ann", "throw")
    assert len(room.throws) == 1
    assert room.phase == "paying"


LATE = [
    ("betting", "pass 10", None),
    ("last_bets", "pass 10", None),
    ("dice_out", "pass 10", "betting is closed: the dice are out"),
    ("paying", "place 6 12", "the dealers are paying; the betting opens in a moment"),
    ("paying", "no more bets", None),  # the crew may say this at any time
]


@pytest.mark.parametrize(("phase", "line", "reason"), LATE)
def test_a_command_too_late_is_refused_with_the_reason(phase, line, reason):
    room = table_of("clock", "Ann", "Bob", rules="washington")
    room.does("Ann", "pass 10")
    room.until(phase)
    refused = room.say("Bob", line)
    if line == "no more bets":
        assert refused.code == "not_your_chair"
    else:
        assert (refused and refused.message) == reason


def test_the_shooter_sets_the_pace():
    room = table_of("shooter", "Ann", "Bob")
    room.does("Ann", "pass 10")
    room.later(50_000)
    assert room.phase == "betting"
    room.does("Bob", "pass 20")
    room.does("Ann", "throw")
    assert len(room.throws) == 1
    assert [phase for _, phase in parts(room)] == ["betting", "in_the_air", "paying"]


def test_a_shooter_who_sets_the_pace_does_not_hold_the_table_up_for_ever():
    room = table_of("shooter", "Ann")
    room.does("Ann", "pass 10")
    room.later(TIMING.shooter_ms + TIMING.throwing_ms)
    assert len(room.throws) == 1


def test_a_table_may_wait_for_a_shooter_who_is_there_for_as_long_as_they_like():
    room = table_of("shooter", "Ann", timing=Timing(shooter_ms=0))
    room.does("Ann", "pass 10")
    room.later(24 * 3600 * 1000)
    assert room.table.phase.until is None
    room.does("Ann", "throw")
    assert len(room.throws) == 1
    hold_log(room)


def test_a_shooter_who_sets_the_pace_and_vanishes_is_not_waited_for():
    room = table_of("shooter", "Ann", "Bob", rules="three_four_five")
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    room.vanishes("Ann")
    room.later(TIMING.answer_ms + TIMING.betting_ms)
    assert [event.by.person for event in room.events(ev.Decline)] == ["Ann"]
    room.later(TIMING.throwing_ms)
    assert len(room.throws) == 1
    assert (room.state.turn.start, room.state.turn.held) == (room.state.seated("Bob").place, True)


@pytest.mark.parametrize("rules", BOOKS)
def test_dice_are_not_handed_round_among_players_who_sit_out(rules):
    """Only Bob plays, and has no wager on the line, so one of the others keeps the dice."""
    room = table_of("clock", "Ann", "Bob", "Cyd", rules=rules)
    for name in ("Ann", "Cyd"):
        room.does(name, "pass 10")
        assert room.ask(name, cm.SitOut, out=True) is None
    assert room.ask("Bob", cm.Ready) is None
    room.until("paying")
    assert len(room.throws) == 1
    hold_log(room)


def test_the_boxperson_sets_the_pace():
    room = table_of("boxperson", "Ann")
    room.takes("Dora", "boxperson")
    room.does("Ann", "pass 10")
    room.later(1_000_000)
    assert room.phase == "betting"
    assert room.say("Ann", "no more bets").code == "not_your_chair"
    room.does("Dora", "no more bets")
    (call,) = room.events(ev.NoMoreBets)
    assert (call.by.role, call.by.person) == ("stickperson", "")  # the book lets the stickperson call it
    assert room.phase == "dice_out"
    room.later(TIMING.throwing_ms + TIMING.paying_ms)
    assert len(room.throws) == 1


@pytest.mark.parametrize("dice", ["sealed", "entered"])
@pytest.mark.parametrize("rules", [*BOOKS, "classic:mini"])
def test_one_act_of_the_boxperson_moves_the_round_on(rules, dice):
    """The boxperson closes the betting. The rest follows: the clock throws, and the dealers pay."""
    book = load_rulebook("classic", crew="mini") if rules == "classic:mini" else load_rulebook(rules)
    room = Room(book=book, pace="boxperson", dice=dice)
    (box,) = room.book.table.filled(["boxperson"])
    room.sits("Ann")
    room.takes("Dora", box)
    for round_ in range(1, 4):
        if not room.on("Ann", "pass"):
            room.does("Ann", "pass 10")
        room.later(1_000_000)
        assert room.phase == "betting"
        room.does("Dora", "no more bets")
        assert room.phase == "dice_out"
        assert room.say("Dora", "no more bets").message == "the dice are already out"
        if dice == "entered":
            for look in ("first", "second"):
                assert room.ask("Dora", cm.EnterThrow, throw=Throw(2, 2), look=look) is None
        else:
            room.later(TIMING.throwing_ms)
        assert room.phase == "paying"
        assert len(room.throws) == round_
        room.later(TIMING.paying_ms)
        assert room.phase == "betting"


@pytest.mark.parametrize("rules", BOOKS)
def test_a_boxperson_finds_a_shooter_who_is_there(rules):
    room = table_of("boxperson", "Ann", "Bob", rules=rules)
    room.takes("Dora", *room.book.table.filled(["boxperson"]))
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    assert room.act("Ann", ev.Accept()) is None
    room.vanishes("Ann")
    room.later(TIMING.answer_ms)
    room.does("Dora", "no more bets")
    room.does("Bob", "throw")
    assert room.events(ev.ThrowDice)[0].by.person == "Bob"
    hold_log(room)


def test_a_boxperson_does_not_call_what_another_person_calls():
    room = table_of("boxperson", "Ann", rules="three_four_five")
    room.takes("Dora", "boxperson")
    room.takes("Dee", "dealer")
    room.does("Ann", "pass 10")
    refused = room.say("Dora", "no more bets")
    assert refused.message == 'in this house the dealer calls "no more bets", and Dee sits there'
    assert refused.clause == "3.2"
    room.does("Dee", "no more bets")
    assert room.phase == "dice_out"


def test_a_boxperson_who_is_gone_sets_no_pace():
    room = table_of("boxperson", "Ann")
    room.takes("Dora", "boxperson")
    room.does("Ann", "pass 10")
    room.vanishes("Dora")
    room.later(TIMING.answer_ms + TIMING.betting_ms + TIMING.throwing_ms)
    assert len(room.throws) == 1


def test_without_a_boxperson_the_clock_sets_the_pace():
    room = table_of("boxperson", "Ann")
    room.does("Ann", "pass 10")
    room.later(TIMING.betting_ms + TIMING.throwing_ms)
    assert len(room.throws) == 1


def test_a_person_at_the_stick_throws_for_wagers_without_a_shooter():
    room = table_of("clock", "Ann", rules="nsw")
    room.takes("Sid", "stickperson")
    room.does("Ann", "place 6 12")
    room.until("dice_out")
    assert room.say("Ann", "throw").code == "needs_line_wager"
    room.does("Sid", "throw")
    assert room.throws[0].by.role == "dice"
    assert room.events(ev.ThrowDice)[0].by.person == "Sid"


def test_a_no_roll_opens_the_betting_at_once():
    room = table_of("clock", "Ann", dice="entered")
    room.takes("Dora", "boxperson", "stickperson")
    room.does("Ann", "pass 10")
    room.does("Dora", "no more bets")
    room.does("Ann", "throw")
    assert room.phase == "in_the_air"
    room.does("Dora", "no roll cocked")
    assert room.phase == "betting"
    room.does("Ann", "place 6 12")


def test_clocks_of_no_length_still_come_to_rest():
    timing = Timing(betting_ms=0, warning_ms=0, throwing_ms=0, paying_ms=0)
    room = table_of("clock", "Ann", timing=timing, seed=seed_for(6, 7))
    room.does("Ann", "pass 10")
    assert room.throws == []  # the betting lasts a second
    room.later(2020)
    assert len(room.throws) == 2


def test_a_table_that_was_stopped_begins_its_clock_anew():
    room = table_of("clock", "Ann")
    room.does("Ann", "pass 10")
    room.later(19_000)
    room.now += 3_600_000
    room.tell(cm.Opened())
    assert room.phase == "betting"
    assert room.table.phase.until == room.now + TIMING.betting_ms
    assert room.table.is_away("Ann")
    room.returns("Ann")
    room.later(TIMING.betting_ms)
    assert room.phase == "dice_out"
    hold_log(room)


def test_a_clock_that_is_set_back_does_not_move_the_room_back():
    room = table_of("clock", "Ann")
    room.later(60_000)
    at = room.table.now
    room.now -= 50_000
    room.does("Ann", "pass 10")
    assert room.table.now == at
    assert room.table.phase.until == at + TIMING.betting_ms
