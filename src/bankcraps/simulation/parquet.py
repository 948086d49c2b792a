"""Every session with its figures, in a Parquet file: one row a session, in their order, money in cents."""

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from errno import EISDIR
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.errors import BankcrapsError
from bankcraps.simulation import figures as fig
from bankcraps.simulation.player import Player
from bankcraps.simulation.shards import Chunk
from bankcraps.simulation.terms import OUTCOMES
from bankcraps.simulation.totals import Totals

__all__ = ["Kept", "KeptWork", "written"]

# Arrow has no types.
_arrow: Any = pa
_parquet: Any = parquet

_MONEY: Final = ("final", "lowest", "highest")

_SCHEMA: Final = _arrow.schema(
    [
        ("session", _arrow.int64()),
        *((name, _arrow.int64()) for name in fig.NAMES if name != "end"),
        ("end", _arrow.string()),
    ]
)


@dataclass(frozen=True, eq=False)
class Kept:
    """What a chunk came to, with the figures of its sessions until they are written.

    Attributes:
        first: the first session of the chunk.
        totals: what the sessions came to.
        figures: (figures, sessions), rows by `figures`; None once chunks are added up.
    """

    first: int
    totals: Totals
    figures: NDArray[np.int64] | None

    @property
    def sessions(self) -> int:
        """How many sessions."""
        return self.totals.sessions

    @property
    def throws(self) -> int:
        """Throws in them before leaving."""
        return self.totals.throws

    def __add__(self, other: "Kept") -> "Kept":
        """The totals of both."""
        return Kept(self.first, self.totals + other.totals, None)


@dataclass(frozen=True, eq=False)
class KeptWork:
    """A player on the dice of a seed, whose sessions are kept one by one."""

    player: Player
    seed: int

    def __call__(self, chunk: Chunk) -> Kept:
        """A chunk."""
        figures, totals = self.player.figures(self.seed, chunk)
        return Kept(chunk.first, totals, figures)


@contextmanager
def written(path: str | Path, player: Player) -> Generator[Callable[[Kept], None]]:
    """While it lasts, a function that writes chunks, whichever comes first, in the order of the sessions.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    beside = Path(f"{path}.part")
    try:
        if Path(path).is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        writer = _parquet.ParquetWriter(beside, _SCHEMA)
    except OSError as error:
        raise _unwritten(path, error) from None
    waiting: dict[int, Kept] = {}
    coming = 0

    def take(kept: Kept) -> None:
        nonlocal coming
        waiting[kept.first] = kept
        while coming in waiting:
            now = waiting.pop(coming)
            writer.write_table(_table(player, now))
            coming += now.sessions

    try:
        with writer:
            yield take
            for first in sorted(waiting):  # stopped before the chunks between them were finished
                writer.write_table(_table(player, waiting[first]))
        beside.replace(path)  # only now, so that nothing that fails costs an older file
    except OSError as error:
        raise _unwritten(path, error) from None
    finally:
        beside.unlink(missing_ok=True)


def _unwritten(path: str | Path, error: OSError) -> BankcrapsError:
    why = os.strerror(error.errno) if error.errno else "no file can be opened there"
    return BankcrapsError(f"{path} cannot be written: {why}")


def _table(player: Player, kept: Kept) -> Any:  # noqa: ANN401 - Arrow has no types
    assert kept.figures is not None
    columns: dict[str, object] = {"session": np.arange(kept.first, kept.first + kept.sessions)}
    for name, line in zip(fig.NAMES, kept.figures, strict=True):
        if name == "end":
            columns[name] = np.array(OUTCOMES)[line]
        elif name in _MONEY:
            columns[name] = player.offset + player.unit * line.astype(np.int64)
        else:
            columns[name] = line * (player.unit if name == fig.NAMES[fig.DRAWDOWN] else 1)
    return _arrow.table(columns, schema=_SCHEMA)
