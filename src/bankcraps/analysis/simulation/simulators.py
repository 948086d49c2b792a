"""Simulators for the sessions of a question: the kernels, or the engine stepwise if no chain holds it."""

from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import MAX_UNITS, UnitChain, UnitPlan, in_units
from bankcraps.analysis.chain.ceiling import CeilingError, goal_below
from bankcraps.analysis.chain.exploration import ChainError
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.stopping import GOAL
from bankcraps.analysis.question import Question
from bankcraps.analysis.results.costs import Costs
from bankcraps.analysis.simulation.kernels import launch
from bankcraps.analysis.simulation.kernels.packing import PackedTransitions, pack
from bankcraps.analysis.simulation.metrics import END
from bankcraps.analysis.simulation.stepwise import (
    StepwiseTotals,
    StepwiseWork,
    play_session,
    require_first_wager,
    trajectory_of,
)
from bankcraps.analysis.simulation.totals import Chunk, Totals, costs_of
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
        return Totals.of(self._below(launch.play_fast(self.packed, self.seed, *chunk)))

    def metrics(self, chunk: Chunk) -> tuple[NDArray[np.int64], Totals]:
        """All metrics of a chunk, (metrics, sessions), money in units; and its totals. By the full kernel."""
        metrics, counts = launch.play_full(self.packed, self.seed, *chunk)
        return metrics, Totals.of(self._below(metrics), counts)

    def _below(self, metrics: _Metrics) -> _Metrics:
        """The metrics, if nobody reached the ceiling."""
        if self.ceiling is not None and (metrics[END] == GOAL).any():
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
        paths = launch.trajectories(self.packed, seed, first, sessions)
        if self.ceiling is not None and max(path.max() for path in paths) >= self.packed.rule.goal:
            raise CeilingError(self.ceiling)
        return [self.offset + self.unit * path for path in paths]


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
        return totals.costs()

    def trajectories(self, seed: int, sessions: int, first: int = 0) -> list[NDArray[np.int64]]:
        """Paths by the engine."""
        return [
            np.array(trajectory_of(play_session(self.question, seed, number)), np.int64)
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
        require_first_wager(question)
        return StepwiseSimulator(question, f"played stepwise, which is slow: {error.why}")
    return KernelSimulator.of(question, chain)
