"""The words "same bet" at a live table: they bet what is missing, and the answer says what was left out."""

from msgspec.structs import replace
from tests.live.room import TIMING, Room
from tests.live.script import play

from bankcraps import Cents
from bankcraps.game.records.codec import encode
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import read_snapshot
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.live.wire.views import happened, throw_result, view


def plays(room, *lines):
    for line in lines:
        if "-" in line:
            play(f"Box: no more bets; Box enters {line}", room)
        else:
            room.does("Ann", line)


def at(*lines, rules="three_four_five", chips=500):
    """A table at which Ann did this. Two digits with a dash are a throw."""
    room = Room(rules, dice="entered", pace="boxperson", timing=replace(TIMING, paying_ms=0))
    room.takes("Box", "stickperson", "boxperson")
    room.sits("Ann", "Bob", chips=chips)
    room.does("Bob", "pass 5")
    plays(room, *lines)
    return room


def again(room):
    """Say it, and return the refusal or the acts, and what was left out."""
    refused = room.say("Ann", "same bet")
    bets = [f"{act.wager} {act.amount // 100}" for act in room.acts]
    return refused or bets, [(str(left.wager), left.amount, left.code) for left in room.last.left_out]


ROUND = ("pass 10", "2-2", "odds 20", "place 8 12", "5-4")


def test_a_round_is_repeated_and_its_odds_once_there_is_a_point():
    room = at(*ROUND, "4-3")
    assert again(room) == (["pass 10", "place 8 12"], [("pass_odds", 2000, "not_now")])
    assert room.last.left_out[0].message == (
        "left out $20 odds on the Pass Line: the odds on the Pass Line can be made only once a point is set"
    )
    plays(room, "5-4")
    assert again(room) == (["pass_odds 20"], [])
    refused, _ = again(room)
    assert (refused.code, refused.message) == ("bad_words", "Ann has the same bets on the layout already")


def test_it_bets_what_is_missing_and_says_what_is_left_out():
    room = at(*ROUND, "4-3")
    for _ in range(150):  # other bets push nothing out of the memory, which is in the snapshot
        room.does("Bob", "place 8 6", "down place 8")
    read = read_snapshot(encode(room.table).decode())
    assert read == room.table
    assert read.rounds
    assert again(room)[0] == ["pass 10", "place 8 12"]
    assert again(room) == ([], [("pass_odds", 2000, "not_now")])
    assert room.state.seated("Ann").at_risk == 2200
    poor = at("pass 10", "place 8 12", "4-2", "4-3", chips=36)
    assert again(poor) == (["pass 10"], [("place 8", 1200, "not_enough_chips")])
    room = at(*ROUND, "4-3")
    assert room.ask("Ann", cm.SitOut, out=True) is None
    refused, left_out = again(room)
    assert (refused.code, left_out) == ("not_now", [])


def test_own_limits_leave_bets_out():
    room = at(*ROUND, "4-3")
    room.own["Ann"] = Allowance(may_risk=Cents(1500))
    bets, left_out = again(room)
    assert bets == ["pass 10"]
    assert left_out == [("pass_odds", 2000, "not_now"), ("place 8", 1200, "own_limit")]
    assert room.last.left_out[1].message == (
        "left out $12 on Place 8: your loss limit leaves $15 to bet now, commission included, as you asked"
    )


def test_a_newcomer_sees_what_the_last_throw_decided_until_the_next_one():
    room = at()
    assert throw_result(room.book, room.table) is None
    plays(room, *ROUND)
    assert throw_result(room.book, room.table).cleared == ()
    assert view(room.book, room.table).hand_throws == 2
    plays(room, "4-3")
    result = throw_result(room.book, room.table)
    assert view(room.book, room.table).hand_throws == 0
    assert happened(room.book, room.last).cleared == result.cleared == ("Ann", "Bob")
    won = zip(result.effects, result.won, strict=True)
    assert sum(cents for effect, cents in won if getattr(effect, "seat", "") == "Ann") == -4200
    room.does("Ann", "pass 10")
    assert throw_result(room.book, room.table) == result
    assert not happened(room.book, room.last).cleared
    assert "seven out" in " ".join(result.words).lower()
    plays(room, "5-4")
    assert throw_result(room.book, room.table).words != result.words
    room = at("pass 10", "2-2", "place 8 12", "off place 8", "4-3")  # Ann's wager stands
    assert throw_result(room.book, room.table).cleared == ("Bob",)


def test_a_corrected_throw_has_the_result_of_the_right_one():
    room = at(*ROUND, "4-3", rules="nsw")
    wrong = throw_result(room.book, room.table)
    supervisor = room.book.table.filled(room.book.floor.disputes)[0]
    room.takes("Sue", supervisor)
    room.does("Sue", "correct 4-4")
    right = throw_result(room.book, room.table)
    assert (wrong.cleared, right.cleared) == (("Ann", "Bob"), ())
    assert right.seq > wrong.seq
