"""Chunks on the workers of a Dask scheduler.

Dask gives the chunks of a worker that died to the others. A chunk that is played twice has the same result.
The kernels check no index, so a worker plays only what the same version of Bankcraps packed.
"""

# ruff: noqa: ANN401 - Dask has no types

import asyncio
import itertools
import uuid
from concurrent.futures import CancelledError, ThreadPoolExecutor
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bankcraps.analysis.simulation.totals import Chunk, Summable, Work
from bankcraps.errors import BankcrapsError
from bankcraps.support.compiled import STAMP
from bankcraps.support.extras import missing

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

S = TypeVar("S", bound=Summable)

_TIMEOUT: Final = 5
"""Seconds to wait for the scheduler."""

_AHEAD: Final = 4
"""Chunks in progress for each thread of the cluster, so that none waits."""


def results(work: Work[S], todo: "Iterable[Chunk]", address: str) -> "Generator[S]":
    """The results of the chunks, as they are finished.

    Raises:
        BankcrapsError: if Dask is not installed, nobody answers, or there are no workers that can play.
    """
    if without := missing("distributed"):
        raise without
    distributed = import_module("distributed")
    workers = _worker_count(distributed, address)
    if not workers:
        raise BankcrapsError(f"the Dask scheduler at {address} has no workers")
    client = distributed.Client(address, timeout=_TIMEOUT, set_as_default=False)
    try:
        _require_same_version(client, address)
        yield from _handed_out(distributed, client, work, todo, address)
    finally:
        client.close(timeout=_TIMEOUT)


def _worker_count(distributed: ModuleType, address: str) -> int:
    """The number of workers that the scheduler at an address has.

    Asked before there is a client, because a client that finds nobody logs complaints for a while.
    """

    async def ask() -> int:
        async with distributed.rpc(address) as scheduler:
            return len((await asyncio.wait_for(scheduler.identity(), _TIMEOUT))["workers"])

    try:
        with ThreadPoolExecutor(1) as beside:  # a notebook already runs a loop in this thread
            return beside.submit(asyncio.run, ask()).result()
    except Exception:  # noqa: BLE001 - whatever answers there, if anything does, may not even be Dask
        raise BankcrapsError(f"no Dask scheduler answers at {address}") from None


def _require_same_version(client: Any, address: str) -> None:
    try:
        stamps = set(client.run(_stamp).values())
    except (AttributeError, ImportError, TypeError):  # a version without this function
        stamps = {""}
    if stamps - {STAMP}:
        raise _another_version(address)


def _another_version(address: str) -> BankcrapsError:
    return BankcrapsError(
        f"the Dask workers at {address} run another version of Bankcraps; install the same version there"
    )


def _handed_out(
    distributed: ModuleType, client: Any, work: Work[S], todo: "Iterable[Chunk]", address: str
) -> "Generator[S]":
    """Submit the chunks, a few ahead of the workers."""
    todo = iter(todo)
    run = f"bankcraps-{uuid.uuid4().hex}"
    # The work is the result of a task, not scattered data: if its holder dies, Dask recomputes it.
    kept = client.submit(_keep, work, key=run)

    def submit(chunk: Chunk) -> object:
        return client.submit(_play, kept, tuple(chunk), STAMP, key=f"{run}-{chunk.first}")

    ahead = _AHEAD * max(1, sum(client.nthreads().values()))
    waiting = distributed.as_completed(
        [submit(chunk) for chunk in itertools.islice(todo, ahead)], loop=client.loop
    )
    for future in waiting:
        try:
            result = future.result()
        except _AnotherVersionError:
            raise _another_version(address) from None
        except ModuleNotFoundError as missing:
            raise BankcrapsError(f"the Dask workers at {address} lack the module {missing.name}") from None
        except distributed.KilledWorker:
            raise BankcrapsError(f"the Dask workers at {address} die, one after another") from None
        except (CancelledError, OSError, TimeoutError):
            raise BankcrapsError(f"the Dask scheduler at {address} went away before all was played") from None
        for chunk in itertools.islice(todo, 1):
            waiting.add(submit(chunk))
        yield result


class _AnotherVersionError(Exception):
    """A worker that joined later runs another version."""


def _stamp() -> str:
    """The version of a worker."""
    return STAMP


def _keep(work: Work[S]) -> Work[S]:
    """Return the work, so that a worker holds it as a result."""
    return work


def _play(work: Work[S], chunk: tuple[int, int], stamp: str) -> S:
    """Play a chunk on a worker."""
    if stamp != STAMP:
        raise _AnotherVersionError
    return work(Chunk(*chunk))
