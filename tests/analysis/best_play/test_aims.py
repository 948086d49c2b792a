"""The sum taken home: its best utility, the goal at face value and of settled money; and pictures."""

from functools import cache
from math import log
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.kit.every_play import EveryPlay
from tests.kit.profiles import share

from bankcraps import (
    AtTheEnd,
    BankcrapsError,
    LeastCost,
    LeastThrows,
    Limits,
    StillPlaying,
    best,
    exact,
    load_rulebook,
    simulate,
)
from bankcraps.analysis.best_play.asking import read_menu
from bankcraps.analysis.best_play.at_the_end import draw_between, read_utility
from bankcraps.server.bots.bots import system_of


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
        ("nsw", "place 6, field", 2, AtTheEnd(4, 2, "quadratic:3")),
        ("classic", "dont_pass", 2, AtTheEnd(4, 3, "quadratic:9")),
        ("classic", "come", 2, AtTheEnd(4, 2, "exponential:-1")),
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


@pytest.mark.parametrize(
    "text",
    ["log", "power:2", "power:-1", "exponential:0.01", "exponential:-0.2", "exponential:0", "quadratic:50"],
)
def test_a_sure_sum_has_its_utility(text):
    utility = read_utility(text)
    assert str(utility) == text
    for sum_ in (1.0, 7.0, 40.0):
        assert utility.sure(float(utility.of(np.array([sum_]))[0])) == pytest.approx(sum_)


def test_the_least_variance_at_any_mean_is_a_draw_between_two_plays():
    """From any two plays on, the sum at which both are worth the same leads to the two in a few steps."""
    table: Any = {"wagers": "place 6, place 8", "limits": "1:9"}
    low, high = (best("nsw", 10, AtTheEnd(20, 4, f"quadratic:{wanted}"), **table) for wanted in (9, 60))
    wanted, third = 9.0, low
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


COMES = ("classic", 20, 40, "pass, come, odds", "10:60", 10)
PLAYS = [
    (*COMES, {"decisions": 3}),
    (*COMES, {"shooters": 2}),
    ("nsw", 20, 40, "pass, place 6", "5:40:5", 5, {}),
    ("three_four_five", 30, 60, "pass, odds, field", "5:60:5", 5, {}),
    ("pennsylvania", 30, 60, "buy 4, pass", "10:60:10", 1, {}),
    ("washington", 20, 40, "dont_pass, pass", "5:40:5", 5, {}),
]


@pytest.mark.parametrize("asked", share(PLAYS, 2), ids=str)
def test_the_chance_to_take_the_goal_home_is_that_of_a_session(asked):
    house, bankroll, goal, wagers, limits, chip, deadline = asked
    table = {"limits": limits, "chip": chip}
    play = best(house, bankroll, goal, wagers, **table, **deadline)
    session = exact.session(house, play.system, bankroll, goal=goal, extremes=False, **table, **deadline)
    assert session.ends["goal"] == pytest.approx(play.value, abs=1e-11)
    assert session.final.p_above(100 * goal - 1) == pytest.approx(play.taken_home, abs=1e-11)


def test_with_a_deadline_it_is_the_chance_to_have_the_goal_in_time_and_to_keep_it():
    table = {"limits": "10:60", "chip": 10}
    play = best("classic", 20, 40, "pass, come, odds", **table, throws=6)
    played = simulate("classic", play.system, 20, 40, throws=6, sessions=20_000, seed=4, **table)
    rows = pl.DataFrame(played.each_session())
    home = rows.filter((pl.col("end") == "goal") & (pl.col("final_cents") >= 4000)).height / rows.height
    assert home == pytest.approx(play.taken_home, abs=4 * played.error(home))


def test_a_goal_at_face_value_is_said_with_the_chance_to_take_it_home():
    play = best("classic", 20, 40, "pass, come, odds", limits="10:60", chip=10)
    session = exact.session("classic", play.system, 20, goal=40, extremes=False, limits="10:60", chip=10)
    assert play.value == pytest.approx(session.ends["goal"], abs=1e-11) == pytest.approx(0.517200650)
    assert play.taken_home == pytest.approx(session.final.p_above(3999), abs=1e-11)
    assert play.note.endswith("also wagers that must stay and may still lose: 31.719591% take it home")
    assert repr(play) == "<BestPlay classic, 20 to 40: 0.517201, 0.317196 taken home>"
    told = play.to_dict()
    assert (told["taken_home"], told["note"]) == (play.taken_home, play.note)


@pytest.mark.parametrize(
    ("house", "wagers", "limits", "noted"),
    [
        ("nsw", "place", "5:40:5", "a fair game would give 50.000000%"),
        ("three_four_five", "pass, odds", "5:40:5", ""),
    ],
)
def test_no_more_than_a_fair_chance_is_shown_without_a_sentence(house, wagers, limits, noted):
    play = best(house, 20, 40, wagers, limits=limits, chip=5, at_once=1)
    assert (play.value > 0.5) == bool(noted)
    assert noted in play.note


