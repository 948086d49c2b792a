"""The sum owned, throw by throw, in sampled sessions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bankcraps.results.asked import asked
from bankcraps.results.equal import Equal
from bankcraps.results.session_data import TrajectoriesData
from bankcraps.strategy.plan import Plan
from bankcraps.tabular import Tabular

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Trajectories"]


@dataclass(frozen=True, eq=False, repr=False)
class Trajectories(Equal, Tabular):
    """The first sessions of a seed, throw by throw.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the bankroll, and when the player leaves.
        seed: whose dice.
        paths: for each session, from number `first` on, what is owned at the start and after each throw
            before leaving, in cents.
        first: the number of the first session.
    """

    house: str
    system: str
    plan: Plan
    seed: int
    paths: tuple[NDArray[np.int64], ...]
    first: int = 0

    def __iter__(self) -> Iterator[NDArray[np.int64]]:
        """The path of each session."""
        return iter(self.paths)

    def __len__(self) -> int:
        """The number of sessions."""
        return len(self.paths)

    def __repr__(self) -> str:
        """In a line."""
        return f"<Trajectories {self.system!r}, {self.house}: {len(self.paths):,} sessions>"

    def _columns(self) -> Mapping[str, object]:
        """A row for each throw: `session`, `throw` (0 is the start), `owned_cents`."""
        lengths = [len(path) for path in self.paths]
        numbers = np.arange(self.first, self.first + len(lengths))
        return {
            **asked(self.house, self.system, self.plan, self.seed),
            "session": np.repeat(numbers, lengths),
            "throw": np.concatenate([np.arange(length) for length in lengths]),
            "owned_cents": np.concatenate(self.paths),
        }

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON."""
        return TrajectoriesData(
            house=self.house,
            system=self.system,
            bankroll_cents=self.plan.bankroll,
            seed=self.seed,
            owned_cents=[path.tolist() for path in self.paths],
        ).to_dict()

    def plot(self, path: str | Path | None = None, subtitle: str = "") -> "Figure":
        """Draw the course of the sessions, into a PNG or SVG file if one is named.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        from bankcraps.plots import Heading, caption, fan  # noqa: PLC0415 - Matplotlib loads slowly

        said = subtitle or f"{self._which()} of seed {self.seed}"
        heading = Heading("The course of sessions", said, caption(self.house, self.system, self.plan))
        return fan(self.paths, self.plan.bankroll, heading, goal=self.plan.goal, path=path)

    def _which(self) -> str:
        return f"session {self.first:,}" if self.first else f"the first {len(self.paths):,} sessions"
