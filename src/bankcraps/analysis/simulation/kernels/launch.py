"""Runs the compiled kernels: sessions of a seed in, their metrics out.

A faster kernel may stand beside these two if it gives the same metrics, bit for bit.
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import MAX_UNITS, SIDES
from bankcraps.analysis.chain.stopping import LIMIT
from bankcraps.analysis.simulation import metrics
from bankcraps.analysis.simulation.kernels.byte_tables import ByteTables
from bankcraps.analysis.simulation.kernels.packing import OVERFLOW, PackedTransitions
from bankcraps.analysis.simulation.totals import VisitCounts
from bankcraps.errors import BankcrapsError


class FullResult(NamedTuple):
    """The result of the full kernel.

    Attributes:
        metrics: (11, sessions) int64, rows by `metrics`.
        counts: the transitions of all sessions.
    """

    metrics: NDArray[np.int64]
    counts: VisitCounts


def play_fast(packed: PackedTransitions, seed: int, first: int, sessions: int) -> NDArray[np.int32]:
    """The first five metrics of sessions `first` and on, by the fast kernel.

    Args:
        packed: a chain packed for a plan that counts throws.
        seed: from 0 to 2**64 - 1.
        first: the first session.
        sessions: the number.

    Returns:
        (5, sessions) int32, rows by `metrics`: final, lowest, highest, throws, end.
    """
    from bankcraps.analysis.simulation.kernels.fast import run  # noqa: PLC0415 - it loads the compiler

    rule = packed.rule
    out = np.empty((metrics.FAST, sessions), np.int32)
    capped = rule._replace(limit=min(rule.limit, rule.cap))
    run(_read_only(packed._replace(rule=capped)), seed, first, out)
    if rule.cap < rule.limit:
        out[metrics.END][out[metrics.END] == LIMIT] = metrics.CUT
    if (out[metrics.END] == OVERFLOW).any():
        raise _overflow()
    return out


def _overflow() -> BankcrapsError:
    return BankcrapsError(f"a player came to own {MAX_UNITS:,} units of money, more than the kernels hold")


def play_full(packed: PackedTransitions, seed: int, first: int, sessions: int) -> FullResult:
    """All metrics of sessions `first` and on, and every transition counted, by the full kernel."""
    return _play_full(packed, seed, first, sessions, 0)[0]


def trajectories(packed: PackedTransitions, seed: int, first: int, sessions: int) -> list[NDArray[np.int64]]:
    """For sessions `first` and on, what is owned at the start and after each throw before leaving."""
    throws = play_full(packed, seed, first, sessions).metrics[metrics.THROWS]
    _, owned = _play_full(packed, seed, first, sessions, int(throws.max(initial=0)) + 1)
    return [path[: length + 1] for path, length in zip(owned, throws.tolist(), strict=True)]


def _play_full(
    packed: PackedTransitions, seed: int, first: int, sessions: int, length: int
) -> tuple[FullResult, NDArray[np.int64]]:
    """Run the full kernel, with room for trajectories of `length` sums; 0 for none."""
    from bankcraps.analysis.simulation.kernels.full import PathCounts, run  # noqa: PLC0415 - it loads the compiler

    out = np.zeros((len(metrics.NAMES), sessions), np.int64)
    states = packed.exits.shape[0]
    visits, left, less = (np.zeros(many, np.int64) for many in (packed.moves.shape[0], states, states))
    owned = np.zeros((sessions if length else 0, length), np.int64)
    run(_read_only(packed), seed, first, out, PathCounts(visits, left, less, owned))
    # This is `NEED_STOPPED`: a player who owned it would play on where the system stops.
    if (out[metrics.HIGHEST] >= MAX_UNITS).any():
        raise _overflow()
    return FullResult(out, VisitCounts(visits.reshape(-1, SIDES)[:-1], left, less)), owned


def _read_only(packed: PackedTransitions) -> PackedTransitions:
    """Read-only views of the arrays, as where processes share them.

    The kernels are compiled for read-only arrays alone; others would need a second compilation.
    """
    arrays = {
        name: ByteTables._make(map(_closed, each)) if isinstance(each, ByteTables) else _closed(each)
        for name, each in packed._asdict().items()
        if name not in {"packing", "rule"}
    }
    return packed._replace(**arrays)


Number = TypeVar("Number", bound=np.generic)


def _closed(array: NDArray[Number]) -> NDArray[Number]:
    view = array.view()
    view.flags.writeable = False
    return view
