"""A system beside the best play: what it gives away, and where."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple, overload

from bankcraps.analysis.best_play.charting import Ranked, SumBet, SumPoint, Then, bet_data, ranked_data
from bankcraps.analysis.best_play.leaving import face_value_note
from bankcraps.analysis.results.best_data import (
    AgainstData,
    BestData,
    BetBySumData,
    GivenAwayAt,
    GivenAwayData,
    Spot,
    WhyLeft,
)
from bankcraps.analysis.results.session import NOTICED
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.strategies.chart import Bet, Chart
from bankcraps.strategies.plan import Deadline
from bankcraps.support.equal import Equal
from bankcraps.support.new_files import UnwritableError, unwritten, write_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bankcraps.analysis.plots import ChanceCurve

__all__ = ["Against", "BestPlay", "Drawn", "GivenAway", "Saved", "against_data"]


class GivenAway(NamedTuple):
    """A state in which a system gives something away: the table as a player sees it, and the sum owned.

    Attributes:
        puck: the point, 0 while the puck is off.
        standing: the wagers that stand before the betting.
        owned: in cents.
        visits: the number of times that the system comes there in a session, on average.
        bets: its wagers on the layout for the throw; nothing if it leaves.
        leaves: its reason to leave: "ruin" if it cannot pay its next bet, "stopped" by a rule of its own,
            "floor", or "goal" of its own; None if it stays.
        best: the wagers of the best play there.
        each: the worth that the system gives away each time.
        in_all: the same times the visits.
    """

    puck: int
    standing: tuple[Spot, ...]
    owned: int
    visits: float
    bets: tuple[Spot, ...]
    leaves: WhyLeft | None
    best: Bet
    each: float
    in_all: float


@dataclass(frozen=True)
class Against:
    """A system beside the best play.

    Attributes:
        system: its name.
        value: its probability to reach the goal.
        given_away: the difference between that and the best play's.
        states: the states that cost it most, at most ten.
        elsewhere: the worth that it gives away in all others.
        tables: the same by the table, with any sum: those that cost it most, at most 20.
        lacking: the wagers it makes that the best play does not choose from. With them it may be better.
        gains: the gain on the best play in the states where it is better.
        values: the sums with which it may come to its first state, in cents, and its chance from there.
    """

    system: str
    value: float
    given_away: float
    states: tuple[GivenAway, ...]
    elsewhere: float
    tables: tuple[GivenAwayAt, ...]
    lacking: tuple[str, ...]
    gains: float
    values: tuple[tuple[int, float], ...]


def against_data(found: Against) -> AgainstData:
    """A system beside the best play, for JSON."""
    states = [GivenAwayData.of(one, best=bet_data(one.best, one.puck)) for one in found.states]
    return AgainstData.of(found, states=states)


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


@dataclass(frozen=True, eq=False, repr=False)
class BestPlay(Saved):
    """The best play for one question.

    Attributes:
        house: the rulebook's id, with its options.
        limits, chip: the sign at the table, and the smallest chip in cents.
        bankroll, goal: in cents.
        wagers: the wagers to choose from.
        deadline: the number of throws, decisions or shooters; None without end.
        value: the probability to reach the goal before ruin.
        lower, upper: bounds that are proved: the policy reaches the goal with at least `lower`, and nothing
            that the house allows does with more than `upper`.
        taken_home: the probability to take the goal home. It is less than `value` where wagers that must stay
            make up the goal, and may still lose.
        first: the best first bets, all equally good; what the next best gives away.
        system: the play as a system, for `session`, `simulate`, `explain` and `compare`.
        then: the bets after the first one, with the point, where nothing was decided.
        points: the bets with each sum while nothing stands, and the chance from there.
        rivals: by name, the chances of bold and timid play on the first of the wagers, one for each of
            `points`; none with a deadline, or where a come-out takes no bet on it.
        settled: whether the goal is of settled money. The saved play then stops by itself.
        against: the system to compare with, beside the best play; None if there is none.
        positions, sums, choices: the size of the problem: what may stand, the sums below the goal, the bets.
    """

    house: str
    limits: Limits
    chip: Cents
    bankroll: Cents
    goal: Cents
    wagers: tuple[str, ...]
    deadline: Deadline | None
    value: float
    lower: float
    upper: float
    taken_home: float
    first: Ranked
    system: Chart
    positions: int
    sums: int
    choices: int
    then: tuple[Then, ...]
    points: tuple[SumPoint, ...]
    rivals: dict[str, tuple[float, ...]]
    settled: bool = False
    against: Against | None = None

    def __repr__(self) -> str:
        """Write it in a line."""
        home = f", {self.taken_home:.6f} taken home" if self.at_face_value else ""
        sums = f"{printed(self.bankroll)} to {printed(self.goal)}"
        return f"<BestPlay {self.house}, {sums}: {self.value:.6f}{home}>"

    @property
    def at_face_value(self) -> bool:
        """Whether some of the chance is of a goal that is not taken home."""
        return self.value - self.taken_home > NOTICED

    @property
    def note(self) -> str:
        """The reason why the chance is not what is taken home, or why it is more than fair; or nothing."""
        fair = self.bankroll / self.goal
        favours = f"a fair game would give {fair:.6%}: some bets here favour the player"
        return face_value_note(self.value, self.taken_home) or (
            favours if self.value > fair + NOTICED else ""
        )

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps best --json` as a dict."""
        return BestData.of(
            self,
            limits=str(self.limits),
            limit=None if self.deadline is None else {self.deadline.unit: self.deadline.number},
            **ranked_data(self.first),
            then=[bet_data(bet, puck) for puck, bet in self.then],
            by_sum=[BetBySumData(owned_cents=owned, stakes_cents=bet.stakes) for owned, bet in self.by_sum()],
            against=None if self.against is None else against_data(self.against),
        ).to_dict()

    def by_sum(self) -> list[tuple[int, Bet]]:
        """The bets while nothing stands, each with the least sum owned from which on it holds, in cents."""
        found: list[tuple[int, Bet]] = []
        for point in self.points:
            if point.bet.stakes and (not found or found[-1][1] != point.bet):
                found.append((point.owned, point.bet))
        return found

    @overload
    def plot(self, path: str | Path | None = None, *, ax: None = None, label: None = None) -> "Figure": ...

    @overload
    def plot(self, path: None = None, *, ax: "Axes", label: str | None = None) -> "Axes": ...

    def plot(
        self, path: str | Path | None = None, *, ax: "Axes | None" = None, label: str | None = None
    ) -> "Figure | Axes":
        """Draw what to bet while nothing stands, by what is owned, beside bold play.

        Without a deadline, the chances are drawn below: those of the best play, of bold play, of timid play,
        which always bets the least, and of a system to compare with.

        Args:
            path: a PNG or SVG file to write, or None.
            ax: a Matplotlib Axes to draw on instead, in your style, without bold play.
            label: its words in a legend; without it the name of the play.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if the file cannot be written, or arguments do not go together.
        """
        from bankcraps.analysis import plots  # noqa: PLC0415 - Matplotlib loads slowly

        points = [plots.BetBySum(one.owned, sum(one.bet.stakes.values())) for one in self.points]
        if own := plots.own_axes(ax, path, label, self.system.name):
            return plots.best_play_on(own, points)
        heading = plots.Heading(
            f"The {self.system.name}",
            f"{self.value:.4%} from {printed(self.bankroll)}"
            + (f", and {self.taken_home:.4%} take it home" if self.at_face_value else ""),
            f"rulebook {self.house} at {self.limits} · {', '.join(self.wagers)}",
        )
        return plots.best_play(points, self.goal, heading, curves=self._curves(), path=path)

    def _curves(self) -> "list[ChanceCurve]":
        """The chances of the best play and of others, by what is owned; none if there are no others."""
        from bankcraps.analysis import plots  # noqa: PLC0415 - as above

        def curve(name: str, points: Iterable[tuple[int, float]]) -> "ChanceCurve":
            return plots.ChanceCurve(name, [plots.ChanceBySum(*one) for one in points])

        sums, other = [one.owned for one in self.points], self.against
        found = [curve(name, zip(sums, chances, strict=True)) for name, chances in self.rivals.items()]
        if other is not None:
            found.append(curve(f"{shorten(other.system, 60)}, {other.value:.4%}", other.values))
        best = curve("the best play", ((one.owned, one.chance) for one in self.points))
        return [best, *found] if found else []
