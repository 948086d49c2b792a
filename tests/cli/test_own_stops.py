"""The system's own stops, as `stop after losing 40 or winning 20`, are told apart from goal and floor."""

import json

import pytest

STOPS = ("--strategy", "when come_out: pass 10; stop after losing 40 or winning 20")
SHORT = (*STOPS, "--bankroll", "200", "--throws", "60")


@pytest.mark.parametrize("command", [("session",), ("simulate", "--sessions", "2000")])
@pytest.mark.parametrize(("goal", "before"), [("", False), ("1000", True), ("220", None), ("210", None)])
def test_a_session_names_what_ended_it(lab, command, goal, before):
    """A goal that is no farther than the system's own stop is the goal."""
    asked = (*command, *SHORT, *(["--goal", goal] if goal else []))
    ran, found = lab(*asked), json.loads(lab(*asked, "--json").out)
    own = before is not None
    assert ran.status == 0
    assert ("stops 20 ahead" in ran.out, "reaches the goal" in ran.out) == (own, not own)
    assert ("goal of 1000" in ran.out) == bool(before)
    assert "stops 40 behind" in ran.out
    assert "leaves at the floor" not in ran.out
    assert "ruin or stop comes" in ran.out
    assert found.get("stops_ahead_cents") == (2000 if own else None)
    assert found.get("stops_behind_cents") == 4000
    assert found.get("beyond_cents") == (100_000 if before else None)
    assert found["goal_cents"] == (int(goal) * 100 if goal and not own else 22_000)


def test_a_floor_above_the_own_stop_is_the_floor(lab):
    asked = ("session", *SHORT, "--floor", "180")
    ran, found = lab(*asked), json.loads(lab(*asked, "--json").out)
    assert "leaves at the floor" in ran.out
    assert "behind" not in ran.out
    assert "stops_behind_cents" not in found


def test_without_a_length_the_session_lasts_until_ruin_or_the_stop(lab):
    ran = lab("session", *SHORT[:-2], "--until-settled")
    assert ran.out.splitlines()[0].endswith("until ruin, or until the system stops")


def test_explain_says_by_which_rule_the_player_leaves(lab):
    said = {lab("explain", *SHORT, "--session", str(one)).out.partition("leaves: ")[2] for one in range(6)}
    assert {"rule: stop after losing 40", "rule: stop after winning 20"} == {
        words.partition("its ")[2].splitlines()[0] for words in said
    }


def test_a_comparison_names_the_stop_in_its_columns(lab):
    ran = lab("compare", "pass", STOPS[1], *SHORT[2:], "--sessions", "100")
    assert "goal or stop" in ran.out
    assert "ruin or stop" in ran.out


@pytest.mark.parametrize("command", [("session",), ("simulate", "--sessions", "500")])
@pytest.mark.parametrize(
    ("system", "differs"),
    [
        ("when come_out: pass 10", False),
        ("when come_out: pass 10; when point: come 10", True),
        ("when come_out: pass 10; when point: come 10; stop after winning 20", True),
    ],
)
def test_a_goal_at_face_value_stands_beside_the_chance_to_take_it_home(lab, command, system, differs):
    """With come bets from 60 to 80 the goal comes in 67 of 100 sessions, and 37 take it home."""
    goal = () if "stop" in system else ("--goal", "80")
    asked = ("--bankroll", "60", "--until-settled", *goal, "--limits", "10:60:10")
    ran = lab(*command, "--strategy", system, *asked)
    reached, home = (line.split("  ")[-1].partition("%")[0] for line in ran.out.splitlines()[1:3])
    assert ("takes that home" in ran.out) == differs
    assert not differs or float(home) < float(reached) - 5


def test_a_comparison_says_how_many_take_the_goal_home(lab):
    come = "when come_out: pass 10; when point: come 10"
    asked = (
        "--bankroll",
        "60",
        "--until-settled",
        "--goal",
        "80",
        "--limits",
        "10:60:10",
        "--sessions",
        "100",
    )
    ran = lab("compare", "pass", come, *asked)
    plain, with_come = ran.out.splitlines()[2:4]
    assert "home)" in with_come
    assert "home)" not in plain
    assert "home: takes the goal home" in ran.out
    first, second = lab("compare", "pass", come, *asked, "--json").json["systems"]
    assert "taken_home" not in first["exact"]
    assert second["exact"]["ends"]["goal"] - second["exact"]["taken_home"] > 0.25
