"""The stakes of each progression after wins and losses. `meanings.txt` plays them at a table."""

from fractions import Fraction
from random import Random

import pytest

from bankcraps import exact, load_rulebook
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import system
from bankcraps.strategies.progressions import PROGRESSIONS, Grind, Labouchere, Ladder, named, series

ROWS = {
    "martingale": ("LLLW", [1, 2, 4, 8, 1]),
    "paroli": ("WWWWL", [1, 2, 4, 1, 2, 1]),
    "press": ("WWWWWL", [1, 2, 4, 8, 16, 16, 1]),
    "half_press": ("WWWWL", [1, Fraction(3, 2), 2, 3, Fraction(9, 2), 1]),
    "regress": ("WWL", [1, Fraction(1, 2), Fraction(1, 2), 1]),
    "fibonacci": ("LLLLWWW", [1, 1, 2, 3, 5, 2, 1, 1]),
    "dalembert": ("LLWWW", [1, 2, 3, 2, 1, 1]),
    "reverse_dalembert": ("WWLLL", [1, 2, 3, 2, 1, 1]),
    "1-3-2-6": ("WWWWWL", [1, 3, 2, 6, 1, 3, 1]),
    "oscar": ("LLLWWLWW", [1, 1, 1, 1, 2, 1, 1, 1, 1]),
}


LINE = (1, 2, 3, 4)
STAKED = [
    *((named(name), *row) for name, row in ROWS.items()),
    (named("martingale", 2), "LL", [1, 2, 1]),
    (series([1, 5], on_wins=False), "LLW", [1, 5, 1, 1]),
    (series([1, 5, 2], on_wins=True), "WWWWL", [1, 5, 2, 1, 5, 1]),
    (series([1, 5, 2], on_wins=True), "WWL", [1, 5, 2, 1]),
    (series([1, 5, 2], on_wins=False), "LLLLW", [1, 5, 2, 1, 5, 1]),
    (series([1, 5, 2], on_wins=False), "LLW", [1, 5, 2, 1]),
    (named("oscar", 2), "LLW", [1, 1, 1, 2]),
    (named("oscar", 2), "LLL", [1, 1, 1, 1]),
    # Lines, worked out with a pencil, at most 15 units.
    (Labouchere.of(LINE, 15, reverse=False), "LLWWWW", [5, 6, 7, 7, 7, 5, 5]),
    (Labouchere.of(LINE, 15, reverse=False), "WW", [5, 5, 5]),
    (Labouchere.of(LINE, 15, reverse=True), "WWLLLL", [5, 6, 7, 7, 7, 5, 5]),
    (Labouchere.of((5,), 15, reverse=False), "LLLW", [5, 10, 15, 5, 5]),
    (Labouchere.of((5, 9), 15, reverse=False), "LW", [14, 14, 14]),
]


@pytest.mark.parametrize(("progression", "results", "stakes"), STAKED)
def test_what_a_progression_stakes(progression, results, stakes):
    state, staked = 0, [progression.multiple(0)]
    for result in results:
        state = progression.after(state, won=result == "W")
        staked.append(progression.multiple(state))
    assert staked == stakes


def test_every_progression_is_tried_and_has_few_states():
    assert set(ROWS) == set(PROGRESSIONS)
    for name in ROWS:
        progression, seen = named(name), {0}
        while more := {progression.after(state, won=won) for state in seen for won in (True, False)} - seen:
            seen |= more
        assert len(seen) <= 400, name
        assert all(progression.multiple(state) > 0 for state in seen)


def test_oscar_wins_one_unit_a_series_and_never_more():
    grind, dice = named("oscar", 50), Random(5)
    for _ in range(200):
        state = balance = 0
        while True:
            stake, won = int(grind.multiple(state)), dice.random() < 0.5
            balance += stake if won else -stake
            state = grind.after(state, won=won)
            if state == 0 and balance:
                break
            assert balance <= 0
        assert balance in (1, *range(-120, -50))


STEPS = {"martingale": 7, "paroli": 3, "press": 5, "half_press": 6, "fibonacci": 10, "dalembert": 10}


@pytest.mark.parametrize("steps", [0, 1, 2, 5])
def test_it_has_as_many_steps_as_are_said(steps):
    assert {name: PROGRESSIONS[name].steps for name in STEPS} == STEPS
    for name in set(PROGRESSIONS) - {"1-3-2-6", "regress", "oscar"}:
        made = named(name, steps)
        assert isinstance(made, Ladder)
        assert len(made.multiples) == (steps or PROGRESSIONS[name].steps)
        assert str(made) == f"{name} up to {len(made.multiples)} steps"
        assert made.multiples == named(name, 20).multiples[: len(made.multiples)]


def test_how_rows_are_printed():
    assert (named("1-3-2-6", 9), str(named("regress", 9))) == (named("1-3-2-6"), "regress")
    assert named("oscar", 2) == Grind("oscar up to 2 steps", 2)
    wins, losses = (series([1, 5, 2], on_wins=on) for on in (True, False))
    assert (str(wins), str(losses)) == ("series after wins 1 5 2", "series after losses 1 5 2")


def test_a_series_of_labouchere_wins_its_line():
    """Without the bound, a line that is struck out has won the sum of its numbers."""
    progression, dice = Labouchere.of((2, 1, 4), 10**9, reverse=False), Random(3)
    for _ in range(100):
        state = balance = 0
        for _ in range(10_000):
            stake, won = int(progression.multiple(state)), dice.random() < 0.6
            balance += stake if won else -stake
            state = progression.after(state, won=won)
            if state == 0:
                break
        assert balance == 7


LABOUCHERE = "when always: field 10; progression labouchere 1-2 on field up to 6 units"


def test_a_line_has_a_name_with_an_accent_too():
    found = system("when always: field 10; progression Labouchère 1, 2 on field up to 6 units")
    assert found == system(LABOUCHERE)


def test_a_line_may_lead_above_the_table_maximum():
    book = load_rulebook("classic")
    assert not check(system(LABOUCHERE), book)
    said = "'labouchere 1-2 up to 6 units' stakes up to 60 on field, above the table maximum of 50"
    assert check(system(LABOUCHERE), book, Limits.read("5:50")) == [said]


def test_a_martingale_stays_within_the_maximum():
    found = exact.session(
        "three_four_five", "pass_martingale", 1000, throws=60, limits="10:40:1", extremes=False
    )
    assert found.refused == ()
    wide = exact.session(
        "three_four_five", "pass_martingale", 1000, throws=60, limits="10:80:1", extremes=False
    )
    assert wide.wagers[0].action > found.wagers[0].action
