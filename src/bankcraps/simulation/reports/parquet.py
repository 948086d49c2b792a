"""Every session with its metrics in a Parquet file: a row for each session, in order, money in cents."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.errors import BankcrapsError
from bankcraps.new_files import UnwritableError, new_file, unwritten
from bankcraps.simulation import metrics as metric
from bankcraps.simulation.runs.chunks import Chunk
from bankcraps.simulation.runs.totals import Totals
from bankcraps.simulation.simulators import Simulator

__all__ = ["SessionRows", "SessionRowsWork", "parquet_writer"]

# Arrow has no types.
_arrow: Any = pa
_parquet: Any = parquet


def _column(name: str) -> str:
    """The column of a metric: sums of money end in `_cents`."""
    return f"{name}_cents" if name in metric.MONEY else name


_SCHEMA: Final = _arrow.schema(
    [
        ("session", _arrow.int64()),
        *((_column(name), _arrow.int64()) for name in metric.NAMES if name != "end"),
        ("end", _arrow.string()),
    ]
)


@dataclass(frozen=True, eq=False)
class SessionRows:
    """The totals of a chunk, with the metrics of its sessions until they are written.

    Attributes:
        first: the first session of the chunk.
        totals: the totals of its sessions.
        metrics: (metrics, sessions), money in units; None once chunks are added up.
    """

    first: int
    totals: Totals
    metrics: NDArray[np.int64] | None

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return self.totals.sessions

    @property
    def throws(self) -> int:
        """Throws in them before leaving."""
        return self.totals.throws

    def __add__(self, other: "SessionRows") -> "SessionRows":
        """The totals of both."""
        return SessionRows(self.first, self.totals + other.totals, None)


@dataclass(frozen=True, eq=False)
class SessionRowsWork:
    """Sessions of a seed, kept one by one."""

    simulator: Simulator
    seed: int

    def __call__(self, chunk: Chunk) -> SessionRows:
        """The rows of a chunk."""
        metrics, totals = self.simulator.metrics(self.seed, chunk)
        return SessionRows(chunk.first, totals, metrics)


@contextmanager
def parquet_writer(path: str | Path, simulator: Simulator) -> Generator[Callable[[SessionRows], None]]:
    """A function that takes chunks in any order and writes them in the order of the sessions.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    waiting: dict[int, SessionRows] = {}
    coming = 0

    def take(kept: SessionRows) -> None:
        nonlocal coming
        waiting[kept.first] = kept
        while coming in waiting:
            now = waiting.pop(coming)
            writer.write_table(_table(simulator, now))
            coming += now.sessions

    try:
        # Arrow would take a name such as a:b for an address.
        with new_file(path, replace=True) as file, _parquet.ParquetWriter(file, _SCHEMA) as writer:
            yield take
            for first in sorted(waiting):  # interrupted before the chunks between them were finished
                writer.write_table(_table(simulator, waiting[first]))
    except UnwritableError as error:
        raise BankcrapsError(unwritten(path, error)) from None


def _table(simulator: Simulator, kept: SessionRows) -> Any:  # noqa: ANN401 - Arrow has no types
    assert kept.metrics is not None
    columns: dict[str, object] = {"session": np.arange(kept.first, kept.first + kept.sessions)}
    for name, line in zip(metric.NAMES, kept.metrics, strict=True):
        if name == "end":
            columns[name] = np.array(metric.END_NAMES)[line]
        elif name in ("final", "lowest", "highest"):
            columns[_column(name)] = simulator.offset + simulator.unit * line.astype(np.int64)
        else:
            columns[_column(name)] = line * (simulator.unit if name == "drawdown" else 1)
    return _arrow.table(columns, schema=_SCHEMA)
