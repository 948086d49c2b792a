"""The command, in this process."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.kit.console import answer_of_main


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
        status, out, err = answer_of_main(args, said if isinstance(said, bytes) else said.encode())
        assert "Traceback" not in err, err
        return Ran(status, out, err)

    return run
