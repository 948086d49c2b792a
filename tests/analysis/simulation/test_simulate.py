"""Simulations asked for by name: the same bits whoever plays, exact within their errors, and kept on disk."""

import logging
import os
import pickle
import signal
import socket
import sys
from collections import Counter
from fractions import Fraction
from functools import reduce

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analysis.simulation.chains import pass_with_odds
from tests.kit.profiles import examples
from tests.kit.systems import Counting

from bankcraps import BankcrapsError, exact, explain, simulate
from bankcraps.analysis.chain.arrays import NO_LIMIT, UnitPlan
from bankcraps.analysis.chain.stopping import FLOOR, RUIN
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation import cluster
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.kernels.packing import pack
from bankcraps.analysis.simulation.simulate import RunPlan, play
from bankcraps.analysis.simulation.simulators import (
    KernelSimulator,
    KernelWork,
    StepwiseSimulator,
    choose_simulator,
    chunks_of,
)
from bankcraps.analysis.simulation.totals import RUIN_THROWS, Chunk, Histogram, Totals, VisitCounts
from bankcraps.analysis.simulation.workers import Workers, play_chunks
from bankcraps.support.results import same

HOUSE = "three_four_five"


@pytest.fixture
def soon_too_many(monkeypatch):
    """Lower the limit on memories, so that it is reached soon."""
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 5)


def figures(found):
    """All figures of a result, without the notes on how it was found."""
    told = found.to_dict(distribution=True)
    return {key: value for key, value in told.items() if key not in ("note", "system")}


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


@pytest.mark.usefixtures("soon_too_many")
@pytest.mark.parametrize("name", ["pass_odds_max", Counting()])
@pytest.mark.parametrize("workers", [1, 2])
def test_parquet_has_a_row_for_every_session_in_order(tmp_path, name, workers):
    file = tmp_path / "sessions.parquet"
    asked = {"throws": 50, "sessions": 60, "workers": workers, "threads": True}
    found = simulate(HOUSE, name, 300, parquet=file, **asked)
    kept = pq.read_table(file).to_pydict()
    assert kept["session"] == list(range(60))
    assert sum(kept["final_cents"]) / 60 == pytest.approx(found.final.mean)
    assert max(kept["highest_cents"]) == found.highest.values.max()
    assert kept["end"].count("ruin") / 60 == found.ends["ruin"]


def test_a_parquet_file_may_have_a_colon_in_its_name(tmp_path, monkeypatch):
    """Arrow would take it for an address."""
    monkeypatch.chdir(tmp_path)
    simulate(HOUSE, "pass", 100, throws=5, sessions=10, parquet="a:b")
    with (tmp_path / "a:b").open("rb") as file:
        assert pq.ParquetFile(file).metadata.num_rows == 10


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


def test_notebooks():
    played = simulate(HOUSE, "pass", 100, throws=20, sessions=500)
    assert "<table>" in played._repr_html_()
    assert "taken home" in played._repr_html_()
    solved = exact.session(HOUSE, "when come_out: pass 10", 100, throws=20)
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
        ("sessions is a whole number, not '10'", {"sessions": "10"}),
        ("workers is a whole number, not 1.5", {"workers": 1.5}),
        ("dask is given without a name", {"dask": ""}),
        ("parquet is given without a name", {"parquet": " "}),
    ],
)
def test_questions_without_an_answer(said, asked):
    with pytest.raises(BankcrapsError, match=said):
        simulate(HOUSE, "pass", 100, throws=5, **asked)


PLAN = UnitPlan(60, 120)
SMALL_CHUNKS = [Chunk(first, 250) for first in range(0, 5000, 250)]


def game(*, paths=False):
    return KernelWork(pack(pass_with_odds(), PLAN), seed=8, paths=paths)


def test_chunks_are_all_sessions_once():
    for sessions in (0, 1, 1000, 65_536, 200_001):
        cut = chunks_of(sessions, UnitPlan(100, 500))
        assert [session for chunk in cut for session in range(chunk.first, sum(chunk))] == list(
            range(sessions)
        )
    assert len(chunks_of(10**10, UnitPlan(100, NO_LIMIT))) < 300_000


@pytest.mark.parametrize(
    "plan", [UnitPlan(1, 1), UnitPlan(1, 500), UnitPlan(1, 500, "shooters"), UnitPlan(1, NO_LIMIT)]
)
def test_chunks_are_neither_tiny_nor_endless(plan):
    assert 1000 < chunks_of(10**6, plan)[0].sessions < 10**5


