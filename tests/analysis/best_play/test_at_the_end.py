"""The best expected utility of what is taken home."""

from functools import cache
from math import log

import numpy as np
import pytest
from tests.kit.every_play import EveryPlay

from bankcraps import AtTheEnd, BankcrapsError, Limits, best, exact, load_rulebook
from bankcraps.analysis.best_play.asking import read_menu
from bankcraps.analysis.best_play.at_the_end import draw_between, read_utility
from bankcraps.server.bots.turns import system_of


def every_play(house, menu, bankroll, aim, limits):
    """The best expected utility by every play through the engine, from the last throw."""
    book, utility = load_rulebook(house), read_utility(aim.utility)
    plays = EveryPlay(book, Limits.read(limits), 100, read_menu(menu, book), 100 * bankroll, 100 * aim.goal)

    def of(cents):
        return float(utility.of(np.array([cents / 100]))[0])

    at_goal = of(100 * aim.goal)

    @cache
    def worth(table, throws):
        if throws == 0:
            return plays.home(table, of, at_goal)
        return max(
            sum(ways * (at_goal if come is None else worth(come, throws - 1)) for (come, _), ways in after)
            / 36
            for after in map(plays.thrown, plays.betted(table))
        )

    return worth(plays.start, aim.throws)


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "aim"),
    [
        ("nsw", "place 6", 3, AtTheEnd(6, 2, "log")),
        ("three_four_five", "pass, odds", 2, AtTheEnd(5, 3, "exponential:-0.4")),
        ("classic", "dont_pass", 2, AtTheEnd(4, 3, "power:-1")),
        ("nsw", "place 6", 3, AtTheEnd(6, 2, "quadratic:4")),
        ("nsw", "place 6, field", 3, AtTheEnd(6, 2, "quadratic:3")),
        ("classic", "dont_pass", 2, AtTheEnd(4, 3, "quadratic:9")),
        ("classic", "come, field", 2, AtTheEnd(4, 2, "exponential:-1")),
    ],
)
def test_every_play_of_a_small_table(house, menu, bankroll, aim):
    found = best(house, bankroll, aim, menu, limits="1:3:1")
    expected = every_play(house, menu, bankroll, aim, "1:3:1")
    assert found.value == pytest.approx(expected, abs=1e-11)
    assert found.lower - 1e-12 <= expected <= found.upper + 1e-12


@pytest.mark.parametrize(
    ("house", "menu", "utility"),
    [("nsw", "pass", "exponential:-0.3"), ("nsw", "place 6", "log"), ("classic", "dont_pass", "power:-1")],
)
def test_the_play_is_a_system(house, menu, utility):
    found = best(house, 5, AtTheEnd(12, 4, utility), menu, limits="1:9")
    home = exact.session(house, found.system, 5, goal=12, throws=4, limits="1:9").final
    assert home.values.max() <= 1200  # no bet of these plays wins more than is missing
    sums = home.values[home.chances > 0] / 100
    value = home.chances[home.chances > 0] @ found.utility.of(sums)
    assert value == pytest.approx(found.value, abs=1e-9)
    assert (home.mean / 100, home.sd / 100) == pytest.approx((found.mean, found.spread), abs=1e-7)


def test_a_play_has_a_name_that_a_table_takes():
    """A bot's system has a name of at most 80 characters."""
    aim = AtTheEnd("1234.50", 10, "exponential:-0.0123457")
    found = best("nsw", 1233, aim, "field", limits="1000:1000:1", chip="0.50").system
    chart = system_of(found.to_json().decode())
    assert chart.name == "best play for exponential:-0.0123457 up to 1234.50 after 10 throws"
    assert chart.about.startswith(
        "the best play for exponential:-0.0123457 of what is taken home up to 1234.50"
    )


def test_a_player_who_avoids_risk_bets_nothing_where_every_bet_loses():
    found = best("three_four_five", 10, AtTheEnd(20, 5, "log"), limits="1:9")
    assert found.bets_nothing
    assert found.first.best[0].stakes == {}
    assert (found.value, found.sure) == (pytest.approx(log(10)), pytest.approx(10))
    assert (found.mean, found.spread) == (10, 0)


def test_more_liking_for_risk_has_more_spread():
    """The exponential family: a larger spread costs some of the mean."""
    found = [
        best("nsw", 6, AtTheEnd(12, 4, f"exponential:{a}"), "pass", limits="1:9") for a in (0.1, -0.01, -0.5)
    ]
    assert [play.spread for play in found] == sorted(play.spread for play in found)
    assert [play.mean for play in found] == sorted((play.mean for play in found), reverse=True)


@pytest.mark.parametrize(
    "text",
    ["log", "power:2", "power:-1", "exponential:0.01", "exponential:-0.2", "exponential:0", "quadratic:50"],
)
def test_a_sure_sum_has_its_utility(text):
    utility = read_utility(text)
    assert str(utility) == text
    for sum_ in (1.0, 7.0, 40.0):
        assert utility.sure(float(utility.of(np.array([sum_]))[0])) == pytest.approx(sum_)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("luck", "'luck' is no utility; write log, power:2"),
        ("log:2", "is no utility"),
        ("power", "is no utility"),
        ("power:nan", "is no utility"),
        ("power:1", "write log"),
        ("quadratic:-5", "has a sum C above 0, at most 1,000,000 dollars, not -5"),
        ("exponential:90", "too extreme for sums up to 20"),
    ],
)
def test_what_is_no_utility(text, said):
    with pytest.raises(BankcrapsError, match=said):
        best("nsw", 10, AtTheEnd(20, 2, text), "pass", limits="1:9")


def test_a_quadratic_utility_has_the_least_variance_at_its_mean():
    """Its play is a corner of what means and second moments are possible: no play lies below its line."""
    table = {"wagers": "place 6, place 8", "limits": "1:9"}
    others = [
        best("nsw", 10, AtTheEnd(20, 4, utility), **table)
        for utility in ("log", "power:3", "exponential:0.02", "exponential:-0.02", "quadratic:14")
    ]
    for wanted in (9, 11, 12, 15, 60):
        corner = best("nsw", 10, AtTheEnd(20, 4, f"quadratic:{wanted}"), **table)

        def line(play, slope=2 * wanted):
            return play.spread**2 + play.mean**2 - slope * play.mean

        assert all(line(corner) <= line(other) + 1e-9 for other in others)


def test_the_least_variance_at_any_mean_is_a_draw_between_two_plays():
    """From any two plays on, the sum at which both are worth the same leads to the two in a few steps."""
    table = {"wagers": "place 6, place 8", "limits": "1:9"}
    low, high = (best("nsw", 10, AtTheEnd(20, 4, f"quadratic:{wanted}"), **table) for wanted in (9, 60))
    for _ in range(20):
        wanted = draw_between(low, high)
        third = best("nsw", 10, AtTheEnd(20, 4, f"quadratic:{wanted!r}"), **table)
        if not low.mean + 1e-9 < third.mean < high.mean - 1e-9:
            break
        low, high = (low, third) if third.mean > 10.6 else (third, high)
    assert low.mean < 10.6 < high.mean
    line = -third.value  # of every play, the mean of (w - wanted)^2 is no less
    for play in (low, high):
        assert play.spread**2 + (play.mean - wanted) ** 2 == pytest.approx(line, abs=1e-9)
    for utility in ("log", "exponential:-0.02", "quadratic:12", "quadratic:14"):
        play = best("nsw", 10, AtTheEnd(20, 4, utility), **table)
        assert play.spread**2 + (play.mean - wanted) ** 2 > line - 1e-9
