"""Check that a command runs in a terminal, where it can show a screen and read keys."""

import sys

from bankcraps.errors import BankcrapsError

__all__ = ["check_terminal"]


def check_terminal(otherwise: str) -> None:
    """Raise `BankcrapsError(otherwise)` unless input, output and errors are a terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream and stream.isatty() for stream in streams):  # a stream that is closed is None
        raise BankcrapsError(otherwise)
