"""Every session with its metrics: a row each, in order, in memory or in a Parquet file."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.results.session import asked
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.simulators import KernelWork, Simulator, StepwiseWork
from bankcraps.analysis.simulation.totals import Chunk, Totals
from bankcraps.errors import BankcrapsError
from bankcraps.support.new_files import UnwritableError, new_file, unwritten
from bankcraps.support.tabular import ArrowTable, arrow_schema, arrow_table


def _column(name: str) -> str:
    """The column of a metric: sums of money end in `_cents`."""
    return f"{name}_cents" if name in metric.MONEY else name


class SessionRows(NamedTuple):
    """Sessions one by one.

    Attributes:
        first: the number of the first.
        metrics: (metrics, sessions), money in units.
    """

    first: int
    metrics: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SessionRowsWork:
    """Sessions of a seed, kept one by one."""

    work: KernelWork | StepwiseWork

    def __call__(self, chunk: Chunk) -> Totals:
        """The totals of a chunk, with its rows."""
        metrics, totals = self.work.metrics(chunk)
        return replace(totals, rows=SessionRows(chunk.first, metrics))


@contextmanager
def parquet_writer(
    place: str | Path | BytesIO, simulator: Simulator, seed: int
) -> Generator[Callable[[SessionRows], None]]:
    """A function that takes chunks in any order and writes them into a new file, or anew into memory.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    if isinstance(place, BytesIO):
        place.truncate(place.seek(0))
        with _row_writer(place, simulator, seed) as take:
            yield take
        return
    try:
        # Arrow would take a name such as a:b for an address.
        with new_file(place, replace=True) as file, _row_writer(file, simulator, seed) as take:
            yield take
    except UnwritableError as error:
        raise BankcrapsError(unwritten(place, error)) from None


@contextmanager
def _row_writer(file: BinaryIO, simulator: Simulator, seed: int) -> Generator[Callable[[SessionRows], None]]:
    """A function that takes chunks in any order and writes them in order into an open file."""
    waiting: dict[int, SessionRows] = {}
    coming = 0

    def take(kept: SessionRows) -> None:
        nonlocal coming
        waiting[kept.first] = kept
        while coming in waiting:
            now = waiting.pop(coming)
            writer.write_table(_table(simulator, seed, now))
            coming += now.metrics.shape[1]

    parquet = import_module("pyarrow.parquet")
    schema = arrow_schema(_columns(simulator, seed, SessionRows(0, _NOTHING)))
    with parquet.ParquetWriter(file, schema) as writer:
        yield take
        for first in sorted(waiting):  # interrupted before the chunks between them were finished
            writer.write_table(_table(simulator, seed, waiting[first]))


def session_table(simulator: Simulator, seed: int, sessions: int) -> ArrowTable:
    """Sessions 0 and on of a seed, played again, as a table."""
    work = simulator.work(seed)
    parts = [
        _table(simulator, seed, SessionRows(chunk.first, work.metrics(chunk)[0]))
        for chunk in simulator.chunks(sessions)
    ]
    return import_module("pyarrow").concat_tables(parts)


def _table(simulator: Simulator, seed: int, rows: SessionRows) -> ArrowTable:
    return arrow_table(_columns(simulator, seed, rows))


def _columns(simulator: Simulator, seed: int, rows: SessionRows) -> Mapping[str, object]:
    """The columns of sessions, from their metrics."""
    question, (first, metrics) = simulator.question, rows
    columns: dict[str, object] = {
        **asked(question.book.spec, question.system.name, question.plan, seed),
        "session": np.arange(first, first + metrics.shape[1]),
    }
    for name, line in zip(metric.NAMES, metrics.astype(np.int64), strict=True):
        if name in ("final", "lowest", "highest"):
            columns[_column(name)] = simulator.offset + simulator.unit * line
        elif name != "end":
            columns[_column(name)] = line * (simulator.unit if name == "drawdown" else 1)
    return columns | {"end": np.array(metric.END_NAMES)[metrics[metric.END]]}


_NOTHING: Final = np.zeros((len(metric.NAMES), 0), np.int64)
"""The metrics of no sessions."""
