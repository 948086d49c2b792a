"""The commands of the lab as programs read them: their JSON, their agreement, and a system's own stops."""

import json
import os
import signal
import subprocess
import sys

import pytest
from pyarrow import parquet
from tests.kit.deadline import IN_TIME

PLAN = ("--strategy", "pass_odds_max", "--bankroll", "200", "--goal", "400", "--throws", "60")
SHARED = {
    "schema", "house", "system", "bankroll_cents", "goal_cents", "floor_cents", "limit", "ends",
    "mean_cents", "sd_cents", "p_ahead", "quantiles_cents", "throws", "action_cents", "cost_cents", "wagers",
    "skew", "excess_kurtosis", "goal_when", "refusals", "ruin_when", "highest", "lowest", "let_it_ride",
}  # fmt: skip
ERRORS = {
    "action_se_cents", "ends_se", "mean_se_cents", "sd_se_cents", "highest_se_cents", "lowest_se_cents",
    "p_ahead_se", "cost_se_cents", "quantiles_95_cents", "skewed", "sessions", "seed", "interrupted", "note",
    "metrics", "per_shooter", "error_bound", "unseen_95", "edge_se",
}  # fmt: skip


@pytest.fixture
def answer(lab):
    """The JSON of a command, which succeeds and prints nothing else."""

    def ask(*args):
        ran = lab(*args, "--json")
        assert (ran.status, ran.err) == (0, "")
        return ran.json

    return ask


def test_a_session_has_the_keys_it_promises_and_figures_that_agree(answer):
    told = answer("session", *PLAN)
    assert told.keys() == SHARED | {
        *("error_bound", "mean_bound_cents", "sd_bound_cents", "cost_bound_cents")
    }
    assert told["schema"] == "bankcraps.session/3"
    assert (told["house"], told["system"]) == ("three_four_five", "pass_odds_max")
    assert (told["bankroll_cents"], told["goal_cents"], told["floor_cents"]) == (20000, 40000, 0)
    assert told["limit"] == {"throws": 60}
    assert told["ends"].keys() == {"goal", "ruin", "limit"}
    assert 0 < told["error_bound"] <= 1e-12
    told = answer("session", *PLAN, "--distribution")
    assert sum(told["ends"].values()) == pytest.approx(1, abs=1e-12)
    chances = dict(zip(*(told["distribution"][key] for key in ("final_cents", "chance")), strict=True))
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    assert sum(home * chance for home, chance in chances.items()) == pytest.approx(told["mean_cents"])
    assert sum(p for home, p in chances.items() if home > 20000) == pytest.approx(told["p_ahead"])
    assert told["mean_cents"] == pytest.approx(20000 - told["cost_cents"], abs=1e-7)
    assert told["cost_cents"] == pytest.approx(sum(one["cost_cents"] for one in told["wagers"]))
    assert told["action_cents"] == pytest.approx(sum(one["action_cents"] for one in told["wagers"]))
    assert {one["wager"]: round(one["edge"], 12) for one in told["wagers"]} == {
        "pass": round(7 / 495, 12),
        "pass_odds": 0.0,
    }


def test_what_was_not_counted_is_nothing(answer):
    told = answer("simulate", *PLAN, "--sessions", "500", "--no-paths")
    assert [told[key] for key in ("action_cents", "action_se_cents", "wagers", "refusals")] == [None] * 4
    assert told["cost_cents"] == pytest.approx(told["bankroll_cents"] - told["mean_cents"])
    told = answer("simulate", *PLAN, "--sessions", "1")
    assert [told[key] for key in ("mean_se_cents", "cost_se_cents", "highest_se_cents")] == [None] * 3
    listed = answer("strategies")
    assert all(one["system"] and one["about"] for one in listed)
    shown = answer("strategies", "three_point_molly")
    assert {"system", "about", "origin", "text", "houses", "problems"} == shown.keys()
    assert answer("strategies", "check", shown["text"]) == {"ok": True, "text": shown["text"], "problems": []}


def test_a_session_until_it_is_settled(answer):
    told = answer("session", *PLAN[:6], "--until-settled")
    assert told["limit"] is None
    assert told["ends"]["limit"] == 0
    assert told["ends"]["goal"] + told["ends"]["ruin"] == pytest.approx(1, abs=1e-12)
    far = answer("session", "--strategy", "pass", "--bankroll", "100", "--until-settled", "--goal", "100000")
    assert all(0 <= chance <= 1 for chance in far["ends"].values())


def test_a_simulation_has_the_keys_of_a_session_and_its_errors(answer):
    told = answer("simulate", *PLAN, "--sessions", "20000", "--seed", "3")
    assert told.keys() == SHARED | ERRORS
    assert told["schema"] == "bankcraps.simulate/3"
    assert (told["sessions"], told["seed"], told["interrupted"], told["note"]) == (20000, 3, False, "")
    assert told["metrics"].keys() == {"drawdown", "streak", "under_water", "decisions", "shooters", "action"}
    exact = answer("session", *PLAN)
    for end, chance in exact["ends"].items():
        assert abs(told["ends"][end] - chance) < 5 * told["ends_se"][end]
    assert abs(told["mean_cents"] - exact["mean_cents"]) < 5 * told["mean_se_cents"]
    each = told["per_shooter"]
    assert each["throws"] * each["hands"] == pytest.approx(told["throws"]["mean"])
    assert each["action_cents"] * each["hands"] == pytest.approx(told["action_cents"])
    assert abs(told["throws"]["mean"] - exact["throws"]["mean"]) < 5 * told["throws"]["se"]


