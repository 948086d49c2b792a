"""Several systems of one house side by side: solved exactly if that is quick, and played on the same dice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis import plots
from bankcraps.analysis.chain.exploration import ChainError
from bankcraps.analysis.exact.budget import NeverEndsError, TooLargeError
from bankcraps.analysis.exact.sessions import is_quick, solve
from bankcraps.analysis.exact.solution import problem
from bankcraps.analysis.lab_options import SimulationOptions
from bankcraps.analysis.question import Question, ask, explored_far_enough
from bankcraps.analysis.results import as_json as data
from bankcraps.analysis.results.session import EndlessSession, Session, SessionFigures, asked
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation import simulate
from bankcraps.analysis.simulation.result import Z95, Simulation
from bankcraps.analysis.simulation.simulators import Simulator
from bankcraps.analysis.simulation.totals import Chunk, Finished, Histogram, ToldOnce, Totals
from bankcraps.analysis.simulation.workers import play_chunks
from bankcraps.errors import BankcrapsError, require_list, whole_number
from bankcraps.game.chips import Money
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import Policy
from bankcraps.support.pictured import Pictured, Sketch
from bankcraps.support.results import Equal, JsonObject
from bankcraps.support.tabular import Tabular, html


@dataclass(frozen=True, eq=False)
class PairedTotals:
    """The totals of several systems on the same dice.

    Attributes:
        each: the totals of each system.
        differences: for each system after the first, the histogram of what it took home less what the first
            did, in cents.
        above: (systems, systems) int64, the sessions in which one system took home more than another.
    """

    each: tuple[Totals, ...]
    differences: tuple[Histogram, ...]
    above: NDArray[np.int64]

    @property
    def sessions(self) -> int:
        """The number of sessions played."""
        return self.each[0].sessions

    @property
    def throws(self) -> int:
        """Throws in all sessions of all systems before leaving."""
        return sum(totals.throws for totals in self.each)

    def __add__(self, other: "PairedTotals") -> "PairedTotals":
        """Both together."""
        return PairedTotals(
            tuple(mine + theirs for mine, theirs in zip(self.each, other.each, strict=True)),
            tuple(mine + theirs for mine, theirs in zip(self.differences, other.differences, strict=True)),
            self.above + other.above,
        )

    def difference(self, number: int) -> tuple[Fraction, float]:
        """Return system `number`'s mean gain over the first and its standard error, in cents taken home."""
        difference = self.differences[number - 1]
        return difference.mean(), sqrt(difference.variance() / difference.size)


@dataclass(frozen=True, eq=False)
class PairedWork:
    """Several systems on the dice of a seed."""

    simulators: Sequence[Simulator]
    seed: int

    def __call__(self, chunk: Chunk) -> PairedTotals:
        """A chunk of sessions of each."""
        played = [one.work(self.seed).metrics(chunk) for one in self.simulators]
        home = [
            one.offset + one.unit * metrics[metric.FINAL]
            for one, (metrics, _) in zip(self.simulators, played, strict=True)
        ]
        return PairedTotals(
            tuple(totals for _, totals in played),
            tuple(Histogram.of(other - home[0]) for other in home[1:]),
            np.array([[np.count_nonzero(one > other) for other in home] for one in home], np.int64),
        )

    def chunks(self, sessions: int) -> list[Chunk]:
        """Chunks as small as the slowest system needs."""
        return max((one.chunks(sessions) for one in self.simulators), key=len)


_MIN: Final = 2
"""The fewest systems, and the fewest sessions, of a comparison."""


