"""Progress of a question to the lab, as server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, aclosing
from typing import Final

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bankcraps.game.chips import written_number
from bankcraps.server.jobs.job import Heard, Job
from bankcraps.server.jobs.messages import NOTHING, Finished, Note, Progress, Refused, SoFar
from bankcraps.server.web.api.lab.questions import problem_of

__all__ = ["EventStream", "events"]

_BREATH_S: Final = 15.0
"""Seconds between two signs of life."""


class EventStream(StreamingResponse):
    """A stream of events, with what is to be given back when it ends, also before its first event."""

    def __init__(self, told: AsyncGenerator[bytes], held: ExitStack) -> None:
        """Stream events, and hold something until they end."""
        super().__init__(told, media_type="text/event-stream")
        self._told = told
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        with self._held:
            async with aclosing(self._told):
                await super().__call__(scope, receive, send)


async def events(job: Job, last: str, line: Callable[[], object]) -> AsyncGenerator[bytes]:
    """The events of a job after the last one that somebody heard, and a sign of life now and then.

    Args:
        job: the job.
        last: the number of that event as it was sent, or an empty text. A number that this job has not come
            to is of an earlier one with the same question: then all events are sent.
        line: returns the job as people see it.
    """
    number = written_number(last) or 0
    async with aclosing(job.listen(number if number <= job.count else 0)) as listening:
        following = asyncio.ensure_future(anext(listening, None))
        try:
            while True:
                done, _ = await asyncio.wait([following], timeout=_BREATH_S)
                if not done:
                    yield b": still here\n\n"
                    continue
                heard = following.result()
                if heard is None:
                    break
                yield _event(job, heard, line)
                following = asyncio.ensure_future(anext(listening, None))
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
    if job.state == "cancelled":
        yield _sent("cancelled", b"{}")


def _event(job: Job, heard: Heard, line: Callable[[], object]) -> bytes:
    match heard.said:
        case None:
            return _sent("job", msgspec.json.encode(line()))
        case SoFar(result):
            return _sent("so_far", bytes(result), heard.number)
        case Finished(result):
            told = (
                bytes(result) if job.question.form == "json" else NOTHING
            )  # whoever wants a file asks again
            return _sent("finished", told, heard.number)
        case Progress(done, of):
            return _sent("progress", msgspec.json.encode({"done": done, "of": of}), heard.number)
        case Note(said):
            return _sent("note", msgspec.json.encode({"said": said}), heard.number)
        case Refused() as refused:
            return _sent("refused", msgspec.json.encode(problem_of(refused)), heard.number)


def _sent(event: str, data: bytes, number: int | None = None) -> bytes:
    """An event of a stream. JSON of ours has no line breaks."""
    head = b"" if number is None else f"id: {number}\n".encode()
    return head + f"event: {event}\n".encode() + b"data: " + data + b"\n\n"
