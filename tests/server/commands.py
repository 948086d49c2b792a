"""Commands that run in the process of the test, which is quicker than a process of their own."""

from typing import NamedTuple

from tests.kit.console import answer_of_main

__all__ = ["Said", "audited", "bankcraps", "run"]


class Said(NamedTuple):
    """The output of a command, and its exit code."""

    stdout: str
    stderr: str
    returncode: int


def run(*words: str, given: str = "") -> Said:
    """Run a command that is given some lines. A traceback is always a failure."""
    status, out, err = answer_of_main(words, given.encode())
    assert "Traceback" not in err
    return Said(out, err, status)


def bankcraps(*words: str) -> str:
    """Run a command that must succeed, and return what it says."""
    said = run(*words)
    assert said.returncode == 0, said.stdout[-2000:] + said.stderr
    return said.stdout


def audited(database: str) -> str:
    """Check a database by `bankcraps audit`, which must find nothing wrong, and return what it says."""
    return bankcraps("audit", "--database", database)
