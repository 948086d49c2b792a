"""Check that a command runs in a terminal, where it can show a screen and read keys."""

import sys

from bankcraps.errors import BankcrapsError

__all__ = ["check_terminal"]


def check_terminal(otherwise: str) -> None:
    """Fail unless input, output and errors are all a terminal. A stream that is closed is None.

    Raises:
        BankcrapsError: with the message `otherwise`.
    """
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BankcrapsError(otherwise)
