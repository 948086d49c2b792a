"""Wagers explained: every one of every house, in every situation that its rules distinguish."""

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, Cents, load_rulebook
from bankcraps.game.engine import Floor, Limits, Seat, open_table
from bankcraps.game.engine.wagering.sign_bounds import sign_bounds
from bankcraps.game.wagers import Kind
from bankcraps.live.advice.outlook import explained

ANYBODY = Seat("", 0, Cents(0))

PASS = [
    ("on the come-out", {"wins": {7, 11}, "loses": {2, 3, 12}}),
    ("while the point is 8", {"wins": {8}, "loses": {7}}),
]


def results(picture):
    found = {}
    for chance in picture.outlook.chances:
        found.setdefault(chance.result, set()).add(int(chance.on))
    return found


def example(house, kind, on=""):
    book = load_rulebook(house)
    return next(one for one in explained(book, kind).examples if one.on == on)


@pytest.mark.parametrize("house", BOOKS)
def test_the_line_wins_and_loses_as_every_house_has_it(house):
    pictures = example(house, Kind.PASS, "8").pictures
    assert [(one.when, results(one)) for one in pictures] == PASS
    assert [one.outlook.points for one in pictures] == [(4, 5, 6, 8, 9, 10), ()]


@pytest.mark.parametrize("house", BOOKS)
def test_every_wager_of_a_house_has_a_picture_in_which_something_happens(house):
    book = load_rulebook(house)
    for kind in book.wagers:
        for one in explained(book, kind).examples:
            chances = [chance for picture in one.pictures for chance in picture.outlook.chances]
            assert chances, f"{kind} {one.on}"
            assert all(chance.net % 100 == 0 for chance in chances), f"{kind} {one.on}"  # in whole dollars


def test_a_wager_that_is_off_on_the_come_out_has_a_picture_of_both():
    on, off = example("classic", Kind.PLACE, "6").pictures
    assert (on.when, off.when) == ("while the point is 8", "on the come-out")
    assert results(on) == {"wins": {6}, "loses": {7}}
    assert off.outlook.says.startswith("Place 6 is off on the come-out.")
    whens = [one.when for one in example("three_four_five", Kind.COME, "6").pictures]
    assert whens == ["on the first throw after the bet", "on any throw, once it has gone to 6"]
    # Every leg is paid without rounding: at 7.5 to 1, $3 on any craps would win $22.50.
    assert example("nsw", Kind.CRAPS_ELEVEN).pictures[0].outlook.stake == 800


def test_examples_differ_in_what_the_wager_is_on():
    expected = {Kind.PASS: "point", Kind.DONT_PASS_ODDS: "point", Kind.PLACE: "number", Kind.COME: "number"}
    expected |= {Kind.COME_ODDS: "number", Kind.HARD: "number", Kind.HOP: "combination", Kind.FIELD: ""}
    assert {kind: explained(load_rulebook("classic"), kind).by for kind in expected} == expected


@pytest.mark.parametrize("house", BOOKS)
@pytest.mark.parametrize("sign", ["1:100", "5:500", "10:500:5", "25:2000:25", "100:10000:100"])
def test_a_table_of_any_sign_takes_the_stakes_of_its_examples(house, sign):
    """Wagers that nobody may bet alone, such as odds, are judged by the sign, too."""
    book, floor, untaken = load_rulebook(house), Floor(Limits.read(sign), Cents(100)), set()
    for kind in book.wagers:
        for one in explained(book, kind, floor).examples:
            for picture in one.pictures:
                state = replace(open_table(book, (), floor.limits, floor.chip), puck=picture.point)
                rules = sign_bounds(book, state, ANYBODY, picture.outlook.wager)
                if rules.takes.at_least(0):
                    assert rules.refusal(picture.outlook.stake) is None, f"{kind} {one.on} {picture.when}"
                else:
                    untaken.add(kind.value)
    assert untaken == set()


def test_examples_are_stakes_that_the_table_takes():
    floor = Floor(Limits.read("15:500"), Cents(500))
    found = explained(load_rulebook("classic"), Kind.PLACE, floor)
    stakes = {one.on: one.pictures[0].outlook.stake // 100 for one in found.examples}
    assert (stakes["5"], stakes["6"]) == (15, 30)  # 7 to 6 for each 6, in chips of 5


@pytest.mark.parametrize("kind", [Kind.BUY, Kind.LAY])
def test_the_explanation_is_the_same_at_a_table_that_closes(kind):
    book, floor = load_rulebook("nsw"), Floor(Limits.read("15:500"), Cents(500))
    assert explained(book, kind, replace(floor, closed=True)) == explained(book, kind, floor)
