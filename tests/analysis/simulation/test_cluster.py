"""A cluster gives the same bits as this machine, also when a worker dies in the middle."""

import logging
import os
import signal
import socket
import sys

import pytest
from tests.analysis.simulation.chains import pass_with_odds

from bankcraps import BankcrapsError
from bankcraps.analysis.chain.arrays import UnitPlan
from bankcraps.analysis.simulation import cluster
from bankcraps.analysis.simulation.kernels.packing import pack
from bankcraps.analysis.simulation.simulators import KernelWork
from bankcraps.analysis.simulation.totals import Chunk
from bankcraps.analysis.simulation.workers import Workers, play_chunks

distributed = pytest.importorskip("distributed")

PLAN = UnitPlan(60, 300)
TODO = [Chunk(first, 1000) for first in range(0, 60_000, 1000)]
GAME = KernelWork(pack(pass_with_odds(), PLAN), seed=8, paths=True)


def cluster_of(**how):
    """A cluster whose page is at a free port. Dask takes port 8787, where another test may have its own."""
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
    with distributed.Client(two_workers, set_as_default=False) as client:
        processes = client.run(os.getpid)
    finished = []

    def kill_one(totals):
        finished.append(totals)
        if len(finished) == 5:
            os.kill(next(iter(processes.values())), signal.SIGKILL)

    run = play_chunks(GAME, TODO, Workers(dask=two_workers.scheduler_address), finished=kill_one)
    assert len(processes) == 2
    assert not run.interrupted
    assert len(finished) == len(TODO)
    assert run.totals.same(play_chunks(GAME, TODO).totals)
    with distributed.Client(two_workers, set_as_default=False) as client:
        assert set(client.run(os.getpid).values()) != set(processes.values())


def test_a_scheduler_without_workers_is_said():
    with (
        cluster_of(n_workers=0, processes=False) as nobody,
        pytest.raises(BankcrapsError, match="has no workers"),
    ):
        play_chunks(GAME, TODO, Workers(dask=nobody.scheduler_address))


@pytest.mark.some
def test_workers_of_another_version_do_not_read_what_ours_packed(two_workers, monkeypatch):
    monkeypatch.setattr(cluster, "STAMP", "another")
    with pytest.raises(BankcrapsError, match="another version of Bankcraps"):
        play_chunks(GAME, TODO, Workers(dask=two_workers.scheduler_address))
    monkeypatch.setattr(cluster, "_require_same_version", lambda *_: None)  # a worker that came later
    with pytest.raises(BankcrapsError, match="another version of Bankcraps"):
        play_chunks(GAME, TODO, Workers(dask=two_workers.scheduler_address))


@pytest.mark.parametrize("address", ["nonsense://here", "no such place", "tcp://127.0.0.1:1"])
def test_nobody_answers(address, monkeypatch, capfd):
    monkeypatch.setattr(cluster, "_TIMEOUT", 0.5)
    with pytest.raises(BankcrapsError, match=f"no Dask scheduler answers at {address}") as error:
        play_chunks(GAME, TODO, Workers(dask=address))
    assert error.value.__cause__ is None
    assert error.value.__suppress_context__
    assert capfd.readouterr() == ("", "")


def test_somebody_else_answers(monkeypatch):
    monkeypatch.setattr(cluster, "_TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(BankcrapsError, match="no Dask scheduler answers"):
            play_chunks(GAME, TODO, Workers(dask=address))


def test_without_dask_the_way_to_get_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BankcrapsError, match=r"pip install 'bankcraps\[cluster\]'"):
        play_chunks(GAME, TODO, Workers(dask="tcp://127.0.0.1:1"))
