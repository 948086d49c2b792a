"""Commands that run in the process of the test, which is quicker than a process of their own."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

from bankcraps.cli.main import main

__all__ = ["audited", "bankcraps"]


def bankcraps(*words: str) -> str:
    """Run a command that must succeed, and return what it says."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with mock.patch.object(sys, "argv", ["bankcraps", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    assert code == 0, out.getvalue()[-2000:] + err.getvalue()
    return out.getvalue()


def audited(database: str) -> str:
    """Check a database by `bankcraps audit`, which must find nothing wrong, and return what it says."""
    return bankcraps("audit", "--database", database)
