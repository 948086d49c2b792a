"""Commands that run in the process of the test, which is quicker than a process of their own."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest import mock

from bankcraps.cli.main import main

__all__ = ["Said", "audited", "bankcraps", "run"]


class Said(NamedTuple):
    """The output of a command, and its exit code."""

    stdout: str
    stderr: str
    returncode: int


def run(*words: str, given: str = "") -> Said:
    """Run a command that is given some lines. A traceback is always a failure."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        mock.patch.object(sys, "argv", ["bankcraps", *words]),
        mock.patch.object(sys, "stdin", io.StringIO(given)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    assert "Traceback" not in err.getvalue()
    return Said(out.getvalue(), err.getvalue(), code)


def bankcraps(*words: str) -> str:
    """Run a command that must succeed, and return what it says."""
    said = run(*words)
    assert said.returncode == 0, said.stdout[-2000:] + said.stderr
    return said.stdout


def audited(database: str) -> str:
    """Check a database by `bankcraps audit`, which must find nothing wrong, and return what it says."""
    return bankcraps("audit", "--database", database)
