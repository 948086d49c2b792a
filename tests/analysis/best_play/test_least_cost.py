"""So much action at the least cost."""

from functools import cache

import pytest
from tests.kit.every_play import EveryPlay

from bankcraps import BankcrapsError, LeastCost, Limits, best, exact, load_rulebook, step
from bankcraps.analysis.best_play.asking import read_menu
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev


def most_worth(house, menu, bankroll, aim, limits, price):
    """The most that price * action - cost can be, in dollars, by every play through the engine."""
    book = load_rulebook(house)
    plays = EveryPlay(book, Limits.read(limits), 100, read_menu(menu, book), 100 * bankroll, 10**9)

    @cache
    def thrown(table):
        """Each throw with its ways, what it brings at the price, and the table that it leads to."""
        found = []
        for throw in OUTCOMES:
            came = step(book, table, ev.Rolled(throw))
            to = plays.key(came.state)
            action = sum(fx.decided(effect) or 0 for effect in came.effects)
            found.append((throw.ways, price * action + plays.owned(to) - plays.owned(table), to))
        return found

    @cache
    def worth(table, left):
        if left == 0:
            return home(table)
        tables = [table for table in plays.betted(table) if table.seats[0].at_risk <= 100 * aim.at_most]
        return max(
            sum(ways * (brings + worth(to, left - 1)) for ways, brings, to in thrown(after)) / 36
            for after in tables
        )

    def home(table):
        """The win of the wagers that must stay after the last throw."""
        found, now = 0.0, {plays.left(table): 1.0}
        while now and sum(now.values()) > 1e-14:
            later = {}
            for here, chance in now.items():
                if here.seats[0].wagers:
                    for ways, brings, to in thrown(here):
                        found += chance * ways / 36 * brings
                        left = plays.left(to)
                        later[left] = later.get(left, 0.0) + chance * ways / 36
            now = later
        return found

    return worth(plays.start, aim.throws) / 100


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "aim", "limits"),
    [
        ("nsw", "field, any_seven", 2, LeastCost(2, 2, at_most=2), "1:3:1"),
        ("three_four_five", "pass, odds", 2, LeastCost("0.75", 2, at_most=2), "1:3:1"),
        ("classic", "dont_pass, field", 2, LeastCost(2, 2, at_most=2), "1:3:1"),
        ("nsw", "come", 2, LeastCost(1, 2, at_most=2), "1:3:1"),
    ],
)
def test_no_play_of_a_small_table_is_cheaper(house, menu, bankroll, aim, limits):
    found = best(house, bankroll, aim, menu, limits=limits)
    worth = most_worth(house, menu, bankroll, aim, limits, found.price)
    assert found.value == pytest.approx(found.price * float(aim.action) - worth, abs=1e-11)
    assert found.lower <= found.value + 1e-12
    assert found.value <= found.upper + 1e-12
    assert found.upper - found.lower < 1e-9


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "aim", "limits"),
    [
        ("three_four_five", "pass, odds", 30, LeastCost(45, 12, at_most=20), "5:10:5"),
        ("classic", "dont_pass, field", 3, LeastCost(6, 6, at_most=3), "1:3:1"),
        ("washington", "come, odds, place 6", 6, LeastCost(6, 4, at_most=6), "2:4:2"),
    ],
)
def test_the_plays_are_systems(house, menu, bankroll, aim, limits, tmp_path):
    found = best(house, bankroll, aim, menu, limits=limits)
    assert sum(play.share * play.action for play in found.plays) == pytest.approx(aim.action, abs=1e-9)
    assert sum(play.share * play.cost for play in found.plays) == pytest.approx(found.value, abs=1e-12)
    for play in found.plays:
        if play.system is not None:
            session = exact.session(house, play.system, bankroll, throws=aim.throws, limits=limits)
            assert session.cost / 100 == pytest.approx(play.cost, abs=1e-9)
            action = sum(one["action_cents"] for one in session.to_dict()["wagers"])
            assert action / 100 == pytest.approx(play.action, abs=1e-9)
            assert session.ends["ruin"] == 0  # a player without money for a bet bets nothing
    found.save(tmp_path / "play.json")
    again = exact.session(house, str(tmp_path / "play.json"), bankroll, throws=aim.throws, limits=limits)
    assert again.cost / 100 == pytest.approx(found.plays[-1].cost, abs=1e-9)


def test_each_dollar_on_the_line_costs_its_edge():
    found = best("nsw", 20, LeastCost(40, 20), "pass", limits="5:10:5")
    assert found.value == pytest.approx(40 * 7 / 495, abs=1e-12)
    assert found.price == pytest.approx(7 / 495)
    assert (found.plays[0].system, found.plays[0].first.stakes) == (None, {})


def test_action_is_cheaper_with_odds():
    aim = LeastCost(30, 8, at_most=20)
    line, odds = (best("three_four_five", 30, aim, menu, limits="5:20:5") for menu in ("pass", "pass, odds"))
    assert odds.value < line.value / 2


def test_a_wager_that_favours_the_player_costs_less_than_nothing():
    found = best("nsw", 9, LeastCost(1, 6, at_most=1), "place 6", limits="1:9")
    assert found.value < 0
    assert found.price == 0
    assert found.plays[0].action > 1
    assert len(found.plays) == 1


@pytest.mark.parametrize(
    ("aim", "said"),
    [
        (LeastCost(0, 5), "action is more than 0, not 0"),
        (LeastCost(5, 5, at_most=0), "what may be at risk is more than 0, not 0"),
        (LeastCost(5, 0), "the number of throws is from 1 to 100,000"),
        (LeastCost(5, 10**9), "the number of throws is from 1 to 100,000"),
        (LeastCost(5, 100_000), "fewer throws or wagers, less at risk at most"),
        (
            LeastCost(500, 5),
            "the most action that field can have in 5 throws from 10, with at most 10 at risk",
        ),
        (LeastCost(5, 5, at_most="0.5"), "no bet on field is possible with 0.50"),
    ],
)
def test_questions_without_an_answer(aim, said):
    with pytest.raises(BankcrapsError, match=said):
        best("classic", 10, aim, "field", limits="1:9")


def test_a_wager_whose_commission_is_paid_with_the_bet_is_refused():
    with pytest.raises(BankcrapsError, match="the commission of buy 4 is paid with the bet"):
        best("pennsylvania", 100, LeastCost(100, throws=5), "buy 4", limits="20:40:20")
