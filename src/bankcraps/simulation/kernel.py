"""The one way to the compiled kernels: sessions of a seed in, figures out.

A faster kernel can stand beside these two: it has to give the same figures, bit for bit.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.leaving import LIMIT
from bankcraps.errors import BankcrapsError
from bankcraps.simulation import figures as fig
from bankcraps.simulation.records import Chain
from bankcraps.simulation.tables import SIDES
from bankcraps.simulation.terms import BEYOND, CUT, MOST, Terms

__all__ = ["Paths", "play", "play_paths", "trajectories"]


class Paths(NamedTuple):
    """What the full kernel gives.

    Attributes:
        figures: (11, sessions) int64, rows by `figures`.
        visits: (rows, 36) int64, how often each throw was made from each row, settling included.
        left: (states,) int64, how many players left in each state.
    """

    figures: NDArray[np.int64]
    visits: NDArray[np.int64]
    left: NDArray[np.int64]


def play(chain: Chain, terms: Terms, seed: int, first: int, sessions: int) -> NDArray[np.int32]:
    """The first five figures of sessions `first` and on, by the fast kernel.

    Args:
        chain: the chain, laid out for these terms (`records.lay_out`).
        terms: limited by throws.
        seed: from 0 to 2**64 - 1.
        first: the first session.
        sessions: how many.

    Returns:
        (5, sessions) int32, rows by `figures`: final, lowest, highest, throws, end.
    """
    from bankcraps.simulation import lean  # noqa: PLC0415 - it loads the compiler
    from bankcraps.simulation.dealing import dice  # noqa: PLC0415

    if terms.per != "throws":
        raise ValueError(f"the fast kernel counts throws, not {terms.per}")
    out = np.empty((fig.LEAN, sessions), np.int32)
    room = lean.Room(
        dice(seed, lean.LANES),
        np.zeros(lean.LINES * lean.LANES, np.int32),
        np.zeros(lean.LANES, chain.record.dtype),
        out,
    )
    stakes = terms.stakes()
    lean.lean(_read_only(chain), stakes._replace(limit=min(stakes.limit, stakes.cap)), first, room)
    if stakes.cap < stakes.limit:
        out[fig.END][out[fig.END] == LIMIT] = CUT
    if (out[fig.END] == BEYOND).any():
        raise _beyond()
    return out


def _beyond() -> BankcrapsError:
    return BankcrapsError(f"a player came to own {MOST:,} units of money, more than the kernels hold")


def play_paths(chain: Chain, terms: Terms, seed: int, first: int, sessions: int) -> Paths:
    """All figures of sessions `first` and on, and the steps of the chain counted, by the full kernel."""
    out, visits, left, _ = _paths(chain, terms, seed, first, sessions, 0)
    return Paths(out, visits, left)


def trajectories(chain: Chain, terms: Terms, seed: int, first: int, sessions: int) -> list[NDArray[np.int64]]:
    """Of sessions `first` and on what is owned at the start and after each throw before leaving."""
    throws = _paths(chain, terms, seed, first, sessions, 0)[0][fig.THROWS]
    owned = _paths(chain, terms, seed, first, sessions, int(throws.max(initial=0)) + 1)[3]
    return [path[: length + 1] for path, length in zip(owned, throws.tolist(), strict=True)]


def _paths(
    chain: Chain, terms: Terms, seed: int, first: int, sessions: int, room: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Run the full kernel, with room for trajectories of so many amounts, or without them: 0."""
    from bankcraps.simulation import paths  # noqa: PLC0415 - it loads the compiler
    from bankcraps.simulation.dealing import dice  # noqa: PLC0415

    out = np.zeros((len(fig.NAMES), sessions), np.int64)
    visits, left = np.zeros(chain.moves.shape[0], np.int64), np.zeros(chain.exits.shape[0], np.int64)
    owned = np.zeros((sessions if room else 0, room), np.int64)
    lanes = np.zeros(paths.LINES * paths.LANES, np.int64)
    counts = paths.Counts(visits, left, owned)
    paths.paths(
        _read_only(chain), terms.stakes(), first, paths.Room(dice(seed, paths.LANES), lanes, out, counts)
    )
    # So much is `NEVER`: whoever owns it would play on where the system stops.
    if (out[fig.HIGHEST] >= MOST).any():
        raise _beyond()
    return out, visits.reshape(-1, SIDES)[:-1], left, owned


def _read_only(chain: Chain) -> Chain:
    """The chain with arrays that cannot be written to, as they are where processes share them.

    The kernels are compiled for these alone: for others they would have to be compiled a second time.
    """
    return Chain(*map(_closed, chain[:-1]), marks=chain.marks)


def _closed(array: NDArray[Any]) -> Any:  # noqa: ANN401 - one kind goes in, and the same comes out
    view = array.view()
    view.flags.writeable = False
    return view
