"""Simulate a question: many sessions on seeded dice, by kernels or stepwise, here or on a cluster."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack, cast

from bankcraps.chips import Money
from bankcraps.errors import BankcrapsError, whole_number
from bankcraps.question import Question, QuestionOptions, ask, check_options
from bankcraps.rulebook.schema import Rulebook
from bankcraps.simulation.pace import pace, warned
from bankcraps.simulation.reports.simulation import Simulation
from bankcraps.simulation.runs.chunks import Summable
from bankcraps.simulation.runs.workers import Workers, play_chunks
from bankcraps.simulation.simulator import Simulator, StepwiseSimulator, simulator
from bankcraps.strategy.policy import Policy

if TYPE_CHECKING:
    from bankcraps.simulation.reports.parquet import SessionRows
    from bankcraps.simulation.runs.workers import Run

__all__ = [
    "DEFAULT_SESSIONS",
    "MAX_SESSIONS",
    "RunOptions",
    "SimulationOptions",
    "play",
    "run_options",
    "simulate",
]

DEFAULT_SESSIONS: Final = 100_000
MAX_SESSIONS: Final = 10**10

_MANY_WORKERS: Final = 64
"""This many workers are never too many; beyond that, eight to a processor."""


@dataclass(frozen=True)
class RunOptions:
    """How a simulation is carried out. Only the seed and the sessions change a figure.

    Attributes:
        sessions: how many to play.
        seed: the seed of the dice. Session N of a seed is always the same session.
        workers: processes on this machine.
        dask: the address of a Dask scheduler whose workers play instead.
        paths: whether to follow whole paths: drawdowns, streaks, and what each wager costs.
        threads: whether workers are threads of this process, which start at once.
        parquet: the path of a file for every session with its metrics.
        finished: called with the result of each chunk of sessions as it is finished.
        warn: called before sessions are played stepwise, with the reason, the rate and an estimate of the
            time; a `StepwiseWarning` if not given.
    """

    sessions: int = DEFAULT_SESSIONS
    seed: int = 0
    workers: int = 1
    dask: str | None = None
    paths: bool = True
    threads: bool = False
    parquet: str | Path | None = None
    finished: Callable[[Summable], None] | None = None
    warn: Callable[[str], None] = warned

    def __post_init__(self) -> None:
        """Refuse options that mean nothing.

        Raises:
            BankcrapsError: with the reason.
        """
        sessions, workers = whole_number("sessions", self.sessions), whole_number("workers", self.workers)
        seed = whole_number("a seed", self.seed)
        for field, value in (("sessions", sessions), ("workers", workers), ("seed", seed)):
            object.__setattr__(self, field, value)  # NumPy's whole numbers become Python's
        self._require_names()
        if sessions < 1:
            raise BankcrapsError(f"a simulation is of one session at least, not {sessions}")
        if sessions > MAX_SESSIONS:
            raise BankcrapsError(f"a simulation is of {MAX_SESSIONS:,} sessions at most, not {sessions:,}")
        if self.parquet is not None and not self.paths:
            raise BankcrapsError("a file of sessions holds what whole paths tell: leave paths on")
        if workers < 1:
            raise BankcrapsError(f"a simulation has one worker at least, not {workers}")
        most = max(_MANY_WORKERS, 8 * (os.cpu_count() or 1))
        if workers > most:
            raise BankcrapsError(f"a simulation has {most} workers on this machine at most, not {workers}")
        if self.dask is not None and (workers > 1 or self.threads):
            raise BankcrapsError("the workers at a Dask address play alone: leave workers and threads out")
        if not 0 <= seed < 2**64:
            raise BankcrapsError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")

    def _require_names(self) -> None:
        for name in ("dask", "parquet"):
            given = getattr(self, name)
            if given is not None and not str(given).strip():
                raise BankcrapsError(f"{name} is given without a name: say one, or leave it out")

    def warn_if_stepwise(self, one: Simulator) -> None:
        """Warn before slow play begins."""
        if isinstance(one, StepwiseSimulator):
            self.warn(pace(one, self.sessions, self.seed, self.workers))

    @property
    def pool(self) -> Workers:
        """Who plays."""
        return Workers(self.workers, self.threads, self.dask)


class SimulationOptions(QuestionOptions, total=False):
    """The table, the length of a session, and how to play: as in `explore`, `session` and `RunOptions`."""

    sessions: int
    seed: int
    workers: int
    dask: str | None
    paths: bool
    threads: bool
    parquet: str | Path | None


def simulate(
    book: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    **options: Unpack[SimulationOptions],
) -> Simulation:
    """Play many sessions of a system on seeded dice.

    >>> from bankcraps import simulate
    >>> played = simulate("nsw", "pass", bankroll=100, throws=100, sessions=1000, seed=7)
    >>> played.sessions, round(sum(played.ends.values()), 12)
    (1000, 1.0)

    Args:
        book: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankroll: what the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: the length, one of `throws`, `decisions`, `shooters` and `until_settled`; with a goal it may
            be left out. The table, `limits` and `chip`; and how to play: `sessions`, `seed`, `workers`,
            `threads`, `dask`, `paths` and `parquet`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    how, asked = run_options(options)
    return play(ask(book, system, bankroll, goal, floor, **asked), how)


def run_options(options: SimulationOptions) -> tuple[RunOptions, QuestionOptions]:
    """How to play, from the options of `simulate` and `compare`, and the options left for `ask`.

    Raises:
        BankcrapsError: for an option that does not exist or means nothing.
    """
    check_options(options, SimulationOptions.__annotations__)
    asked = {name: value for name, value in options.items() if name in QuestionOptions.__annotations__}
    how: dict[str, Any] = {name: value for name, value in options.items() if name not in asked}
    return RunOptions(**how), cast("QuestionOptions", asked)


def play(question: Question, how: RunOptions) -> Simulation:
    """Play sessions of a question: by the kernels, or stepwise if no chain holds it.

    Raises:
        BankcrapsError: for a plan that cannot be played, an address without an answer, or a file that
            cannot be written.
    """
    one = simulator(question)
    how.warn_if_stepwise(one)
    if how.parquet is None:
        work = one.work(how.seed, paths=how.paths)
        run = play_chunks(work, one.chunks(how.sessions), how.pool, finished=how.finished)
        totals, interrupted = run.totals, run.interrupted
    else:
        kept = _play_and_write(one, how, how.parquet)
        totals, interrupted = kept.totals.totals, kept.interrupted
    if not totals.sessions:
        raise BankcrapsError("stopped before any session was finished: there is nothing to tell")
    units, costs = (one.unit, one.offset), one.costs(totals)
    return Simulation.of(question, how.seed, totals, units, costs, interrupted=interrupted, note=one.note)


def _play_and_write(one: Simulator, how: RunOptions, path: str | Path) -> "Run[SessionRows]":
    """Play, and write every session to a file."""
    from bankcraps.simulation.reports.parquet import (  # noqa: PLC0415 - Arrow loads slowly
        SessionRowsWork,
        parquet_writer,
    )

    with parquet_writer(path, one) as write:

        def finished(rows: "SessionRows") -> None:
            write(rows)
            if how.finished is not None:
                how.finished(rows)

        work = SessionRowsWork(one, how.seed)
        return play_chunks(work, one.chunks(how.sessions), how.pool, finished=finished)
