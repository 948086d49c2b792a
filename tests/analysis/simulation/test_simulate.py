"""Simulations asked for by name: the same bits whoever plays, exact within their errors, and kept on disk."""

import os
import pickle
from itertools import product

import numpy as np
import pyarrow.parquet as pq
import pytest
from tests.kit.profiles import share
from tests.kit.systems import Counting

from bankcraps import BankcrapsError, exact, explain, simulate
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.run_plan import RunPlan
from bankcraps.analysis.simulation.simulate import play
from bankcraps.analysis.simulation.simulators import (
    KernelSimulator,
    KernelWork,
    StepwiseSimulator,
    choose_simulator,
)
from bankcraps.strategies.library import system

HOUSE = "three_four_five"


PASS = system("pass")


@pytest.fixture
def soon_too_many(monkeypatch):
    """Lower the limit on memories, so that it is reached soon."""
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 5)


def figures(found):
    """All figures of a result, without the notes on how it was found."""
    told = found.to_dict(distribution=True)
    return {key: value for key, value in told.items() if key not in ("note", "system")}


@pytest.mark.parametrize("how", [{"workers": 2, "threads": True}, {"workers": 3, "threads": True}])
def test_workers_change_no_bit(how):
    alone = simulate(HOUSE, "three_point_molly", 300, throws=500, sessions=70_000, seed=9)
    together = simulate(HOUSE, "three_point_molly", 300, throws=500, sessions=70_000, seed=9, **how)
    assert alone.totals.same(together.totals)
    assert figures(alone) == figures(together)


SOLVED = tuple(
    product(
        ("pass_odds_max", "iron_cross", "three_point_molly", "pass_oscar"),
        ({"throws": 150}, {"decisions": 30}, {"shooters": 12}),
    )
)


@pytest.mark.parametrize(("name", "options"), share(SOLVED, 4))
def test_what_is_solved_is_what_is_played(name, options):
    solved = exact.session(HOUSE, name, 400, goal=800, extremes=False, **options)
    played = simulate(HOUSE, name, 400, goal=800, sessions=60_000, seed=3, **options)
    assert abs(played.final.mean - solved.final.mean) < 4 * played.mean_error
    assert abs(played.throws - solved.throws) < 4 * played.throws_error
    for end, chance in solved.ends.items():
        assert abs(played.ends[end] - chance) <= 4 * played.error(chance) + 1e-9
    actions = [sum(wager.action for wager in found.wagers) for found in (played, solved)]
    assert played.metrics["action"].mean == pytest.approx(actions[0])
    assert abs(actions[0] - actions[1]) < 4 * (played.action_error or 0)
    costs = {wager.wager: wager.cost for wager in solved.wagers}
    for wager in played.wagers:
        assert wager.cost == pytest.approx(costs[wager.wager], abs=6 * played.mean_error)
    assert sum(w.cost for w in played.wagers) == pytest.approx(played.plan.bankroll - played.final.mean)


def test_until_settled():
    solved = exact.session(HOUSE, "pass_odds_max", 200, goal=400, extremes=False)
    played = simulate(HOUSE, "pass_odds_max", 200, goal=400, sessions=40_000)
    assert abs(played.ends["goal"] - solved.ends["goal"]) < 4 * played.error(solved.ends["goal"])
    assert played.ends["limit"] == 0.0


@pytest.mark.usefixtures("soon_too_many")
def test_a_system_that_no_chain_holds_plays_stepwise_and_alike():
    known, unknown = (ask(HOUSE, one, 200, throws=40) for one in ("pass", Counting()))
    by_chain = play(known, RunPlan.of(sessions=150, seed=5))
    stepwise = play(unknown, RunPlan.of(sessions=150, seed=5))
    assert isinstance(choose_simulator(known), KernelSimulator)
    assert isinstance(choose_simulator(unknown), StepwiseSimulator)
    assert "stepwise" in stepwise.note
    assert "memories, the most that a chain may have" in stepwise.note
    assert not by_chain.note
    assert figures(by_chain) == figures(stepwise)


def test_without_paths_the_same_is_taken_home():
    asked = {"throws": 100, "sessions": 20_000}
    with_paths, fast = (simulate(HOUSE, "iron_cross", 300, paths=paths, **asked) for paths in (True, False))
    assert with_paths.final.values.tolist() == fast.final.values.tolist()
    assert with_paths.final.chances.tolist() == fast.final.chances.tolist()
    assert "drawdown" in with_paths.metrics
    assert not fast.metrics


