"""The same chunks on the workers of a Dask scheduler, wherever they are.

Dask gives the chunks of a worker that died to the others; played twice, a chunk comes to the same totals.
"""

# ruff: noqa: ANN401 - Dask has no types

import asyncio
import itertools
import uuid
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bankcraps.errors import BankcrapsError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from bankcraps.simulation.shards import Chunk, Summed, Work

__all__ = ["results"]

S = TypeVar("S", bound="Summed")

_PATIENCE: Final = 5
"""Seconds to wait for the scheduler."""

_AHEAD: Final = 4
"""Chunks handed out for each thread of the cluster: nobody waits, and nothing piles up at the scheduler."""


def results(work: "Work[S]", todo: "Iterable[Chunk]", address: str) -> "Generator[S]":
    """What the chunks come to, as they are finished.

    Raises:
        BankcrapsError: Dask is not installed, nobody answers, nobody works there, or nobody is able to.
    """
    try:
        import distributed  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        raise BankcrapsError(
            "a cluster needs Dask, which is not installed here: pip install 'bankcraps[cluster]'"
        ) from None
    workers = _knock(distributed, address)
    if not workers:
        raise BankcrapsError(f"the Dask scheduler at {address} has no workers")
    client: Any = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    try:
        yield from _handed_out(distributed, client, work, todo, address)
    finally:
        client.close(timeout=_PATIENCE)


def _knock(distributed: Any, address: str) -> int:
    """How many workers the scheduler at an address has.

    Asked before there is a client: one that found nobody complains for a while when it is thrown away.
    """

    async def ask() -> int:
        async with distributed.rpc(address) as scheduler:
            return len((await asyncio.wait_for(scheduler.identity(), _PATIENCE))["workers"])

    try:
        with ThreadPoolExecutor(1) as beside:  # a notebook has a loop of its own running in this thread
            return beside.submit(asyncio.run, ask()).result()
    except Exception:  # noqa: BLE001 - whatever answers there, if anything does, may not even be Dask
        raise BankcrapsError(f"no Dask scheduler answers at {address}") from None


def _handed_out(
    distributed: Any, client: Any, work: "Work[S]", todo: "Iterable[Chunk]", address: str
) -> "Generator[S]":
    """Hand out the chunks, a few ahead of the workers."""
    todo = iter(todo)
    run = f"bankcraps-{uuid.uuid4().hex}"
    # The work is the result of a task, not scattered data: where a dead worker held it, Dask makes it again.
    kept = client.submit(_keep, work, key=run)

    def submit(chunk: "Chunk") -> Any:
        return client.submit(_play, kept, tuple(chunk), key=f"{run}-{chunk.first}")

    ahead = _AHEAD * max(1, sum(client.nthreads().values()))
    waiting = distributed.as_completed(
        [submit(chunk) for chunk in itertools.islice(todo, ahead)], loop=client.loop
    )
    for future in waiting:
        try:
            result = future.result()
        except ModuleNotFoundError as missing:
            raise BankcrapsError(f"the Dask workers at {address} lack the module {missing.name}") from None
        except distributed.KilledWorker:
            raise BankcrapsError(f"the Dask workers at {address} die, one after another") from None
        except (CancelledError, OSError, TimeoutError):
            raise BankcrapsError(f"the Dask scheduler at {address} went away before all was played") from None
        for chunk in itertools.islice(todo, 1):
            waiting.add(submit(chunk))
        yield result


def _keep(work: "Work[S]") -> "Work[S]":
    """The work, kept by the workers."""
    return work


def _play(work: "Work[S]", chunk: tuple[int, int]) -> S:
    """A chunk, on a worker."""
    from bankcraps.simulation.shards import Chunk  # noqa: PLC0415 - it brings the kernels along

    return work(Chunk(*chunk))