def test_a_story_is_the_session_that_was_simulated(answer, tmp_path):
    path = tmp_path / "sessions.parquet"
    answer("simulate", *PLAN, "--sessions", "50", "--seed", "4", "--parquet", str(path))
    rows = parquet.read_table(path).to_pylist()
    assert [row["session"] for row in rows] == list(range(50))
    assert len({row["final_cents"] for row in rows}) > 5
    for number in (0, 7, 31):
        story = answer("explain", *PLAN, "--seed", "4", "--session", str(number))
        assert story["schema"] == "bankcraps.explain/3"
        assert (story["seed"], story["session"]) == (4, number)
        assert (story["final_cents"], story["end"]) == (rows[number]["final_cents"], rows[number]["end"])
        assert story["final_cents"] - 20000 == sum(wager["net_cents"] for wager in story["wagers"])
        nets = [sum(throw["net_cents"].values()) for throw in story["throws"]]
        assert [throw["owned_after_cents"] - throw["owned_cents"] for throw in story["throws"]] == nets


def test_what_takes_too_long_to_solve_is_still_compared(answer):
    told = answer(
        "compare", "pass", "field", "--bankroll", "50", "--throws", "1000000000", "--sessions", "20"
    )
    assert [one["exact"] for one in told["systems"]] == [None, None]
    assert told["systems"][1]["difference"]["exact_cents"] is None
    assert [one["played"]["sessions"] for one in told["systems"]] == [20, 20]


def test_the_long_run_of_a_system(answer, bankcraps):
    told = answer("chain", "--strategy", "pass", "--long-run")
    assert (told["schema"], told["edge"]) == ("bankcraps.long_run/1", pytest.approx(7 / 495))
    assert told["rates"]["decisions"]["action_cents"] == pytest.approx(1000)
    assert told["layouts"][0]["wagers"] == []
    said = bankcraps("chain", "--strategy", "three_point_molly", "--long-run").out
    assert "  100 throws  100.000  2,629.87       -10.11  492.92\n" in said
    assert "  off: nothing                            20.00%\n" in said
    assert "536 others" in said
    never = "when point 4 and come_out: pass 10"
    assert (
        "the system bets nothing, or only what is off"
        in bankcraps("chain", "--strategy", never, "--long-run").out
    )


def test_what_is_asked_for_in_addition(answer, bankcraps):
    asked = ("session", "--strategy", "pass_odds_2x", "--bankroll", "60", "--throws", "9")
    more = ("--drawdown", "--covariances", "--streaks")
    told = answer(*asked, *more)
    assert told["covariances"]["wagers"] == ["pass", "pass_odds"]
    assert told["drawdown"]["quantiles_cents"]["0.01"] == 0
    plain = answer(*asked)
    assert told.keys() - plain.keys() == {"covariances", "drawdown", "streaks"}
    assert told["streaks"].keys() == {"losses", "wins", "seven_outs", "points_made"}
    longest = told["streaks"]["losses"]
    assert longest["mean"] == pytest.approx(sum(longest["at_least"]))
    said = bankcraps(*asked, *more).out
    assert "\n  drawdown              mean " in said
    assert "\n  results, correlations     sd   pass  pass_odds\n  pass " in said
    assert f"\n  losses            {longest['mean']:.2f}  {longest['at_least'][1]:.2%}  " in said
    assert "drawdown" not in bankcraps(*asked).out


def test_what_each_rule_does_and_costs(answer, bankcraps):
    told = answer("session", "--strategy", "pass_odds_2x", "--bankroll", "60", "--throws", "9", "--by-rule")
    line, odds = told["by_rule"]
    assert (line["number"], line["rule"], line["stage"]) == (1, "when come_out: pass 10", None)
    assert line["cost_cents"] == pytest.approx(told["cost_cents"])
    assert line["times"] > odds["times"] > 0 == pytest.approx(odds["cost_cents"])
    asked = ("chain", "--strategy", "pass_odds_2x", "--by-rule")
    ever = answer(*asked, "--long-run")
    assert ever["by_rule"][0]["cost_cents"] == pytest.approx(-ever["rates"]["throws"]["gain_cents"])
    said = bankcraps(*asked, "--long-run").out
    assert f"\n  1  when come_out: pass 10  {100 * ever['by_rule'][0]['times']:.2f}  " in said


