"""The questions to a lab: each is worked on once for everybody who asks it, by its own processes."""

import asyncio
import logging
import os
import re
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Container, Generator, Iterable
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeVar

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.lab.questions import LabQuestion
from bankcraps.server.jobs import process as lab
from bankcraps.support.files import UnreadableError, read_bytes
from bankcraps.support.kept_files import keep_in

JobState = Literal["waiting", "working", "finished", "refused", "cancelled"]

_DONE: Final = ("finished", "refused", "cancelled")
_ENDS: Final[dict[type[lab.Said], JobState]] = {lab.Finished: "finished", lab.Refused: "refused"}

_BREATH_S: Final = 15.0
"""Seconds after which a listener hears a sign of life."""

_Said = TypeVar("_Said", bound=lab.Said)


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
    said: lab.Said | None


@dataclass(eq=False)
class Job:
    """A question that waits, is worked on, or was answered.

    Attributes:
        key: the name of its answer.
        question: the question.
        abandon: called once nobody followed this for `abandoned_s` seconds, unless it is done.
        given: for a picture, the answer that it shows, as JSON.
        askers: everybody who asked and did not take it back.
        state: the stage that it has reached.
        work: the task that works on it; None while it waits.
        count: the number of reports so far: the number of the last.
        left: whether everybody who waited for it has hung up. Somebody who asks now and then does not.
    """

    key: str
    question: LabQuestion
    abandon: Callable[["Job"], None] = lambda _: None
    abandoned_s: float = 60
    given: bytes = lab.NOTHING
    askers: set[Asker] = field(default_factory=set[Asker])
    state: JobState = "waiting"
    work: asyncio.Task[None] | None = None
    count: int = 0
    left: bool = False
    _latest: dict[type[lab.Said], Heard] = field(default_factory=dict[type[lab.Said], Heard])
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _followers: int = 0
    _alone: asyncio.TimerHandle | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more will be said."""
        return self.state in _DONE

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

    def say(self, said: lab.Said) -> None:
        """Hear something from the process. Only the latest of each kind is remembered."""
        self.count += 1
        self._latest[type(said)] = Heard(self.count, said)
        if isinstance(said, lab.Finished):
            self._latest.pop(lab.SoFar, None)
        self.become(_ENDS.get(type(said), self.state))

    def become(self, state: JobState) -> None:
        """Change the state, and wake everybody who listens."""
        self.state = state
        if self.done:
            self._forget_timer()
        self._changed.set()
        self._changed = asyncio.Event()

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
                self._alone = loop.call_later(self.abandoned_s, self.abandon, self)

    async def listen(self, after: int = 0) -> AsyncGenerator[Heard | None]:
        """Yield the messages after a number, up to the end, and whenever only the state has changed.

        While there is nothing to say, it yields None now and then.
        """
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
                while not changed.is_set():
                    try:
                        async with asyncio.timeout(_BREATH_S):
                            await changed.wait()
                    except TimeoutError:
                        yield None

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


MAX_FILE: Final = 2**24
"""The most bytes of one answer."""

MAX_FOLDER: Final = 2**28
"""The most bytes of all answers."""

_ANSWER: Final = re.compile(r"[0-9a-f]{32}\.(json|parquet|png)")


class KeptAnswers:
    """The finished answers. Without a folder, nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        """Keep answers in a folder, which need not exist yet."""
        self._folder = folder

    def find(self, key: str) -> bytes | None:
        """The answer to a question, or None."""
        path = self._path(key)
        if path is None:
            return None
        try:
            found = read_bytes(path, MAX_FILE, own=True)
        except UnreadableError:
            return None
        with suppress(OSError):
            os.utime(path)  # the answers used least go first
        return found

    def keep(self, key: str, answer: bytes) -> None:
        """Keep an answer, if the disk takes it."""
        path = self._path(key)
        if path is not None and len(answer) <= MAX_FILE:
            keep_in(path, answer, _ANSWER, MAX_FOLDER)

    def _path(self, key: str) -> Path | None:
        name = key if "." in key else f"{key}.json"
        return None if self._folder is None or not _ANSWER.fullmatch(name) else self._folder / name


# The order of questions: addresses and people take turns, however much one of them asks.


