"""Simulate a question: many sessions on seeded dice, by kernels or stepwise, here or on a cluster."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, Unpack

from bankcraps.analysis.lab_options import SimulationOptions
from bankcraps.analysis.question import Question, ask, explored_far_enough
from bankcraps.analysis.simulation.pace import warn_if_stepwise, warned
from bankcraps.analysis.simulation.reports.simulation import Simulation
from bankcraps.analysis.simulation.run_plan import RunPlan, read_options
from bankcraps.analysis.simulation.runs.chunks import AddedUp, Summable, ToldOnce
from bankcraps.analysis.simulation.runs.totals import Totals
from bankcraps.analysis.simulation.runs.workers import Run, play_chunks
from bankcraps.analysis.simulation.simulators import Simulator, choose_simulator
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Money
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.policy import Policy

if TYPE_CHECKING:
    from bankcraps.analysis.simulation.reports.parquet import SessionRows

__all__ = ["NOTHING_FINISHED", "STOPPED", "play", "session_file", "simulate", "unless_stopped"]


NOTHING_FINISHED: Final = "stopped before any session was finished"
STOPPED: Final = "stopped before all sessions were played"


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
    **options: Unpack[SimulationOptions],
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
    finished: Callable[[Summable], None] | None = None,
    so_far: Callable[[int, Callable[[], Simulation]], None] | None = None,
    warn: Callable[[str], None] = warned,
) -> Simulation:
    """Play sessions of a question: by the kernels, or stepwise if no chain holds it.

    Args:
        question: the house, the system and the plan of a session.
        how: the number of sessions, the seed, and the workers.
        finished: called with the result of each chunk of sessions as it is finished.
        so_far: called after each chunk, too, with the number of sessions played and a function that gives
            their result as if the run had been interrupted.
        warn: called before sessions are played stepwise, with the reason, the rate and an estimate of the
            time; a `StepwiseWarning` if not given.

    Raises:
        BankcrapsError: for a plan that cannot be played, an address without an answer, or a file that
            cannot be written.
        KeyboardInterrupt: if Ctrl-C came before any session was finished. Later, the result says that it is
            interrupted.
    """
    told = None if finished is None else ToldOnce(finished)
    return explored_far_enough([question], lambda asked: _play(asked[0], how, told, so_far, warn))


def session_file(
    question: Question,
    how: RunPlan,
    most: int,
    *,
    finished: Callable[[Summable], None] | None = None,
    warn: Callable[[str], None] = warned,
) -> bytes:
    """Play sessions of a question, and return the Parquet file that `play` writes where the plan names one.

    Args:
        question: the house, the system and the plan of a session.
        how: the number of sessions, the seed, and the workers.
        most: the most bytes of the file.
        finished: called with the result of each chunk of sessions as it is finished.
        warn: called before sessions are played stepwise, as by `play`.

    Raises:
        BankcrapsError: for a plan that cannot be played, or a file that would be larger.
    """
    told = None if finished is None else ToldOnce(finished)
    return explored_far_enough([question], lambda asked: _file_of(asked[0], how, most, told, warn))


def _file_of(
    question: Question, how: RunPlan, most: int, finished: ToldOnce | None, warn: Callable[[str], None]
) -> bytes:
    from bankcraps.analysis.simulation.reports.parquet import row_writer  # noqa: PLC0415 - Arrow loads slowly

    if finished is not None:
        finished.begin()
    one, file = choose_simulator(question), BytesIO()
    warn_if_stepwise(one, how, warn)

    def written(rows: Summable) -> None:
        if file.tell() > most:
            raise BankcrapsError(
                f"the file has more than {most:,} bytes, the most here: ask for fewer sessions"
            )
        if finished is not None:
            finished(rows)

    with row_writer(file, one, how.seed) as write:
        _play_and_write(one, how, write, written)
    return file.getvalue()


def _play(
    question: Question,
    how: RunPlan,
    finished: ToldOnce | None,
    so_far: Callable[[int, Callable[[], Simulation]], None] | None,
    warn: Callable[[str], None],
) -> Simulation:
    if finished is not None:
        finished.begin()
    one = choose_simulator(question)
    warn_if_stepwise(one, how, warn)
    if how.parquet is None:
        work = one.work(how.seed, paths=how.paths)
        told = finished if so_far is None else _telling(one, how.seed, finished, so_far)
        run = play_chunks(work, one.chunks(how.sessions), how, finished=told)
    else:
        from bankcraps.analysis.simulation.reports.parquet import parquet_writer  # noqa: PLC0415 - Arrow loads slowly

        with parquet_writer(how.parquet, one, how.seed) as write:
            run = _play_and_write(one, how, write, finished)
    if not run.totals.sessions:
        raise KeyboardInterrupt(NOTHING_FINISHED)
    return Simulation.of(one, how.seed, run.totals, interrupted=run.interrupted)


def _telling(
    one: Simulator,
    seed: int,
    finished: ToldOnce | None,
    so_far: Callable[[int, Callable[[], Simulation]], None],
) -> AddedUp[Totals]:
    """Tells the result of what is finished."""

    def tell(totals: Totals) -> None:
        so_far(totals.sessions, lambda: Simulation.of(one, seed, totals, interrupted=True))

    return AddedUp(finished, tell)


def _play_and_write(
    one: Simulator,
    how: RunPlan,
    write: "Callable[[SessionRows], None]",
    finished: Callable[[Summable], None] | None,
) -> Run[Totals]:
    """Play, and write every session."""
    from bankcraps.analysis.simulation.reports.parquet import SessionRowsWork  # noqa: PLC0415 - Arrow loads slowly

    def written(rows: "SessionRows") -> None:
        write(rows)
        if finished is not None:
            finished(rows)

    work = SessionRowsWork(one, how.seed)
    kept = play_chunks(work, one.chunks(how.sessions), how, finished=written)
    return Run(kept.totals.totals, kept.interrupted)
