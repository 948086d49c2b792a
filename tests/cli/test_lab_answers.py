"""The commands of the lab as programs read them: their JSON, and that they tell one truth."""

import os
import signal
import subprocess
import sys

import pytest
from pyarrow import parquet

PLAN = ("--strategy", "pass_odds_max", "--bankroll", "200", "--goal", "400", "--throws", "60")
SHARED = {
    "schema", "rules", "strategy", "bankroll", "goal", "floor", "limit", "ends", "mean", "sd", "p_ahead",
    "quantiles", "throws", "action", "cost", "wagers", "refusals", "ruin_when", "highest", "lowest",
}  # fmt: skip


@pytest.fixture
def answer(lab):
    """The JSON of a command that succeeds and says nothing else."""

    def ask(*args):
        ran = lab(*args, "--json")
        assert (ran.status, ran.err) == (0, "")
        return ran.json

    return ask


def test_a_session_has_the_keys_it_promises(answer):
    told = answer("session", *PLAN)
    assert told.keys() == SHARED | {"error_bound"}
    assert told["schema"] == "bankcraps.session/1"
    assert (told["rules"], told["strategy"]) == ("three_four_five", "pass_odds_max")
    assert (told["bankroll"], told["goal"], told["floor"]) == (200.0, 400.0, 0.0)
    assert told["limit"] == {"throws": 60}
    assert told["ends"].keys() == {"goal", "ruin", "limit"}
    assert {"0.01", "0.5", "0.99"} <= told["quantiles"].keys()
    assert 0 < told["error_bound"] <= 1e-12


def test_the_figures_of_a_session_agree_with_one_another(answer):
    told = answer("session", *PLAN, "--distribution")
    assert sum(told["ends"].values()) == pytest.approx(1, abs=1e-12)
    chances = dict(map(tuple, told["distribution"]))
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    assert sum(home * chance for home, chance in chances.items()) == pytest.approx(told["mean"])
    assert sum(p for home, p in chances.items() if home > 200) == pytest.approx(told["p_ahead"])
    assert told["mean"] == pytest.approx(200 - told["cost"], abs=1e-9)
    assert told["cost"] == pytest.approx(sum(one["cost"] for one in told["wagers"]))
    assert told["action"] == pytest.approx(sum(one["action"] for one in told["wagers"]))
    assert {one["wager"]: round(one["edge"], 12) for one in told["wagers"]} == {
        "pass": round(7 / 495, 12),
        "pass_odds": 0.0,
    }


def test_without_paths_nobody_knows_what_was_wagered(answer):
    told = answer("simulate", *PLAN, "--sessions", "500", "--no-paths")
    assert [told[key] for key in ("action", "action_se", "wagers", "refusals")] == [None] * 4
    assert told["cost"] == pytest.approx(told["bankroll"] - told["mean"])


def test_of_one_session_nothing_is_known_to_vary(answer):
    told = answer("simulate", *PLAN, "--sessions", "1")
    assert [told[key] for key in ("mean_se", "cost_se", "highest_se")] == [None] * 3


def test_a_session_until_it_is_settled(answer):
    told = answer("session", *PLAN[:6], "--until-settled")
    assert told["limit"] is None
    assert told["ends"]["limit"] == 0
    assert told["ends"]["goal"] + told["ends"]["ruin"] == pytest.approx(1, abs=1e-12)
    far = answer("session", "--strategy", "pass", "--bankroll", "100", "--until-settled", "--goal", "100000")
    assert all(0 <= chance <= 1 for chance in far["ends"].values())


def test_a_simulation_has_the_keys_of_a_session_and_its_errors(answer):
    told = answer("simulate", *PLAN, "--sessions", "20000", "--seed", "3")
    errors = {
        "action_se",
        "ends_se",
        "mean_se",
        "sd_se",
        "highest_se",
        "lowest_se",
        "p_ahead_se",
        "cost_se",
        "quantiles_95",
    }
    assert told.keys() == SHARED | errors | {
        "sessions",
        "seed",
        "interrupted",
        "note",
        "paths",
        "error_bound",
    }
    assert told["schema"] == "bankcraps.simulate/1"
    assert (told["sessions"], told["seed"], told["interrupted"], told["note"]) == (20000, 3, False, "")
    assert told["paths"].keys() == {"drawdown", "streak", "under_water", "decisions", "shooters", "action"}
    exact = answer("session", *PLAN)
    for end, chance in exact["ends"].items():
        assert abs(told["ends"][end] - chance) < 5 * told["ends_se"][end]
    assert abs(told["mean"] - exact["mean"]) < 5 * told["mean_se"]
    assert abs(told["throws"]["mean"] - exact["throws"]["mean"]) < 5 * told["throws"]["se"]


def test_the_workers_change_nothing(answer):
    asked = ("simulate", *PLAN, "--sessions", "200000", "--seed", "9", "--distribution")
    alone = answer(*asked)
    assert answer(*asked, "--workers", "2", "--threads") == alone
    assert answer(*asked[:-2], "10", "--distribution")["mean"] != alone["mean"]


