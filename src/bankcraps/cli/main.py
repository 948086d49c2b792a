"""The command `bankcraps`, and how it ends: with a status, after Ctrl-C, at a closed pipe.

It imports little before it can answer Ctrl-C.
"""

import os
import signal
import sys
import threading
from typing import Final

STOPPED: Final = 130
"""The exit status after Ctrl-C, even if partial results were printed."""

_UNREAD: Final = 141
"""The exit status if nobody reads the answer of a command that checks something: it has not checked all."""

CHECKS: Final = {"audit", "replay", "verify"}
"""The commands whose exit status is their answer."""


def main() -> None:
    """Run a command. After Ctrl-C one line says so; a closed pipe ends the command quietly."""
    try:
        from bankcraps.cli.group import run  # noqa: PLC0415 - Ctrl-C may come while it is imported

        try:
            status: object = run(sys.argv[1:])
        except SystemExit as end:
            status = end.code
        if sys.stdout:  # a stream that is closed is None
            sys.stdout.flush()
    except KeyboardInterrupt as stop:
        status = stopped(str(stop))
    except BrokenPipeError:
        status = _unread()
    sys.exit(status)


def stopped(said: str = "") -> int:
    """Say that Ctrl-C stopped the command. Another Ctrl-C while the process ends changes nothing."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.stderr:
        line = "\n" if sys.stderr.isatty() else ""  # the terminal shows ^C first
        sys.stderr.write(f"{line}bankcraps: {said or 'stopped'}\n")
    return STOPPED


def _unread() -> int:
    """Let nothing more be written to a pipe that nobody reads."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in filter(None, (sys.stdout, sys.stderr)):
        os.dup2(nowhere, stream.fileno())
    return _UNREAD if CHECKS.intersection(sys.argv[1:2]) else 0
