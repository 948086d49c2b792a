"""The goal at face value and the goal that is taken home: the chances beside those of exact sessions."""

import polars as pl
import pytest

from bankcraps import AtTheEnd, BankcrapsError, LeastThrows, StillPlaying, best, exact, simulate

COMES = ("classic", 20, 40, "pass, come, odds", "10:60", 10)

PLAYS = [
    (*COMES, {}),
    (*COMES, {"decisions": 3}),
    (*COMES, {"shooters": 2}),
    ("nsw", 20, 40, "pass, place 6", "5:40:5", 5, {}),
    ("three_four_five", 30, 60, "pass, odds, field", "5:60:5", 5, {}),
    ("pennsylvania", 30, 60, "buy 4, pass", "10:60:10", 1, {}),
    ("washington", 20, 40, "dont_pass, pass", "5:40:5", 5, {}),
]


@pytest.mark.parametrize("asked", PLAYS, ids=str)
def test_the_chance_to_take_the_goal_home_is_that_of_a_session(asked):
    house, bankroll, goal, wagers, limits, chip, deadline = asked
    table = {"limits": limits, "chip": chip}
    play = best(house, bankroll, goal, wagers, **table, **deadline)
    session = exact.session(house, play.system, bankroll, goal=goal, extremes=False, **table, **deadline)
    assert session.ends["goal"] == pytest.approx(play.value, abs=1e-11)
    assert session.final.p_above(100 * goal - 1) == pytest.approx(play.taken_home, abs=1e-11)


def test_with_a_deadline_it_is_the_chance_to_have_the_goal_in_time_and_to_keep_it():
    table = {"limits": "10:60", "chip": 10}
    play = best("classic", 20, 40, "pass, come, odds", **table, throws=12)
    played = simulate("classic", play.system, 20, 40, throws=12, sessions=20_000, seed=4, **table)
    rows = pl.DataFrame(played.each_session())
    home = rows.filter((pl.col("end") == "goal") & (pl.col("final_cents") >= 4000)).height / rows.height
    assert home == pytest.approx(play.taken_home, abs=4 * played.error(home))


def test_a_goal_at_face_value_is_said_with_the_chance_to_take_it_home():
    play = best("classic", 20, 40, "pass, come, odds", limits="10:60", chip=10)
    assert play.value == pytest.approx(0.517200650, abs=1e-9)
    assert play.taken_home == pytest.approx(0.31719591, abs=1e-8)
    assert play.note.endswith("also wagers that must stay and may still lose: 31.719591% take it home")
    assert repr(play) == "<BestPlay classic, 20 to 40: 0.517201, 0.317196 taken home>"
    told = play.to_dict()
    assert (told["taken_home"], told["note"]) == (play.taken_home, play.note)


@pytest.mark.parametrize(
    ("house", "wagers", "limits", "noted"),
    [
        ("classic", "pass, come, odds", "10:60", "face value"),
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
    [
        ("classic", "pass, come, odds", "10:60:10", {}),
        ("three_four_five", "pass, odds", "5:40:5", {}),
        ("nsw", "pass, place 6, place 8", "5:40:5", {}),
        ("washington", "dont_pass, odds, pass", "5:40:5", {}),
        ("nsw", "place, field", "5:40:5", {}),
        ("classic", "pass, come", "10:60:10", {"throws": 12}),
        ("three_four_five", "pass, odds", "5:40:5", {"decisions": 3}),
    ],
)
def test_a_goal_of_settled_money_is_taken_home(house, wagers, limits, deadline):
    table = {"limits": limits, "chip": 5, "at_once": 2}
    play = best(house, 20, 40, wagers, settled=True, **table, **deadline)
    plain = best(house, 20, 40, wagers, **table, **deadline)
    assert (play.taken_home, play.settled) == (play.value, True)
    assert "face value" not in play.note
    assert plain.taken_home - 1e-12 <= play.value <= plain.value + 1e-12
    del table["at_once"]
    length = deadline or {"until_settled": True}
    session = exact.session(house, play.system, 20, extremes=False, **table, **length)
    home = session.final.p_above(3999)
    assert home == pytest.approx(play.value, abs=1e-11) if not deadline else home >= play.value - 1e-11


def test_settled_money_belongs_to_a_goal_alone():
    with pytest.raises(BankcrapsError, match="leave out either settled money or the system"):
        best("nsw", 20, 40, "pass", against="pass", settled=True, limits="5:40:5")
    with pytest.raises(BankcrapsError, match="settled money belongs to a goal, and to no other aim"):
        best("nsw", 20, StillPlaying(3, 5), "pass", settled=True, limits="5:40:5")
