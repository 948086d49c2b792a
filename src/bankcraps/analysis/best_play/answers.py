"""The answers: what a best play is worth between two bounds, its bets, and the play as a system."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, overload

from bankcraps.analysis import plots
from bankcraps.analysis.best_play.asking import Asked
from bankcraps.analysis.best_play.charting import Ranked, SumBet, bet_data
from bankcraps.analysis.results.as_json import BetBySumData, NextBetData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.chart import Bet, Chart
from bankcraps.support.new_files import UnwritableError, unwritten, write_bytes
from bankcraps.support.results import Data, Equal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Play(Equal, ABC):
    """The best play for an aim: all that the answers for every aim have.

    Attributes:
        house: the rulebook's id, with its options.
        limits, chip: the sign at the table, and the smallest chip in cents.
        bankroll: in cents.
        wagers: the wagers to choose from.
        positions, sums, choices: the size of the problem: what may stand, the sums below the goal, the bets.
        value: the worth of the play.
        lower, upper: bounds that are proved.
        system: the play as a system, for `session`, `simulate`, `explain` and `compare`.
        bets: the bets with each sum while nothing stands, before the first throw.
    """

    _JSON_TYPE: ClassVar[type[Data]]

    house: str
    limits: Limits
    chip: Cents
    bankroll: Cents
    wagers: tuple[str, ...]
    positions: int
    sums: int
    choices: int
    _: KW_ONLY
    value: float
    lower: float
    upper: float
    system: Chart
    bets: tuple[SumBet, ...]

    def __repr__(self) -> str:
        """Write it in a line."""
        return f"<{type(self).__name__} {self.house}, {self.in_line}>"

    @property
    @abstractmethod
    def in_line(self) -> str:
        """The question and its answer in a line."""

    @property
    @abstractmethod
    def in_short(self) -> str:
        """The worth of the play, in a few words."""

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps best --json` as a dict."""
        return self._JSON_TYPE.of(self, **self._keys()).to_dict()

    def _keys(self) -> dict[str, object]:
        """The keys of the JSON that are not attributes as they are."""
        by_sum = [BetBySumData(owned_cents=owned, stakes_cents=bet.stakes) for owned, bet in self.by_sum()]
        return {"limits": str(self.limits), "by_sum": by_sum}

    def by_sum(self) -> list[tuple[int, Bet]]:
        """The bets while nothing stands, each with the least sum owned from which on it holds, in cents."""
        runs = (next(run) for _, run in groupby(self.bets, key=lambda one: one.bet.stakes))
        return [(owned, bet) for owned, bet in runs]

    def save(self, path: str | Path) -> None:
        """Write the play as a system's file, which `session`, `simulate` and the others read.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        try:
            write_bytes(path, self.system.to_json())
        except UnwritableError as error:
            raise BankcrapsError(unwritten(path, error)) from None

    @overload
    def plot(self, path: str | Path | None = None, *, ax: None = None, label: None = None) -> "Figure": ...

    @overload
    def plot(self, path: None = None, *, ax: "Axes", label: str | None = None) -> "Axes": ...

    def plot(
        self, path: str | Path | None = None, *, ax: "Axes | None" = None, label: str | None = None
    ) -> "Figure | Axes":
        """Draw what to bet while nothing stands, by what is owned.

        Bets to a goal are drawn beside bold play. Without a deadline, the chances are drawn below: those of
        the best play, of bold play, of timid play, which always bets the least, and of a system to compare
        with.

        Args:
            path: a PNG or SVG file to write, or None.
            ax: a Matplotlib Axes to draw on instead, in your style, without bold play.
            label: its words in a legend; without it the name of the play.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if the file cannot be written, or arguments do not go together.
        """
        points = [(owned, sum(bet.stakes.values())) for owned, bet in self.bets]
        if own := plots.own_axes(ax, path, label, self.system.name):
            return plots.best_play_on(own, points)
        wagers = ", ".join(self.wagers)
        heading = plots.Heading(
            f"The {self.system.name}", self.in_short, f"rulebook {self.house} at {self.limits} · {wagers}"
        )
        return plots.best_play(points, heading, goal=self._bold_goal, curves=self._curves(), path=path)

    @property
    def _bold_goal(self) -> Cents | None:
        """The goal to draw bold play beside the bets, if there is one."""
        return None

    def _curves(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        """The chances by what is owned of the best play and of others, by name; none without others."""
        return {}


PlayT_co = TypeVar("PlayT_co", bound=Play, covariant=True)


class AimFor(ABC, Generic[PlayT_co]):
    """The aim of a best play, which has an answer of its kind."""

    @abstractmethod
    def play(self, question: Asked) -> PlayT_co:
        """The best play for a question.

        Raises:
            BankcrapsError: if there is none, with the reason.
        """


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RankedPlay(Play):
    """A play with the rank of its first bets.

    Attributes:
        first: the best first bets, all equally good; what the next best gives away.
    """

    first: Ranked

    def _keys(self) -> dict[str, object]:
        """Return the same with the first bets."""
        first, follows = [bet_data(one) for one in self.first.best], self.first.next_best
        next_best = None if follows is None else NextBetData.of(follows, self.first, puck=follows.puck or 0)
        return {**super()._keys(), "first": first, "next_best": next_best}


def shares(less: float, more: float, wanted: float) -> tuple[float, float]:
    """The shares of two plays that are drawn for an amount between theirs."""
    between = more - less
    share = 1.0 if between <= 0 else float(min(1.0, max(0.0, (wanted - less) / between)))
    return 1 - share, share