class FairQueue:
    """The turns that each address and person had, on a count that moves on with the work.

    The question of whoever had the fewest is next. Somebody new begins where the count is, so that time away
    is not made up for (start-time fair queueing: P. Goyal, H. Vin and H. Cheng, SIGCOMM 1996).
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self._now = 0
        self._had: dict[str, int] = {}

    def order(self, waiting: Iterable[Job]) -> list[Job]:
        """Questions in the order in which they are answered if no others come."""
        left, had, order = list(waiting), dict(self._had), list[Job]()
        while left:
            order.append(min(left, key=lambda job: self._had_by(job, had)))  # of equals, the first
            left.remove(order[-1])
            _take(order[-1], self._had_by(order[-1], had), had)
        return order

    def take(self, job: Job) -> None:
        """Count the turn of a question that is worked on now."""
        self._now = self._had_by(job, self._had)
        _take(job, self._now, self._had)
        self._had = {name: had for name, had in self._had.items() if had > self._now}

    def _had_by(self, job: Job, had: dict[str, int]) -> int:
        """The turns that the askers of a question had: of several, the one who had the fewest."""
        return min(
            (max(had.get(name, self._now) for name in asker.names) for asker in job.askers), default=self._now
        )


def _take(job: Job, turn: int, had: dict[str, int]) -> None:
    """Give a turn to everybody who asks."""
    for asker in job.askers:
        for name in asker.names:
            had[name] = max(had.get(name, 0), turn) + 1


_REMEMBERED: Final = 200
"""The most jobs that are remembered after they are done."""

_MOST_BYTES: Final = 2**26
"""The most bytes of their answers."""

_log: Final = logging.getLogger(__name__)


class LabLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a lab.

    Attributes:
        processes: the number of questions that are worked on at once.
        waiting: the number that may wait.
        each: the number that one address or one person may have, waiting or worked on.
        each_at_once: the number of these that are worked on at once, so that a process is left for others.
        seconds: the time that one may take.
        most_bytes: the memory that a process may take.
        idle_s: after how many seconds without a question a process ends.
        yields: whether a process works only while nobody else wants its core, so that tables come first.
        abandoned_s: after how many seconds without anybody who waits for it a question is taken back.
    """

    processes: int = 2
    waiting: int = 32
    each: int = 4
    each_at_once: int = 1
    seconds: float = 120
    most_bytes: int = 4 * 2**30
    idle_s: float = 600
    yields: bool = False
    abandoned_s: float = 60


class BusyError(BankcrapsError):
    """Too many questions wait. `wait_s` says for how many seconds to wait before asking again."""

    wait_s: float = 5.0


class UnknownJobError(BankcrapsError):
    """There is no such job, or not any more."""