def test_neither_the_cut_nor_the_workers_change_a_bit():
    """One test of both kernels: the processes that play, which take seconds to start, are used again."""
    for paths in (False, True):
        whole = game(paths=paths)(Chunk(0, 5000))
        for workers in (Workers(), Workers(2, threads=False), Workers(2, threads=True)):
            run = play_chunks(game(paths=paths), reversed(SMALL_CHUNKS), workers)
            assert run.totals == whole
            assert not run.interrupted


def test_progress_is_told_chunk_by_chunk():
    told = []
    run = play_chunks(
        game(), SMALL_CHUNKS, Workers(2, threads=True), finished=lambda chunk, _: told.append(chunk)
    )
    assert [totals.sessions for totals in told] == [250] * 20
    assert sum(totals.throws for totals in told) == run.totals.throws


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_chunks_that_are_finished(workers):
    told = []

    def finished(totals, _):
        told.append(totals)
        if len(told) == 3:
            raise KeyboardInterrupt

    run = play_chunks(game(), SMALL_CHUNKS, Workers(workers, threads=True), finished=finished)
    assert run.interrupted
    assert run.totals.sessions == 750
    assert run.totals == told[0] + told[1] + told[2]


def test_ctrl_c_at_once_leaves_nothing():
    def interrupt(chunk):
        if chunk.sessions:
            raise KeyboardInterrupt
        return game()(chunk)

    run = play_chunks(interrupt, SMALL_CHUNKS)
    assert run.interrupted
    assert run.totals.sessions == 0
    assert isinstance(run.totals, Totals)


def test_sessions_limited_by_decisions_go_to_the_full_kernel():
    plan = UnitPlan(60, 20, "decisions")
    totals = KernelWork(pack(pass_with_odds(), plan), seed=8)(Chunk(0, 100))
    assert totals.histograms["decisions"].values.tolist()[-1] == 20
    assert totals.counts is not None


values = st.lists(st.integers(-(2**40), 2**40) | st.integers(-3, 3), min_size=1, max_size=40)


def histogram(numbers):
    return Histogram.of(np.array(numbers, np.int64))


@examples(100)
@given(values)
def test_a_histogram_is_exact(numbers):
    found = histogram(numbers)
    assert dict(zip(found.values.tolist(), found.counts.tolist(), strict=True)) == Counter(numbers)
    assert found.values.tolist() == sorted(set(numbers))
    assert [found.power_sum(k) for k in range(4)] == [sum(n**k for n in numbers) for k in range(4)]
    mean = Fraction(sum(numbers), len(numbers))
    assert found.mean() == mean
    spread = sum((n - mean) ** 2 for n in numbers)
    assert found.variance() == spread / max(1, len(numbers) - 1)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_dense_and_sparse_values_count_alike(dtype):
    sparse = np.array([5, 10**8, 5, -7], dtype)
    assert same(Histogram.of(sparse), histogram([-7, 5, 5, 10**8]))
    assert Histogram.of(np.zeros(0, dtype)).size == 0


def some(seed, sessions):
    dice = np.random.default_rng(seed)
    metrics = dice.integers(-5, 400, (len(metric.NAMES), sessions))
    metrics[metric.END] = dice.integers(0, 5, sessions)
    visits, left, less = (dice.integers(0, 9, size) for size in ((4, 36), 6, 6))
    return Totals.of(metrics, counts=VisitCounts(visits, left, less))


def test_totals_add_up_in_any_order():
    parts = [some(seed, sessions) for seed, sessions in [(1, 50), (2, 1), (3, 700), (4, 0), (5, 33)]]
    forward = reduce(Totals.__add__, parts)
    assert forward == reduce(Totals.__add__, reversed(parts))
    assert forward == parts[0] + (parts[1] + (parts[2] + parts[3])) + parts[4]
    assert forward.sessions == sum(forward.ends) == 784
    assert forward.throws == sum(part.throws for part in parts)
    assert forward != reduce(Totals.__add__, parts[:-1])


def test_one_different_count_makes_totals_differ():
    mine = some(1, 50)
    visits = mine.counts.visits.copy()
    visits[3, 35] += 1
    assert mine == some(1, 50)
    for counts in (mine.counts._replace(visits=visits), None):
        assert mine != Totals(mine.sessions, mine.ends, mine.histograms, counts)


