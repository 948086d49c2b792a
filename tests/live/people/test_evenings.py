"""The evenings of a table's players: what counts, what a correction takes back, and settling up."""

from fractions import Fraction
from math import sqrt

import pytest
from tests.live.people.evenings import evenings_of, hold_evenings, read
from tests.live.room import Room
from tests.live.round.test_rulings import SUE

from bankcraps import Throw
from bankcraps.live.log.entries import Bot
from bankcraps.live.people.profile import profile_evenings, settle_up
from bankcraps.live.table import commands as cm


def a_room(rules="classic", *people):
    room = Room(rules, dice="entered", pace="boxperson")
    room.sits(*people)
    room.takes("Box", *dict.fromkeys(room.book.table.filled(("boxperson", "stickperson"))))
    room.takes("Sue", SUE[rules])
    return room


def throw(room, a, b):
    room.until("betting")
    room.does("Box", "no more bets")
    for look in ("first", "second"):
        assert room.ask("Box", cm.EnterThrow, throw=Throw(a, b), look=look) is None, room.last.refused
    room.until("betting")


def wagers(evening):
    return {one.wager: (one.decided, one.staked, one.net) for one in evening.wagers}


def test_an_evening_from_sitting_down_to_leaving():
    room = a_room("classic", "Ann")
    room.does("Ann", "pass 10")
    throw(room, 4, 2)
    room.does("Ann", "place 8 12")
    (now,) = evenings_of(room, "Ann")
    assert (now.ended, now.rail, now.layout, now.result) == (None, 47_800, 2_200, 0)
    throw(room, 4, 4)
    throw(room, 3, 4)
    room.does("Ann", "leave")
    (one,) = evenings_of(room, "Ann")
    assert one.ended is not None
    assert one.ended > one.began
    assert (one.hands, one.throws, one.longest) == (1, 3, 3)
    assert (one.bought, one.cashed, one.rail, one.layout, one.result) == (50_000, 49_200, 0, 0, -800)
    assert wagers(one) == {"pass": (1, 1000, -1000), "place 8": (2, 2400, 200)}
    hold_evenings(room)


def test_a_corrected_throw_counts_once_as_it_was():
    room = a_room("classic", "Ann")
    room.does("Ann", "pass 10", "field 5")
    throw(room, 5, 4)
    assert wagers(evenings_of(room, "Ann")[0]) == {"field": (1, 500, 500)}
    room.does("Sue", "correct 6-1")
    (one,) = evenings_of(room, "Ann")
    assert wagers(one) == {"pass": (1, 1000, 1000), "field": (1, 500, -500)}
    assert (one.throws, one.hands, one.result) == (1, 1, 500)
    hold_evenings(room)


def test_a_seven_out_that_was_none_goes_on_with_the_hand():
    room = a_room("classic", "Ann", "Bob")
    room.does("Ann", "pass 10")
    throw(room, 4, 2)
    throw(room, 4, 3)
    room.does("Sue", "correct 4-4")
    throw(room, 5, 4)
    (ann,), (bob,) = evenings_of(room, "Ann"), evenings_of(room, "Bob")
    assert (ann.hands, ann.throws, ann.longest) == (1, 3, 3)
    assert (bob.hands, bob.throws, bob.longest) == (1, 3, 0)
    hold_evenings(room)


def test_whoever_comes_in_mid_hand_counts_from_there_and_comes_back_to_another_evening():
    room = a_room("classic", "Ann")
    room.does("Ann", "pass 10")
    throw(room, 4, 2)
    room.sits("Bob")
    throw(room, 5, 4)
    room.does("Bob", "leave")
    room.sits("Bob", chips=100)
    throw(room, 3, 4)
    first, second = evenings_of(room, "Bob")
    assert (first.throws, first.hands, first.longest) == (1, 1, 0)
    assert (second.throws, second.bought, second.ended) == (1, 10_000, None)
    assert evenings_of(room, "Ann")[0].longest == 3


def test_settling_up_is_about_those_who_came_together():
    room = a_room("classic", "Cyd")
    room.does("Cyd", "leave")
    room.later(3_600_000)
    room.sits("Ann", "Bob")
    room.does("Ann", "field 10")
    throw(room, 3, 2)
    room.does("Ann", "leave")
    up = settle_up(read(room))
    assert [(one.player, one.here, one.result) for one in up.players] == [
        ("Bob", True, 0),
        ("Ann", False, -1000),
    ]
    assert (up.house, up.until) == (1000, None)
    room.does("Bob", "leave")
    over = settle_up(read(room))
    assert over.until is not None
    assert {one.player for one in over.players} == {"Ann", "Bob"}


def test_a_bot_keeps_no_evening_going():
    room = a_room("classic", "Ann")
    room.tell(cm.SeatBot(Bot("Robo", "pass", "pass 5", 10_000), "Ann"))
    room.sits("Robo")
    room.does("Ann", "leave")
    room.later(3_600_000)
    room.sits("Bob")
    up = settle_up(read(room))
    assert {(one.player, one.bot) for one in up.players} == {("Robo", True), ("Bob", False)}


def test_whoever_came_after_a_seven_out_that_was_none_sees_the_hand_that_goes_on():
    room = a_room("classic", "Ann")
    room.does("Ann", "pass 10")
    throw(room, 4, 2)
    throw(room, 4, 3)
    room.sits("Bob")
    room.does("Sue", "correct 4-4")
    (bob,) = evenings_of(room, "Bob")
    assert (bob.hands, bob.throws) == (0, 0)
    room.until("betting")
    throw(room, 5, 4)
    (bob,) = evenings_of(room, "Bob")
    assert (bob.hands, bob.throws) == (1, 1)
    hold_evenings(room)


def test_the_luck_of_an_evening_weighs_each_throw_with_the_wagers_before_it():
    """By hand: pass on the come-out, then pass on the 6 beside the 8, which wins 14 for 12, twice."""
    room = a_room("classic", "Ann")
    room.does("Ann", "pass 10")
    throw(room, 4, 2)
    room.does("Ann", "place 8 12")
    throw(room, 4, 4)
    throw(room, 3, 4)
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


def test_a_corrected_throw_is_weighed_once_with_the_wagers_before_it():
    room = a_room("classic", "Ann")
    room.does("Ann", "pass 10", "field 5")
    throw(room, 5, 4)
    (wrong,) = read(room).luck("Ann")
    room.does("Ann", "place 8 12")
    room.does("Sue", "correct 6-1")
    (right,) = read(room).luck("Ann")
    assert (wrong.won, right.won) == (500, 500)
    assert (right.mean, right.variance) == (wrong.mean, wrong.variance)


def test_a_house_that_may_not_advise_shows_the_clause_and_no_luck():
    room = a_room("nsw", "Ann")
    room.does("Ann", "pass 10")
    throw(room, 6, 5)
    (one,) = profile_evenings(read(room), "Ann", lambda *_: None)
    assert (one.luck, one.advice_source) == (None, "9.6")
