"""A process of the lab: reads questions from its input, a line each, and writes what it says to its output.

It runs at the lowest priority, within a bound on its memory. A child answers the questions, and the house
ends that child to cancel one. The first child answers questions about wagers, while this process loads the
rest of the lab, once. The next child has all of it loaded from the beginning.
While nobody asks, a child works out the odds of the shipped houses, for whoever opens them first.
"""

import gc
import logging
import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Thread
from typing import BinaryIO, Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.lab.questions import LabQuestion, read_question, read_system
from bankcraps.server.jobs import process
from bankcraps.server.jobs.jobs import MAX_FILE
from bankcraps.strategies.text.program import SystemTextError
from bankcraps.support.kept_files import RECENT

_EVERY_S: Final = 0.25
"""Seconds between two results of what is finished so far."""

_OF_WAGERS: Final = {"odds": {"rules": "nsw", "wager": "field"}}
_PASS: Final = {"strategy": "when come_out: pass 1", "bankroll": "5"}
_OF_SYSTEMS: Final = {
    "session": {**_PASS, "throws": "5"},
    "simulate": {**_PASS, "throws": "5", "sessions": "10"},
}
"""Small questions that load what larger ones need."""

_SYSTEMS: Final = frozenset({"strategy", "against"})
"""The fields that hold the words of a system."""

_KEPT_BYTES: Final = 2**28
"""The most bytes of chains that a process keeps for the next questions about the same systems."""

_BLOCK: Final = 2**16

_log: Final = logging.getLogger(__name__)


class _Watcher:
    """Writes how an answer comes along, a few times a second."""

    def __init__(self, say: Callable[[process.Said], None]) -> None:
        self._say = say
        self._next_progress = self._next_so_far = time.monotonic() + _EVERY_S

    def progress(self, done: int, of: int) -> None:
        """Say how many sessions are played."""
        now = time.monotonic()
        if now >= self._next_progress:
            self._next_progress = now + _EVERY_S
            self._say(process.Progress(done, of))

    def so_far(self, make: Callable[[], object]) -> None:
        """Say the answer of what is finished. The longer it takes to make, the rarer it is."""
        began = time.monotonic()
        if began < self._next_so_far:
            return
        self._say(process.SoFar(msgspec.Raw(encode(make()))))
        now = time.monotonic()
        self._next_so_far = now + max(_EVERY_S, 10 * (now - began))

    def note(self, said: str) -> None:
        """Say something."""
        self._say(process.Note(said))