def test_what_was_never_seen_has_a_bound(bankcraps):
    """Of 1,000 sessions none was ruined: the chance is below 0.3 % with 95 % confidence, 3 / 1,000."""
    said = bankcraps("simulate", *PLAN[:-2], "--throws", "5", "--sessions", "1000").out
    assert "0.00%, below 0.299%" in said
    assert "100.00%, above 99.701%" in said


def test_a_chain_says_for_which_sums_it_holds(answer, bankcraps):
    asked = ("chain", "--strategy", "when come_out: pass 5%", "--bankroll", "100")
    assert answer(*asked)["sums_below_cents"] == 40_000
    assert "below 400; whoever owns that much needs a larger chain" in bankcraps(*asked).out
    assert "sums_below_cents" not in answer("chain", "--strategy", "pass")


def test_what_does_not_go_to_a_screen_is_as_wide_as_it_is(bankcraps, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("BANKCRAPS_CACHE", "/proc/none")
    monkeypatch.delenv("HOME", raising=False)
    ran = bankcraps("session", "--strategy", "pass", "--bankroll", "100", "--throws", "10")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("pass, three_four_five: 100 dollars, 10 throws\n")
    assert max(map(len, ran.out.splitlines())) > 80


_STOP = """
import os, signal, sys
from bankcraps.cli.main import main
from bankcraps.analysis.simulation.simulators import KernelWork
played = KernelWork.__call__
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job starts with Ctrl-C ignored
def stopping(work, chunk):
    if chunk.first > 0:
        os.kill(os.getpid(), signal.SIGINT)
    return played(work, chunk)
KernelWork.__call__ = stopping
sys.argv = ["bankcraps", "simulate", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("how", [(), pytest.param(("--workers", "3", "--threads"), marks=pytest.mark.some)])
def test_ctrl_c_keeps_what_is_finished_and_ends_threads(how):
    """Threads once hung: the interrupt came while a lock was held that they wait for."""
    asked = ["--strategy", "pass", "--bankroll", "100", "--throws", "10", "--sessions", "100000000", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", _STOP, *asked, *how],
        capture_output=True,
        text=True,
        check=False,
        timeout=IN_TIME,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (130, False), done.stderr
    assert '"interrupted": true' in done.stdout
    assert how or '"sessions": 65536' in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.some
def test_ctrl_c_ends_a_solver_at_work():
    program = (  # a background job starts with Ctrl-C ignored
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from bankcraps.cli.main import main; main()"
    )
    asked = ("session", "--strategy", "pass", "--bankroll", "5000", "--throws", "2000000")
    with subprocess.Popen(
        [sys.executable, "-c", program, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "BANKCRAPS_PATIENCE": "0.5"},
    ) as running:
        said = running.stderr.readline()  # it says so once it has been at work for a while
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=IN_TIME)
    assert "still solving" in said
    assert (running.returncode, out, err) == (130, "", "bankcraps: stopped\n")


STOPS = ("--strategy", "when come_out: pass 10; stop after losing 40 or winning 20")
SHORT = (*STOPS, "--bankroll", "200", "--throws", "60")


SESSION, SIMULATE = ("session",), ("simulate", "--sessions", "2000")


@pytest.mark.parametrize(
    ("command", "goal", "before"),
    [
        (SESSION, "", False),
        (SIMULATE, "1000", True),
        (SESSION, "1000", True),
        (SESSION, "220", None),
        (SIMULATE, "210", None),
    ],
)
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


def test_the_stop_is_named_where_there_is_no_length_and_in_the_columns_of_a_comparison(lab):
    ran = lab("session", *SHORT[:-2], "--until-settled")
    assert ran.out.splitlines()[0].endswith("until ruin, or until the system stops")
    ran = lab("compare", "pass", STOPS[1], *SHORT[2:], "--sessions", "100")
    assert "goal or stop" in ran.out
    assert "ruin or stop" in ran.out


def test_explain_says_by_which_rule_the_player_leaves(lab):
    said = {lab("explain", *SHORT, "--session", str(one)).out.partition("leaves: ")[2] for one in range(6)}
    assert {"rule: stop after losing 40", "rule: stop after winning 20"} == {
        words.partition("its ")[2].splitlines()[0] for words in said
    }


@pytest.mark.parametrize(
    ("command", "system", "differs"),
    [
        (SESSION, "when come_out: pass 10", False),
        (SESSION, "when come_out: pass 10; when point: come 10", True),
        (SIMULATE, "when come_out: pass 10; when point: come 10", True),
        (SESSION, "when come_out: pass 10; when point: come 10; stop after winning 20", True),
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
    asked = ["--bankroll", "60", "--until-settled", "--goal", "80", "--limits", "10:60:10", "--sessions=100"]
    ran = lab("compare", "pass", come, *asked)
    plain, with_come = ran.out.splitlines()[2:4]
    assert "home)" in with_come
    assert "home)" not in plain
    assert "home: takes the goal home" in ran.out
    first, second = lab("compare", "pass", come, *asked, "--json").json["systems"]
    assert "taken_home" not in first["exact"]
    assert second["exact"]["ends"]["goal"] - second["exact"]["taken_home"] > 0.25
