"""Simulators for the sessions of a question: the kernels, or the engine stepwise if no chain holds it."""

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, NamedTuple, Self, TypeVar

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import MAX_UNITS, SIDES, UnitChain, UnitPlan, in_units
from bankcraps.analysis.chain.ceiling import CeilingError, goal_below
from bankcraps.analysis.chain.exploration import ChainError
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.stopping import GOAL, LIMIT, PLAYS
from bankcraps.analysis.question import Question
from bankcraps.analysis.results.costs import Costs, Moments, RefusalRate, WagerCost
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation import stepwise
from bankcraps.analysis.simulation.kernels.packing import OVERFLOW, ByteTables, PackedTransitions, pack
from bankcraps.analysis.simulation.totals import Chunk, Totals, VisitCounts, costs_of
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed

_THROWS_A_CHUNK: Final = 2**25
"""Throws in a chunk: about 1/30 s of the fast kernel, enough to outweigh the cost of a chunk."""

_MIN_SESSIONS, _MAX_SESSIONS = 2**10, 2**16

_MAX_CHUNKS: Final = 2**18
"""One more than the most chunks of a run."""

_THROWS_EACH: Final = {"throws": 1, "decisions": 4, "shooters": 9}
"""The approximate throws of a decision or a hand."""

_STEPWISE_CHUNK: Final = 64
"""Sessions in a chunk of a stepwise run."""

_MAX_STEPWISE_CHUNKS: Final = 2**20
"""The most chunks of a stepwise run. Longer runs have larger chunks."""


