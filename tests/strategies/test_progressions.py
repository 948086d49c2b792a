"""The stakes of each progression after wins and losses, and systems beside programs of a few lines."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from bankcraps import exact, load_rulebook, simulate
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import system
from bankcraps.strategies.policy import looks_at_money
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


def test_a_session_with_a_line_is_solved_and_played():
    found = system("when always: field 10; progression Labouchère 1, 2 on field up to 6 units")
    assert found == system(LABOUCHERE)
    solved = exact.session("classic", found, bankroll=300, throws=40, extremes=False)
    played = simulate("classic", found, bankroll=300, throws=40, sessions=20_000, seed=4)
    assert abs(solved.final.mean - played.final.mean) < 4 * played.final.sd / 20_000**0.5


def test_a_line_may_lead_above_the_table_maximum():
    book = load_rulebook("classic")
    assert not check(system(LABOUCHERE), book)
    said = "'labouchere 1-2 up to 6 units' stakes up to 60 on field, above the table maximum of 50"
    assert check(system(LABOUCHERE), book, Limits.read("5:50")) == [said]


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


WINS = Fraction(244, 495)
DECISIONS = 9
BANKROLL = 1000
ENOUGH = 300
"""For systems that look at their money: they lose less, and a larger bankroll has as many more states."""


def taken_home(first, stake, after):
    """The chances of each sum won after the decisions; a stake of 0 has stopped."""
    now = {(0, first): Fraction(1)}
    for _ in range(DECISIONS):
        then = defaultdict(Fraction)
        for (won, state), chance in now.items():
            bet = stake(state)
            for wins, often in ((True, WINS), (False, 1 - WINS)):
                owned = won + (bet if wins else -bet)
                then[owned, after(state, wins, owned)] += chance * often
        now = then
    found = defaultdict(Fraction)
    for (won, _), chance in now.items():
        found[won] += chance
    return found


def fibonacci(step, wins, owned):
    del owned
    return max(0, step - 2) if wins else (step + 1) % 10


def oscar(state, wins, owned):
    del owned
    profit, bet = state
    profit += bet if wins else -bet
    if profit >= 1 or profit < -3:
        return 0, 1
    return profit, min(bet + 1, 1 - profit) if wins else bet


def stake_of(line):
    return line[0] + line[-1] if len(line) > 1 else line[0]


def labouchere(line, wins, owned):
    del owned
    line = line[1:-1] if wins else (*line, stake_of(line))
    return line if line and stake_of(line) <= 12 else (1, 2, 3, 4)


def system_31(state, wins, owned):
    del owned
    step, rides = state
    if wins:
        return (0, False) if rides else (step, True)
    return (step + 1) % 9, False


ROW_31 = (1, 1, 1, 2, 2, 4, 4, 8, 8)
STAGE_31 = (
    "stage s{0}: when come_out: pass {1}; after win of pass: press pass; "
    "go to s0 after 2 wins of pass; go to s{2} after loss of pass"
)


def house_money(bet, wins, owned):
    if not wins:
        return 1
    return min(4, 2 * bet) if owned > 0 else bet


def third(peak_and_owned, wins, owned):
    del wins
    peak = max(peak_and_owned[0], owned)
    return peak, owned


def third_stake(state):
    peak, owned = state
    return 0 if peak > 0 and 3 * (peak - owned) >= peak else 1


def own_series(state, wins, owned):
    del owned
    profit, bet = state
    profit += bet if wins else -bet
    if profit >= 1 or profit <= -9:
        return 0, 1
    return profit, max(1, bet - 1) if wins else bet + 1


PASS = "when come_out: pass 10; "
AGAIN = "go to one when ahead 10 this stage; go to one when behind 90 this stage"
CASES = {
    "fibonacci": (
        f"{PASS}progression fibonacci on pass up to 10 steps",
        (0, (1, 1, 2, 3, 5, 8, 13, 21, 34, 55).__getitem__, fibonacci),
    ),
    "fibonacci, one back": (
        f"{PASS}progression series after losses 1 1 2 3 5 back 1 then stay on pass",
        (
            0,
            (1, 1, 2, 3, 5).__getitem__,
            lambda step, wins, _: max(0, step - 1) if wins else min(4, step + 1),
        ),
    ),
    "1-2-3-5": (
        f"{PASS}progression series after wins 1 2 3 5 then stay on pass",
        (0, (1, 2, 3, 5).__getitem__, lambda step, wins, _: min(3, step + 1) if wins else 0),
    ),
    "Oscar": (f"{PASS}progression oscar on pass up to 3 steps", ((0, 1), lambda state: state[1], oscar)),
    "Labouchère": (
        f"{PASS}progression labouchere 1-2-3-4 on pass up to 12 units",
        ((1, 2, 3, 4), stake_of, labouchere),
    ),
    "the 31 system": (
        "; ".join(STAGE_31.format(step, 10 * bet, (step + 1) % 9) for step, bet in enumerate(ROW_31)),
        ((0, False), lambda state: ROW_31[state[0]] * (2 if state[1] else 1), system_31),
    ),
    "the house's money": (
        f"{PASS}after win of pass when ahead: press it up to 40",
        (1, lambda bet: bet, house_money),
    ),
    "a third given back": (
        f"{PASS}when a third of winnings below the peak: stop",
        ((0, 0), third_stake, third),
    ),
    "a series of its own": (
        f"stage one: {PASS}progression dalembert on pass up to 30 steps; {AGAIN}",
        ((0, 1), lambda state: state[1], own_series),
    ),
    "as the last decision went": (
        f"{PASS}when come_out and 1 dice_misses in a row: pass 20",
        (1, lambda bet: bet, lambda _, wins, __: 1 if wins else 2),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_session_is_that_of_a_program_of_its_own(name):
    text, (first, stake, after) = CASES[name]
    bankroll = ENOUGH if looks_at_money(system(text)) else BANKROLL
    solved = exact.session("three_four_five", text, bankroll, decisions=DECISIONS, extremes=False).final
    found = dict(zip(solved.values.tolist(), solved.chances.tolist(), strict=True))
    wanted = taken_home(first, stake, after)
    assert {
        100 * bankroll + 1000 * units: float(chance) for units, chance in wanted.items()
    } == pytest.approx(found, abs=1e-12)


NATURALS, CRAPS = Fraction(8, 36), Fraction(4, 36)
HEDGED = {  # chance, what a unit on the line wins, and what one on any craps does
    NATURALS: (1, -1),
    CRAPS: (-1, 7),
    WINS - NATURALS: (1, -1),
    1 - WINS - CRAPS: (-1, -1),
}


def test_a_hedge_grows_with_the_stake_that_a_progression_makes():
    text = "when come_out: pass 15; any_craps 10% of pass; progression martingale on pass up to 4 steps"
    now = {(0, 0): Fraction(1)}
    for _ in range(5):
        then = defaultdict(Fraction)
        for (won, step), chance in now.items():
            line = 15 * 2**step
            for often, (by_line, by_hedge) in HEDGED.items():
                owned = won + line * by_line + line // 10 * by_hedge
                then[owned, 0 if by_line > 0 else (step + 1) % 4] += chance * often
        now = then
    wanted = defaultdict(Fraction)
    for (won, _), chance in now.items():
        wanted[100 * (BANKROLL + won)] += chance
    solved = exact.session("three_four_five", text, BANKROLL, decisions=5, extremes=False).final
    found = dict(zip(solved.values.tolist(), solved.chances.tolist(), strict=True))
    assert {sum_: float(chance) for sum_, chance in wanted.items()} == pytest.approx(found, abs=1e-12)