def test_other_aims_with_a_goal_say_so_too():
    table = {"wagers": "pass, come, odds", "limits": "10:40", "chip": 10}
    fewest = best("classic", 20, LeastThrows(40, 0.5), **table)
    chance = sum(one.share * one.chance for one in fewest.plays)
    homes = [
        exact.session("classic", one.system, 20, goal=40, limits="10:40", chip=10).final.p_above(3999)
        for one in fewest.plays
    ]
    home = sum(one.share * each for one, each in zip(fewest.plays, homes, strict=True))
    assert fewest.taken_home == pytest.approx(home, abs=1e-9)
    assert fewest.taken_home < chance - 0.05
    assert f"{fewest.taken_home:.6%} take it home" in fewest.note
    risky = best("classic", 20, AtTheEnd(40, 8, "exponential:-0.02"), **table)
    assert "at face value" in risky.note
    assert best("nsw", 20, AtTheEnd(40, 8, "log"), "place 6", limits="5:40:5").note == ""


@pytest.mark.parametrize(
    ("house", "wagers", "limits", "deadline"),
    share(
        [
            ("classic", "pass, come", "10:60:10", {"throws": 6}),
            ("three_four_five", "pass, odds", "5:40:5", {}),
            ("washington", "dont_pass, odds, pass", "5:40:5", {}),
            ("nsw", "place, field", "5:40:5", {}),
            ("three_four_five", "pass, odds", "5:40:5", {"decisions": 3}),
            ("classic", "pass, come, odds", "10:60:10", {}),
            ("nsw", "pass, place 6, place 8", "5:40:5", {}),
        ],
        2,
    ),
)
def test_a_goal_of_settled_money_is_taken_home(house, wagers, limits, deadline):
    table = {"limits": limits, "chip": 5, "at_once": 2}
    play = best(house, 20, 40, wagers, settled=True, **table, **deadline)
    plain = best(house, 20, 40, wagers, **table, **deadline)
    assert (play.taken_home, play.settled) == (play.value, True)
    assert "face value" not in play.note
    assert plain.taken_home - 1e-12 <= play.value <= plain.value + 1e-12
    del table["at_once"]
    length: Any = deadline or {"until_settled": True}
    session = exact.session(house, play.system, 20, extremes=False, **table, **length)
    home = session.final.p_above(3999)
    assert home == pytest.approx(play.value, abs=1e-11) if not deadline else home >= play.value - 1e-11


def test_settled_money_belongs_to_a_goal_alone():
    with pytest.raises(BankcrapsError, match="leave out either settled money or the system"):
        best("nsw", 20, 40, "pass", against="pass", settled=True, limits="5:40:5")
    with pytest.raises(BankcrapsError, match="settled money belongs to a goal, and to no other aim"):
        best("nsw", 20, StillPlaying(3, 5), "pass", settled=True, limits="5:40:5")


@pytest.mark.parametrize(("house", "wager"), [("three_four_five", "pass"), ("nsw", "pass"), ("nsw", "field")])
@pytest.mark.parametrize(("play", "amount"), [("bold play", "to reach 20"), ("timid play", "2")])
def test_bold_and_timid_play_have_the_chances_of_their_sessions(house, wager, play, amount):
    found = best(house, 7, 20, wager, limits="2:20:1")
    session = exact.session(house, f"when come_out: {wager} {amount}", 7, goal=20, limits="2:20:1")
    assert found.rivals[play][7] == pytest.approx(session.ends["goal"], abs=1e-12)
    assert max(found.rivals[play]) <= 1
    assert all(
        chance <= one.chance + 1e-12 for chance, one in zip(found.rivals[play], found.points, strict=True)
    )


def test_a_deadline_has_no_bold_play_beside_it():
    assert best("nsw", 7, 20, "field", limits="2:20:1", throws=3).rivals == {}


@pytest.mark.parametrize(
    ("aim", "said"),
    [
        (LeastThrows(9, 0.3), "throws on average at a chance of 30.0000%"),
        (StillPlaying(3, at_least=2), "from 5"),
        (AtTheEnd(9, 2, "exponential:-0.2"), "after 2 throws"),
        (LeastCost(4, 3), "for 4 of action in 3 throws"),
    ],
)
def test_every_aim_has_a_picture(aim, said, tmp_path):
    best("nsw", 5, aim, "field", limits="1:9").plot(tmp_path / "play.svg")
    drawn = (tmp_path / "play.svg").read_text()
    assert said in drawn
    assert "bet while nothing stands" in drawn
