"""A session: its figures, solved or simulated, and the same as JSON. NumPy is not needed to read them.

A session holds distributions, which are arrays of NumPy: its JSON, `SessionData`, has their means, quantiles
or lists instead. A session without end holds its plan, of which `EndlessSessionData` has the sums.

A figure that is asked for, such as `streaks`, has its option in `analysis/lab_options.py`, its solver in
`analysis/exact/sessions.py`, and here its field of `Session` and its key of `SessionData`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, overload

from msgspec import UNSET, UnsetType

from bankcraps.analysis import plots
from bankcraps.analysis.lab_options import FigureOptions
from bankcraps.analysis.results.costs import Covariances, RefusalRate, RuleCost, WagerCost
from bankcraps.errors import BankcrapsError
from bankcraps.strategies.plan import LengthUnit, Plan
from bankcraps.support.results import Data, Equal, JsonObject, Result
from bankcraps.support.tabular import ArrowTable, Same, Tabular, arrow_table, by_column, html

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bankcraps.support.distribution import Distribution

NOTICED: Final = 1e-9
"""Chances that differ by less are the same to a reader."""

QUANTILES: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)


KNOWN_ABOVE: Final = 100
"""The time of an end is known where its chance is so many times the error bound: then it is right to 1 %."""


def asked(house: str, system: str, plan: Plan, seed: int | None = None) -> dict[str, Same]:
    """The house, the system, the bankroll, the plan and the seed, which an exact result has not."""
    return {
        "house": Same(house),
        "system": Same(system),
        "bankroll_cents": Same(plan.bankroll),
        "plan": Same(str(plan)),
        "seed": Same(seed),
    }


@dataclass(frozen=True, eq=False, repr=False)
class OfASystem:
    """The beginning of a result about a system at a house.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the bankroll, and when the player leaves.
    """

    house: str
    system: str
    plan: Plan

    def _asked(self) -> dict[str, Same]:
        """The columns of what was asked, with the seed of what was played."""
        return asked(self.house, self.system, self.plan, getattr(self, "seed", None))

    def _heading(self, title: str, subtitle: str, path: str | Path | None) -> "plots.Heading":
        """The words around a picture, with what was asked below it."""
        below = plots.caption(self.house, self.system, plots.played(self.plan))
        return plots.Heading(title, subtitle, below, path)


class MoneyData(Data, frozen=True, kw_only=True):
    """A distribution of money in short; the quantiles by their share."""

    mean_cents: float
    sd_cents: float
    quantiles_cents: dict[str, int]


class ThrowsData(Data, frozen=True, kw_only=True):
    """Throws of a session; `sd` is null if unknown, `se` is the standard error of a simulated mean."""

    mean: float
    sd: float | UnsetType | None = UNSET
    se: float | UnsetType = UNSET


class RuinData(Data, frozen=True, kw_only=True):
    """The time of the goal, or of ruin or falling below the floor, in throws, decisions or shooters."""

    counted: str
    mean: float
    quantiles: dict[str, int]


class FinalsData(Data, frozen=True, kw_only=True):
    """Every final bankroll with its probability, or its share of the sessions."""

    final_cents: list[int]
    chance: list[float]


class RuinsData(Data, frozen=True, kw_only=True):
    """Every time at which ruin can come, with its probability."""

    counted: str
    when: list[int]
    chance: list[float]


class FiguresData(Result, frozen=True, kw_only=True):
    """The keys that solved and simulated sessions share. `limit` has the length, by its unit.

    `goal_cents` and `floor_cents` may be the system's own, from `stop after winning 50` and `stop after
    losing 200`. Then `stops_ahead_cents` and `stops_behind_cents` have the sums in its words, and the ends
    "goal" and "floor" are these stops. `beyond_cents` is a goal that was asked for above such a stop.
    `taken_home` is the chance to take the goal home, where it is less than that of the end "goal": the goal
    counts chips on the layout at face value, and those that must wait may still lose.
    `skew` and `excess_kurtosis` are of what is taken home, and null if it does not vary.
    """

    system: str
    bankroll_cents: int
    goal_cents: int | None
    floor_cents: int
    limit: dict[str, int] | None
    let_it_ride: bool
    stops_ahead_cents: int | UnsetType = UNSET
    stops_behind_cents: int | UnsetType = UNSET
    beyond_cents: int | UnsetType = UNSET
    ends: dict[str, float]
    taken_home: float | UnsetType = UNSET
    mean_cents: float
    sd_cents: float
    skew: float | UnsetType | None = UNSET
    excess_kurtosis: float | UnsetType | None = UNSET
    quantiles_cents: dict[str, int]
    p_ahead: float
    throws: ThrowsData
    action_cents: float | None
    cost_cents: float
    wagers: tuple[WagerCost, ...] | None
    refusals: tuple[RefusalRate, ...] | None
    goal_when: RuinData | UnsetType | None = UNSET
    ruin_when: RuinData | None
    highest: MoneyData | None
    lowest: MoneyData | None
    distribution: FinalsData | UnsetType = UNSET
    ruin_when_distribution: RuinsData | UnsetType | None = UNSET


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SessionFigures(Equal, Tabular, OfASystem):
    """The results of a session. Money is in cents.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the bankroll, and when the player leaves.
        ends: the probability of each end: "goal"; "ruin", too little for the next wager; "limit", the session
            is over; "floor", if there is one; "stopped" if the system stops by itself. For a system that says
            `stop after winning 50`, "goal" is that stop, and "floor" is `stop after losing 200`: see `Plan`.
        final: the sum that the player takes home once every wager is decided.
        throws: expected throws until the player leaves.
        ruin_when: the part of the session that had passed when ruin or the floor came, given that one came;
            None if neither does, if the chance is not far above the error bound, or if that takes too long
            to solve.
        ruin_counted: the thing that `ruin_when` counts.
        wagers: expected action and cost of each wager.
        refused: the things that the house refuses, and their number.
        highest, lowest: the most and the least owned before any throw's betting, if known.
        throws_sd: the standard deviation of the number of throws; None if unknown, as it is in an exact
            session of decisions or shooters.
        goal_when: the part of the session that had passed when the goal was reached, given that it was,
            counted as `ruin_when`; None if it never is, or if that takes too long to solve, and in a
            simulation.
    """

    ends: Mapping[str, float]
    final: "Distribution"
    throws: float
    ruin_when: "Distribution | None"
    ruin_counted: LengthUnit
    wagers: tuple[WagerCost, ...]
    refused: tuple[RefusalRate, ...]
    highest: "Distribution | None" = None
    lowest: "Distribution | None" = None
    throws_sd: float | None = None
    goal_when: "Distribution | None" = None

    _first_picture: ClassVar[str] = "final"

    def __repr__(self) -> str:
        """Write it in a line."""
        kind = type(self).__name__
        told = f"mean {self.final.mean / 100:,.2f}; {self._ends_in_words()}{self._remark()}"
        return f"<{kind} {self.system!r}, {self.house}: {told}>"

    def _remark(self) -> str:
        """The end of the line: why no wager was made, if none was."""
        return f"; no wager is made, {self.refused[0].message}" if self.refused and not self.action else ""

    def _ends_in_words(self) -> str:
        ends = [f"{end} {share:.2%}" for end, share in self.ends.items() if share]
        home = [] if self.taken_home is None else [f"goal taken home {self.taken_home:.2%}"]
        return ", ".join(ends + home)

    @property
    def taken_home(self) -> float | None:
        """The probability of taking the goal home, where it is less than that of reaching the goal.

        The goal counts chips on the layout at face value, and those that must wait may still lose. None
        without a goal, or where nothing is lost so.
        """
        if self.plan.goal is None:
            return None
        home = self.final.p_above(self.plan.goal - 1)
        return home if self.ends["goal"] - home > NOTICED else None

    @property
    def p_ahead(self) -> float:
        """The probability of taking home more than the bankroll."""
        return self.final.p_above(self.plan.bankroll)

    @property
    def p_ruin_or_floor(self) -> float:
        """The probability of leaving with too little for the next wager, or below the floor."""
        return self.ends["ruin"] + self.ends.get("floor", 0.0)

    @property
    def action(self) -> float:
        """Expected chips staked on what the dice decided, pushes included, all wagers together, in cents."""
        return sum(wager.action for wager in self.wagers)

    @property
    def cost(self) -> float:
        """Expected loss, all wagers together, in cents."""
        return sum(wager.cost for wager in self.wagers)

    def each_wager(self) -> ArrowTable:
        """The expected action and cost of each wager, a row each; the costliest first."""
        return arrow_table(
            {
                **self._asked(),
                "wager": [one.wager for one in self.wagers],
                "action_mean_cents": [one.action for one in self.wagers],
                "cost_cents": [one.cost for one in self.wagers],
                "edge": [one.edge for one in self.wagers],
                "edge_se": [one.edge_error for one in self.wagers],
            }
        )

    def shared_data(self, *, distribution: bool) -> dict[str, object]:
        """The fields of `FiguresData` that no attribute of the result, its plan or `final` has."""
        plan, final, when = self.plan, self.final, self.ruin_when
        told: dict[str, object] = {
            "stops_ahead_cents": plan.stops_ahead or UNSET,
            "stops_behind_cents": plan.stops_behind or UNSET,
            "ends": dict(self.ends),
            "quantiles_cents": quantiles(final),
            "throws": ThrowsData(mean=self.throws, sd=self.throws_sd),
            "refusals": self.refused,
            "goal_when": self.goal_when and self._when_data(self.goal_when),
            "ruin_when": when and self._when_data(when),
            "highest": _told(self.highest),
            "lowest": _told(self.lowest),
        }
        if distribution:
            told["distribution"] = FinalsData(
                final_cents=final.values.tolist(), chance=final.chances.tolist()
            )
            told["ruin_when_distribution"] = when and RuinsData(
                counted=self.ruin_counted, when=when.values.tolist(), chance=when.chances.tolist()
            )
        return told

    def _when_data(self, when: "Distribution") -> RuinData:
        return RuinData(counted=self.ruin_counted, mean=when.mean, quantiles=quantiles(when))

    @overload
    def plot(
        self, path: str | Path | None = None, shown: str | None = None, *, ax: None = None, label: None = None
    ) -> "Figure": ...

    @overload
    def plot(
        self, path: None = None, shown: str | None = None, *, ax: "Axes", label: str | None = None
    ) -> "Axes": ...

    def plot(
        self,
        path: str | Path | None = None,
        shown: str | None = None,
        *,
        ax: "Axes | None" = None,
        label: str | None = None,
    ) -> "Figure | Axes":
        """Draw the final bankroll, or another picture; of a simulation, the course of sampled sessions.

        Args:
            path: a PNG or SVG file to write, or None.
            shown: "final", what is taken home; "ruin", when ruin comes. A simulation also has "paths", the
                course of sessions; "drawdown", how deep sessions fall from their peak; "shooters", how many
                hands they last.
            ax: a Matplotlib Axes to draw on instead, in your style. Of "final" it shows the chart without the
                quantiles below; of "paths", the band around eight in ten sessions and their median.
            label: its words in a legend; without it the name of the system.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if there is nothing to draw, the file cannot be written, or arguments do not go
                together.
        """
        own = plots.own_axes(ax, path, label, self.system)
        return self._draw(own, self._first_picture if shown is None else shown, path)

    def _draw(self, own: "plots.OwnAxes | None", shown: str, path: str | Path | None) -> "Figure | Axes":
        """Draw a picture on the Axes of a caller, or apart."""
        raise NotImplementedError

    def _draw_end(
        self, own: "plots.OwnAxes | None", shown: str, subtitle: str, path: str | Path | None
    ) -> "Figure | Axes":
        """Draw the final bankroll or, for "ruin", when ruin comes: on the Axes of a caller, or apart."""
        plan = self.plan
        if shown == "final":
            place = own or self._heading("What is taken home", subtitle, path)
            return plots.final(place, self.final, plan.bankroll, goal=plan.goal)
        length = plan.count if self.ruin_counted == plan.counted else None
        ruin = plots.Ruin(self.ruin_when, self.p_ruin_or_floor, self.ruin_counted, length, plan.ruin_word)
        return plots.ruin_when(own or self._heading(f"When {ruin.word} comes", subtitle, path), ruin)

    def _repr_html_(self) -> str:
        plan, final = self.plan, self.final
        rows = [
            ("ends", self._ends_in_words()),
            ("ahead", f"{self.p_ahead:.2%}"),
            ("taken home", f"{final.mean / 100:,.2f} ± {final.sd / 100:,.2f} (sd)"),
            ("median", f"{final.quantile(0.5) / 100:,.2f}"),
            ("throws", f"{self.throws:,.1f}"),
        ]
        head = f"{self.system}, {self.house}: {plan.bankroll / 100:,.2f} dollars, {plan.length}"
        costs = [
            (wager.wager, f"{wager.action / 100:,.2f}", f"{wager.cost / 100:,.2f}", f"{wager.edge:.3%}")
            for wager in self.wagers
        ]
        return html((), rows, head) + html(("wager", "action", "cost", "edge"), costs)


# Solved exactly.


class StreakData(Data, frozen=True, kw_only=True):
    """The longest run of a session: `at_least` has the chances of 1 or more, 2 or more, and so on."""

    mean: float
    at_least: list[float]

    @classmethod
    def of_longest(cls, longest: "Distribution") -> "StreakData":
        """The chances of a longest run."""
        lengths = range(1, int(longest.values[-1]) + 1)
        return cls(mean=longest.mean, at_least=[longest.p_above(length - 1) for length in lengths])


class StreaksData(Data, frozen=True, kw_only=True):
    """The longest runs: throws that lost or won money, seven-outs, and points made in a row."""

    losses: StreakData
    wins: StreakData
    seven_outs: StreakData
    points_made: StreakData


@dataclass(frozen=True, eq=False)
class Streaks:
    """The distribution of the longest run of each kind, until the player leaves.

    What counts is what systems count, such as `after 3 losses` or `after 2 seven_outs in a row`.

    Attributes:
        losses: throws in a row that lost money, all wagers together. A throw that neither wins nor loses
            neither adds to a run nor breaks it.
        wins: throws in a row that won money.
        seven_outs: seven-outs in a row, with no point made between them, of whichever shooters.
        points_made: points made in a row, with no seven-out between them.
    """

    losses: "Distribution"
    wins: "Distribution"
    seven_outs: "Distribution"
    points_made: "Distribution"

    def each(self) -> "dict[str, Distribution]":
        """The distributions by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def to_data(self) -> StreaksData:
        """The same for programs."""
        return StreaksData(**{name: StreakData.of_longest(one) for name, one in self.each().items()})


class SessionData(FiguresData, frozen=True, kw_only=True, tag="bankcraps.session/3"):
    """A session solved exactly; `error_bound` bounds the error of every probability.

    The others bound the errors of `mean_cents`, `sd_cents` and `cost_cents`, and are null where unknown.
    `drawdown` is the largest fall from the highest sum so far; it, `covariances`, `streaks` and `by_rule` are
    there if asked for.
    """

    error_bound: float
    mean_bound_cents: float | UnsetType | None = UNSET
    sd_bound_cents: float | UnsetType | None = UNSET
    cost_bound_cents: float | UnsetType | None = UNSET
    drawdown: MoneyData | UnsetType = UNSET
    covariances: Covariances | UnsetType = UNSET
    streaks: StreaksData | UnsetType = UNSET
    by_rule: tuple[RuleCost, ...] | UnsetType = UNSET


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Session(SessionFigures):
    """The exact answer to a plan. Money is in cents.

    Attributes:
        error_bound: the largest possible error of the probability of an end or of a sum taken home.
        mean_bound, sd_bound, cost_bound: the largest possible errors of `final.mean`, `final.sd` and `cost`,
            in cents. None where what can be taken home has no known limit: for some systems that stop by
            themselves, and for systems that look at their money and can come to own more than their chain
            holds.
        drawdown: the most by which what is owned falls below its highest so far, before any throw's betting;
            None if it was not asked for.
        covariances: the covariances of the results of the wagers; None if that was not asked for.
        streaks: the longest runs of losses, wins, seven-outs and points made; None if not asked for.
        by_rule: the number of times that each rule of the system fires, and its cost; None if not asked for.
        extremes_on_request: whether `highest` and `lowest` are None only because they take long to solve:
            `extremes=True` adds them.
    """

    error_bound: float
    mean_bound: float | None = None
    sd_bound: float | None = None
    cost_bound: float | None = None
    drawdown: "Distribution | None" = None
    covariances: Covariances | None = None
    streaks: Streaks | None = None
    by_rule: tuple[RuleCost, ...] | None = None
    extremes_on_request: bool = False

    def _draw(self, own: "plots.OwnAxes | None", shown: str, path: str | Path | None) -> "Figure | Axes":
        if shown not in ("final", "ruin"):
            raise BankcrapsError(f"a session draws 'final' or 'ruin', not {shown!r}")
        if shown == "ruin" and self.ruin_when is None and self.p_ruin_or_floor:
            if self.p_ruin_or_floor < KNOWN_ABOVE * self.error_bound:
                raise BankcrapsError(
                    f"the chance of ruin, {self.p_ruin_or_floor:.1g}, is too near to the error bound, "
                    f"{self.error_bound:.1g}, to say when ruin comes"
                )
            raise BankcrapsError("the time of ruin takes too long to solve here: give the session a length")
        return self._draw_end(own, shown, "exact", path)

    def _columns(self) -> Mapping[str, object]:
        """The distribution of what is taken home: `final_cents` and `chance`."""
        return {**self._asked(), "final_cents": self.final.values, "chance": self.final.chances}

    def to_dict(self, *, distribution: bool = False) -> JsonObject:
        """Return the output of `bankcraps session --json` as a dict."""
        return self.to_data(distribution=distribution).to_dict()

    def to_data(self, *, distribution: bool = False) -> SessionData:
        """The same, typed."""
        further = FigureOptions.__annotations__.keys() & vars(self).keys()
        told = {name: UNSET if (one := getattr(self, name)) is None else _told(one) for name in further}
        told |= self.shared_data(distribution=distribution)
        return SessionData.of(self, self.plan, self.final, **told)


class EndlessSessionData(Result, frozen=True, kw_only=True, tag="bankcraps.endless_session/2"):
    """A session without goal and length that lasts infinitely many throws on average.

    It ends in ruin or below the floor with `p_ruin_or_floor`, and otherwise never.
    """

    system: str
    bankroll_cents: int
    floor_cents: int
    let_it_ride: bool
    p_ruin_or_floor: float
    p_never: float
    gain_per_throw_cents: float
    error_bound: float


@dataclass(frozen=True, kw_only=True)
class EndlessSession(Tabular, OfASystem):
    """The exact answer to a plan without goal and length where the player does not lose in the long run.

    In a fair game ruin is certain. In a favourable one the player escapes it with some probability, and the
    session never ends.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the bankroll, and the floor if there is one.
        p_ruin_or_floor: the probability of leaving with too little for the next wager, or below the floor.
        gain_per_throw: the sum that the player wins in a throw in the long run, in cents; 0 in a fair game.
        error_bound: the largest possible error of the probability.
    """

    throws: ClassVar[float] = inf
    """Expected throws until the player leaves."""

    p_ruin_or_floor: float
    gain_per_throw: float
    error_bound: float

    @property
    def p_never(self) -> float:
        """The probability that the session never ends."""
        return 1.0 - self.p_ruin_or_floor

    def _columns(self) -> Mapping[str, object]:
        """One row."""
        figures = ("p_ruin_or_floor", "p_never", "gain_per_throw_cents", "error_bound")
        return {**self._asked(), **by_column(figures, [self.to_dict()])}

    def to_dict(self) -> JsonObject:
        """Return the output of `bankcraps session --json` as a dict."""
        return self.to_data().to_dict()

    def to_data(self) -> EndlessSessionData:
        """The same, typed."""
        return EndlessSessionData.of(self, self.plan)


def quantiles(distribution: "Distribution") -> dict[str, int]:
    """The usual quantiles, by share."""
    return {f"{q:g}": value for q, value in zip(QUANTILES, distribution.quantiles(QUANTILES), strict=True)}


def _told(figure: Any) -> Any:  # noqa: ANN401 - a figure of any kind
    """A figure as JSON has it: a distribution is one of money, in short."""
    if hasattr(figure, "to_data"):
        return figure.to_data()
    return MoneyData.of(figure, quantiles_cents=quantiles(figure)) if hasattr(figure, "quantiles") else figure
