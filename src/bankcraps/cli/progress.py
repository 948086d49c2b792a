"""A bar with rate and time left, on a screen; nothing where the output goes elsewhere."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["progress"]


class Finished(Protocol):
    """What a chunk of sessions came to."""

    @property
    def sessions(self) -> int:
        """Sessions played."""
        ...

    @property
    def throws(self) -> int:
        """Throws in them."""
        ...


@contextmanager
def progress(sessions: int) -> Generator[Callable[[Finished], None] | None]:
    """While it lasts, a function to be told of every finished chunk; None where nobody watches."""
    if not sys.stderr.isatty():
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

        def tell(finished: Finished) -> None:
            nonlocal thrown
            thrown += finished.throws
            rate = thrown / (time.perf_counter() - began) / 1e6
            bar.update(task, advance=finished.sessions, rate=f"{rate:,.1f} million throws a second")

        yield tell
