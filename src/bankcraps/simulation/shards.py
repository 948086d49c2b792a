"""Many sessions in chunks, by one worker or several: the chunks do not depend on who plays them.

A chunk's totals are a function of the seed, the terms and the chunk, and totals are added up in whole
numbers. So the result is a function of the chunks that are finished, whatever the workers, their order, and
their luck.
"""

import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from bankcraps.errors import BankcrapsError
from bankcraps.simulation import kernel
from bankcraps.simulation.records import Chain
from bankcraps.simulation.terms import Terms
from bankcraps.simulation.totals import Counts, Totals

__all__ = ["ByKernel", "Chunk", "Run", "Summed", "Work", "chunks", "play_chunks"]

_THROWS_A_CHUNK: Final = 2**25
"""About a thirtieth of a second's work for the fast kernel: enough to forget what it costs to hand it out."""

_LEAST_SESSIONS, _MOST_SESSIONS = 2**10, 2**16

_CHUNKS: Final = 2**18
"""So many chunks, but for one, are a list that nobody waits for."""

_THROWS_EACH: Final = {"throws": 1, "decisions": 4, "shooters": 9}
"""About how many throws each thing takes that a session's limit may count."""


class Chunk(NamedTuple):
    """Sessions `first` to `first + sessions`, not included."""

    first: int
    sessions: int


class Summed(Protocol):
    """What some sessions came to, to be added up."""

    @property
    def sessions(self) -> int:
        """How many sessions."""
        ...

    @property
    def throws(self) -> int:
        """Throws in them before leaving."""
        ...

    def __add__(self, other: Self, /) -> Self:
        """Both together, whichever comes first."""
        ...


S = TypeVar("S", bound=Summed)
S_co = TypeVar("S_co", bound=Summed, covariant=True)


class Work(Protocol[S_co]):
    """What can be played in chunks, here, in another process or on another machine."""

    def __call__(self, chunk: Chunk) -> S_co:
        """What a chunk comes to; an empty one, to zeros."""
        ...


@dataclass(frozen=True, eq=False)
class ByKernel:
    """A chain played on given terms under a seed, by the fast kernel or, with `paths`, by the full one."""

    chain: Chain
    terms: Terms
    seed: int
    paths: bool = False

    def __call__(self, chunk: Chunk) -> Totals:
        """The totals of a chunk."""
        if self.paths or self.terms.per != "throws":
            figures, visits, left = kernel.play_paths(self.chain, self.terms, self.seed, *chunk)
            return Totals.of(figures, Counts(visits, left))
        return Totals.of(kernel.play(self.chain, self.terms, self.seed, *chunk))


@dataclass(frozen=True, eq=False)
class Run(Generic[S]):
    """What came of a run.

    Attributes:
        totals: of all chunks that were finished.
        interrupted: whether somebody pressed Ctrl-C; `totals.sessions` says how many sessions there are then.
    """

    totals: S
    interrupted: bool


def chunks(sessions: int, terms: Terms) -> list[Chunk]:
    """Cut sessions into chunks; what they come to together does not depend on their size."""
    each = _THROWS_EACH[terms.per] * max(1, terms.limit)
    size = min(_MOST_SESSIONS, max(_LEAST_SESSIONS, _THROWS_A_CHUNK // each))
    size = max(size, sessions // _CHUNKS)
    return [Chunk(first, min(size, sessions - first)) for first in range(0, sessions, size)]


def play_chunks(
    work: Work[S],
    todo: Iterable[Chunk],
    *,
    workers: int = 1,
    threads: bool = False,
    address: str | None = None,
    finished: Callable[[S], None] | None = None,
) -> Run[S]:
    """Play chunks and add them up. Ctrl-C stops, and keeps what is finished.

    Args:
        work: what to play.
        todo: the chunks.
        workers: on this machine; 1 for this process alone.
        threads: whether more workers are threads of this process. They start at once, where processes take
            seconds; the kernels do not hold the interpreter, but work in plain Python does.
        address: of a Dask scheduler whose workers play instead.
        finished: told the totals of every chunk as it is finished, in no order.

    Raises:
        BankcrapsError: nobody answers at the address.
    """
    totals, interrupted = work(Chunk(0, 0)), False
    crew = {"n_jobs": workers, "prefer": "threads" if threads else "processes"}
    results = _results(work, todo, crew, address)
    try:
        for result in results:
            with _whole():
                totals += result
                if finished is not None:
                    finished(result)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        with warnings.catch_warnings(action="ignore", category=UserWarning):
            results.close()  # joblib regrets the chunks that nobody will ask for
    return Run(totals, interrupted)


@contextmanager
def _whole() -> Generator[None]:
    """Ctrl-C waits until a chunk is added up and told of, so that no two of them disagree."""
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


def _results(
    work: Work[S], todo: Iterable[Chunk], crew: Mapping[str, object], address: str | None
) -> Generator[S]:
    """The totals of the chunks, as they are finished."""
    if address is not None:
        from bankcraps.simulation import cluster  # noqa: PLC0415 - few have one

        yield from cluster.results(work, todo, address)
    elif crew["n_jobs"] == 1:
        yield from map(work, todo)
    else:
        import joblib  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]

        untyped: Any = joblib
        parallel = untyped.Parallel(return_as="generator_unordered", batch_size=1, **crew)
        try:
            yield from parallel(untyped.delayed(_in_process)(work, chunk) for chunk in todo)
        except BrokenExecutor:
            raise BankcrapsError(
                "a worker died before all was played: it was killed, or there was too little memory; fewer "
                "workers may do"
            ) from None


def _in_process(work: Work[S], chunk: Chunk) -> S:
    """A chunk in a process of its own, which leaves Ctrl-C to the one that everybody works for."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return work(chunk)