@pytest.mark.usefixtures("soon_too_many")
@pytest.mark.parametrize("name", ["pass_odds_max", Counting()])
@pytest.mark.parametrize("workers", [1, 2])
def test_parquet_has_a_row_for_every_session_in_order(tmp_path, name, workers):
    file = tmp_path / "sessions.parquet"
    asked = {"throws": 50, "sessions": 200, "workers": workers, "threads": True}
    found = simulate(HOUSE, name, 300, parquet=file, **asked)
    kept = pq.read_table(file).to_pydict()
    assert kept["session"] == list(range(200))
    assert sum(kept["final_cents"]) / 200 == pytest.approx(found.final.mean)
    assert max(kept["highest_cents"]) == found.highest.values.max()
    assert kept["end"].count("ruin") / 200 == found.ends["ruin"]


def test_a_parquet_file_takes_no_pipes_place(tmp_path):
    """As root, `--parquet /dev/null` would put a file where the device was."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BankcrapsError, match="a device or a pipe"):
        simulate(HOUSE, "pass", 100, throws=5, sessions=10, parquet=pipe)
    assert pipe.is_fifo()


def test_a_parquet_file_may_have_a_colon_in_its_name(tmp_path, monkeypatch):
    """Arrow would take it for an address."""
    monkeypatch.chdir(tmp_path)
    simulate(HOUSE, "pass", 100, throws=5, sessions=10, parquet="a:b")
    with (tmp_path / "a:b").open("rb") as file:
        assert pq.ParquetFile(file).metadata.num_rows == 10


def test_a_parquet_file_that_cannot_be_written_is_an_error_before_anybody_plays(tmp_path):
    with pytest.raises(BankcrapsError, match="cannot be written: No such file or directory"):
        simulate(HOUSE, "pass", 100, throws=5, parquet=tmp_path / "nowhere" / "file.parquet")


def test_ctrl_c_keeps_what_is_finished():
    def impatient(finished):
        del finished
        raise KeyboardInterrupt

    found = play(
        ask(HOUSE, "pass", 500, throws=500),
        RunPlan.of(sessions=10**7, paths=False),
        finished=impatient,
    )
    assert found.interrupted
    assert 0 < found.sessions < 10**7
    assert sum(found.ends.values()) == pytest.approx(1.0)
    assert repr(found).endswith(f"; stopped after {found.sessions:,} sessions>")


def test_ctrl_c_in_python_gives_no_result_of_some_sessions(monkeypatch):
    """A script that goes on after `simulate` would take the part for the whole."""
    played = KernelWork.__call__

    def stopping(work, chunk):
        if chunk.first:
            raise KeyboardInterrupt
        return played(work, chunk)

    monkeypatch.setattr(KernelWork, "__call__", stopping)
    with pytest.raises(KeyboardInterrupt, match="stopped before all sessions were played"):
        simulate(HOUSE, "pass", 100, throws=10, sessions=200_000)


def test_a_client_of_dask_is_no_address():
    with pytest.raises(BankcrapsError, match=r"the address of a scheduler, .* client\.scheduler\.address"):
        simulate(HOUSE, "pass", 100, throws=10, dask=object())


def test_the_error_of_a_deviation_holds_the_exact_one():
    solved = exact.session(HOUSE, "pass_odds_max", 500, throws=100, extremes=False)
    played = simulate(HOUSE, "pass_odds_max", 500, throws=100, sessions=50_000, seed=12)
    assert 0 < abs(played.final.sd - solved.final.sd) < 4 * played.sd_error


def test_intervals_hold_the_exact_quantiles():
    solved = exact.session(HOUSE, "pass_odds_max", 500, throws=100, extremes=False)
    played = simulate(HOUSE, "pass_odds_max", 500, throws=100, sessions=50_000, seed=11)
    for q in (0.25, 0.5, 0.75):
        low, high = played.quantile_interval(q)
        assert low <= solved.final.quantile(q) <= high


def test_notebooks_and_arrow():
    played = simulate(HOUSE, "pass", 100, throws=20, sessions=500)
    assert played.to_arrow()["sessions"].to_pylist() == played.totals.histograms["final"].counts.tolist()
    assert "<table>" in played._repr_html_()
    assert "taken home" in played._repr_html_()
    solved = exact.session(HOUSE, "when come_out: pass 10", 100, throws=20)
    assert solved.to_arrow().num_rows == len(solved.final.values)
    assert "when come_out: pass 10" in solved._repr_html_()


def test_trajectories_are_data_and_a_picture(tmp_path):
    played = simulate(HOUSE, "pass_odds_max", 300, throws=40, sessions=50, seed=3)
    paths = played.trajectories(5)
    table = paths.to_arrow().to_pydict()
    assert {"session", "throw", "owned_cents"} < set(table)
    assert sorted(set(table["session"])) == [0, 1, 2, 3, 4]
    starts = [cents for throw, cents in zip(table["throw"], table["owned_cents"], strict=True) if not throw]
    assert starts == [30_000] * 5
    story = explain(HOUSE, "pass_odds_max", 300, throws=40, seed=3, session=2).to_arrow().to_pydict()
    path = paths.paths[2].tolist()
    assert story["owned_cents"][: len(path)] == path
    paths.plot(tmp_path / "paths.svg")
    assert "the first 5 sessions of seed 3" in (tmp_path / "paths.svg").read_text()
    with pytest.raises(BankcrapsError, match="50 sessions were played, not 51"):
        played.trajectories(51)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("paths", "The course of sessions"),
        ("final", "What is taken home"),
        ("ruin", "When ruin comes"),
        ("drawdown", "How deep sessions fall"),
        ("shooters", "How many hands sessions last"),
    ],
)
@pytest.mark.some
def test_every_picture_of_a_simulation(tmp_path, shown, said):
    simulate(HOUSE, "pass", 100, throws=60, sessions=300).plot(tmp_path / "one.svg", shown)
    assert said in (tmp_path / "one.svg").read_text()


def test_pictures_that_cannot_be_had():
    fast = simulate(HOUSE, "pass", 100, throws=60, sessions=300, paths=False)
    with pytest.raises(BankcrapsError, match="'drawdown' needs whole paths"):
        fast.plot(shown="drawdown")
    with pytest.raises(BankcrapsError, match="not of 'drawdowns'"):
        fast.plot(shown="drawdowns")


def test_figures_per_shooter_are_those_of_the_game():
    """A hand lasts 1671/196 throws on average."""
    played = simulate(HOUSE, "pass", 10_000, shooters=50, sessions=4000, seed=8)
    each = played.per_shooter
    assert each.hands == 50
    assert each.throws == pytest.approx(1671 / 196, rel=0.01)
    assert each.action == pytest.approx(1000 * each.decisions, rel=1e-9)
    assert each.cost == pytest.approx(each.action * 7 / 495, abs=4 * played.mean_error / 50)
    assert simulate(HOUSE, "pass", 100, throws=5, sessions=9, paths=False).per_shooter is None


def test_a_result_can_be_kept():
    played = simulate(HOUSE, "pass", 100, throws=20, sessions=500)
    again = pickle.loads(pickle.dumps(played))  # noqa: S301 - our own
    assert again.to_dict(distribution=True) == played.to_dict(distribution=True)
    assert again.trajectories(3).to_dict() == played.trajectories(3).to_dict()


@pytest.mark.parametrize("function", [exact.session, simulate, explain])
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("a session has one length, not both throws and shooters", {"throws": 5, "shooters": 5}),
        ("throws is a whole number, not '5'", {"throws": "5"}),
        ("throws is a whole number, not 5.5", {"throws": 5.5}),
        ("decisions is a whole number, not True", {"decisions": True}),
        ("a session lasts at least 1 throw, not 0", {"throws": 0}),
        ("there is no option 'throw' here; there are", {"throw": 5}),
        ("write limits as MIN:MAX or MIN:MAX:UNIT", {"throws": 5, "limits": "x"}),
        ("the smallest chip must be worth more than [$]0", {"throws": 5, "chip": 0}),
    ],
)
def test_options_from_python_are_checked_as_on_the_command_line(function, said, asked):
    with pytest.raises(BankcrapsError, match=said):
        function(HOUSE, "pass", 100, **asked)


def test_numbers_of_numpy_are_whole_numbers():
    asked = {"throws": np.int64(20), "sessions": np.int32(50), "seed": np.uint64(3)}
    found = simulate(HOUSE, "pass", 100, **asked)
    assert figures(found) == figures(simulate(HOUSE, "pass", 100, throws=20, sessions=50, seed=3))


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("one session at least, not 0", {"sessions": 0}),
        ("one worker at least, not 0", {"workers": 0}),
        ("sessions is a whole number, not '10'", {"sessions": "10"}),
        ("workers is a whole number, not 1.5", {"workers": 1.5}),
        ("dask is given without a name", {"dask": ""}),
        ("parquet is given without a name", {"parquet": " "}),
        ("a seed is a whole number", {"seed": -1}),
        ("a seed is a whole number", {"seed": 2**64}),
        ("no Dask scheduler answers at", {"dask": "tcp://127.0.0.1:1"}),
    ],
)
def test_questions_without_an_answer(said, asked):
    with pytest.raises(BankcrapsError, match=said):
        simulate(HOUSE, "pass", 100, throws=5, **asked)
