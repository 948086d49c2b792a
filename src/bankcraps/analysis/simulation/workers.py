"""Chunks played by this process, by several, by threads or by a cluster, and added up.

The result of a chunk is a function of the seed, the plan and the chunk, and results are added up in whole
numbers. So the total is a function of the finished chunks alone: workers, order and luck change nothing.
"""

import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from queue import SimpleQueue
from typing import Generic, TypeVar

from bankcraps.analysis.simulation.totals import Chunk, Summable, Work
from bankcraps.errors import BankcrapsError
from bankcraps.support.extras import missing

S = TypeVar("S", bound=Summable)


def results_of_threads(work: Work[S], todo: Iterable[Chunk], threads: int) -> Generator[S]:
    """Yield the results of the chunks, as they are finished.

    Ctrl-C lets each thread finish its chunk. The results of these chunks come before the interrupt goes on.
    """
    players = _Players(work, todo, threads)
    try:
        players.start()
        yield from players.results()
    except KeyboardInterrupt:
        players.stop()
        yield from players.results()
        raise
    finally:
        players.stop()


class _Players(Generic[S]):
    """Threads that take chunks, one after the other, and put the results into a queue.

    The queue is made in C: an interrupt while one waits at it leaves no lock held.
    """

    def __init__(self, work: Work[S], todo: Iterable[Chunk], threads: int) -> None:
        self._work = work
        self._chunks = iter(todo)
        self._taking = threading.Lock()
        self._stopped = False
        self._done: SimpleQueue[S | BaseException | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._play, daemon=True) for _ in range(threads)]
        self._ended = 0

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let each thread end with the chunk that it plays, and wait for it."""
        self._stopped = True
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def results(self) -> Generator[S]:
        """Yield results until all threads that were started have ended."""
        while self._ended < sum(thread.ident is not None for thread in self._threads):
            result = self._done.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
                self._ended += 1
            else:
                yield result

    def _play(self) -> None:
        try:
            while not self._stopped and (chunk := self._take()) is not None:
                self._done.put(self._work(chunk))
        except BaseException as error:  # noqa: BLE001 - the thread that waits raises it
            self._done.put(error)
        self._done.put(None)

    def _take(self) -> Chunk | None:
        with self._taking:
            return next(self._chunks, None)


T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Workers:
    """The workers that play a run.

    Attributes:
        workers: the number on this machine; 1 for this process alone.
        threads: whether they are threads of this process. Threads start at once, processes take seconds. The
            kernels release the interpreter; plain Python does not.
        dask: the address of a Dask scheduler whose workers play instead.
    """

    workers: int = 1
    threads: bool = False
    dask: str | None = None


@dataclass(frozen=True, eq=False)
class Run(Generic[S]):
    """The result of a run.

    Attributes:
        totals: the sum over all finished chunks.
        interrupted: whether Ctrl-C stopped the run; `totals.sessions` says how many sessions were played.
    """

    totals: S
    interrupted: bool


def play_chunks(
    work: Work[S],
    todo: Iterable[Chunk],
    workers: Workers = Workers(),
    *,
    finished: Callable[[S, S], None] | None = None,
) -> Run[S]:
    """Play chunks and add them up. Ctrl-C stops, and keeps what is finished.

    Args:
        work: the work to play.
        todo: the chunks.
        workers: the workers that play.
        finished: called with the result of every chunk as it is finished, in no order, and with the sum.

    Raises:
        BankcrapsError: if nobody answers at the address of a cluster.
    """
    totals, interrupted = work(Chunk(0, 0)), False
    results = _results(work, todo, workers)
    try:
        for result in results:
            with _uninterrupted():
                totals += result
                if finished is not None:
                    finished(result, totals)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        with warnings.catch_warnings(action="ignore", category=UserWarning):
            results.close()  # joblib warns of chunks that are not asked for any more
    return Run(totals, interrupted)


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Delay Ctrl-C until a chunk is added up and reported, so that the two agree."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _results(work: Work[S], todo: Iterable[Chunk], workers: Workers) -> Generator[S]:
    """The results of the chunks, in the order of completion."""
    if workers.dask is not None:
        from bankcraps.analysis.simulation import cluster  # noqa: PLC0415 - few have one

        yield from cluster.results(work, todo, workers.dask)
    elif workers.workers == 1:
        yield from map(work, todo)
    elif workers.threads:
        yield from results_of_threads(work, todo, workers.workers)
    else:
        yield from results_of_processes(work, todo, workers.workers)


def results_of_processes(work: Callable[[T], R], todo: Iterable[T], count: int) -> Generator[R]:
    """Yield a function's results for some things, in the order of completion, by several processes.

    Raises:
        BankcrapsError: if one of the processes died.
    """
    if without := missing("joblib"):
        raise without
    joblib = import_module("joblib")
    parallel = joblib.Parallel(
        n_jobs=count, prefer="processes", return_as="generator_unordered", batch_size=1
    )
    try:
        # Workers inherit that while they start, and leave Ctrl-C to this process.
        with _blocked(signal.SIGINT):
            results = parallel(joblib.delayed(_in_process)(work, one) for one in todo)
        yield from results
    except BrokenExecutor:
        raise BankcrapsError(
            "a worker died before all was played: it was killed, or there was too little memory; fewer "
            "workers may do"
        ) from None


@contextmanager
def _blocked(number: signal.Signals) -> Generator[None]:
    """Let a signal wait. One that comes meanwhile is handled afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_process(work: Callable[[T], R], one: T) -> R:
    """Do a part of the work in another process, which leaves Ctrl-C to the first one."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return work(one)
