"""Simulate a question: many sessions on seeded dice, by kernels or stepwise, here or on a cluster."""

import os
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Final, Protocol, Self, TypeVar, Unpack

from bankcraps.analysis import lab_options as lab
from bankcraps.analysis.question import Question, ask, explored_far_enough
from bankcraps.analysis.simulation.parquet import SessionRows, SessionRowsWork, parquet_writer
from bankcraps.analysis.simulation.result import Simulation
from bankcraps.analysis.simulation.simulators import Simulator, StepwiseSimulator, choose_simulator
from bankcraps.analysis.simulation.stepwise import play_session
from bankcraps.analysis.simulation.totals import Finished, Summable, ToldOnce, Totals
from bankcraps.analysis.simulation.workers import Workers, play_chunks
from bankcraps.errors import BankcrapsError, quoted, whole_number
from bankcraps.game.chips import Money
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.policy import Policy

MAX_SESSIONS: Final = 10**10

_MANY_WORKERS: Final = 64
"""This many workers are always allowed; beyond that, eight to a processor."""


@dataclass(frozen=True, kw_only=True)
class RunPlan(Workers):
    """The plan of a simulation: a field for each of the `RunOptions`, which say what it means."""

    sessions: int
    seed: int
    paths: bool
    parquet: str | Path | BytesIO | None

    @classmethod
    def of(cls, **options: Unpack[lab.RunOptions]) -> Self:
        """The plan that these options describe; what is left out has its default.

        Raises:
            BankcrapsError: for an option that means nothing, with the reason.
        """
        return cls(**lab.with_defaults(options, lab.RunOptions))

    def __post_init__(self) -> None:
        """Refuse meaningless options.

        Raises:
            BankcrapsError: with the reason.
        """
        for field, words in (("sessions", "sessions"), ("workers", "workers"), ("seed", "a seed")):
            # NumPy's whole numbers become Python's.
            object.__setattr__(self, field, whole_number(words, getattr(self, field)))
        sessions, workers, seed = self.sessions, self.workers, self.seed
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
            if name == "dask" and not isinstance(given, str | None):
                raise BankcrapsError(
                    f"dask is the address of a scheduler, such as 'tcp://10.0.0.1:8786', not the "
                    f"{type(given).__name__} {quoted(given)}; of a client it is client.scheduler.address"
                )
            if given is not None and not str(given).strip():
                raise BankcrapsError(f"{name} is given without a name: say one, or leave it out")


def read_options(options: lab.SimulationOptions) -> tuple[RunPlan, lab.QuestionOptions]:
    """The plan of a run, from the options of `simulate` and `compare`, and the options left for `ask`.

    Raises:
        BankcrapsError: for an option that does not exist or means nothing.
    """
    lab.check_options(options, lab.SimulationOptions)
    return RunPlan.of(**lab.picked(options, lab.RunOptions)), lab.picked(options, lab.QuestionOptions)


NOTHING_FINISHED: Final = "stopped before any session was finished"
STOPPED: Final = "stopped before all sessions were played"

_SAMPLED, _LONGEST_SAMPLE = 0.25, 2.0
"""Seconds of play from which the time of a stepwise run is estimated, and the most for one session."""

_MINUTES, _HOURS = 100, 5400
"""Seconds from which a time is written in minutes, and in hours."""

_CALLER: Final = 7
"""The stack level of the warning: the caller of `simulate` or `compare`."""


class StepwiseWarning(UserWarning):
    """Sessions are played throw by throw, which is slow; the message says what would be faster."""


def warned(said: str) -> None:
    """Warn in Python."""
    warnings.warn(said, StepwiseWarning, stacklevel=_CALLER)


def simulator_for(question: Question, how: RunPlan, warn: Callable[[str], None]) -> Simulator:
    """The simulator of a question; warns before slow play begins."""
    one = choose_simulator(question)
    if isinstance(one, StepwiseSimulator):
        warn(_pace(one, how))
    return one


def _pace(one: StepwiseSimulator, how: RunPlan) -> str:
    """The reason why sessions are played stepwise, what would change that, the speed, and the time it takes.

    The first sessions of the seed are played for a quarter of a second to see.
    """
    began, played, thrown = time.perf_counter(), 0, 0
    while played < how.sessions and (not played or time.perf_counter() - began < _SAMPLED):
        for _ in play_session(one.question, how.seed, played):
            thrown += 1
            if time.perf_counter() - began > _LONGEST_SAMPLE:
                break
        played += 1
    seconds = time.perf_counter() - began
    takes = _duration(seconds * how.sessions / played / how.workers)
    return (
        f"{one.question.system.name} is {one.note}. The table plays about {thrown / seconds:,.0f} throws a "
        f"second: {how.sessions:,} sessions take about {takes}. A system with a finite chain is some "
        "thousand times faster, and can be solved exactly."
    )