def main() -> None:
    """Answer questions until the input ends."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints must not come between the answers
    _be_modest(int(sys.argv[1]), int(sys.argv[2]), yields="yields" in sys.argv)
    RECENT.make_room(_KEPT_BYTES)

    def say(said: process.Said | process.Ready) -> None:
        answers.write(msgspec.json.encode(said) + b"\n")
        answers.flush()

    with suppress(BrokenPipeError, KeyboardInterrupt):
        _load(_OF_WAGERS)
        meanwhile = _odds_of_houses()
        if hasattr(os, "fork"):
            whole = _stay_behind_children()
            forget_questions(questions)
        else:
            _load(_OF_SYSTEMS)
            whole = True
        answers.write(b"\n")  # the child before may have been ended in the middle of a line
        say(process.Ready(os.getpid(), whole))
        for line in lines(questions, meanwhile):
            with suppress(msgspec.MsgspecError):  # the rest of a line whose beginning an ended child had read
                say(_answered(process.decode_request(line), say))


def _load(asked: Mapping[str, Mapping[str, str]]) -> None:
    """Load what questions need, with the machine code of its usual parts."""
    for kind, values in asked.items():
        _answered(process.JobRequest(read_question(kind, values.items())), lambda _: None)


def _odds_of_houses() -> list[process.JobRequest]:
    """Questions for the odds of the shipped houses, a kind of wager each. Their answers stay in memory."""
    return [
        process.JobRequest(read_question("odds", {"rules": book, "wager": kind.value}.items()))
        for book in BOOKS
        for kind in load_rulebook(book).wagers
    ]


def forget_questions(questions: BinaryIO) -> None:
    """Drop what was asked of the child before this one, which ended before it had read it."""
    while select.select([questions], [], [], 0)[0] and os.read(questions.fileno(), _BLOCK):
        pass


def lines(questions: BinaryIO, meanwhile: list[process.JobRequest]) -> Iterator[bytes]:
    """The questions that come. While there is none, work out those of a list, each in some milliseconds."""
    if sys.platform == "win32":  # it cannot say whether a line has come
        meanwhile.clear()
    while True:
        while meanwhile and not select.select([questions], [], [], 0)[0]:
            _answered(meanwhile.pop(0), lambda _: None)
        if not (line := questions.readline()):
            return
        yield line


def _stay_behind_children() -> bool:
    """Return in a child that works, and say whether it has all of the lab loaded: the first one has not.

    In this process, load all of it while the first child works. Then wait for each child and make another,
    until one is finished.
    """
    alive, kept_open = os.pipe()
    whole = False
    while child := os.fork():
        if not whole:
            _load(_OF_SYSTEMS)
            gc.collect()
            gc.freeze()
            whole = True
        if os.waitpid(child, 0)[1] == 0:
            sys.exit()
    os.close(kept_open)
    Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
    return whole


def _end_with_parent(alive: int) -> None:
    """End this process when its parent ends, which alone holds the other end of a pipe."""
    os.read(alive, 1)
    os._exit(1)


def _answered(request: process.JobRequest, say: Callable[[process.Said], None]) -> process.Said:
    """Answer a question, or say why it has no answer."""
    question = request.question
    try:
        found = _made_in_memory(request, _Watcher(say))
    except BankcrapsError as error:
        if _in_order(question):
            return process.too_much(question, str(error))
        return process.Refused(str(error), at=_place(question))
    except MemoryError:
        said = "this takes more memory than the lab here has: a smaller question would do"
        return process.too_much(question, said)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception:  # noqa: BLE001 - the house must hear of it, and the next question be answered
        _log.exception("the lab cannot answer a question")
        return process.Refused(process.OUR_MISTAKE, ours=True)
    if len(found) > MAX_FILE:
        return process.Refused(
            f"the answer has {len(found):,} bytes, and {MAX_FILE:,} are the most here: ask for less"
        )
    return process.Finished(msgspec.Raw(found if question.form == "json" else process.packed(found)))


def _made_in_memory(request: process.JobRequest, watcher: _Watcher) -> bytes:
    """The same as `_made`. What is kept of other questions takes memory from none."""
    try:
        return _made(request, watcher)
    except MemoryError:
        if not RECENT.forget():
            raise
        return _made(request, watcher)


def _made(request: process.JobRequest, watcher: _Watcher) -> bytes:
    """The answer in the form that was asked."""
    from bankcraps.lab.answers import answer, parquet  # noqa: PLC0415 - it says what to install if that is missing

    match request.question.form:
        case "json":
            return encode(answer(request.question, watcher))
        case "parquet":
            return parquet(request.question, watcher, MAX_FILE)
        case "png":
            from bankcraps.lab.preview_pictures import picture  # noqa: PLC0415 - Matplotlib loads slowly

            return picture(request.question, bytes(request.answer))


def _in_order(question: LabQuestion) -> bool:
    """Whether a session has a house, a system and money that are in order: only its solving failed."""
    if question.kind != "session":
        return False
    try:
        from bankcraps.lab.answers import read_session  # noqa: PLC0415 - as above

        read_session(question)
    except BankcrapsError:
        return False
    return True


def _place(question: LabQuestion) -> process.Place | None:
    """The place where the words of a system are wrong, or None if all systems can be read."""
    texts = [value for name, value in question.values if name in _SYSTEMS]
    for number, text in enumerate(texts):
        try:
            read_system(text)
        except SystemTextError as error:
            return process.Place(number, error.line or 0, error.column, error.word)
        except BankcrapsError:
            return process.Place(number)
    return None


def _be_modest(most_bytes: int, nice: int, *, yields: bool) -> None:
    """Take a lower priority and a bound on memory, where the system knows such things.

    Even at the lowest priority, a process keeps its core for some milliseconds when a table wants it. One
    that yields gives it up at once, and has nearly none of it while others work.
    """
    if hasattr(os, "nice"):
        os.nice(nice)
    if yields:
        with suppress(AttributeError, OSError):  # only Linux has it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


if __name__ == "__main__":
    main()
