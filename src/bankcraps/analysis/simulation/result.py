"""The result of a simulation: its figures with their standard errors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import expm1, inf, isfinite, log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, overload

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis import plots
from bankcraps.analysis.question import Question
from bankcraps.analysis.results.as_json import MetricData, SimulateData, TrajectoriesData
from bankcraps.analysis.results.costs import PerShooter
from bankcraps.analysis.results.session import QUANTILES, OfASystem, SessionFigures, ThrowsData, quantiles
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.parquet import session_table
from bankcraps.analysis.simulation.simulators import Simulator, choose_simulator
from bankcraps.analysis.simulation.totals import RUIN_THROWS, Histogram, Totals, ranks_around
from bankcraps.errors import BankcrapsError, quoted, whole_number
from bankcraps.support.distribution import Distribution
from bankcraps.support.probabilities import share_of_one
from bankcraps.support.results import Equal, JsonObject
from bankcraps.support.tabular import ArrowTable, Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Trajectories(Equal, Tabular, OfASystem):
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
            **self._asked(),
            "session": np.repeat(numbers, lengths),
            "throw": np.concatenate([np.arange(length) for length in lengths]),
            "owned_cents": np.concatenate(self.paths),
        }

    def to_dict(self) -> JsonObject:
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
        which = f"session {self.first:,}" if self.first else f"the first {len(self.paths):,} sessions"
        own = plots.own_axes(ax, path, label, self.system)
        said = subtitle or f"{which} of seed {self.seed}"
        place = own or self._heading("The course of sessions", said, path)
        return plots.fan(place, self.paths, self.plan.bankroll, goal=self.plan.goal)


Z95: Final = 1.959963984540054
"""Standard errors on either side of a figure for a confidence of 95 %."""

_TAILS: Final = {
    "drawdown": ("How deep sessions fall", "deepest drawdown, in dollars"),
    "shooters": ("How many hands sessions last", "shooters' hands ended"),
}
"""The pictures of one metric: their titles, and what the axis counts."""

PICTURES: Final = ("paths", "final", "ruin", *_TAILS)

_MEANS: Final = ("final", "highest", "lowest")

_MAX_DRAWN_SUMS: Final = 4_000_000
"""The most sums of money in a picture of paths."""

_MIN_DRAWN: Final = 20
"""The fewest sessions drawn, even if they have more sums than that."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Simulation(SessionFigures):
    """The results of many sessions. Money is in cents; a probability is a share of the sessions played.

    Attributes:
        question: the house, the system and the plan.
        seed: the sessions are number 0 and on of this seed.
        totals: exact histograms and counts, in units of money.
        unit: cents in a unit of money.
        metrics: the distribution of each metric that only whole paths tell, by name: `drawdown` and `action`
            in cents, `streak`, `under_water`, `decisions` and `shooters` in numbers; empty without paths.
        interrupted: whether it was stopped before all sessions were played.
        note: a remark for readers about how it was played; empty for nothing.
    """

    question: Question = field(compare=False)
    seed: int
    totals: Totals
    unit: int
    metrics: Mapping[str, Distribution] = field(default_factory=dict[str, Distribution])
    interrupted: bool = False
    note: str = ""

    _first_picture: ClassVar[str] = "paths"

    @staticmethod
    def of(simulator: Simulator, seed: int, totals: Totals, *, interrupted: bool = False) -> "Simulation":
        """The figures of the totals of sessions that a simulator played."""
        question, unit, offset = simulator.question, simulator.unit, simulator.offset
        histograms, costs = totals.histograms, simulator.costs(totals)
        shares = {
            name: count / totals.sessions for name, count in zip(metric.END_NAMES, totals.ends, strict=True)
        }
        ruin = histograms[RUIN_THROWS]
        final, highest, lowest = (_distribution(histograms[name], unit, offset) for name in _MEANS)
        return Simulation(
            house=question.book.spec,
            system=question.system.name,
            plan=question.plan,
            ends={
                name: share
                for name, share in shares.items()
                if share or name in metric.END_NAMES[:3] or (name == "floor" and question.plan.floor)
            },
            final=final,
            throws=float(histograms["throws"].mean()),
            throws_sd=_distribution(histograms["throws"], 1, 0).sd,
            ruin_when=_distribution(ruin, 1, 0) if ruin.size else None,
            ruin_counted="throws",
            wagers=costs.wagers,
            refused=costs.refused,
            highest=highest,
            lowest=lowest,
            question=question,
            seed=seed,
            totals=totals,
            unit=unit,
            metrics={
                name: _distribution(histograms[name], unit if name == "drawdown" else 1, 0)
                for name in metric.NAMES[metric.FAST :]
                if name in histograms
            },
            interrupted=interrupted,
            note=simulator.note,
        )

    def _remark(self) -> str:
        stopped = f"; stopped after {self.sessions:,} sessions" if self.interrupted else ""
        return super()._remark() + stopped

    @property
    def sessions(self) -> int:
        """The number of sessions played."""
        return self.totals.sessions

    @property
    def per_shooter(self) -> PerShooter | None:
        """Averages over shooters' hands; None without paths, or if no hand was ended."""
        if "shooters" not in self.metrics or not (hands := self.metrics["shooters"].mean):
            return None
        decisions, action = self.metrics["decisions"].mean, self.metrics["action"].mean
        cost = self.plan.bankroll - self.final.mean
        return PerShooter(hands, self.throws / hands, decisions / hands, action / hands, cost / hands)

    def error(self, share: float) -> float:
        """The standard error of a share of the sessions.

        It is that of four more sessions, two of them with the share: otherwise it is too small for what
        happened only a few times (Agresti and Coull, 1998). A share that was never seen has `unseen`.
        """
        many = self.sessions + 4
        share = (share_of_one(share) * self.sessions + 2) / many
        return sqrt(share * (1.0 - share) / many)

    @property
    def unseen(self) -> float:
        """The chance of an end that was never seen is below this, with 95 % confidence; about 3/sessions."""
        return -expm1(log(0.05) / self.sessions)

    @property
    def edge_error(self) -> float | None:
        """The standard error of the edge of all wagers together; None without paths, or without action.

        The edge is a ratio of two means: the cost less the edge times the action is what varies.
        """
        if not self.action:
            return None
        if self.sessions == 1:
            return inf
        edge = Fraction(self.cost / self.action)  # what is taken home is in units, action in cents
        variance = self.totals.residual_variance(edge / self.unit)
        return self.unit * sqrt(variance / self.sessions) / self.action

    @property
    def mean_error(self) -> float:
        """The standard error of the mean of what is taken home, in cents."""
        return self.error_of_mean("final")

    @property
    def sd_error(self) -> float:
        """The standard error of the standard deviation of what is taken home, in cents."""
        final = self.final
        if not final.sd:
            return 0.0
        fourth = float((final.values - final.mean) ** 4 @ final.chances)
        return sqrt(max(0.0, fourth - final.sd**4) / self.sessions) / (2.0 * final.sd)

    @property
    def throws_error(self) -> float:
        """The standard error of the mean number of throws."""
        return sqrt(self.totals.histograms["throws"].variance() / self.sessions)

    @property
    def action_error(self) -> float | None:
        """The standard error of the mean action of a session, in cents; None without paths."""
        action = self.totals.histograms.get("action")
        return None if action is None else sqrt(action.variance() / self.sessions)

    def error_of_mean(self, name: str) -> float:
        """The standard error of the mean of `final`, `highest` or `lowest`, in cents; infinite for one."""
        if name not in _MEANS:
            raise BankcrapsError(f"there are means of {', '.join(_MEANS)}, not of {quoted(name)}")
        if self.sessions == 1:
            return inf
        return self.unit * sqrt(self.totals.histograms[name].variance() / self.sessions)

    @property
    def skewed(self) -> tuple[str, ...]:
        """The means that a few sessions decide, so that their standard errors are too small; more would help.

        A mean of independent values is near enough to normal if there are more than 25 times the square of
        their skewness (Cochran, *Sampling Techniques*, 1977).
        """
        throws = _distribution(self.totals.histograms["throws"], 1, 0)
        means = {name: getattr(self, name) for name in _MEANS} | {"throws": throws}
        means |= {name: found for name, found in self.metrics.items() if name == "action"}
        return tuple(name for name, one in means.items() if 25 * (one.skew or 0.0) ** 2 > self.sessions)

    def quantile_interval(self, q: float) -> tuple[int, int | None]:
        """The sums between which a quantile of the final bankroll lies, with 95 % confidence, in cents.

        With few sessions the first may be 0, below which nobody comes, and the second None: no bound is sure.
        """
        low, high = ranks_around(share_of_one(q), self.sessions)
        upto = np.cumsum(self.totals.histograms["final"].counts)
        least, most = (int(np.searchsorted(upto, rank)) for rank in (low, high))
        values = self.final.values.tolist()
        return values[least] if low else 0, values[most] if high <= self.sessions else None

    def trajectories(self, sessions: int | None = None) -> Trajectories:
        """The first sessions played again, throw by throw; as many as a picture holds if no number is given.

        Raises:
            BankcrapsError: if that is more than were played, or less than one.
        """
        one = choose_simulator(self.question)
        longest = int(self.totals.histograms["throws"].values[-1]) + 1
        if sessions is None:
            fits = max(_MIN_DRAWN, _MAX_DRAWN_SUMS // longest)
            sessions = min(self.sessions, one.max_trajectories, fits)
        elif not 1 <= whole_number("sessions", sessions) <= self.sessions:
            raise BankcrapsError(f"{self.sessions:,} sessions were played, not {sessions:,}")
        paths = tuple(one.trajectories(self.seed, sessions))
        return Trajectories(self.house, self.system, self.plan, self.seed, paths)

    def path(self, session: int) -> Trajectories:
        """One session played again, throw by throw, however long it is.

        Args:
            session: its number, from 0.

        Raises:
            BankcrapsError: if it was not played.
        """
        if not 0 <= whole_number("a session's number", session) < self.sessions:
            raise BankcrapsError(f"sessions 0 to {self.sessions - 1:,} were played, and not {session:,}")
        paths = tuple(choose_simulator(self.question).trajectories(self.seed, 1, session))
        return Trajectories(self.house, self.system, self.plan, self.seed, paths, session)

    def each_session(self) -> ArrowTable:
        """Every session with its metrics as a row; the sessions are played again.

        The columns are those of the file that `simulate(..., parquet=FILE)` writes.

        Raises:
            BankcrapsError: if the run was interrupted, so that not all of the first sessions were played.
        """
        if self.interrupted:
            raise BankcrapsError("this run was interrupted: simulate fewer sessions to have each of them")
        return session_table(choose_simulator(self.question), self.seed, self.sessions)

    def to_dict(self, *, distribution: bool = False) -> JsonObject:
        """Return the output of `bankcraps simulate --json` as a dict. Standard errors' keys end in `_se`."""
        return self.to_data(distribution=distribution).to_dict()

    def to_data(self, *, distribution: bool = False) -> SimulateData:
        """The same, typed."""
        told = self.shared_data(distribution=distribution)
        told["throws"] = ThrowsData(mean=self.throws, se=self.throws_error)
        if self.action_error is None:  # only whole paths tell what was wagered; the cost is known without
            told |= {"action_cents": None, "wagers": None, "refusals": None}
            told["cost_cents"] = self.plan.bankroll - self.final.mean
        mean_error = _finite(self.mean_error)
        return SimulateData.of(
            self,
            self.plan,
            self.final,
            **told,
            unseen_95=self.unseen,
            edge_se=self.edge_error and _finite(self.edge_error),
            ends_se={name: self.error(share) for name, share in self.ends.items()},
            mean_se_cents=mean_error,
            sd_se_cents=self.sd_error,
            highest_se_cents=_finite(self.error_of_mean("highest")),
            lowest_se_cents=_finite(self.error_of_mean("lowest")),
            p_ahead_se=self.error(self.p_ahead),
            action_se_cents=self.action_error,
            cost_se_cents=mean_error,
            skewed=self.skewed,
            quantiles_95_cents={f"{q:g}": self.quantile_interval(q) for q in QUANTILES},
            metrics={name: _metric_data(name, found) for name, found in self.metrics.items()},
        )

    def each_wager(self) -> ArrowTable:
        """The mean action and cost of each wager, a row each; the costliest first.

        Raises:
            BankcrapsError: without paths, which alone tell what was wagered.
        """
        if self.action_error is None:
            raise BankcrapsError("only whole paths tell what each wager cost: simulate with paths")
        return super().each_wager()

    def _columns(self) -> Mapping[str, object]:
        """Money taken home: `final_cents`, how many `sessions` took it home, and their `share`."""
        return {
            **self._asked(),
            "final_cents": self.final.values,
            "sessions": self.totals.histograms["final"].counts,
            "share": self.final.chances,
        }

    def _draw(self, own: "plots.OwnAxes | None", shown: str, path: str | Path | None) -> "Figure | Axes":
        how = f"{self.sessions:,} sessions of seed {self.seed}"
        if shown == "paths":
            sampled = self.trajectories()
            said = f"the first {len(sampled):,} of {how}"
            place = own or self._heading("The course of sessions", said, path)
            return plots.fan(place, sampled.paths, self.plan.bankroll, goal=self.plan.goal)
        if shown in ("final", "ruin"):
            return self._draw_end(own, shown, how, path)
        if shown not in PICTURES:
            names = ", ".join(repr(name) for name in PICTURES)
            raise BankcrapsError(f"there are pictures of {names}, not of {shown!r}")
        if shown not in self.metrics:
            raise BankcrapsError(f"a picture of {shown!r} needs whole paths: simulate with paths")
        title, axis = _TAILS[shown]
        found, in_cents = self.metrics[shown], shown in metric.MONEY
        return plots.tail(own or self._heading(title, how, path), found, axis, in_cents=in_cents)


def _metric_data(name: str, found: Distribution) -> MetricData:
    if name in metric.MONEY:
        return MetricData(mean_cents=found.mean, sd_cents=found.sd, quantiles_cents=quantiles(found))
    return MetricData(mean=found.mean, quantiles=quantiles(found))


def _finite(cents: float) -> float | None:
    return cents if isfinite(cents) else None


def _distribution(histogram: Histogram, unit: int, offset: int) -> Distribution:
    return Distribution(offset + unit * histogram.values, histogram.counts / histogram.size)
