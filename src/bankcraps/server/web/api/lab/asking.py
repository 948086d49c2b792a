"""The lab over HTTP: a question is an address, and its answer what the command prints with `--json`."""

import asyncio
import gzip
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, aclosing
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import written_number
from bankcraps.game.rulebook import load_rulebook, read_rulebook
from bankcraps.lab.answers import missing_for
from bankcraps.lab.kinds import EVERY_SESSION, KINDS, RULES, Kind, answer_type, query_of
from bankcraps.lab.previews import PREVIEWS, shown
from bankcraps.lab.questions import Form, LabQuestion, edition, key_of, read_fields, read_question
from bankcraps.server.jobs.jobs import Asker, Heard, Job, Jobs, JobState
from bankcraps.server.jobs.process import NOTHING, Finished, Note, Place, Progress, Refused, SoFar
from bankcraps.server.web.edge import endpoints as edge
from bankcraps.server.web.edge.page import plain_picture
from bankcraps.server.web.edge.sessions import Api, Desk
from bankcraps.strategies.library import library, text_system
from bankcraps.strategies.slots import SystemSlots, read_slots
from bankcraps.support.extras import missing

EDITION: Final = "bankcraps-edition"
"""The header that names the program that answers."""

_IMMUTABLE: Final = "public, max-age=31536000, immutable"


def asked(kind: str, request: Request) -> tuple[LabQuestion, str]:
    """The question of a request, and the edition that it names, or an empty text.

    Raises:
        BankcrapsError: with what is wrong.
    """
    given = request.query_params.multi_items()
    editions = [value for name, value in given if name == "edition"]
    if len(editions) > 1:
        raise BankcrapsError(f"edition is said once, not {len(editions)} times")
    return read_question(kind, [one for one in given if one[0] != "edition"]), "".join(editions)


def lasting(key: str, edition: str, asked_of: str) -> dict[str, str]:
    """The headers of an answer, which stays the same for ever if the request names its edition."""
    return {
        "etag": f'"{key}"',
        "cache-control": _IMMUTABLE if asked_of == edition else "no-cache",
        EDITION: edition,
    }


def has(request: Request, tag: str) -> bool:
    """Whether somebody has an answer already (RFC 9110, If-None-Match)."""
    said = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return tag in said or "*" in said


class LabProblem(msgspec.Struct, frozen=True):
    """The reason why a question has no answer (RFC 9457).

    Attributes:
        title, status: the status of the answer.
        detail: the fault, in a sentence.
        simulates: whether the question is in order and only cannot be solved, so that it may be simulated.
        at: where the words of a system are wrong, if they are.
    """

    MEDIA: ClassVar[str] = "application/problem+json"
    REFUSED: ClassVar[dict[str, str]] = dict(edge.ADDRESSES["refused by the lab"])

    title: str
    status: int
    detail: str
    simulates: bool = False
    at: Place | None = None

    @classmethod
    def of(cls, status: int, error: object) -> "LabProblem":
        """Return an error in words."""
        return cls(HTTPStatus(status).phrase, status, str(error))


def problem_of(said: Refused) -> LabProblem:
    """Return a refusal of a process as a problem."""
    status = 500 if said.ours else 422
    return LabProblem(HTTPStatus(status).phrase, status, said.error, said.simulates, said.at)


def lab_rules(request: Request) -> Response:
    """Answer with the slots of a text, which is a system or not."""
    question = read_fields(RULES, request.query_params.multi_items())
    asked = question.arguments_of(RULES)
    own = "book" in asked
    book = read_rulebook(str(asked["book"]), "book") if own else load_rulebook(str(asked["house"]))
    text = str(asked.get("system", ""))
    if text.partition(":")[0] in library():
        text = text_system(text).text
    headers = {"etag": f'"{key_of(question, edition())}"', "cache-control": "no-cache"}
    return edge.answer(read_slots(text, book), headers=headers)


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
        async for heard in listening:
            yield b": still here\n\n" if heard is None else _event(job, heard, line)
    if job.state == "cancelled":
        yield _sent("cancelled", b"{}")


def _event(job: Job, heard: Heard, line: Callable[[], object]) -> bytes:
    match heard.said:
        case None:
            return _sent("job", msgspec.json.encode(line()))
        case SoFar(result):
            return _sent("so_far", bytes(result), heard.number)
        case Finished(result):
            told = bytes(result) if job.question.form == "json" else NOTHING  # others ask for the file
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


_PICTURE_PATIENCE_S: Final = 8.0
"""Seconds for a picture to be drawn. Programs that show links wait little longer."""

_LARGEST: Final = 2**22
"""The most bytes of an answer that is drawn."""


_PATIENCE_S: Final = 1.0
"""Seconds for an answer to come at once, unless the request says how long it waits."""

