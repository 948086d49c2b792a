"""The best play against an oracle that tries every play of a small table through the engine."""

import pytest
from tests.kit.every_play import EveryPlay
from tests.kit.houses import own_house

from bankcraps import Limits, best, exact, load_rulebook
from bankcraps.analysis.best_play.asking import read_menu

SMALL = [
    ("nsw", "pass", 2, 5, None),
    ("three_four_five", "pass, odds", 2, 4, None),
    ("three_four_five", "pass, odds", 2, 4, ("throws", 5)),
    ("classic", "dont_pass, odds", 2, 4, None),
    ("washington", "place 6, field", 2, 4, ("throws", 4)),
    ("classic", "dont_come, hard 8", 2, 3, ("throws", 6)),
    ("nsw", "pass, come, odds", 2, 3, None),
    ("nsw", "come, odds", 2, 3, ("throws", 6)),
    ("three_four_five", "pass, odds", 2, 5, ("decisions", 3)),
    ("nsw", "place 6", 2, 4, ("decisions", 2)),
    ("classic", "come", 2, 3, ("decisions", 2)),
    ("three_four_five", "pass, odds", 2, 5, ("shooters", 2)),
]
LARGER = [
    ("three_four_five", "pass, odds", 3, 7, None),
    ("nsw", "pass, odds, field", 2, 4, None),
    ("classic", "come", 2, 4, None),
    ("washington", "hard 4, field", 2, 4, ("throws", 5)),
    ("nsw", "pass, come, odds", 2, 4, None),
    ("washington", "come, odds", 2, 4, ("throws", 7)),
    ("classic", "come", 2, 4, ("decisions", 3)),
    ("classic", "dont_pass, odds", 2, 4, ("shooters", 3)),
]


CALLED = [
    ("place 6", 2, 4, None),
    ("place 6", 2, 5, ("throws", 5)),
]
CALLED_LARGER = [
    ("place 6, hard 8", 2, 4, None),
    ("come, odds", 2, 3, None),
    ("pass, place 6, hard 8", 2, 4, ("throws", 6)),
]


def agree(book, menu, bankroll, goal, deadline):
    limits = Limits.read("1:9:1")
    wagers = read_menu(menu, book)
    oracle = EveryPlay(book, limits, 100, wagers, 100 * bankroll, 100 * goal)
    found = best(book, bankroll, goal, menu, limits="1:9:1", **dict([deadline] if deadline else []))
    expected = oracle.best(deadline)
    assert found.value == pytest.approx(expected, abs=1e-11)
    assert found.lower - 1e-11 <= expected <= found.upper + 1e-11
    return found


def agree_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline):
    """A house where odds on come wagers and place wagers are made with a point, and hardways without one."""
    changes = {"place": {"made": "puck_on"}, "come_odds": {"made": "puck_on"}, "hard": {"made": "come_out"}}
    book = own_house("classic", {"wagers": changes})
    found = agree(book, menu, bankroll, goal, deadline)
    plan = dict([deadline] if deadline else [])
    session = exact.session(book, found.system, bankroll, goal=goal, limits="1:9:1", **plan)
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-11)


@pytest.mark.parametrize(("house", "menu", "bankroll", "goal", "deadline"), SMALL)
def test_every_play_of_a_small_table(house, menu, bankroll, goal, deadline):
    agree(load_rulebook(house), menu, bankroll, goal, deadline)


@pytest.mark.parametrize(("menu", "bankroll", "goal", "deadline"), CALLED)
def test_every_play_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline):
    agree_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline)


@pytest.mark.long
@pytest.mark.parametrize(("menu", "bankroll", "goal", "deadline"), CALLED_LARGER)
def test_every_play_of_a_larger_table_where_wagers_are_called(menu, bankroll, goal, deadline):
    agree_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline)


@pytest.mark.long
@pytest.mark.parametrize(("house", "menu", "bankroll", "goal", "deadline"), LARGER)
def test_every_play_of_a_larger_table(house, menu, bankroll, goal, deadline):
    agree(load_rulebook(house), menu, bankroll, goal, deadline)
