"""A process of the lab, seen from the house: it is asked one question after another, and ended at once."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

import msgspec

from bankcraps.lab.questions import LabQuestion
from bankcraps.server.lab.messages import Finished, Refused, Said, decode_said, too_much

__all__ = ["LabProcess"]

_LONGEST_LINE: Final = 2**26
"""The most bytes of an answer."""

_ONE_THREAD: Final = dict.fromkeys(
    ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)

_DIED: Final = "the process that worked on this was ended: it may have needed too much memory"


class LabProcess:
    """A process that answers questions. It starts with its first one, and again if it was ended."""

    def __init__(self, most_bytes: int) -> None:
        """Bound its memory."""
        self._most_bytes = most_bytes
        self._process: Process | None = None

    async def answer(self, question: LabQuestion) -> AsyncGenerator[Said]:
        """Ask a question, and yield what the process says, up to `Finished` or `Refused`.

        Whoever stops listening before that ends the process, because the question goes on in it.
        """
        process = self._process or await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        done = False
        try:
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            while not done:
                line = await process.stdout.readline()
                said = decode_said(line) if line else too_much(question, _DIED)
                done = isinstance(said, Finished | Refused)
                if not line:
                    self._process = None
                yield said
        finally:
            if not done:
                await self.end()

    async def start(self) -> Process:
        """Start the process, as the first question does."""
        command = sys.executable, "-m", "bankcraps.server.lab.worker", str(self._most_bytes)
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE, env={**os.environ, **_ONE_THREAD}
        )
        return self._process

    async def end(self) -> None:
        """End the process at once."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
