"""The commands of the lab as programs read them: their JSON, their agreement, and a system's own stops."""

import json
import os
import signal
import subprocess
import sys

import pytest
from tests.kit.deadline import IN_TIME

PLAN = ("--strategy", "pass_odds_max", "--bankroll", "200", "--goal", "400", "--throws", "60")


@pytest.fixture
def answer(bankcraps):
    """The JSON of a command, which succeeds and prints nothing else."""

    def ask(*args):
        ran = bankcraps(*args, "--json")
        assert (ran.status, ran.err) == (0, "")
        return ran.json

    return ask


def test_what_was_not_counted_is_nothing(answer):
    told = answer("simulate", *PLAN, "--sessions", "500", "--no-paths")
    assert [told[key] for key in ("action_cents", "action_se_cents", "wagers", "refusals")] == [None] * 4
    assert told["cost_cents"] == pytest.approx(told["bankroll_cents"] - told["mean_cents"])
    told = answer("simulate", *PLAN, "--sessions", "1")
    assert [told[key] for key in ("mean_se_cents", "cost_se_cents", "highest_se_cents")] == [None] * 3


def test_the_highest_and_lowest_sums_follow_the_answer(bankcraps):
    asked = ("session", "--strategy", "pass", "--bankroll", "50", "--throws", "10")
    plain, both = bankcraps(*asked, "--no-extremes").out, bankcraps(*asked).out
    assert plain.rpartition("\n\n")[2].startswith("exact;")
    assert both.startswith(plain)
    assert [line.split()[0] for line in both.removeprefix(plain).split("\n") if line] == ["highest", "lowest"]


def test_what_takes_too_long_to_solve_is_still_compared(answer):
    told = answer(
        "compare", "pass", "field", "--bankroll", "50", "--throws", "1000000000", "--sessions", "20"
    )
    assert [one["exact"] for one in told["systems"]] == [None, None]
    assert told["systems"][1]["difference"]["exact_cents"] is None
    assert [one["played"]["sessions"] for one in told["systems"]] == [20, 20]


def test_a_system_that_never_bets_has_a_long_run(bankcraps):
    never = "when point 4 and come_out: pass 10"
    said = bankcraps("chain", "--strategy", never, "--long-run").out
    assert "the system bets nothing, or only what is off" in said


def test_what_each_rule_does_and_costs(answer, bankcraps):
    asked = ("chain", "--strategy", "pass_odds_2x", "--long-run", "--by-rule")
    (line, _) = answer(*asked)["by_rule"]
    assert f"\n  1  when come_out: pass 10  {100 * line['times']:.2f}  " in bankcraps(*asked).out


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
def test_a_session_names_what_ended_it(bankcraps, command, goal, before):
    """A goal that is no farther than the system's own stop is the goal."""
    asked = (*command, *SHORT, *(["--goal", goal] if goal else []))
    ran, found = bankcraps(*asked), json.loads(bankcraps(*asked, "--json").out)
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


def test_the_stop_is_named_where_there_is_no_length_and_in_the_columns_of_a_comparison(bankcraps):
    ran = bankcraps("session", *SHORT[:-2], "--until-settled")
    assert ran.out.splitlines()[0].endswith("until ruin, or until the system stops")
    ran = bankcraps("compare", "pass", STOPS[1], *SHORT[2:], "--sessions", "100")
    assert "goal or stop" in ran.out
    assert "ruin or stop" in ran.out


def test_explain_says_by_which_rule_the_player_leaves(bankcraps):
    said = {
        bankcraps("explain", *SHORT, "--session", str(one)).out.partition("leaves: ")[2] for one in range(6)
    }
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
def test_a_goal_at_face_value_stands_beside_the_chance_to_take_it_home(bankcraps, command, system, differs):
    """With come bets from 60 to 80 the goal comes in 67 of 100 sessions, and 37 take it home."""
    goal = () if "stop" in system else ("--goal", "80")
    asked = ("--bankroll", "60", "--until-settled", *goal, "--limits", "10:60:10")
    ran = bankcraps(*command, "--strategy", system, *asked)
    reached, home = (line.split("  ")[-1].partition("%")[0] for line in ran.out.splitlines()[1:3])
    assert ("takes that home" in ran.out) == differs
    assert not differs or float(home) < float(reached) - 5


def test_a_comparison_says_how_many_take_the_goal_home(bankcraps):
    come = "when come_out: pass 10; when point: come 10"
    asked = ["--bankroll", "60", "--until-settled", "--goal", "80", "--limits", "10:60:10", "--sessions=100"]
    ran = bankcraps("compare", "pass", come, *asked)
    plain, with_come = ran.out.splitlines()[2:4]
    assert "home)" in with_come
    assert "home)" not in plain
    assert "home: takes the goal home" in ran.out
    first, second = bankcraps("compare", "pass", come, *asked, "--json").json["systems"]
    assert "taken_home" not in first["exact"]
    assert second["exact"]["ends"]["goal"] - second["exact"]["taken_home"] > 0.25