@dataclass(frozen=True, eq=False)
class ComparedSystem(Equal):
    """One system of a comparison. Money is in cents.

    Attributes:
        system: its name.
        exact: its exact session, or None if it was not solved.
        played: its sessions, on the same dice as those of the others.
        difference: the difference between what it and what the first system take home, on average over the
            sessions played.
        difference_error: the standard error of that.
        above: for each of the systems, the share of the sessions in which this one takes home more.
    """

    system: str
    exact: Session | None
    played: Simulation
    difference: float
    difference_error: float
    above: tuple[float, ...]

    @property
    def best(self) -> SessionFigures:
        """The exact figures if they are known, or those of the sessions played."""
        return self.exact or self.played

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the expected difference, in cents."""
        apart = Z95 * self.difference_error
        return self.difference - apart, self.difference + apart


@dataclass(frozen=True, eq=False, repr=False)
class SystemComparison(Equal, Pictured, Tabular):
    """Systems side by side; the others are measured by the first.

    `plot` draws them. Your own Axes must be empty; it shows the first panel, the final bankrolls, each system
    in a colour of its own. A legend names the systems: give no label.

    Attributes:
        house: the rulebook's id, with its options.
        plan: the bankroll, and when the player leaves.
        seed: whose dice.
        systems: in the order asked.
        interrupted: whether it was stopped before all sessions were played.
    """

    house: str
    plan: Plan
    seed: int
    systems: tuple[ComparedSystem, ...]
    interrupted: bool

    def __repr__(self) -> str:
        """Write it in a line."""
        stopped = f"; stopped after {self.systems[0].played.sessions:,} sessions" if self.interrupted else ""
        return f"<SystemComparison of {', '.join(one.system for one in self.systems)}, {self.house}{stopped}>"

    def exact_difference(self, number: int) -> float | None:
        """The exact gain of system `number` over the first in cents taken home; None if not known."""
        number = whole_number("a system's number", number)
        if not 0 <= number < len(self.systems):
            raise BankcrapsError(f"the systems are numbered from 0 to {len(self.systems) - 1}, not {number}")
        first, other = self.systems[0].exact, self.systems[number].exact
        return None if first is None or other is None else other.final.mean - first.final.mean

    def to_dict(self, *, distribution: bool = False) -> JsonObject:
        """Return the output of `bankcraps compare --json` as a dict.

        Args:
            distribution: whether to list every final bankroll of each system with its probability.
        """
        return data.CompareData.of(
            self,
            self.plan,
            sessions=self.systems[0].played.sessions,
            systems=[
                data.ComparedSystemData(
                    system=one.system,
                    exact=one.exact and one.exact.to_data(distribution=distribution),
                    played=one.played.to_data(distribution=distribution),
                    difference=data.DifferenceData(
                        exact_cents=self.exact_difference(number),
                        mean_cents=one.difference,
                        se_cents=one.difference_error,
                        interval_95_cents=one.interval,
                    ),
                    above=list(one.above),
                )
                for number, one in enumerate(self.systems)
            ],
        ).to_dict()

    def _columns(self) -> Mapping[str, object]:
        """A row for each system."""
        best = [one.best for one in self.systems]
        return {
            **asked(self.house, "", self.plan, self.seed),
            "system": [one.system for one in self.systems],
            "sessions": [one.played.sessions for one in self.systems],
            "exact": [one.exact is not None for one in self.systems],
            "p_ahead": [one.p_ahead for one in best],
            "p_ruin_or_floor": [one.p_ruin_or_floor for one in best],
            "mean_cents": [one.final.mean for one in best],
            "sd_cents": [one.final.sd for one in best],
            "difference_cents": [one.difference for one in self.systems],
            "difference_se_cents": [one.difference_error for one in self.systems],
            "difference_exact_cents": [self.exact_difference(number) for number in range(len(best))],
        }

    def _repr_html_(self) -> str:
        rows = [
            (
                one.system,
                f"{one.best.final.mean / 100:,.2f}",
                f"{one.best.final.sd / 100:,.2f}",
                f"{one.best.p_ruin_or_floor:.2%}",
                f"{one.difference / 100:+,.2f} ± {one.difference_error / 100:,.2f}" if number else "",
            )
            for number, one in enumerate(self.systems)
        ]
        return html(("system", "mean", "sd", self.plan.ruin_word, "against the first"), rows, self.house)

    def _sketch(self) -> Sketch:
        rows = [self._row(one) for one in self.systems]
        below = plots.caption(self.house, "", plots.played(self.plan))
        heading = plots.Heading("Systems side by side", "", below)
        return Sketch(heading, lambda place: plots.comparison(place, rows, self.plan.bankroll))

    def _row(self, one: ComparedSystem) -> "plots.Played":
        """A row of the picture: exact, or with confidence intervals from simulation."""
        if one.exact is not None:
            return plots.Played(one.system, one.exact.final)
        played = one.played
        mean, ahead = played.final.mean - self.plan.bankroll, played.p_ahead
        apart, off = Z95 * played.mean_error, Z95 * played.error(ahead)
        return plots.Played(
            one.system, played.final, (mean - apart, mean + apart), (ahead - off, ahead + off)
        )


def compare(
    house: Rulebook | str | Path,
    systems: Sequence[Policy | str],
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    **options: Unpack[SimulationOptions],
) -> SystemComparison:
    """Put systems side by side; the others are measured by the first.

    >>> from bankcraps import compare
    >>> found = compare("nsw", ["pass", "field"], bankroll=100, throws=50, sessions=1000)
    >>> found.exact_difference(1) < 0
    True

    Args:
        house: a rulebook, its id, or the path of a file.
        systems: two or more systems, each as in `simulate`.
        bankroll: the sum that the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: as in `simulate`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
        KeyboardInterrupt: after Ctrl-C. Only the command `compare` shows what is finished by then.
    """
    how, asked = simulate.read_options(options)
    require_list(systems, "systems are a list of two or more", (str, bytes))
    questions = [ask(house, each, bankroll, goal, floor, **asked) for each in systems]
    return simulate.unless_stopped(compare_questions(questions, how))


def compare_questions(
    questions: Sequence[Question],
    how: simulate.RunPlan,
    *,
    finished: Finished[SystemComparison] | None = None,
    warn: Callable[[str], None] = simulate.warned,
) -> SystemComparison:
    """Put systems of one house, with one plan, side by side.

    Args:
        questions: the systems; the others are measured by the first.
        how: the number of sessions, the seed, and the workers.
        finished: called as each chunk of sessions is finished, as in `play`.
        warn: called before sessions are played stepwise, as in `play`.

    Raises:
        BankcrapsError: for fewer than two systems, or a plan that one of them cannot play.
    """
    if len(questions) < _MIN:
        raise BankcrapsError("a comparison is of two systems at least")
    if how.sessions < _MIN:
        raise BankcrapsError("a comparison needs at least two sessions, because one session has no spread")
    if how.parquet is not None or not how.paths:
        raise BankcrapsError("a comparison follows whole paths and writes no file: leave out paths, parquet")
    exact = [_solved(question) for question in questions]
    told = ToldOnce(finished)

    def played(asked: Sequence[Question]) -> SystemComparison:
        # A comprehension would stand between a warning and who is warned.
        simulators = tuple(map(partial(simulate.simulator_for, how=how, warn=warn), asked))
        begun = told.begin()

        def found(totals: PairedTotals, *, interrupted: bool) -> SystemComparison:
            rows = zip(simulators, totals.each, exact, strict=True)
            systems = tuple(
                _compared(number, Simulation.of(one, how.seed, each, interrupted=interrupted), solved, totals)
                for number, (one, each, solved) in enumerate(rows)
            )
            first = asked[0]
            return SystemComparison(first.book.spec, first.plan, how.seed, systems, interrupted)

        def finish(chunk: PairedTotals, totals: PairedTotals) -> None:
            begun(chunk, lambda: found(totals, interrupted=True))

        work = PairedWork(simulators, how.seed)
        run = play_chunks(work, work.chunks(how.sessions), how, finished=finish)
        if not run.totals.sessions:
            raise KeyboardInterrupt(simulate.NOTHING_FINISHED)
        return found(run.totals, interrupted=run.interrupted)

    return explored_far_enough(questions, played)


def _compared(
    number: int, played: Simulation, solved: Session | None, totals: PairedTotals
) -> ComparedSystem:
    difference, error = totals.difference(number) if number else (0, 0.0)
    above = tuple(int(count) / totals.sessions for count in totals.above[number])
    return ComparedSystem(played.system, solved, played, float(difference), error, above)


def _solved(question: Question) -> Session | None:
    """The exact session if that takes seconds; otherwise the simulation has to do."""
    try:
        found = explored_far_enough([question], lambda far: _solved_quickly(far[0]))
    except (ChainError, TooLargeError, NeverEndsError):
        return None
    return found if isinstance(found, Session) else None


def _solved_quickly(question: Question) -> Session | EndlessSession | None:
    chain, plan = question.chain(), question.plan
    ready = problem(chain, plan.bankroll)
    return solve(chain, plan, extremes=False, ready=ready) if is_quick(ready, plan) else None