class Jobs:
    """All questions to a lab, with the processes that work on them."""

    def __init__(self, limits: LabLimits, kept: KeptAnswers) -> None:
        """Start no process before there is a question; `kept` has the finished answers."""
        self._limits = limits
        self._kept = kept
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._queue: list[Job] = []
        self._fair_queue = FairQueue()
        self._changed = asyncio.Event()
        self._workers: set[asyncio.Task[None]] = set()
        self._working = 0
        self._closed = False

    def warm(self) -> None:
        """Start a process already, because a question will probably come soon."""
        if not self._workers and not self._closed:
            self._hire()

    async def answered(self, key: str) -> bytes | None:
        """The answer under a key, if there is one."""
        job = self._jobs.get(key)
        said = None if job is None else job.latest(lab.Finished)
        if said is not None:
            return bytes(said.result)
        return await asyncio.to_thread(self._kept.find, key)

    def find(self, key: str) -> Job:
        """The job of a key.

        Raises:
            UnknownJobError: if there is none.
        """
        if key not in self._jobs:
            raise UnknownJobError("there is no such job, or not any more: ask the question again")
        with self._jobs[key].followed():
            return self._jobs[key]

    def ahead(self, job: Job) -> int:
        """Count the questions that are answered before this one, those under way included."""
        return self._working + self._fair_queue.order(self._queue).index(job) if job.state == "waiting" else 0

    def ask(self, key: str, question: LabQuestion, asker: Asker, given: bytes = lab.NOTHING) -> Job:
        """Ask a question, or join those who ask it already.

        Args:
            key: the name of its answer.
            question: the question.
            asker: whoever asks.
            given: for a picture, the answer that it shows, as JSON.

        Raises:
            BusyError: if too many questions wait, or too many of the asker.
        """
        job = self._jobs.get(key)
        if job is None or job.state in ("refused", "cancelled"):
            job = Job(key, question, self._take_back, self._limits.abandoned_s, given)
            self._require_room(job, asker)
            if self._closed:
                raise BusyError("the house closes: ask again when it is open")
            if len(self._queue) >= self._limits.waiting:
                raise BusyError(f"{len(self._queue)} questions wait already: ask again in a while")
            job.askers.add(asker)
            self._add(job)
        elif not job.done:
            self._require_room(job, asker)
            job.askers.add(asker)
        with job.followed():
            return job

    async def cancel(self, job: Job, asker: Asker) -> None:
        """Take back somebody's question. It is worked on as long as somebody else asks it."""
        self._withdraw(job, asker)
        if job.state == "cancelled" and job.work is not None:
            await asyncio.wait([job.work])

    def _withdraw(self, job: Job, asker: Asker) -> None:
        job.askers = {one for one in job.askers if not one.is_same(asker)}
        if not job.done and not job.askers:
            self._take_back(job)

    def _take_back(self, job: Job) -> None:
        if job.state == "waiting":
            self._queue.remove(job)
        job.become("cancelled")
        if job.work is not None:
            job.work.cancel()

    async def close(self) -> None:
        """Take every question back, and end every process."""
        self._closed = True
        for job in self._jobs.values():
            if not job.done:
                job.become("cancelled")
        self._queue.clear()
        tasks = [*self._workers, *(job.work for job in self._jobs.values() if job.work is not None)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _require_room(self, job: Job, asker: Asker) -> None:
        """Check that the asker may have one more. The questions of pages that they left give way to it."""
        if self._has_room(job, asker):
            return
        for one in [one for one in self._jobs.values() if one.left and one is not job]:
            self._withdraw(one, asker)
        if not self._has_room(job, asker):
            raise BusyError(
                f"{self._limits.each} questions of yours are not answered yet: wait, or take one back"
            )

    def _has_room(self, job: Job, asker: Asker) -> bool:
        return self._questions_of(asker, {"waiting", "working"}, job) < self._limits.each

    def _questions_of(self, asker: Asker, states: Container[JobState], but: Job) -> int:
        """Count the questions in these states of the asker's address or, if more, of the person."""
        jobs = [one for one in self._jobs.values() if one.state in states and one is not but]
        return max(sum(one.counts_for(name) for one in jobs) for name in asker.names)

    def _add(self, job: Job) -> None:
        self._jobs[job.key] = job
        self._jobs.move_to_end(job.key)
        done = [one for one in self._jobs.values() if one.done]
        sizes = [len(said.result) if (said := one.latest(lab.Finished)) else 0 for one in done]
        for number, one in enumerate(done):
            if len(done) - number <= _REMEMBERED and sum(sizes[number:]) <= _MOST_BYTES:
                break
            del self._jobs[one.key]
        self._queue.append(job)
        self._changed.set()
        idle = len(self._workers) - self._working
        if idle < len(self._queue) and len(self._workers) < self._limits.processes:
            self._hire()

    def _hire(self) -> None:
        worker = asyncio.get_running_loop().create_task(self._work_on_all())
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)

    async def _work_on_all(self) -> None:
        """Work on one question after another, in a process of its own, until there is none for a while."""
        process = lab.LabProcess(self._limits.most_bytes, yields=self._limits.yields)
        try:
            with suppress(OSError):  # the question that needs it will hear of it
                await process.start()
            while job := await self._next():
                job.work = asyncio.get_running_loop().create_task(self._work_on(job, process))
                self._working += 1
                try:
                    await asyncio.wait([job.work])
                finally:
                    self._working -= 1
                    self._changed.set()
        finally:
            await process.end()

    async def _next(self) -> Job | None:
        """Return the next question; None if there is none for a while, and the worker ends."""
        try:
            async with asyncio.timeout(self._limits.idle_s):
                while (job := self._first()) is None:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            job = self._first()
            if job is None:
                self._workers.discard(asyncio.current_task())  # pyright: ignore[reportArgumentType] - a task runs this
                return None
        self._queue.remove(job)
        self._fair_queue.take(job)
        job.become("working")
        return job

    def _first(self) -> Job | None:
        """The question whose turn it is, of somebody for whom not too much is worked on already."""
        for job in self._fair_queue.order(self._queue):
            under_way = (self._questions_of(asker, {"working"}, job) for asker in job.askers)
            if any(number < self._limits.each_at_once for number in under_way):
                return job
        return None

    async def _work_on(self, job: Job, process: lab.LabProcess) -> None:
        """Work on a question, and end the process if it takes too long."""
        try:
            async with asyncio.timeout(self._limits.seconds):
                await self._hear(job, process)
        except TimeoutError:
            job.say(lab.too_much(job.question, self._too_long(job)))
        except Exception:  # noqa: BLE001 - whatever it is, people must hear of it, and the next one be answered
            _log.exception("the lab cannot work on a question of the kind %s", job.question.kind)
            job.say(lab.Refused(lab.OUR_MISTAKE, ours=True))

    async def _hear(self, job: Job, process: lab.LabProcess) -> None:
        async with aclosing(process.answer(job.question, job.given)) as all_said:
            async for said in all_said:
                if isinstance(said, lab.Finished):
                    if job.question.form != "json":
                        content = await asyncio.to_thread(lab.unpacked, bytes(said.result))
                        said = lab.Finished(msgspec.Raw(content))  # noqa: PLW2901 - the same, as people get it
                    await asyncio.to_thread(self._kept.keep, job.key, bytes(said.result))
                job.say(said)

    def _too_long(self, job: Job) -> str:
        command = job.question.command
        there = f"; in a terminal it may: {command}" if command else ""
        return f"this takes longer than {self._limits.seconds:g} seconds, the most here{there}"
