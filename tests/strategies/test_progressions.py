"""The stakes of each progression after wins and losses."""

from fractions import Fraction
from random import Random

import pytest

from bankcraps import exact, load_rulebook, simulate
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import system
from bankcraps.strategies.progressions import PROGRESSIONS, Grind, Labouchere, Ladder, named, series

from .playing import follow

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


def test_every_progression_has_a_row_here():
    assert set(ROWS) == set(PROGRESSIONS)


@pytest.mark.parametrize("name", ROWS)
def test_what_a_progression_stakes(name):
    results, stakes = ROWS[name]
    progression, state = named(name), 0
    staked = [progression.multiple(state)]
    for result in results:
        state = progression.after(state, won=result == "W")
        staked.append(progression.multiple(state))
    assert staked == stakes


@pytest.mark.parametrize("name", ROWS)
def test_its_states_are_few(name):
    progression, seen, front = named(name), {0}, [0]
    while front:
        state = front.pop()
        for won in (True, False):
            after = progression.after(state, won=won)
            if after not in seen:
                seen.add(after)
                front.append(after)
    assert len(seen) <= 400
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


def test_past_the_last_step():
    short = named("martingale", 2)
    assert [short.after(0, won=False), short.after(1, won=False)] == [1, 0]
    own = series([1, 5], on_wins=False)
    assert own.after(1, won=False) == 0
    assert str(own) == "series after losses 1 5"


def test_a_row_after_wins_or_after_losses():
    wins, losses = series([1, 5, 2], on_wins=True), series([1, 5, 2], on_wins=False)
    assert str(wins) == "series after wins 1 5 2"
    assert [wins.after(0, won=True), wins.after(1, won=True), wins.after(2, won=True)] == [1, 2, 0]
    assert [wins.after(step, won=False) for step in range(3)] == [0, 0, 0]
    assert [losses.after(step, won=False) for step in range(3)] == [1, 2, 0]
    assert [losses.after(step, won=True) for step in range(3)] == [0, 0, 0]


STEPS = {"martingale": 7, "paroli": 3, "press": 5, "half_press": 6, "fibonacci": 10, "dalembert": 10}


@pytest.mark.parametrize(
    "name", [name for name in PROGRESSIONS if name not in ("1-3-2-6", "regress", "oscar")]
)
@pytest.mark.parametrize("steps", [0, 1, 2, 5])
def test_it_has_as_many_steps_as_are_said(name, steps):
    made = named(name, steps)
    assert isinstance(made, Ladder)
    assert len(made.multiples) == (steps or PROGRESSIONS[name].steps)
    assert str(made) == f"{name} up to {len(made.multiples)} steps"
    assert made.multiples == named(name, 20).multiples[: len(made.multiples)]


def test_the_usual_number_of_steps():
    assert {name: PROGRESSIONS[name].steps for name in STEPS} == STEPS


def test_a_fixed_row_takes_no_number_of_steps():
    assert named("1-3-2-6", 9) == named("1-3-2-6")
    assert str(named("regress", 9)) == "regress"


def test_the_grind_gives_a_series_up_once_it_has_lost_more_than_its_size():
    grind = named("oscar", 2)
    assert grind == Grind("oscar up to 2 steps", 2)
    lost = grind.after(grind.after(0, won=False), won=False)
    assert lost == 4
    assert grind.after(lost, won=False) == 0
    assert grind.multiple(grind.after(lost, won=True)) == 2


LINES = [
    ((1, 2, 3, 4), False, "LLWWWW", [5, 6, 7, 7, 7, 5, 5]),
    ((1, 2, 3, 4), False, "WW", [5, 5, 5]),
    ((1, 2, 3, 4), True, "WWLLLL", [5, 6, 7, 7, 7, 5, 5]),
    ((5,), False, "LLLW", [5, 10, 15, 5, 5]),
    ((5, 9), False, "LW", [14, 14, 14]),
]
"""A line, whether it is in reverse, results, and stakes: worked out with a pencil, at most 15 units."""


@pytest.mark.parametrize(("line", "reverse", "results", "stakes"), LINES)
def test_labouchere_strikes_out_and_writes(line, reverse, results, stakes):
    progression, state = Labouchere.of(line, 15, reverse=reverse), 0
    staked = [progression.multiple(state)]
    for result in results:
        state = progression.after(state, won=result == "W")
        staked.append(progression.multiple(state))
    assert staked == stakes


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


