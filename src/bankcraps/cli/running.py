"""Running a command: the check for a terminal, kernels, a late message, a progress bar, and Ctrl-C."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from socket import socketpair
from typing import TYPE_CHECKING, Final

import click

from bankcraps.cli import heavy
from bankcraps.cli.main import stopped
from bankcraps.errors import BankcrapsError

if TYPE_CHECKING:
    from types import FrameType

    from bankcraps.analysis.simulation.totals import Summable

    Handler = Callable[[int, FrameType | None], object] | signal.Handlers

_KILLED: Final = 128
"""A program ended by a signal exits with this plus the signal's number."""

_SOON: Final = 5.0
"""Seconds before a message appears."""


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


def warn(said: str) -> None:
    """Say to standard error that sessions are played stepwise."""
    click.echo(f"bankcraps: {said}", err=True)


@contextmanager
def solving(quicker: str) -> "Generator[None]":
    """Let Ctrl-C end the program at once, and after some seconds say what is quicker."""
    with _ctrl_c_at_once(), _compiling(warn, _nothing), patience(f"still solving; {quicker}"):
        yield


@contextmanager
def _ctrl_c_at_once() -> "Generator[None]":
    """Let Ctrl-C end the process as it ends every command, though a running kernel lets no handler run.

    Python writes the number of each signal to a socket at once, and a thread reads it there.
    """
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # as in a background job
    if ignored or threading.current_thread() is not threading.main_thread():
        yield
        return
    reads, writes = socketpair()
    writes.setblocking(False)  # noqa: FBT003 - its own

    def wait() -> None:
        with reads:
            while number := reads.recv(1):
                if number[0] == signal.SIGINT:
                    os._exit(stopped())

    threading.Thread(target=wait, daemon=True).start()
    before = signal.set_wakeup_fd(writes.fileno(), warn_on_full_buffer=False)
    try:
        with handling(signal.SIGINT, _nothing):
            yield
    finally:
        signal.set_wakeup_fd(before)
        writes.close()


@contextmanager
def _compiling(say: "Callable[[str], None]", between: "Callable[[], None]") -> "Generator[None]":
    """Say on a terminal that kernels are compiled, which takes some seconds, once on a machine."""

    def tell() -> None:
        if sys.stderr and sys.stderr.isatty():
            say("compiling the kernels for this machine; that happens once")

    with heavy.when_numba_loads(_load_kernels), heavy.told_of_compiling(tell, between):
        yield


@contextmanager
def _ctrl_c() -> "Generator[Callable[[], None]]":
    """Yield a function that raises `KeyboardInterrupt` again where Ctrl-C was pressed and has had no effect.

    The compiler takes some exceptions in its code for an error of the function that it compiles.
    """
    pressed: list[int] = []

    def press(number: int, _frame: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    def again() -> None:
        if pressed:
            raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # a background job ignores it
        yield again
        return
    with handling(signal.SIGINT, press):
        yield again


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
def handling(number: signal.Signals, handler: "Handler") -> "Generator[None]":
    """Handle a signal in this way for a while. Only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


@contextmanager
def progress(sessions: int) -> "Generator[Callable[[Summable, object], None]]":
    """The function given moves a bar with every finished chunk, on a terminal.

    Meanwhile a request to terminate ends the program as an error would, so that no half file stays.
    """
    with handling(signal.SIGTERM, _exit), _ctrl_c() as again, _shown(sessions, again) as advance:
        yield advance


def _nothing(*_: object) -> None: ...


def _exit(number: int, _frame: object) -> None:
    sys.exit(_KILLED + number)


@contextmanager
def _shown(sessions: int, again: "Callable[[], None]") -> "Generator[Callable[[Summable, object], None]]":
    if not (sys.stderr and sys.stderr.isatty()):
        said = "still playing; Ctrl-C stops, and shows what is finished"
        with patience(said), _compiling(warn, again):
            yield lambda _, __: again()
        return
    parts, console = heavy.progress, heavy.Console(stderr=True, highlight=False)
    columns = "sessions", parts.BarColumn(), parts.MofNCompleteColumn(), "{task.fields[rate]}"
    began, thrown = time.perf_counter(), 0
    bar = parts.Progress(*columns, parts.TimeRemainingColumn(), console=console, transient=True)
    with bar, _compiling(lambda said: bar.print(f"bankcraps: {said}"), again):
        task = bar.add_task("sessions", total=sessions, rate="")

        def advance(finished: "Summable", _: object) -> None:
            nonlocal thrown
            again()
            thrown += finished.throws
            rate = thrown / (time.perf_counter() - began) / 1e6
            bar.update(task, advance=finished.sessions, rate=f"{rate:,.1f} million throws a second")

        yield advance


# A progress bar for long work, shown only on a terminal.


@contextmanager
def progress_bar(rows: int = 0) -> Generator[Callable[[int], None]]:
    """Show to standard error how many rows are done: as a bar, or as a number where nobody knows of how many.

    Args:
        rows: their number; 0 if nobody knows.

    Yields:
        A function to call with the number of rows done since its last call.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
    elif rows:
        with click.progressbar(range(rows), label="rows", show_pos=True, file=sys.stderr) as bar:
            yield bar.update
    else:
        done = 0

        def more(some: int) -> None:
            nonlocal done
            done += some
            click.echo(f"\rrows  {done:,}", nl=False, err=True)

        try:
            yield more
        finally:
            click.echo(err=True)


def check_terminal(otherwise: str) -> None:
    """Raise `BankcrapsError(otherwise)` unless input, output and errors are a terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream and stream.isatty() for stream in streams):  # a stream that is closed is None
        raise BankcrapsError(otherwise)