def test_a_story_is_the_session_that_was_simulated(answer, tmp_path):
    path = tmp_path / "sessions.parquet"
    answer("simulate", *PLAN, "--sessions", "50", "--seed", "4", "--parquet", str(path))
    rows = parquet.read_table(path).to_pylist()
    assert [row["session"] for row in rows] == list(range(50))
    assert len({row["final"] for row in rows}) > 5
    for number in (0, 7, 31):
        story = answer("explain", *PLAN, "--seed", "4", "--session", str(number))
        assert story["schema"] == "bankcraps.explain/1"
        assert (story["seed"], story["session"]) == (4, number)
        assert (100 * story["final"], story["end"]) == (rows[number]["final"], rows[number]["end"])
        assert story["final"] - 200 == pytest.approx(sum(wager["net"] for wager in story["wagers"]))
        nets = [sum(throw["net"].values()) for throw in story["throws"]]
        assert [throw["owned_after"] - throw["owned"] for throw in story["throws"]] == pytest.approx(nets)


def test_a_comparison_holds_the_answers_of_the_others(answer):
    plan = ("--bankroll", "200", "--throws", "40")
    sampled = ("--sessions", "5000", "--seed", "2")
    told = answer("compare", "pass", "field", *plan, *sampled)
    assert told.keys() == {"schema", "rules", "bankroll", "sessions", "seed", "strategies"}
    assert (told["schema"], told["sessions"]) == ("bankcraps.compare/1", 5000)
    means = []
    for one in told["strategies"]:
        alone = answer("session", "--strategy", one["strategy"], *plan, "--no-extremes")
        assert one["exact"] == alone
        assert one["played"] == answer("simulate", "--strategy", one["strategy"], *plan, *sampled)
        means.append(alone["mean"])
    first, second = (one["difference"] for one in told["strategies"])
    assert (first["exact"], first["mean"], first["se"]) == (0, 0, 0)
    assert second["exact"] == pytest.approx(means[1] - means[0], abs=1e-12)
    assert abs(second["mean"] - second["exact"]) < 5 * second["se"]


def test_what_takes_too_long_to_solve_is_still_compared(answer):
    told = answer(
        "compare", "pass", "field", "--bankroll", "50", "--throws", "1000000000", "--sessions", "20"
    )
    assert [one["exact"] for one in told["strategies"]] == [None, None]
    assert told["strategies"][1]["difference"]["exact"] is None
    assert [one["played"]["sessions"] for one in told["strategies"]] == [20, 20]


def test_risk_agrees_with_the_session(answer):
    asked = ("--strategy", "pass", "--throws", "30")
    told = answer("risk", *asked, "--bankrolls", "50:150:50")
    assert (told["schema"], told["limit"], told["floor"]) == ("bankcraps.risk/1", {"throws": 30}, 0)
    assert [row["bankroll"] for row in told["bankrolls"]] == [50, 100, 150]
    for row in told["bankrolls"]:
        alone = answer("session", *asked, "--bankroll", str(row["bankroll"]))
        assert row["ruin"] == pytest.approx(alone["ends"]["ruin"], abs=1e-12)
        assert (row["p_ahead"], row["mean"], row["sd"]) == pytest.approx(
            (alone["p_ahead"], alone["mean"], alone["sd"])
        )


def test_the_bankroll_for_a_risk_is_the_least(answer):
    asked = ("--strategy", "pass", "--throws", "30")
    (found,) = answer("risk", *asked, "--ruin", "0.1")["bankrolls"]
    less = answer("session", *asked, "--bankroll", str(found["bankroll"] - 10))
    assert found["risk"] == 0.1
    assert found["ruin"] <= 0.1 < less["ends"]["ruin"]


def test_the_chain_of_pass_with_odds(answer):
    told = answer("chain", "--strategy", "when come_out: pass 10; when point: odds max")
    assert told.keys() == {
        "schema", "rules", "strategy", "states", "states_leaving", "layouts", "transitions", "money_step",
        "largest_swing", "cash_needed", "refusals",
    }  # fmt: skip
    assert told["schema"] == "bankcraps.markov/1"
    assert (told["layouts"], told["refusals"]) == (7, [])
    assert (told["money_step"], told["largest_swing"], told["cash_needed"]) == (10, 70, 60)


def test_every_system_that_is_listed_is_shown(answer):
    listed = answer("strategies")
    assert len(listed) >= 40
    assert all(one["name"] and one["about"] for one in listed)
    shown = answer("strategies", "three_point_molly")
    assert {"name", "about", "origin", "text", "allowed", "problems"} == shown.keys()
    assert "three_four_five" in shown["allowed"]
    assert answer("strategies", "check", shown["text"]) == {"ok": True, "text": shown["text"], "problems": []}


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
from bankcraps.simulation.runs import chunks as shards
played = shards.ByKernel.__call__
def stopping(work, chunk):
    if chunk.first > 0:
        os.kill(os.getpid(), signal.SIGINT)
    return played(work, chunk)
shards.ByKernel.__call__ = stopping
sys.argv = ["bankcraps", "simulate", *sys.argv[1:]]
main()
"""


def test_ctrl_c_keeps_what_is_finished():
    asked = ("--strategy", "pass", "--bankroll", "100", "--throws", "10", "--sessions", "1000000", "--json")
    done = subprocess.run(
        [sys.executable, "-c", _STOP, *asked], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, "Traceback" in done.stderr) == (130, False)
    assert '"interrupted": true' in done.stdout
    assert '"sessions": 65536' in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_ends_a_solver_at_work():
    program = "from bankcraps.cli.main import main; main()"
    asked = ("session", "--strategy", "pass", "--bankroll", "5000", "--throws", "2000000")
    with subprocess.Popen(
        [sys.executable, "-c", program, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        said = running.stderr.readline()  # it says so once it has been at work for a while
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert "still solving" in said
    assert (running.returncode, out, err) == (-signal.SIGINT, "", "")
