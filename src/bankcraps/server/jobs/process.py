"""A process of the lab, seen from the house: it is asked one question after another."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from binascii import a2b_base64, b2a_base64
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

import msgspec

from bankcraps.lab.answers import is_of_wagers
from bankcraps.lab.questions import LabQuestion

NOTHING: Final = b"null"

_PART: Final = 2**18
"""Characters that are unpacked at once: a multiple of 4."""


class JobRequest(msgspec.Struct, frozen=True):
    """A question to a process.

    Attributes:
        question: the question.
        answer: for a picture, the answer that it shows, as JSON; else null.
    """

    question: LabQuestion
    answer: msgspec.Raw = msgspec.Raw(NOTHING)


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="event"):
    """The child of a process waits for a question, after the one before it was ended.

    Attributes:
        child: the number of its process.
        whole: whether all of the lab is loaded, and not only what questions about wagers need.
    """

    child: int
    whole: bool = True


class Progress(msgspec.Struct, frozen=True, tag="progress", tag_field="event"):
    """Progress: the sessions played so far, and all of them."""

    done: int
    of: int


class SoFar(msgspec.Struct, frozen=True, tag="so_far", tag_field="event"):
    """The answer of what is finished."""

    result: msgspec.Raw


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="event"):
    """A remark for the time of waiting, such as that sessions are played slowly."""

    said: str


class Finished(msgspec.Struct, frozen=True, tag="finished", tag_field="event"):
    """The answer: as JSON, or `packed` if its form is another one."""

    result: msgspec.Raw


class Place(msgspec.Struct, frozen=True):
    """The place where the words of a system are wrong.

    Attributes:
        system: which of the question's systems, counted from 0.
        line: the line of its text, counted from 1; 0 if no line is to blame, as for an unknown name.
        column: where the word starts in that line, counted from 1.
        word: the word; empty at the end of the line.
    """

    system: int
    line: int = 0
    column: int = 0
    word: str = ""


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="event"):
    """The reason why there is no answer.

    Attributes:
        error: the reason.
        ours: whether the fault is the program's.
        simulates: whether the question is in order and only cannot be solved, so that it may be simulated.
        at: where the words of a system are wrong, if they are.
    """

    error: str
    ours: bool = False
    simulates: bool = False
    at: Place | None = None


def too_much(question: LabQuestion, error: str) -> Refused:
    """A refusal of a question that takes too much to solve. A session may still be simulated."""
    return Refused(error, simulates=question.kind == "session")


OUR_MISTAKE: Final = "the lab made a mistake; the house's keeper finds it in the log"

Said = Progress | SoFar | Note | Finished | Refused

decode_said: Final = msgspec.json.Decoder(Said | Ready).decode
decode_request: Final = msgspec.json.Decoder(JobRequest).decode


def packed(content: bytes) -> bytes:
    """Bytes as text in JSON, so that an answer of any form is one line."""
    return b'"' + b2a_base64(content, newline=False) + b'"'


def unpacked(text: bytes) -> bytes:
    """The bytes of such a text. They are read in parts, so that other threads go on meanwhile."""
    inside = text[1:-1]
    return b"".join(a2b_base64(inside[at : at + _PART]) for at in range(0, len(inside), _PART))


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
            request = JobRequest(question, msgspec.Raw(given))
            process.stdin.write(msgspec.json.encode(request) + b"\n")
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
