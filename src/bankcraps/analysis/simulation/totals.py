"""Chunks of sessions to hand out, and their totals in whole numbers, the same in any order of addition.

Means, deviations and quantiles are computed from exact histograms.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, sqrt
from typing import Final, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, UnitChain
from bankcraps.analysis.chain.stopping import FLOOR, RUIN
from bankcraps.analysis.results.costs import Costs
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.support.results import Equal

RUIN_THROWS: Final = "ruin_throws"
"""The histogram of the throws of sessions that ended in ruin or at the floor."""

_DENSE: Final = 16
"""Values whose span is at most this many times their number are counted in an array."""

_EXACT: Final = 2**63
"""Sums below this are exact in 64 bits."""

Integers = TypeVar("Integers", np.int32, np.int64)


class Chunk(NamedTuple):
    """Sessions `first` to `first + sessions`, not included."""

    first: int
    sessions: int


class Summable(Protocol):
    """The result of some sessions, to be added up."""

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        ...

    @property
    def throws(self) -> int:
        """Throws in them before leaving."""
        ...

    def __add__(self, other: Self, /) -> Self:
        """Both together, in either order."""
        ...


Found = TypeVar("Found")
S_co = TypeVar("S_co", bound=Summable, covariant=True)

Finished = Callable[[Summable, Callable[[], Found]], None]
"""Hears of each chunk that is finished; its function gives the result of all so far."""


class ToldOnce(Generic[Found]):
    """Reports each chunk once, although a run may begin again, because a chain is explored farther."""

    def __init__(self, finished: Finished[Found] | None) -> None:
        """Report to this function, if there is one."""
        self._finished = finished
        self._reported = self._now = 0

    def begin(self) -> Self:
        """Begin with the first chunk, perhaps again."""
        self._now = 0
        return self

    def __call__(self, chunk: Summable, so_far: Callable[[], Found]) -> None:
        """Report the next chunk, unless it was reported before."""
        self._now += 1
        if self._finished is not None and self._now > self._reported:
            self._reported = self._now
            self._finished(chunk, so_far)


class Work(Protocol[S_co]):
    """Work on sessions that can be played in chunks, here, in another process or on another machine."""

    def __call__(self, chunk: Chunk) -> S_co:
        """The result of a chunk; an empty chunk gives zeros."""
        ...


class Histogram(NamedTuple):
    """The count of each value.

    Attributes:
        values: (n,) int64, rising.
        counts: (n,) int64, above 0.
    """

    values: NDArray[np.int64]
    counts: NDArray[np.int64]

    @staticmethod
    def of(values: NDArray[Integers]) -> "Histogram":
        """The histogram of an array."""
        if values.size == 0:
            return Histogram(np.zeros(0, np.int64), np.zeros(0, np.int64))
        least, most = int(values.min()), int(values.max())
        if most - least > _DENSE * values.size:
            found, counts = np.unique(values, return_counts=True)
            return Histogram(found.astype(np.int64), counts.astype(np.int64))
        counts = np.bincount(values - least)
        found = np.flatnonzero(counts)
        return Histogram(found + least, counts[found])

    def __add__(self, other: "Histogram") -> "Histogram":  # pyright: ignore[reportIncompatibleMethodOverride]
        """The histogram of both together."""
        values = np.union1d(self.values, other.values)
        counts = np.zeros(values.size, np.int64)
        for part in (self, other):
            counts[np.searchsorted(values, part.values)] += part.counts
        return Histogram(values, counts)

    @property
    def size(self) -> int:
        """The number of values."""
        return int(self.counts.sum())

    def power_sum(self, power: int) -> int:
        """The sum of all values raised to a power, exactly."""
        pairs = zip(self.values.tolist(), self.counts.tolist(), strict=True)
        return sum(value**power * count for value, count in pairs)

    def mean(self) -> Fraction:
        """The mean of the values, exactly."""
        return Fraction(self.power_sum(1), self.size)

    def variance(self) -> Fraction:
        """The unbiased estimate of the variance; 0 for a single value."""
        size, total = self.size, self.power_sum(1)
        return Fraction(size * self.power_sum(2) - total * total, size * max(1, size - 1))


class VisitCounts(NamedTuple):
    """Transitions counted over all sessions.

    Attributes:
        visits: (posts, 36) int64, how often each throw was made from each post-decision state, those after
            leaving included.
        left: (states,) int64, how many players left in each state.
        less: (states,) int64, how many players came down to each state of a row, because they own less than
            the decisions above it take.
    """

    visits: NDArray[np.int64]
    left: NDArray[np.int64]
    less: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Totals(Equal):
    """The totals of some sessions.

    Attributes:
        sessions: the number.
        ends: the number that ended in each way, in the order of `END_NAMES`.
        histograms: by the name of a metric (`metrics.NAMES`), and `RUIN_THROWS`.
        counts: the transitions, if the full kernel played.
        product: the sum over the sessions of what was taken home times the action; 0 without paths.
        rows: the sessions of a chunk one by one, if they are to be written: the number of the first, and
            (metrics, sessions).
    """

    sessions: int
    ends: tuple[int, ...]
    histograms: Mapping[str, Histogram]
    counts: VisitCounts | None = None
    product: int = 0
    rows: tuple[int, NDArray[np.int64]] | None = field(default=None, compare=False)

    @staticmethod
    def of(metrics: NDArray[Integers], counts: VisitCounts | None = None) -> "Totals":
        """The totals of some sessions from their metrics, (metrics, sessions)."""
        ends, throws = metrics[metric.END], metrics[metric.THROWS]
        histograms = {name: Histogram.of(line) for name, line in zip(metric.NAMES, metrics, strict=False)}
        del histograms["end"]
        histograms[RUIN_THROWS] = Histogram.of(throws[(ends == RUIN) | (ends == FLOOR)])
        by_end = np.bincount(ends, minlength=len(metric.END_NAMES)).tolist()
        product = _product(metrics[metric.FINAL], metrics[metric.ACTION]) if "action" in histograms else 0
        return Totals(metrics.shape[1], tuple(by_end), histograms, counts, product)

    def __add__(self, other: "Totals") -> Self:
        """The totals of both, in either order."""
        counts = None
        if self.counts and other.counts:
            counts = VisitCounts(*map(operator.add, self.counts, other.counts))
        return replace(
            self,
            sessions=self.sessions + other.sessions,
            ends=tuple(map(operator.add, self.ends, other.ends)),
            histograms={name: one + other.histograms[name] for name, one in self.histograms.items()},
            counts=counts,
            product=self.product + other.product,
            rows=None,
        )

    def residual_variance(self, factor: Fraction) -> Fraction:
        """The variance of what a session takes home plus its action times a factor."""
        final, action = self.histograms["final"], self.histograms["action"]
        apart = self.sessions * self.product - final.power_sum(1) * action.power_sum(1)
        covariance = Fraction(apart, self.sessions * max(1, self.sessions - 1))
        return final.variance() + 2 * factor * covariance + factor**2 * action.variance()

    @property
    def throws(self) -> int:
        """Throws in all sessions before leaving."""
        return self.histograms["throws"].power_sum(1)


def ranks_around(q: float, many: int) -> tuple[int, int]:
    """The ranks of two of so many sums that hold a quantile between them, each with a chance of 97.5 %.

    The first is 0 if even the least sum is not sure enough, and the second one too many likewise. The number
    of sums below a quantile is binomial.
    """
    q = min(max(q, 2.0**-53), 1 - 2.0**-53)
    apart = ceil(10 * sqrt(many * q * (1 - q))) + 40
    counts = np.arange(max(0, int(many * q) - apart), min(many, int(many * q) + apart) + 1)
    steps = np.log((many - counts[:-1]) / (counts[:-1] + 1) * (q / (1 - q)))
    logs = np.concatenate([np.zeros(1), np.cumsum(steps)])
    chances = np.exp(logs - logs.max())
    below = np.cumsum(chances) / chances.sum()
    first, last = (int(counts[np.argmax(below > chance)]) for chance in (0.025, 0.975))
    return first, last + 1


def _product(one: NDArray[Integers], other: NDArray[Integers]) -> int:
    """The sum of the products, exactly."""
    if not one.size or int(np.abs(one).max()) * int(np.abs(other).max()) * one.size < _EXACT:
        return int(one.astype(np.int64) @ other.astype(np.int64))
    return sum(map(operator.mul, one.tolist(), other.tolist()))


def costs_of(chain: UnitChain, counts: VisitCounts, sessions: int) -> Costs:
    """Return the cost of each wager and the refusals in one session, from counted transitions.

    Args:
        chain: the chain in units.
        counts: the number of times that each throw was made, and of players who left in each state.
        sessions: the number of sessions.
    """
    arrays, states = chain.arrays, len(chain.arrays.post)
    thrown = np.zeros(len(chain.chain.labels), np.int64)
    np.add.at(thrown, chain.label.ravel(), counts.visits.ravel())
    came = np.zeros(states, np.int64)
    np.add.at(came, arrays.next.ravel(), counts.visits.ravel())
    came[0] += sessions
    np.subtract.at(came, _first_of_rows(arrays.below), counts.less)
    came += counts.less
    # A player comes to a state of play, then leaves there or bets; in a state after leaving they do both.
    entered = np.zeros(states, np.int64)
    np.add.at(entered, arrays.leave, counts.left)
    bets = np.where(arrays.need == NEED_LEFT, came + entered, came - counts.left)
    return chain.chain.costs(
        ((int(label), int(thrown[label])) for label in np.flatnonzero(thrown)),
        ((int(state), int(bets[state])) for state in np.flatnonzero(bets)),
        sessions,
        sampled=True,
    )


def _first_of_rows(below: NDArray[np.int32]) -> NDArray[np.int64]:
    """(states,) the state to which throws lead of the row that each state is in."""
    first = np.arange(len(below), dtype=np.int64)
    for state in np.flatnonzero(below != NO_BELOW):  # a state stands before the one below it
        first[below[state]] = first[state]
    return first
