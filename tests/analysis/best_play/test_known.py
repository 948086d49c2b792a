"""The best play against what is known of it: closed forms, bold play, and where it is beaten."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from bankcraps import BankcrapsError, best, exact, simulate

P = Fraction(244, 495)
Q = 1 - P


def test_bold_play_is_best_on_the_line_alone():
    """Dubins and Savage, How to Gamble If You Must, 1965: in a subfair game nothing beats bold play."""
    half = best("nsw", 50, 100, "pass", limits="1:100:1")
    assert half.value == pytest.approx(float(P), abs=1e-15)
    assert [bet.stakes for bet in half.first.best] == [{"pass": 5000}]
    third = best("nsw", 30, 90, "pass", limits="1:100:1")
    assert third.value == pytest.approx(float(P * P / (1 - P * Q)), abs=1e-14)
    assert half.lower <= P <= half.upper
    assert half.upper - half.lower < 1e-9


def bold(goal, maximum):
    """The worth of bold play under a maximum with each sum, by its equations."""
    system, constant = np.eye(goal + 1), np.zeros(goal + 1)
    constant[goal] = 1
    for owned in range(1, goal):
        bet = min(owned, goal - owned, maximum)
        system[owned, owned + bet] -= float(P)
        system[owned, owned - bet] -= float(Q)
    return np.linalg.solve(system, constant)


def test_bold_play_is_beaten_under_some_maxima():
    """Schweinsberg, Improving on bold play when the gambler is restricted, J. Appl. Prob. 42, 2005."""
    found = best("nsw", 10, 21, "pass", limits="1:6:1")
    assert found.value - bold(21, 6)[10] == pytest.approx(1.3558e-4, abs=1e-8)
    assert found.lower > bold(21, 6)[10]


def test_bold_play_is_best_if_the_maximum_divides_the_goal():
    """Heath, Pruitt and Sudderth, Subfair red-and-black with a limit, Proc. AMS 35, 1972."""
    found = best("nsw", 10, 20, "pass", limits="1:5:1")
    assert found.value == pytest.approx(bold(20, 5)[10], abs=1e-14)


@pytest.fixture(scope="module")
def free_odds():
    return best("three_four_five", 50, 100, limits="1:100")


def test_free_odds_make_the_first_bet_small(free_odds):
    found = free_odds
    assert found.first.best[0].stakes == {"pass": 800}
    assert dict(found.then)[4].stakes == {"pass": 800, "pass_odds": 2100}  # a win lands on 100
    assert float(P) < found.lower <= found.value <= found.upper < 0.5
    assert found.upper - found.lower < 1e-9
    assert found.first.next_best.stakes == {"pass": 700}
    assert [(owned, bet.stakes) for owned, bet in found.by_sum()][:1] == [(100, {"pass": 100})]
    assert found.points[0].bet.stakes == {}  # nothing is owned
    assert found.first.gives_away == pytest.approx(6.46e-5, abs=1e-7)


def test_the_play_is_a_system(free_odds, tmp_path):
    found = free_odds
    found.save(tmp_path / "play.json")
    plan = {"bankroll": 50, "goal": 100, "limits": "1:100"}
    session = exact.session("three_four_five", str(tmp_path / "play.json"), **plan)
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-9)
    played = simulate("three_four_five", str(tmp_path / "play.json"), **plan, sessions=20_000)
    assert played.ends["goal"] == pytest.approx(found.value, abs=4 * played.error(found.value))


@pytest.mark.parametrize(
    ("house", "menu", "unit", "count"),
    [
        ("classic", "pass, odds, place 6", "throws", 12),
        ("classic", "pass, odds", "decisions", 4),
        ("three_four_five", "pass, odds", "shooters", 2),  # a pass wager is increased after the point
    ],
)
def test_a_play_with_a_deadline_is_a_system(house, menu, unit, count):
    found = best(house, 10, 20, menu, limits="1:9", **{unit: count})
    session = exact.session(house, found.system, 10, goal=20, limits="1:9", **{unit: count})
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-12)
    longer = best(house, 10, 20, menu, limits="1:9", **{unit: count + 1})
    assert found.value < longer.value


def test_a_line_wager_takes_one_decision():
    """Bold play from 30 to 90: a first win leads to 60, a second one or a win after a loss to the goal."""
    chances = [best("nsw", 30, 90, "pass", limits="1:100", decisions=count).value for count in range(1, 5)]
    assert chances == pytest.approx([0, P**2, P**2, P**2 + P**3 * Q], abs=1e-14)


def test_line_come_and_odds_together_are_a_system():
    found = best("nsw", 2, 4, "pass, come, odds", limits="1:9")
    session = exact.session("nsw", found.system, 2, goal=4, limits="1:9")
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-12)
    assert found.value > best("nsw", 2, 4, "pass, odds", limits="1:9").value


def test_more_to_choose_from_is_never_worse():
    values = [
        best("classic", 10, 20, menu, limits="1:20").value
        for menu in ("pass", "pass, odds", "pass, odds, field")
    ]
    assert values == sorted(values)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((100, 50, "pass"), "a goal lies above the bankroll"),
        ((50, 100, "odds"), "odds lie behind a line or come wager"),
        ((50, 100, "fire"), "depends on the throws before it|takes no fire"),
        ((50, 100, "pas"), "did you mean pass"),
        (("50.50", 100, "pass"), "is paid in chips of 1"),
        ((0, 100, "pass"), "a bankroll is more than 0"),
        ((50, 100, "pass,"), "a name is missing"),
        ((3, 100, "pass"), "no bet on pass is possible with 3"),
    ],
)
def test_questions_without_an_answer(asked, said):
    with pytest.raises(BankcrapsError, match=said):
        best("classic", *asked, limits="5:100:5")


def deadline(unit: str, number: int) -> dict[str, Any]:
    return {unit: number}


def test_a_problem_that_is_too_large_is_refused_at_once():
    with pytest.raises(BankcrapsError, match="would make them fewer"):
        best("classic", 500, 1000, "place, hard", limits="1:1000")
    for unit in ("throws", "decisions", "shooters"):
        with pytest.raises(BankcrapsError, match="from 1 to 100,000"):
            best("classic", 10, 20, limits="1:20", **deadline(unit, 10**9))
        with pytest.raises(BankcrapsError, match=r"100,000 .*would make them fewer"):
            best("classic", 50, 100, limits="1:100", **deadline(unit, 100_000))
    with pytest.raises(BankcrapsError, match="one deadline, not both 2 throws and 1 shooter"):
        best("classic", 10, 20, limits="1:20", throws=2, shooters=1)