_MOST_PATIENCE_S: Final = 30.0

_LARGE: Final = 2**15
"""An answer of more bytes is compressed in a thread: up to half a second that the tables would wait."""

_LITTLE_EFFORT: Final = 1

_WAIT: Final = re.compile(r"(?:^|[,;\s])wait\s*=\s*(\d{1,6})")
_PARQUET: Final = "application/vnd.apache.parquet"


class LabField(msgspec.Struct, frozen=True):
    """A part of a question: its name, its meaning, its default, and how often it may be said."""

    name: str
    says: str
    default: str | None
    required: bool
    most: int


class LabKind(msgspec.Struct, frozen=True):
    """A kind of question: the last part of its address, what it answers, and its fields.

    `missing` says which package the answers need that the house lacks, and how to install it. It is
    empty where the house lacks none. `parquet` says whether the house has the answers as Parquet, too.
    """

    name: str
    says: str
    fields: list[LabField]
    missing: str
    parquet: bool


class LabJob(msgspec.Struct, frozen=True):
    """A question that is not answered yet.

    Attributes:
        key: its name.
        state: the stage that it has reached.
        ahead: the number of questions that are worked on before it.
        done, of: the number of sessions that are played, and of those to play; zeros where that does not
            apply.
        note: a remark about it, or nothing.
        question: the address that asks it again, and has the answer when it is there.
        command: the command that answers it in a terminal.
    """

    key: str
    state: JobState
    ahead: int
    done: int
    of: int
    note: str
    question: str
    command: str


class LabCommand(msgspec.Struct, frozen=True):
    """A question as people take it along.

    Attributes:
        question: the address that asks it, in the one form that it has.
        command: the command that answers it in a terminal; empty if there is none. The user's own book is the
            file `book.toml` there.
    """

    question: str
    command: str


class LabApi(Api):
    """Answers questions to the lab."""

    def __init__(self, desk: Desk, jobs: Jobs) -> None:
        """Answer by the processes of a lab, which work on `jobs`."""
        super().__init__(desk)
        self._jobs = jobs

    def endpoints(self) -> list[edge.Endpoint]:
        """Return the addresses of the lab."""
        endpoint = partial(edge.Endpoint, own=True, refuses=LabProblem)
        job = "/api/lab/jobs/{key}"

        def asks(kind: Kind, form: Form, end: str = "", **how: Any) -> edge.Endpoint:  # noqa: ANN401 - as an endpoint
            asking = partial(self._ask, kind.name, form)
            path, also = f"/api/lab/{kind.name}{end}", {202: LabJob}
            return endpoint("GET", path, asking, query=query_of(kind), also=also, **how)

        return [
            edge.Endpoint("GET", "/api/lab", self._kinds),
            *(asks(kind, "json", answers=answer_type(kind), says=kind.says) for kind in KINDS.values()),
            *(
                asks(kind, "parquet", ".parquet", media=_PARQUET, says=_rows_of(kind))
                for kind in KINDS.values()
                if kind.has_rows
            ),
            *(
                edge.Endpoint(
                    "GET",
                    f"/api/lab/{name}.png",
                    partial(self._picture, name),
                    query=query_of(KINDS[name]),
                    media="image/png",
                    says="The answer as a picture for a link; the program's picture if it is not there.",
                )
                for name in PREVIEWS
            ),
            endpoint("GET", "/api/lab/rules", lab_rules, SystemSlots, query_of(RULES), says=RULES.says),
            endpoint("GET", job, self._job),
            endpoint("GET", f"{job}/events", self._events, media="text/event-stream"),
            endpoint("DELETE", job, self._cancel),
            endpoint("GET", "/api/lab/{kind}/command", self._command),
        ]

    async def _kinds(self, _: Request) -> list[LabKind]:
        """Every kind of question, with its fields."""
        self._jobs.warm()
        rows = missing("pyarrow") is None
        return [
            LabKind(
                kind.name,
                kind.says,
                [LabField(f.name, f.says, f.default, f.required, f.most) for f in kind.fields],
                str(missing_for(kind.name) or ""),
                rows and kind.has_rows,
            )
            for kind in KINDS.values()
        ]

    async def _ask(self, kind: str, form: Form, request: Request) -> Response:
        question, asked_of = asked(kind, request)
        question, now = replace(question, form=form), await asyncio.to_thread(edition)
        key = key_of(question, now)
        headers = lasting(key, now, asked_of)
        found = await self._jobs.answered(key)
        if found is None:
            job = self._jobs.ask(key, question, await self._asker(request))
            if not await _comes(job, request):
                place = {"location": f"/api/lab/jobs/{key}", EDITION: now, "cache-control": "no-store"}
                return edge.answer(self._line(job), 202, headers=place)
            said = job.latest(Finished)
            if said is None:
                return _unanswered(job)
            found = bytes(said.result)
        elif has(request, headers["etag"]):
            return Response(status_code=304, headers=headers)
        return await _answered(request, question, found, headers)

    async def _picture(self, kind: str, request: Request) -> Response:
        """Answer with the picture of a question, or with that of the program if it is not answered."""
        try:
            return await self._drawn(*asked(kind, request), request) or await plain_picture(request)
        except BankcrapsError:  # whoever shows a link reads no sentences
            return await plain_picture(request)

    async def _drawn(self, question: LabQuestion, asked_of: str, request: Request) -> Response | None:
        """Return the picture of a question, if it was drawn, or is answered and the lab has time."""
        now = await asyncio.to_thread(edition)
        drawn = replace(question, form="png")
        key = key_of(drawn, now)
        found = await self._jobs.answered(key)
        for one in shown(question) if found is None else ():
            answer = await self._jobs.answered(key_of(one, now))
            if answer is not None and len(answer) <= _LARGEST:
                job = self._jobs.ask(key, drawn, await self._asker(request), answer)
                await job.wait(_PICTURE_PATIENCE_S)
                said = job.latest(Finished)
                found = None if said is None else bytes(said.result)
                break
        if found is None:
            return None
        return Response(found, headers=lasting(key, now, asked_of), media_type="image/png")

    async def _job(self, request: Request) -> LabJob:
        return self._line(self._jobs.find(request.path_params["key"]))

    async def _command(self, request: Request) -> LabCommand:
        """The command of a question. It is asked as the question is, and answers at once."""
        question, _ = asked(request.path_params["kind"], request)
        return LabCommand(question.address, question.command)

    async def _cancel(self, request: Request) -> None:
        """Take a question back."""
        job, asker = self._jobs.find(request.path_params["key"]), await self._asker(request)
        if not job.asked_by(asker) and not job.done:
            raise edge.ForbiddenError("somebody else asks this question")
        await self._jobs.cancel(job, asker)

    async def _events(self, request: Request) -> Response:
        job = self._jobs.find(request.path_params["key"])
        slots = ExitStack()
        slots.enter_context(self._desk.quota.sockets.hold(edge.address_of(request)))
        told = events(job, request.headers.get("last-event-id", ""), lambda: self._line(job))
        return edge.HeldStream(told, slots, "text/event-stream")

    def _line(self, job: Job) -> LabJob:
        progress, note = job.latest(Progress) or Progress(0, 0), job.latest(Note)
        return LabJob(
            *(job.key, job.state, self._jobs.ahead(job), progress.done, progress.of),
            note="" if note is None else note.said,
            question=job.question.address,
            command=job.question.command,
        )

    async def _asker(self, request: Request) -> Asker:
        return Asker(edge.address_of(request), await self._desk.name(request))