def test_a_session_with_a_line_is_solved_and_played():
    found = system("when always: field 10; progression Labouchère 1, 2 on field up to 6 units")
    assert found == system(LABOUCHERE)
    solved = exact.session("classic", found, bankroll=300, throws=40, extremes=False)
    played = simulate("classic", found, bankroll=300, throws=40, sessions=20_000, seed=4)
    assert abs(solved.final.mean - played.final.mean) < 4 * played.final.sd / 20_000**0.5


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            "labouchere 1-2-3 on field",
            "its line could grow without end: say the most it stakes, as in up to 20",
        ),
        ("labouchere on field up to 9 units", "as in labouchere 1-2-3-4"),
        ("labouchere 1-0 on field up to 9 units", "a line has 1 to 30 numbers from 1 to 1000"),
        ("reverse labouchere 4-9 on field up to 9 units", "begins with a stake of 13 units"),
        ("cancellation on field", "did you mean labouchere 1-2-3-4?"),
    ],
)
def test_a_line_needs_numbers_and_a_bound(said, why):
    with pytest.raises(BankcrapsError, match=why.replace("?", r"\?")):
        system(f"when always: field 10; progression {said}")


def test_a_line_may_lead_above_the_table_maximum():
    book = load_rulebook("classic")
    assert not check(system(LABOUCHERE), book)
    said = "'labouchere 1-2 up to 6 units' stakes up to 60 on field, above the table maximum of 50"
    assert check(system(LABOUCHERE), book, Limits.read("5:50")) == [said]


def test_odds_have_a_row_of_their_own():
    """Their own wins and losses count, not those of the line: a natural or craps decides no odds."""
    system_ = "when come_out: pass 10; when point: odds 10; progression dalembert on odds up to 5 steps"
    follow(
        system_,
        """
        pass 10                | 6
        pass 10, pass_odds 10  | 7
        pass 10                | 2
        pass 10                | 5
        pass 10, pass_odds 20  | 7
        pass 10                | 7
        pass 10                | 4
        pass 10, pass_odds 30  | 4
        pass 10                | 8
        pass 10, pass_odds 20
        """,
    )


def test_a_multiple_of_the_flat_wager_is_multiplied():
    both = "progression paroli on pass up to 2 steps; progression series after losses 1 2 3 on odds pass"
    follow(
        f"when come_out: pass 10; when point: odds 1x; any_seven 10% of odds; {both}",
        """
        pass 10                             | 6
        pass 10, pass_odds 10, any_seven 1  | 7
        pass 10                             | 6
        pass 10, pass_odds 20, any_seven 2  | 6
        pass 20                             | 5
        pass 20, pass_odds 20, any_seven 2  | 7
        pass 10                             | 4
        pass 10, pass_odds 20, any_seven 2
        """,
    )


def test_odds_grow_no_further_than_the_house_allows():
    follow(
        "when come_out: dont_pass 10; when point: odds 1x; progression martingale on odds up to 5 steps",
        """
        dont_pass 10                     | 6
        dont_pass 10, dont_pass_odds 12  | 6
        dont_pass 10                     | 4
        dont_pass 10, dont_pass_odds 40  | 4
        dont_pass 10                     | 6
        dont_pass 10, dont_pass_odds 48  | 6
        dont_pass 10                     | 6
        dont_pass 10, dont_pass_odds 60
        """,
    )


@pytest.mark.parametrize(
    ("odds", "line", "why"),
    [
        ("odds come 10", "paroli on odds pass", "no rule takes pass_odds, so there is no size to change"),
        ("field 5", "paroli on odds", "no rule takes odds, so there is no size to change: say odds 10 or"),
        ("odds max", "paroli on odds", "'odds max' is all that the house allows"),
        ("odds half", "paroli on odds", "'odds half' is said before each throw"),
        ("odds 5", "labouchere 1-2 on odds up to 9 units", "say a row, as in series after losses 1 2 3"),
    ],
)
def test_odds_that_cannot_grow_say_so(odds, line, why):
    with pytest.raises(BankcrapsError, match=why):
        system(f"when come_out: pass 10; when point: {odds}; progression {line}")


def test_odds_of_another_stage_follow_a_row_for_all_stages():
    two = "stage one: when come_out: pass 10; go to two after win of pass; stage two: when point: odds 1x"
    found = system(f"progression paroli on odds; {two}")
    assert system(found.text) == found


def test_odds_that_grow_cost_nothing():
    found = "when come_out: pass 10; when point: odds 1x; progression fibonacci on odds up to 4 steps"
    solved = exact.session("three_four_five", found, bankroll=500, throws=30, extremes=False)
    (odds,) = (one for one in solved.wagers if one.wager == "pass_odds")
    assert abs(odds.cost) < 1e-6 < odds.action


def test_a_martingale_stays_within_the_maximum():
    found = exact.session(
        "three_four_five", "pass_martingale", 1000, throws=60, limits="10:40:1", extremes=False
    )
    assert found.refused == ()
    wide = exact.session(
        "three_four_five", "pass_martingale", 1000, throws=60, limits="10:80:1", extremes=False
    )
    assert wide.wagers[0].action > found.wagers[0].action
