"""The number of workers, their order and Ctrl-C do not change finished results."""

import pytest
from tests.analysis.simulation.chains import pass_with_odds

from bankcraps.analysis.chain.arrays import NO_LIMIT, UnitPlan
from bankcraps.analysis.simulation.kernels.packing import pack
from bankcraps.analysis.simulation.simulators import KernelWork, chunks_of
from bankcraps.analysis.simulation.totals import Chunk, Totals
from bankcraps.analysis.simulation.workers import Workers, play_chunks

PLAN = UnitPlan(60, 120)
TODO = [Chunk(first, 250) for first in range(0, 5000, 250)]


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


@pytest.mark.parametrize("paths", [False, True])
def test_the_cut_changes_nothing(paths):
    whole = game(paths=paths)(Chunk(0, 5000))
    assert play_chunks(game(paths=paths), TODO).totals.same(whole)
    assert play_chunks(game(paths=paths), reversed(TODO)).totals.same(whole)


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize("threads", [False, True])
def test_two_workers_come_to_the_same_bits_as_one(paths, threads):
    alone = play_chunks(game(paths=paths), TODO)
    both = play_chunks(game(paths=paths), TODO, Workers(2, threads))
    assert both.totals.same(alone.totals)
    assert not both.interrupted


def test_progress_is_told_chunk_by_chunk():
    told = []
    run = play_chunks(game(), TODO, Workers(2, threads=True), finished=told.append)
    assert [totals.sessions for totals in told] == [250] * 20
    assert sum(totals.throws for totals in told) == run.totals.throws


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_finished(workers):
    told = []

    def finished(totals):
        told.append(totals)
        if len(told) == 3:
            raise KeyboardInterrupt

    run = play_chunks(game(), TODO, Workers(workers, threads=True), finished=finished)
    assert run.interrupted
    assert run.totals.sessions == 750
    assert run.totals.same(told[0] + told[1] + told[2])


def test_ctrl_c_at_once_leaves_nothing():
    def interrupt(chunk):
        if chunk.sessions:
            raise KeyboardInterrupt
        return game()(chunk)

    run = play_chunks(interrupt, TODO)
    assert run.interrupted
    assert run.totals.sessions == 0
    assert isinstance(run.totals, Totals)


def test_sessions_limited_by_decisions_go_to_the_full_kernel():
    plan = UnitPlan(60, 20, "decisions")
    totals = KernelWork(pack(pass_with_odds(), plan), seed=8)(Chunk(0, 100))
    assert totals.histograms["decisions"].values.tolist()[-1] == 20
    assert totals.counts is not None
