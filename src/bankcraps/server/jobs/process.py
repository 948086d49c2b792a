"""A process of the lab, seen from the house: it is asked one question after another."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

import msgspec

from bankcraps.lab.answers import is_of_wagers
from bankcraps.lab.questions import LabQuestion
from bankcraps.server.jobs.messages import (
    NOTHING,
    Asked,
    Finished,
    Ready,
    Refused,
    Said,
    decode_said,
    too_much,
)

__all__ = ["LabProcess"]

_LONGEST_LINE: Final = 2**26
"""The most bytes of an answer."""

_ONE_THREAD: Final = dict.fromkeys(
    ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)

_DIED: Final = "the process that worked on this was ended: it may have needed too much memory"

_LOWEST: Final = 19
"""The priority of the lab's processes, so that tables come first."""

_AT_ONCE: Final = getattr(signal, "SIGKILL", signal.SIGTERM)


class LabProcess:
    """A process that answers questions. It starts with its first one, and again if it was ended.

    A child of it works on the questions. The first child knows wagers alone, and is soon there. The others
    have all of the lab loaded from their first moment; the process loads it while the first child works. To
    interrupt a question, the house ends the child; the next one is there within a few milliseconds.
    """

    def __init__(self, most_bytes: int, *, yields: bool = False) -> None:
        """Bound its memory, and say whether it works only while nobody else wants its core."""
        self._most_bytes = most_bytes
        self._yields = yields
        self._process: Process | None = None
        self._child: Ready | None = None  # none is known to be ready

    async def answer(self, question: LabQuestion, given: bytes = NOTHING) -> AsyncGenerator[Said]:
        """Ask a question, and yield what the process says, up to `Finished` or `Refused`.

        Whoever stops listening before that interrupts it.

        Args:
            question: the question.
            given: for a picture, the answer that it shows, as JSON.
        """
        process = await self._ready(question)
        if process is None:
            yield too_much(question, _DIED)
            return
        assert process.stdin is not None
        done = False
        try:
            asked = Asked(question, msgspec.Raw(given))
            process.stdin.write(msgspec.json.encode(asked) + b"\n")
            while not done:
                said = await self._hear(process)
                if said is None or isinstance(said, Ready):
                    self._process, self._child = (None if said is None else process), said
                    said = too_much(question, _DIED)
                done = isinstance(said, Finished | Refused)
                yield said
        finally:
            if not done:
                self._end_child()

    async def start(self) -> Process:
        """Start the process, as the first question does."""
        if self._process is None:
            program = sys.executable, "-m", "bankcraps.server.jobs.worker"
            how = [str(self._most_bytes), str(_LOWEST), *(["yields"] if self._yields else [])]
            environment = {**os.environ, **_ONE_THREAD}
            self._process = await asyncio.create_subprocess_exec(
                *program, *how, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE, env=environment
            )
        return self._process

    async def end(self) -> None:
        """End the process at once."""
        self._end_child()
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ready(self, question: LabQuestion) -> Process | None:
        """Wait for a child that can answer, and return the process; None if it ends again and again."""
        for _ in range(2):
            process = await self.start()
            while not self._knows(question):
                self._end_child()
                said = await self._hear(process)
                if said is None:
                    break
                if isinstance(said, Ready):  # what a child said before it was interrupted is of no use
                    self._child = said
            if self._child is not None:
                return process
            self._process = None
        return None

    def _knows(self, question: LabQuestion) -> bool:
        """Whether a child is ready that has loaded what a question needs."""
        child = self._child
        return child is not None and (
            child.whole or (question.form == "json" and is_of_wagers(question.kind))
        )

    async def _hear(self, process: Process) -> Said | Ready | None:
        """Hear a line; None at the end of the process."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            with suppress(msgspec.MsgspecError):  # a child was ended in the middle of a line
                return decode_said(line)
        return None

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(child.child, _AT_ONCE)
