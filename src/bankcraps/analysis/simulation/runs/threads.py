"""Chunks played by threads of this process. Ctrl-C reaches the waiting thread."""

import threading
from collections.abc import Generator, Iterable
from queue import SimpleQueue
from typing import Generic, TypeVar

from bankcraps.analysis.simulation.runs.chunks import Chunk, Summable, Work

__all__ = ["results_of_threads"]

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
