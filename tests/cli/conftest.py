"""The command, in this process and in one of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.kit.console import answer_of_main
from tests.kit.deadline import IN_TIME


class Ran(msgspec.Struct):
    """The results of a run of the command."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """Its output as JSON, a line at a time."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def json(self) -> Any:
        """Its output as one JSON value."""
        return json.loads(self.out)


@pytest.fixture
def bankcraps(monkeypatch) -> Callable[..., Ran]:
    """Run the command with arguments and standard input, in this process; a traceback is always a failure."""
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "3600")  # a busy machine must not make a command say more

    def run(*args: str, said: str | bytes = "") -> Ran:
        return told(*answer_of_main(args, said if isinstance(said, bytes) else said.encode()))

    return run


@pytest.fixture
def process(monkeypatch) -> Callable[..., Ran]:
    """Run the command as people do, in a process of its own."""
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "3600")  # as above

    def run(*args: str, said: str = "") -> Ran:
        command = [sys.executable, "-c", "from bankcraps.cli.main import main; main()", *args]
        came = subprocess.run(command, input=said.encode(), capture_output=True, check=False, timeout=IN_TIME)
        return told(came.returncode, came.stdout.decode(), came.stderr.decode())

    return run


def told(status: int, out: str, err: str) -> Ran:
    assert "Traceback" not in err, err
    return Ran(status, out, err)


@pytest.fixture
def lab(monkeypatch, capsys) -> Callable[..., Ran]:
    """Run the command in this process, where the compiler is loaded only once."""
    # Import the program here: a process of its own would spend most of its time on that.
    from bankcraps.cli.main import main  # noqa: PLC0415

    monkeypatch.setenv("BANKCRAPS_PATIENCE", "3600")  # as above

    def run(*args: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["bankcraps", *args])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert "Traceback" not in said.err, said.err
        return Ran(int(ended.value.code or 0), said.out, said.err)

    return run
