"""The sum owned, throw by throw, in sampled sessions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.results.session import asked
from bankcraps.analysis.results.session_data import TrajectoriesData
from bankcraps.strategies.plan import Plan
from bankcraps.support.equal import Equal
from bankcraps.support.tabular import Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes
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
        """Write it in a line."""
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
        paths = [path.tolist() for path in self.paths]
        return TrajectoriesData.of(self, self.plan, owned_cents=paths).to_dict()

    @overload
    def plot(
        self, path: str | Path | None = None, subtitle: str = "", *, ax: None = None, label: None = None
    ) -> "Figure": ...

    @overload
    def plot(
        self, path: None = None, subtitle: str = "", *, ax: "Axes", label: str | None = None
    ) -> "Axes": ...

    def plot(
        self,
        path: str | Path | None = None,
        subtitle: str = "",
        *,
        ax: "Axes | None" = None,
        label: str | None = None,
    ) -> "Figure | Axes":
        """Draw the course of the sessions.

        Args:
            path: a PNG or SVG file to write, or None.
            subtitle: the line below the title of the figure; without it, which sessions they are.
            ax: a Matplotlib Axes to draw on instead, in your style. It shows the band around eight in ten
                sessions and their median; of fewer than ten sessions, each.
            label: its words in a legend; without it the name of the system.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if the file cannot be written, or arguments do not go together.
        """
        from bankcraps.analysis import plots  # noqa: PLC0415 - Matplotlib loads slowly

        if own := plots.own_axes(ax, path, label, self.system):
            return plots.fan_on(own, self.paths)
        said = subtitle or f"{self._which()} of seed {self.seed}"
        heading = plots.Heading(
            "The course of sessions", said, plots.caption(self.house, self.system, plots.played(self.plan))
        )
        return plots.fan(self.paths, self.plan.bankroll, heading, goal=self.plan.goal, path=path)

    def _which(self) -> str:
        return f"session {self.first:,}" if self.first else f"the first {len(self.paths):,} sessions"