def _duration(seconds: float) -> str:
    """A time in words: `40 seconds`, `12 minutes`, `3.5 hours`."""
    if seconds < _MINUTES:
        return f"{max(1, round(seconds))} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < _HOURS else f"{seconds / 3600:,.1f} hours"


class _Interruptible(Protocol):
    @property
    def interrupted(self) -> bool: ...


Found = TypeVar("Found", bound=_Interruptible)


def simulate(
    house: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    **options: Unpack[lab.SimulationOptions],
) -> Simulation:
    """Play many sessions of a system on seeded dice.

    >>> from bankcraps import simulate
    >>> played = simulate("nsw", "pass", bankroll=100, throws=100, sessions=1000, seed=7)
    >>> played.sessions, round(sum(played.ends.values()), 12)
    (1000, 1.0)

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankroll: the sum that the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: the length, one of `throws`, `decisions`, `shooters` and `until_settled`; with a goal it may
            be left out. The table, `limits` and `chip`; whether players who leave `let_it_ride`; and how to
            play: `sessions`, `seed`, `workers`, `threads`, `dask`, `paths` and `parquet`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
        KeyboardInterrupt: after Ctrl-C. Only the command `simulate` shows what is finished by then.
    """
    how, asked = read_options(options)
    return unless_stopped(play(ask(house, system, bankroll, goal, floor, **asked), how))


def unless_stopped(found: Found) -> Found:
    """Return a result of all sessions; raise `KeyboardInterrupt` for that of some."""
    if found.interrupted:
        raise KeyboardInterrupt(STOPPED)
    return found


def play(
    question: Question,
    how: RunPlan,
    *,
    finished: Finished[Simulation] | None = None,
    warn: Callable[[str], None] = warned,
) -> Simulation:
    """Play sessions of a question: by the kernels, or stepwise if no chain holds it.

    Args:
        question: the house, the system and the plan of a session.
        how: the number of sessions, the seed, and the workers.
        finished: called with the result of each chunk of sessions as it is finished, and with a function that
            gives the result of all so far as if the run had been interrupted.
        warn: called before sessions are played stepwise, with the reason, the rate and an estimate of the
            time; a `StepwiseWarning` if not given.

    Raises:
        BankcrapsError: for a plan that cannot be played, an address without an answer, or a file that
            cannot be written.
        KeyboardInterrupt: if Ctrl-C came before any session was finished. Later, the result says that it is
            interrupted.
    """
    told = ToldOnce(finished)

    def played(asked: Sequence[Question]) -> Simulation:
        one, begun = simulator_for(asked[0], how, warn), told.begin()
        kept = how.parquet is not None
        work = SessionRowsWork(one.work(how.seed)) if kept else one.work(how.seed, paths=how.paths)
        with nullcontext() if how.parquet is None else parquet_writer(how.parquet, one, how.seed) as write:

            def finish(chunk: Totals, totals: Totals) -> None:
                if write is not None and chunk.rows is not None:
                    write(SessionRows(*chunk.rows))
                begun(chunk, lambda: Simulation.of(one, how.seed, totals, interrupted=True))

            run = play_chunks(work, one.chunks(how.sessions), how, finished=finish)
        if not run.totals.sessions:
            raise KeyboardInterrupt(NOTHING_FINISHED)
        return Simulation.of(one, how.seed, run.totals, interrupted=run.interrupted)

    return explored_far_enough([question], played)


def session_file(
    question: Question,
    how: RunPlan,
    most: int,
    *,
    finished: Finished[Simulation],
    warn: Callable[[str], None],
) -> bytes:
    """Play sessions of a question, and return the Parquet file that `play` writes where the plan names one.

    Args:
        question: the house, the system and the plan of a session.
        how: the number of sessions, the seed, and the workers.
        most: the most bytes of the file.
        finished: called as by `play`.
        warn: called before sessions are played stepwise, as by `play`.

    Raises:
        BankcrapsError: for a plan that cannot be played, or a file that would be larger.
    """
    file = BytesIO()

    def checked(chunk: Summable, so_far: Callable[[], Simulation]) -> None:
        if file.tell() > most:
            raise BankcrapsError(
                f"the file has more than {most:,} bytes, the most here: ask for fewer sessions"
            )
        finished(chunk, so_far)

    play(question, replace(how, parquet=file), finished=checked, warn=warn)
    return file.getvalue()
