"""The fewest throws to a goal at a given chance."""

from fractions import Fraction

import pytest
from tests.kit.every_play import EveryPlay

from bankcraps import BankcrapsError, Limits, best, exact, load_rulebook
from bankcraps.analysis.best_play.asking import read_menu
from bankcraps.analysis.best_play.least_time import LeastThrows


def test_one_line_wager_is_the_fastest_on_the_line_alone():
    """It wins 244 of 495 times and takes 557/165 throws; to leave at once takes none."""
    found = best("nsw", 50, LeastThrows(100, 0.45), "pass", limits="1:100")
    assert found.value == pytest.approx(0.45 / (244 / 495) * 557 / 165, abs=1e-11)
    assert found.lower - 1e-12 <= found.value <= found.upper + 1e-12
    assert found.upper - found.lower < 1e-9
    leave, play = found.plays
    assert leave.first.leave
    assert leave.system is None
    assert play.chance == pytest.approx(float(Fraction(244, 495)))
    assert play.share == pytest.approx(0.45 / (244 / 495))


def test_a_corner_takes_one_play():
    found = best("nsw", 50, LeastThrows(100, 244 / 495 - 1e-12), "pass", limits="1:100")
    assert found.plays[-1].share == pytest.approx(1)


def test_the_plays_are_systems(tmp_path):
    found = best("three_four_five", 20, LeastThrows(40, 0.494), "pass, odds", limits="1:20")
    assert sum(play.share * play.chance for play in found.plays) == pytest.approx(0.494, abs=1e-9)
    assert sum(play.share * play.throws for play in found.plays) == pytest.approx(found.value)
    for play in found.plays:
        session = exact.session("three_four_five", play.system, 20, goal=40, limits="1:20")
        assert session.ends["goal"] == pytest.approx(play.chance, abs=1e-9)
        assert session.throws == pytest.approx(play.throws, abs=1e-9)
    found.save(tmp_path / "play.json")
    again = exact.session("three_four_five", str(tmp_path / "play.json"), 20, goal=40, limits="1:20")
    assert again.ends["goal"] == pytest.approx(found.plays[-1].chance, abs=1e-9)


@pytest.mark.parametrize(
    ("house", "menu", "goal", "chance"),
    [
        ("nsw", "pass, field", 4, 0.4),
        ("classic", "dont_pass", 4, 0.47),
    ],
)
def test_no_play_of_a_small_table_is_faster(house, menu, goal, chance):
    book, limits = load_rulebook(house), Limits.read("1:9:1")
    found = best(house, 2, LeastThrows(goal, chance), menu, limits="1:9:1")
    oracle = EveryPlay(book, limits, 100, read_menu(menu, book), 200, 100 * goal)
    corners = [(play.chance, play.throws) for play in found.plays]
    (low, few), (high, many) = corners if len(corners) > 1 else [(0.0, 0.0), *corners]
    price = (high - low) / (many - few)
    proved = (chance - oracle.best(price=price)) / price
    assert proved == pytest.approx(found.value, abs=1e-9)
    assert found.lower <= found.value + 1e-12


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.6, "the best chance to reach the goal is 0.492929293, and 0.6 is more"),
        (244 / 495, "so near the best"),
        (1.5, "above 0 and at most 1, not 1.5"),
        (0, "above 0 and at most 1, not 0"),
    ],
)
def test_chances_that_no_play_has(chance, said):
    with pytest.raises(BankcrapsError, match=said):
        best("nsw", 50, LeastThrows(100, chance), "pass", limits="1:100")


@pytest.mark.parametrize(
    ("house", "limits"),
    [
        ("classic", "2:50:2"),
        pytest.param("classic", "2:50:1", marks=pytest.mark.long),
        pytest.param("examples/houses/crapless.toml", "2:50:1", marks=pytest.mark.long),
    ],
)
def test_the_best_chance_is_said_where_commission_is_paid_in_advance(house, limits):
    best_chance = best(house, 5, 9, "lay 4", limits=limits).value
    with pytest.raises(BankcrapsError, match=f"the best chance to reach the goal is {best_chance:.9f}"):
        best(house, 5, LeastThrows(9, 0.3), "lay 4", limits=limits)
