"""`bankcraps serve` in a process of its own, which has everything imported already."""

import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Callable

from tests.kit.deadline import IN_TIME
from tests.server.house_process import timed

from bankcraps import load_rulebook
from bankcraps.cli.commands import serve
from bankcraps.cli.main import main
from bankcraps.live.round import rhythm
from bankcraps.server import serving

__all__ = ["ServeProcess", "in_process"]

assert serve, serving  # main() finds them loaded
for usual in ("classic", "nsw", "three_four_five"):
    load_rulebook(usual)  # as most houses of the tests do


def in_process(target: Callable[..., None], *args: object) -> multiprocessing.process.BaseProcess:
    """Start a function in a new process, which has everything imported already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.server.serve_process"])
    process = context.Process(target=target, args=args, daemon=True)
    process.start()
    return process


def _serve(said, errors, words: tuple[str, ...], clock: str, quick: bool) -> None:  # noqa: FBT001 - as they are sent
    """Run a command as the command-line program does."""
    os.dup2(said.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    if clock:
        timed(clock)
    if quick:
        setattr(rhythm, "_LEAST_MS", 1)  # noqa: B010 - it is private
    sys.dont_write_bytecode = True  # a test limits the size of files: bytecode cut short would stay
    sys.argv = ["bankcraps", *words]
    main()


class ServeProcess:
    """A house in a process of its own.

    Attributes:
        said: what it has said so far.
        address: where it is, once it is open.
    """

    def __init__(self, *words: str, clock: str = "", command: str = "serve", quick: bool = False) -> None:
        """Start `bankcraps serve`.

        Args:
            words: its arguments.
            clock: the file of a clock of leases that the test sets forward; empty for the right time.
            command: the command, if it is another one that opens a house.
            quick: whether its tables may end the betting after any time, however short.
        """
        out, said = multiprocessing.Pipe(duplex=False)
        err, errors = multiprocessing.Pipe(duplex=False)
        self.process = in_process(_serve, said, errors, (command, *words), clock, quick)
        said.close()
        errors.close()
        self._out, self._err = (os.fdopen(os.dup(pipe.fileno()), encoding="utf-8") for pipe in (out, err))
        out.close()
        err.close()
        self.said = ""

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    @property
    def returncode(self) -> int | None:
        return self.process.exitcode

    def until_open(self) -> str:
        """Wait until the house is open, and return what it says."""
        while "Ctrl-C" not in self.said:
            line = self._out.readline()
            assert line, f"the house did not open: {self._err.read()}"
            self.said += line
        self.address = re.findall(r"is open at (\S+)", self.said)[0]
        return self.said

    def wait(self) -> tuple[str, str]:
        """Wait for its end. Return what else it said, and its errors."""
        self.process.join(IN_TIME)
        assert self.returncode is not None, "the house does not end"
        with self._out, self._err:
            return self._out.read(), self._err.read()

    def terminate(self) -> None:
        """Close the house as the system does, and wait for its end."""
        os.kill(self.pid, signal.SIGTERM)
        self.wait()
