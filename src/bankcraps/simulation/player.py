"""Somebody who plays sessions of a game: by the kernels, or stepwise where no chain holds it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.asking import Game
from bankcraps.chain.exploring import ChainError
from bankcraps.simulation import kernel, shards
from bankcraps.simulation.costs import books_of
from bankcraps.simulation.engines import Accounted, ByEngine, enough, session
from bankcraps.simulation.records import Chain, lay_out
from bankcraps.simulation.result import Simulation
from bankcraps.simulation.shards import Chunk
from bankcraps.simulation.stepwise import owned_path
from bankcraps.simulation.tabulate import Tabulated, tabulate
from bankcraps.simulation.terms import Terms
from bankcraps.simulation.totals import Counts, Totals
from bankcraps.strategy.plan import Plan

__all__ = ["ByChain", "Player", "Stepwise", "player"]

_BY_ENGINE: Final = 64
"""Sessions to a chunk, stepwise."""

_CHUNKS: Final = 2**20
"""... unless that makes more chunks than anybody keeps a list of."""


class Player(ABC):
    """Somebody who plays a game on a plan.

    Attributes:
        game: the house, the system and the table.
        plan: the bankroll, and when the player leaves.
        unit, offset: a number of units of money is `offset + unit * number` cents.
        drawn: how many sessions are followed throw by throw for a picture, at most.
    """

    drawn: ClassVar[int]

    game: Game
    plan: Plan

    @property
    @abstractmethod
    def unit(self) -> int:
        """Cents in a unit of money."""

    @property
    @abstractmethod
    def offset(self) -> int:
        """What is owned, in cents, at no units."""

    @abstractmethod
    def work(self, seed: int, *, paths: bool = True) -> shards.Work[Totals]:
        """The sessions of a seed, to be played in chunks; with `paths`, all figures and counts."""

    @abstractmethod
    def figures(self, seed: int, chunk: Chunk) -> tuple[NDArray[np.int64], Totals]:
        """The figures of a chunk, (figures, sessions), rows by `figures`; and its totals."""

    @abstractmethod
    def chunks(self, sessions: int) -> list[Chunk]:
        """So many sessions, in chunks that depend on nothing but the plan."""

    @abstractmethod
    def simulation(self, totals: Totals, seed: int, *, interrupted: bool = False) -> Simulation:
        """What sessions came to, as a result."""

    @abstractmethod
    def trajectories(self, seed: int, sessions: int) -> list[NDArray[np.int64]]:
        """Of the first sessions of a seed what is owned at the start and after each throw, in cents."""


@dataclass(frozen=True, eq=False)
class ByChain(Player):
    """By the kernels."""

    drawn: ClassVar[int] = 10_000
    game: Game
    plan: Plan
    tabulated: Tabulated
    terms: Terms
    chain: Chain

    @property
    def unit(self) -> int:
        """Cents in a unit of money."""
        return self.tabulated.tables.unit

    @property
    def offset(self) -> int:
        """What is owned, in cents, at no units."""
        return self.tabulated.offset

    def work(self, seed: int, *, paths: bool = True) -> shards.Work[Totals]:
        """Chunks for a kernel."""
        return shards.ByKernel(self.chain, self.terms, seed, paths)

    def figures(self, seed: int, chunk: Chunk) -> tuple[NDArray[np.int64], Totals]:
        """All figures, by the full kernel."""
        paths = kernel.play_paths(self.chain, self.terms, seed, *chunk)
        return paths.figures, Totals.of(paths.figures, Counts(paths.visits, paths.left))

    def chunks(self, sessions: int) -> list[Chunk]:
        """Chunks of about a thirtieth of a second."""
        return shards.chunks(sessions, self.terms)

    def simulation(self, totals: Totals, seed: int, *, interrupted: bool = False) -> Simulation:
        """The result; what wagers cost is known where the full kernel played."""
        books = books_of(self.tabulated, totals.counts, totals.sessions) if totals.counts else None
        return Simulation(
            player=self,
            seed=seed,
            totals=totals,
            wagers=books.wagers(totals.sessions) if books else (),
            refused=books.refused(totals.sessions) if books else (),
            interrupted=interrupted,
        )

    def trajectories(self, seed: int, sessions: int) -> list[NDArray[np.int64]]:
        """Paths by the full kernel."""
        paths = kernel.trajectories(self.chain, self.terms, seed, 0, sessions)
        return [self.offset + self.unit * path for path in paths]


@dataclass(frozen=True, eq=False)
class Stepwise(Player):
    """By the engine; `why` no chain holds the game."""

    drawn: ClassVar[int] = 400
    game: Game
    plan: Plan
    why: str

    @property
    def unit(self) -> int:
        """A cent."""
        return 1

    @property
    def offset(self) -> int:
        """Nothing."""
        return 0

    def work(self, seed: int, *, paths: bool = True) -> shards.Work[Totals]:
        """Chunks for the engine, which always follows paths."""
        del paths
        return ByEngine(self.game, self.plan, seed)

    def figures(self, seed: int, chunk: Chunk) -> tuple[NDArray[np.int64], Totals]:
        """All figures, by the engine."""
        return ByEngine(self.game, self.plan, seed).figures(chunk)

    def chunks(self, sessions: int) -> list[Chunk]:
        """Small chunks."""
        size = max(_BY_ENGINE, sessions // _CHUNKS)
        return [Chunk(first, min(size, sessions - first)) for first in range(0, sessions, size)]

    def simulation(self, totals: Totals, seed: int, *, interrupted: bool = False) -> Simulation:
        """The result, with a note."""
        assert isinstance(totals, Accounted)
        return Simulation(
            player=self,
            seed=seed,
            totals=totals,
            wagers=totals.wagers(),
            refused=totals.refused(),
            interrupted=interrupted,
            note=f"played stepwise, which is slow: {self.why}",
        )

    def trajectories(self, seed: int, sessions: int) -> list[NDArray[np.int64]]:
        """Paths by the engine."""
        return [
            np.array(owned_path(session(self.game, self.plan, seed, number)), np.int64)
            for number in range(sessions)
        ]


def player(game: Game, plan: Plan) -> Player:
    """Somebody to play a game.

    Raises:
        BankcrapsError: for a bankroll that does not pay the first wager.
    """
    try:
        chain = game.chain()
    except ChainError as error:
        enough(game, plan)
        return Stepwise(game, plan, error.why)
    chain.enough(plan)
    tabulated = tabulate(chain, plan.bankroll)
    terms = tabulated.terms(plan)
    return ByChain(game, plan, tabulated, terms, lay_out(tabulated.tables, terms))