def test_totals_of_both_kernels_have_their_figures():
    metrics = np.arange(len(metric.NAMES) * 6).reshape(-1, 6)
    metrics[metric.END] = [0, RUIN, FLOOR, 2, 3, metric.CUT]
    fast, full = Totals.of(metrics[: metric.FAST].astype(np.int32)), Totals.of(metrics)
    assert set(fast.histograms) == {"final", "lowest", "highest", "throws", RUIN_THROWS}
    assert set(full.histograms) == {*metric.NAMES, RUIN_THROWS} - {"end"}
    assert fast.ends == (1, 1, 1, 1, 1, 1)
    assert fast.histograms[RUIN_THROWS].values.tolist() == [19, 20]


LONGER = UnitPlan(60, 300)
CHUNKS = [Chunk(first, 1000) for first in range(0, 60_000, 1000)]
GAME = KernelWork(pack(pass_with_odds(), LONGER), seed=8, paths=True)


def cluster_of(**how):
    """A cluster whose page is at a free port. Dask takes port 8787, where another test may have its own."""
    distributed = pytest.importorskip("distributed")  # it loads slowly
    return distributed.LocalCluster(
        dashboard_address=None, scheduler_kwargs={"dashboard_address": ":0"}, **how
    )


@pytest.fixture
def two_workers():
    with cluster_of(
        n_workers=2, threads_per_worker=1, processes=True, silence_logs=logging.CRITICAL
    ) as workers:
        yield workers


@pytest.mark.filterwarnings("ignore")  # the cluster's own, when a worker is killed
@pytest.mark.some
def test_a_worker_killed_mid_run_changes_no_bit(two_workers):
    with two_workers.get_client() as client:
        processes = client.run(os.getpid)
    finished = []

    def kill_one(totals, _):
        finished.append(totals)
        if len(finished) == 5:
            os.kill(next(iter(processes.values())), signal.SIGKILL)

    run = play_chunks(GAME, CHUNKS, Workers(dask=two_workers.scheduler_address), finished=kill_one)
    assert len(processes) == 2
    assert not run.interrupted
    assert len(finished) == len(CHUNKS)
    assert run.totals == play_chunks(GAME, CHUNKS).totals
    with two_workers.get_client() as client:
        assert set(client.run(os.getpid).values()) != set(processes.values())


def test_a_scheduler_without_workers_is_said():
    with (
        cluster_of(n_workers=0, processes=False) as nobody,
        pytest.raises(BankcrapsError, match="has no workers"),
    ):
        play_chunks(GAME, CHUNKS, Workers(dask=nobody.scheduler_address))


@pytest.mark.some
def test_workers_of_another_version_do_not_read_what_ours_packed(two_workers, monkeypatch):
    monkeypatch.setattr(cluster, "STAMP", "another")
    with pytest.raises(BankcrapsError, match="another version of Bankcraps"):
        play_chunks(GAME, CHUNKS, Workers(dask=two_workers.scheduler_address))
    monkeypatch.setattr(cluster, "_require_same_version", lambda *_: None)  # a worker that came later
    with pytest.raises(BankcrapsError, match="another version of Bankcraps"):
        play_chunks(GAME, CHUNKS, Workers(dask=two_workers.scheduler_address))


@pytest.mark.parametrize("address", ["nonsense://here", "no such place", "tcp://127.0.0.1:1"])
def test_nobody_answers(address, monkeypatch, capfd):
    monkeypatch.setattr(cluster, "_TIMEOUT", 0.5)
    with pytest.raises(BankcrapsError, match=f"no Dask scheduler answers at {address}") as error:
        play_chunks(GAME, CHUNKS, Workers(dask=address))
    assert error.value.__cause__ is None
    assert error.value.__suppress_context__
    assert capfd.readouterr() == ("", "")


def test_somebody_else_answers(monkeypatch):
    monkeypatch.setattr(cluster, "_TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(BankcrapsError, match="no Dask scheduler answers"):
            play_chunks(GAME, CHUNKS, Workers(dask=address))


def test_without_dask_the_way_to_get_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BankcrapsError, match=r"pip install 'bankcraps\[cluster\]'"):
        play_chunks(GAME, CHUNKS, Workers(dask="tcp://127.0.0.1:1"))
