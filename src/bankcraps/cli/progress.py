"""While somebody waits: a bar with rate and time left on a screen, and a word where there is none."""

import os
import signal
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from bankcraps.simulation.shards import Summed

__all__ = ["STOPPED", "patience", "progress", "stoppable"]

STOPPED: Final = 130
"""How a program ends that was stopped by Ctrl-C, whatever it could show until then."""

_SOON: Final = 5.0
"""Seconds that nobody has to be told about."""


@contextmanager
def patience(said: str) -> "Generator[None]":
    """While it lasts, and it lasts longer than some seconds: a word to whoever waits.

    `BANKCRAPS_PATIENCE` says after how many seconds; what has to print the same on any machine asks for many.
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
def stoppable() -> "Generator[None]":
    """While it lasts, Ctrl-C ends the program there and then: a solver at work would not hear of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(sessions: int) -> "Generator[Callable[[Summed], None] | None]":
    """While it lasts, a function to be told of every finished chunk; None where nobody watches."""
    if not (sys.stderr and sys.stderr.isatty()):
        with patience("still playing; Ctrl-C stops, and shows what is finished"):
            yield None
        return
    from rich.console import Console  # noqa: PLC0415 - Rich takes its time to load
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

        def tell(finished: "Summed") -> None:
            nonlocal thrown
            thrown += finished.throws
            rate = thrown / (time.perf_counter() - began) / 1e6
            bar.update(task, advance=finished.sessions, rate=f"{rate:,.1f} million throws a second")

        yield tell