def _rows_of(kind: Kind) -> str:
    """Describe the Parquet file of a kind in a sentence."""
    if kind.name == EVERY_SESSION:
        return "Every session of a simulation with its metrics, as Parquet."
    return f"{kind.says.rstrip('.')}: the answer as a table, in Parquet."


def _patience(request: Request) -> float:
    """The seconds that a request waits for its answer (RFC 7240: `Prefer: wait=10`)."""
    said = request.headers.get("prefer", "")
    if "respond-async" in said:
        return 0.0
    found = _WAIT.search(said)
    return min(float(found[1]), _MOST_PATIENCE_S) if found else _PATIENCE_S


async def _comes(job: Job, request: Request) -> bool:
    """Wait as long as the request says, or until its client hangs up. Return whether the job is done."""
    waiting = asyncio.ensure_future(job.wait(_patience(request)))
    leaving = asyncio.ensure_future(_hangs_up(request))
    try:
        await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
        return waiting.done() and waiting.result()
    finally:
        for one in (waiting, leaving):
            one.cancel()


async def _hangs_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _answered(
    request: Request, question: LabQuestion, found: bytes, headers: dict[str, str]
) -> Response:
    """Answer in JSON, or with a file."""
    if question.form == "parquet":
        named = {"content-disposition": f'attachment; filename="{question.kind}.parquet"'}
        return Response(found, headers=headers | named, media_type=_PARQUET)
    if len(found) > _LARGE and "gzip" in request.headers.get("accept-encoding", ""):
        found = await asyncio.to_thread(gzip.compress, found, _LITTLE_EFFORT)
        headers = {**headers, "content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(found, headers=headers, media_type="application/json")


def _unanswered(job: Job) -> Response:
    said = job.latest(Refused)
    told = problem_of(said) if said is not None else LabProblem.of(409, "this question was taken back")
    return edge.answer(told, told.status, LabProblem.MEDIA)
