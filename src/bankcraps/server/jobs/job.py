"""A question to a lab that is worked on once for everybody who asks it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple, TypeVar

from bankcraps.lab.questions import LabQuestion
from bankcraps.server.jobs.process import NOTHING, Finished, Refused, Said, SoFar

JobState = Literal["waiting", "working", "finished", "refused", "cancelled"]

_DONE: Final = ("finished", "refused", "cancelled")

_Said = TypeVar("_Said", bound=Said)


class Asker(NamedTuple):
    """A person who asks: a network address and, if they are signed in, a person."""

    address: str
    person: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which this asker's questions are counted."""
        return (self.address, f"person {self.person}") if self.person else (self.address,)

    def is_same(self, other: "Asker") -> bool:
        """Whether the other is the same person or, of two without a name, asks from the same address."""
        return self.person == other.person and (bool(self.person) or self.address == other.address)


class Heard(NamedTuple):
    """A message of a process with its number; None if only the state of the job has changed."""

    number: int
    said: Said | None


class Job:
    """A question that waits, is worked on, or was answered.

    Attributes:
        key: the name of its answer.
        question: the question.
        given: for a picture, the answer that it shows, as JSON.
        askers: everybody who asked and did not take it back.
        state: the stage that it has reached.
        work: the task that works on it; None while it waits.
        count: the number of reports so far: the number of the last.
        left: whether everybody who waited for it has hung up. Somebody who asks now and then does not.
    """

    def __init__(
        self,
        key: str,
        question: LabQuestion,
        abandon: Callable[["Job"], None] = lambda _: None,
        abandoned_s: float = 60,
        given: bytes = NOTHING,
    ) -> None:
        """Begin to wait.

        Args:
            key: the name of its answer.
            question: the question.
            abandon: called once nobody followed this for so long, unless it is done.
            abandoned_s: the time, in seconds.
            given: for a picture, the answer that it shows, as JSON.
        """
        self.key: str = key
        self.question: LabQuestion = question
        self.given: bytes = given
        self.askers: set[Asker] = set()
        self.state: JobState = "waiting"
        self.work: asyncio.Task[None] | None = None
        self._latest: dict[type[Said], Heard] = {}
        self.count: int = 0
        self.left: bool = False
        self._changed = asyncio.Event()
        self._abandon = abandon
        self._abandoned_s = abandoned_s
        self._followers = 0
        self._alone: asyncio.TimerHandle | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more will be said."""
        return self.state in _DONE

    @property
    def size(self) -> int:
        """The bytes of the answer; 0 if there is none."""
        said = self.latest(Finished)
        return 0 if said is None else len(said.result)

    def asked_by(self, asker: Asker) -> bool:
        """Whether somebody asks this."""
        return any(asker.is_same(one) for one in self.askers)

    def counts_for(self, name: str) -> bool:
        """Whether this is among the questions of an address or a person."""
        return any(name in asker.names for asker in self.askers)

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

    @contextmanager
    def followed(self) -> Generator[None]:
        """Count somebody who waits for this in the block. A while after the last one, `abandon` is called."""
        self._followers += 1
        self.left = False
        self._forget_timer()
        try:
            yield
        except (asyncio.CancelledError, GeneratorExit):
            self.left = self._followers == 1
            raise
        finally:
            self._followers -= 1
            if not self._followers and not self.done:
                loop = asyncio.get_running_loop()
                self._alone = loop.call_later(self._abandoned_s, self._abandon, self)

    async def listen(self, after: int = 0) -> AsyncGenerator[Heard]:
        """Yield the messages after a number, up to the end, and whenever only the state has changed."""
        with self.followed():
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
        with self.followed():
            try:
                async with asyncio.timeout(seconds):
                    while not self.done:
                        await self._changed.wait()
            except TimeoutError:
                return self.done
        return True

    def _forget_timer(self) -> None:
        if self._alone is not None:
            self._alone.cancel()
            self._alone = None

    def _tell(self) -> None:
        """Wake everybody who listens."""
        if self.done:
            self._forget_timer()
        self._changed.set()
        self._changed = asyncio.Event()
