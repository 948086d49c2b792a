"""A play as a file and as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, overload

from bankcraps.analysis.best_play.chart.charting import SumBet
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.chart import Chart
from bankcraps.support.equal import Equal
from bankcraps.support.new_files import UnwritableError, unwritten, write_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Drawn", "Saved"]


class Saved(Equal):
    """An answer with a play that can be written as a file.

    Attributes:
        system: the play as a system.
    """

    __slots__ = ()

    system: Chart

    def save(self, path: str | Path) -> None:
        """Write the play as a system's file, which `session`, `simulate` and the others read.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        try:
            write_bytes(path, self.system.to_json())
        except UnwritableError as error:
            raise BankcrapsError(unwritten(path, error)) from None


class Drawn(Saved):
    """An answer whose bets by what is owned can be drawn.

    Attributes:
        house, limits, wagers: the table, and the wagers to choose from.
        bets: the bets with each sum while nothing stands, before the first throw.
    """

    __slots__ = ()

    house: str
    limits: Limits
    wagers: tuple[str, ...]
    bets: tuple[SumBet, ...]

    @property
    def in_short(self) -> str:
        """The worth of the play, in a few words."""
        raise NotImplementedError

    @overload
    def plot(self, path: str | Path | None = None, *, ax: None = None, label: None = None) -> "Figure": ...

    @overload
    def plot(self, path: None = None, *, ax: "Axes", label: str | None = None) -> "Axes": ...

    def plot(
        self, path: str | Path | None = None, *, ax: "Axes | None" = None, label: str | None = None
    ) -> "Figure | Axes":
        """Draw what to bet while nothing stands, by what is owned.

        Args:
            path: a PNG or SVG file to write, or None.
            ax: a Matplotlib Axes to draw on instead, in your style.
            label: its words in a legend; without it the name of the play.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if the file cannot be written, or arguments do not go together.
        """
        from bankcraps.analysis import plots  # noqa: PLC0415 - Matplotlib loads slowly

        points = [plots.BetBySum(one.owned, sum(one.bet.stakes.values())) for one in self.bets]
        if own := plots.own_axes(ax, path, label, self.system.name):
            return plots.best_play_on(own, points)
        heading = plots.Heading(
            f"The {self.system.name}",
            self.in_short,
            f"rulebook {self.house} at {self.limits} · {', '.join(self.wagers)}",
        )
        return plots.best_bets(points, heading, path=path)
