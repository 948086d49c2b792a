"""The evenings of a table's players: what counts, what a correction takes back, and settling up."""

from fractions import Fraction
from math import sqrt

import pytest
from tests.live.people.evenings import evenings_of, hold_evenings, read
from tests.live.room import Room
from tests.live.script import play

from bankcraps.live.people.evenings import profile_evenings, settle_up

CLASSIC = "at classic dice=entered pace=boxperson"
CREW = "Box takes boxperson; Box takes stickperson; Sue takes supervisor"


def _throw(room, faces):
    play(f"until betting; Box: no more bets; Box enters {faces}; until betting", room)


def played(script, room=None):
    """Play a part of an evening, in which `dice 4-2` is a throw, and hold the laws of evenings."""
    room = play(script, room, Room, {r"dice (\d-\d)": _throw})
    hold_evenings(room)
    return room


def wagers(evening):
    return {one.wager: (one.decided, one.staked, one.net) for one in evening.wagers}


def test_an_evening_from_sitting_down_to_leaving():
    room = played(f"{CLASSIC}: Ann; {CREW}; Ann: pass 10; dice 4-2; Ann: place 8 12")
    (now,) = evenings_of(room, "Ann")
    assert (now.ended, now.rail, now.layout, now.result) == (None, 47_800, 2_200, 0)
    played("dice 4-4; dice 3-4; Ann: leave", room)
    (one,) = evenings_of(room, "Ann")
    assert one.ended is not None
    assert one.ended > one.began
    assert (one.bought, one.cashed, one.rail, one.layout, one.result) == (50_000, 49_200, 0, 0, -800)
    assert wagers(one) == {"pass": (1, 1000, -1000), "place 8": (2, 2400, 200)}


SEVEN_OUT = f"{CLASSIC}: Ann Bob; {CREW}; Ann: pass 10; dice 4-2; dice 4-3"
COUNTED = [
    # what happens, and the hands, the throws and the longest hand of each evening of a player
    (f"{CLASSIC}: Ann; {CREW}; Ann: pass 10; dice 4-2; dice 4-4; dice 3-4", {"Ann": [(1, 3, 3)]}),
    # A seven out that was none goes on with the hand.
    (f"{SEVEN_OUT}; Sue: correct 4-4; dice 5-4", {"Ann": [(1, 3, 3)], "Bob": [(1, 3, 0)]}),
    (f"{SEVEN_OUT}; Cyd sits; Sue: correct 4-4", {"Cyd": [(0, 0, 0)]}),
    (f"{SEVEN_OUT}; Cyd sits; Sue: correct 4-4; dice 5-4", {"Cyd": [(1, 1, 0)]}),
    # Whoever comes in mid-hand counts from there, and comes back to another evening.
    (
        f"{CLASSIC}: Ann; {CREW}; Ann: pass 10; dice 4-2; Bob sits; dice 5-4; Bob: leave; Bob sits; dice 3-4",
        {"Ann": [(1, 3, 3)], "Bob": [(1, 1, 0), (1, 1, 0)]},
    ),
]


@pytest.mark.parametrize(("script", "counted"), COUNTED)
def test_hands_and_throws_count_from_sitting_down(script, counted):
    room = played(script)
    for player, evenings in counted.items():
        assert [(one.hands, one.throws, one.longest) for one in evenings_of(room, player)] == evenings


def test_a_corrected_throw_counts_once_as_it_was_with_the_wagers_before_it():
    room = played(f"{CLASSIC}: Ann; {CREW}; Ann: pass 10; Ann: field 5; dice 5-4")
    assert wagers(evenings_of(room, "Ann")[0]) == {"field": (1, 500, 500)}
    (wrong,) = read(room).luck("Ann")
    played("Ann: place 8 12; Sue: correct 6-1", room)
    (one,) = evenings_of(room, "Ann")
    assert wagers(one) == {"pass": (1, 1000, 1000), "field": (1, 500, -500)}
    assert (one.throws, one.hands, one.result) == (1, 1, 500)
    (right,) = read(room).luck("Ann")
    assert (wrong.won, right.won) == (500, 500)
    assert (right.mean, right.variance) == (wrong.mean, wrong.variance)


def test_settling_up_is_about_those_who_came_together():
    room = played(
        f"{CLASSIC}: Cyd; {CREW}; Cyd: leave; later 3600000; Ann sits; Bob sits; Ann: field 10; dice 3-2"
        "; Ann: leave"
    )
    up = settle_up(read(room))
    assert [(one.player, one.here, one.result) for one in up.players] == [
        ("Bob", True, 0),
        ("Ann", False, -1000),
    ]
    assert (up.house, up.until) == (1000, None)
    played("Bob: leave", room)
    over = settle_up(read(room))
    assert over.until is not None
    assert {one.player for one in over.players} == {"Ann", "Bob"}


@pytest.mark.parametrize(
    ("script", "players"),
    [
        ("a bot sits; Ann: leave; later 3600000; Bob sits", {("Molly", True), ("Bob", False)}),
        ("Ann: leave; later 3600000; a bot sits", {("Molly", True), ("Ann", False)}),
    ],
)
def test_a_bot_keeps_no_evening_going_and_begins_none(script, players):
    up = settle_up(read(played(f"{CLASSIC}: Ann; {CREW}; {script}")))
    assert {(one.player, one.bot) for one in up.players} == players


def test_the_luck_of_an_evening_weighs_each_throw_with_the_wagers_before_it():
    """By hand: pass on the come-out, then pass on the 6 beside the 8, which wins 14 for 12, twice."""
    room = played(f"{CLASSIC}: Ann; {CREW}; Ann: pass 10; dice 4-2; Ann: place 8 12; dice 4-4; dice 3-4")
    (luck,) = read(room).luck("Ann")
    come_out = (8 * 1000 - 4 * 1000, 12 * 1000**2)
    point = (5 * 1000 + 5 * 1400 - 6 * 2200, 5 * 1000**2 + 5 * 1400**2 + 6 * 2200**2)
    thrown = [come_out, point, point]
    assert luck.won == 1400 - 2200
    assert luck.mean == sum(Fraction(mean, 36) for mean, _ in thrown)
    assert luck.variance == sum(Fraction(square, 36) - Fraction(mean, 36) ** 2 for mean, square in thrown)
    (one,) = profile_evenings(read(room), "Ann", lambda *_: None)
    expected = round(luck.mean)
    sd = sqrt(luck.variance)
    assert (one.luck.net, one.luck.expected, one.luck.sd) == (-800, expected, round(sd))
    assert one.luck.deviations == pytest.approx(float(-800 - luck.mean) / sd)


def test_a_house_that_may_not_advise_shows_the_clause_and_no_luck():
    room = played(
        "at nsw dice=entered pace=boxperson: Ann; Box takes boxperson; Box takes stickperson; Ann: pass 10"
        "; dice 6-5"
    )
    (one,) = profile_evenings(read(room), "Ann", lambda *_: None)
    assert (one.luck, one.advice_source) == (None, "9.6")