def chunks_of(sessions: int, plan: UnitPlan) -> list[Chunk]:
    """Cut sessions into chunks; the sum of their results does not depend on their size."""
    each = _THROWS_EACH[plan.counted] * max(1, plan.limit)
    size = min(_MAX_SESSIONS, max(_MIN_SESSIONS, _THROWS_A_CHUNK // each))
    size = max(size, sessions // _MAX_CHUNKS)
    return [Chunk(first, min(size, sessions - first)) for first in range(0, sessions, size)]


# The compiled kernels: sessions of a seed in, their metrics out. A faster kernel may stand beside these two
# if it gives the same metrics, bit for bit.


class FullResult(NamedTuple):
    """The result of the full kernel.

    Attributes:
        metrics: (11, sessions) int64, rows by `metrics`.
        counts: the transitions of all sessions.
        owned: (sessions, length) int64, trajectories if there was room for them.
    """

    metrics: NDArray[np.int64]
    counts: VisitCounts
    owned: NDArray[np.int64]


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
    out = np.empty((metric.FAST, sessions), np.int32)
    capped = rule._replace(limit=min(rule.limit, rule.cap))
    run(_read_only(packed._replace(rule=capped)), seed, first, out)
    if rule.cap < rule.limit:
        out[metric.END][out[metric.END] == LIMIT] = metric.CUT
    if (out[metric.END] == OVERFLOW).any():
        raise _overflow()
    return out


def _overflow() -> BankcrapsError:
    return BankcrapsError(f"a player came to own {MAX_UNITS:,} units of money, more than the kernels hold")


def play_full(packed: PackedTransitions, seed: int, first: int, sessions: int, length: int = 0) -> FullResult:
    """All metrics of sessions `first` and on, and every transition counted, by the full kernel.

    Args:
        packed: a chain packed for a plan.
        seed: from 0 to 2**64 - 1.
        first: the first session.
        sessions: the number.
        length: the number of sums of a trajectory for which there is room; 0 for none.
    """
    from bankcraps.analysis.simulation.kernels.full import PathCounts, run  # noqa: PLC0415 - it loads the compiler

    out = np.zeros((len(metric.NAMES), sessions), np.int64)
    states = packed.exits.shape[0]
    visits, left, less = (np.zeros(many, np.int64) for many in (packed.moves.shape[0], states, states))
    owned = np.zeros((sessions if length else 0, length), np.int64)
    run(_read_only(packed), seed, first, out, PathCounts(visits, left, less, owned))
    # This is `NEED_STOPPED`: a player who owned it would play on where the system stops.
    if (out[metric.HIGHEST] >= MAX_UNITS).any():
        raise _overflow()
    return FullResult(out, VisitCounts(visits.reshape(-1, SIDES)[:-1], left, less), owned)


def trajectories(packed: PackedTransitions, seed: int, first: int, sessions: int) -> list[NDArray[np.int64]]:
    """For sessions `first` and on, what is owned at the start and after each throw before leaving."""
    throws = play_full(packed, seed, first, sessions).metrics[metric.THROWS]
    owned = play_full(packed, seed, first, sessions, int(throws.max(initial=0)) + 1).owned
    return [path[: length + 1] for path, length in zip(owned, throws.tolist(), strict=True)]


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


_Metrics = TypeVar("_Metrics", NDArray[np.int32], NDArray[np.int64])


@dataclass(frozen=True, eq=False)
class KernelWork:
    """Sessions of a seed by the fast kernel; by the full one for `paths`, or if the plan counts no throws.

    Attributes:
        ceiling: the sum in cents, if any, that the chain does not hold; it is then the goal of the kernels.
    """

    packed: PackedTransitions
    seed: int
    paths: bool = False
    ceiling: Cents | None = None

    def __call__(self, chunk: Chunk) -> Totals:
        """The totals of a chunk."""
        if self.paths or not self.packed.rule.throw:
            return self.metrics(chunk)[1]
        return Totals.of(self._below(play_fast(self.packed, self.seed, *chunk)))

    def metrics(self, chunk: Chunk) -> tuple[NDArray[np.int64], Totals]:
        """All metrics of a chunk, (metrics, sessions), money in units; and its totals. By the full kernel."""
        metrics, counts, _ = play_full(self.packed, self.seed, *chunk)
        return metrics, Totals.of(self._below(metrics), counts)

    def _below(self, metrics: _Metrics) -> _Metrics:
        """The metrics, if nobody reached the ceiling."""
        if self.ceiling is not None and (metrics[metric.END] == GOAL).any():
            raise CeilingError(self.ceiling)
        return metrics


@dataclass(frozen=True, eq=False)
class KernelSimulator:
    """The compiled kernels, on packed transitions.

    Attributes:
        max_trajectories: the most sessions to follow throw by throw for a picture.
        question: the house, the system and the plan.
        chain, plan, packed: the same as the kernels take it.
        unit, offset: `n` units of money are `offset + unit * n` cents.
        note: a remark for readers about how it plays; empty for nothing.
        ceiling: as in `KernelWork`.
    """

    max_trajectories: ClassVar[int] = 10_000

    question: Question
    chain: UnitChain
    plan: UnitPlan
    packed: PackedTransitions
    unit: int
    offset: int
    note: str = ""
    ceiling: Cents | None = None

    @staticmethod
    def of(question: Question, chain: Chain) -> "KernelSimulator":
        """Pack a chain for the plan of a question.

        Raises:
            BankcrapsError: for a plan that cannot be played.
        """
        chain.require_playable(question.plan)
        units = in_units(chain, question.plan.bankroll)
        ceiling = goal_below(chain, question.plan)
        leaves = question.plan if ceiling is None else structs.replace(question.plan, goal=ceiling)
        plan, unit = units.plan(leaves), units.arrays.unit
        if plan.bankroll >= MAX_UNITS:
            raise BankcrapsError(
                f"a bankroll of {printed(question.plan.bankroll)} is too much to simulate; for a system "
                f"whose money goes in steps of {printed(unit)}, it has to be below "
                f"{printed(units.offset + unit * MAX_UNITS)}"
            )
        packed = pack(units.arrays, plan)
        return KernelSimulator(question, units, plan, packed, unit, units.offset, ceiling=ceiling)

    def work(self, seed: int, *, paths: bool = True) -> KernelWork:
        """The sessions of a seed, to be played in chunks; with `paths`, all metrics and counts."""
        return KernelWork(self.packed, seed, paths, self.ceiling)

    def chunks(self, sessions: int) -> list[Chunk]:
        """The sessions in chunks of about a thirtieth of a second, which depend on the plan alone."""
        return chunks_of(sessions, self.plan)

    def costs(self, totals: Totals) -> Costs:
        """The cost of each wager and the refusals in one session; the fast kernel counts none."""
        if totals.counts is None:
            return Costs((), ())
        return costs_of(self.chain, totals.counts, totals.sessions)

    def trajectories(self, seed: int, sessions: int, first: int = 0) -> list[NDArray[np.int64]]:
        """For sessions `first` and on, what is owned at the start and after each throw, in cents."""
        paths = trajectories(self.packed, seed, first, sessions)
        if self.ceiling is not None and max(path.max() for path in paths) >= self.packed.rule.goal:
            raise CeilingError(self.ceiling)
        return [self.offset + self.unit * path for path in paths]


@dataclass(frozen=True, eq=False)
class StepwiseTotals(Totals):
    """Totals with accounts of their own, because there is no chain whose transitions could be counted.

    Attributes:
        accounts: by wager, sums over the throws that moved its account.
        refusals: the number of times that the house refused, by code and message.
    """

    accounts: Mapping[str, Moments] = field(default_factory=dict[str, Moments])
    refusals: Mapping[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])

    def __add__(self, other: Totals) -> Self:
        """The totals of both."""
        assert isinstance(other, StepwiseTotals)
        accounts = {
            wager: Moments(*map(operator.add, self.accounts.get(wager, Moments()), sums))
            for wager, sums in other.accounts.items()
        }
        refusals = Counter(self.refusals) + Counter(other.refusals)
        return replace(super().__add__(other), accounts={**self.accounts, **accounts}, refusals=refusals)


@dataclass(frozen=True, eq=False)
class StepwiseWork:
    """Sessions of a seed, played stepwise."""

    question: Question
    seed: int

    def __call__(self, chunk: Chunk) -> StepwiseTotals:
        """The totals of a chunk."""
        return self.metrics(chunk)[1]

    def metrics(self, chunk: Chunk) -> tuple[NDArray[np.int64], StepwiseTotals]:
        """The metrics of a chunk, (metrics, sessions), and its totals."""
        metrics = np.zeros((len(metric.NAMES), chunk.sessions), np.int64)
        accounts: dict[str, Moments] = {}
        refusals: Counter[tuple[str, str]] = Counter()
        for place in range(chunk.sessions):
            played = stepwise.play_session(self.question, self.seed, chunk.first + place)
            metrics[:, place] = stepwise.metrics_of(
                self.question.plan, _accounted(played, accounts, refusals)
            )
        return metrics, StepwiseTotals(**vars(Totals.of(metrics)), accounts=accounts, refusals=refusals)


def _accounted(
    played: Iterable[stepwise.PlayedThrow], accounts: dict[str, Moments], refusals: Counter[tuple[str, str]]
) -> Iterator[stepwise.PlayedThrow]:
    """Pass the throws on, and add up their effects on each wager."""
    for one in played:
        for account in one.accounts:
            sums = accounts.get(account.wager, Moments())
            accounts[account.wager] = sums.plus(account.action, account.net)
        if one.end == PLAYS:
            refusals.update((refused.code, refused.message) for refused in one.betting.refused)
        yield one


@dataclass(frozen=True, eq=False)
class StepwiseSimulator:
    """The engine; a unit of money is a cent. Its members mean what those of `KernelSimulator` mean."""

    max_trajectories: ClassVar[int] = 400

    question: Question
    note: str
    unit: int = 1
    offset: int = 0

    def work(self, seed: int, *, paths: bool = True) -> StepwiseWork:
        """Chunks for the engine, which always follows paths."""
        del paths
        return StepwiseWork(self.question, seed)

    def chunks(self, sessions: int) -> list[Chunk]:
        """Small chunks."""
        size = max(_STEPWISE_CHUNK, sessions // _MAX_STEPWISE_CHUNKS)
        return [Chunk(first, min(size, sessions - first)) for first in range(0, sessions, size)]

    def costs(self, totals: Totals) -> Costs:
        """Sum the engine's effects."""
        assert isinstance(totals, StepwiseTotals)
        many = totals.sessions
        return Costs.of(
            (
                WagerCost(wager, sums.action / many, -sums.net / many, sums.edge_error)
                for wager, sums in totals.accounts.items()
            ),
            (RefusalRate(code, said, times / many) for (code, said), times in totals.refusals.items()),
        )

    def trajectories(self, seed: int, sessions: int, first: int = 0) -> list[NDArray[np.int64]]:
        """Paths by the engine."""
        return [
            np.array(stepwise.trajectory_of(stepwise.play_session(self.question, seed, number)), np.int64)
            for number in range(first, first + sessions)
        ]


Simulator = KernelSimulator | StepwiseSimulator
"""Plays the sessions of a question."""


def choose_simulator(question: Question) -> Simulator:
    """The kernels if a finite chain holds the question, or else the engine, stepwise.

    Raises:
        BankcrapsError: for a plan that cannot be played.
    """
    try:
        chain = question.chain()
    except ChainError as error:
        stepwise.require_first_wager(question)
        return StepwiseSimulator(question, f"played stepwise, which is slow: {error.why}")
    return KernelSimulator.of(question, chain)
