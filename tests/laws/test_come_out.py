"""Odds and place wagers on a come-out: asleep where the house says so, awake with the next point."""

import pytest

from bankcraps import BOOKS, Table, load_rulebook
from bankcraps.game.wagers import Kind


def table_with_come_on_6(book):
    """A come-out, with a come wager of 10 on the 6 and 20 odds behind it."""
    table = Table(book, {"Ann": 1000}, others=True)
    assert table.bet("Ann", "pass", 10)
    assert table.throw(2, 2)
    assert table.bet("Ann", "come", 10)
    assert table.throw(5, 1)
    assert table.bet("Ann", "come_odds 6", 20)
    assert table.throw(3, 1)
    assert table.point is None
    assert table.layout("Ann") == {"come 6": 1000, "come_odds 6": 2000}
    return table


def sleeps(book):
    """Whether come odds sleep through a come-out there."""
    return load_rulebook(book).wagers[Kind.COME_ODDS].works == "puck_on"


@pytest.mark.parametrize("book", BOOKS)
def test_a_come_out_seven_takes_the_come_and_gives_sleeping_odds_back(book):
    table = table_with_come_on_6(book)
    rail = table.rail("Ann")
    table.throw(4, 3)
    assert table.layout("Ann") == {}
    assert table.rail("Ann") == rail + (2000 if sleeps(book) else 0)


@pytest.mark.parametrize("book", BOOKS)
def test_the_number_on_a_come_out_pays_the_come_and_only_waking_odds(book):
    table = table_with_come_on_6(book)
    rail = table.rail("Ann")
    table.throw(4, 2)
    assert table.layout("Ann") == {}
    assert table.rail("Ann") == rail + 2000 + (2000 if sleeps(book) else 2000 + 2400)


@pytest.mark.parametrize("book", BOOKS)
def test_sleeping_odds_wake_with_the_next_point(book):
    table = table_with_come_on_6(book)
    rail = table.rail("Ann")
    table.throw(4, 4)
    assert table.layout("Ann") == {"come 6": 1000, "come_odds 6": 2000}
    table.throw(4, 3)
    assert table.layout("Ann") == {}
    assert table.rail("Ann") == rail


@pytest.mark.parametrize("book", BOOKS)
def test_odds_called_on_are_awake_on_a_come_out(book):
    table = table_with_come_on_6(book)
    called = table.call("Ann", "come_odds 6", "on")
    assert bool(called) == load_rulebook(book).wagers[Kind.COME_ODDS].calls
    rail = table.rail("Ann")
    table.throw(4, 3)
    assert table.rail("Ann") == rail


@pytest.mark.parametrize("book", BOOKS)
def test_a_place_wager_sleeps_through_the_come_out_and_lives(book):
    table = Table(book, {"Ann": 1000}, others=True)
    table.bet("Ann", "place 8", 12)
    rail = table.rail("Ann")
    for dice in [(4, 4), (4, 4), (4, 3), (6, 2)]:  # asleep, awake, asleep, asleep
        table.throw(*dice)
    assert table.rail("Ann") == rail + 1400
    assert table.layout("Ann") == {"place 8": 1200}
