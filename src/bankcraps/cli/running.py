"""While a command works: what it loads, a message after some seconds, a progress bar, and Ctrl-C."""

import os
import signal
import sys
import threading
import time
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from bankcraps.simulation.runs.chunks import Summable
    from bankcraps.simulation.simulate import RunOptions
    from bankcraps.simulation.simulator import StepwiseSimulator

__all__ = ["STOPPED", "patience", "progress", "solving", "warn"]

STOPPED: Final = 130
"""The exit status of a command that Ctrl-C stopped, whatever it could still show."""

_SAMPLED, _LONGEST_SAMPLE = 0.25, 2.0
"""Seconds of play from which the time of a stepwise run is estimated, and the most for one session."""

_MINUTES, _HOURS = 100, 5400
"""Seconds from which a time is told in minutes, and in hours."""

_SOON: Final = 5.0
"""Seconds that need no word."""


def _load_kernels() -> None:
    """Load what Numba loads before its first kernel, without SciPy.

    Numba loads SciPy's linear algebra to see whether it is there. That takes a third of a second, and no
    kernel of ours multiplies matrices. Only a command may hide it: a library that did would take it from
    other users of Numba in the process. If a version of Numba has no such module, nothing is lost but time.
    """
    if "numba.np.arraymath" in sys.modules or "scipy.linalg" in sys.modules:
        return
    hidden: dict[str, object] = {"scipy.linalg": None}
    sys.modules.update(hidden)  # pyright: ignore[reportArgumentType, reportCallIssue] - None says: not there
    try:
        import_module("numba.np.arraymath")
    except ImportError:
        return
    finally:
        del sys.modules["scipy.linalg"]


def warn(one: "StepwiseSimulator", how: "RunOptions") -> None:
    """Say to standard error why sessions are played stepwise, how fast that goes, and how long it takes.

    The first sessions of the seed are played for a quarter of a second to see.
    """
    from bankcraps.simulation.stepwise import play_session  # noqa: PLC0415 - NumPy loads slowly

    began, played, thrown = time.perf_counter(), 0, 0
    while played < how.sessions and (not played or time.perf_counter() - began < _SAMPLED):
        for _ in play_session(one.question, how.seed, played):
            thrown += 1
            if time.perf_counter() - began > _LONGEST_SAMPLE:
                break
        played += 1
    seconds = time.perf_counter() - began
    takes = _duration(seconds * how.sessions / played / how.workers)
    click.echo(
        f"bankcraps: {one.question.system.name} is {one.note}. The table plays about {thrown / seconds:,.0f} "
        f"throws a second: {how.sessions:,} sessions take about {takes}. A system with a finite chain is "
        "some thousand times faster, and `session` solves it exactly.",
        err=True,
    )


def _duration(seconds: float) -> str:
    """A time in words: `40 seconds`, `12 minutes`, `3.5 hours`."""
    if seconds < _MINUTES:
        return f"{max(1, round(seconds))} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < _HOURS else f"{seconds / 3600:,.1f} hours"


@contextmanager
def solving(quicker: str) -> "Generator[None]":
    """Load the kernels, let Ctrl-C end the program at once, and after some seconds say what is quicker."""
    _load_kernels()
    with _stoppable(), patience(f"still solving; {quicker}"):
        yield


@contextmanager
def patience(said: str) -> "Generator[None]":
    """After some seconds, print a message.

    `BANKCRAPS_PATIENCE` says after how many seconds; where output must be the same on any machine, say many.
    """
    try:
        seconds = float(os.environ.get("BANKCRAPS_PATIENCE", _SOON))
    except ValueError:
        seconds = _SOON
    word = threading.Timer(seconds, click.echo, (f"bankcraps: {said}",), {"err": True})
    word.daemon = True
    word.start()
    try:
        yield
    finally:
        word.cancel()


@contextmanager
def _stoppable() -> "Generator[None]":
    """Let Ctrl-C end the program at once: a solver at work would not notice it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(sessions: int) -> "Generator[Callable[[Summable], None] | None]":
    """Load the kernels. The function given moves a bar with every finished chunk; None if nobody watches."""
    _load_kernels()
    if not (sys.stderr and sys.stderr.isatty()):
        with patience("still playing; Ctrl-C stops, and shows what is finished"):
            yield None
        return
    from rich.console import Console  # noqa: PLC0415 - Rich loads slowly
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("sessions"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    began, thrown = time.perf_counter(), 0
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("sessions", total=sessions, rate="")

        def advance(finished: "Summable") -> None:
            nonlocal thrown
            thrown += finished.throws
            rate = thrown / (time.perf_counter() - began) / 1e6
            bar.update(task, advance=finished.sessions, rate=f"{rate:,.1f} million throws a second")

        yield advance
