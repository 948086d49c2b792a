"""A question to a lab that is worked on once for everybody who asks it."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final, Literal, NamedTuple, TypeVar

from bankcraps.lab.questions import LabQuestion
from bankcraps.server.lab.messages import Finished, Refused, Said, SoFar

__all__ = ["Heard", "Job", "JobState"]

JobState = Literal["waiting", "working", "finished", "refused", "cancelled"]

_DONE: Final = ("finished", "refused", "cancelled")

_Said = TypeVar("_Said", bound=Said)


class Heard(NamedTuple):
    """What a process said, with its number; None if only the state of the job has changed."""

    number: int
    said: Said | None


class Job:
    """A question that waits, is worked on, or was answered.

    Attributes:
        key: the name of its answer.
        question: the question.
        askers: the addresses and people who asked and did not cancel.
        state: how far it is.
        work: the task that works on it; None while it waits.
        count: how much was said so far: the number of the last.
    """

    def __init__(self, key: str, question: LabQuestion) -> None:
        """Begin to wait."""
        self.key: str = key
        self.question: LabQuestion = question
        self.askers: set[str] = set()
        self.state: JobState = "waiting"
        self.work: asyncio.Task[None] | None = None
        self._latest: dict[type[Said], Heard] = {}
        self.count: int = 0
        self._changed = asyncio.Event()

    @property
    def done(self) -> bool:
        """Whether nothing more will be said."""
        return self.state in _DONE

    @property
    def size(self) -> int:
        """The bytes of the answer; 0 if there is none."""
        said = self.latest(Finished)
        return 0 if said is None else len(said.result)

    def latest(self, kind: type[_Said]) -> _Said | None:
        """The latest that was said of a kind."""
        heard = self._latest.get(kind)
        return heard.said if heard is not None and isinstance(heard.said, kind) else None

    def say(self, said: Said) -> None:
        """Hear something from the process. Only the latest of each kind is remembered."""
        self.count += 1
        self._latest[type(said)] = Heard(self.count, said)
        match said:
            case Finished():
                self._latest.pop(SoFar, None)
                self.become("finished")
            case Refused():
                self.become("refused")
            case _:
                self._tell()

    def become(self, state: JobState) -> None:
        """Change the state."""
        self.state = state
        self._tell()

    async def listen(self, after: int = 0) -> AsyncGenerator[Heard]:
        """What is said after a number, up to the end, and whenever only the state has changed."""
        while True:
            changed = self._changed
            news = sorted(heard for heard in self._latest.values() if heard.number > after)
            for heard in news:
                after = heard.number
                yield heard
            if self.done:
                return
            if not news:
                yield Heard(0, None)
            await changed.wait()

    async def wait(self, seconds: float) -> bool:
        """Wait until it is done, at most so long, and return whether it is."""
        try:
            async with asyncio.timeout(seconds):
                while not self.done:
                    await self._changed.wait()
        except TimeoutError:
            return self.done
        return True

    def _tell(self) -> None:
        """Wake everybody who listens."""
        self._changed.set()
        self._changed = asyncio.Event()
