"""The first session of a seed that takes home a sum in a range: the one behind a bar of a distribution."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from bankcraps.analysis.question import Question, explored_far_enough
from bankcraps.analysis.simulation.metrics import FINAL, THROWS
from bankcraps.analysis.simulation.runs.chunks import Chunk
from bankcraps.analysis.simulation.simulators import KernelSimulator, choose_simulator
from bankcraps.errors import BankcrapsError, quoted
from bankcraps.game.chips import Cents, dollars, printed

__all__ = ["first_ended", "sums_between"]

_MOST_THROWS: Final = 300_000_000
"""The most throws that are looked through by a kernel: about three seconds."""

_MOST_STEPWISE: Final = 500_000
"""The same where the engine plays stepwise."""

_LEAST_SESSIONS, _MOST_SESSIONS = 2**6, 2**14


def sums_between(written: str) -> tuple[Cents, Cents]:
    """Read FROM:TO in dollars, both included.

    Raises:
        BankcrapsError: if it is written otherwise, or goes down.
    """
    low, colon, high = written.partition(":")
    if not colon:
        raise BankcrapsError(f"write the sums taken home as FROM:TO, such as 480:500, not {quoted(written)}")
    found = dollars(low), dollars(high)
    if found[1] < found[0]:
        raise BankcrapsError(f"sums taken home go up from the first to the second, and {written} does not")
    return found


def first_ended(
    question: Question, between: tuple[Cents, Cents], seed: int, first: int = 0, most_throws: int = 0
) -> int:
    """The first session of a seed that takes home a sum in a range.

    Args:
        question: the house, the system and the plan.
        between: the least and the most that it takes home, both included.
        seed: from 0 to 2**64 - 1.
        first: the session to begin with.
        most_throws: the number of throws that are looked through; 0 for as many as take some seconds.

    Raises:
        BankcrapsError: if no session among so many throws does.
    """
    return explored_far_enough([question], lambda asked: _first(asked[0], between, seed, first, most_throws))


def _first(question: Question, between: tuple[Cents, Cents], seed: int, first: int, most_throws: int) -> int:
    simulator = choose_simulator(question)
    most = most_throws or (_MOST_THROWS if isinstance(simulator, KernelSimulator) else _MOST_STEPWISE)
    low, high = between
    looked = throws = 0
    for chunk in _growing(first):
        metrics, _ = simulator.metrics(seed, chunk)
        final = simulator.offset + simulator.unit * metrics[FINAL].astype(np.int64)
        fits = np.flatnonzero((final >= low) & (final <= high))
        if fits.size:
            return chunk.first + int(fits[0])
        looked += chunk.sessions
        throws += int(metrics[THROWS].sum())
        if throws >= most:
            break
    raise BankcrapsError(
        f"none of the {looked:,} sessions from session {first:,} of seed {seed} takes home "
        f"{printed(low)}{'' if low == high else f' to {printed(high)}'}: it is too rare to be shown"
    )


def _growing(first: int) -> Iterator[Chunk]:
    """Sessions from `first` on, a few first: most sums are soon found."""
    size = _LEAST_SESSIONS
    while True:
        yield Chunk(first, size)
        first += size
        size = min(2 * size, _MOST_SESSIONS)
