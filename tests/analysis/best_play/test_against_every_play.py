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

COMMISSION = [
    (("classic", {}), "buy 4", 3, 4, ("throws", 2)),
    (("pennsylvania", {}), "buy 4", 3, 6, None),
    (("pennsylvania", {}), "buy 4", 3, 5, ("throws", 3)),
    (("pennsylvania", {"winning_buy": "free"}), "buy 4", 3, 6, None),
    (("pennsylvania", {}), "pass, buy 4", 3, 4, ("throws", 3)),
    (("pennsylvania", {}), "buy 4", 3, 5, ("decisions", 2)),
]
COMMISSION_LARGER = [
    (("classic", {"small_commission": "down"}), "buy 4", 2, 4, None),
    (("three_four_five", {}), "buy 4, field", 3, 5, ("throws", 2)),
    (("classic", {}), "lay 4", 5, 6, None),
    (("classic", {}), "buy 4", 3, 6, None),
    (("classic", {"winning_buy": "free"}), "buy 10", 3, 5, ("throws", 3)),
    (("classic", {"winning_buy": "down"}), "buy 4", 3, 6, None),
    (("nsw", {}), "buy 5", 3, 5, ("throws", 3)),
    (("pennsylvania", {}), "pass, buy 4", 4, 6, None),
    (("pennsylvania", {}), "buy 4, lay 6", 4, 6, None),
    (("pennsylvania", {"winning_buy": "free"}), "buy 4, field", 4, 6, ("throws", 3)),
    (("pennsylvania", {"winning_buy": "free"}), "pass, buy 5", 4, 5, ("decisions", 2)),
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


def agree_and_are_a_system(book, menu, bankroll, goal, deadline):
    found = agree(book, menu, bankroll, goal, deadline)
    plan = dict([deadline] if deadline else [])
    session = exact.session(book, found.system, bankroll, goal=goal, limits="1:9:1", **plan)
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-11)


def agree_where_commission_is_paid_in_advance(where, *asked):
    """A house whose commission is a larger share, so that small amounts pay some, too."""
    terms, (name, options) = {"commission": {"percent": 50}}, where
    agree_and_are_a_system(own_house(name, {"wagers": {"buy": terms, "lay": terms}}, **options), *asked)


def agree_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline):
    """A house where odds on come wagers and place wagers are made with a point, and hardways without one."""
    changes = {"place": {"made": "puck_on"}, "come_odds": {"made": "puck_on"}, "hard": {"made": "come_out"}}
    agree_and_are_a_system(own_house("classic", {"wagers": changes}), menu, bankroll, goal, deadline)


@pytest.mark.parametrize(("house", "menu", "bankroll", "goal", "deadline"), SMALL)
def test_every_play_of_a_small_table(house, menu, bankroll, goal, deadline):
    agree(load_rulebook(house), menu, bankroll, goal, deadline)


@pytest.mark.parametrize(("menu", "bankroll", "goal", "deadline"), CALLED)
def test_every_play_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline):
    agree_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline)


@pytest.mark.parametrize(("where", "menu", "bankroll", "goal", "deadline"), COMMISSION)
def test_every_play_with_commission_paid_in_advance(where, menu, bankroll, goal, deadline):
    agree_where_commission_is_paid_in_advance(where, menu, bankroll, goal, deadline)


@pytest.mark.long
@pytest.mark.parametrize(("where", "menu", "bankroll", "goal", "deadline"), COMMISSION_LARGER)
def test_every_play_of_a_larger_table_with_commission(where, menu, bankroll, goal, deadline):
    agree_where_commission_is_paid_in_advance(where, menu, bankroll, goal, deadline)


@pytest.mark.long
@pytest.mark.parametrize(("menu", "bankroll", "goal", "deadline"), CALLED_LARGER)
def test_every_play_of_a_larger_table_where_wagers_are_called(menu, bankroll, goal, deadline):
    agree_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline)


@pytest.mark.long
@pytest.mark.parametrize(("house", "menu", "bankroll", "goal", "deadline"), LARGER)
def test_every_play_of_a_larger_table(house, menu, bankroll, goal, deadline):
    agree(load_rulebook(house), menu, bankroll, goal, deadline)
